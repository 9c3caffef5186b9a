"""Rote learning as docs/ibm704/rote.md describes it, in plain Python: squares instead of bits, dictionaries, no tape.

A board is a position of the rules in standard form; the memory is a dictionary for each record.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from host.games.boards import Colour
from host.games.checkers.memory import key_of
from host.games.checkers.rules import SQUARE_AT, Piece, Position, place
from host.games.checkers.samuel import words_of

OTHER = {
    Piece.BLACK_MAN: Piece.WHITE_MAN,
    Piece.WHITE_MAN: Piece.BLACK_MAN,
    Piece.BLACK_KING: Piece.WHITE_KING,
    Piece.WHITE_KING: Piece.BLACK_KING,
}
WON, TOP, NEAR = 1 << 34, 1 << 21, 1024


def moved(position, change):
    """Return a position whose pieces stand elsewhere; `change` is given row and column."""
    pieces = {SQUARE_AT[change(*place(square))]: piece for square, piece in position.pieces.items()}
    return Position(pieces, position.to_move)


def turned(position):
    return moved(position, lambda row, column: (7 - row, 7 - column))


def reflected(position):
    return moved(position, lambda row, column: (column, row))


def exchanged(position):
    """Return it with the colours exchanged and the board turned."""
    pieces = {33 - square: OTHER[piece] for square, piece in position.pieces.items()}
    return Position(pieces, position.to_move.other)


def words(position):
    """Return the words by which boards are sorted: Black's pieces, White's, kings."""
    black_men, white_men, black_kings, white_kings = words_of(position)
    return black_men | black_kings, white_men | white_kings, black_kings | white_kings


def standard(position):
    """Return the standard form."""
    if position.to_move is Colour.WHITE:
        position = exchanged(position)
    if all(piece.king for piece in position.pieces.values()):
        other = reflected(position)
        return min((position, turned(position), other, turned(other)), key=words)
    return position


def kept(score, scale=8):
    """Return what is left of a score on tape."""
    if abs(score) > WON - NEAR - 1:
        return score
    shift = max(0, scale - 8)
    size = min(abs(score) >> shift, TOP - NEAR - 1) << shift
    return size if score > 0 else -size


@dataclass
class Board:
    """What is kept of a board."""

    score: int
    ply: int
    age: int = 0


@dataclass
class Model:
    """The memory."""

    mask: int
    scale: int = 8
    every: int = 20
    old: int = 127
    young: int = 8
    limit: int = 500
    target: int = 400
    records: dict = field(default_factory=dict)  # key -> words -> Board
    new: dict = field(default_factory=dict)  # (key, words) -> Board
    due: int = 0

    def where(self, position):
        position = standard(position)
        return key_of(position) & self.mask, words(position)

    def look_up(self, position):
        key, board = self.where(position)
        found = self.records.get(key, {}).get(board)
        if found is None:
            return None
        found.age //= 2
        return found.score, found.ply

    def save(self, position, score, ply):
        ply = 63 if abs(score) > WON - NEAR - 1 else min(ply, 63)
        self.new[self.where(position)] = Board(kept(score, self.scale), ply)
        self.due += 1
        if self.due == self.every:
            self.merge()

    def merge(self):
        self.due = 0
        if not self.new:
            return
        for (key, board), fresh in self.new.items():
            found = self.records.setdefault(key, {}).get(board)
            if found is None:
                self.records[key][board] = Board(fresh.score, fresh.ply, self.young - 1)
                continue
            found.age //= 2
            if fresh.ply >= found.ply:
                found.score, found.ply = fresh.score, fresh.ply
        self.new = {}
        for key, boards in list(self.records.items()):
            for board, found in list(boards.items()):
                found.age += 1
                if found.age >= self.old:
                    del boards[board]
            if len(boards) > self.limit:
                lowest = sorted(boards, key=lambda board: (boards[board].ply, board))
                for board in lowest[: len(boards) - self.target]:
                    del boards[board]
            if not boards:
                del self.records[key]

    @property
    def tape(self):
        """Return what is on the tape: keys, and for each its boards with score, age, ply."""
        return [
            (key, [(board, found.score, found.age, found.ply) for board, found in sorted(boards.items())])
            for key, boards in sorted(self.records.items())
        ]
