"""The parts in the window that are written, pressed and printed: their values, pictures and clicks.

Luminous parts are in host/ui/lights.py, boards and cards in host/ui/boards.py.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import pygame

from host.ui import glyphs
from host.ui.canvas import Canvas, Scale, shade, shrunk, smooth, written
from host.ui.controller import Controller
from host.ui.parts import Box, Buttons, Colour, Key, Keys, Label, Paper, Part, Point

INK: Colour = (232, 228, 218)
FAINT: Colour = (160, 155, 145)
FOCUS: Colour = (226, 170, 70)
DESK: Colour = (38, 36, 34)
PANE: Colour = (52, 50, 47)
PANE_EDGE: Colour = (74, 71, 66)
BUTTON: Colour = (78, 75, 70)
BUTTON_LIT: Colour = (176, 122, 40)
BUTTON_HOVER: Colour = (96, 92, 86)
LIT: Colour = (255, 132, 44)  # a neon lamp, a switch that is on
SEGMENT: Colour = (255, 58, 34)  # of a display; the label of a switch that is on
PHOSPHOR: Colour = (98, 255, 138)  # of terminals
PAPER: Colour = (246, 244, 234)
PAPER_INK: Colour = (34, 32, 40)

P = TypeVar("P", bound=Part)


class Drawing(Generic[P]):
    """A part in the window. Its picture depends on `value` alone."""

    def __init__(self, part: P, box: Box, controller: Controller) -> None:
        self.part, self.controller = part, controller
        self.box = box  # all that it may touch

    def value(self, mouse: Point) -> Any:
        """Return its present value, with all that its picture depends on."""
        return self.controller.shown.get(self.part.name)

    def ground(self, canvas: Canvas) -> None:
        """Draw the background, which never changes."""

    def draw(self, canvas: Canvas, value: Any) -> None:
        """Draw a value upon the background."""

    def click(self, at: Point) -> bool:
        """Handle a click; return whether there was something to click."""
        return False

    def wheel(self, at: Point, lines: int) -> bool:
        """Handle a turn of the wheel; return whether there was something to scroll."""
        return False

    def meaning(self, at: Point) -> str:
        """Return the meaning of a place in words."""
        return ""


def around(boxes: Sequence[Box]) -> Box:
    """Return the smallest box that holds all."""
    left, top = min(each.x for each in boxes), min(each.y for each in boxes)
    right, bottom = max(each.x + each.w for each in boxes), max(each.y + each.h for each in boxes)
    return Box(left, top, right - left, bottom - top)


class LabelDrawing(Drawing[Label]):
    """Text. The status line also has the notice, or the meaning of the place under the mouse, at its right end."""

    def __init__(self, part: Label, box: Box, controller: Controller) -> None:
        x, y = part.at
        width = part.width or {"left": box.x + box.w - x, "right": x - box.x, "centre": box.w}[part.align]
        left = x - width * {"left": 0.0, "right": 1.0, "centre": 0.5}[part.align]
        super().__init__(part, Box(left, y - part.size, width, 2 * part.size), controller)

    def value(self, mouse: Point) -> tuple[str, str]:
        controller = self.controller
        told = controller.notice or controller.pointed if self.part.name == "status" else ""
        return str(controller.shown.get(self.part.name, "")), told

    def draw(self, canvas: Canvas, value: tuple[str, str]) -> None:
        part, (text, told), room = self.part, value, self.box.w
        if told:
            most = 0.55 * self.box.w
            room -= min(most, canvas.width(told, part.size)) + 20
            canvas.fitted((self.box.x + self.box.w, part.at[1]), told, part.size, most, FOCUS, "right")
        canvas.fitted(part.at, text, part.size, room, part.colour, part.align)


class ButtonsDrawing(Drawing[Buttons]):
    """Commands."""

    def value(self, mouse: Point) -> list[tuple[str, bool, bool]]:
        """Return label, lit, under the mouse for each."""
        given, labels = self.controller.shown.get(self.part.name) or {}, self.controller.labels()
        lit = self.controller.lit()
        return [
            (given.get(name) or labels.get(name, name.upper()), name in lit, place.holds(mouse))
            for name, place in self.part.places.items()
        ]

    def draw(self, canvas: Canvas, value: list[tuple[str, bool, bool]]) -> None:
        for box, (label, lit, hover) in zip(self.part.places.values(), value, strict=True):
            canvas.box(box, BUTTON_LIT if lit else BUTTON_HOVER if hover else BUTTON, 5)
            size = min(18.0, box.h * 0.62)
            canvas.fitted(box.centre, label, size, box.w - 4, DESK if lit else INK, "centre")

    def _at(self, at: Point) -> str | None:
        return next((name for name, box in self.part.places.items() if box.holds(at)), None)

    def click(self, at: Point) -> bool:
        if name := self._at(at):
            self.controller.command(name)
        return bool(name)

    def meaning(self, at: Point) -> str:
        name = self._at(at)
        return next((each.help for each in self.controller.commands if each.name == name), "")


# ---------------------------------------------------------------- keys and switches


class KeysDrawing(Drawing[Keys]):
    """Keys, drawn up as the ground; those that are down are drawn upon it."""

    def __init__(self, part: Keys, box: Box, controller: Controller) -> None:
        super().__init__(part, around([each.box for each in part.keys]).inset(-3), controller)
        self.worded = any(" " in each.label for each in part.keys)  # then all are written small
        self._pc = {key: pc for pc, (name, key) in reversed([*controller.panel.keys.items()]) if name == part.name}

    def ground(self, canvas: Canvas) -> None:
        for key in self.part.keys:
            self.key(canvas, key, False)

    def draw(self, canvas: Canvas, value: Sequence[str]) -> None:
        for key in self.part.keys:
            if key.name in (value or ()):
                self.key(canvas, key, True)

    def key(self, canvas: Canvas, key: Key, down: bool) -> None:
        """Draw a key."""
        if key.style == "toggle":
            toggle(canvas, key, down)
        elif key.style == "slide":
            slide(canvas, key, down)
        else:
            self.cap(canvas, key, down)

    def cap(self, canvas: Canvas, key: Key, down: bool) -> None:
        """Draw a cap that sinks when pressed; where there is room, the PC's key is in its corner."""
        box, depth = key.box, min(5.0, key.box.h * 0.1)
        canvas.box(box, shade(key.colour, 0.35), 6)
        cap = Box(box.x + 1, box.y + (depth if down else 1), box.w - 2, box.h - depth - 1)
        canvas.box(cap, shade(key.colour, 0.7 if down else 1.3), 6)
        canvas.box(cap.inset(1.5), shade(key.colour, 0.78) if down else key.colour, 5)
        corner = self._pc.get(key.name, "") if box.w >= 60 else ""
        middle = (cap.centre[0], cap.centre[1] - (4 if corner else 0))
        ink = shade(key.ink, 0.75) if down else key.ink
        lettered(canvas, middle, key.label or key.name, cap.w - 6, cap.h, ink, self.worded)
        if corner:
            canvas.text((cap.x + cap.w - 6, cap.y + cap.h - 8), corner.capitalize(), 12, (232, 196, 120), "right")

    def click(self, at: Point) -> bool:
        key = self._at(at)
        if key:
            self.controller.press(self.part.name, key.name)
            if self.controller.panel.keys:
                self.controller.focus = ""
        return bool(key)

    def _at(self, at: Point) -> Key | None:
        return next((each for each in self.part.keys if each.box.holds(at)), None)

    def meaning(self, at: Point) -> str:
        key = self._at(at)
        if not key:
            return ""
        pc = self._pc.get(key.name, "")
        return "   ".join(filter(None, (key.meaning, f"key: {pc.capitalize()}" if pc else "")))


