"""Perfect play in an ending, by retrograde analysis: how far every position is from mate.

    white  [king, piece, black king], White to move: his moves up to mate
    black  the same, Black to move: White's moves up to mate; 0 is mate

`NEVER` stands where White cannot mate, or the men cannot stand so.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from host.games.endings.board import (
    KING,
    SQUARES,
    Numbers,
    Position,
    Yes,
    attacks,
    open_to_black,
    possible,
    steps,
    white_to_move,
)

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
    """Return White's moves up to mate: one more than behind his best move."""
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
