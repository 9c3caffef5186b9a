"""The programs perft and tperft as an operator meets them: decks into the reader, lines on the printer."""

from __future__ import annotations

import pytest

from emulators.ibm704 import bcd
from emulators.ibm704.isa import DECREMENT_SHIFT, FIELD
from emulators.machine import Stop
from host.games.boards import Colour
from host.games.checkers.notation import parse_position
from host.games.checkers.rules import OPENING
from host.games.checkers.samuel import octal, words_of
from host.machines.ibm704.calls import assembled
from host.machines.ibm704.machine import Ibm704
from tests.games.checkers.test_bits import COUNTS

BOTH = pytest.mark.parametrize("program", ["perft", "tperft"])
FIGURE = parse_position("B:W9,10,11,17,18,19,25,26,27:BK29")
SECONDS = 1000  # of the machine


def machine(program, *cards, core_size=32768):
    """Return a 704 that has loaded the program, and these cards behind it, and has run until it stopped."""
    there = Ibm704(core="compiled", core_size=core_size)
    there.load_cards(program)
    feed(there, *cards)
    return there


def feed(there, *cards):
    there.put_cards([bcd.card(card) for card in cards])
    there.press("START" if there.m.cycles else "LOAD CARDS")
    assert there.run(seconds=SECONDS) == Stop.HALT
    assert there.reason == "program stop: HPR"


def lines(program, *cards):
    return [line.rstrip() for line in machine(program, *cards).paper]


def set_card(position):
    return " ".join(["SET", "B" if position.to_move is Colour.BLACK else "W", *map(octal, words_of(position))])


@BOTH
def test_sequences_of_moves_are_counted_from_the_opening(program):
    assert lines(program, "DEPTH 6") == [f"DEPTH {moves}  {count}" for moves, count in enumerate(COUNTS[:6], 1)]


@BOTH
def test_the_moves_are_shown_with_what_they_lead_to(program):
    shown = lines(program, "SHOW")
    expected = {
        (str(move), " " + " ".join(map(octal, words_of(OPENING.played(move))))) for move in OPENING.legal_moves()
    }
    assert set(zip(shown[::2], shown[1::2], strict=True)) == expected
    assert len(shown) == 2 * len(expected)


@BOTH
def test_the_multiple_capture_ends_in_four_positions_on_nine_paths(program):
    shown = lines(program, set_card(FIGURE), "SHOW", "DEPTH 2")
    paths, positions = shown[0:18:2], shown[1:18:2]
    assert {path.replace("X", "x") for path in paths} == {str(move) for move in FIGURE.legal_moves()}
    assert len(set(paths)) == 9
    assert len(set(positions)) == 4
    assert shown[18:] == ["DEPTH 1  9", "DEPTH 2  28"]  # the position has stayed


@BOTH
def test_a_position_for_white_and_the_opening_again(program):
    white = OPENING.played(OPENING.legal_moves()[0])
    assert white.to_move is Colour.WHITE
    expected = [f"DEPTH 1  {len(white.legal_moves())}", "DEPTH 1  7"]
    assert lines(program, set_card(white), "DEPTH 1", "NEW", "DEPTH 1") == expected


@BOTH
@pytest.mark.parametrize("core_size", [4096, 8192])
def test_smaller_machines_will_do(program, core_size):
    """Addresses and index registers are shorter there, and so is the stack."""
    there = machine(program, "DEPTH 4", set_card(FIGURE), "DEPTH 3", core_size=core_size)
    counted = [int(line.split()[2]) for line in there.paper]
    assert counted == [*COUNTS[:4], 9, 28, 112]


def test_it_stops_without_cards_and_goes_on_with_new_ones():
    there = machine("perft")
    assert list(there.paper) == []
    feed(there, "DEPTH 1")
    feed(there, "DEPTH 2")
    assert [line.rstrip() for line in there.paper] == ["DEPTH 1  7", "DEPTH 1  7", "DEPTH 2  49"]


@pytest.mark.parametrize(
    "card",
    [
        "HELLO",
        "",
        "DEPTH",
        "DEPTH 0",
        "DEPTH 21",
        "DEPTH X",
        "SET",
        "SET X 0 0 0 0",
        "SET B 0 0 0",
        "SET B 0 0 9 0",
        "SET B 400000000 0 0 0",  # square 9 is none
        "SET B 10 10 0 0",  # two men on a square
        "SET B 1 0 0 0",  # a black man on the row of kings
        "SET B 0 200000000000 0 0",  # a white one
    ],
)
def test_a_card_that_says_nothing_is_printed_and_changes_nothing(card):
    assert lines("perft", card, "DEPTH 1") == [f"BAD CARD  {card}".rstrip(), "DEPTH 1  7"]


def test_a_stack_that_is_full_is_an_answer_too():
    there = machine("perft")
    symbols = assembled("perft").symbols
    room = symbols["STACK"] + 60  # ten boards
    moves = there.peek(symbols["MAKE"])
    assert moves >> DECREMENT_SHIFT & FIELD == -symbols["LIMIT"] & FIELD
    there.poke(symbols["MAKE"], moves & ~(FIELD << DECREMENT_SHIFT) | (-room & FIELD) << DECREMENT_SHIFT)
    feed(there, "DEPTH 1", "DEPTH 5", "DEPTH 1")
    assert [line.rstrip() for line in there.paper] == ["DEPTH 1  7", "STORAGE FULL", "DEPTH 1  7"]
