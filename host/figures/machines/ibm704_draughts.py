"""Draughts in Samuel's words, measured on the 704: its move generators called, its storage looked at.

Source: A. G. Bell, Games Playing with Computers, section 3.2.
"""

from __future__ import annotations

from functools import cache

from host.figures.measuring import Measured, measures
from host.games.checkers.generators import TABLE, WORDS, Generator, Successor
from host.games.checkers.notation import parse_position
from host.games.checkers.rules import OPENING, Position
from host.games.checkers.samuel import NAMES, WORD, samuel, words_of

LONE_KING = parse_position("B:W:BK18")
KING_AMONG_MEN = parse_position("B:W14,15,22,23:BK18")
MULTIPLE_CAPTURE = parse_position("B:W9,10,11,17,18,19,25,26,27:BK29")
ROW = 9  # words of the table: a square and eight others
SHIFTED = "the word in storage, S first; square 1 is bit 1 here, S in the book"


@cache
def generator(program: str) -> Generator:
    """Return a 704 with a move generator."""
    return Generator(program)


def successors(position: Position, program: str = WORDS) -> list[Successor]:
    """Return what the 704 makes of a position."""
    return list(generator(program).successors(words_of(position), position.to_move))


def steps(position: Position) -> list[int]:
    """Return how much Samuel's number grows with each move, upward first, the longest first."""
    found = {samuel(each.squares[1]) - samuel(each.squares[0]) for each in successors(position)}
    return sorted(found, key=lambda step: (step < 0, -abs(step)))


@measures("draughts.word")
def bits_of_a_word() -> Measured:
    """Let the program count ones."""
    return Measured(generator(WORDS).count(WORD), "what COUNT of the program finds in a word of ones")


@measures("draughts.words")
def words_for_a_position() -> Measured:
    """Look where the program keeps a position."""
    addresses = [generator(WORDS).address(name) for name in NAMES]
    return Measured(max(addresses) - min(addresses) + 1, f"{', '.join(NAMES)} of the program, one behind the other")


def stored(name: str, places: int = 0) -> str:
    """Return the 36 bits of a word in storage, S first, shifted to the left."""
    return f"{generator(WORDS).get(name) << places & WORD:036b}"


@measures("draughts.guards")
def squares_that_do_not_exist() -> Measured:
    """Look at the mask of squares."""
    squares = stored("BOARD")
    return Measured([place for place, bit in enumerate(squares, 1) if bit == "0"], f"zeros of {SHIFTED}; S is place 1")


@measures("draughts.steps")
def steps_of_moves_and_captures() -> Measured:
    """Let a king move in the middle of the board."""
    return Measured(steps(LONE_KING) + steps(KING_AMONG_MEN), "a king on 18, alone and among four men")


@measures("draughts.black")
def black_men() -> Measured:
    """Look at the word with which a game begins."""
    return Measured(stored("CTBM"), SHIFTED)


@measures("draughts.empty")
def empty_squares() -> Measured:
    """Look at the word of the empty squares after a call of the move generator."""
    successors(OPENING)
    return Measured(stored("EMPTY", 4), SHIFTED)


@measures("draughts.opening")
def men_that_can_move() -> Measured:
    """Look which men the moves of that direction begin with."""
    numbers = [tuple(map(samuel, each.squares)) for each in successors(OPENING)]
    able = sorted(start for start, end in numbers if end - start == 4)
    return Measured(able, "the moves by 4 that MOVES makes, in Samuel's numbers")


@measures("draughts.table")
def row_of_square_10() -> Measured:
    """Look at the table in storage."""
    machine = generator(TABLE)
    rows = [machine.words(machine.address("FIGURE") + ROW * index, ROW) for index in range(32)]
    row = next(row for row in rows if row[0] == 10)
    return Measured(row[1:], "FIGURE of asm/ibm704/table.sap")


@measures("draughts.branches")
def ways_on() -> Measured:
    """Look which squares come third; the branch that was stacked last is followed first."""
    followed = dict.fromkeys(each.squares[2] for each in successors(MULTIPLE_CAPTURE, TABLE))
    return Measured(list(followed)[::-1], f"in the order of stacking, {MULTIPLE_CAPTURE.fen}")


@measures("draughts.captures")
def final_positions() -> Measured:
    """Count the boards that differ."""
    found = successors(MULTIPLE_CAPTURE)
    return Measured(len({each.words for each in found}), f"of {len(found)} captures, same position")
