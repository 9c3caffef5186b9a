"""The rules of checkers: legal moves and their effect; the course of a game and its end.

Squares have the numbers 1 to 32 of the game's literature, from Black's side of the board to White's:

         col 0  1  2  3  4  5  6  7
    row 0    .  1  .  2  .  3  .  4      Black begins on 1-12 and moves first, downwards here;
    row 1    5  .  6  .  7  .  8  .      White begins on 21-32 and moves upwards.
    row 2    .  9  . 10  . 11  . 12
        ...
    row 7   29  . 30  . 31  . 32  .

A man moves one square diagonally forward, a king in all four directions; either captures by jumping over an enemy
next to it on to the empty square behind, and goes on jumping with the same piece for as long as it can. Who can
capture must, but may choose among captures, the longest or not. A man that reaches the far row becomes a king, which
ends the move. Who cannot move has lost.

Besides the loss of who cannot move, two rules end a game here, which at the board a player has to claim:

    repetition     the same position, with the same side to move, is there for the third time,
    forty moves    in the last 40 moves of each side nothing was captured and no man was moved.

Boards, pieces and positions are the same in international draughts (host/games/draughts.py).

Source: World Checkers/Draughts Federation, Rules of Draughts, section 1.
"""

# pydraughts knows both games, but takes 24 times as long for the moves of a position, and its errors of a position or
# file do not name the place. The tests compare these rules with it.

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from emulators.errors import IronboardError
from host.games import drawing
from host.games.boards import Colour

Place = tuple[int, int]  # row and column, from 0
FORWARD = {Colour.BLACK: 1, Colour.WHITE: -1}  # rows


class IllegalMove(IronboardError):
    """A move that the rules do not allow."""


class Piece(Enum):
    """A piece, or an empty square. The value is the letter of a board in text."""

    BLACK_MAN = "b"
    WHITE_MAN = "w"
    BLACK_KING = "B"
    WHITE_KING = "W"

    @property
    def colour(self) -> Colour:
        """The side that it belongs to."""
        return Colour.BLACK if self in (Piece.BLACK_MAN, Piece.BLACK_KING) else Colour.WHITE

    @property
    def king(self) -> bool:
        """Whether it has been crowned."""
        return self in (Piece.BLACK_KING, Piece.WHITE_KING)


MEN = {Colour.BLACK: Piece.BLACK_MAN, Colour.WHITE: Piece.WHITE_MAN}
KINGS = {Colour.BLACK: Piece.BLACK_KING, Colour.WHITE: Piece.WHITE_KING}


# ---------------------------------------------------------------- boards and positions


