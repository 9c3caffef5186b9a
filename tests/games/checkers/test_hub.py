"""Programs that speak the Hub protocol: what they are told, how their moves are read."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from random import Random

import draughts
import pytest

from host.games.checkers.notation import parse_position
from host.games.checkers.rules import OPENING
from host.games.engine import Crash, EngineError, HubEngine, Silence, hub_move, hub_position, read_hub_move

ENGINE = Path(__file__).with_name("hub_engine.py")


def engine(how, timeout=20.0):
    return HubEngine(shlex.join([sys.executable, str(ENGINE), how]), timeout)


def two_moves(how, timeout=20.0):
    with engine(how, timeout) as program:
        program.begin()
        first = program.choose(OPENING, [], 1)
        reply = OPENING.played(first).legal_moves()[0]
        return program.title, first, program.choose(OPENING, [first, reply], 1)


def test_an_engine_says_who_it_is_and_makes_legal_moves():
    title, first, second = two_moves("well")
    assert title == "Straw 0.1"
    reply = OPENING.played(first).legal_moves()[0]
    assert second in OPENING.played(first).played(reply).legal_moves()


def test_the_opening_has_a_letter_for_each_square():
    assert hub_position(OPENING) == "B" + 12 * "b" + 8 * "e" + 12 * "w"
    assert hub_position(parse_position("W:WK32,5:B27,K1")) == "WBeeew" + 21 * "e" + "b" + 4 * "e" + "W"


@pytest.mark.parametrize("seed", range(3))
def test_all_moves_of_games_are_written_as_another_library_writes_them(seed):
    chance, position = Random(seed), OPENING
    captures = 0
    while position.legal_moves() and captures < 40:
        legal = position.legal_moves()
        theirs = draughts.Board(variant="english", fen=position.fen)
        assert {hub_move(move) for move in legal} == {move.hub_move for move in theirs.legal_moves()}
        for move in legal:
            assert read_hub_move(hub_move(move), position).end == move.end
            assert position.played(read_hub_move(hub_move(move), position)) == position.played(move)
        captures += len(legal[0].captured)
        position = position.played(chance.choice(legal))


def test_captured_squares_may_be_left_out_where_one_move_can_be_meant():
    position = parse_position("B:W15:B11")
    (move,) = position.legal_moves()
    assert read_hub_move("11x18", position) == read_hub_move("11x18x15", position) == move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the engine's move is '': expected a move such as 11x18x15"),
        ("castles", "the engine's move is 'castles'"),
        ("11-16", "the engine plays 11-16: legal are 11x18x15"),
        ("11x18x14", "the engine plays 11x18x14: legal are 11x18x15"),
        ("11-18", "the engine plays 11-18: legal are 11x18x15"),
    ],
)
def test_what_is_no_legal_move_is_an_error(text, message):
    with pytest.raises(EngineError, match=message):
        read_hub_move(text, parse_position("B:W15:B11"))


def test_captures_of_different_men_between_the_same_squares_are_told_apart_by_what_they_take():
    """A king goes from 2 over 6, 14 and 23 to 27, or over 7, 15 and 23."""
    position = parse_position("B:W6,14,7,15,23:BK2")
    assert read_hub_move("2x27x6x14x23", position).path == (2, 9, 18, 27)
    assert read_hub_move("2x27x7x15x23", position).path == (2, 11, 18, 27)
    with pytest.raises(EngineError, match="the engine plays 2x27: legal are"):
        read_hub_move("2x27", position)


@pytest.mark.parametrize(
    ("how", "kind", "message"),
    [
        ("die", Crash, "ended with exit status 3 at 'go think'; its output: 'stack overflow, dear'"),
        ("1-32", EngineError, "the engine plays 1-32: legal are"),
        ("nonsense", EngineError, "the engine's move is 'nonsense'"),
        ("error", EngineError, "the engine refuses 'go think': 'error message"),
    ],
)
def test_an_engine_that_misbehaves_is_an_error_that_says_how(how, kind, message):
    with pytest.raises(kind, match=message):
        two_moves(how)


def test_an_engine_that_is_silent_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr("host.games.engine.FAREWELL", 0.1)
    with engine("silent") as program:
        program.begin()
        program.choose(OPENING, [], 1)
        program.timeout = 0.1
        with pytest.raises(Silence, match=r"no response to 'go think' within 0\.1 seconds"):
            program.choose(OPENING, [], 1)


def test_a_program_that_speaks_another_language_is_found_out(monkeypatch):
    monkeypatch.setattr("host.games.engine.FAREWELL", 0.1)
    with engine("gtp", 0.5) as program, pytest.raises(Silence, match=r"no response to 'hub' within 0\.5 seconds"):
        program.begin()


def test_somebody_who_talks_for_ever_is_broken_off(monkeypatch):
    monkeypatch.setattr("host.games.engine.CAREFUL", 2)
    with engine("well") as program, pytest.raises(EngineError, match=r"'hub' with 'id name=Straw .* expected wait"):
        program.begin()
