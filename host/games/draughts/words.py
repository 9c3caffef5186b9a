"""A position of draughts as the program of the 6600 holds it: words of 60 bits, one bit for each square.

Square n has the number s = n + (n - 1) // 10, 1 to 54 without 11, 22, 33 and 44, and is bit s of a word, counted from
the right. asm/cdc6600/drboard.compass draws it, and has what else is to be said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from host.games.boards import Colour
from host.games.checkers.rules import KINGS, MEN, Piece
from host.games.draughts.rules import SQUARES, Move, Position

BLACK = 1 << 59  # with the kings: Black is to move


class Board(NamedTuple):
    """A board on the program's stack."""

    ours: int  # pieces of the side to move
    his: int
    kings: int  # of both, and who is to move
    move: int  # where the last move began and ended


class Successor(NamedTuple):
    """A move, and the position behind it."""

    move: Move
    position: Position


def number(square: int) -> int:
    """Return the number of a square, 1 to 54."""
    return square + (square - 1) // 10


NUMBERS = {number(square): square for square in SQUARES}


def word(squares: Iterable[int]) -> int:
    """Return the word with these squares."""
    return sum({1 << number(square) for square in squares})


def squares(word: int) -> list[int]:
    """Return the squares of a word; other bits are left out."""
    return [square for bit, square in NUMBERS.items() if word >> bit & 1]


VALID = word(SQUARES)


def board_of(position: Position) -> Board:
    """Return a position as the four words."""
    sides = {colour: word(at for at, each in position.pieces.items() if each.colour is colour) for colour in Colour}
    kings = word(at for at, each in position.pieces.items() if each.king)
    turn = BLACK if position.to_move is Colour.BLACK else 0
    return Board(sides[position.to_move], sides[position.to_move.other], kings | turn, 0)


def position_of(words: Sequence[int]) -> Position:
    """Return the position that a board is."""
    ours, his, kings, _ = words
    to_move = Colour.BLACK if kings & BLACK else Colour.WHITE
    pieces: dict[int, Piece] = {}
    for colour, side in ((to_move, ours), (to_move.other, his)):
        pieces |= {square: (KINGS if kings >> number(square) & 1 else MEN)[colour] for square in squares(side)}
    return Position(pieces, to_move)


def move_between(before: Sequence[int], after: Sequence[int]) -> Move:
    """Return the move that leads from a board to one of its successors."""
    ends = squares(after[3])
    (start,) = [each for each in ends if before[0] >> number(each) & 1]
    end = next((each for each in ends if each != start), start)
    return Move(start, end, frozenset(squares(before[1] & ~after[0])))
