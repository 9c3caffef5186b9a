"""The picture of the display tube: a round glass on which points glow and fade."""

from __future__ import annotations

import functools
from typing import NamedTuple

import pygame

from emulators.ibm704.display import SIZE
from host.desk.ibm704.tube import LEVELS
from host.panel import colours as common
from host.panel import widgets
from host.panel.canvas import Box, Canvas, Scale, shrunk, smooth
from host.panel.ibm704 import colours, layout
from host.panel.ibm704.panel import Panel704

FACE = Box(layout.SIDE.x + (layout.SIDE.w - 320) / 2, layout.SIDE.y + 34, 320, 320)
RASTER = FACE.inset(16)
SPOT = 1.5  # radius of a point


class Facts(NamedTuple):
    """All that the picture depends on."""

    points: tuple[tuple[int, int, int], ...]  # x, y, brightness in LEVELS
    used: bool


def facts(panel: Panel704) -> Facts:
    """Return what is to be seen."""
    tube = panel.tube
    return Facts(tuple((x, y, round(light * LEVELS)) for (x, y), light in sorted(tube.points.items())), tube.used)


def paint(canvas: Canvas, area: Box, facts: Facts) -> None:
    """Paint the tube."""
    widgets.ground(canvas, area, "DISPLAY TUBE")
    rect = canvas.scale.rect(FACE)
    canvas.surface.blit(face(canvas.scale.factor, rect.size), rect)
    unit = RASTER.w / SIZE
    for x, y, level in facts.points:
        if level:
            light = spot(canvas.length(6 * SPOT), level)
            centre = canvas.scale.point(RASTER.x + (x + 0.5) * unit, RASTER.y + RASTER.h - (y + 0.5) * unit)
            where = light.get_rect(center=(round(centre[0]), round(centre[1])))
            canvas.surface.blit(light, where, special_flags=pygame.BLEND_MAX)
    if not facts.used:
        canvas.text(FACE.centre, "no point has been plotted", 16, common.FAINT_INK, "centre")


@functools.lru_cache(maxsize=2)
def face(factor: float, size: tuple[int, int]) -> pygame.Surface:
    """Return the tube without light."""
    canvas, surface = smooth(size, Scale(factor, -FACE.x * factor, -FACE.y * factor))
    surface.fill(common.PANE)
    canvas.box(FACE, colours.CABINET_DARK, 26)
    canvas.box(FACE.inset(3), colours.CABINET, 24)
    canvas.box(FACE.inset(10), colours.PLATE_EDGE, 30)
    canvas.box(FACE.inset(12), colours.TUBE, 28)
    return shrunk(surface, size)


@functools.lru_cache(maxsize=64)
def spot(pixels: int, level: int) -> pygame.Surface:
    """Return the light of a point."""
    canvas, surface = smooth((pixels, pixels), Scale(pixels / 6), 4)
    canvas.circle((3, 3), 1.0, colours.TUBE_GLOW)
    core = shrunk(surface, (pixels, pixels))
    halo = pygame.transform.gaussian_blur(core, max(1, pixels // 5))
    core.blit(halo, (0, 0), special_flags=pygame.BLEND_MAX)
    share = round(255 * level / LEVELS)
    core.fill((share, share, share), special_flags=pygame.BLEND_MULT)
    return core
