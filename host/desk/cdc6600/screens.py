"""What a screen of the 6602 can show: rows of characters in three sizes, on 512 by 512 dots within a round glass.

The display area is square; the glass reaches beyond it in the middle of each side and cuts its corners, so the
rows at the top and at the bottom, which stand in the middle, must be short.

    +------- 512 -------+   (0, 0)
    |     head          |   short rows, centred
    |  body ..........  |   BODY_TOP: 35 rows of 60 small characters, or 32 of 64, ...
    |  ...............  |
    |     foot          |   what is being typed, on the left screen
    +-------------------+

Source: users of the 6602: 512 by 512 dots, characters of 8, 16 and 32 of them. The rows are ours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

DOTS = 512  # that can be addressed from left to right, and from top to bottom
GLASS = 624  # the diameter of the glass, in dots
HEAD_TOP, BODY_TOP, BODY_BOTTOM, FOOT_TOP = 2, 64, 448, 474
HEAD_GAP = 3  # more dots between the rows at the top
TEXT_COLUMNS = 60  # of small characters that are on the glass in the first row of the body, and in its last one


class Size(IntEnum):
    """The size of a character: the side of its square, in dots."""

    SMALL = 8
    MEDIUM = 16
    LARGE = 32

    @property
    def columns(self) -> int:
        """Characters in a line."""
        return DOTS // self

    @property
    def step(self) -> int:
        """Dots from a row to the one below it."""
        return {Size.SMALL: 11, Size.MEDIUM: 18, Size.LARGE: 34}[self]

    @property
    def rows(self) -> int:
        """Rows of the body."""
        return (BODY_BOTTOM - BODY_TOP + self.step - self) // self.step


SMALL, MEDIUM, LARGE = Size


class Row(NamedTuple):
    """Characters beside each other."""

    text: str
    size: Size = SMALL


class Line(NamedTuple):
    """A row in its place: the dots left of it and above it."""

    x: int
    y: int
    size: Size
    text: str


class Screen(NamedTuple):
    """What is on a screen."""

    head: tuple[Row, ...] = ()
    body: tuple[Row, ...] = ()
    foot: Row = Row("")
    columns: int = 0  # that the body is wide at least: it stands in the middle, and shall not move
    centred: bool = False  # whether the body is in the middle from top to bottom, too

    @property
    def lines(self) -> list[Line]:
        """The rows in their places."""
        return [*self._head(), *self._body(), *centred(self.foot, FOOT_TOP)]

    def _head(self) -> Iterator[Line]:
        y = HEAD_TOP
        for row in self.head:
            yield from centred(row, y)
            y += row.size.step + HEAD_GAP

    def _body(self) -> Iterator[Line]:
        width = max((max(len(row.text), self.columns) * row.size for row in self.body), default=0)
        height = sum(row.size.step for row in self.body) - sum(row.size.step - row.size for row in self.body[-1:])
        x = max(0, (DOTS - width) // 2)
        y = max(BODY_TOP, (BODY_TOP + BODY_BOTTOM - height) // 2) if self.centred else BODY_TOP
        for row in self.body:
            if row.text.strip():
                yield Line(x, y, row.size, row.text[: row.size.columns])
            y += row.size.step


def centred(row: Row, y: int) -> Iterator[Line]:
    """Yield a row in the middle, if there is something in it."""
    if row.text.strip():
        text = row.text[: row.size.columns]
        yield Line((DOTS - len(text) * row.size) // 2, y, row.size, text)


def largest(texts: Sequence[str]) -> tuple[Row, ...]:
    """Return these texts as rows, as large as they fit on the body; the first ones if there is no room for all."""
    longest = max(map(len, texts), default=0)
    size = next((each for each in (LARGE, MEDIUM) if fits(each, longest, len(texts))), SMALL)
    return tuple(Row(text, size) for text in texts[: size.rows])


def fits(size: Size, columns: int, rows: int) -> bool:
    """Return whether the corners of so many columns and rows, in the middle of the body, are on the glass."""
    width, height = columns * size, (rows - 1) * size.step + size
    return rows <= size.rows and math.hypot(width, height) <= GLASS
