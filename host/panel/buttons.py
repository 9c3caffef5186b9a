"""Buttons: rows of them, from tables; and how keys of the PC are written."""

from __future__ import annotations

from typing import NamedTuple

from host.panel.canvas import Box


class Button(NamedTuple):
    """A button; one without a command is a gap."""

    command: str
    label: str
    width: float


GAP = Button("", "", 12)

# in every toolbar
FILES = (
    Button("open", "OPEN", 58),
    Button("save", "SAVE", 58),
    Button("keep", "KEEP MOMENT", 108),
    Button("back", "GO BACK", 76),
)
PAUSE = Button("pause", "PAUSE", 66)
SPEED = (
    Button("slower", "-", 28),
    Button("speed", "", 74),
    Button("faster", "+", 28),
    Button("turbo", "TURBO", 66),
)
HELP = Button("help", "HELP", 56)


def places(buttons: tuple[Button, ...], x: float, y: float, height: float, gap: float = 5) -> dict[str, Box]:
    """Return command -> box for a row of buttons that begins at (x, y)."""
    boxes: dict[str, Box] = {}
    for button in buttons:
        if button.command:
            boxes[button.command] = Box(x, y, button.width, height)
            x += gap
        x += button.width
    return boxes


def shown(pc_key: str) -> str:
    """Return a PC key as people write it: `Ctrl+O`, `F7`."""
    return "+".join(part.capitalize() for part in pc_key.split("+")) if pc_key != "+" else "+"
