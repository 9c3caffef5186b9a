"""The workloads that are games: the rules kept, the machine in step, the other program whatever it is."""

from __future__ import annotations

import itertools
import json
import shlex
import sys
from pathlib import Path

import pytest

from host.cli.main import main
from host.experiments.sweeps import go_game
from host.experiments.sweeps import wally as games
from host.experiments.sweeps.go_game import BLACK_SEAT, wally_at
from host.experiments.sweeps.journal import read
from host.experiments.sweeps.report import Sample
from host.experiments.sweeps.wally import GTP, RANDOM, SELF
from host.experiments.sweeps.workload import Item, Task, WrongUse, fits, made_by
from host.games.go import sgf as go_sgf
from host.games.go.rules import Colour, Position
from host.games.wally import HANDICAPS
from host.games.wally_board import SIZE, parsed

BLACK, WHITE = Colour.BLACK, Colour.WHITE
ENGINE = Path(__file__).parents[1] / "games" / "go" / "engine.py"
IRONBOARD = shlex.join([sys.executable, "-m", "ironboard", "gtp", "--core", "compiled"])


def done(workload, count=3, **options):
    plan = workload.plan({"games": count, **options})
    return plan.parameters, {item.key: workload.do(plan.parameters, item) for item in plan.items}


@pytest.fixture(scope="module")
def random_games():
    return done(RANDOM, 4)


@pytest.fixture(scope="module")
def self_games():
    return done(SELF, 2)


@pytest.fixture(params=["random_games", "self_games"])
def results(request):
    return request.getfixturevalue(request.param)[1]


# ------------------------------------------------------------ what a game is


def moves_of(result):
    """The moves of a game, white's first; None is a pass."""
    return [int(result["moves"][at : at + 2], 16) or None for at in range(0, len(result["moves"]), 2)]


def area_of(stones):
    """Count the area in another way: colours flow into empty points until nothing changes any more."""
    board = {16 * row + column for row in range(1, SIZE + 1) for column in range(1, SIZE + 1)}
    reach = {}
    for colour in Colour:
        own = {point for point, each in stones.items() if each is colour}
        free = board - set(stones)
        while grown := {point + step for point in own for step in (-16, -1, 1, 16)} & free - own:
            own |= grown
        reach[colour] = own
    return {"black": len(reach[BLACK] - reach[WHITE]), "white": len(reach[WHITE] - reach[BLACK])}


def handicap_of(stones):
    wally = wally_at(BLACK_SEAT)
    wally.new_game(stones)
    return wally.stones


def test_every_move_is_legal_and_the_game_ends_as_it_says(results):
    for result in results.values():
        stones = handicap_of(len(result["handicap"]))
        assert [f"{point:02X}" for point in sorted(stones)] == result["handicap"]
        position, taken, colour = Position(SIZE, stones), {BLACK: 0, WHITE: 0}, WHITE
        seen = [(position.stones, WHITE, None)]
        moves = moves_of(result)
        for move in moves:
            before = len(position.stones)
            position = position.passed() if move is None else position.play(colour, move)
            taken[colour] += before + (move is not None) - len(position.stones)
            colour = colour.other
            seen.append((position.stones, colour, position.ko))
        assert result["captured"] == {"black": taken[BLACK], "white": taken[WHITE]}
        assert result["area"] == area_of(position.stones)
        assert (moves[-2:] == [None, None]) == (result["end"] == "passes")
        assert (seen[-1] in seen[:-1]) <= (result["end"] in ("repetition", "passes"))
        assert all(first is not None or second is not None for first, second in itertools.pairwise(moves[:-1]))


def test_the_winner_is_who_has_the_larger_area_after_two_passes(results):
    for result in results.values():
        assert result["end"] == "passes"
        lead = result["area"]["black"] - result["area"]["white"]
        assert result["winner"] == ("draw" if lead == 0 else "black" if lead > 0 else "white")
        assert (result["counted_by"], games.lead(result)) == ("the host, every stone alive", lead)


def test_results_have_the_shape_that_is_announced(results):
    for result in results.values():
        assert fits(result, games.SHAPE)
        assert json.loads(json.dumps(result)) == result


def test_every_answer_of_wallys_has_its_cycles(random_games, self_games):
    for result in random_games[1].values():
        assert list(result["cycles"]) == ["black"]
        assert len(result["cycles"]["black"]) == len(moves_of(result)) // 2
    for result in self_games[1].values():
        black, white = (len(result["cycles"][colour]) for colour in ("black", "white"))
        assert black + white == len(moves_of(result)) - SELF.plan({}).parameters["opening"]
        assert 0 <= white - black <= 1


