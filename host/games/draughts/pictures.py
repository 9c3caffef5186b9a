"""Pictures of a board of draughts: in letters, or in the draughtsmen of Unicode, from White's side."""

from __future__ import annotations

from host.games.checkers.pictures import ASCII, EMPTY, UNICODE
from host.games.draughts.rules import SIZE, SQUARE_AT, Position


def text(position: Position, *, ascii: bool = False) -> str:
    """Return the board with men as small, kings as large letters, or as draughtsmen; b black, w white.

    On both sides stand the numbers of each row's first and last square.
    """
    return "\n".join(row_of(position, row, ascii) for row in range(SIZE))


def row_of(position: Position, row: int, ascii: bool) -> str:
    """Return a row between the numbers of its first and its last square."""
    signs, squares = ASCII if ascii else UNICODE, [SQUARE_AT.get((row, column)) for column in range(SIZE)]
    numbers = [square for square in squares if square]
    middle = (
        " " if square is None else signs[position.pieces[square]] if square in position.pieces else EMPTY[ascii]
        for square in squares
    )  # fmt: skip
    return f"{numbers[0]:2}  {' '.join(middle)}  {numbers[-1]:2}"
