"""The pictures of the toolbar at the top and of the status line at the bottom."""

from __future__ import annotations

from typing import NamedTuple

from host.panel import colours, toolbar
from host.panel.canvas import Box, Canvas
from host.panel.cdc6600 import commands, layout
from host.panel.cdc6600.panel import Panel6600, Readings


def toolbar_facts(panel: Panel6600) -> toolbar.Facts:
    """Return what is to be seen of the toolbar."""
    return toolbar.facts(panel, {})


def paint_toolbar(canvas: Canvas, _area: Box, facts: toolbar.Facts) -> None:
    """Paint the buttons."""
    toolbar.paint(canvas, commands.TOOLBAR, layout.TOOLS, facts)


class StatusFacts(NamedTuple):
    """All that the status line's picture depends on."""

    readings: Readings
    text: str  # a notice, or what is under the mouse


def status_facts(panel: Panel6600) -> StatusFacts:
    """Return what is to be seen of the status line."""
    return StatusFacts(panel.readings, panel.notice or panel.pointed or panel.console.reason)


def paint_status(canvas: Canvas, area: Box, facts: StatusFacts) -> None:
    """Paint the instruments, and the notice if there is one."""
    readings = facts.readings
    y = area.y + 13
    for x, text, colour, width in (
        (14, readings.state, colours.INK, 190),
        (210, readings.pace, colours.INK, 90),
        (300, readings.time, colours.INK, 240),
        (550, readings.instruction, colours.FAINT_INK, 380),
    ):
        canvas.fitted((area.x + x, y), text, 18, width, colour)
    canvas.fitted((area.x + area.w - 14, y), facts.text, 18, 400, colours.FOCUS, "right")
