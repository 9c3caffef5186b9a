"""The picture of the tape recorder: what is in it, how far it is, its buttons."""

from __future__ import annotations

from typing import NamedTuple

from host.panel import colours, widgets
from host.panel.canvas import Box, Canvas
from host.panel.kim1 import commands, layout
from host.panel.kim1.panel import KimPanel

STEPS = 200  # of the bar that shows how far the tape is
ADVICE = (
    "load:    17F9 = number, AD 1873 GO, then PLAY",
    "save:    17F5-17F8 = first, last + 1, 17F9 = number,",
    "            REC, then AD 1800 GO",
    "00F1 must be 00 for both; the display returns with 0000",
)  # where there is room
LAMPS = {"playing": colours.PHOSPHOR, "recording": colours.LED_LIT, "stopped": colours.FAINT_INK}


class Facts(NamedTuple):
    """All that the picture depends on."""

    name: str
    state: str
    recorded: int  # seconds
    position: int
    length: int
    step: int  # of the bar
    hover: str | None  # the button under the mouse


def facts(panel: KimPanel) -> Facts:
    """Return what is to be seen."""
    deck, clock = panel.deck, panel.kim.clock
    return Facts(
        name=deck.name or "no tape",
        state="recording" if deck.recording else "playing" if deck.playing else "stopped",
        recorded=deck.recorded // clock,
        position=deck.position // clock,
        length=deck.length // clock,
        step=STEPS * deck.position // deck.length if deck.length else 0,
        hover=panel.hovered_button,
    )


def paint(canvas: Canvas, area: Box, facts: Facts) -> None:
    """Paint the recorder."""
    widgets.ground(canvas, area, "CASSETTE")
    right, y = area.x + area.w - 14, area.y + 44
    canvas.fitted((right, area.y + 18), facts.name, 18, area.w - 130, colours.INK, "right")
    canvas.circle((area.x + 20, y), 5, LAMPS[facts.state])
    recorded = f"   {facts.recorded} s recorded" if facts.recorded else ""
    canvas.text((area.x + 34, y), facts.state + recorded, 18, colours.INK)
    canvas.text((right, y), f"{facts.position} / {facts.length} s", 18, colours.INK, "right")
    track = Box(area.x + 14, y + 18, area.w - 28, 7)
    canvas.box(track, colours.DESK, 3)
    if facts.step:
        canvas.box(track._replace(w=track.w * facts.step / STEPS), colours.FOCUS, 3)
    if area.h > 200:
        for number, line in enumerate(ADVICE):
            canvas.text((area.x + 14, y + 56 + 24 * number), line, 17, colours.FAINT_INK)
    on = {"playing": "play", "recording": "record"}.get(facts.state)
    boxes = layout.deck_buttons(area)
    for each in commands.DECK:
        widgets.button(canvas, boxes[each.command], each.label, each.command == on, each.command == facts.hover)