def test_the_slowest_answers_board_takes_so_long_again(results):
    """On a fresh machine: there he may have to wipe his marks off the board once more, or once less."""
    for key, result in results.items():
        slowest = result["slowest"]
        assert slowest["cycles"] == max(map(max, result["cycles"].values()))
        assert result["cycles"][slowest["colour"]][slowest["answer"] - 1] == slowest["cycles"]
        before, move, after_it = answered(result)
        assert after_it == parsed(slowest["board"])
        wally = wally_at(BLACK_SEAT)
        wally.put(before)
        wally.answer(move or 0)  # he himself takes off what the move has captured: that takes time, too
        assert abs(wally.thought - slowest["cycles"]) <= MARKS_SWEPT
        worst = games.worst(key, result)
        assert worst == Sample(slowest["cycles"], f"seed {key}, {slowest['colour']}'s answer {slowest['answer']}")


def answered(result):
    """Return the move that the slowest answer answers, between the stones before and after it; Wally's are black."""
    slowest, moves = result["slowest"], moves_of(result)
    colour = Colour(slowest["colour"])
    own = range(len(moves))[colour is BLACK :: 2][-len(result["cycles"][colour.value]) :]
    position, to_move = Position(SIZE, handicap_of(len(result["handicap"]))), WHITE
    positions = []
    for move in moves[: own[slowest["answer"] - 1]]:
        positions.append(position)
        position = position.passed() if move is None else position.play(to_move, move)
        to_move = to_move.other
    before, after_it = (
        {point: each if colour is BLACK else each.other for point, each in each_position.stones.items()}
        for each_position in (positions[-1], position)
    )
    return before, move, after_it


# at most, SWEEP of wally.s and the LDA before it: 21 cycles for a code it replaces, in 240 bytes, and 10 besides
MARKS_SWEPT = 240 * 21 + 10


# ------------------------------------------------------------ seeds


def test_a_seed_is_a_game_whatever_was_played_before(random_games, self_games):
    for workload, (parameters, results) in ((RANDOM, random_games), (SELF, self_games)):
        for key in reversed([*results][:2]):
            assert workload.do(parameters, Item(key, int(key))) == results[key]


def test_seeds_choose_different_games(results):
    assert len({result["moves"] for result in results.values()}) == len(results)
    assert len({len(result["handicap"]) for result in results.values()}) > 1


def test_handicap_opening_and_length_can_be_given():
    _, results = done(SELF, 2, handicap=[9], opening=0, moves=12, seed=100)
    assert list(results) == ["100", "101"]
    for result in results.values():
        assert (len(result["handicap"]), len(moves_of(result)), result["end"], result["winner"]) == (
            9,
            12,
            "limit",
            "nobody",
        )
    assert results["100"]["moves"] == results["101"]["moves"]  # nothing was left to chance


def test_several_handicaps_are_given_in_turn_by_the_seed():
    for seed in (1, 2):
        _, results = done(SELF, 3, handicap=[0, 5, 17], opening=2, moves=2, seed=seed)
        given = {key: len(result["handicap"]) for key, result in results.items()}
        assert given == {str(key): (0, 5, 17)[(key - 1) % 3] for key in range(seed, seed + 3)}


def test_without_stones_and_opening_two_wallys_pass():
    _, results = done(SELF, 1, handicap=[0], opening=0)
    assert results["1"]["moves"] == "0000"
    assert results["1"]["winner"] == "draw"
    assert results["1"]["cycles"].keys() == {"black", "white"}


@pytest.mark.parametrize("stones", [1, 18, -1])
def test_a_handicap_that_wally_cannot_place_is_refused(stones):
    assert stones not in HANDICAPS
    with pytest.raises(WrongUse, match="Wally places 0 or 2 to 17"):
        RANDOM.plan({"handicap": [5, stones]})


# ------------------------------------------------------------ other programs


def test_against_our_own_engine_wally_plays_the_game_he_plays_against_himself(self_games):
    """Here the black side is another process, whose moves come through GTP."""
    parameters, results = done(GTP, 2, engine=IRONBOARD, wally="white")
    for key, result in results.items():
        alone = self_games[1][key]
        assert result["moves"] == alone["moves"]
        assert result["cycles"] == {"white": alone["cycles"]["white"]}
        assert result["counted_by"].startswith("Wally ")
        assert {name: result[name] for name in ("area", "captured", "end")} == {
            name: alone[name] for name in ("area", "captured", "end")
        }
    won = sum(result["winner"] == "black" for result in results.values())
    (count,) = [each for each in GTP.report(parameters, results).remarks if each.startswith("counted by")]
    assert count == f"counted by {result['counted_by']}: 2 games, of which black won {won}"


