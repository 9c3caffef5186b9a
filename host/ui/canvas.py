"""Drawing in logical coordinates: the layout's units on one side, the window's pixels on the other."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

import pygame

from host.ui.parts import Box, Colour, Disc, Line, Point, Polygon, Rect, Shape, Text

FINE = 3  # times larger than needed: text is written so, then shrunk


class Scale(NamedTuple):
    """How logical units become pixels: `factor` pixels to a unit, the origin at (left, top)."""

    factor: float
    left: float = 0.0
    top: float = 0.0

    @classmethod
    def fit(cls, width: float, height: float, window: tuple[int, int]) -> Scale:
        """Return the largest scale at which width by height fits into a window, centred."""
        factor = max(0.05, min(window[0] / width, window[1] / height))
        return cls(factor, (window[0] - width * factor) / 2, (window[1] - height * factor) / 2)

    def point(self, x: float, y: float) -> Point:
        """Return the pixel of a logical point."""
        return self.left + x * self.factor, self.top + y * self.factor

    def logical(self, pixel: Sequence[float]) -> Point:
        """Return the logical point of a pixel."""
        return (pixel[0] - self.left) / self.factor, (pixel[1] - self.top) / self.factor

    def rect(self, box: Box) -> pygame.Rect:
        """Return the pixels of a box; neighbours that share an edge share it in pixels, too."""
        left, top = self.point(box.x, box.y)
        right, bottom = self.point(box.x + box.w, box.y + box.h)
        return pygame.Rect(round(left), round(top), round(right) - round(left), round(bottom) - round(top))


@functools.lru_cache(maxsize=64)
def font(pixels: int) -> pygame.font.Font:
    """Return pygame's bundled font in a size."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(None, max(6, pixels))


@functools.lru_cache(maxsize=512)
def written(text: str, pixels: int, colour: Colour) -> pygame.Surface:
    """Return a line of text as a picture; written large and shrunk, its letters are evenly spaced."""
    large = font(FINE * pixels).render(text, True, colour)
    return shrunk(large, (round(large.get_width() / FINE), round(large.get_height() / FINE)))


def written_width(text: str, pixels: float) -> float:
    """Return the width in pixels that a line of text has."""
    return font(round(FINE * pixels)).size(text)[0] / FINE


class Canvas:
    """A surface to draw on in logical units."""

    def __init__(self, surface: pygame.Surface, scale: Scale) -> None:
        self.surface = surface
        self.scale = scale

    def length(self, units: float) -> int:
        """Return a length in pixels, one at least."""
        return max(1, round(units * self.scale.factor))

    def box(self, box: Box, colour: Colour, radius: float = 0.0, outline: float = 0.0) -> None:
        """Draw a rectangle, filled or (with `outline` units of width) as a frame."""
        width = self.length(outline) if outline else 0
        corner = round(radius * self.scale.factor)
        pygame.draw.rect(self.surface, colour, self.scale.rect(box), width, border_radius=corner)

    def line(self, points: Sequence[Point], colour: Colour, width: float = 1.0) -> None:
        """Draw a line through points."""
        pixels = [self.scale.point(*each) for each in points]
        pygame.draw.lines(self.surface, colour, False, pixels, self.length(width))

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Draw a filled polygon."""
        pygame.draw.polygon(self.surface, colour, [self.scale.point(*each) for each in points])

    def circle(self, centre: Point, radius: float, colour: Colour, outline: float = 0.0) -> None:
        """Draw a disc, or a ring `outline` units wide."""
        width = self.length(outline) if outline else 0
        pygame.draw.circle(self.surface, colour, self.scale.point(*centre), radius * self.scale.factor, width)

    def shape(self, shape: Shape) -> None:
        """Draw a shape of a description."""
        match shape:
            case Rect(box, colour, radius, outline):
                self.box(box, colour, radius, outline)
            case Line(points, colour, width):
                self.line(points, colour, width)
            case Disc(centre, radius, colour, outline):
                self.circle(centre, radius, colour, outline)
            case Polygon(points, colour):
                self.polygon(points, colour)
            case Text(at, text, size, colour, align, turned):
                self.text(at, text, size, colour, align, turned)

    def text(
        self, at: Point, text: str, size: float, colour: Colour, align: str = "left", turned: bool = False
    ) -> float:
        """Write a line of text `size` units high; `at` is the left, centre or right of its middle. Return its width.

        `turned` text reads from bottom to top.
        """
        if not text:
            return 0.0
        picture = written(text, round(size * self.scale.factor), colour)
        width = picture.get_width() / self.scale.factor
        if turned:
            picture = pygame.transform.rotate(picture, 90)
        place = picture.get_rect()
        x, y = self.scale.point(*at)
        place.center = round(x), round(y)
        if align == "left":
            place.left = round(x)
        elif align == "right":
            place.right = round(x)
        self.surface.blit(picture, place)
        return width

    def width(self, text: str, size: float) -> float:
        """Return the width of a line of text."""
        return written_width(text, size * self.scale.factor) / self.scale.factor

    def fitted(self, at: Point, text: str, size: float, width: float, colour: Colour, align: str = "left") -> None:
        """Write a line of text in at most `width` units, cut off with dots if it is longer."""
        if self.width(text, size) > width:
            while text and self.width(text + "...", size) > width:
                text = text[:-1]
            text += "..."
        self.text(at, text, size, colour, align)


def smooth(
    size: tuple[int, int], scale: Scale, times: int = 2, transparent: bool = False
) -> tuple[Canvas, pygame.Surface]:
    """Return a canvas `times` as large as `size`, to be drawn on and then handed to `shrunk`: smooth edges."""
    flags = pygame.SRCALPHA if transparent else 0
    surface = pygame.Surface((max(1, size[0]) * times, max(1, size[1]) * times), flags)
    return Canvas(surface, Scale(scale.factor * times, scale.left * times, scale.top * times)), surface


def shrunk(surface: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Return a drawing, which must not be empty, in its final size."""
    return pygame.transform.smoothscale(surface, (max(1, size[0]), max(1, size[1])))


def shade(colour: Colour, factor: float) -> Colour:
    """Return a darker or lighter colour."""
    red, green, blue = (min(255, round(channel * factor)) for channel in colour)
    return red, green, blue


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """Return a colour between two."""
    red, green, blue = (round(one + (other - one) * share) for one, other in zip(first, second, strict=True))
    return red, green, blue
