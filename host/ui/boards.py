"""Boards of games and punched cards in the window."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import pygame

from host.ui import glyphs
from host.ui.canvas import Canvas, Scale, shrunk, smooth
from host.ui.controller import Controller
from host.ui.drawings import FAINT, FOCUS, INK, PANE_EDGE, Drawing
from host.ui.parts import Board, Box, Cards, Colour, Point

WOOD: Colour = (214, 170, 100)
WOOD_GRAIN: Colour = (208, 163, 93)
WOOD_LINE: Colour = (72, 50, 24)
BLACK_STONE: Colour = (24, 24, 26)
WHITE_STONE: Colour = (240, 238, 230)
MARKS: dict[str, Colour] = {"black": (214, 48, 36), "white": (110, 140, 200)}  # rings on stones
LIGHT_SQUARE: Colour = (222, 198, 154)
DARK_SQUARE: Colour = (96, 70, 46)
RIM: Colour = (84, 80, 78)
FACES: dict[str, tuple[Colour, Colour]] = {
    "black": ((34, 32, 32), (84, 80, 78)),
    "white": ((236, 230, 214), (168, 158, 136)),
}  # of a man: its face and its rim
CROWN: Colour = (214, 164, 52)


class BoardDrawing(Drawing[Board]):
    """A board: under the mouse, where a click would play, a ring or a frame."""

    MARGIN = 30.0  # of the wood round the outermost lines
    NAMES = 20.0  # of squares' and pits' boards with names

    def __init__(self, part: Board, box: Box, controller: Controller) -> None:
        super().__init__(part, part.box.inset(-5), controller)
        self.go = part.style == "go"
        self._fit(part)

    def _fit(self, part: Board) -> None:
        """Place the cells of the board as it is played."""
        self.board = part
        named = bool(part.row_names or part.column_names)
        margin = self.MARGIN if self.go else self.NAMES if named else 0.0
        across, down = part.columns - self.go, part.rows - self.go  # a Go board has one line more than squares
        inside = part.box.inset(margin)
        self.step = min(inside.w / across, inside.h / down)
        width, height = self.step * across, self.step * down
        x, y = inside.x + (inside.w - width) / 2, inside.y + (inside.h - height) / 2
        self.field = Box(x, y, width, height)

    def place(self, cell: int) -> Point:
        """Return the middle of a cell."""
        row, column = divmod(cell, self.board.columns)
        half = 0.0 if self.go else 0.5
        return self.field.x + (column + half) * self.step, self.field.y + (row + half) * self.step

    def square(self, cell: int) -> Box:
        """Return the square of a cell."""
        x, y = self.place(cell)
        return Box(x - self.step / 2, y - self.step / 2, self.step, self.step)

    def cell_at(self, at: Point) -> int:
        """Return the cell at a place, -1 for none."""
        half = 0.5 if self.go else 0.0
        column = int((at[0] - self.field.x) / self.step + half + 1) - 1
        row = int((at[1] - self.field.y) / self.step + half + 1) - 1
        part = self.board
        return row * part.columns + column if 0 <= row < part.rows and 0 <= column < part.columns else -1

    def value(self, mouse: Point) -> tuple[Any, ...]:
        """Return the cells, the marks, the chosen cell, and that under the mouse."""
        shown = self.controller.shown.get(self.part.name) or {}
        board = self.part.played(shown)
        if board != self.board:
            self._fit(board)
        cells = list(shown.get("cells", ()))
        hover = self.cell_at(mouse)
        if hover >= 0 and (hover >= len(cells) or cells[hover] == "-" or (self.go and cells[hover] != " ")):
            hover = -1
        return cells, list(shown.get("marks", ())), shown.get("chosen", -1), hover

    def ground(self, canvas: Canvas) -> None:
        if self.go:
            self._wood(canvas)
        elif self.part.style == "squares":
            self._squares(canvas)
        else:
            canvas.box(self.part.box, WOOD_LINE, 14)
            canvas.box(self.part.box.inset(1.5), WOOD, 13)
        self._names(canvas)

    def _wood(self, canvas: Canvas) -> None:
        """Draw a Go board."""
        area, field, board = self.part.box, self.field, self.board
        canvas.box(area, WOOD_LINE, 6)
        canvas.box(area.inset(1.5), WOOD, 5)
        for number in range(int(area.h / 9)):
            y, sway = area.y + 6 + number * 9, (number * 7) % 5 - 2
            middle = area.x + area.w / 2
            canvas.line([(area.x + 4, y), (middle, y + sway), (area.x + area.w - 4, y - sway)], WOOD_GRAIN, 1.5)
        for number in range(board.columns):
            x, y = field.x + number * self.step, field.y + number * self.step
            canvas.line([(x, field.y), (x, field.y + field.h)], WOOD_LINE, 1.1)
            canvas.line([(field.x, y), (field.x + field.w, y)], WOOD_LINE, 1.1)
        for star in board.stars:
            canvas.circle(self.place(star), 3.6, WOOD_LINE)

    def _squares(self, canvas: Canvas) -> None:
        """Draw a chequered board; the square at the right of the lowest row is light."""
        part = self.part
        canvas.box(self.field.inset(-4), RIM, 4)
        canvas.box(self.field, LIGHT_SQUARE)
        for cell in range(part.rows * part.columns):
            row, column = divmod(cell, part.columns)
            dark = (row + column + part.rows + part.columns) % 2 == 1
            if dark:
                canvas.box(self.square(cell), DARK_SQUARE)
            if part.names and part.names[cell]:
                box = self.square(cell)
                ink = LIGHT_SQUARE if dark else DARK_SQUARE
                canvas.text((box.x + 3, box.y + 7), part.names[cell], min(11.0, box.h * 0.31), ink)

    def _names(self, canvas: Canvas) -> None:
        """Write the names of rows and columns: at the left and above, under squares below."""
        part, area = self.part, self.part.box
        ink = FAINT if part.style == "squares" else WOOD_LINE
        for row, name in enumerate(part.row_names):
            x = area.x + 9 if self.go else self.field.x - 12
            canvas.text((x, self.place(row * part.columns)[1]), name, 14, ink, "centre")
        for column, name in enumerate(part.column_names):
            y = self.field.y + self.field.h + 12 if part.style == "squares" else area.y + 9
            canvas.text((self.place(column)[0], y), name, 14, ink, "centre")

    def draw(self, canvas: Canvas, value: tuple[Any, ...]) -> None:
        cells, marks, chosen, hover = value
        if self.part.style == "squares":
            for cell, colour in ((hover, FAINT), *((mark, CROWN) for mark in marks), (chosen, FOCUS)):
                if cell >= 0:
                    canvas.box(self.square(cell), colour, 2, 3)
        if self.board is not self.part:
            self._wood(canvas)
        for cell, sign in enumerate(cells):
            if self.part.style == "pits":
                if sign != "-":
                    self._pit(canvas, cell, sign, cell in (hover, chosen), cell in marks)
            elif sign in self.part.men:
                self._man(canvas, cell, self.part.men[sign], cell in marks)
        if self.go and hover >= 0:
            canvas.circle(self.place(hover), self.step * 0.42, WHITE_STONE, 2)
            row, column = divmod(hover, self.board.columns)
            name = "".join(names[n] for names, n in ((self.part.row_names, row), (self.part.column_names, column))
                           if names)  # fmt: skip
            area = self.part.box
            canvas.text((area.x + area.w - 8, area.y + area.h - 9), name, 17, WOOD_LINE, "right")

    def _pit(self, canvas: Canvas, cell: int, sign: str, lit: bool, marked: bool) -> None:
        """Draw a pit with its number of stones."""
        at, radius = self.place(cell), self.step * 0.42
        canvas.circle(at, radius, FOCUS if lit else WOOD_LINE)
        canvas.circle(at, radius - 2.5, (150, 112, 62) if marked else (176, 134, 74))
        canvas.text(at, sign, radius, BLACK_STONE, "centre")

    def _man(self, canvas: Canvas, cell: int, man: str, marked: bool) -> None:
        """Draw a stone, perhaps with a ring on it, or a man on a cell."""
        side = self.step * (0.94 if self.go else 1.0)
        x, y = self.place(cell)
        rect = canvas.scale.rect(Box(x - side / 2, y - side / 2, side, side))
        canvas.surface.blit(stone(man, rect.size, marked) if self.go else figure(man, rect.size), rect)

    def click(self, at: Point) -> bool:
        cell = self.cell_at(at)
        if cell >= 0:
            self.controller.act(self.part.name, cell)
            if self.controller.panel.keys:
                self.controller.focus = ""
        return cell >= 0


@functools.lru_cache(maxsize=8)
def stone(colour: str, size: tuple[int, int], marked: bool) -> pygame.Surface:
    """Return a stone with its shadow and a highlight, on a transparent ground."""
    canvas, surface = smooth(size, Scale(size[0]), 4, transparent=True)
    face, light = (BLACK_STONE, (84, 84, 88)) if colour == "black" else (WHITE_STONE, (255, 255, 255))
    canvas.circle((0.53, 0.54), 0.46, (120, 92, 52))
    canvas.circle((0.49, 0.49), 0.47, face)
    canvas.circle((0.34, 0.33), 0.1, light)
    if marked:
        canvas.circle((0.49, 0.49), 0.21, MARKS[colour], 0.09)
    return shrunk(surface, size)


@functools.lru_cache(maxsize=32)
def figure(man: str, size: tuple[int, int]) -> pygame.Surface:
    """Return a man of draughts, or of chess (capitals are white), on a transparent ground."""
    canvas, surface = smooth(size, Scale(size[0]), 4, transparent=True)
    if man.upper() in glyphs.MEN:
        face, rim = FACES["white" if man.isupper() else "black"]
        edge = FACES["black"][0] if man.isupper() else FACES["white"][1]
        for shape in glyphs.MEN[man.upper()]:
            if isinstance(shape[0], tuple):
                canvas.polygon(shape, face)
                canvas.line([*shape, shape[0]], edge, 0.025)
            else:
                x, y, radius = shape
                canvas.circle((x, y), radius, edge)
                canvas.circle((x, y), radius - 0.02, face)
        return shrunk(surface, size)
    face, rim = FACES["black" if man.startswith("black") else "white"]
    canvas.circle((0.5, 0.53), 0.4, (20, 18, 16))
    canvas.circle((0.5, 0.5), 0.4, rim)
    canvas.circle((0.5, 0.5), 0.36, face)
    canvas.circle((0.5, 0.5), 0.26, rim, 0.02)
    if man.endswith("king"):
        canvas.polygon(glyphs.CROWN, CROWN)
    return shrunk(surface, size)


# ---------------------------------------------------------------- cards


class CardsDrawing(Drawing[Cards]):
    """A stack of punched cards seen from the side, and the next one, hole by hole."""

    STACK = 96.0  # for the stack, at the left
    WIDTH, HEIGHT = 318.0, 102.0  # of a card as it is drawn
    COLUMNS, ROWS = 80, 12
    CUT = 11.0  # of the corner
    THICKNESS, FULL = 0.35, 60.0  # of a card in the stack, and the height of the highest stack that is drawn
    CARD: Colour = (238, 218, 172)
    EDGE: Colour = (196, 172, 122)
    PRINT: Colour = (196, 170, 120)
    CARD_INK: Colour = (70, 60, 90)
    HOLE: Colour = (44, 40, 36)

    def __init__(self, part: Cards, box: Box, controller: Controller) -> None:
        super().__init__(part, part.box.inset(-5), controller)
        width = min(self.WIDTH, part.box.w - self.STACK)
        self.card = Box(part.box.x + self.STACK, part.box.y, width, width * self.HEIGHT / self.WIDTH)

    def draw(self, canvas: Canvas, value: Mapping[str, Any]) -> None:
        value = value or {}
        count, box = value.get("count", 0), self.part.box
        bottom = box.y + self.FULL + 8
        canvas.box(Box(box.x, bottom, 86, 4), PANE_EDGE, 2)
        height = min(self.FULL, max(2.0, count * self.THICKNESS)) if count else 0.0
        if height:
            canvas.box(Box(box.x + 4, bottom - height, 78, height), self.EDGE, 1)
            for line in range(0, int(height), 3):
                y = bottom - height + line + 0.5
                canvas.line([(box.x + 5, y), (box.x + 80, y)], self.CARD, 1.2)
        canvas.text((box.x + 43, bottom + 18), f"{count:,}", 20, INK, "centre")
        canvas.text((box.x + 43, bottom + 33), "card" if count == 1 else "cards", 14, FAINT, "centre")
        if count:
            rect = canvas.scale.rect(self.card)
            texts = value.get("texts") or [""]
            picture = punched(rect.size, texts[0], tuple(map(int, value.get("columns", ()))))
            canvas.surface.blit(picture, rect)
        else:
            canvas.box(self.card, PANE_EDGE, 6, 1)
            canvas.fitted(self.card.centre, value.get("empty", "no cards"), 16, self.card.w - 10, FAINT, "centre")


@functools.lru_cache(maxsize=8)
def punched(size: tuple[int, int], text: str, columns: Sequence[int]) -> pygame.Surface:
    """Return the picture of a card: its holes, and their meaning printed along the upper edge."""
    surface = blank_card(size).copy()
    canvas = Canvas(surface, Scale(size[0] / CardsDrawing.WIDTH))
    for column, character in enumerate(text[: CardsDrawing.COLUMNS]):
        if character != " ":
            box = hole(column, 0)
            canvas.text((box.centre[0], 6), character, 8.5, CardsDrawing.CARD_INK, "centre")
    for column, punches in enumerate(columns):
        for row in range(CardsDrawing.ROWS):
            if punches >> CardsDrawing.ROWS - 1 - row & 1:
                box = hole(column, row)
                canvas.box(Box(box.x + 0.6, box.y + 0.6, box.w - 1.0, box.h - 1.6), CardsDrawing.HOLE)
    return surface


@functools.lru_cache(maxsize=2)
def blank_card(size: tuple[int, int]) -> pygame.Surface:
    """Return the picture of a card without holes: a corner cut, the digits of its rows."""
    width, height, cut = CardsDrawing.WIDTH, CardsDrawing.HEIGHT, CardsDrawing.CUT
    canvas, surface = smooth(size, Scale(size[0] / width), 3, transparent=True)
    canvas.polygon([(cut, 0), (width, 0), (width, height), (0, height), (0, cut)], CardsDrawing.CARD)
    for column in range(CardsDrawing.COLUMNS):
        for row in range(2, CardsDrawing.ROWS):
            canvas.text(hole(column, row).centre, str(row - 2), 5.5, CardsDrawing.PRINT, "centre")
    return shrunk(surface, size)


def hole(column: int, row: int) -> Box:
    """Return the place for a hole: rows 12, 11, 0 to 9."""
    step, down = (CardsDrawing.WIDTH - 12) / CardsDrawing.COLUMNS, (CardsDrawing.HEIGHT - 16) / CardsDrawing.ROWS
    return Box(6 + column * step, 12 + row * down, step, down)
