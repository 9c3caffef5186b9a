"""The pictures of the two screens."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from host.desk.cdc6600.screens import Line
from host.panel.canvas import Box, Canvas
from host.panel.cdc6600 import colours, layout, tubes
from host.panel.cdc6600.panel import Panel6600
from host.panel.scene import Pane

PLATES = {"left": "CDC 6602", "right": "DISPLAY CONSOLE"}  # what is written on the cabinet


def pane(side: str) -> Pane:
    """Return the pane of a screen."""
    return Pane(lambda panel: facts(panel, side), painted(side))


def facts(panel: Panel6600, side: str) -> tuple[Line, ...]:
    """Return what is to be seen."""
    return panel.screens[side]


def painted(side: str) -> Callable[[Canvas, Box, tuple[Line, ...]], None]:
    """Return the function that paints a screen."""
    glass = layout.GLASSES[side]

    def paint(canvas: Canvas, area: Box, lines: tuple[Line, ...]) -> None:
        rect = canvas.scale.rect(area)
        inside = glass.moved(-area.x, -area.y)
        canvas.surface.blit(tubes.tube(canvas.scale.factor, rect.size, inside), rect)
        at, align = (area.x + 20 if side == "left" else area.x + area.w - 20, area.y + area.h - 18), side
        canvas.text(at, PLATES[side], 17, colours.CABINET_LIGHT, align)
        on = canvas.scale.rect(glass)
        raster = tubes.Raster(min(on.size))
        canvas.surface.blit(tubes.light(lines, raster), on, special_flags=pygame.BLEND_ADD)

    return paint
