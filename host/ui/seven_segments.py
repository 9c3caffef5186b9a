"""Seven-segment digits drawn with block characters.

▄▀▀▀▄     faaab     Every character belongs to one segment: its colour tells how bright that segment is,
█   █     f   b     and a dark one is a space, so that the digits read without colours, too.
▄▀▀▀▄     egggc
█   █     e   c
 ▀▀▀       ddd
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

BLOCKS = ("▄▀▀▀▄", "█   █", "▄▀▀▀▄", "█   █", " ▀▀▀ ")
SEGMENT = ("faaab", "f   b", "egggc", "e   c", " ddd ")
NAMES = "abcdefg"
WIDTH, HEIGHT = len(BLOCKS[0]), len(BLOCKS)
RED = (255, 48, 32)
DARKEST = 0.25  # of RED: a segment that is just visible

Levels = Sequence[Sequence[float]]  # per digit and segment a-g, 0.0 to 1.0


def draw(levels: Levels, gaps: Sequence[int]) -> Text:
    """Return the digits as lines; `gaps` are the spaces before each of them."""
    text = Text(no_wrap=True)
    for row in range(HEIGHT):
        for digit, gap in zip(levels, gaps, strict=True):
            text.append(" " * gap)
            for block, segment in zip(BLOCKS[row], SEGMENT[row], strict=True):
                level = digit[NAMES.index(segment)] if segment != " " else 0.0
                text.append(block if level else " ", colour(level) if level else "")
        text.append("\n" if row < HEIGHT - 1 else "")
    return text


def colour(level: float) -> str:
    """Return the colour of a segment that looks so bright."""
    red, green, blue = (round(part * (DARKEST + (1 - DARKEST) * level)) for part in RED)
    return f"rgb({red},{green},{blue})"
