"""What several panes are made of: grounds, buttons, keys of the PC."""

from __future__ import annotations

from host.panel import colours
from host.panel.canvas import Box, Canvas, Point


def ground(canvas: Canvas, area: Box, title: str) -> None:
    """Paint the ground of a pane."""
    canvas.box(area, colours.PANE_EDGE, 8)
    canvas.box(area.inset(1.5), colours.PANE, 7)
    canvas.text((area.x + 14, area.y + 18), title, 18, colours.FAINT_INK)


def button(canvas: Canvas, box: Box, label: str, on: bool, hover: bool, size: float = 18) -> None:
    """Paint a button."""
    colour = colours.BUTTON_ON if on else colours.BUTTON_HOVER if hover else colours.BUTTON
    canvas.box(box, colour, 5)
    canvas.text(box.centre, label, size, colours.DESK if on else colours.INK, "centre")


def cap(canvas: Canvas, at: Point, text: str, width: float) -> None:
    """Paint a key of the PC's keyboard."""
    box = Box(at[0] - width / 2, at[1] - 9, width, 18)
    canvas.box(box, colours.DESK, 4)
    canvas.box(box, colours.FAINT_INK, 4, 1)
    canvas.text(at, text, 15, colours.FOCUS, "centre")
