"""The picture of the checkers board, beside the four words of storage that are the board: lamps laid out as squares."""

from __future__ import annotations

import functools
from typing import NamedTuple

import pygame

from host.games.checkers import samuel
from host.games.checkers.rules import Piece, place
from host.panel import colours as common
from host.panel import widgets
from host.panel.canvas import Box, Canvas, Point, Scale, shrunk, smooth
from host.panel.ibm704 import colours, layout, neon
from host.panel.ibm704.panel import Panel704

BOARD = Box(layout.SIDE.x + 18, layout.SIDE.y + 52, 280, 280)
SQUARE = BOARD.w / 8
LAMP_STEP, LAMP_RADIUS = 10.0, 3.8
MAP_WIDTH, MAP_HEIGHT = 10 * LAMP_STEP + 6, 8 * LAMP_STEP + 6  # of the lamps of one word
MAPS = (layout.SIDE.x + 311, layout.SIDE.y + 62)  # where they begin, two by two
TITLES = ("BM  black men", "WM  white men", "BK  black kings", "WK  white kings")


class Facts(NamedTuple):
    """All that the picture depends on."""

    pieces: tuple[tuple[int, Piece], ...]  # standard number of the square, what stands there
    levels: tuple[tuple[int, ...], ...]  # of the places of the four words
    words: tuple[int, ...]


def facts(panel: Panel704) -> Facts:
    """Return what is to be seen."""
    cells = len(panel.lamps.cells)
    return Facts(
        tuple(sorted(panel.board.pieces.items())),
        panel.lamps.levels[-cells:] if cells else (),
        panel.readings.cells,
    )


def paint(canvas: Canvas, area: Box, facts: Facts) -> None:
    """Paint board and lamps."""
    widgets.ground(canvas, area, "CHECKERS   in storage: four words, Samuel's squares 1 to 35")
    rect = canvas.scale.rect(BOARD.inset(-4))
    canvas.surface.blit(board(canvas.scale.factor, rect.size), rect)
    for square, piece in facts.pieces:
        box = square_box(square)
        rect = canvas.scale.rect(box)
        canvas.surface.blit(picture(piece, rect.size), rect)
    if not facts.levels:
        canvas.text(BOARD.centre, "no program with a checkers board", 17, common.INK, "centre")
        return
    for number, (levels, word) in enumerate(zip(facts.levels, facts.words, strict=True)):
        paint_map(canvas, number, levels, word)


def paint_map(canvas: Canvas, which: int, levels: tuple[int, ...], word: int) -> None:
    """Paint the lamps of one word, laid out as the board."""
    area = map_box(which)
    rect = canvas.scale.rect(area)
    canvas.surface.blit(dark_map(canvas.scale.factor, rect.size), rect)
    canvas.text((area.x + 2, area.y - 9), TITLES[which], 14, common.INK)
    canvas.text((area.centre[0], area.y + area.h + 9), samuel.octal(word), 14, colours.NEON_LIT, "centre")
    for number, level in enumerate(levels):
        x, y = lamp(number)
        neon.draw_lit(canvas, (area.x + x, area.y + y), LAMP_RADIUS, level)


def map_box(number: int) -> Box:
    """Return the place of one word's lamps."""
    column, row = number % 2, number // 2
    return Box(MAPS[0] + column * (MAP_WIDTH + 6), MAPS[1] + row * 150, MAP_WIDTH, MAP_HEIGHT)


def lamp(number: int) -> Point:
    """Return where a place of a word, 0 (S) to 35, is among the lamps.

    9, 18 and 27 lie beside the board, two columns behind the square before them, S where it would be four before 4.
    """
    if number == 0:
        row, column = 0, -1
    elif number in samuel.NUMBERS:
        row, column = place(samuel.NUMBERS[number])
    else:
        row, column = place(samuel.NUMBERS[number - 1])
        column += 2
    return 3 + (column + 1.5) * LAMP_STEP, 3 + (row + 0.5) * LAMP_STEP


@functools.lru_cache(maxsize=2)
def dark_map(factor: float, size: tuple[int, int]) -> pygame.Surface:
    """Return the lamps of a word, all of them out."""
    canvas, surface = smooth(size, Scale(factor), 3)
    surface.fill(common.PANE)
    box = Box(0, 0, MAP_WIDTH, MAP_HEIGHT)
    canvas.box(box, colours.PLATE_EDGE, 5)
    canvas.box(box.inset(1.5), colours.PLATE, 4)
    for number in range(36):
        neon.draw_dark(canvas, lamp(number), LAMP_RADIUS if number in samuel.NUMBERS else LAMP_RADIUS * 0.55)
    return shrunk(surface, size)


def square_box(square: int) -> Box:
    """Return the place of a square with its standard number."""
    row, column = place(square)
    return Box(BOARD.x + column * SQUARE, BOARD.y + row * SQUARE, SQUARE, SQUARE)


@functools.lru_cache(maxsize=2)
def board(factor: float, size: tuple[int, int]) -> pygame.Surface:
    """Return the empty board; the dark squares carry their numbers."""
    canvas, surface = smooth(size, Scale(factor, (4 - BOARD.x) * factor, (4 - BOARD.y) * factor))
    surface.fill(common.PANE)
    canvas.box(BOARD.inset(-4), colours.BLACK_RIM, 4)
    canvas.box(BOARD, colours.LIGHT_SQUARE)
    for square in samuel.NUMBERS.values():
        box = square_box(square)
        canvas.box(box, colours.DARK_SQUARE)
        canvas.text((box.x + 3, box.y + 7), str(square), 11, colours.LIGHT_SQUARE)
    return shrunk(surface, size)


@functools.lru_cache(maxsize=8)
def picture(piece: Piece, size: tuple[int, int]) -> pygame.Surface:
    """Return a piece on a transparent ground."""
    canvas, surface = smooth(size, Scale(size[0]), 4, transparent=True)
    black = piece in (Piece.BLACK_MAN, Piece.BLACK_KING)
    face, rim = (colours.BLACK_PIECE, colours.BLACK_RIM) if black else (colours.WHITE_PIECE, colours.WHITE_RIM)
    canvas.circle((0.5, 0.53), 0.4, (20, 18, 16))
    canvas.circle((0.5, 0.5), 0.4, rim)
    canvas.circle((0.5, 0.5), 0.36, face)
    canvas.circle((0.5, 0.5), 0.26, rim, 0.02)
    if piece in (Piece.BLACK_KING, Piece.WHITE_KING):
        points = [(0.3, 0.62), (0.27, 0.38), (0.4, 0.5), (0.5, 0.33), (0.6, 0.5), (0.73, 0.38), (0.7, 0.62)]
        canvas.polygon(points, colours.CROWN)
    return shrunk(surface, size)
