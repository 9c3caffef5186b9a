"""The pictures of the toolbar at the top and of the status line at the bottom."""

from __future__ import annotations

import math
from typing import NamedTuple

from host.desk.pacing import speed_name
from host.panel import colours, widgets
from host.panel.canvas import Box, Canvas
from host.panel.kim1 import commands, layout
from host.panel.kim1.panel import KimPanel, Readings


class ToolbarFacts(NamedTuple):
    """All that the toolbar's picture depends on."""

    labels: tuple[tuple[str, str], ...]  # command, label: those that change
    on: frozenset[str]  # commands of the buttons that are lit
    hover: str | None


def toolbar_facts(panel: KimPanel) -> ToolbarFacts:
    """Return what is to be seen of the toolbar."""
    pacer = panel.pacer
    labels = {
        "speed": speed_name(pacer.speed),
        "strap": "STRAP: TELETYPE" if panel.on_teletype else "STRAP: KEYPAD",
        "pause": "GO ON" if pacer.paused else "PAUSE",
    }
    on = {
        "pause": pacer.paused,
        "turbo": math.isinf(pacer.speed),
        "sst": panel.kim.m.sst,
        "strap": panel.on_teletype,
        "go_board": panel.shows_go,
        "help": panel.shows_help,
    }
    return ToolbarFacts(tuple(labels.items()), frozenset(each for each in on if on[each]), panel.hovered_button)


def paint_toolbar(canvas: Canvas, _area: Box, facts: ToolbarFacts) -> None:
    """Paint the buttons."""
    labels = dict(facts.labels)
    for each in commands.TOOLBAR:
        if command := each.command:
            label = labels.get(command, each.label)
            widgets.button(canvas, layout.TOOLS[command], label, command in facts.on, command == facts.hover)


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
