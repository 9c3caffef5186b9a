"""The moves of all pieces at once, by shifts and masks of four words; the programs of the 704 are compared with it.

It shares nothing with rules.py but what a piece is. Captures of several pieces are followed on an explicit stack,
as there is no recursion on a 704.

Source: A. G. Bell, Games Playing with Computers, section 3.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from host.games.boards import Colour
from host.games.checkers.samuel import VALID, Words, empty, word

OFFSETS = (4, 5, -4, -5)  # to Samuel's number of the next square
FORWARD = {Colour.BLACK: OFFSETS[:2], Colour.WHITE: OFFSETS[2:]}
KING_ROW = {Colour.BLACK: word(range(29, 33)), Colour.WHITE: word(range(1, 5))}


class Sides(NamedTuple):
    """The four words as the side to move sees them."""

    men: int
    kings: int
    their_men: int
    their_kings: int


def sides(words: Words, colour: Colour) -> Sides:
    """Return the words from one side's point of view."""
    black_men, white_men, black_kings, white_kings = words
    if colour is Colour.BLACK:
        return Sides(black_men, black_kings, white_men, white_kings)
    return Sides(white_men, white_kings, black_men, black_kings)


def from_side(sides: Sides, colour: Colour) -> Words:
    """Return the words of what one side sees."""
    men, kings, their_men, their_kings = sides
    if colour is Colour.BLACK:
        return Words(men, their_men, kings, their_kings)
    return Words(their_men, men, their_kings, kings)


class Jumping(NamedTuple):
    """A capture that may not be complete: the board without the piece that jumps, and where that one is."""

    sides: Sides
    at: int  # one bit
    king: bool
    jumped: bool


def shifted(bits: int, offset: int) -> int:
    """Return bits moved to the squares with numbers larger by `offset`; what is no square may remain."""
    return bits >> offset if offset > 0 else bits << -offset


def movers(words: Words, colour: Colour, offset: int) -> int:
    """Return the pieces that may move in a direction, if they need not capture."""
    return able(words, colour, offset) & shifted(empty(words), -offset)


def jumpers(words: Words, colour: Colour, offset: int) -> int:
    """Return the pieces that can capture in a direction."""
    _, _, their_men, their_kings = sides(words, colour)
    behind = shifted(empty(words), -offset)
    return able(words, colour, offset) & shifted((their_men | their_kings) & behind, -offset)


def able(words: Words, colour: Colour, offset: int) -> int:
    """Return the pieces that go in a direction at all."""
    men, kings, _, _ = sides(words, colour)
    return men | kings if offset in FORWARD[colour] else kings


def single_bits(bits: int) -> Iterator[int]:
    """Yield the ones of a word, the rightmost first."""
    while bits:
        rest = bits & (bits - 1)
        yield bits ^ rest
        bits = rest


# ---------------------------------------------------------------- whole moves


def successors(words: Words, colour: Colour) -> list[Words]:
    """Return what becomes of a position by every move; each path of a capture counts."""
    jumping = {offset: jumpers(words, colour, offset) for offset in OFFSETS}
    if any(jumping.values()):
        starts = jumping[4] | jumping[5] | jumping[-4] | jumping[-5]
        return [each for start in single_bits(starts) for each in captures(words, colour, start)]
    return [
        moved(words, colour, start, shifted(start, offset))
        for offset in OFFSETS
        for start in single_bits(movers(words, colour, offset))
    ]


def moved(words: Words, colour: Colour, start: int, end: int) -> Words:
    """Return the words behind a move without capture."""
    board = sides(words, colour)
    king = bool(board.kings & start)
    return put_down(lifted(board, start), end, king, colour)


def lifted(board: Sides, start: int) -> Sides:
    """Return the board without one of the own pieces."""
    return board._replace(men=board.men & ~start, kings=board.kings & ~start)


def put_down(board: Sides, end: int, king: bool, colour: Colour) -> Words:
    """Return the words with the own piece on its last square, crowned if it is the far row."""
    men, kings, their_men, their_kings = board
    if king or end & KING_ROW[colour]:
        return from_side(Sides(men, kings | end, their_men, their_kings), colour)
    return from_side(Sides(men | end, kings, their_men, their_kings), colour)


def captures(words: Words, colour: Colour, start: int) -> Iterator[Words]:
    """Yield what becomes of a position by every capture of one piece."""
    board = sides(words, colour)
    stack = [Jumping(lifted(board, start), start, bool(board.kings & start), False)]
    while stack:
        here = stack.pop()
        further = [] if not here.king and here.at & KING_ROW[colour] else list(jumps(here, colour))
        stack += further
        if here.jumped and not further:
            yield put_down(here.sides, here.at, here.king, colour)


def jumps(here: Jumping, colour: Colour) -> Iterator[Jumping]:
    """Yield the single jumps from where a piece is now."""
    men, kings, their_men, their_kings = here.sides
    free = ~(men | kings | their_men | their_kings) & VALID
    for offset in OFFSETS if here.king else FORWARD[colour]:
        over = shifted(here.at, offset) & (their_men | their_kings)
        end = shifted(over, offset) & free
        if end:
            left = Sides(men, kings, their_men & ~over, their_kings & ~over)
            yield Jumping(left, end, here.king, True)


def count(words: Words, colour: Colour) -> int:
    """Return how many moves there are; if none of them captures, without making them."""
    if any(jumpers(words, colour, offset) for offset in OFFSETS):
        return len(successors(words, colour))
    return sum(movers(words, colour, offset).bit_count() for offset in OFFSETS)


def counts(words: Words, colour: Colour, depth: int) -> list[int]:
    """Return how many sequences of 1, 2, ... `depth` moves there are; equal positions are expanded once."""
    found, level = [], Counter({words: 1})
    for remaining in reversed(range(depth)):
        found.append(sum(times * count(each, colour) for each, times in level.items()))
        below: Counter[Words] = Counter()
        for each, times in level.items() if remaining else ():
            for after in successors(each, colour):
                below[after] += times
        level, colour = below, colour.other
    return found
