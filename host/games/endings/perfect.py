"""Endings in which White has a king and a rook or a queen, Black a king: the board as tables, and perfect play.

Squares are numbers, a1 0, b1 1, to h8 63. A position is three of them, White's king, his piece and Black's king; a
table has a value for each: [king, piece, black king]. How far every position is from mate, by retrograde analysis:

    white  [king, piece, black king], White to move: his moves up to mate
    black  the same, Black to move: White's moves up to mate; 0 is mate

`NEVER` stands where White cannot mate, or the men cannot stand so.
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
    """The squares of the men."""

    king: int
    piece: int
    black: int


def square(name: str) -> int:
    """Return the number of a square; raises ValueError for an invalid one."""
    if len(name) != 2 or name[0] not in FILES or name[1] not in "12345678":
        raise ValueError(f"'{name}' is not a square: expected a1 to h8")
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


# ---------------------------------------------------------------- perfect play


NEVER = 255
NOWHERE = -1  # instead of a square: Black cannot move
SHAPE = (SQUARES, SQUARES, SQUARES)


class Perfect(NamedTuple):
    """The tables of one ending."""

    white: Numbers
    black: Numbers
    reply: NDArray[np.int8]  # [king, piece, black king], Black to move: to which square the best defender goes

    def moves(self, position: Position) -> int:
        """Return how many moves White needs, who is to move."""
        return int(self.white[position])

    def answer(self, position: Position) -> int:
        """Return where Black's king goes, or NOWHERE."""
        return int(self.reply[position])


@cache
def perfect(piece: str) -> Perfect:
    """Return perfect play with a rook (R) or a queen (Q)."""
    white, black = np.full(SHAPE, NEVER, np.uint8), np.full(SHAPE, NEVER, np.uint8)
    while True:  # after n rounds all mates in n moves are known
        found = black_distance(piece, white)
        if np.array_equal(found, black):
            return Perfect(white, black, best_replies(piece, white))
        black, white = found, white_distance(piece, found)


def white_distance(piece: str, black: Numbers) -> Numbers:
    """Return White's moves up to mate: one more than after his best move."""
    best = np.full(SHAPE, NEVER, np.uint8)
    for direction in KING:
        here, there = steps(direction)
        best[here] = np.minimum(best[here], black[there])
    reach = attacks(piece)
    for target in range(SQUARES):
        behind = np.where(reach[:, :, target, None], black[:, None, target, :], np.uint8(NEVER))
        best = np.minimum(best, behind)
    return np.where(white_to_move(piece) & (best < NEVER), best + np.uint8(1), np.uint8(NEVER))


def black_distance(piece: str, white: Numbers) -> Numbers:
    """Return White's moves up to mate when Black moves as well as he can. A piece that he takes is never."""
    worst, movable = np.zeros(SHAPE, np.uint8), np.zeros(SHAPE, np.bool_)
    for direction in KING:
        start, target = steps(direction)
        may = open_to_black(piece)[:, :, target]
        movable[:, :, start] |= may
        worst[:, :, start] = np.maximum(worst[:, :, start], np.where(may, white[:, :, target], np.uint8(0)))
    lost = movable | attacks(piece)  # else it is stalemate
    return np.where(possible() & lost, worst, np.uint8(NEVER))


def best_replies(piece: str, white: Numbers) -> NDArray[np.int8]:
    """Return Black's best moves: the longest way to mate; of equal ones to the lowest square, a1, a2, to h8."""
    longest, reply = np.zeros(SHAPE, np.uint8), np.full(SHAPE, NOWHERE, np.int8)
    for direction in sorted(KING):  # by files, then by ranks
        start, target = steps(direction)
        value: Numbers = white[:, :, target]
        better: Yes = open_to_black(piece)[:, :, target] & (value > longest[:, :, start])
        longest[:, :, start] = np.where(better, value, longest[:, :, start])
        reply[:, :, start] = np.where(better, np.array(target, np.int8), reply[:, :, start])
    return np.where(possible(), reply, np.int8(NOWHERE))
