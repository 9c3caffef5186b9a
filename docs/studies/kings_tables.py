"""Perfect play of kings against kings at checkers: all positions, worked out backwards from the end.

    tables = Tables(3, 2)    three kings against two, and what captures make of them: 16 seconds of a processor, 700 MB
    tables.end(position, Colour.WHITE)

A set of squares is a word, bit n - 1 for square n. The number of a position is that of the set of kings to move, among
all sets of so many squares, then that of the other side's.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from host.games.boards import Colour
from host.games.checkers.rules import SQUARES, Move, Position, beside

WAYS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
OPEN, NONE = -1, -2  # not won or lost, as far as is known; two kings on one square

Words = NDArray[np.uint32]
Numbers = NDArray[np.int32]


def bit(square: int | None) -> int:
    """Return the word of a square, 0 for none."""
    return 1 << square - 1 if square else 0


NEXT = [[square and beside(square, way) for square in (0, *SQUARES)] for way in WAYS]
BEYOND = [[square and beside(square, way, 2) for square in (0, *SQUARES)] for way in WAYS]
BITS = np.array([bit(square) for square in (0, *SQUARES)], np.uint32)
OVER = [BITS[[square or 0 for square in way]] for way in NEXT]
ENDS = [np.array([square or 0 for square in way]) for way in BEYOND]


def sets(count: int) -> Words:
    """Return all sets of so many squares, sorted."""
    return np.sort(np.array([sum(map(bit, chosen)) for chosen in combinations(SQUARES, count)], np.uint32))


class Tables:
    """Moves of both sides to the end for all positions of up to `white` kings against up to `black`.

    `values`: an even number if who is to move loses, an odd one if they win, OPEN if neither can.
    """

    def __init__(self, white: int, black: int) -> None:
        self.sets = [sets(count) for count in range(max(white, black) + 1)]
        self.first = dict[tuple[int, int], int]()
        self.values = np.empty(0, np.int16)
        pairs = [(more, fewer) for more in range(1, white + 1) for fewer in range(black + 1)]
        for pair in sorted(pairs, key=sum):
            if pair[::-1] not in self.first:
                self._solve(*pair)

    def _solve(self, white: int, black: int) -> None:
        """Work out the positions of one number of kings against another, whoever is to move."""
        begin = len(self.values)
        for kinds in dict.fromkeys([(black, white), (white, black)]):
            own, other = self._all(*kinds)
            self.first[kinds] = len(self.values)
            self.values = np.append(self.values, np.where(own & other, NONE, OPEN).astype(np.int16))
        edges = [self._edges(*kinds) for kinds in dict.fromkeys([(black, white), (white, black)]) if kinds[0]]
        source, target = (np.concatenate(ends) for ends in zip(*edges, strict=True))
        number = 0
        while number <= self.values.max() + 1:
            after = self.values[target]
            if number % 2:
                self.values[source[after == number - 1]] = number
            else:  # lost if each move lets the other side win by now
                escapes = np.zeros(len(self.values), bool)
                escapes[source[(after < 0) | (after % 2 == 0) | (after > number)]] = True
                self.values[begin:][(self.values[begin:] == OPEN) & ~escapes[begin:]] = number
            left = self.values[source] == OPEN
            source, target = source[left], target[left]
            number += 1

    def _all(self, own: int, other: int) -> tuple[Words, Words]:
        """Return the kings to move, and the others, of all positions in the order of their numbers."""
        return np.repeat(self.sets[own], len(self.sets[other])), np.tile(self.sets[other], len(self.sets[own]))

    def _number(self, own: Words, other: Words, counts: tuple[int, int]) -> Numbers:
        """Return the numbers of positions."""
        rows, columns = (
            np.searchsorted(self.sets[count], words) for count, words in zip(counts, (own, other), strict=True)
        )
        return (self.first[counts] + rows * len(self.sets[counts[1]]) + columns).astype(np.int32)

    def _edges(self, own: int, other: int) -> tuple[Numbers, Numbers]:
        """Return the numbers of the positions before and after all moves."""
        mine, theirs = self._all(own, other)
        legal, captures = mine & theirs == 0, np.zeros(len(mine), bool)
        found = list[tuple[Numbers, Numbers]]()
        first = self.first[own, other]
        for square in SQUARES:
            at = np.flatnonzero(legal & (mine & BITS[square] > 0)).astype(np.int32)
            rest, squares = mine[at] ^ BITS[square], np.full(len(at), square)
            for before, kings, left, taken in jumps(at, rest, squares, theirs[at], 0):
                captures[before] = True
                found.append((first + before, self._number(left, kings, (other - taken, own))))
        for square in SQUARES:
            for to in filter(None, (way[square] for way in NEXT)):
                here = legal & ~captures & (mine & BITS[square] > 0) & ((mine | theirs) & BITS[to] == 0)
                at = np.flatnonzero(here).astype(np.int32)
                kings = mine[at] ^ (BITS[square] | BITS[to])
                found.append((first + at, self._number(theirs[at], kings, (other, own))))
        source, target = (np.concatenate(ends) for ends in zip(*found, strict=True))
        return source, target

    # ------------------------------------------------------------ of positions

    def _value(self, position: Position) -> int:
        """Return the value of a position."""
        words = dict.fromkeys(Colour, 0)
        for square, piece in position.pieces.items():
            words[piece.colour] |= bit(square)
        own, other = words[position.to_move], words[position.to_move.other]
        if not own:
            return 0
        counts = own.bit_count(), other.bit_count()
        return int(self.values[self._number(np.array(own, np.uint32), np.array(other, np.uint32), counts)])

    def end(self, position: Position, winner: Colour) -> int | None:
        """Return the moves of both sides to the end, None if a side does not win."""
        value = self._value(position)
        wins = position.to_move if value % 2 else position.to_move.other
        return value if value >= 0 and wins is winner else None

    def defence(self, position: Position) -> Move:
        """Return the best move of the side to move: it wins first, or does not lose, or loses last."""

        def worth(move: Move) -> float:
            value = self._value(position.played(move))
            return 0 if value < 0 else 1 / (1 + value) if value % 2 == 0 else -1 / value

        return max(position.legal_moves(), key=worth)


def jumps(
    at: Numbers, rest: Words, squares: NDArray[np.int_], left: Words, taken: int
) -> Iterator[tuple[Numbers, Words, Words, int]]:
    """Yield captures to their ends: the positions at the start, both sides' kings after it, how many were taken.

    `rest`: the kings of the side to move without the one on `squares`, which has taken so many.
    """
    ended = np.full(len(at), taken > 0)
    for over, ends in zip(OVER, ENDS, strict=True):
        end = ends[squares]
        can = (over[squares] & left > 0) & (end > 0) & ((rest | left) & BITS[end] == 0)
        ended &= ~can
        if can.any():
            yield from jumps(at[can], rest[can], end[can], left[can] ^ over[squares][can], taken + 1)
    yield at[ended], rest[ended] | BITS[squares[ended]], left[ended], taken
