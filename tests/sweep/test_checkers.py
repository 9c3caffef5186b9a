"""The workload checkers-self: games of the 704 against itself, played again by the rules."""

from __future__ import annotations

import json

import pytest

from host.cli.main import main
from host.experiments.sweeps.checkers import CHECKERS
from host.experiments.sweeps.workload import ForeignWorker, Item, WrongUse, fits
from host.games.checkers.notation import parse_move
from host.games.checkers.rules import ENDS, RESIGNATION, Game


def done(count=3, **options):
    plan = CHECKERS.plan({"games": count, "depth": 1, **options})
    return plan.parameters, {item.key: CHECKERS.do(plan.parameters, item) for item in plan.items}


@pytest.fixture(scope="module")
def results():
    return done(4)[1]


def replayed(result):
    game = Game()
    for move in result["moves"].split():
        game.play(parse_move(move, game.position))
    if result["end"] == RESIGNATION:
        game.resign(game.position.to_move)
    return game


def test_games_are_legal_and_end_as_the_rules_say(results):
    for result in results.values():
        game = replayed(result)
        assert (game.result.reason, result["winner"]) == (
            result["end"],
            game.result.winner.value if game.result.winner else "draw",
        )
        assert result["end"] in ENDS
        assert fits(result, CHECKERS.shape)
        assert fits(json.loads(json.dumps(result)), CHECKERS.shape)


def test_every_move_behind_the_opening_has_its_figures(results):
    for result in results.values():
        count = len(result["moves"].split()) - 4
        for figures in (result["cycles"], result["nodes"]):
            assert abs(len(figures["black"]) - len(figures["white"])) <= 1
            assert len(figures["black"]) + len(figures["white"]) == count
        assert min(result["cycles"]["black"]) > 1000


def test_the_seed_decides_the_game_whatever_was_played_before(results):
    assert len({result["moves"] for result in results.values()}) == 4
    parameters, again = done(1, seed=3)
    assert again["3"] == results["3"]
    assert CHECKERS.do(parameters, Item("3", 3)) == results["3"]


def test_white_may_look_further_ahead_than_black():
    _, found = done(1, white_depth=3, moves=20, opening=2)
    nodes = found["1"]["nodes"]
    assert sum(nodes["white"]) > 4 * sum(nodes["black"])
    assert (found["1"]["end"], found["1"]["winner"]) == ("limit", "nobody")
    assert len(found["1"]["moves"].split()) == 20


def test_a_long_opening_may_end_a_game():
    parameters, found = done(1, opening=500)
    result = found["1"]
    assert replayed(result).result is not None
    assert result["cycles"] == {"black": [], "white": []}
    assert CHECKERS.worst("1", result).value == 0
    assert CHECKERS.report(parameters, found).tables


def test_depths_that_the_program_does_not_know_are_refused():
    for options in ({"depth": 21}, {"white_depth": 30}):
        with pytest.raises(WrongUse, match="the program looks 1 to 20 moves ahead"):
            CHECKERS.plan(options)


def test_a_worker_with_another_program_refuses_to_play():
    plan = CHECKERS.plan({"games": 1})
    with pytest.raises(ForeignWorker, match="another program"):
        CHECKERS.do({**plan.parameters, "program": "0"}, plan.items[0])


def test_the_report_counts_every_game_and_every_move(results):
    report = CHECKERS.report({"depth": 1, "white_depth": 1}, results)
    cycles, nodes, games, ends = report.tables
    moves = sum(len(result["moves"].split()) - 4 for result in results.values())
    assert sum(row[1] for row in cycles.rows) == sum(row[1] for row in nodes.rows) == moves
    assert games.rows[0][1] == 4
    assert sum(sum(row[1:5]) for row in ends.rows) == 4
    assert sum(report.histograms[0].counts.values()) == moves
    most = max(CHECKERS.worst(key, result).value for key, result in results.items())
    assert most == max(row[-2] for row in cycles.rows)


def test_the_command_plays_and_goes_on(tmp_path, capsys):
    file = str(tmp_path / "games.sqlite")
    command = [
        "sweep",
        "checkers-self",
        "--games",
        "2",
        "--depth",
        "1",
        "--moves",
        "8",
        "--jobs",
        "1",
        "--output",
        file,
    ]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert "2 of 2 games" in first
    assert "limit" in first
    assert main(command) == 0
    assert capsys.readouterr().out == first
