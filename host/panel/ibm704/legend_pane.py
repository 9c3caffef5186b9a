"""The picture of the legend: which keys of the PC do what."""

from __future__ import annotations

from host.desk.ibm704.console import KEYS
from host.panel import colours, widgets
from host.panel.buttons import shown
from host.panel.canvas import Box, Canvas
from host.panel.ibm704 import commands
from host.panel.ibm704.panel import Panel704

ENTRY = (
    ("0-7", "a digit into the panel keys"),
    ("-", "panel key S"),
    ("Bksp", "the last digit away"),
    ("Del", "all panel keys up"),
    ("F1-F6", "sense switches"),
    ("Space", "AUTOMATIC - MANUAL"),
)
LEGEND = {
    "pause": "pause, go on",
    "slower": "slower",
    "faster": "faster",
    "open": "deck, program, tape, state",
    "save": "save",
    "take_cards": "empty the hopper",
    "tear_off": "tear the paper off",
    "keep": "keep moment",
    "back": "go back",
    "side": "board, tube, keys",
    "help": "help",
}  # the commands in the legend, in few words


def facts(_panel: Panel704) -> None:
    """Return nothing: it always looks the same."""


def rows() -> list[tuple[str, str]]:
    """Return the PC's keys and what they do, in the order of two columns."""
    console = [(key.pc_key.capitalize(), key.name) for key in KEYS]
    return [*ENTRY, *console, *((shown(commands.KEY_OF[name]), text) for name, text in LEGEND.items())]


def paint(canvas: Canvas, area: Box, _facts: None) -> None:
    """Paint the legend."""
    widgets.ground(canvas, area, "KEYS OF THE PC")
    table = rows()
    half = (len(table) + 1) // 2
    step = (area.h - 48) / half
    for number, (key, text) in enumerate(table):
        x = area.x + 16 + number // half * (area.w - 24) / 2
        y = area.y + 46 + number % half * step
        widgets.cap(canvas, (x + 29, y), key, 58)
        canvas.text((x + 68, y), text, 14 if text.isupper() else 16, colours.INK)
