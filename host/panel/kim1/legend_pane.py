"""The picture of the legend: which keys of the PC do what."""

from __future__ import annotations

import math

from host.desk.kim1.keys import PC_KEY_OF
from host.panel import colours, widgets
from host.panel.buttons import shown
from host.panel.canvas import Box, Canvas
from host.panel.kim1 import commands
from host.panel.kim1.panel import KimPanel


def facts(_panel: KimPanel) -> None:
    """Return nothing: it always looks the same."""


def paint(canvas: Canvas, area: Box, _facts: None) -> None:
    """Paint the legend."""
    widgets.ground(canvas, area, "KEYS")
    canvas.text((area.x + 70, area.y + 18), "0-9  A-F  +  are themselves", 17, colours.INK)
    special = [(pc_key, key) for key, pc_key in PC_KEY_OF.items() if len(pc_key) > 1]
    width = (area.w - 28) / len(special)
    for number, (pc_key, key) in enumerate(special):
        x = area.x + 14 + (number + 0.5) * width
        widgets.cap(canvas, (x, area.y + 46), shown(pc_key), width - 6)
        canvas.text((x, area.y + 66), key, 16, colours.INK, "centre")
    rows = math.ceil(len(commands.LEGEND) / 2)
    step = (area.h - 92) / rows
    for number, (command, text) in enumerate(commands.LEGEND.items()):
        x = area.x + 14 + (number // rows) * (area.w - 28) / 2
        y = area.y + 92 + (number % rows) * step
        widgets.cap(canvas, (x + 29, y), shown(commands.KEY_OF[command]), 58)
        canvas.text((x + 68, y), text, 17, colours.INK)
