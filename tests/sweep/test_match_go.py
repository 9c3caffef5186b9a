"""Matches of Go: the rules by another referee, colours, openings, other programs that misbehave, refusals."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from statistics import fmean

import pytest
from sgfmill import boards

from host.cli.main import main
from host.experiments.sweeps import go_game, match_go, sweep
from host.experiments.sweeps.go_game import line_of
from host.experiments.sweeps.journal import read
from host.experiments.sweeps.match_go import MATCH_GO
from host.experiments.sweeps.workload import ForeignWorker, Task, WrongUse, fits, made_by
from host.games.go import gtp, sgf
from host.games.go.rules import Colour
from tests.sweep.toys import keep

ENGINE = Path(__file__).parents[1] / "games" / "go" / "engine.py"


def engine(how):
    return shlex.join([sys.executable, str(ENGINE), how])


def planned(*players, **options):
    return MATCH_GO.plan({"players": list(players), "judge": "alive", "games": 1, **options})


def played(*players, **options):
    plan = planned(*players, **options)
    return [Task(MATCH_GO.do, plan.parameters, made_by()).outcome(item) for item in plan.items]


def result_of(*players, **options):
    (outcome,) = played(*players, **options)
    assert outcome.error is None
    assert fits(outcome.result, match_go.SHAPE)
    assert json.loads(json.dumps(outcome.result)) == outcome.result
    return outcome.result


# ------------------------------------------------------------ the rules, by sgfmill


def replayed(result, size):
    """The board at the end, and the stones that each side has taken; sgfmill makes the moves."""
    board, taken = boards.Board(size), {"b": 0, "w": 0}

    def where(vertex):
        row, column = divmod(gtp.point(vertex, size), size + 1)
        return size - row, column - 1

    for vertex in result["handicap"]:
        board.play(*where(vertex), "b")
    colour = result["first"][0]
    for vertex in result["moves"].split():
        if vertex != "pass":
            before = len(board.list_occupied_points())
            board.play(*where(vertex), colour)
            taken[colour] += before + 1 - len(board.list_occupied_points())
        colour = "w" if colour == "b" else "b"
    return board, taken, where


def check_counts(result, size):
    """The counts with every stone alive, and without the dead ones."""
    board, taken, where = replayed(result, size)
    assert result["captured"] == {"black": taken["b"], "white": taken["w"]}
    for name, dead in (("alive", []), ("judged", [where(each) for each in result["dead"]])):
        stones = {
            own: [point for colour, point in board.list_occupied_points() if colour == own and point not in dead]
            for own in "bw"
        }
        left = boards.Board(size)
        left.apply_setup(stones["b"], stones["w"], [])
        prisoners = taken["b"] - taken["w"]
        prisoners += sum(1 if board.get(*point) == "w" else -1 for point in dead)
        assert result[name]["area"] == left.area_score()
        assert result[name]["territory"] == left.area_score() - len(stones["b"]) + len(stones["w"]) + prisoners


@pytest.fixture(scope="module")
def random_games():
    plan = planned("random", "random", size=7, games=6, judge="random")
    return plan.parameters, {item.key: MATCH_GO.do(plan.parameters, item) for item in plan.items}


def test_games_are_counted_as_another_referee_counts_them(random_games):
    _, results = random_games
    for result in results.values():
        check_counts(result, 7)
        lead = result["judged"]["area"]
        assert result["winner"] == ("black" if lead > 0 else "white" if lead < 0 else "draw")
        assert result["counted_by"] == "the host, dead stones found by 100 random games"
    assert len({result["moves"] for result in results.values()}) == 6
    assert {result["end"] for result in results.values()} <= {"passes", "repetition"}


def test_stones_taken_and_points_are_reported_for_each_player(random_games):
    parameters, results = random_games
    (table,) = [each for each in MATCH_GO.report(parameters, results).tables if each.title.startswith("stones taken")]
    first, second = (dict(zip(table.columns, row, strict=True)) for row in table.rows)
    assert (first["stones taken"], first["stones lost"]) == (second["stones lost"], second["stones taken"])
    # the first player has black in games 1, 3 and 5
    taken = [each["captured"]["black" if int(key) % 2 else "white"] for key, each in results.items()]
    lead = [each["judged"]["territory"] * (1 if int(key) % 2 else -1) for key, each in results.items()]
    assert first["stones taken"] == pytest.approx(fmean(taken))
    assert first["points"] - second["points"] == pytest.approx(fmean(lead))


def test_rules_and_komi_decide_who_has_won(random_games):
    _, results = random_games
    for key, result in results.items():
        for rules in ("area", "territory"):
            lead = result["judged"][rules]
            for komi, winner in ((lead - 0.5, "black"), (lead, "draw"), (lead + 0.5, "white")):
                (one,) = [
                    each.result
                    for each in played(
                        "random", "random", size=7, seed=int(key), judge="random", rules=rules, komi=komi
                    )
                ]
                assert (one["moves"], one["winner"]) == (result["moves"], winner)
        break


# ------------------------------------------------------------ colours and openings


def test_colours_take_turns_and_two_games_have_the_same_opening():
    first, second, third = (each.result for each in played("random", engine("passes"), size=15, games=3, moves=8))
    assert (first["black"], second["black"], third["black"]) == ("random", engine("passes"), "random")
    openings = [each["moves"].split()[:4] for each in (first, second, third)]
    assert openings[0] == openings[1] != openings[2]
    assert all(each["first"] == "black" for each in (first, second, third))
    assert all(line_of(gtp.point(vertex, 15), 15) in (3, 4, 5) for each in openings for vertex in each)


def test_black_can_be_named_and_then_each_game_has_its_own_opening():
    for black, player in (("first", "random"), ("second", engine("passes"))):
        found = [each.result for each in played("random", engine("passes"), size=15, games=2, moves=4, black=black)]
        assert {each["black"] for each in found} == {player}
        assert found[0]["moves"] != found[1]["moves"]


def test_handicap_stones_are_the_first_players_and_white_moves_first():
    result = result_of("random", engine("passes"), size=9, handicap=5, moves=6, opening=0)
    assert (result["black"], result["first"]) == ("random", "white")
    assert {*result["handicap"]} == {"C3", "G7", "C7", "G3", "E5"}
    result = result_of("random", engine("passes"), size=9, handicap=2, moves=2, black="second", opening=0)
    assert (result["black"], {*result["handicap"]}) == (engine("passes"), {"C3", "G7"})


def test_wally_has_black_his_own_board_and_his_own_stones():
    plan = planned("random", "wally", handicap=17, opening=0, moves=11)
    assert plan.parameters["size"] == 15
    result = MATCH_GO.do(plan.parameters, plan.items[0])
    assert (result["black"], result["white"], len(result["handicap"])) == ("wally", "random", 17)
    assert (result["end"], len(result["cycles"]["black"]), result["cycles"]["white"]) == ("limit", 5, [])
    assert all(10_000 < cycles < 200_000 for cycles in result["cycles"]["black"])
    check_counts(result, 15)


def test_the_programs_of_the_6600_play_each_other():
    plan = planned("nps", "zobrist", size=9, games=2, quick=True, moves=16)
    for item in plan.items:
        result = MATCH_GO.do(plan.parameters, item)
        assert (result["end"], result["fault"]) == ("limit", None)
        assert [len(result["cycles"][each]) for each in ("black", "white")] == [6, 6]
        check_counts(result, 9)
        if item.key == "2":
            assert (result["black"], result["white"]) == ("zobrist", "nps")
            assert MATCH_GO.do(plan.parameters, item) == result  # whatever the machines have played before


# ------------------------------------------------------------ judges


def test_a_judge_says_which_stones_are_dead():
    result = result_of("random", engine("passes"), size=15, moves=9, opening=6, judge=engine("judge"))
    dead = {*result["dead"]}
    board, _, where = replayed(result, 15)
    assert {where(each) for each in dead} == {point for colour, point in board.list_occupied_points() if colour == "b"}
    assert result["judged"]["area"] == -225
    assert (result["counted_by"], result["winner"]) == ("Straw 0.1", "white")
    check_counts(result, 15)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("die-counting", "the judge: the engine ended with exit status 3 at 'final_status_list dead'"),
        ("passes", "the judge: the engine refuses 'final_status_list dead'"),
        ("pass", "the judge: the engine's dead stones are 'A1 PASS'"),
    ],
)
def test_a_judge_that_fails_is_replaced_and_named(how, words):
    result = result_of("random", "random", size=15, moves=30, judge=engine(how))
    assert words in result["fault"]
    assert result["culprit"] is None
    assert result["counted_by"] == go_game.JUDGES["random"]
    assert MATCH_GO.spoilt(result) == ""  # the game is a game
    assert "the judge: 1 games spoilt" in MATCH_GO.report(planned("random", "random").parameters, {"1": result}).remarks


def test_gnu_go_is_the_judge_if_it_is_there(monkeypatch):
    monkeypatch.setattr(go_game.shutil, "which", lambda name, path: f"/here/{name}")
    assert go_game.usual_judge() == "/here/gnugo --mode gtp --level 1 --chinese-rules"
    monkeypatch.setattr(go_game.shutil, "which", lambda name, path: None)
    assert go_game.usual_judge() == "random"


# ------------------------------------------------------------ programs that misbehave


@pytest.mark.parametrize(
    ("how", "end", "words"),
    [
        ("die", "crash", "ended with exit status 3 at 'genmove black'; its output: 'segmentation fault, dear'"),
        ("garbage", "fault", "answers 'genmove black' with 'I would rather play chess.'"),
        ("taken", "fault", "the engine (black) plays"),
        ("Z99", "fault", "the engine's move is 'Z99'"),
        ("refuse", "fault", "the engine refuses 'play"),
    ],
)
def test_a_game_that_a_program_spoils_is_nobodys_and_says_whose_fault_it_was(how, end, words):
    result = result_of(engine(how), "random", size=15, black="first")
    assert (result["end"], result["winner"], result["culprit"]) == (end, "nobody", "black")
    assert (result["judged"], result["alive"], result["counted_by"]) == (None, None, "nobody")
    assert words in result["fault"]
    assert MATCH_GO.spoilt(result) == result["fault"]


def test_a_program_that_is_silent_ends_the_game_too(monkeypatch):
    monkeypatch.setattr("host.games.engine.FAREWELL", 0.1)
    result = result_of("random", engine("silent"), size=15, black="first", timeout=2.0)
    assert (result["end"], result["winner"], result["culprit"]) == ("timeout", "nobody", "white")
    assert "no response to 'genmove white' within 2 seconds" in result["fault"]


def test_who_resigns_has_lost():
    result = result_of(engine("resign"), "random", size=15, black="first")
    assert (result["end"], result["winner"], result["judged"]) == ("resignation", "white", None)
    assert match_go.record(planned("random", "random").parameters, "1", result)[1].count(b"RE[W+R]") == 1


def test_another_program_in_the_worker_stops_the_match():
    plan = planned("wally", "random")
    parameters = {**plan.parameters, "programs": {"wally": "something else"}}
    with pytest.raises(ForeignWorker, match="another wally"):
        MATCH_GO.do(parameters, plan.items[0])


def test_templates_that_change_between_two_games_are_noticed(tmp_path, monkeypatch):
    deck = match_go.find_source(match_go.FOLDER / "zobrist.templates")
    plan = planned("zobrist", "random", size=9)
    mine = tmp_path / "zobrist.templates"
    mine.write_text(deck.read_text(encoding="utf-8") + "\n* another remark", encoding="utf-8")
    monkeypatch.setattr(match_go, "find_source", lambda path: mine)
    with pytest.raises(ForeignWorker, match="another zobrist"):
        MATCH_GO.do(plan.parameters, plan.items[0])


# ------------------------------------------------------------ the command


def command(path, *words):
    return main(["match", *map(str, words), "--output", str(path), "--jobs", "2"])


def test_a_match_by_processes_goes_on_after_an_interruption(tmp_path, capfd):
    """An engine that dies in the games with even seeds; half of the journal is lost."""
    odd = tmp_path / "odd.sh"
    odd.write_text(f"[ $(($1 % 2)) = 1 ] && exec {engine('passes')}\nexec {engine('die')}\n")
    words = [
        "random",
        f"sh {odd} {{seed}}",
        "--size",
        15,
        "--judge",
        "alive",
        "--games",
        6,
        "--moves",
        40,
        "--sgf",
        tmp_path / "g",
    ]
    whole, part = tmp_path / "whole.sqlite", tmp_path / "part.sqlite"
    assert command(whole, *words) == 0
    out, err = capfd.readouterr()
    assert "game 2: the engine ended with exit status 3" in err
    part.write_bytes(whole.read_bytes())
    keep(part, 3)
    assert command(part, *words) == 0
    again, err = capfd.readouterr()
    assert "(3 are done)" in err
    assert again == out
    assert read(part).results == read(whole).results
    ends = {key: result["end"] for key, result in read(whole).results.items()}
    assert {key for key, end in ends.items() if end == "crash"} == {"2", "4", "6"}
    assert f"sh {odd} {{seed}}: 3 games spoilt" in out
    assert main(["sweep", "--summary", str(whole)]) == 0
    assert capfd.readouterr().out == out
    for key, result in read(whole).results.items():
        game = sgf.read(tmp_path / "g" / f"game-{key}.sgf")
        assert game.size == 15
        assert [gtp.vertex(move, 15) for _, move in game.moves] == result["moves"].split()
        assert (game.moves[0][0], game.to_move) == (Colour.BLACK, Colour.BLACK)


def test_a_tournament_has_a_cross_table(tmp_path, capsys):
    words = ["random", "random", engine("passes"), "--size", 15, "--games", 2, "--moves", 30, "--judge", "alive"]
    assert main(["match", *map(str, words), "--output", str(tmp_path / "x"), "--jobs", "1", "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    rows = report["tables"]["cross table"]
    assert {row["points"] for row in rows} == {"random (1)", "random (2)", engine("passes")}
    assert sorted(row["all"].split("/")[1] for row in rows) == ["4", "4", "4"]
    assert [row["games"] for row in report["tables"]["results of the first of two"]] == [2, 2, 2]
    assert {*read(tmp_path / "x").results} == {f"{pair}-{seed}" for pair in ("1-2", "1-3", "2-3") for seed in (1, 2)}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["wally"], "a match has two players, or more"),
        (["wally", "wally"], "wally plays black only: two such players cannot play each other"),
        (["random", "wally", "--black", "first"], "wally plays black only: name it with --black second"),
        (["wally", "random", "--size", "19"], "wally cannot play on 19 by 19: expected 15"),
        (["nps", "wally", "--size", "13"], "wally cannot play on 13 by 13: expected 15"),
        (["random", "random", "--size", "26"], "--size 26: expected 5 to 25"),
        (
            ["random", "random", "--size", "8", "--handicap", "5"],
            "--handicap 5: invalid number of stones: expected",
        ),
        (["wally", "random", "--handicap", "18"], "--handicap 18: Wally places 0 or 2 to 17"),
        (["wally", "samuel:3"], "players of different games: wally plays Go, samuel:3 plays checkers"),
        (["rook", "nps"], "players of different games: rook plays the endings, nps plays Go"),
        (["wally", "zobrits"], "cannot start the engine 'zobrits': No such file or directory; did you mean 'zobrist'?"),
        (["wally", "no-such-thing"], "No such file or directory; expected wally, wally-walk, nps, zobrist or a GTP"),
        (["wally", ""], "'' is not a player: expected wally,"),
        (["wally", engine("small")], "cannot play: the engine refuses 'boardsize 15': 'unacceptable size'"),
        (["wally", engine("never")], "cannot play: the engine ended with exit status 0"),
        (["wally", "random", "--judge", engine("never")], "cannot count: the engine ended with exit status 0"),
        (
            ["wally", "random", "--judge", "nobody"],
            "cannot start the engine 'nobody': No such file or",
        ),
        (["wally", "random", "--move-time", "3"], "a match in Go has no option --move-time: it has --games,"),
        (["wally", "random", "--pdn", "games"], "a match in Go has no option --pdn: it has --games,"),
        (["wally", "random", "--komi", "0.3"], "'0.3' is not a komi: expected points, such as 6.5"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(words, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sweep, "Journal", None)
    if "--judge" not in words:
        words = [*words, "--judge", "alive"]
    with pytest.raises(SystemExit) as stop:
        main(["match", *words])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


def test_on_a_cluster_other_programs_are_not_tried_out_here(monkeypatch):
    monkeypatch.setattr(sweep, "sweep", lambda name, options, output, **others: (name, others["scheduler"]))
    players, options = ["wally", "no-such-thing"], {"judge": "alive"}
    with pytest.raises(WrongUse, match="cannot start"):
        sweep.match(players, options, folders={})
    assert sweep.match(players, options, folders={}, scheduler="tcp://host:1") == ("match-go", "tcp://host:1")
