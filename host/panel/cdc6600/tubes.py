"""Drawing on a tube: lines of characters as light, on a round glass within a bezel.

Small characters have a whole number of pixels, so that all of them look alike; the beam is as wide in all sizes.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import pygame

from host.desk.cdc6600.screens import DOTS, GLASS, SMALL, Line
from host.panel.canvas import Box, Canvas, Point, Scale, shrunk, smooth
from host.panel.cdc6600 import colours
from host.panel.cdc6600.strokes import STROKES

GRID = 6  # steps from the first point of a character to the last
ACROSS = 0.68  # of its square that a character is wide, so that neighbours stay apart in few pixels
FINE = 6  # times larger than needed: characters are drawn so, then shrunk
ROUNDED = 10  # pixels of a character from which on its corners are rounded
BEAM = 1.25  # dots, its width
HALO = 7  # dots around a character that have light of it


class Raster(NamedTuple):
    """How dots become pixels on a glass of so many pixels."""

    pixels: int

    @property
    def cell(self) -> int:
        """Pixels of a small character."""
        return max(3, self.pixels * SMALL // GLASS)

    @property
    def dot(self) -> float:
        """Pixels of a dot."""
        return self.cell / SMALL

    def place(self, dots: float) -> int:
        """Return the pixel of a dot, from the left or from the top."""
        return round((self.pixels - DOTS * self.dot) / 2 + dots * self.dot)


def light(lines: Sequence[Line], raster: Raster) -> pygame.Surface:
    """Return the light of these lines, on black."""
    surface = pygame.Surface((raster.pixels, raster.pixels))
    beam = max(1.0, BEAM * raster.dot)
    halo = round(HALO * raster.dot)
    for line in lines:
        side = raster.cell * line.size // SMALL
        place = raster.place(line.x) - halo, raster.place(line.y) - halo
        surface.blit(written(line.text, side, beam, halo), place, special_flags=pygame.BLEND_ADD)
    return surface


@functools.lru_cache(maxsize=256)
def written(text: str, side: int, beam: float, halo: int) -> pygame.Surface:
    """Return the light of a line; most lines are the same from picture to picture."""
    surface = pygame.Surface((len(text) * side + 2 * halo, side + 2 * halo))
    glyphs = [(glyph(each, side, beam, halo), (side * place, 0)) for place, each in enumerate(text)]
    surface.fblits(glyphs, pygame.BLEND_ADD)
    return surface


@functools.lru_cache(maxsize=512)
def glyph(character: str, side: int, beam: float, halo: int) -> pygame.Surface:
    """Return a character drawn by a beam so many pixels wide in a square, with the light around it on all sides."""
    across, up = even(side * ACROSS), even(side * GRID / SMALL + 1)
    left, bottom = halo + (side - across - 1) // 2 + 0.5, halo + side - max(1, side // SMALL) + 0.5
    size = side + 2 * halo
    large = pygame.Surface((size * FINE, size * FINE))
    for stroke in STROKES.get(character, []):
        points = [(left + x * across / GRID, bottom - y * up / GRID) for x, y in stroke]
        draw(large, rounded(points) if side >= ROUNDED else points, beam)
    core = shrunk(large, (size, size))
    around = pygame.transform.gaussian_blur(core, max(1, halo // 2))
    around.fill(colours.BLOOM, special_flags=pygame.BLEND_MULT)
    around.blit(around, (0, 0), special_flags=pygame.BLEND_ADD)
    around.blit(core, (0, 0), special_flags=pygame.BLEND_ADD)
    return around


def even(length: float) -> int:
    """Return the even number of pixels within a length: then the middle of a character is a pixel, too."""
    return 2 * int(length / 2)


def draw(surface: pygame.Surface, points: Sequence[Point], beam: float) -> None:
    """Draw a stroke, its ends and corners round."""
    pixels = [(x * FINE, y * FINE) for x, y in points]
    width = max(1, round(beam * FINE))
    for (x, y), (u, v) in pairwise(pixels):
        length = math.hypot(u - x, v - y) or 1
        across, along = (v - y) * width / 2 / length, (u - x) * width / 2 / length
        corners = [(x - across, y + along), (u - across, v + along), (u + across, v - along), (x + across, y - along)]
        pygame.draw.polygon(surface, colours.LIGHT, corners)
    for point in pixels:
        pygame.draw.circle(surface, colours.LIGHT, point, width / 2)


def rounded(points: list[Point], times: int = 2) -> list[Point]:
    """Return a stroke with its corners cut: the deflection is too slow for them."""
    if not times or len(points) < 3:
        return points
    closed = points[0] == points[-1]
    cut: list[Point] = [] if closed else [points[0]]
    for number, ((x, y), (u, v)) in enumerate(pairwise(points)):
        if closed or number:
            cut.append((0.8 * x + 0.2 * u, 0.8 * y + 0.2 * v))
        if closed or number < len(points) - 2:
            cut.append((0.2 * x + 0.8 * u, 0.2 * y + 0.8 * v))
    cut.append(cut[0] if closed else points[-1])
    return rounded(cut, times - 1)


# ---------------------------------------------------------------- the glass


@functools.lru_cache(maxsize=4)
def tube(factor: float, size: tuple[int, int], glass: Box) -> pygame.Surface:
    """Return a tube without light, in its part of the cabinet; `glass` is where that is in the picture."""
    canvas, surface = smooth(size, Scale(factor))
    surface.fill(colours.CABINET)
    x, y = glass.centre
    radius = glass.w / 2
    canvas.circle((x, y + 3), radius + 15, colours.CABINET_DARK)
    canvas.circle((x, y), radius + 13, colours.BEZEL_LIGHT)
    canvas.circle((x, y), radius + 11.5, colours.BEZEL)
    canvas.circle((x, y), radius + 2.5, colours.BEZEL_EDGE)
    shade(canvas, (x, y), radius)
    return shrunk(surface, size)


def shade(canvas: Canvas, centre: Point, radius: float, steps: int = 48) -> None:
    """Draw the glass, darker at its rim."""
    for step in range(steps):
        share = step / (steps - 1)
        canvas.circle(centre, radius * (1 - share), mixed(colours.GLASS_EDGE, colours.GLASS, math.sqrt(share)))


def mixed(first: tuple[int, int, int], second: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    """Return a colour between two."""
    a, b, c = (round(one + (other - one) * share) for one, other in zip(first, second, strict=True))
    return a, b, c