def lettered(
    canvas: Canvas, at: Point, label: str, width: float, height: float, ink: Colour, worded: bool = False
) -> None:
    """Write a label as large as fits; or (`worded`) small, its words below each other."""
    lines = label.split() if worded else [label]
    size = min(12.0, 0.9 * height / len(lines)) if worded else height * (0.54 if len(label) == 1 else 0.46)
    size *= min(1.0, width / max(canvas.width(each, size) for each in lines))
    for number, line in enumerate(lines):
        canvas.text((at[0], at[1] + (number - (len(lines) - 1) / 2) * size * 0.92), line, size, ink, "centre")


def toggle(canvas: Canvas, key: Key, down: bool) -> None:
    """Draw a lever that tips forward when it is on and shows a lit band; or, with a label, one that lights up.

    That is a switch, or a plate if it is wider than high.
    """
    box = key.box
    canvas.box(box.inset(-1.5), (24, 25, 27), 4)
    if key.label and box.w > box.h:
        canvas.box(box.inset(0.5), LIT if down else key.colour, 3)
        lettered(canvas, box.centre, key.label, box.w - 6, box.h + 4, DESK if down else key.ink)
    elif key.label:
        colour = LIT if down else key.colour
        cap = Box(box.x + 2, box.y + (box.h * 0.3 if down else 2), box.w - 4, box.h * 0.7 - 2)
        canvas.box(cap, shade(colour, 0.6), 4)
        canvas.box(Box(cap.x + 1, cap.y + 1, cap.w - 2, cap.h - 5), colour, 3)
        lettered(canvas, (cap.centre[0], cap.centre[1] - 1), key.label, cap.w - 4, cap.h + 6, key.ink)
    elif down:
        canvas.box(Box(box.x, box.y + 12, box.w, box.h - 12), shade(key.colour, 0.55), 3)
        canvas.box(Box(box.x + 1, box.y + 17, box.w - 2, box.h - 18), shade(key.colour, 0.82), 3)
        canvas.box(Box(box.x + 3, box.y + box.h - 10, box.w - 6, 3), LIT, 1)
    else:
        canvas.box(Box(box.x, box.y, box.w, box.h - 6), shade(key.colour, 0.55), 3)
        canvas.box(Box(box.x + 1, box.y + 1, box.w - 2, box.h - 13), key.colour, 3)


