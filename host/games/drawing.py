"""Pictures made of shapes: written as SVG, or painted as PNG."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path

from emulators.errors import IronboardError
from host.formats import storage


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

    _repr_html_ = svg  # in a notebook

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


# ---------------------------------------------------------------- boards of notebooks

CELL, RIM = 36, 24  # units of a square or a node, and around the board
WOOD, LINE, FRAME, NAME, LIGHT, DARK = "#e6c896", "#7a6038", "#4a3a28", "#f0dfc0", "#f0dfc0", "#8a6a48"
MEN = {True: ("#26221f", "#8a837b"), False: ("#fbf6ea", "#57504a")}  # whether black: fill and edge
Place = tuple[int, int]  # row and column


def lattice(columns: str, stones: Mapping[Place, bool], stars: Container[Place]) -> Picture:
    """Return a board of lines with stones on its nodes; rows and columns count from 1. `stones`: whether black."""
    size = len(columns)
    length = size * CELL + 2 * RIM
    first, last = RIM + CELL / 2, length - RIM - CELL / 2
    shapes = [box(0, 0, length, length, FRAME), box(RIM, RIM, size * CELL, size * CELL, WOOD)]
    for each in range(size):
        at = first + each * CELL
        shapes += [Shape(((first, at), (last, at)), edge=LINE), Shape(((at, first), (at, last)), edge=LINE)]
    shapes += names(columns, CELL, RIM)
    for row in range(1, size + 1):
        for column in range(1, size + 1):
            middle = ((first + (column - 1) * CELL, first + (row - 1) * CELL),)
            if (row, column) in stones:
                fill, edge = MEN[stones[row, column]]
                shapes.append(Shape(middle, fill, edge, radius=CELL * 0.46))
            elif (row, column) in stars:
                shapes.append(Shape(middle, LINE, LINE, radius=3))
    return Picture(length, length, tuple(shapes))


def names(columns: str, cell: float, rim: float) -> Iterator[Shape]:
    """Yield the names of columns and rows on all sides of a square board; rows are numbered from below."""
    size = len(columns)
    for each, name in enumerate(columns):
        at = rim + (each + 0.5) * cell
        for place in (rim / 2, size * cell + 1.5 * rim):
            yield Shape(((at, place),), NAME, radius=13, text=name)
            yield Shape(((place, at),), NAME, radius=13, text=str(size - each))


def chequered(size: int, squares: Iterable[tuple[int, Place]], men: Mapping[int, tuple[bool, bool]]) -> Picture:
    """Return a board of dark squares with their numbers, and men: whether black, whether a king, which has a ring.

    `squares`: the number of each, and row and column from 0.
    """
    length = size * CELL + 2 * RIM
    shapes = [box(0, 0, length, length, FRAME), box(RIM, RIM, size * CELL, size * CELL, LIGHT)]
    for square, (row, column) in squares:
        x, y = RIM + column * CELL, RIM + row * CELL
        shapes.append(box(x, y, CELL, CELL, DARK))
        middle = ((x + CELL / 2, y + CELL / 2),)
        if square not in men:
            shapes.append(Shape(middle, NAME, radius=12, text=str(square)))
            continue
        black, king = men[square]
        fill, edge = MEN[black]
        shapes += [Shape(middle, fill, edge, radius=CELL * part) for part in (0.42, 0.24)[: 1 + king]]
    return Picture(length, length, tuple(shapes))
