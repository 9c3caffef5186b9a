"""Pictures of a board of checkers or draughts: in letters, in Unicode, with the squares' numbers, drawn.

A board is seen from White's side, square 1 at the top, or from Black's, turned round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from host.games.boards import Colour
from host.games.checkers.rules import BOARD, Board, Piece, Placing
from host.games.checkers.samuel import GAPS, samuel
from host.games.drawing import Picture, Shape, box

UNICODE = {Piece.BLACK_MAN: "⛂", Piece.BLACK_KING: "⛃", Piece.WHITE_MAN: "⛀", Piece.WHITE_KING: "⛁"}
ASCII = {piece: piece.value for piece in Piece}
EMPTY = {False: "·", True: "."}  # in Unicode, in ASCII
SIGNS = "".join([*UNICODE.values(), EMPTY[False]])


def rows(side: Colour, board: Board = BOARD) -> list[list[int | None]]:
    """Return the squares as seen, row by row from the top; None is a light square."""
    lines = range(board.size)
    found = [[board.square_at.get((row, column)) for column in lines] for row in lines]
    return found if side is Colour.WHITE else [row[::-1] for row in found[::-1]]


def text(position: Placing[Any], side: Colour = Colour.WHITE, *, ascii: bool = False) -> str:
    """Return the board with men as small, kings as large letters, or as draughtsmen; b black, w white.

    Each row is between the numbers of its first and last square.
    """
    signs = ASCII if ascii else UNICODE

    def sign(square: int) -> str:
        piece = position.pieces.get(square)
        return signs[piece] if piece else EMPTY[ascii]

    return "\n".join(framed(row, sign) for row in rows(side, position.board))


def framed(row: list[int | None], sign: Callable[[int], str]) -> str:
    """Return a row between the numbers of its first and its last square."""
    numbers = [square for square in row if square]
    middle = " ".join(sign(square) if square else " " for square in row)
    return f"{numbers[0]:2}  {middle}  {numbers[-1]:2}"


def numbers(side: Colour = Colour.WHITE, board: Board = BOARD) -> str:
    """Return the board with the usual numbers of its squares."""
    return "\n".join(numbered(row, lambda square: square) for row in rows(side, board))


def samuels_numbers(side: Colour = Colour.WHITE) -> str:
    """Return the board with Samuel's numbers, 1 to 35; beside it, in parentheses, those that are not squares."""
    lines = []
    for row in rows(side):
        own = sorted(samuel(square) for square in row if square)
        gap = f"  ({own[-1] + 1})" if own[-1] + 1 in GAPS else ""
        lines.append(numbered(row, samuel) + gap)
    return "\n".join(lines)


def numbered(row: list[int | None], number: Callable[[int], int]) -> str:
    return " ".join(f"{number(square):2}" if square else "  " for square in row).rstrip()


# ---------------------------------------------------------------- drawings

CELL = 48  # units of a square's side
RIM = 16  # units around the board
LIGHT, DARK, FRAME, MARKED = "#f0dfc0", "#7a8f63", "#4a3a28", "#b9a53a"
FILL = {Colour.BLACK: "#26221f", Colour.WHITE: "#fbf6ea"}
EDGE = {Colour.BLACK: "#8a837b", Colour.WHITE: "#57504a"}


def picture(
    position: Placing[Any],
    side: Colour = Colour.WHITE,
    *,
    marked: Collection[int] = (),
    number: Callable[[int], int] = int,
    title: str = "",
) -> Picture:
    """Return the board as a drawing. `marked` squares are coloured; `number` returns a square's number."""
    length = position.board.size * CELL + 2 * RIM
    shapes = [box(0, 0, length, length, FRAME)]
    for row, squares in enumerate(rows(side, position.board)):
        for column, square in enumerate(squares):
            x, y = RIM + column * CELL, RIM + row * CELL
            ground = LIGHT if square is None else MARKED if square in marked else DARK
            shapes.append(box(x, y, CELL, CELL, ground))
            if square is not None:
                shapes.append(Shape(((x + 3, y + 8),), LIGHT, radius=10, text=str(number(square)), anchor="start"))
                if square in position.pieces:
                    shapes += drawn(position.pieces[square], x + CELL / 2, y + CELL / 2)
    return Picture(length, length, tuple(shapes), title)


def drawn(piece: Piece, x: float, y: float) -> Iterator[Shape]:
    """Yield a piece: one disc, or two, one upon the other, for a king."""
    fill, edge = FILL[piece.colour], EDGE[piece.colour]
    for middle in (y + 4, y - 3) if piece.king else (y,):
        yield Shape(((x, middle),), fill, edge, radius=18)
        yield Shape(((x, middle),), fill, edge, radius=13)
    if piece.king:
        yield Shape(((x, y - 3),), edge, radius=15, text="K")
