"""The pictures of the card reader and the card punch: how many cards there are, and one of them, hole by hole."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

import pygame

from emulators.ibm704 import bcd
from host.panel import colours as common
from host.panel import widgets
from host.panel.buttons import Button
from host.panel.canvas import Box, Canvas, Point, Scale, shrunk, smooth
from host.panel.ibm704 import colours, commands, layout
from host.panel.ibm704.panel import Panel704

CARD_WIDTH, CARD_HEIGHT = 318.0, 102.0
COLUMNS, ROWS = 80, 12
STEP, ROW_STEP = (CARD_WIDTH - 12) / COLUMNS, (CARD_HEIGHT - 16) / ROWS
CUT = 11.0  # of the corner
THICKNESS = 0.35  # of a card in the stack; 0.007 inches are less
FULL = 60.0  # height of the highest stack that is drawn


class Facts(NamedTuple):
    """All that the picture depends on."""

    number: int  # of cards
    card: tuple[int, ...]  # its 24 words; nothing for no card
    hover: str | None


def reader_facts(panel: Panel704) -> Facts:
    """Return what is to be seen of the card reader: the hopper, and the card to be read next."""
    hopper = panel.operator.hopper
    return Facts(len(hopper), tuple(hopper[0]) if hopper else (), hovered(panel, commands.READER))


def punch_facts(panel: Panel704) -> Facts:
    """Return what is to be seen of the card punch: the stacker, and the card punched last."""
    punched = panel.operator.punched
    return Facts(len(punched), tuple(punched[-1]) if punched else (), hovered(panel, commands.PUNCH))


def hovered(panel: Panel704, buttons: tuple[Button, ...]) -> str | None:
    """Return the button of a pane that is under the mouse."""
    return panel.hovered_button if panel.hovered_button in {each.command for each in buttons} else None


def paint_reader(canvas: Canvas, area: Box, facts: Facts) -> None:
    """Paint the card reader."""
    paint(canvas, area, facts, "CARD READER", commands.READER, "in the hopper", "the hopper is empty: drop a deck here")


def paint_punch(canvas: Canvas, area: Box, facts: Facts) -> None:
    """Paint the card punch."""
    paint(canvas, area, facts, "CARD PUNCH", commands.PUNCH, "punched", "nothing has been punched")


def paint(
    canvas: Canvas, area: Box, facts: Facts, title: str, buttons: tuple[Button, ...], where: str, empty: str
) -> None:
    """Paint a stack of cards, and one of them."""
    widgets.ground(canvas, area, title)
    for button in buttons:
        box = layout.BUTTONS[button.command]
        widgets.button(canvas, box, button.label, False, facts.hover == button.command, 16)
    canvas.text((area.x + 58, area.y + 122), f"{facts.number:,}", 20, common.INK, "centre")
    canvas.text((area.x + 58, area.y + 136), "card" if facts.number == 1 else "cards", 14, common.FAINT_INK, "centre")
    paint_stack(canvas, Box(area.x + 16, area.y + 46, 84, FULL + 2), facts.number)
    where_card = Box(area.x + 110, area.y + 37, CARD_WIDTH, CARD_HEIGHT)
    if facts.card:
        rect = canvas.scale.rect(where_card)
        canvas.surface.blit(card(canvas.scale.factor, rect.size, facts.card), rect)
    else:
        canvas.box(where_card, common.PANE_EDGE, 6, 1)
        canvas.text(where_card.centre, empty, 16, common.FAINT_INK, "centre")


def paint_stack(canvas: Canvas, area: Box, count: int) -> None:
    """Paint a stack of cards seen from the side."""
    bottom = area.y + area.h
    canvas.box(Box(area.x - 4, bottom, area.w + 8, 4), common.PANE_EDGE, 2)
    height = min(FULL, max(2.0, count * THICKNESS)) if count else 0.0
    if height:
        canvas.box(Box(area.x, bottom - height, area.w, height), colours.CARD_EDGE, 1)
        for line in range(0, int(height), 3):
            y = bottom - height + line + 0.5
            canvas.line([(area.x + 1, y), (area.x + area.w - 2, y)], colours.CARD, 1.2)


@functools.lru_cache(maxsize=8)
def card(factor: float, size: tuple[int, int], words: Sequence[int]) -> pygame.Surface:
    """Return the picture of a card: its holes, and what they mean printed along the upper edge."""
    surface = blank(factor, size).copy()
    canvas = Canvas(surface, Scale(factor))
    columns = bcd.columns(words)
    for column, (punches, character) in enumerate(zip(columns, bcd.interpreted(columns), strict=True)):
        if character not in (" ", bcd.UNPRINTABLE):
            canvas.text((place(column, 0)[0] + STEP / 2, 6), character, 8.5, colours.CARD_INK, "centre")
        for row in range(ROWS):
            if punches >> ROWS - 1 - row & 1:
                x, y = place(column, row)
                canvas.box(Box(x + 0.6, y + 0.6, STEP - 1.0, ROW_STEP - 1.6), colours.CARD_HOLE)
    return surface


@functools.lru_cache(maxsize=2)
def blank(factor: float, size: tuple[int, int]) -> pygame.Surface:
    """Return the picture of a card without holes: a corner cut, the digits of its rows."""
    canvas, surface = smooth(size, Scale(factor), 3)
    surface.fill(common.PANE)
    outline = [(CUT, 0), (CARD_WIDTH, 0), (CARD_WIDTH, CARD_HEIGHT), (0, CARD_HEIGHT), (0, CUT)]
    canvas.polygon(outline, colours.CARD)
    for column in range(COLUMNS):
        for row in range(2, ROWS):
            x, y = place(column, row)
            canvas.text((x + STEP / 2, y + ROW_STEP / 2), str(row - 2), 5.5, colours.CARD_PRINT, "centre")
    return shrunk(surface, size)


def place(column: int, row: int) -> Point:
    """Return the upper left corner of a place for a hole: rows 12, 11, 0 to 9."""
    return 6 + column * STEP, 12 + row * ROW_STEP
