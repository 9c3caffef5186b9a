"""The six digits: the shapes of their segments, and how their light follows the machine's.

    a
   ---          What a share of the time lit looks like is in host/desk/glow.py. A short persistence hides
f | g | b       the beat between the screen's frames and the machine's multiplexing.
   ---
e |   | c
   ---
    d
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

import pygame

from host.desk.glow import glow
from host.panel import colours
from host.panel.canvas import Box, Canvas, Point, Scale, shrunk, smooth

PERSISTENCE = 0.03  # seconds
SHADES = 24  # that are told apart
SLANT = 0.12  # how far the top leans to the right, in heights

WIDTH, HEIGHT = 10.0, 18.0  # of a digit, before slanting, in the unit of this table
SHAPES: tuple[tuple[Point, ...], ...] = (
    ((0.9, 0.0), (9.1, 0.0), (7.1, 2.2), (2.9, 2.2)),  # a
    ((9.8, 0.6), (9.8, 8.4), (8.8, 8.9), (7.5, 7.9), (7.5, 2.9)),  # b
    ((9.8, 9.6), (9.8, 17.4), (7.5, 15.1), (7.5, 10.1), (8.8, 9.1)),  # c
    ((0.9, 18.0), (2.9, 15.8), (7.1, 15.8), (9.1, 18.0)),  # d
    ((0.2, 9.6), (1.2, 9.1), (2.5, 10.1), (2.5, 15.1), (0.2, 17.4)),  # e
    ((0.2, 0.6), (2.5, 2.9), (2.5, 7.9), (1.2, 8.9), (0.2, 8.4)),  # f
    ((2.7, 7.9), (7.3, 7.9), (8.5, 9.0), (7.3, 10.1), (2.7, 10.1), (1.5, 9.0)),  # g
)


class Persistence:
    """The light of all segments as the eye sees it, 0.0 to 1.0, following the machine's with a short delay."""

    def __init__(self) -> None:
        self.levels: list[list[float]] = []

    def follow(self, shares: list[list[float]], seconds: float | None = None) -> None:
        """Let so many seconds pass with these shares of the time lit; None: as long as it takes."""
        wanted = [[glow(share) for share in digit] for digit in shares]
        if not self.levels or seconds is None:
            self.levels = wanted
            return
        part = 1.0 - math.exp(-seconds / PERSISTENCE)
        self.levels = [
            [old + (new - old) * part for old, new in zip(before, after, strict=True)]
            for before, after in zip(self.levels, wanted, strict=True)
        ]


def outline(segment: int, area: Box) -> list[Point]:
    """Return a segment's polygon in the area of a digit's package."""
    unit = min(area.h * 0.64 / HEIGHT, area.w * 0.64 / WIDTH)
    left, top = area.x + (area.w - unit * WIDTH) / 2, area.y + (area.h - unit * HEIGHT) / 2
    return [(left + unit * (x + SLANT * (HEIGHT / 2 - y)), top + unit * y) for x, y in SHAPES[segment]]


def middle(segment: int, area: Box) -> Point:
    """Return a point inside a segment."""
    points = outline(segment, area)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@functools.lru_cache(maxsize=64)
def white_segment(segment: int, size: tuple[int, int]) -> pygame.Surface:
    """Return a segment with the glow around it, white on black, in the size of a digit's package."""
    area = Box(0, 0, 100, 100 * size[1] / size[0])
    canvas, surface = smooth(size, Scale(size[0] / 100), 4)
    canvas.polygon(outline(segment, area), (255, 255, 255))
    core = shrunk(surface, size)
    halo = pygame.transform.gaussian_blur(core, max(1, size[0] // 12))
    halo.fill((110, 110, 110), special_flags=pygame.BLEND_MULT)
    core.blit(halo, (0, 0), special_flags=pygame.BLEND_MAX)
    return core


@functools.lru_cache(maxsize=1024)
def lit_segment(segment: int, size: tuple[int, int], shade: int) -> pygame.Surface:
    """Return the light of a segment, to be added to a picture."""
    picture = white_segment(segment, size).copy()
    tint = [round(channel * shade / SHADES) for channel in colours.LED_LIT]
    picture.fill(tint, special_flags=pygame.BLEND_MULT)
    return picture


def draw_dark(canvas: Canvas, area: Box) -> None:
    """Draw a display package with all its segments unlit."""
    canvas.box(area, colours.LED_BODY, 2)
    for segment in range(len(SHAPES)):
        canvas.polygon(outline(segment, area), colours.LED_DARK)


def shade(level: float) -> int:
    """Return the shade in which a segment of this light is painted, 0 to SHADES."""
    return round(level * SHADES)


def draw_lit(canvas: Canvas, area: Box, shades: Sequence[int]) -> None:
    """Add the light of one digit."""
    rect = canvas.scale.rect(area)
    for segment, each in enumerate(shades):
        if each:
            light = lit_segment(segment, rect.size, each)
            canvas.surface.blit(light, rect, special_flags=pygame.BLEND_MAX)
