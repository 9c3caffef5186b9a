"""The pictures of the toolbar at the top and of the status line at the bottom."""

from __future__ import annotations

from typing import NamedTuple

from host.panel import colours, toolbar
from host.panel.canvas import Box, Canvas
from host.panel.ibm704 import commands, layout
from host.panel.ibm704.panel import Panel704, Readings


def toolbar_facts(panel: Panel704) -> toolbar.Facts:
    """Return what is to be seen of the toolbar."""
    return toolbar.facts(panel, {panel.side: True})


def paint_toolbar(canvas: Canvas, _area: Box, facts: toolbar.Facts) -> None:
    """Paint the buttons."""
    toolbar.paint(canvas, commands.TOOLBAR, layout.TOOLS, facts)


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
