"""A position of Go as text: stones, marks around points, signs on empty ones.

A B C D E F G H J
9 · · · · · · · · · 9
8 · · · ● · · · · · 8
7 · · + · + ·(○)· · 7
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.games.go.game import edge_line
from host.games.go.gtp import COLUMNS
from host.games.go.rules import Colour, Position
from host.games.showing import can_show

SIGNS = {Colour.BLACK: "●", Colour.WHITE: "○", None: "·"}
LETTERS = {Colour.BLACK: "X", Colour.WHITE: "O", None: "."}
STAR = "+"
LAST = "()"  # around the last move
GAP = "   "  # between a board and what stands beside it


def stars(size: int) -> set[int]:
    """Return the points that a board has marked."""
    edge, middle = edge_line(size), size // 2 + 1
    lines = (edge, middle, size + 1 - edge) if size % 2 else (edge, size + 1 - edge)
    return {row * (size + 1) + column for row in lines for column in lines}


def diagram(
    position: Position,
    marks: Mapping[int, str] | None = None,
    texts: Mapping[int, str] | None = None,
    *,
    ascii: bool = False,
) -> list[str]:
    """Return the lines of a diagram. `marks`: two brackets around a point; `texts`: signs on empty points."""
    signs = LETTERS if ascii or not can_show("".join(SIGNS.values())) else SIGNS
    marks, texts = marks or {}, texts or {}
    size, starred = position.size, stars(position.size)
    width = size + 1
    names = "   " + " ".join(COLUMNS[:size])
    lines = [names]
    for row in range(1, width):
        line, after = f"{width - row:2}", " "
        for point in range(row * width + 1, row * width + width):
            around = marks.get(point, "  ")
            stone = position.stones.get(point)
            sign = signs[stone] if stone else texts.get(point) or (STAR if point in starred else signs[None])
            line += (after if around[0] == " " else around[0]) + sign
            after = around[1]
        lines.append(f"{line}{after}{width - row}")
    return [*lines, names]


def beside(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """Return the lines of two texts, one beside the other."""
    width = max(map(len, left), default=0)
    first = (len(left) - len(right)) // 2 if len(right) < len(left) else 0  # in the middle
    texts = dict(enumerate(right, first))
    count = max(len(left), first + len(right))
    lines = [(left[each] if each < len(left) else "", texts.get(each, "")) for each in range(count)]
    return [f"{one:{width}}{GAP}{other}".rstrip() for one, other in lines]
