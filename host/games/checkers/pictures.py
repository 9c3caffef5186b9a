"""Pictures of a board: in letters, in the draughtsmen of Unicode, with the squares' numbers, as SVG.

A board is seen from White's side, square 1 at the top, or from Black's, turned round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from html import escape

from host.games.boards import Colour
from host.games.checkers.rules import SIZE, SQUARE_AT, Piece, Position
from host.games.checkers.samuel import GAPS, samuel

UNICODE = {
    Piece.BLACK_MAN: "⛂",
    Piece.BLACK_KING: "⛃",
    Piece.WHITE_MAN: "⛀",
    Piece.WHITE_KING: "⛁",
}
ASCII = {piece: piece.value for piece in Piece}
EMPTY = {False: "·", True: "."}  # in Unicode, in ASCII
SIGNS = "".join([*UNICODE.values(), EMPTY[False]])


def rows(side: Colour) -> list[list[int | None]]:
    """Return the squares as they are seen, row by row from the top; None is a light square."""
    found = [[SQUARE_AT.get((row, column)) for column in range(SIZE)] for row in range(SIZE)]
    return found if side is Colour.WHITE else [row[::-1] for row in found[::-1]]


def text(position: Position, side: Colour = Colour.WHITE, *, ascii: bool = False) -> str:
    """Return the board with men as small, kings as large letters, or as draughtsmen; b black, w white.

    On both sides stand the numbers of each row's first and last square.
    """
    signs = ASCII if ascii else UNICODE

    def sign(square: int) -> str:
        piece = position.pieces.get(square)
        return signs[piece] if piece else EMPTY[ascii]

    return "\n".join(framed(row, sign) for row in rows(side))


def framed(row: list[int | None], sign: Callable[[int], str]) -> str:
    """Return a row between the numbers of its first and its last square."""
    numbers = [square for square in row if square]
    middle = " ".join(sign(square) if square else " " for square in row)
    return f"{numbers[0]:2}  {middle}  {numbers[-1]:2}"


def numbers(side: Colour = Colour.WHITE) -> str:
    """Return the board with the usual numbers of its squares."""
    return "\n".join(numbered(row, lambda square: square) for row in rows(side))


def samuels_numbers(side: Colour = Colour.WHITE) -> str:
    """Return the board with Samuel's numbers, 1 to 35; beside it, in parentheses, those that are no squares."""
    lines = []
    for row in rows(side):
        own = sorted(samuel(square) for square in row if square)
        gap = f"  ({own[-1] + 1})" if own[-1] + 1 in GAPS else ""
        lines.append(numbered(row, samuel) + gap)
    return "\n".join(lines)


def numbered(row: list[int | None], number: Callable[[int], int]) -> str:
    """Return a row of numbers."""
    return " ".join(f"{number(square):2}" if square else "  " for square in row).rstrip()


# ---------------------------------------------------------------- SVG

CELL = 48  # units of a square's side
RIM = 16  # units around the board
LIGHT, DARK, FRAME, MARKED = "#f0dfc0", "#7a8f63", "#4a3a28", "#b9a53a"
FILL = {Colour.BLACK: "#26221f", Colour.WHITE: "#fbf6ea"}
EDGE = {Colour.BLACK: "#8a837b", Colour.WHITE: "#57504a"}


def svg(
    position: Position,
    side: Colour = Colour.WHITE,
    *,
    marked: Collection[int] = (),
    number: Callable[[int], int] = int,
    title: str = "",
) -> str:
    """Return the board as a drawing. `marked` squares are coloured; `number` is what is written for a square."""
    length = SIZE * CELL + 2 * RIM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {length} {length}" font-family="sans-serif">',
        f"<title>{escape(title, quote=False)}</title>" if title else "",
        f'<rect width="{length}" height="{length}" rx="6" fill="{FRAME}"/>',
    ]
    for row, squares in enumerate(rows(side)):
        for column, square in enumerate(squares):
            x, y = RIM + column * CELL, RIM + row * CELL
            colour = LIGHT if square is None else MARKED if square in marked else DARK
            parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"/>')
            if square is None:
                continue
            parts.append(f'<text x="{x + 3}" y="{y + 11}" font-size="10" fill="{LIGHT}">{number(square)}</text>')
            if square in position.pieces:
                parts += drawn(position.pieces[square], x + CELL // 2, y + CELL // 2)
    return "\n".join([part for part in parts if part] + ["</svg>\n"])


def drawn(piece: Piece, x: int, y: int) -> list[str]:
    """Return a piece: one disc, or two, one upon the other, for a king."""
    fill, edge = FILL[piece.colour], EDGE[piece.colour]
    discs = [(y + 4, 18), (y - 3, 18)] if piece.king else [(y, 18)]
    found = []
    for middle, radius in discs:
        for r in (radius, radius - 5):
            found.append(f'<circle cx="{x}" cy="{middle}" r="{r}" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>')
    if piece.king:
        found.append(f'<text x="{x}" y="{y + 2}" font-size="15" font-weight="bold" text-anchor="middle" '
                     f'fill="{edge}">K</text>')  # fmt: skip
    return found
