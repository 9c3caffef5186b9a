"""Pictures of boards with men.

Men of chess are drawn as outlines, all others as discs with the letters of their natures.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from host.games.drawing import Picture, Shape, box
from host.games.pitrat.notation import Notation
from host.games.pitrat.position import CHESS, LETTERS, Man, Position, Square

CELL, RIM = 48, 22  # units of a square's side, and around the board
LIGHT, DARK, FRAME, MARKED = "#f0dfc0", "#b58d63", "#4a3a28", "#c9b037"
FILL, EDGE = ("", "#fbf6ea", "#26221f"), ("", "#3a332d", "#d8cfc0")  # of the players' men
OUTLINES = {  # of chessmen: points in a square of 48 units
    "PAWN": "14,40 34,40 33,35 28,32 27,25 30,21 30,15 27,11 21,11 18,15 18,21 21,25 20,32 15,35",
    "ROOK": "12,41 36,41 36,36 32,33 32,20 36,17 36,9 31,9 31,13 27,13 27,9 21,9 21,13 17,13 17,9 12,9 12,17 16,20 "
    "16,33 12,36",
    "KNIGHT": "13,41 35,41 35,32 34,22 30,14 24,10 22,6 19,11 14,16 10,24 12,29 16,29 20,25 23,25 21,31 14,36",
    "BISHOP": "12,41 36,41 35,36 28,34 28,31 32,27 33,21 30,15 26,11 26,7 22,7 22,11 18,15 15,21 16,27 20,31 20,34 "
    "13,36",
    "QUEEN": "12,41 36,41 35,35 38,17 32,24 31,12 26,23 24,9 22,23 17,12 16,24 10,17 13,35",
    "KING": "12,41 36,41 35,34 39,27 38,20 33,17 26,21 26,14 30,14 30,10 26,10 26,6 22,6 22,10 18,10 18,14 22,14 22,21 "
    "15,17 10,20 9,27 13,34",
}


def board(
    position: Position, notation: Notation, *, flipped: bool = False, marked: Collection[Square] = (), title: str = ""
) -> Picture:
    """Return a board, the first player below, or above; `marked` squares have another colour."""
    game = position.game
    width, height = game.width * CELL + 2 * RIM, game.height * CELL + 2 * RIM
    shapes = [box(0, 0, width, height, FRAME)]
    for square in game.squares:
        column = game.width - square[0] if flipped else square[0] - 1
        row = square[1] - 1 if flipped else game.height - square[1]
        x, y = RIM + column * CELL, RIM + row * CELL
        ground = MARKED if square in marked else DARK if sum(square) % 2 == 0 else LIGHT
        shapes.append(box(x, y, CELL, CELL, ground))
        if column == 0:
            shapes.append(Shape(((RIM / 2, y + CELL / 2),), LIGHT, radius=12, text=str(square[1])))
        if row == game.height - 1:
            name = LETTERS[square[0] - 1] if notation.algebraic else str(square[0])
            shapes.append(Shape(((x + CELL / 2, height - RIM / 2),), LIGHT, radius=12, text=name))
        if man := position.men.get(square):
            shapes += _man(position, man, x, y)
    return Picture(width, height, tuple(shapes), title)


def _man(position: Position, man: Man, x: float, y: float) -> Iterator[Shape]:
    fill, edge = FILL[man.player], EDGE[man.player]
    nature = position.game.natures[man.nature - 1]
    if nature in CHESS and position.game.natures[: len(CHESS)] == CHESS:
        pairs = (point.split(",") for point in OUTLINES[nature].split())
        yield Shape(tuple((x + int(right), y + int(down)) for right, down in pairs), fill, edge)
        return
    middle = ((x + CELL / 2, y + CELL / 2),)
    yield Shape(middle, fill, edge, radius=18)
    if len(position.game.natures) > 1:
        yield Shape(middle, edge, radius=20, text=position.game.letters[man.nature - 1])
