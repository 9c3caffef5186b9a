"""The picture of the KIM-1: the board, the keys that are down, the light of the display."""

from __future__ import annotations

import functools
from typing import NamedTuple

import pygame

from host.desk.kim1.keys import keys_down
from host.panel import colours
from host.panel.canvas import Box, Canvas, Scale, shrunk, smooth
from host.panel.kim1 import board_drawing, kim_board, layout, leds
from host.panel.kim1.panel import KimPanel

RIM = 3  # hundredths of an inch round a key that its picture covers


class Facts(NamedTuple):
    """All that the picture depends on."""

    down: tuple[str, ...]  # keys, and SST when it is on
    shades: tuple[tuple[int, ...], ...]  # of each segment of each digit


def facts(panel: KimPanel) -> Facts:
    """Return what is to be seen."""
    shades = tuple(tuple(leds.shade(level) for level in digit) for digit in panel.light.levels)
    return Facts(tuple(sorted(keys_down(panel.kim))), shades)


def paint(canvas: Canvas, area: Box, facts: Facts) -> None:
    """Paint the KIM-1."""
    canvas.surface.blit(board(canvas.scale), canvas.scale.rect(area))
    for key in facts.down:
        cap = kim_board.on_board(kim_board.key_boxes()[key].inset(-RIM), area)
        canvas.surface.blit(key_down(key, canvas.scale), canvas.scale.rect(cap))
    for box, shades in zip(kim_board.DIGITS, facts.shades, strict=True):
        leds.draw_lit(canvas, kim_board.on_board(box, area), shades)


@functools.lru_cache(maxsize=2)
def board(scale: Scale) -> pygame.Surface:
    """Return the board with all keys up and the display dark."""
    size = scale.rect(layout.BOARD).size
    canvas, surface = smooth(size, Scale(board_factor(scale)))
    surface.fill(colours.DESK)
    board_drawing.draw_board(canvas)
    return shrunk(surface, size)


@functools.lru_cache(maxsize=64)
def key_down(key: str, scale: Scale) -> pygame.Surface:
    """Return a key that is down, or the switch when it is on."""
    place = kim_board.key_boxes()[key].inset(-RIM)
    size = scale.rect(kim_board.on_board(place, layout.BOARD)).size
    factor = board_factor(scale)
    canvas, surface = smooth(size, Scale(factor, -place.x * factor, -place.y * factor), 4)
    surface.fill(colours.KEYPAD)
    board_drawing.draw_key(canvas, key, True)
    return shrunk(surface, size)


def board_factor(scale: Scale) -> float:
    """Return the pixels of a hundredth of an inch."""
    return scale.factor * layout.BOARD.w / kim_board.SIZE[0]