@dataclass(frozen=True)
class Board:
    """The board of a game: `size` rows and columns, every other square of which has a number."""

    size: int
    example: str  # a position, as messages show one

    @property
    def squares(self) -> range:
        """The numbers of the squares."""
        return range(1, self.size**2 // 2 + 1)

    @property
    def far_row(self) -> dict[Colour, int]:
        """The row on which a man is crowned."""
        return {Colour.BLACK: self.size - 1, Colour.WHITE: 0}

    @cached_property
    def square_at(self) -> dict[Place, int]:
        """The number of the square in a row and a column."""
        return {self.place(square): square for square in self.squares}

    def place(self, square: int) -> Place:
        """Return row and column of a square."""
        row, number = divmod(square - 1, self.size // 2)
        return row, 2 * number + (row + 1) % 2


class AnyMove(Protocol):
    """A whole move of one piece, of either game."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""

    @property
    def captured(self) -> frozenset[int] | tuple[int, ...]:
        """The squares of the pieces that it takes."""


M = TypeVar("M", bound=AnyMove)


@dataclass(frozen=True)
class Placing(Generic[M]):
    """The pieces on a board, and the side to move. Equal positions are the same to the rules."""

    board: ClassVar[Board]
    pieces: Mapping[int, Piece]  # square -> the piece there
    to_move: Colour

    def __hash__(self) -> int:
        return hash((frozenset(self.pieces.items()), self.to_move))

    def _repr_html_(self) -> str:
        men = {square: (piece.colour is Colour.BLACK, piece.king) for square, piece in self.pieces.items()}
        squares = [(square, self.board.place(square)) for square in self.board.squares]
        return drawing.chequered(self.board.size, squares, men).svg()

    def legal_moves(self) -> list[M]:
        """Return all moves, in the order of their squares."""
        raise NotImplementedError

    def after(self, move: M) -> Self:
        """Return the position after a move; raises IllegalMove."""
        if move not in self.legal_moves():
            raise IllegalMove(f"{move} is not legal")
        return self.played(move)

    def played(self, move: M) -> Self:
        """Return the position after a move that is known to be legal."""
        pieces = {square: piece for square, piece in self.pieces.items() if square not in move.captured}
        piece = pieces.pop(move.start)
        crowned = self.board.place(move.end)[0] == self.board.far_row[piece.colour]
        pieces[move.end] = KINGS[piece.colour] if crowned else piece
        return type(self)(pieces, self.to_move.other)

    def advances(self, move: M) -> bool:
        """Return whether a move cannot be taken back: it captures, or moves a man."""
        return bool(move.captured) or not self.pieces[move.start].king

    @property
    def fen(self) -> str:
        """The position in one word, as PDN writes it: the side to move, White's squares, Black's; kings with a K."""
        sides = []
        for colour in (Colour.WHITE, Colour.BLACK):
            own = sorted((piece.king, square) for square, piece in self.pieces.items() if piece.colour is colour)
            sides.append(colour.letter + ",".join(f"{'K' * king}{square}" for king, square in own))
        return ":".join([self.to_move.letter, *sides])


def perft(position: Placing[M], depth: int) -> int:
    """Return how many sequences of `depth` moves there are; in checkers every path of a capture counts."""
    if depth == 0:
        return 1
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.played(move), depth - 1) for move in moves)


# ---------------------------------------------------------------- checkers

BOARD = Board(8, "B:W21-32:B1-12")
SIZE, SQUARES, SQUARE_AT, FAR_ROW = BOARD.size, BOARD.squares, BOARD.square_at, BOARD.far_row
place = BOARD.place


class Move(NamedTuple):
    """A whole move of one piece."""

    path: tuple[int, ...]  # its squares, the first and the last included
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


def beside(square: int, step: Place, count: int = 1) -> int | None:
    """Return the square `count` steps from another one; None if it is off the board."""
    row, column = place(square)
    return SQUARE_AT.get((row + count * step[0], column + count * step[1]))


def steps(piece: Piece) -> list[Place]:
    """Return the directions in which a piece moves: rows and columns, Black's forward ones first."""
    rows = (1, -1) if piece.king else (FORWARD[piece.colour],)
    return [(row, column) for row in rows for column in (-1, 1)]


@dataclass(frozen=True)
class Position(Placing[Move]):
    """A position of checkers."""

    board = BOARD
    to_move: Colour = Colour.BLACK

    __hash__ = Placing.__hash__

    def legal_moves(self) -> list[Move]:
        """Return all moves, in the order of their squares; every path of a capture is a move of its own."""
        own = [square for square in SQUARES if square in self.pieces and self.pieces[square].colour is self.to_move]
        captures = [
            move
            for square in own
            for move in jumps(
                self.pieces[square], Move((square,)), {k: v for k, v in self.pieces.items() if k != square}
            )
            if move.captured
        ]
        return captures or [
            Move((square, target))
            for square in own
            for step in steps(self.pieces[square])
            if (target := beside(square, step)) is not None and target not in self.pieces
        ]


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


# ---------------------------------------------------------------- games

NO_MOVES, REPETITION, FORTY_MOVES, RESIGNATION = ENDS = ("no moves", "repetition", "forty moves", "resignation")
TIMES = 3  # that a position may be there
IDLE = 2 * 40  # moves of both sides without capture or move of a man


class GameError(IronboardError):
    """A request that does not fit the game."""


class Result(NamedTuple):
    """How a game has ended."""

    winner: Colour | None  # None: a draw
    reason: str  # one of ENDS

    def __str__(self) -> str:
        return f"{self.winner.value} wins: {self.reason}" if self.winner else f"a draw: {self.reason}"


class Game:
    """The positions and moves of a game, from `start` on."""

    def __init__(self, start: Position = OPENING) -> None:
        self.positions = [start]
        self.moves: list[Move] = []
        self._resigned: Colour | None = None

    @property
    def start(self) -> Position:
        """The position in which it began."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def play(self, move: Move) -> None:
        """Make a move; raises IllegalMove, GameError if the game is over."""
        if self.result is not None:
            raise GameError(f"the game is over: {self.result}")
        self.positions.append(self.position.after(move))
        self.moves.append(move)

    def replay(self, moves: Iterable[Move]) -> None:
        """Make moves that are known to be legal; those of files may go on where the rules here end a game."""
        for move in moves:
            self.positions.append(self.position.played(move))
            self.moves.append(move)

    def undo(self) -> Move:
        """Take the last move back, or a resignation first; return the move."""
        if not self.moves:
            raise GameError("there is no move to take back")
        self._resigned = None
        self.positions.pop()
        return self.moves.pop()

    def resign(self, colour: Colour) -> None:
        """Make a side resign."""
        if self.result is not None:
            raise GameError(f"the game is over: {self.result}")
        self._resigned = colour

    @property
    def result(self) -> Result | None:
        """The result of the game; None while it lasts."""
        if self._resigned is not None:
            return Result(self._resigned.other, RESIGNATION)
        if not self.position.legal_moves():
            return Result(self.position.to_move.other, NO_MOVES)
        if self.positions.count(self.position) >= TIMES:
            return Result(None, REPETITION)
        return Result(None, FORTY_MOVES) if self.idle >= IDLE else None

    @property
    def idle(self) -> int:
        """The moves of both sides since something was captured or a man was moved."""
        return idle(self.positions, self.moves)


def idle(positions: Sequence[Position], moves: Sequence[Move]) -> int:
    """Return how many of the last moves of a game captured nothing and moved no man."""
    count = 0
    for before, move in zip(positions[-2::-1], moves[::-1], strict=True):
        if before.advances(move):
            break
        count += 1
    return count
