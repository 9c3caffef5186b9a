"""The picture of the printer: its paper, folded where pages end, with holes for the tractors along the edges."""

from __future__ import annotations

import functools
from typing import NamedTuple

import pygame

from host.panel import widgets
from host.panel.canvas import Box, Canvas, Scale, shrunk, smooth, written
from host.panel.ibm704 import colours, commands, layout
from host.panel.ibm704.panel import Panel704

EDGE = 17.0  # of the paper, for the holes
BAR = 3  # lines of a tinted bar, and of the white one below it
HOLE = 2.6


class Facts(NamedTuple):
    """All that the picture depends on."""

    first: int  # number of the first line that is shown
    lines: tuple[str, ...]
    folds: frozenset[int]  # numbers of lines above which the paper is folded
    columns: int
    back: int  # lines below the picture
    hover: str | None


def facts(panel: Panel704) -> Facts:
    """Return what is to be seen."""
    paper = panel.paper
    last = len(paper.lines) - panel.back
    first = max(0, last - layout.PAPER_ROWS)
    shown = range(first, last + 1)
    hover = panel.hovered_button if panel.hovered_button in {each.command for each in commands.PRINTER} else None
    return Facts(
        first, tuple(paper.lines[first:last]), frozenset(paper.folds & set(shown)), paper.columns, panel.back, hover
    )


def paint(canvas: Canvas, area: Box, facts: Facts) -> None:
    """Paint the printer."""
    title = f"PRINTER   {facts.back} lines back" if facts.back else "PRINTER"
    widgets.ground(canvas, area, title)
    for button in commands.PRINTER:
        box = layout.BUTTONS[button.command]
        widgets.button(canvas, box, button.label, False, facts.hover == button.command, 16)
    rect = canvas.scale.rect(layout.PAPER)
    bottom = layout.PAPER.y + layout.PAPER.h
    top = bottom - 6 - len(facts.lines) * layout.PAPER_LINE
    bars = facts.first % (2 * BAR)
    canvas.surface.blit(blank(canvas.scale.factor, rect.size, len(facts.lines), bars), rect)
    for number in facts.folds:
        y = top + (number - facts.first) * layout.PAPER_LINE
        for x in range(int(layout.PAPER.x), int(layout.PAPER.x + layout.PAPER.w) - 4, 8):
            canvas.line([(x, y), (x + 4, y)], colours.PAPER_FOLD, 1.4)
    for number, line in enumerate(facts.lines):
        paint_line(canvas, top + (number + 0.5) * layout.PAPER_LINE, line, facts.columns)


def paint_line(canvas: Canvas, y: float, line: str, columns: int) -> None:
    """Print a line: every character in its own column, as type wheels do."""
    width = (layout.PAPER.w - 2 * EDGE - 4) / columns
    pixels = round(min(14.5, width * 2.05) * canvas.scale.factor)
    left = layout.PAPER.x + EDGE + 2
    for column, character in enumerate(line[:columns]):
        if character != " ":
            glyph = written(character, pixels, colours.PAPER_INK)
            x, middle = canvas.scale.point(left + (column + 0.5) * width, y)
            canvas.surface.blit(glyph, glyph.get_rect(center=(round(x), round(middle))))


@functools.lru_cache(maxsize=16)
def blank(factor: float, size: tuple[int, int], lines: int, bars: int) -> pygame.Surface:
    """Return so many lines of empty paper that come up from the printer; `bars`: how the first lines are tinted."""
    canvas, surface = smooth(size, Scale(factor))
    width, height = layout.PAPER.w, layout.PAPER.h
    canvas.box(Box(0, 0, width, height), (40, 39, 37))
    top = max(-20.0, height - 6 - lines * layout.PAPER_LINE - 8)
    canvas.box(Box(0, top, width, height - top), colours.PAPER)
    first = height - 6 - lines * layout.PAPER_LINE
    for number in range(lines):
        if (number + bars) // BAR % 2:
            box = Box(EDGE, first + number * layout.PAPER_LINE, width - 2 * EDGE, layout.PAPER_LINE)
            canvas.box(box, colours.PAPER_BAR)
        y = first + (number + 0.5) * layout.PAPER_LINE
        for x in (EDGE / 2, width - EDGE / 2):
            canvas.circle((x, y), HOLE, colours.PAPER_HOLE)
    for x in (EDGE, width - EDGE):
        canvas.line([(x, top), (x, height)], colours.PAPER_FOLD, 1)
    canvas.box(Box(0, height - 5, width, 5), (24, 24, 25))  # the bar over the type wheels
    return shrunk(surface, size)
