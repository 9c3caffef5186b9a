"""The search of Samuel's paper of 1959, as docs/ibm704/checkers.md describes it: a model to compare with.

Plain minimax over the rules of checkers, with recursion and without words of bits. A score is what samuel_terms.py
makes of a board; all values are for the side that has just moved there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from host.games.checkers.generators import PLAYED
from host.games.checkers.rules import Move, Position
from host.games.checkers.samuel import samuel
from tests.ibm704 import samuel_terms as terms

WIN = 2**34
MAN = 2 * terms.UNIT
TWO_KINGS = 6
DIRECTIONS = (4, 5, -4, -5)  # to Samuel's number of the next square, in the order in which moves are found

FEW, DEEPER = 9, 1  # with fewer pieces than that on the board the search begins with, a ply later
PLIES = {"PLYMIN": 3, "PLYJMP": 4, "PLYOFR": 5, "PLYAHD": 11, "PLYMAX": 20}  # see `ends`


def direction(start: int, end: int) -> int:
    """Return which of the directions a step or a jump goes."""
    difference = samuel(end) - samuel(start)
    return DIRECTIONS.index(difference if difference in DIRECTIONS else difference // 2)


def order(move: Move) -> tuple[object, ...]:
    """Return when a move is found: steps by direction, captures by piece, and the last direction of a piece first."""
    ways = [direction(*step) for step in zip(move.path, move.path[1:], strict=False)]
    square = -samuel(move.start)
    return (square, *(-way for way in ways)) if move.captured else (*ways, square)


def moves(position: Position) -> list[Move]:
    """Return all moves in the order in which they are looked at: what was found last is the first."""
    return sorted(position.legal_moves(), key=order, reverse=True)


POLYNOMIAL = {name: factor for name, factor in PLAYED.items() if factor}


@cache
def ratings(position: Position) -> tuple[int, ...]:
    """Return the ratings of the terms below."""
    board = terms.Seen(position)
    return tuple(terms.RATINGS[name](board) for name in POLYNOMIAL)


def static(position: Position, before: Position) -> int:
    """Return the score of a board by the polynomial that the program begins with."""
    changes = (now - then for now, then in zip(ratings(position), ratings(before), strict=True))
    weighed = sum(factor * change for factor, change in zip(POLYNOMIAL.values(), changes, strict=True))
    return terms.piece_advantage(position) + terms.SCALE * weighed


def lead(position: Position) -> int:
    """Return how much one side is ahead, in units of which a man has 2 and a king 3."""
    board = terms.Seen(position)
    return abs(board.material(board.active) - board.material(board.passive))


def shrunk(value: int) -> int:
    """Return a value a move further away."""
    return value - (value > 0) + (value < 0)


@dataclass
class Search:
    """A search; what it counts."""

    plies: Mapping[str, int]
    more: int = 0
    nodes: int = 0
    scored: int = 0
    deepest: int = 0

    def best(self, position: Position) -> tuple[int, Position]:
        """Return what the position is worth to the side to move, and the position after its best move."""
        self.more = DEEPER if len(position.pieces) < FEW else 0
        values = [(shrunk(value), after) for value, after in self.successors(position, 0)]
        return max(values, key=lambda found: found[0])  # the first of equal ones

    def successors(self, position: Position, ply: int) -> Iterator[tuple[int, Position]]:
        """Yield the values of all boards after a move, for who makes it."""
        for move in moves(position):
            after = position.played(move)
            yield self.value(after, position, bool(move.captured), ply + 1), after

    def value(self, position: Position, before: Position, jumped: bool, ply: int) -> int:
        """Return the value of a board for the side that has just moved there."""
        self.nodes += 1
        self.deepest = max(self.deepest, ply)
        legal = position.legal_moves()
        if not legal:
            return WIN
        jump = bool(legal[0].captured)
        if ply < self.plies["PLYMAX"] and not self.ends(position, jumped, jump, ply):
            return -max(shrunk(value) for value, _ in self.successors(position, ply))
        self.scored += 1
        return static(position, before) - MAN * (jump and ply >= self.plies["PLYMAX"])

    def ends(self, position: Position, jumped: bool, jump: bool, ply: int) -> bool:
        """Return whether a line ends at this ply. `jumped`: the last move was one, `jump`: the next one must be."""
        ply -= self.more
        if ply < self.plies["PLYMIN"]:
            return False
        if jump:
            return ply >= self.plies["PLYAHD"] and lead(position) > TWO_KINGS
        if jumped and ply < self.plies["PLYJMP"]:
            return False
        return ply >= self.plies["PLYOFR"] or not terms.forced(terms.Seen(position))
