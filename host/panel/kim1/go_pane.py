"""The picture of the Go board, beside the machine in whose memory it is."""

from __future__ import annotations

import functools
from typing import NamedTuple

import pygame

from host.games.wally_board import LINES, STARS, Point
from host.panel import colours
from host.panel.canvas import Box, Canvas, Scale, shrunk, smooth
from host.panel.kim1.layout import go_place, go_spacing
from host.panel.kim1.panel import KimPanel

RINGS = {Point.BLACK: colours.MARK, Point.WHITE: (110, 140, 200)}  # round the latest stone


class Facts(NamedTuple):
    """All that the picture depends on."""

    stones: tuple[tuple[int, Point], ...]
    last: tuple[tuple[Point, int], ...]
    hover: int | None  # the point under the mouse


def facts(panel: KimPanel) -> Facts:
    """Return what is to be seen."""
    hover = panel.hover if panel.hover not in panel.go.stones else None
    return Facts(tuple(sorted(panel.go.stones.items())), tuple(panel.go.last.items()), hover)


def paint(canvas: Canvas, area: Box, facts: Facts) -> None:
    """Paint the board; under the mouse, where a click would play."""
    rect = canvas.scale.rect(area)
    canvas.surface.blit(position(canvas.scale.factor, area, rect.size, facts._replace(hover=None)), rect)
    if facts.hover is not None:
        canvas.circle(go_place(area, facts.hover), go_spacing(area) * 0.42, colours.WHITE_STONE, 2)
        canvas.text((area.x + area.w - 8, area.y + area.h - 9), f"{facts.hover:02X}", 17, colours.WOOD_LINE, "right")


@functools.lru_cache(maxsize=2)
def position(factor: float, area: Box, size: tuple[int, int], facts: Facts) -> pygame.Surface:
    """Return the picture of a position."""
    surface = wood(factor, area, size).copy()
    canvas = Canvas(surface, Scale(2 * factor))
    here = Box(0, 0, area.w, area.h)
    for point, what in facts.stones:
        draw_stone(canvas, here, point, what)
    for colour, point in facts.last:
        canvas.circle(go_place(here, point), go_spacing(here) * 0.2, RINGS[colour], 2.2)
    return shrunk(surface, size)


@functools.lru_cache(maxsize=2)
def wood(factor: float, area: Box, size: tuple[int, int]) -> pygame.Surface:
    """Return the empty board, twice as large."""
    canvas, surface = smooth(size, Scale(factor))
    draw_wood(canvas, Box(0, 0, area.w, area.h))
    return surface


def draw_wood(canvas: Canvas, area: Box) -> None:
    """Draw the empty board: lines, star points, hex coordinates."""
    canvas.surface.fill(colours.DESK)
    canvas.box(area, colours.WOOD_LINE, 6)
    canvas.box(area.inset(1.5), colours.WOOD, 5)
    for number in range(int(area.h / 9)):
        y = area.y + 6 + number * 9
        sway = (number * 7) % 5 - 2
        canvas.line([(area.x + 4, y), (area.x + area.w / 2, y + sway), (area.x + area.w - 4, y - sway)],
                    (208, 163, 93), 1.5)  # fmt: skip
    for line in LINES:
        canvas.line([go_place(area, 0x10 + line), go_place(area, 0xF0 + line)], colours.WOOD_LINE, 1.1)
        canvas.line([go_place(area, 16 * line + 1), go_place(area, 16 * line + 15)], colours.WOOD_LINE, 1.1)
        across, down = go_place(area, 0x10 + line)[0], go_place(area, 16 * line + 1)[1]
        canvas.text((across, area.y + 9), f"{line:X}", 14, colours.WOOD_LINE, "centre")
        canvas.text((area.x + 9, down), f"{line:X}", 14, colours.WOOD_LINE, "centre")
    for star in STARS:
        canvas.circle(go_place(area, star), 3.6, colours.WOOD_LINE)


def draw_stone(canvas: Canvas, area: Box, point: int, what: Point) -> None:
    """Draw a stone with its shadow and a highlight."""
    x, y = go_place(area, point)
    radius = go_spacing(area) * 0.47
    colour = colours.BLACK_STONE if what is Point.BLACK else colours.WHITE_STONE
    light = (84, 84, 88) if what is Point.BLACK else (255, 255, 255)
    canvas.circle((x + 1.3, y + 1.6), radius, (120, 92, 52))
    canvas.circle((x, y), radius, colour)
    canvas.circle((x - radius * 0.32, y - radius * 0.34), radius * 0.22, light)
