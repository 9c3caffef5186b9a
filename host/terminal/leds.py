"""The six LED digits, drawn with block characters.

▄▀▀▀▄     faaab     Every character belongs to one segment: its colour tells how bright that segment is,
█   █     f   b     and a dark one is a space, so that the digits read without colours, too.
▄▀▀▀▄     egggc
█   █     e   c
 ▀▀▀       ddd
"""

from __future__ import annotations

from rich.text import Text
from textual.widget import Widget

from emulators.kim1.display import SEGMENTS
from host.desk.glow import glow

BLOCKS = ("▄▀▀▀▄", "█   █", "▄▀▀▀▄", "█   █", " ▀▀▀ ")
SEGMENT = ("faaab", "f   b", "egggc", "e   c", " ddd ")
GAPS = (0, 1, 1, 1, 3, 1)  # spaces before each digit: four of address, two of data
RED = (255, 48, 32)
DARKEST = 0.25  # of RED: a segment that is just visible
WIDTH = sum(GAPS) + len(GAPS) * len(BLOCKS[0])

Levels = tuple[tuple[float, ...], ...]  # per digit and segment a-g, 0.0 to 1.0


def draw(levels: Levels) -> Text:
    """Return the digits as five lines."""
    text = Text(no_wrap=True)
    for row in range(len(BLOCKS)):
        for digit, gap in zip(levels, GAPS, strict=True):
            text.append(" " * gap)
            for block, segment in zip(BLOCKS[row], SEGMENT[row], strict=True):
                level = digit["abcdefg".index(segment)] if segment != " " else 0.0
                text.append(block if level else " ", colour(level) if level else "")
        text.append("\n" if row < len(BLOCKS) - 1 else "")
    return text


def colour(level: float) -> str:
    """Return the colour of a segment that looks so bright."""
    red, green, blue = (round(part * (DARKEST + (1 - DARKEST) * level)) for part in RED)
    return f"rgb({red},{green},{blue})"


class Leds(Widget):
    """The display."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._levels: Levels = ((0.0,) * SEGMENTS,) * len(GAPS)

    def show(self, brightness: list[list[float]]) -> None:
        """Show what `Kim1.brightness` says."""
        levels = tuple(tuple(glow(share) for share in digit) for digit in brightness)
        if levels != self._levels:
            self._levels = levels
            self.refresh()

    def render(self) -> Text:
        """Return the digits."""
        return draw(self._levels)
