"""Screens of the 6602: rows of characters in three sizes, on 512 by 512 dots within a round glass.

The display area is square; the glass reaches beyond it in the middle of each side and cuts its corners, so the
centred rows at the top and at the bottom must be short.

    +------- 512 -------+   (0, 0)
    |     head          |   short rows, centred
    |  body ..........  |   from dot 64 on: 35 rows of 60 small characters, 21 of 32 medium ones, ...
    |  ...............  |
    |     foot          |   the line being typed, on the left screen
    +-------------------+

A row is [text, size]. The contents of a display are {"head": rows, "body": rows, "columns": least width of the
body, "end": whether its end matters more than its beginning}, and "centred" if the body is in the middle; or "placed"
has rows in their places, as `lines_of` returns them. These are view functions (host/ui/parts.py).

Source: users of the 6602: 512 by 512 dots, characters of 8, 16 and 32 of them. The rows are ours.
"""

from __future__ import annotations

from typing import Any

from host.panels.cdc6600.tubes import PLACES, in_places
from host.ui.parts import View

DOTS = 512  # that can be addressed from left to right, and from top to bottom
GLASS = 624  # the diameter of the glass, in dots
HEAD_TOP, BODY_TOP, BODY_BOTTOM, FOOT_TOP = 2, 64, 448, 474
HEAD_GAP = 3  # more dots between the rows at the top
TEXT_COLUMNS = 60  # of small characters that are on the glass in the first row of the body, and in its last one
SMALL_ROWS, MEDIUM_ROWS, LARGE_ROWS = 35, 21, 11  # of the body, by the size of their characters


def step(size: int) -> int:
    """Return the dots from a row to the one below it."""
    return 11 if size == 8 else 18 if size == 16 else 34


def body_rows(size: int) -> int:
    """Return how many rows of a size the body has."""
    return SMALL_ROWS if size == 8 else MEDIUM_ROWS if size == 16 else LARGE_ROWS


def centred(row: list[Any], y: int) -> list[list[Any]]:
    """Return a row in the middle, if there is something in it."""
    text = row[0][: (DOTS // row[1])]
    return [[(DOTS - len(text) * row[1]) // 2, y, row[1], text]] if text.strip() != "" else []


def lines_of(screen: View, foot: list[Any]) -> list[list[Any]]:
    """Return the rows in their places: [x, y, size, text], in dots."""
    if "placed" in screen:
        return screen["placed"] + centred(foot, FOOT_TOP)
    lines: list[list[Any]] = []
    y = HEAD_TOP
    for row in screen["head"]:
        lines = lines + centred(row, y)
        y += step(row[1]) + HEAD_GAP
    body, width, height = screen["body"], 0, 0
    for row in body:
        width = max(width, max(len(row[0]), screen["columns"]) * row[1])
        height += step(row[1])
    if len(body) > 0:
        size = body[len(body) - 1][1]
        height -= step(size) - size
    x = max(0, DOTS - width) // 2
    y = max(BODY_TOP, (BODY_TOP + BODY_BOTTOM - height) // 2) if "centred" in screen else BODY_TOP
    for row in body:
        if row[0].strip() != "":
            lines.append([x, y, row[1], row[0][: (DOTS // row[1])]])
        y += step(row[1])
    return lines + centred(foot, FOOT_TOP)


def rows_of(screen: View, foot: str) -> View:
    """Return the same rows without their places, as a terminal shows them."""
    if "placed" in screen:
        lines = in_places(screen["placed"])
        return {"head": [], "body": lines, "foot": foot, "columns": PLACES, "end": False, "centred": True}
    return {
        "head": [row[0] for row in screen["head"]],
        "body": [row[0] for row in screen["body"]],
        "foot": foot,
        "end": screen["end"],
    }


def fitted(texts: list[str]) -> list[Any]:
    """Return texts as rows as large as they fit on the body; the first ones if there is no room for all."""
    longest = 0
    for text in texts:
        longest = max(longest, len(text))
    size = 8
    if on_glass(32, longest, len(texts)):
        size = 32
    elif on_glass(16, longest, len(texts)):
        size = 16
    return [[text, size] for text in texts[: body_rows(size)]]


def on_glass(size: int, columns: int, rows: int) -> bool:
    """Return whether the corners of columns and rows, in the middle of the body, are on the glass."""
    width, height = columns * size, (rows - 1) * step(size) + size
    return rows <= body_rows(size) and width * width + height * height <= GLASS * GLASS
