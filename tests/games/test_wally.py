"""Wally, operated by keypad and display."""

from __future__ import annotations

import pytest

from host.games import wally_board
from host.games.go.rules import Colour
from host.games.wally import HANDICAPS, RefusedEntry, Wally
from tests.kim1.wally import BLACK, DATA, EMPTY, WHITE, known_positions, program

COLOURS = {BLACK: Colour.BLACK, WHITE: Colour.WHITE}


@pytest.fixture(scope="module", params=wally_board.PROGRAMS)
def wally(request):
    return Wally("compiled", request.param)


def stones(board):
    """Return the stones of a board of 256 characters."""
    return {point: COLOURS[what] for point, what in enumerate(board) if what in COLOURS}


@pytest.mark.parametrize("name", wally_board.PROGRAMS)
def test_the_addresses_are_those_of_the_sources(name):
    symbols = program(name).symbols
    assert symbols["BOARD"] == wally_board.BOARD
    assert symbols["BLACK"] == wally_board.BLACK_CODE
    assert symbols["WHITE"] == wally_board.WHITE_CODE
    assert symbols["EMPTY"] == wally_board.EMPTY_CODE


@pytest.mark.parametrize("handicap", HANDICAPS)
def test_a_new_game_has_its_handicap_stones_and_nothing_else(wally, handicap):
    wally.new_game()
    wally.answer(0x33)
    wally.new_game(handicap)
    assert list(wally.stones.values()) == [Colour.BLACK] * handicap


@pytest.mark.parametrize("handicap", [1, 18, 99])
def test_an_impossible_handicap_is_refused(wally, handicap):
    with pytest.raises(RefusedEntry):
        wally.new_game(handicap)
    wally.new_game()
    assert wally.stones == {}


def test_a_game_typed_on_the_keypad_is_the_games_of_the_model(wally):
    first, *exchanges = [
        line.split() for line in (DATA / "game.txt").read_text().splitlines() if not line.startswith("#")
    ]
    wally.new_game(int(first[0]))
    expected = wally.stones
    for move, answer, taken, _ in exchanges:
        assert wally.answer(int(move, 16)) == int(answer, 16)
        expected |= {int(move, 16): Colour.WHITE} if move != "00" else {}
        expected |= {int(answer, 16): Colour.BLACK} if answer != "00" else {}
        for each in [] if taken == "-" else taken.split(","):
            del expected[int(each, 16)]
        assert wally.stones == expected


def test_an_entry_that_is_refused_changes_nothing(wally):
    wally.new_game(9)
    before = wally.stones
    for point in (0x44, 0x10, 0x01, 0x0F):
        with pytest.raises(RefusedEntry):
            wally.answer(point)
    assert wally.stones == before
    assert wally.answer(0x34) in wally.stones


def test_positions_put_on_the_board_by_hand_are_answered_as_the_model_answers_them(wally):
    wally.new_game()
    positions = known_positions()[::3]
    assert len(positions) > 100
    for known in positions:
        wally.put(stones(known.board))
        assert wally.stones == stones(known.board)
        assert wally.answer(0) == known.move
        assert wally.stones == stones(known.after)


def test_stones_on_the_board_are_taken_off_and_change_sides_by_hand(wally):
    wally.new_game(17)
    wally.put({0x88: Colour.WHITE})
    assert wally.stones == {0x88: Colour.WHITE}
    wally.put({})
    assert wally.stones == {}
    assert EMPTY not in COLOURS