def slide(canvas: Canvas, key: Key, on: bool) -> None:
    """Draw a slide switch: to the right is on."""
    box = key.box
    canvas.box(box.inset(-1.5), (24, 25, 27), 5)
    top = box.h * 0.24
    canvas.text((box.x + 3, box.y + top), key.label or key.name, box.h * 0.33, key.ink)
    canvas.text((box.x + box.w - 3, box.y + top), "ON", box.h * 0.33, SEGMENT if on else key.ink, "right")
    slot = Box(box.x + 3, box.y + box.h * 0.5, box.w - 6, box.h * 0.44)
    canvas.box(slot.inset(-1.5), (90, 90, 92), 5)
    canvas.box(slot, (8, 8, 9), 4)
    knob = Box(slot.x + (slot.w / 2 if on else 2), slot.y + 2, slot.w / 2 - 2, slot.h - 4)
    canvas.box(knob, (216, 212, 202), 3)
    for number in range(3):
        x = knob.x + knob.w * (0.3 + 0.2 * number)
        canvas.line([(x, knob.y + 3), (x, knob.y + knob.h - 3)], (150, 146, 138), 1.5)


# ---------------------------------------------------------------- paper


class PaperDrawing(Drawing[Paper]):
    """A printer's paper, folded where pages end, with holes along its edges; or a terminal's glass, green dots."""

    PAD = 8.0  # of the glass
    EDGE = 17.0  # of the paper, for the holes
    NARROW = 72  # columns, unless a line is longer
    BAR = 3  # lines of a tinted bar, and of the white one below it
    GLASS: Colour = (8, 22, 12)
    BEZEL: Colour = (150, 144, 130)
    TINTED: Colour = (222, 234, 222)
    FOLD: Colour = (196, 192, 180)
    HOLE: Colour = (104, 102, 98)

    def __init__(self, part: Paper, box: Box, controller: Controller) -> None:
        super().__init__(part, part.box.inset(-6), controller)
        self.rows = int((part.box.h - 2 * self.PAD) / part.line)

    def value(self, mouse: Point) -> tuple[Any, ...]:
        """Return the lines, the first one's number, the cursor's column (-1: dark), the focus, how far it is back."""
        controller, paper, back = self.controller, self.controller.paper, self.controller.back
        lines = paper.visible(self.rows, back)
        lit = (
            self.part.glass
            and not back
            and (controller.pacer.paused or controller.cycles // (controller.clock // 2) % 2 == 0)
        )
        first = paper.scrolled + max(0, len(paper.lines) - max(back, 0) - self.rows)
        focus = bool(controller.panel.keys) and controller.focus == self.part.name
        folds = sorted(each - first for each in paper.folds if first <= each <= first + len(lines))
        return lines, first, folds, paper.column if lit else -1, focus, back

    def ground(self, canvas: Canvas) -> None:
        if self.part.glass:
            canvas.box(self.part.box.inset(-5), self.BEZEL, 16)
            canvas.box(self.part.box, self.GLASS, 12)
        else:
            canvas.box(self.part.box, (40, 39, 37))

    def draw(self, canvas: Canvas, value: tuple[Any, ...]) -> None:
        lines, first, folds, column, focus, back = value
        box = self.part.box
        if self.part.glass:
            self._dots(canvas, lines, column, focus)
        else:
            self._print(canvas, lines, first, folds)
        if focus:
            canvas.box(box.inset(-5), FOCUS, 14, 2.5)
        if back:
            tag = Box(box.x + box.w - 132, box.y + 8, 120, 24)
            canvas.box(tag, BUTTON_LIT, 5)
            canvas.text(tag.centre, f"{back} lines back", 17, DESK, "centre")

    def _dots(self, canvas: Canvas, lines: Sequence[str], column: int, focus: bool) -> None:
        rect = canvas.scale.rect(self.part.box.inset(self.PAD))
        columns = self.part.columns
        edges = [rect.x + round(n * rect.w / columns) for n in range(columns + 1)]
        heights = [rect.y + round(n * rect.h / self.rows) for n in range(self.rows + 1)]
        cell = (rect.w // columns, rect.h // self.rows)
        for y, line in zip(heights, lines, strict=False):
            for x, character in zip(edges, line, strict=False):
                if character != " ":
                    canvas.surface.blit(dotted(character, cell, PHOSPHOR, self.GLASS), (x, y))
        if column >= 0:
            x, y = edges[min(column, columns - 1)], heights[max(0, len(lines) - 1)]
            block = pygame.Rect(x, y + cell[1] // 8, cell[0], cell[1] * 3 // 4)
            pygame.draw.rect(canvas.surface, PHOSPHOR, block, 0 if focus or not self.controller.panel.keys else 1)

    def _print(self, canvas: Canvas, lines: Sequence[str], first: int, folds: Sequence[int]) -> None:
        """Draw the paper as it comes up from the printer; every character in its own column, as type wheels do."""
        box, step = self.part.box, self.part.line
        rect = canvas.scale.rect(box)
        canvas.surface.blit(blank(canvas.scale.factor, rect.size, box, step, len(lines), first % (2 * self.BAR)), rect)
        top = box.y + box.h - 6 - len(lines) * step
        for fold in folds:
            for x in range(int(box.x), int(box.x + box.w) - 4, 8):
                canvas.line([(x, top + fold * step), (x + 4, top + fold * step)], self.FOLD, 1.4)
        columns = self.part.columns if max(map(len, lines), default=0) > self.NARROW else self.NARROW
        width = (box.w - 2 * self.EDGE - 4) / min(columns, self.part.columns)
        pixels = round(min(1.15 * step, width * 2.05) * canvas.scale.factor)
        for number, line in enumerate(lines):
            for column, character in enumerate(line):
                if character != " ":
                    glyph = written(character, pixels, PAPER_INK)
                    at = canvas.scale.point(box.x + self.EDGE + 2 + (column + 0.5) * width, top + (number + 0.5) * step)
                    canvas.surface.blit(glyph, glyph.get_rect(center=(round(at[0]), round(at[1]))))

    def click(self, at: Point) -> bool:
        if self.part.typed and self.part.box.holds(at):
            self.controller.focus = self.part.name
            return True
        return False

    def wheel(self, at: Point, lines: int) -> bool:
        self.controller.scroll(lines)
        return True


@functools.lru_cache(maxsize=512)
def dotted(character: str, size: tuple[int, int], ink: Colour, ground: Colour) -> pygame.Surface:
    """Return a character made of dots; one without a glyph is a blank."""
    unit = 8
    width, height = glyphs.DOTS_CELL
    large = pygame.Surface((round(width * unit), round(height * unit)))
    large.fill(ground)
    canvas = Canvas(large, Scale(unit))
    for y, row in enumerate(glyphs.DOTS.get(character, ())):
        for x, dot in enumerate(row):
            if dot == "#":
                canvas.circle((x + 1.2, y + 2.0), 0.62, ink)
    return shrunk(large, size)


@functools.lru_cache(maxsize=16)
def blank(factor: float, size: tuple[int, int], box: Box, step: float, lines: int, bars: int) -> pygame.Surface:
    """Return lines of empty paper that come up from the printer; `bars`: how the first ones are tinted."""
    canvas, surface = smooth(size, Scale(factor))
    bar, edge = PaperDrawing.BAR, PaperDrawing.EDGE
    surface.fill((40, 39, 37))
    first = box.h - 6 - lines * step
    top = max(-20.0, first - 8)
    canvas.box(Box(0, top, box.w, box.h - top), PAPER)
    for number in range(lines):
        if (number + bars) // bar % 2:
            canvas.box(Box(edge, first + number * step, box.w - 2 * edge, step), PaperDrawing.TINTED)
        for x in (edge / 2, box.w - edge / 2):
            canvas.circle((x, first + (number + 0.5) * step), 2.6, PaperDrawing.HOLE)
    for x in (edge, box.w - edge):
        canvas.line([(x, top), (x, box.h)], PaperDrawing.FOLD, 1)
    canvas.box(Box(0, box.h - 5, box.w, 5), (24, 24, 25))  # the bar over the type wheels
    return shrunk(surface, size)