def engine(how):
    return shlex.join([sys.executable, str(ENGINE), how])


def outcome(how, **options):
    plan = GTP.plan({"games": 1, "engine": engine(how), "handicap": [0], "opening": 0, "moves": 40, **options})
    return Task(GTP.do, plan.parameters, made_by()).outcome(plan.items[0])


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("garbage", "the engine answers 'genmove white' with 'I would rather play chess.': expected"),
        ("taken", "the engine (white) plays"),
        ("Z99", "the engine's move is 'Z99': expected a point, pass or resign"),
        ("refuse", "the engine refuses 'play"),
        ("small", "the engine refuses 'boardsize 15': 'unacceptable size'"),
    ],
)
def test_an_engine_that_misbehaves_is_the_games_error(how, message):
    assert message in outcome(how).error


def test_a_crash_ends_the_game_and_keeps_the_engines_last_words():
    result = outcome("die").result
    assert fits(result, games.SHAPE)
    assert (result["end"], result["winner"], result["score"], len(moves_of(result))) == ("crash", "nobody", None, 4)
    words = "the engine ended with exit status 3 at 'genmove white'; its output: 'segmentation fault, dear'"
    assert result["fault"] == words
    report = GTP.report({}, {"1": result})
    assert "games that a program has spoilt: 1" in report.remarks
    assert f"seed 1: {words}" in report.remarks
    (ends,) = [table for table in report.tables if table.title == "how they ended"]
    assert [row[:5] for row in ends.rows] == [("crash", 0, 0, 0, 1)]


def test_an_engine_that_does_not_answer_ends_the_game_too():
    result = outcome("silent", timeout=1.0).result
    assert (result["end"], result["winner"], result["score"]) == ("timeout", "nobody", None)
    assert "no response to 'genmove white' within 1 seconds" in result["fault"]


def test_an_engine_that_never_gets_to_the_board_is_the_games_error():
    assert "ended with exit status 0 at 'boardsize 15'" in outcome("never").error


def test_an_engine_may_resign():
    result = outcome("resign").result
    assert (result["end"], result["winner"], result["score"]) == ("resignation", "black", None)
    assert len(moves_of(result)) == 4


def test_an_engine_may_pass_and_is_asked_what_it_makes_of_the_end():
    result = outcome("passes").result
    assert (result["end"], result["score"], result["winner"]) == ("passes", "W+12.5", "white")
    assert result["counted_by"] == "Straw 0.1"
    assert games.lead(result) == -12
    assert games.lead_on_the_board(result) == -1  # what the host sees


def test_another_program_may_be_asked_to_count():
    result = outcome("passes", judge=engine("judge")).result
    told = len(moves_of(result))
    assert (result["score"], result["counted_by"], result["winner"]) == (f"B+{told}", "Straw 0.1", "black")
    plan = RANDOM.plan({"games": 1, "handicap": [17], "judge": engine("judge")})
    result = Task(RANDOM.do, plan.parameters, made_by()).outcome(plan.items[0]).result
    assert result["score"] == f"B+{17 + len(moves_of(result))}"  # it has been told the stones and the moves


@pytest.mark.parametrize("how", ["well", "nonsense"])
def test_a_program_that_does_not_count_leaves_it_to_the_host_who_says_so(how):
    result = outcome("passes", judge=engine(how)).result
    assert result["counted_by"] == "the host, every stone alive"
    assert games.lead(result) == result["area"]["black"] - result["area"]["white"]


def test_a_program_that_crashes_while_it_counts_leaves_the_game_uncounted():
    result = outcome("passes", judge=engine("die-counting")).result
    assert (result["end"], result["winner"], result["score"]) == ("passes", "nobody", None)
    assert "at 'final_score'" in result["fault"]


@pytest.mark.parametrize(
    ("said", "lead"),
    [("0", 0), ("B+3", 3), ("w+7.5", -7), ("W+12.5", -12), ("?", None), ("B+Resign", None), (None, None)],
)
def test_scores_of_other_programs_are_understood_or_left_out(said, lead):
    assert go_game.lead_of(said) == lead


def test_the_seed_goes_into_the_engines_command(tmp_path):
    plan = GTP.plan({"games": 2, "seed": 5, "engine": f"{engine('well')} {{seed}} --no-such-thing"})
    asked = []

    class Stop(Exception):
        pass

    def start(command, timeout):
        asked.append((command, timeout))
        raise Stop

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(go_game, "GtpEngine", start)
        for item in plan.items:
            with pytest.raises(Stop):
                GTP.do(plan.parameters, item)
    assert asked == [(f"{engine('well')} {seed} --no-such-thing", 60.0) for seed in (5, 6)]


