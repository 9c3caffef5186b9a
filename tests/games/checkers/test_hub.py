"""The words of the Hub protocol, and programs of others that speak it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from random import Random

import draughts
import pytest

from host.games.checkers import hub
from host.games.checkers.hub import HubError, move_written, parse, position_written, read_move, read_position, turned
from host.games.checkers.notation import parse_position
from host.games.checkers.rules import OPENING
from host.games.engine import Crash, EngineError, HubEngine, Silence
from tests.games.checkers.boards import stored_positions

ENGINE = Path(__file__).with_name("hub_engine.py")


def engine(how, timeout=20.0):
    return HubEngine(shlex.join([sys.executable, str(ENGINE), how]), timeout)


def two_moves(how, timeout=20.0):
    with engine(how, timeout) as program:
        program.begin()
        first = program.choose(OPENING, [], 1)
        reply = OPENING.played(first).legal_moves()[0]
        return program.title, first, program.choose(OPENING, [first, reply], 1)


# ------------------------------------------------------------ words


def test_a_line_is_a_command_and_its_arguments():
    line = parse('  go think  pv="11-15 22-18" score=-0.10  empty="" flag ')
    assert line == ("go", {"think": "", "pv": "11-15 22-18", "score": "-0.10", "empty": "", "flag": ""})
    assert parse("") == parse("  ") == ("", {})
    assert parse(hub.written("id", name='a "b" c', machine_time=1)) == ("id", {"name": "a 'b' c", "machine-time": "1"})


@pytest.mark.parametrize("text", ['pos moves="11-15', "pos =3", 'pos a=b"c'])
def test_what_is_not_an_argument_is_an_error_that_shows_it(text):
    with pytest.raises(HubError, match=r"cannot read '.*': expected NAME=VALUE"):
        parse(text)


def test_positions_are_read_as_they_are_written():
    for known in stored_positions():
        assert read_position(position_written(known.position)) == known.position


def test_a_turned_position_is_the_one_that_another_library_sends():
    """pydraughts holds the positions of English draughts with White first, as on other boards."""
    for known in stored_positions():
        theirs = draughts.Board(variant="english", fen=known.position.fen)
        assert position_written(turned(known.position)) == theirs._game.initial_hub_fen
        assert turned(turned(known.position)) == known.position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a position: expected B or W and 32 squares, as Bbbb"),
        ("W" + 51 * "e", "is not a position"),
        ("X" + 32 * "e", "is not a position"),
        ("Bx" + 31 * "e", "'x' on square 1 is not a piece"),
        ("Bw" + 31 * "e", "there is a white man on 1, where it would be a king"),
        ("B" + 31 * "e" + "b", "there is a black man on 32"),
    ],
)
def test_what_is_not_a_position_is_an_error(text, message):
    with pytest.raises(HubError, match=message):
        read_position(text)


# ------------------------------------------------------------ programs of others


def test_an_engine_says_who_it_is_and_makes_legal_moves():
    title, first, second = two_moves("well")
    assert title == "Straw 0.1"
    reply = OPENING.played(first).legal_moves()[0]
    assert second in OPENING.played(first).played(reply).legal_moves()


def test_the_opening_has_a_letter_for_each_square():
    assert position_written(OPENING) == "B" + 12 * "b" + 8 * "e" + 12 * "w"
    assert position_written(parse_position("W:WK32,5:B27,K1")) == "WBeeew" + 21 * "e" + "b" + 4 * "e" + "W"


@pytest.mark.parametrize("seed", range(3))
def test_all_moves_of_games_are_written_as_another_library_writes_them(seed):
    chance, position = Random(seed), OPENING
    captures = 0
    while position.legal_moves() and captures < 40:
        legal = position.legal_moves()
        theirs = draughts.Board(variant="english", fen=position.fen)
        assert {move_written(move) for move in legal} == {move.hub_move for move in theirs.legal_moves()}
        for move in legal:
            assert read_move(move_written(move), position).end == move.end
            assert position.played(read_move(move_written(move), position)) == position.played(move)
        captures += len(legal[0].captured)
        position = position.played(chance.choice(legal))


def test_captured_squares_may_be_left_out_where_one_move_can_be_meant():
    position = parse_position("B:W15:B11")
    (move,) = position.legal_moves()
    assert read_move("11x18", position) == read_move("11x18x15", position) == move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a move: expected one such as 11x18x15"),
        ("castles", "'castles' is not a move"),
        ("11-16", "11-16 is not legal: legal are 11x18x15"),
        ("11x18x14", "11x18x14 is not legal: legal are 11x18x15"),
        ("11-18", "11-18 is not legal: legal are 11x18x15"),
    ],
)
def test_what_is_no_legal_move_is_an_error(text, message):
    with pytest.raises(HubError, match=message):
        read_move(text, parse_position("B:W15:B11"))


def test_captures_of_different_men_between_the_same_squares_are_told_apart_by_what_they_take():
    """A king goes from 2 over 6, 14 and 23 to 27, or over 7, 15 and 23."""
    position = parse_position("B:W6,14,7,15,23:BK2")
    assert read_move("2x27x6x14x23", position).path == (2, 9, 18, 27)
    assert read_move("2x27x7x15x23", position).path == (2, 11, 18, 27)
    with pytest.raises(HubError, match="2x27 is not legal: legal are"):
        read_move("2x27", position)


@pytest.mark.parametrize(
    ("how", "kind", "message"),
    [
        ("die", Crash, "ended with exit status 3 at 'go think'; its output: 'stack overflow, dear'"),
        ("1-32", EngineError, "the engine's move: 1-32 is not legal: legal are"),
        ("nonsense", EngineError, "the engine's move: 'nonsense' is not a move"),
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
    with engine("well") as program, pytest.raises(EngineError, match=r"'hub' with 'param name=book .* expected wait"):
        program.begin()
