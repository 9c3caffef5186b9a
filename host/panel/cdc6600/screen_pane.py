"""The pictures of the two screens."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from host.desk.cdc6600.screens import Line
from host.panel.canvas import Box, Canvas
from host.panel.cdc6600 import layout, tubes
from host.panel.cdc6600.panel import Panel6600
from host.panel.scene import Pane


def pane(side: str) -> Pane:
    """Return the pane of a screen."""
    return Pane(lambda panel: facts(panel, side), painted(layout.GLASSES[side]))


def facts(panel: Panel6600, side: str) -> tuple[Line, ...]:
    """Return what is to be seen."""
    return panel.screens[side]


def painted(glass: Box) -> Callable[[Canvas, Box, tuple[Line, ...]], None]:
    """Return the function that paints the screen with this glass."""

    def paint(canvas: Canvas, area: Box, lines: tuple[Line, ...]) -> None:
        rect = canvas.scale.rect(area)
        inside = glass.moved(-area.x, -area.y)
        canvas.surface.blit(tubes.tube(canvas.scale.factor, rect.size, inside), rect)
        on = canvas.scale.rect(glass)
        raster = tubes.Raster(min(on.size))
        canvas.surface.blit(tubes.light(lines, raster), on, special_flags=pygame.BLEND_ADD)

    return paint