def test_an_engine_is_needed():
    for options in ({}, {"engine": ""}):
        with pytest.raises(WrongUse, match="wally-gtp needs --engine"):
            GTP.plan(options)


def test_engines_work_in_processes_too_and_an_engine_that_crashes_does_not_end_the_sweep(tmp_path, capfd):
    """An engine that dies in every other game: by its seed."""
    odd = tmp_path / "odd.sh"
    odd.write_text(f"[ $(($1 % 2)) = 1 ] && exec {engine('die')}\nexec {engine('passes')}\n")
    arguments = ["--engine", f"sh {odd} {{seed}}", "--games", "4", "--moves", "20", "--jobs", "2", "--quiet"]
    assert main(["sweep", "wally-gtp", *arguments, "--output", str(tmp_path / "journal")]) == 0
    contents = read(tmp_path / "journal")
    assert contents.errors == {}
    ends = {key: result["end"] for key, result in contents.results.items()}
    assert {key for key, end in ends.items() if end == "crash"} == {"1", "3"}
    assert "seed 1: the engine ended with exit status 3" in capfd.readouterr().err


# ------------------------------------------------------------ games as files


@pytest.fixture
def journal(tmp_path):
    path = tmp_path / "games.sqlite"
    arguments = ["--games", "2", "--moves", "30", "--handicap", "0,9", "--jobs", "1", "--quiet"]
    assert main(["sweep", "wally-self", *arguments, "--output", str(path)]) == 0
    return path


def test_games_are_written_as_sgf_and_are_the_games_of_the_journal(journal, tmp_path):
    folder = tmp_path / "some" / "games"
    assert main(["sweep", "--summary", str(journal), "--sgf", str(folder)]) == 0
    for key, result in read(journal).results.items():
        game = go_sgf.read(folder / f"seed-{key}.sgf")
        assert (game.size, game.to_move) == (15, WHITE)
        assert sorted(f"{point:02X}" for point in game.stones) == result["handicap"]
        assert [move for _, move in game.moves] == moves_of(result)
        assert [colour for colour, _ in game.moves] == [(WHITE, BLACK)[n % 2] for n in range(len(game.moves))]
        text = (folder / f"seed-{key}.sgf").read_text()
        assert "RE[Void]" in text
        assert "PB[Wally]" in text


def test_a_game_that_is_there_already_stays(journal, tmp_path, capsys):
    for _ in range(2):
        assert main(["sweep", "--summary", str(journal), "--sgf", str(tmp_path)]) == 0
    mine = tmp_path / "seed-2.sgf"
    mine.write_text("mine")
    assert main(["sweep", "--summary", str(journal), "--sgf", str(tmp_path)]) == 1
    assert "seed-2.sgf exists already" in capsys.readouterr().err
    assert mine.read_text() == "mine"


def test_a_game_tells_who_counted_it():
    result = outcome("passes").result
    name, content = games.record({"engine": "straw {seed}"}, "7", result)
    assert name == "seed-7.sgf"
    for part in (b"PB[Wally]", b"PW[straw 7]", b"RE[W+12.5]", b"Counted by Straw 0.1."):
        assert part in content
    assert b"RE[B+R]" in games.record({}, "1", outcome("resign").result)[1]


# ------------------------------------------------------------ the report


def test_the_report_counts_every_game_and_every_answer(results):
    report = RANDOM.report({}, results)
    thinking, quantities, ends, handicaps = report.tables
    answers = [cycles for result in results.values() for each in result["cycles"].values() for cycles in each]
    assert sum(row[1] for row in thinking.rows) == len(answers)
    assert max(row[-2] for row in thinking.rows) == max(answers)
    assert sum(report.histograms[0].counts.values()) == len(answers)
    assert all(row[1] == len(results) for row in quantities.rows)
    assert sum(sum(row[1:5]) for row in ends.rows) == len(results)
    assert sum(row[1] for row in handicaps.rows) == len(results)
    assert sum(row[2] for row in handicaps.rows) == sum(row[1] for row in ends.rows)
    assert sum(row[3] for row in handicaps.rows) == sum(sum(row[1:4]) for row in ends.rows)


def test_games_without_an_answer_are_reported_too():
    _, results = done(SELF, 1, opening=2, moves=2)
    assert results["1"]["slowest"] == {}
    assert games.worst("1", results["1"]) == Sample(0, "seed 1")
    assert RANDOM.report({}, results).tables[0].rows == []
