"""The pictures of the toolbar at the top and of the status line at the bottom."""

from __future__ import annotations

import math
from typing import NamedTuple

from host.desk.pacing import speed_name
from host.panel import colours, widgets
from host.panel.canvas import Box, Canvas
from host.panel.ibm704 import commands, layout
from host.panel.ibm704.panel import Panel704, Readings


class ToolbarFacts(NamedTuple):
    """All that the toolbar's picture depends on."""

    speed: str
    on: frozenset[str]  # commands of the buttons that are lit
    hover: str | None


def toolbar_facts(panel: Panel704) -> ToolbarFacts:
    """Return what is to be seen of the toolbar."""
    pacer = panel.pacer
    on = {"pause": pacer.paused, "turbo": math.isinf(pacer.speed), "help": panel.shows_help, panel.side: True}
    hover = panel.hovered_button if panel.hovered_button in layout.TOOLS else None
    return ToolbarFacts(speed_name(pacer.speed), frozenset(each for each in on if on[each]), hover)


def paint_toolbar(canvas: Canvas, _area: Box, facts: ToolbarFacts) -> None:
    """Paint the buttons."""
    for each in commands.TOOLBAR:
        if command := each.command:
            label = facts.speed if command == "speed" else "GO ON" if command in facts.on == {"pause"} else each.label
            widgets.button(canvas, layout.TOOLS[command], label, command in facts.on, command == facts.hover)


class StatusFacts(NamedTuple):
    """All that the status line's picture depends on."""

    readings: Readings
    text: str  # a notice, or what is under the mouse


def status_facts(panel: Panel704) -> StatusFacts:
    """Return what is to be seen of the status line."""
    return StatusFacts(panel.readings, panel.notice or panel.pointed or panel.machine.reason)


def paint_status(canvas: Canvas, area: Box, facts: StatusFacts) -> None:
    """Paint the instruments, and the notice if there is one."""
    readings = facts.readings
    y = area.y + 13
    for x, text, colour in (
        (14, readings.state, colours.INK),
        (116, readings.pace, colours.INK),
        (216, readings.time, colours.INK),
        (450, readings.instruction, colours.FAINT_INK),
    ):
        canvas.text((area.x + x, y), text, 18, colour)
    canvas.fitted((area.x + area.w - 14, y), facts.text, 18, 740, colours.FOCUS, "right")
