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
until then it is in the way, and nobody is captured twice. A man becomes a king if his move ends on the far row. Who
cannot move has lost.

Source: World Draughts Federation, Rules of International Draughts, articles 3 and 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from host.games.boards import Colour
from host.games.checkers.rules import MEN, IllegalMove, Piece, Place

SQUARES = range(1, 51)
SIZE = 10  # rows and columns
FAR_ROW = {Colour.BLACK: SIZE - 1, Colour.WHITE: 0}
FORWARD = {Colour.BLACK: 1, Colour.WHITE: -1}  # rows
DIRECTIONS = ((1, -1), (1, 1), (-1, -1), (-1, 1))  # rows and columns


class Move(NamedTuple):
    """A whole move of one piece. Ways that take the same pieces between the same squares are one move."""

    start: int
    end: int
    captured: frozenset[int] = frozenset()

    def __str__(self) -> str:
        return f"{self.start}{'x' if self.captured else '-'}{self.end}"


def place(square: int) -> Place:
    """Return row and column of a square."""
    row, number = divmod(square - 1, SIZE // 2)
    return row, 2 * number + (row + 1) % 2


SQUARE_AT = {place(square): square for square in SQUARES}


def line(square: int, direction: Place) -> list[int]:
    """Return the squares in a direction, the nearest first, up to the rim."""
    (row, column), (down, right) = place(square), direction
    found = (SQUARE_AT.get((row + count * down, column + count * right)) for count in range(1, SIZE))
    return [each for each in found if each]


LINES = {square: [line(square, direction) for direction in DIRECTIONS] for square in SQUARES}


@dataclass(frozen=True)
class Position:
    """The pieces on the board, and whose turn it is. Equal positions are the same to the rules."""

    pieces: Mapping[int, Piece]  # square -> what stands there
    to_move: Colour = Colour.WHITE

    def __hash__(self) -> int:
        return hash((frozenset(self.pieces.items()), self.to_move))

    # ------------------------------------------------------------ which moves there are

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

    # ------------------------------------------------------------ what a move does

    def after(self, move: Move) -> Position:
        """Return the position behind a move; raises IllegalMove."""
        if move not in self.legal_moves():
            raise IllegalMove(f"{move} is not legal")
        return self.played(move)

    def played(self, move: Move) -> Position:
        """Return the position behind a move that is known to be legal."""
        pieces = {square: piece for square, piece in self.pieces.items() if square not in move.captured}
        piece = pieces.pop(move.start)
        pieces[move.end] = piece.crowned if place(move.end)[0] == FAR_ROW[piece.colour] else piece
        return Position(pieces, self.to_move.other)


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


def perft(position: Position, depth: int) -> int:
    """Return how many sequences of so many moves there are."""
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.played(move), depth - 1) for move in moves)
