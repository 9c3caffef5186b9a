"""The picture of the Teletype: a video terminal, green dots on a dark tube."""

from __future__ import annotations

import functools
from typing import NamedTuple

import pygame

from host.panel import colours, glyphs
from host.panel.canvas import Box, Canvas, Scale, shrunk, smooth
from host.panel.kim1.layout import BOTTOM, SIDE, rows_of, tube_box
from host.panel.kim1.panel import KimPanel
from host.teletype_screen import COLUMNS

BLINK = 500_000  # cycles of the machine the cursor is on, and off
INK = (70, 66, 58)  # on the bezel


class Facts(NamedTuple):
    """All that the picture depends on."""

    lines: tuple[str, ...]
    column: int  # of the cursor in the last line, -1 for none
    focus: bool
    title: str
    advice: str


def facts(panel: KimPanel) -> Facts:
    """Return what is to be seen."""
    terminal = panel.terminal
    focus = panel.focus == "terminal"
    lit = not terminal.back and (panel.pacer.paused or panel.kim.cycles // BLINK % 2 == 0)
    return Facts(
        lines=tuple(terminal.visible(rows_of(panel.panes["terminal"]))),
        column=terminal.screen.column if lit else -1,
        focus=focus,
        title=f"TTY   {panel.kim.baud} baud   monitor on the {'TTY' if panel.on_teletype else 'keypad'}",
        advice=f"{terminal.back} lines back"
        if terminal.back
        else "typing goes here"
        if focus
        else "click or Tab to type here",
    )


def paint(canvas: Canvas, area: Box, facts: Facts) -> None:
    """Paint the terminal."""
    canvas.surface.blit(bezel(canvas.scale.factor, area, canvas.scale.rect(area).size), canvas.scale.rect(area))
    rect = canvas.scale.rect(tube_box(area).inset(8))
    canvas.surface.blit(text_picture(rect.size, rows_of(area), facts), rect)
    if facts.focus:
        canvas.box(area, colours.FOCUS, 14, 2.5)
    foot = area.y + area.h - BOTTOM / 2 - 1
    canvas.text((area.x + SIDE + 4, foot), facts.title, 17, INK)
    canvas.text((area.x + area.w - SIDE - 4, foot), facts.advice, 17, INK, "right")


@functools.lru_cache(maxsize=2)
def bezel(factor: float, area: Box, size: tuple[int, int]) -> pygame.Surface:
    """Return the housing with the dark tube."""
    canvas, surface = smooth(size, Scale(factor))
    surface.fill(colours.DESK)
    here = Box(0, 0, area.w, area.h)
    canvas.box(here, colours.BEZEL_SHADE, 14)
    canvas.box(here.inset(2.5), colours.BEZEL, 12)
    canvas.box(tube_box(here).inset(-5), colours.BEZEL_SHADE, 16)
    canvas.box(tube_box(here), colours.TUBE, 12)
    return shrunk(surface, size)


def text_picture(size: tuple[int, int], rows: int, facts: Facts) -> pygame.Surface:
    """Return the lit dots of the tube."""
    picture = pygame.Surface(size)
    picture.fill(colours.TUBE)
    edges = [round(n * size[0] / COLUMNS) for n in range(COLUMNS + 1)]
    heights = [round(n * size[1] / rows) for n in range(rows + 1)]
    cell = (size[0] // COLUMNS, size[1] // rows)
    for y, line in zip(heights, facts.lines, strict=False):
        for x, character in zip(edges, line, strict=False):
            if character != " ":
                picture.blit(glyphs.picture(character, cell, colours.PHOSPHOR, colours.TUBE), (x, y))
    if facts.column >= 0:
        x, y = edges[min(facts.column, COLUMNS - 1)], heights[len(facts.lines) - 1]
        block = pygame.Rect(x, y + cell[1] // 8, cell[0], cell[1] * 3 // 4)
        pygame.draw.rect(picture, colours.PHOSPHOR, block, 0 if facts.focus else 1)
    return picture
