"""The picture of the operator's console: its lamps, the keys that are down, the registers in octal."""

from __future__ import annotations

import functools
from typing import NamedTuple

import pygame

from host.desk.ibm704.console import ADDRESSES, REGISTERS, octal
from host.panel.canvas import Box, Canvas, Scale, shrunk, smooth
from host.panel.colours import DESK
from host.panel.ibm704 import colours, console_drawing, layout, neon
from host.panel.ibm704.panel import Panel704


class Facts(NamedTuple):
    """All that the picture depends on."""

    levels: tuple[tuple[int, ...], ...]  # of the lamps, as host/desk/ibm704/lamps.py gives them
    words: tuple[int, ...]  # of the registers
    entered: int  # the panel keys
    switches: int
    automatic: bool
    down: frozenset[str]  # keys


def facts(panel: Panel704) -> Facts:
    """Return what is to be seen."""
    return Facts(
        panel.lamps.levels,
        panel.readings.words,
        panel.machine.panel_keys,
        panel.machine.sense_switches,
        panel.machine.automatic,
        frozenset(panel.operator.down),
    )


def paint(canvas: Canvas, area: Box, facts: Facts) -> None:
    """Paint the console."""
    canvas.surface.blit(console(canvas.scale.factor, canvas.scale.rect(area).size), canvas.scale.rect(area))
    paint_octal(canvas, facts)
    for place in range(36):
        if facts.entered >> (35 - place) & 1:
            console_drawing.draw_entry_key(canvas, place, True)
    for number in range(len(layout.SENSE_SWITCHES)):
        if facts.switches >> number & 1:
            console_drawing.draw_sense_switch(canvas, number, True)
    if not facts.automatic:
        console_drawing.draw_automatic(canvas, False)
    for name in facts.down:
        console_drawing.draw_key(canvas, name, True)
    paint_light(canvas, facts.levels)


def paint_octal(canvas: Canvas, facts: Facts) -> None:
    """Write what the registers and the panel keys hold."""
    right = layout.LAMP_PLATE.x + layout.LAMP_PLATE.w - 18
    for number, (register, word) in enumerate(zip(REGISTERS, facts.words, strict=True)):
        text = octal(word, register.width)
        if register in ADDRESSES:
            at = (layout.REGISTER_LAMPS[number][-1][0] + 5, layout.ADDRESS_TOP + 5)
        else:
            at = (right, layout.WORD_TOP + (number - len(ADDRESSES)) * layout.WORD_STEP + 7)
        canvas.text(at, text, 15, colours.NEON_LIT, "right")
    canvas.text((right, layout.ENTRY_TOP - 15), octal(facts.entered, 36), 16, colours.ENGRAVED, "right")


def paint_light(canvas: Canvas, levels: tuple[tuple[int, ...], ...]) -> None:
    """Add the light of all lamps."""
    for number, lamps in enumerate(layout.REGISTER_LAMPS):
        radius = layout.ADDRESS_RADIUS if number < len(ADDRESSES) else layout.WORD_RADIUS
        for at, level in zip(lamps, levels[number], strict=True):
            neon.draw_lit(canvas, at, radius, level)
    for at, level in zip(layout.SINGLE_LAMPS, levels[len(REGISTERS)], strict=True):
        neon.draw_lit(canvas, at, layout.INDICATOR_RADIUS, level)


@functools.lru_cache(maxsize=2)
def console(factor: float, size: tuple[int, int]) -> pygame.Surface:
    """Return the console with all lamps out and all keys up."""
    area = layout.CONSOLE
    canvas, surface = smooth(size, Scale(factor, -area.x * factor, -area.y * factor))
    surface.fill(DESK)
    console_drawing.draw_console(canvas)
    return shrunk(surface, size)
