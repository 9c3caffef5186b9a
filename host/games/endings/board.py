"""The board of an ending in which White has a king and a rook or a queen, Black a king: as tables of all positions.

Squares are numbers, a1 0, b1 1, to h8 63. A position is three of them, White's king, his piece and Black's king; a
table has a value for each: [king, piece, black king].
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SIDE, SQUARES = 8, 64
FILES = "abcdefgh"
STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
LINES = {"R": STRAIGHT, "Q": STRAIGHT + DIAGONAL}  # piece -> directions, in files and ranks
KING = STRAIGHT + DIAGONAL

Yes = NDArray[np.bool_]
Numbers = NDArray[np.uint8]


class Position(NamedTuple):
    """Where the men stand."""

    king: int
    piece: int
    black: int


def square(name: str) -> int:
    """Return the number of a square; raises ValueError for what is none."""
    if len(name) != 2 or name[0] not in FILES or name[1] not in "12345678":
        raise ValueError(f"'{name}' is no square: expected a1 to h8")
    return FILES.index(name[0]) + SIDE * (int(name[1]) - 1)


def name(square: int) -> str:
    """Return the name of a square."""
    return f"{FILES[square % SIDE]}{square // SIDE + 1}"


def line(start: int, direction: tuple[int, int]) -> Iterator[int]:
    """Yield the squares from one, which does not count, to the edge."""
    file, rank = start % SIDE + direction[0], start // SIDE + direction[1]
    while 0 <= file < SIDE and 0 <= rank < SIDE:
        yield file + SIDE * rank
        file, rank = file + direction[0], rank + direction[1]


def steps(direction: tuple[int, int]) -> tuple[list[int], list[int]]:
    """Return the squares from which a king can go in a direction, and those to which he comes."""
    pairs = [(start, target) for start in range(SQUARES) for target in list(line(start, direction))[:1]]
    return [start for start, _ in pairs], [target for _, target in pairs]


@cache
def near() -> Yes:
    """Return, for two squares, whether they touch or are the same: where two kings cannot stand."""
    file, rank = np.arange(SQUARES) % SIDE, np.arange(SQUARES) // SIDE
    across = np.abs(file[:, None] - file)
    return np.asarray(np.maximum(across, np.abs(rank[:, None] - rank)) <= 1)


@cache
def attacks(piece: str) -> Yes:
    """Return [king, piece, square]: whether the piece attacks the square. Its own king stands in the way."""
    found = np.zeros((SQUARES, SQUARES, SQUARES), np.bool_)
    for start in range(SQUARES):
        for direction in LINES[piece]:
            free = np.ones(SQUARES, np.bool_)  # the king's squares that leave the line open so far
            for target in line(start, direction):
                free[target] = False
                found[free, start, target] = True
    return found


@cache
def possible() -> Yes:
    """Return [king, piece, black king]: whether the men can stand so at all; Black is to move."""
    apart = ~np.eye(SQUARES, dtype=np.bool_)
    return np.asarray(~near()[:, None, :] & apart[:, :, None] & apart[None, :, :])


@cache
def white_to_move(piece: str) -> Yes:
    """Return [king, piece, black king]: whether it can be White's move. Then Black is not in check."""
    return np.asarray(possible() & ~attacks(piece))


@cache
def open_to_black(piece: str) -> Yes:
    """Return [king, piece, square]: whether Black's king may go there if it is near him; where the piece is, too.

    He does not stand in the piece's way himself: it attacks him along its line, and behind him.
    """
    return np.asarray(~attacks(piece) & ~near()[:, None, :])


@cache
def starts(piece: str, black: int | None = None) -> tuple[Position, ...]:
    """Return all positions in which it can be White's move, in their order; or those with Black's king on a square."""
    every = np.argwhere(white_to_move(piece))
    chosen = every if black is None else every[every[:, 2] == black]
    return tuple(Position(*each) for each in chosen.tolist())
