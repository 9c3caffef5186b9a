"""The icon of windows, pages and packages: two digits of a calculator's display, as shapes and as SVG."""

from __future__ import annotations

import base64

from host.ui import glyphs
from host.ui.parts import Box, Colour, Polygon, Rect, Shape

SIZE = 64.0
GROUND: Colour = (34, 20, 18)
EDGE: Colour = (96, 52, 44)
DARK: Colour = (62, 26, 24)
LIT: Colour = (255, 64, 44)
DIGITS = ("ef", "cdefg")  # the segments of I and b
LEFT, TOP, STEP, UNIT = 10.0, 11.5, 24.0, 2.28


def shapes() -> tuple[Shape, ...]:
    """Return the icon in a square of 64 by 64."""
    found: list[Shape] = [Rect(Box(0, 0, SIZE, SIZE), EDGE, 13), Rect(Box(2, 2, SIZE - 4, SIZE - 4), GROUND, 11)]
    for digit, lit in enumerate(DIGITS):
        for name, outline in zip("abcdefg", glyphs.SEGMENTS, strict=True):
            points = tuple(
                (LEFT + digit * STEP + UNIT * (x + glyphs.SLANT * (9 - y)) * 0.92, TOP + UNIT * y) for x, y in outline
            )
            found.append(Polygon(points, LIT if name in lit else DARK))
    return tuple(found)


def svg() -> str:
    """Return the icon as a file of vectors."""
    drawn = []
    for shape in shapes():
        if isinstance(shape, Rect):
            box = shape.box
            drawn.append(
                f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.w:g}" height="{box.h:g}" rx="{shape.radius:g}" '
                f'fill="{css(shape.colour)}"/>'
            )
        elif isinstance(shape, Polygon):
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
            drawn.append(f'<polygon points="{points}" fill="{css(shape.colour)}"/>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE:g} {SIZE:g}">{"".join(drawn)}</svg>'


def link() -> str:
    """Return the icon as an address that holds it all, for a page without other files."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg().encode()).decode()


def css(colour: Colour) -> str:
    return "#" + "".join(f"{channel:02x}" for channel in colour)
