"""The rules of international draughts: which moves a position allows, and what a move does.

Squares have the numbers 1 to 50 of the game's literature, from Black's side of the board to White's:

         col 0  1  2  3  4  5  6  7  8  9
    row 0    .  1  .  2  .  3  .  4  .  5      Black begins on 1-20 and moves downwards;
    row 1    6  .  7  .  8  .  9  . 10  .      White begins on 31-50, moves upwards, and first.
    row 2    . 11  . 12  . 13  . 14  . 15
        ...
    row 9   46  . 47  . 48  . 49  . 50  .

A man moves one square diagonally forward, a king any number of empty squares in all four directions. A man captures
an enemy next to him, forwards or backwards, and comes down on the empty square behind; a king captures one at any
distance on his line and comes down on any of the empty squares behind. Who has captured goes on from there while he
can. Who can capture must, and must take as many as possible. What is captured leaves the board when the move is over:
until then it is in the way, and no piece is captured twice. A man becomes a king if his move ends on the far row. Who
cannot move has lost.

Source: World Draughts Federation, Rules of International Draughts, articles 3 and 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from emulators.errors import Place as TextPlace
from host.games.boards import Colour
from host.games.checkers.notation import read_pieces
from host.games.checkers.pictures import ASCII, EMPTY, UNICODE, framed
from host.games.checkers.rules import FORWARD, MEN, Board, Piece, Place, Placing

BOARD = Board(10, "W:W31-50:B1-20")
SIZE, SQUARES, SQUARE_AT, FAR_ROW = BOARD.size, BOARD.squares, BOARD.square_at, BOARD.far_row
place = BOARD.place
DIRECTIONS = ((1, -1), (1, 1), (-1, -1), (-1, 1))  # rows and columns


class Move(NamedTuple):
    """A whole move of one piece. Ways that take the same pieces between the same squares are one move."""

    start: int
    end: int
    captured: frozenset[int] = frozenset()

    def __str__(self) -> str:
        return f"{self.start}{'x' if self.captured else '-'}{self.end}"


def line(square: int, direction: Place) -> list[int]:
    """Return the squares in a direction, the nearest first, up to the rim."""
    (row, column), (down, right) = place(square), direction
    found = (SQUARE_AT.get((row + count * down, column + count * right)) for count in range(1, SIZE))
    return [each for each in found if each]


LINES = {square: [line(square, direction) for direction in DIRECTIONS] for square in SQUARES}


@dataclass(frozen=True)
class Position(Placing[Move]):
    """A position of international draughts."""

    board = BOARD
    to_move: Colour = Colour.WHITE

    __hash__ = Placing.__hash__

    def legal_moves(self) -> list[Move]:
        """Return all moves, in the order of their squares."""
        own = [square for square, piece in self.pieces.items() if piece.colour is self.to_move]
        captures = {move for square in own for move in self._captures(square)}
        most = max((len(move.captured) for move in captures), default=0)
        moves = [move for move in captures if len(move.captured) == most] or [
            Move(square, end) for square in own for end in self._steps(square)
        ]
        return sorted(moves, key=lambda move: (move.start, move.end, sorted(move.captured)))

    def _steps(self, square: int) -> Iterator[int]:
        """Yield where a piece can go without capture."""
        piece = self.pieces[square]
        for direction, squares in zip(DIRECTIONS, LINES[square], strict=True):
            if piece.king:
                yield from free(squares, self.pieces)
            elif direction[0] == FORWARD[piece.colour]:
                yield from free(squares[:1], self.pieces)

    def _captures(self, square: int) -> Iterator[Move]:
        """Yield the captures of the piece on a square, and what they begin with."""
        piece = self.pieces[square]
        others = {each: what for each, what in self.pieces.items() if each != square}  # it leaves its square
        ways = [Move(square, square)]
        while ways:
            move = ways.pop()
            for over, ends in jumps(piece, move.end, others):
                if over not in move.captured:
                    further = [Move(square, end, move.captured | {over}) for end in ends]
                    ways += further
                    yield from further


def free(squares: list[int], pieces: Mapping[int, Piece]) -> Iterator[int]:
    """Yield the squares before the first one that is taken."""
    for square in squares:
        if square in pieces:
            return
        yield square


def jumps(piece: Piece, square: int, others: Mapping[int, Piece]) -> Iterator[tuple[int, list[int]]]:
    """Yield the enemies that a piece can jump over from a square, each with the squares where it can come down."""
    for squares in LINES[square]:
        before = list(free(squares, others))
        if before and not piece.king:
            continue
        over, behind = squares[len(before) : len(before) + 1], squares[len(before) + 1 :]
        if over and others[over[0]].colour is not piece.colour:
            ends = list(free(behind if piece.king else behind[:1], others))
            if ends:
                yield over[0], ends


OPENING = Position({square: MEN[Colour.BLACK] if square <= 20 else MEN[Colour.WHITE] for square in SQUARES
                    if square <= 20 or square >= 31})  # fmt: skip


def parse(text: str, place: TextPlace | None = None) -> Position:
    """Return the position of a word such as `W:W31-50:B1-20`; raises SourceError.

    `place` is where the text stands, for messages.
    """
    return Position(*read_pieces(text, BOARD, place))


def picture(position: Position, *, ascii: bool = False) -> str:
    """Return the board with men as small, kings as large letters, or as draughtsmen; b black, w white.

    On both sides stand the numbers of each row's first and last square.
    """
    signs = ASCII if ascii else UNICODE

    def sign(square: int) -> str:
        return signs[position.pieces[square]] if square in position.pieces else EMPTY[ascii]

    return "\n".join(framed([SQUARE_AT.get((row, column)) for column in range(SIZE)], sign) for row in range(SIZE))
