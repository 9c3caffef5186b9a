"""Neon lamps: a dark glass in a ring, and the light that is added to it."""

from __future__ import annotations

import functools

import pygame

from host.desk.ibm704.lamps import LEVELS
from host.panel.canvas import Box, Canvas, Point, Scale, shrunk, smooth
from host.panel.ibm704 import colours

HALO = 2.8  # radii that the glow reaches


def draw_dark(canvas: Canvas, at: Point, radius: float) -> None:
    """Draw a lamp that is out."""
    canvas.circle(at, radius, colours.NEON_RING)
    canvas.circle(at, radius - 1.1, colours.NEON_DARK)
    canvas.circle((at[0] - radius * 0.25, at[1] - radius * 0.3), radius * 0.22, (112, 92, 80))


def draw_lit(canvas: Canvas, at: Point, radius: float, level: int) -> None:
    """Add the light of a lamp."""
    if level:
        rect = canvas.scale.rect(
            Box(at[0] - radius * HALO, at[1] - radius * HALO, 2 * radius * HALO, 2 * radius * HALO)
        )
        canvas.surface.blit(light(rect.size, level), rect, special_flags=pygame.BLEND_MAX)


@functools.lru_cache(maxsize=32)
def white(size: tuple[int, int]) -> tuple[pygame.Surface, pygame.Surface]:
    """Return the glow and the glowing electrodes of a lamp, white on black."""
    unit = size[0] / (2 * HALO)
    centre = (HALO, HALO)
    canvas, surface = smooth(size, Scale(unit), 4)
    canvas.circle(centre, 1.0, (255, 255, 255))
    glass = shrunk(surface, size)
    halo = pygame.transform.gaussian_blur(glass, max(1, round(unit * 0.85)))
    halo.fill((170, 170, 170), special_flags=pygame.BLEND_MULT)
    glass.blit(halo, (0, 0), special_flags=pygame.BLEND_MAX)
    canvas, surface = smooth(size, Scale(unit), 4)
    canvas.circle(centre, 0.6, (255, 255, 255))
    return glass, pygame.transform.gaussian_blur(shrunk(surface, size), max(1, round(unit * 0.25)))


@functools.lru_cache(maxsize=256)
def light(size: tuple[int, int], level: int) -> pygame.Surface:
    """Return the light of a lamp, to be added to a picture."""
    share = level / LEVELS
    picture, core = (each.copy() for each in white(size))
    picture.fill([round(channel * share) for channel in colours.NEON_LIT], special_flags=pygame.BLEND_MULT)
    core.fill([round(channel * share**2) for channel in colours.NEON_CORE], special_flags=pygame.BLEND_MULT)
    picture.blit(core, (0, 0), special_flags=pygame.BLEND_MAX)
    return picture
