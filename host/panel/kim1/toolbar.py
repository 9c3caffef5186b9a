"""The pictures of the toolbar at the top and of the status line at the bottom."""

from __future__ import annotations

from typing import NamedTuple

from host.panel import colours, toolbar
from host.panel.canvas import Box, Canvas
from host.panel.kim1 import commands, layout
from host.panel.kim1.panel import KimPanel, Readings


def toolbar_facts(panel: KimPanel) -> toolbar.Facts:
    """Return what is to be seen of the toolbar."""
    labels = {"strap": "STRAP: TELETYPE" if panel.on_teletype else "STRAP: KEYPAD"}
    own = {"sst": panel.kim.single_stepping, "strap": panel.on_teletype, "go_board": panel.shows_go}
    return toolbar.facts(panel, own, labels)


def paint_toolbar(canvas: Canvas, _area: Box, facts: toolbar.Facts) -> None:
    """Paint the buttons."""
    toolbar.paint(canvas, commands.TOOLBAR, layout.TOOLS, facts)


class StatusFacts(NamedTuple):
    """All that the status line's picture depends on."""

    readings: Readings
    paused: bool
    notice: str


def status_facts(panel: KimPanel) -> StatusFacts:
    """Return what is to be seen of the status line."""
    return StatusFacts(panel.readings, panel.pacer.paused, panel.notice)


def paint_status(canvas: Canvas, area: Box, facts: StatusFacts) -> None:
    """Paint the instruments, and the notice if there is one."""
    readings = facts.readings
    speed = f"{readings.megahertz:.2f} MHz" if readings.megahertz else ""
    y = area.y + 13
    for x, text, colour in (
        (14, "paused" if facts.paused else speed, colours.INK),
        (120, f"{readings.cycles:,} cycles", colours.INK),
        (300, f"core: {readings.core}", colours.INK),
        (440, readings.instruction, colours.INK),
        (660, readings.registers, colours.FAINT_INK),
    ):
        canvas.text((area.x + x, y), text, 18, colour)
    canvas.fitted((area.x + area.w - 14, y), facts.notice, 19, 540, colours.FOCUS, "right")
