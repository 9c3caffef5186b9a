"""The picture of the keyboard: the line being typed, the buttons that type commands."""

from __future__ import annotations

from typing import NamedTuple

from host.panel import colours as common
from host.panel import widgets
from host.panel.canvas import Box, Canvas
from host.panel.cdc6600 import colours, commands, layout
from host.panel.cdc6600.panel import SIDES, Panel6600

BUTTONS = (*commands.LEFT, *commands.RIGHT, *commands.TYPED, *commands.PAGES)


class Facts(NamedTuple):
    """All that the picture depends on."""

    line: str
    answer: str
    refused: bool
    asked: bool
    on: frozenset[str]  # commands of the buttons that are lit
    hover: str | None


def facts(panel: Panel6600) -> Facts:
    """Return what is to be seen."""
    console = panel.console
    on = frozenset(f"{side} {letter}" for side, letter in zip(SIDES, console.shown, strict=True))
    hover = panel.hovered_button if panel.hovered_button in layout.OPERATOR else None
    return Facts(console.line, console.answer, console.refused, console.asked, on, hover)


def paint(canvas: Canvas, area: Box, facts: Facts) -> None:
    """Paint the keyboard."""
    widgets.ground(canvas, area, "KEYBOARD")
    field = layout.FIELD
    told = "THE PROGRAM WAITS FOR A LINE" if facts.asked else ""
    canvas.text((field.x + field.w, area.y + 20), told, 18, colours.ASKED, "right")
    canvas.box(field, colours.FIELD, 6)
    canvas.box(field, colours.ASKED if facts.asked else common.PANE_EDGE, 6, 1.5)
    text, colour = facts.line, colours.LIGHT
    if not text and facts.answer:
        text, colour = facts.answer, colours.REFUSED if facts.refused else common.FAINT_INK
    shown = text
    while canvas.width(shown, 26) > field.w - 34:
        shown = shown[1:]
    width = canvas.text((field.x + 14, field.centre[1]), shown, 26, colour)
    if facts.line or not facts.answer:
        canvas.box(Box(field.x + 17 + width, field.y + 10, 2.5, 24), colours.LIGHT)
    for side in SIDES:
        first = layout.OPERATOR[commands.SIDES[side][0].command]
        canvas.text((first.x - 12, first.centre[1]), side.upper(), 18, common.FAINT_INK, "right")
    for button in BUTTONS:
        box = layout.OPERATOR[button.command]
        widgets.button(canvas, box, button.label, button.command in facts.on, button.command == facts.hover)
