"""Positions in one word, as PDN writes them: the side to move, then the squares of each side, kings with a K.

For checkers; and, with another board, for draughts.

    B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29
    B:W21-32:B1-12

Either side may come first, a side without pieces may be missing, and a dot may stand at the end. A range may be of
kings (K1-4). What is written here has no ranges, which older programs do not read.

Source: Portable Draughts Notation 3.0, the tag FEN.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from emulators.errors import Place, SourceError
from host.games.boards import Colour
from host.games.checkers.notation import typed, within
from host.games.checkers.rules import KINGS, MEN, SQUARES, Piece, Position

COLOURS = {"B": Colour.BLACK, "W": Colour.WHITE}
LETTERS = {colour: letter for letter, colour in COLOURS.items()}
GROUP = re.compile(r"\s*(K?)\s*([0-9]{1,4})(?:\s*-\s*(K?)([0-9]{1,4}))?\s*", re.IGNORECASE)


class Board(NamedTuple):
    """The board of a game."""

    squares: range
    far_row: Mapping[Colour, range]  # where a man is crowned
    example: str


class Pieces(Protocol):
    """A position of any of the games."""

    @property
    def pieces(self) -> Mapping[int, Piece]:
        """What stands on which square."""

    @property
    def to_move(self) -> Colour:
        """Whose turn it is."""


CHECKERS = Board(SQUARES, {Colour.BLACK: range(29, 33), Colour.WHITE: range(1, 5)}, "B:W21-32:B1-12")


def write(position: Pieces) -> str:
    """Return a position as a word."""
    sides = ":".join(written_side(position, colour) for colour in (Colour.WHITE, Colour.BLACK))
    return f"{LETTERS[position.to_move]}:{sides}"


def written_side(position: Pieces, colour: Colour) -> str:
    """Return the squares of one side: its letter, men, kings."""
    own = sorted((piece.king, square) for square, piece in position.pieces.items() if piece.colour is colour)
    return LETTERS[colour] + ",".join(f"{'K' if king else ''}{square}" for king, square in own)


def parse(text: str, place: Place | None = None) -> Position:
    """Return the position of a word; raises SourceError.

    `place` is where the text stands, for messages.
    """
    return Position(*read(text, CHECKERS, place))


def read(text: str, board: Board, place: Place | None = None) -> tuple[dict[int, Piece], Colour]:
    """Return what stands on which square of a board, and the side to move; raises SourceError."""
    place = place or typed(text, "position")
    turn, *sides = text.rstrip().removesuffix(".").split(":")
    if turn.strip().upper() not in COLOURS:
        raise SourceError(within(place, 0, max(1, len(turn))), "expected B or W, the side to move",
                          f"such as {board.example}")  # fmt: skip
    pieces: dict[int, Piece] = {}
    seen: set[Colour] = set()
    offset = len(turn) + 1
    for side in sides:
        colour = parsed_colour(side, within(place, offset, max(1, len(side))))
        if colour in seen:
            raise SourceError(within(place, offset, max(1, len(side))), f"{colour.value}'s pieces are given twice")
        seen.add(colour)
        add_side(pieces, side, colour, board, within(place, offset))
        offset += len(side) + 1
    return pieces, COLOURS[turn.strip().upper()]


def parsed_colour(side: str, place: Place) -> Colour:
    """Return whose squares follow."""
    letter = side.strip()[:1].upper()
    if letter not in COLOURS:
        raise SourceError(place, "expected B or W and the squares of that side", "such as W21-32")
    return COLOURS[letter]


def add_side(pieces: dict[int, Piece], side: str, colour: Colour, board: Board, place: Place) -> None:
    """Put the pieces of one side on the board."""
    start = len(side) - len(side.lstrip()) + 1
    if not side[start:].strip():
        return
    for group in side[start:].split(","):
        add_group(pieces, group, colour, board, within(place, start, max(1, len(group))))
        start += len(group) + 1


def add_group(pieces: dict[int, Piece], group: str, colour: Colour, board: Board, place: Place) -> None:
    """Put the pieces of one square or one range on the board."""
    match = GROUP.fullmatch(group)
    if match is None:
        raise SourceError(place, f"'{group}' is not a square", "write 18, K18 for a king, 9-12 for several")
    first, last = int(match[2]), int(match[4] or match[2])
    for number in (first, last):
        if number not in board.squares:
            raise SourceError(place, f"there is no square {number}: expected 1 to {board.squares[-1]}")
    if first > last or (match[3] and not match[1]):
        raise SourceError(place, f"'{group}' is not a range", "write 9-12, or K9-12 for kings")
    for square in range(first, last + 1):
        add_piece(pieces, square, (KINGS if match[1] else MEN)[colour], board, place)


def add_piece(pieces: dict[int, Piece], square: int, piece: Piece, board: Board, place: Place) -> None:
    """Put one piece on the board."""
    if square in pieces:
        raise SourceError(place, f"square {square} is taken already")
    if not piece.king and square in board.far_row[piece.colour]:
        raise SourceError(place, f"a {piece.colour.value} man on {square} would be a king", f"write K{square}")
    pieces[square] = piece
