"""The rules of checkers: which moves a position allows, and what a move does.

Squares have the numbers 1 to 32 of the game's literature, from Black's side of the board to White's:

         col 0  1  2  3  4  5  6  7
    row 0    .  1  .  2  .  3  .  4      Black begins on 1-12 and moves first, downwards here;
    row 1    5  .  6  .  7  .  8  .      White begins on 21-32 and moves upwards.
    row 2    .  9  . 10  . 11  . 12
        ...
    row 7   29  . 30  . 31  . 32  .

A man moves one square diagonally forward, a king in all four directions; either captures by jumping over an enemy
next to it on to the empty square behind, and goes on jumping with the same piece for as long as it can. Who can
capture must, but may choose among captures, the longest or not. A man that reaches the far row becomes a king, and
his move ends there. Who cannot move has lost.

Source: World Checkers/Draughts Federation, Rules of Draughts, section 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from emulators.errors import IronboardError
from host.games.boards import Colour

SQUARES = range(1, 33)
SIZE = 8  # rows and columns

Place = tuple[int, int]  # row and column, from 0


class IllegalMove(IronboardError):
    """A move that the rules do not allow."""


class Piece(Enum):
    """What can stand on a square. The value is the letter of a board in text."""

    BLACK_MAN = "b"
    WHITE_MAN = "w"
    BLACK_KING = "B"
    WHITE_KING = "W"

    @property
    def colour(self) -> Colour:
        """Whose it is."""
        return Colour.BLACK if self in (Piece.BLACK_MAN, Piece.BLACK_KING) else Colour.WHITE

    @property
    def king(self) -> bool:
        """Whether it has been crowned."""
        return self in (Piece.BLACK_KING, Piece.WHITE_KING)

    @property
    def crowned(self) -> Piece:
        """What it is on the far row."""
        return KINGS[self.colour]


MEN = {Colour.BLACK: Piece.BLACK_MAN, Colour.WHITE: Piece.WHITE_MAN}
KINGS = {Colour.BLACK: Piece.BLACK_KING, Colour.WHITE: Piece.WHITE_KING}
FAR_ROW = {Colour.BLACK: SIZE - 1, Colour.WHITE: 0}
FORWARD = {Colour.BLACK: 1, Colour.WHITE: -1}  # rows


class Move(NamedTuple):
    """A whole move of one piece."""

    path: tuple[int, ...]  # the squares it stands on, the first and the last included
    captured: tuple[int, ...] = ()  # the squares it jumps over, in their order

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.path[0]

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.path[-1]

    def __str__(self) -> str:
        return ("x" if self.captured else "-").join(map(str, self.path))


def place(square: int) -> Place:
    """Return row and column of a square."""
    row, number = divmod(square - 1, SIZE // 2)
    return row, 2 * number + (row + 1) % 2


SQUARE_AT = {place(square): square for square in SQUARES}


def beside(square: int, step: Place, count: int = 1) -> int | None:
    """Return the square so many steps from another one; None if it is off the board."""
    row, column = place(square)
    return SQUARE_AT.get((row + count * step[0], column + count * step[1]))


def steps(piece: Piece) -> list[Place]:
    """Return the directions in which a piece moves: rows and columns, Black's forward ones first."""
    rows = (1, -1) if piece.king else (FORWARD[piece.colour],)
    return [(row, column) for row in rows for column in (-1, 1)]


@dataclass(frozen=True)
class Position:
    """The pieces on the board, and whose turn it is. Equal positions are the same to the rules."""

    pieces: Mapping[int, Piece]  # square -> what stands there
    to_move: Colour = Colour.BLACK

    def __hash__(self) -> int:
        return hash((frozenset(self.pieces.items()), self.to_move))

    # ------------------------------------------------------------ which moves there are

    def legal_moves(self) -> list[Move]:
        """Return all moves, in the order of their squares; every path of a capture is a move of its own."""
        own = [square for square in SQUARES if square in self.pieces and self.pieces[square].colour is self.to_move]
        captures = [move for square in own for move in self._captures(square)]
        return captures or [move for square in own for move in self._simple_moves(square)]

    def _simple_moves(self, square: int) -> Iterator[Move]:
        for step in steps(self.pieces[square]):
            target = beside(square, step)
            if target is not None and target not in self.pieces:
                yield Move((square, target))

    def _captures(self, square: int) -> Iterator[Move]:
        """Yield the captures of the piece on a square."""
        piece = self.pieces[square]
        others = {each: what for each, what in self.pieces.items() if each != square}  # it leaves its square
        for move in jumps(piece, Move((square,)), others):
            if move.captured:
                yield move

    # ------------------------------------------------------------ what a move does

    def after(self, move: Move) -> Position:
        """Return the position behind a move; raises IllegalMove."""
        if move not in self.legal_moves():
            raise IllegalMove(f"{move} is not legal")
        return self.played(move)

    def played(self, move: Move) -> Position:
        """Return the position behind a move that is known to be legal."""
        pieces = dict(self.pieces)
        piece = pieces.pop(move.start)
        for square in move.captured:
            del pieces[square]
        pieces[move.end] = piece.crowned if place(move.end)[0] == FAR_ROW[piece.colour] else piece
        return Position(pieces, self.to_move.other)

    def advances(self, move: Move) -> bool:
        """Return whether a move cannot be taken back: it captures, or moves a man."""
        return bool(move.captured) or not self.pieces[move.start].king


def jumps(piece: Piece, so_far: Move, others: Mapping[int, Piece]) -> Iterator[Move]:
    """Yield every way to go on jumping to the end, `so_far` itself if there is none.

    `others` are the pieces on the board without the one that moves, and without those it has captured.
    """
    goes_on = False
    crowned = not piece.king and place(so_far.end)[0] == FAR_ROW[piece.colour]
    for step in [] if crowned else steps(piece):
        over, target = beside(so_far.end, step), beside(so_far.end, step, 2)
        enemy = over is not None and over in others and others[over].colour is not piece.colour
        if over is not None and enemy and target is not None and target not in others:
            goes_on = True
            left = {each: what for each, what in others.items() if each != over}
            yield from jumps(piece, Move((*so_far.path, target), (*so_far.captured, over)), left)
    if not goes_on:
        yield so_far


OPENING = Position({square: Piece.BLACK_MAN if square <= 12 else Piece.WHITE_MAN for square in SQUARES
                    if square <= 12 or square >= 21})  # fmt: skip


def perft(position: Position, depth: int) -> int:
    """Return how many sequences of so many moves there are; every path of a capture counts."""
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.played(move), depth - 1) for move in moves)
