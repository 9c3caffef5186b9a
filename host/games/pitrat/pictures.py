"""Pictures: boards with men, as shapes that are written as SVG or painted as PNG.

Men of chess are drawn as outlines, all others as discs with the letters of their natures.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path

from emulators.errors import IronboardError
from host.formats import storage
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


@dataclass(frozen=True)
class Shape:
    """A polygon, a disc (one point and a radius), a line of several points, or a text (with a size)."""

    points: tuple[tuple[float, float], ...]
    fill: str = ""
    edge: str = ""
    radius: float = 0
    text: str = ""
    anchor: str = "middle"
    dashed: bool = False


def box(x: float, y: float, width: float, height: float, fill: str, edge: str = "") -> Shape:
    """Return a rectangle."""
    return Shape(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), fill, edge)


@dataclass(frozen=True)
class Picture:
    """Shapes, the later ones on top, on a ground."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""

    def svg(self) -> str:
        """Return the picture as a drawing."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'width="{self.width:g}" height="{self.height:g}" font-family="sans-serif">'
        )
        title = [f"<title>{escape(self.title, quote=False)}</title>"] if self.title else []
        return "\n".join([head, *title, *map(_svg, self.shapes), "</svg>\n"])

    def png(self) -> bytes:
        """Return the picture as PNG."""
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        import pygame

        pygame.font.init()
        surface = pygame.Surface((round(self.width), round(self.height)))
        surface.fill("#ffffff")
        for shape in self.shapes:
            if shape.text:
                font = pygame.font.Font(None, round(shape.radius * 1.4))
                image = font.render(shape.text, True, shape.fill)
                at = image.get_rect(center=shape.points[0])
                if shape.anchor == "start":
                    at = image.get_rect(midleft=shape.points[0])
                surface.blit(image, at)
            elif shape.radius:
                pygame.draw.circle(surface, shape.fill, shape.points[0], shape.radius)
                pygame.draw.aacircle(surface, shape.edge, shape.points[0], shape.radius, 2)
            elif shape.fill:
                pygame.draw.polygon(surface, shape.fill, shape.points)
                if shape.edge:
                    pygame.draw.aalines(surface, shape.edge, True, shape.points)
            else:
                pygame.draw.aalines(surface, shape.edge, False, shape.points)
        file = BytesIO()
        pygame.image.save(surface, file, "picture.png")
        return file.getvalue()

    def write(self, path: Path, overwrite: bool) -> None:
        """Write a file, as its name says; raises IronboardError."""
        if path.suffix.lower() not in (".svg", ".png"):
            raise IronboardError(f"{path}: pictures are .svg or .png")
        data = self.png() if path.suffix.lower() == ".png" else self.svg().encode()
        storage.write_all(path, data, overwrite)


def _svg(shape: Shape) -> str:
    points = " ".join(f"{x:g},{y:g}" for x, y in shape.points)
    x, y = shape.points[0]
    if shape.text:
        return (
            f'<text x="{x:g}" y="{y + shape.radius * 0.35:g}" font-size="{shape.radius:g}" '
            f'text-anchor="{shape.anchor}" fill="{shape.fill}">{escape(shape.text, quote=False)}</text>'
        )
    edge = f' stroke="{shape.edge}" stroke-width="1.5"' if shape.edge else ""
    if shape.radius:
        return f'<circle cx="{x:g}" cy="{y:g}" r="{shape.radius:g}" fill="{shape.fill}"{edge}/>'
    if shape.fill:
        return f'<polygon points="{points}" fill="{shape.fill}"{edge} stroke-linejoin="round"/>'
    dashes = ' stroke-dasharray="5 3"' if shape.dashed else ""
    return f'<polyline points="{points}" fill="none"{edge}{dashes}/>'


# ---------------------------------------------------------------- boards


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
