"""Matches of checkers: the 704's program as it plays by itself, other programs by the Hub protocol."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from host.cli.main import main
from host.experiments.sweeps.board_games import SHAPE
from host.experiments.sweeps.checkers import CHECKERS, MATCH_CHECKERS
from host.experiments.sweeps.journal import read
from host.experiments.sweeps.workload import ForeignWorker, Task, fits, made_by
from host.games.checkers import pdn

ENGINE = Path(__file__).parents[1] / "games" / "checkers" / "hub_engine.py"


def engine(how):
    return shlex.join([sys.executable, str(ENGINE), how])


def planned(*players, **options):
    return MATCH_CHECKERS.plan({"players": list(players), "games": 1, **options})


def results_of(*players, **options):
    plan = planned(*players, **options)
    outcomes = [Task(MATCH_CHECKERS.do, plan.parameters, made_by()).outcome(item) for item in plan.items]
    assert [each.error for each in outcomes] == [None] * len(outcomes)
    for each in outcomes:
        assert fits(each.result, SHAPE)
        assert json.loads(json.dumps(each.result)) == each.result
    return [each.result for each in outcomes]


def test_two_machines_play_the_games_that_one_plays_with_itself():
    """The openings are the same: those of game 1 and 2 here are that of seed 1 there. Pruned they think less."""
    first, second = results_of("samuel:1", "samuel:2", games=2, moves=60)
    assert (first["black"], second["black"]) == ("samuel:1", "samuel:2")
    for result, depths in ((first, (1, 2)), (second, (2, 1))):
        plan = CHECKERS.plan({"games": 1, "depth": depths[0], "white_depth": depths[1], "moves": 60})
        alone = CHECKERS.do(plan.parameters, plan.items[0])
        assert {name: result[name] for name in ("moves", "end", "winner")} == {
            name: alone[name] for name in ("moves", "end", "winner")
        }
        assert all(sum(result["cycles"][side]) < sum(alone["cycles"][side]) for side in ("black", "white"))


def test_a_program_that_speaks_hub_plays_legal_games():
    first, second = results_of("samuel:2", engine("well"), games=2)
    assert (first["black"], second["black"]) == ("samuel:2", engine("well"))
    assert first["titles"] == {"black": "samuel", "white": "Straw 0.1"}
    assert {first["winner"], second["winner"]} == {"black", "white"}  # samuel wins both
    for result in (first, second):
        assert (result["end"], result["fault"]) == ("no moves", None)
        name, content = MATCH_CHECKERS.record(planned("random", "random").parameters, "7", result)
        (game,) = pdn.read(content.decode(), name)  # which plays the moves again
        assert " ".join(map(str, game.moves)) == result["moves"]
        assert game.result == {"white": "1-0", "black": "0-1"}[result["winner"]]
        own = next(colour for colour in ("black", "white") if result[colour] == "samuel:2")
        half = len(result["moves"].split()) - 4
        assert len(result["cycles"][own]) in (half // 2, -(-half // 2))


@pytest.mark.parametrize(
    ("how", "end", "words"),
    [
        ("die", "crash", "ended with exit status 3 at 'go think'; its output: 'stack overflow, dear'"),
        ("1-32", "fault", "the engine's move: 1-32 is not legal: legal are"),
        ("error", "fault", "the engine refuses 'go think'"),
    ],
)
def test_a_game_that_a_program_spoils_is_nobodys(how, end, words):
    result, other = results_of("random", engine(how), games=2)
    assert (result["end"], result["winner"], result["culprit"]) == (end, "nobody", "white")
    assert (other["end"], other["winner"], other["culprit"]) == (end, "nobody", "black")
    assert words in result["fault"] == MATCH_CHECKERS.spoilt(result)
    report = MATCH_CHECKERS.report(planned("random", engine(how)).parameters, {"1": result, "2": other})
    assert f"{engine(how)}: 2 games spoilt" in report.remarks


def test_chance_is_the_seeds():
    assert results_of("random", "random", games=3) == results_of("random", "random", games=3)
    games = {each["moves"] for each in results_of("random", "random", games=4)}
    assert len(games) == 4
    openings = [each["moves"].split()[:4] for each in results_of("random", "random", games=4)]
    assert openings[0] == openings[1] != openings[2] == openings[3]


def test_another_program_in_the_worker_stops_the_match():
    plan = planned("samuel", "random")
    with pytest.raises(ForeignWorker, match="another program"):
        MATCH_CHECKERS.do({**plan.parameters, "program": "?"}, plan.items[0])


def test_a_match_is_a_command_and_its_journal_a_sweeps(tmp_path, capsys):
    words = ["samuel:1", "random", engine("well"), "--games", "2", "--moves", "10", "--pdn", str(tmp_path / "games")]
    path = tmp_path / "match.sqlite"
    assert main(["match", *words, "--output", str(path), "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "samuel:1, IBM 704" in out
    assert "cross table" in out
    assert {each.name for each in (tmp_path / "games").iterdir()} == {f"game-{key}.pdn" for key in read(path).results}
    assert main(["sweep", "--summary", str(path)]) == 0
    assert capsys.readouterr().out == out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["samuel:21", "random"], "'samuel:21' is not a player: expected samuel:1 to samuel:20"),
        (["samuel:x", "random"], "'samuel:x' is not a player"),
        (["samuel"], "a match has two players, or more"),
        (["samuel", "no-such-thing"], "'no-such-thing' cannot play: cannot start the engine"),
        (["samuel", "hub:"], "'hub:' is not a player"),
        (["samuel", "random", "--size", "8"], "a match in checkers has no option --size"),
        (["samuel", "random", "--sgf", "x"], "a match in checkers has no option --sgf"),
        (["samuel", "best"], "players of different games: samuel plays checkers, best plays the endings"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(words, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["match", *words])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


def test_a_program_that_speaks_gtp_is_no_player_of_checkers(capsys, monkeypatch):
    monkeypatch.setattr("host.games.engine.FAREWELL", 0.1)
    with pytest.raises(SystemExit):
        main(["match", "samuel", engine("gtp"), "--timeout", "0.5"])
    assert "cannot play: no response to 'hub' within 0.5 seconds" in capsys.readouterr().err
