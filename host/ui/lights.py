"""The luminous parts in the window: segments, lamps, characters and points on tubes.

Light is a picture of its own, made once for each size and brightness, and added to the dark picture beneath it.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pygame

from host.ui import glyphs
from host.ui.canvas import Canvas, Scale, mixed, shade, shrunk, smooth
from host.ui.controller import Controller
from host.ui.drawings import FOCUS, LIT, SEGMENT, Drawing, around
from host.ui.parts import Box, Colour, Digits, Lamps, Point, Points, Tube

CORE: Colour = (255, 214, 150)  # its electrodes
RING: Colour = (84, 80, 76)  # its socket
BEAM_LIGHT: Colour = (158, 255, 206)  # of tubes: P31
BLOOM: Colour = (32, 150, 105)
SPOT_LIGHT: Colour = (150, 255, 170)

# ---------------------------------------------------------------- segments and lamps


class DigitsDrawing(Drawing[Digits]):
    """Seven-segment digits."""

    SHADES = 24  # that are told apart
    BODY: Colour = (44, 14, 14)
    DARK: Colour = (66, 22, 20)

    def __init__(self, part: Digits, box: Box, controller: Controller) -> None:
        super().__init__(part, around(part.boxes), controller)

    def ground(self, canvas: Canvas) -> None:
        for box in self.part.boxes:
            canvas.box(box, self.BODY, 2)
            for segment in range(len(glyphs.SEGMENTS)):
                canvas.polygon(outline(segment, box), self.DARK)

    def draw(self, canvas: Canvas, value: Sequence[int]) -> None:
        count = len(glyphs.SEGMENTS)
        for place, level in enumerate(value or ()):
            if shade := round(level * self.SHADES / self.part.levels):
                rect = canvas.scale.rect(self.part.boxes[place // count])
                light = lit_segment(place % count, rect.size, shade)
                canvas.surface.blit(light, rect, special_flags=pygame.BLEND_MAX)


def outline(segment: int, area: Box) -> list[Point]:
    """Return a segment's polygon in the area of a digit's package."""
    width, height = glyphs.SEGMENT_WIDTH, glyphs.SEGMENT_HEIGHT
    unit = min(area.h * 0.64 / height, area.w * 0.64 / width)
    left, top = area.x + (area.w - unit * width) / 2, area.y + (area.h - unit * height) / 2
    return [(left + unit * (x + glyphs.SLANT * (height / 2 - y)), top + unit * y) for x, y in glyphs.SEGMENTS[segment]]


@functools.lru_cache(maxsize=64)
def white_segment(segment: int, size: tuple[int, int]) -> pygame.Surface:
    """Return a segment with the glow around it, white on black, in the size of a digit's package."""
    canvas, surface = smooth(size, Scale(size[0] / 100), 4)
    canvas.polygon(outline(segment, Box(0, 0, 100, 100 * size[1] / size[0])), (255, 255, 255))
    core = shrunk(surface, size)
    return glowing(core, max(1, size[0] // 12), 110)


def glowing(core: pygame.Surface, radius: int, strength: int) -> pygame.Surface:
    """Return a light with a halo around it."""
    halo = pygame.transform.gaussian_blur(core, radius)
    halo.fill((strength, strength, strength), special_flags=pygame.BLEND_MULT)
    core.blit(halo, (0, 0), special_flags=pygame.BLEND_MAX)
    return core


@functools.lru_cache(maxsize=1024)
def lit_segment(segment: int, size: tuple[int, int], level: int) -> pygame.Surface:
    """Return the light of a segment, to be added to a picture."""
    picture = white_segment(segment, size).copy()
    picture.fill(shade(SEGMENT, level / DigitsDrawing.SHADES), special_flags=pygame.BLEND_MULT)
    return picture


class LampsDrawing(Drawing[Lamps]):
    """Rows of neon lamps: a glass in a ring, which glows, or is transparent and dark."""

    HALO = 2.8  # radii that the glow reaches

    def __init__(self, part: Lamps, box: Box, controller: Controller) -> None:
        reach = part.radius * self.HALO
        self._glows = [[Box(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in row.places] for row in part.rows]
        super().__init__(part, around([box for row in self._glows for box in row]), controller)
        self._pixels: tuple[Scale | None, list[list[pygame.Rect]]] = None, []  # the glows in this scale

    def ground(self, canvas: Canvas) -> None:
        radius = self.part.radius
        for row in self.part.rows:
            for x, y in row.places:
                canvas.circle((x, y), radius, RING)
                canvas.circle((x, y), radius - 1.1, self.part.dark)
                canvas.circle((x - radius * 0.25, y - radius * 0.3), radius * 0.22, shade(self.part.dark, 2))

    def draw(self, canvas: Canvas, value: Sequence[Sequence[int]]) -> None:
        if self._pixels[0] != canvas.scale:
            self._pixels = canvas.scale, [[canvas.scale.rect(box) for box in row] for row in self._glows]
        for row, levels in zip(self._pixels[1], value or (), strict=False):
            for rect, level in zip(row, levels, strict=False):
                if level:
                    light = lit_lamp(rect.size, self.part.lit, level / self.part.levels)
                    canvas.surface.blit(light, rect, special_flags=pygame.BLEND_MAX)

    def meaning(self, at: Point) -> str:
        near = 2 * self.part.radius
        for row in self.part.rows:
            for number, place in enumerate(row.places):
                if row.meanings and math.dist(place, at) < near:
                    return row.meanings[number if len(row.meanings) > 1 else 0]
        return ""


@functools.lru_cache(maxsize=32)
def white_lamp(size: tuple[int, int]) -> tuple[pygame.Surface, pygame.Surface]:
    """Return the glow and the glowing electrodes of a lamp, white on black."""
    unit = size[0] / (2 * LampsDrawing.HALO)
    centre = (LampsDrawing.HALO, LampsDrawing.HALO)
    canvas, surface = smooth(size, Scale(unit), 4)
    canvas.circle(centre, 1.0, (255, 255, 255))
    glass = glowing(shrunk(surface, size), max(1, round(unit * 0.85)), 170)
    canvas, surface = smooth(size, Scale(unit), 4)
    canvas.circle(centre, 0.6, (255, 255, 255))
    return glass, pygame.transform.gaussian_blur(shrunk(surface, size), max(1, round(unit * 0.25)))


@functools.lru_cache(maxsize=512)
def lit_lamp(size: tuple[int, int], colour: Colour, share: float) -> pygame.Surface:
    """Return the light of a lamp, to be added to a picture."""
    picture, core = (each.copy() for each in white_lamp(size))
    picture.fill(shade(colour, share), special_flags=pygame.BLEND_MULT)
    core.fill(
        shade(CORE if colour == LIT else mixed(colour, (255, 255, 255), 0.5), share**2), special_flags=pygame.BLEND_MULT
    )
    picture.blit(core, (0, 0), special_flags=pygame.BLEND_MAX)
    return picture


# ---------------------------------------------------------------- tubes


class TubeDrawing(Drawing[Tube]):
    """Characters as light on round glass, in a bezel that the pane draws; small ones have a whole number of pixels."""

    SMALL = 8  # dots of the smallest character
    BEAM, HALO = 1.25, 7  # dots: the beam's width, and how far its light reaches
    GLASS = 624 / 512  # of the square of dots that the glass is across: it cuts the corners of the square

    def __init__(self, part: Tube, box: Box, controller: Controller) -> None:
        super().__init__(part, part.box.inset(-16), controller)

    def value(self, mouse: Point) -> Any:
        focus = bool(self.controller.panel.keys) and self.controller.focus == self.part.name
        return self.controller.shown.get(self.part.name), focus

    def ground(self, canvas: Canvas) -> None:
        box = self.part.box
        (x, y), radius = box.centre, box.w / 2
        for step in range(48):  # the glass is darker at its rim
            share = step / 47
            canvas.circle((x, y), radius * (1 - share), mixed((4, 11, 10), (10, 26, 23), math.sqrt(share)))

    def draw(self, canvas: Canvas, value: Any) -> None:
        lines, focus = value
        rect = canvas.scale.rect(self.part.box)
        side = min(rect.size)
        cell = max(3, int(side * self.SMALL / self.part.dots / self.GLASS))  # pixels of a small character
        dot = cell / self.SMALL
        beam, halo = max(1.0, self.BEAM * dot), round(self.HALO * dot)
        edge = (side - self.part.dots * dot) / 2
        for x, y, size, text in lines or ():
            light = beamed(text, cell * size // self.SMALL, beam, halo) if size > 1 else dot_of(beam, halo)
            place = rect.x + round(edge + x * dot) - halo, rect.y + round(edge + y * dot) - halo
            canvas.surface.blit(light, place, special_flags=pygame.BLEND_ADD)
        if focus:
            canvas.circle(self.part.box.centre, self.part.box.w / 2 + 8, FOCUS, 2.5)

    def click(self, at: Point) -> bool:
        if self.part.typed and self.part.box.holds(at):
            self.controller.focus = self.part.name
            return True
        return False

    def wheel(self, at: Point, lines: int) -> bool:
        if self.part.box.holds(at):
            self.controller.act(f"{self.part.name} wheel", 1 if lines > 0 else -1)
            return True
        return False


@functools.lru_cache(maxsize=4)
def dot_of(beam: float, halo: int) -> pygame.Surface:
    """Return the light of a dot, centred `halo` pixels from the left and from the top."""
    side, fine = 2 * halo + 1, 6
    large = pygame.Surface((side * fine, side * fine))
    pygame.draw.circle(large, BEAM_LIGHT, (side * fine / 2, side * fine / 2), max(1.0, beam) * fine / 1.6)
    return lit(shrunk(large, (side, side)), halo)


@functools.lru_cache(maxsize=256)
def beamed(text: str, side: int, beam: float, halo: int) -> pygame.Surface:
    """Return the light of a line; most lines are the same from picture to picture."""
    surface = pygame.Surface((len(text) * side + 2 * halo, side + 2 * halo))
    surface.fblits([(stroked(each, side, beam, halo), (side * place, 0)) for place, each in enumerate(text)],
                   pygame.BLEND_ADD)  # fmt: skip
    return surface


@functools.lru_cache(maxsize=512)
def stroked(character: str, side: int, beam: float, halo: int) -> pygame.Surface:
    """Return a character drawn by a beam `beam` pixels wide in a square, with the light around it on all sides."""
    across, up = 2 * int(side * 0.34), 2 * int((side * glyphs.GRID / TubeDrawing.SMALL + 1) / 2)  # even: a middle pixel
    left, bottom = halo + (side - across - 1) // 2 + 0.5, halo + side - max(1, side // TubeDrawing.SMALL) + 0.5
    size, fine = side + 2 * halo, 6
    large = pygame.Surface((size * fine, size * fine))
    for stroke in glyphs.STROKES.get(character, "").split():
        points = [
            (left + int(each[0]) * across / glyphs.GRID, bottom - int(each[1]) * up / glyphs.GRID)
            for each in stroke.split("-")
        ]
        draw_stroke(large, rounded(points) if side >= 10 else points, beam, fine)
    return lit(shrunk(large, (size, size)), halo)


def lit(core: pygame.Surface, halo: int) -> pygame.Surface:
    """Return a stroke of the beam with the light around it."""
    around = pygame.transform.gaussian_blur(core, max(1, halo // 2))
    around.fill(BLOOM, special_flags=pygame.BLEND_MULT)
    around.blit(around, (0, 0), special_flags=pygame.BLEND_ADD)
    around.blit(core, (0, 0), special_flags=pygame.BLEND_ADD)
    return around


def draw_stroke(surface: pygame.Surface, points: Sequence[Point], beam: float, fine: int) -> None:
    """Draw a stroke on a surface that is `fine` times larger, its ends and corners round."""
    pixels = [(x * fine, y * fine) for x, y in points]
    width = max(1, round(beam * fine))
    for (x, y), (u, v) in pairwise(pixels):
        length = math.hypot(u - x, v - y) or 1
        across, along = (v - y) * width / 2 / length, (u - x) * width / 2 / length
        corners = [(x - across, y + along), (u - across, v + along), (u + across, v - along), (x + across, y - along)]
        pygame.draw.polygon(surface, BEAM_LIGHT, corners)
    for point in pixels:
        pygame.draw.circle(surface, BEAM_LIGHT, point, width / 2)


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


class PointsDrawing(Drawing[Points]):
    """A tube on which points glow and fade."""

    SPOT = 1.5  # radius of a point
    LEVELS = 12

    def ground(self, canvas: Canvas) -> None:
        box = self.part.box
        canvas.box(box, (96, 98, 98), 26)
        canvas.box(box.inset(3), (158, 160, 158), 24)
        canvas.box(box.inset(10), (18, 18, 20), 30)
        canvas.box(box.inset(12), (10, 14, 12), 28)

    def draw(self, canvas: Canvas, value: Sequence[Sequence[int]]) -> None:
        raster = self.part.box.inset(16)
        unit = raster.w / self.part.dots
        for x, y, level in value or ():
            if level:
                light = spot(canvas.length(6 * self.SPOT), level)
                at = canvas.scale.point(raster.x + (x + 0.5) * unit, raster.y + raster.h - (y + 0.5) * unit)
                where = light.get_rect(center=(round(at[0]), round(at[1])))
                canvas.surface.blit(light, where, special_flags=pygame.BLEND_MAX)


@functools.lru_cache(maxsize=64)
def spot(pixels: int, level: int) -> pygame.Surface:
    """Return the light of a point."""
    canvas, surface = smooth((pixels, pixels), Scale(pixels / 6), 4)
    canvas.circle((3, 3), 1.0, SPOT_LIGHT)
    core = shrunk(surface, (pixels, pixels))
    halo = pygame.transform.gaussian_blur(core, max(1, pixels // 5))
    core.blit(halo, (0, 0), special_flags=pygame.BLEND_MAX)
    share = round(255 * level / PointsDrawing.LEVELS)
    core.fill((share, share, share), special_flags=pygame.BLEND_MULT)
    return core
