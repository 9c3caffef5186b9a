"""Matches of the endings' programs: the best defender is the sweep's, a random one keeps to the rules."""

from __future__ import annotations

import json
import random

import chess
import pytest

from host.cli.main import main
from host.experiments.sweeps import endings
from host.experiments.sweeps.endings import MATCH_ENDINGS, at_random
from host.experiments.sweeps.journal import read
from host.experiments.sweeps.workload import fits
from host.games.endings.perfect import NOWHERE, Position, perfect, starts
from host.games.endings.program import Ending, Games, written
from tests.sweep.toys import keep


def results_of(*players, **options):
    plan = MATCH_ENDINGS.plan({"players": list(players), "games": 3, **options})
    found = {item.key: MATCH_ENDINGS.do(plan.parameters, item) for item in plan.items}
    for result in found.values():
        assert fits(result, endings.SHAPE)
        assert json.loads(json.dumps(result)) == result
    return plan.parameters, found


def board_of(start):
    king, piece, black = start.split()
    board = chess.Board(None)
    board.set_piece_at(chess.parse_square(king[1:]), chess.Piece.from_symbol("K"))
    board.set_piece_at(chess.parse_square(piece[1:]), chess.Piece.from_symbol(piece[0]))
    board.set_piece_at(chess.parse_square(black[1:]), chess.Piece.from_symbol("k"))
    return board


@pytest.mark.parametrize("players", [("rook:primitive", "best"), ("queen", "random"), ("rook", "random")])
def test_games_are_legal_and_end_as_they_say(players):
    """By another library's rules of chess."""
    _, results = results_of(*players, games=4)
    for result in results.values():
        board = board_of(result["start"])
        for text in result["moves"].split():
            board.push_san(next(board.san(move) for move in board.legal_moves if named(board, move) == text))
        assert (result["end"] == "mate") == board.is_checkmate()
        assert len(result["cycles"]["white"]) == -(-len(result["moves"].split()) // 2)
        assert min(result["cycles"]["white"]) > 1000


def named(board, move):
    return f"{board.piece_at(move.from_square).symbol().upper()}{chess.square_name(move.to_square)}"


def test_the_best_defender_is_that_of_the_sweep():
    _, results = results_of("rook", "best")
    for result in results.values():
        squares = [chess.parse_square(man[1:]) for man in result["start"].split()]
        game = Games(Ending("new")).game(Position(*squares))
        assert (result["moves"], result["end"], result["cycles"]["white"]) == (str(game), game.end, game.cycles)
        assert result["perfect"] == perfect("R").moves(Position(*squares)) <= len(game.moves)


def test_a_seed_gives_the_same_position_to_all():
    _, results = results_of("rook", "rook:primitive", "queen", "best", "random", games=2)
    assert len(results) == 12
    begun = {key.rpartition("-")[2]: set() for key in results}
    for key, result in results.items():
        begun[key.rpartition("-")[2]].add((result["white"] == "queen", result["start"]))
    assert all(len({start for queen, start in found if not queen}) == 1 for found in begun.values())
    assert results["1-5-1"] == results_of("rook", "random", games=1)[1]["1"]


@pytest.mark.parametrize("piece", ["R", "Q"])
def test_a_random_defender_makes_every_legal_move_and_no_other(piece):
    chance = random.Random(5)
    for start in random.Random(4).sample(starts(piece), 30):
        board = board_of(written(start, piece))
        board.turn = chess.BLACK
        legal = {move.to_square for move in board.legal_moves}
        found = {at_random(piece, chance)(start) for _ in range(80)}
        assert found == (legal or {NOWHERE})


def test_the_report_has_ends_lengths_and_times():
    parameters, results = results_of("rook", "best", "random")
    ends, lengths, times = MATCH_ENDINGS.report(parameters, results).tables
    assert ends.rows == [("rook - best", 3, 3, 0, 0, 0), ("rook - random", 3, 3, 0, 0, 0)]
    best = [len(each["cycles"]["white"]) for each in results.values() if each["black"] == "best"]
    assert lengths.rows[0][:3] == ("rook - best", 3, f"{sum(best) / 3:.2f}")
    assert lengths.rows[0][4] == max(best)
    assert times.rows[0][:2] == ("rook, CDC 6600", sum(len(each["cycles"]["white"]) for each in results.values()))


def test_a_match_goes_on_from_its_journal(tmp_path, capsys):
    words = ["match", "rook", "random", "--games", "4", "--quick", "--jobs", "1"]
    whole, part = tmp_path / "whole.sqlite", tmp_path / "part.sqlite"
    assert main([*words, "--output", str(whole)]) == 0
    part.write_bytes(whole.read_bytes())
    keep(part, 2)
    assert main([*words, "--output", str(part)]) == 0
    assert read(part) == read(whole)
    assert {*read(whole).results} == {"1", "2", "3", "4"}
    assert "instructions at ten million a second" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rook", "queen"], "rook, queen have no opponent: expected best or random, too"),
        (
            ["best", "random"],
            "best, random have no opponent: expected rook:VERSION, queen, bishops, knight or triangles, too",
        ),
        (
            ["rook:queen", "best"],
            "'rook:queen' is not a player: expected rook:primitive, rook:new, rook:repaired, queen, bishops, knight or"
            " triangles",
        ),
        (["rook", "gnugo"], "'gnugo' plays no endings: expected best or random"),
        (["rook", "best", "--opening", "3"], "a match in the endings has no option --opening"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(words, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["match", *words])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []
