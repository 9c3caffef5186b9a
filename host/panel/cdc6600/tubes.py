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
FINE = 6  # times larger than needed: characters are drawn so, then shrunk
ROUNDED = 10  # pixels of a character from which on its corners are rounded
BEAM = 1.25  # dots, its width
BLOOM_SHRUNK = 4  # times smaller: the light around the characters is computed so


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
    for line in lines:
        side = raster.cell * line.size // SMALL
        x, y = raster.place(line.x), raster.place(line.y)
        characters = [(place, each) for place, each in enumerate(line.text) if each != " "]
        glyphs = [(glyph(each, side, beam), (x + side * place, y)) for place, each in characters]
        surface.fblits(glyphs, pygame.BLEND_MAX)
    return bloomed(surface)


def bloomed(surface: pygame.Surface) -> pygame.Surface:
    """Return light with the glow that the glass spreads around it."""
    size = surface.get_size()
    little = pygame.transform.smoothscale(surface, (max(1, size[0] // BLOOM_SHRUNK), max(1, size[1] // BLOOM_SHRUNK)))
    glow = pygame.transform.smoothscale(pygame.transform.gaussian_blur(little, 2), size)
    glow.fill(colours.BLOOM, special_flags=pygame.BLEND_MULT)
    glow.blit(glow, (0, 0), special_flags=pygame.BLEND_ADD)
    glow.blit(surface, (0, 0), special_flags=pygame.BLEND_ADD)
    return glow


@functools.lru_cache(maxsize=512)
def glyph(character: str, side: int, beam: float) -> pygame.Surface:
    """Return a character in a square of so many pixels, drawn by a beam so many pixels wide."""
    across, up = even(side * GRID / SMALL), even(side * GRID / SMALL + 1)
    left, bottom = (side - across) // 2 + 0.5, side - max(1, side // SMALL) + 0.5
    large = pygame.Surface((side * FINE, (side + 2) * FINE))
    for stroke in STROKES.get(character, []):
        points = [(left + x * across / GRID, bottom - y * up / GRID) for x, y in stroke]
        draw(large, rounded(points) if side >= ROUNDED else points, beam)
    return shrunk(large, (side, side + 2))


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
    """Draw the glass: darker at its rim, and a little light of the room in its upper left."""
    for step in range(steps):
        share = step / (steps - 1)
        canvas.circle(centre, radius * (1 - share), mixed(colours.GLASS_EDGE, colours.GLASS, math.sqrt(share)))
    x, y = centre
    for step in range(steps):
        share = step / (steps - 1)
        at = (x - 0.42 * radius, y - 0.52 * radius)
        colour = mixed(colours.GLASS, colours.SHINE, share * share)
        if step > steps // 2:
            canvas.circle(at, radius * 0.28 * (1 - share), colour)


def mixed(first: tuple[int, int, int], second: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    """Return a colour between two."""
    a, b, c = (round(one + (other - one) * share) for one, other in zip(first, second, strict=True))
    return a, b, c
