"""The parts in the window that are lit, pressed and printed: what each shows now, how that looks, what a click does.

The light of lamps, segments and beams is a picture of its own, made once for each size and brightness, and added to
what is dark beneath it. Boards and cards are in host/faces/boards.py.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Generic, TypeVar

import pygame

from host.faces import glyphs
from host.faces.canvas import Canvas, Scale, mixed, shade, shrunk, smooth, written
from host.faces.desk import Desk
from host.faces.parts import Box, Buttons, Colour, Digits, Key, Keys, Label, Lamps, Paper, Part, Point, Points, Tube
from host.pacing import speed_name

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
CORE: Colour = (255, 214, 150)  # its electrodes
RING: Colour = (84, 80, 76)  # its socket
SEGMENT: Colour = (255, 58, 34)
PHOSPHOR: Colour = (98, 255, 138)  # of terminals
BEAM_LIGHT: Colour = (158, 255, 206)  # of tubes: P31
BLOOM: Colour = (32, 150, 105)
SPOT_LIGHT: Colour = (150, 255, 170)
PAPER: Colour = (246, 244, 234)
PAPER_INK: Colour = (34, 32, 40)

P = TypeVar("P", bound=Part)


class Drawing(Generic[P]):
    """A part in the window. What it looks like depends on `value` alone."""

    def __init__(self, part: P, box: Box, desk: Desk) -> None:
        self.part, self.desk = part, desk
        self.box = box  # all that it may touch

    def value(self, mouse: Point) -> Any:
        """Return what it shows now."""
        return self.desk.shown.get(self.part.name)

    def ground(self, canvas: Canvas) -> None:
        """Draw what never changes."""

    def draw(self, canvas: Canvas, value: Any) -> None:
        """Draw what it shows upon that."""

    def click(self, at: Point) -> bool:
        """Do what a click means; return whether there was something to click."""
        return False

    def wheel(self, at: Point, lines: int) -> bool:
        """Do what a turn of the wheel means."""
        return False

    def meaning(self, at: Point) -> str:
        """Return what is at a place, in words."""
        return ""


class LabelDrawing(Drawing[Label]):
    """Text. The status line also has the notice, or what is under the mouse, at its right end."""

    def __init__(self, part: Label, box: Box, desk: Desk) -> None:
        x, y = part.at
        width = part.width or {"left": box.x + box.w - x, "right": x - box.x, "centre": box.w}[part.align]
        left = x - width * {"left": 0.0, "right": 1.0, "centre": 0.5}[part.align]
        super().__init__(part, Box(left, y - part.size, width, 2 * part.size), desk)

    def value(self, mouse: Point) -> tuple[str, str]:
        desk = self.desk
        told = desk.notice or desk.pointed if self.part.name == "status" else ""
        return str(desk.shown.get(self.part.name, "")), told

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
        desk, shown = self.desk, self.desk.shown
        own = {
            "pause": ("GO ON" if desk.pacer.paused else "", desk.pacer.paused),
            "speed": (speed_name(desk.pacer.speed), False),
            "turbo": ("", math.isinf(desk.pacer.speed)),
            "help": ("", desk.shows_help),
            **{f"show {pane.name}": ("", True) for pane in desk.panes if pane.group},
        }
        labels = {each.name: each.label for each in desk.commands}
        given = shown.get(self.part.name) or {}
        return [
            (
                given.get(name) or own.get(name, ("",))[0] or labels.get(name, name.upper()),
                own.get(name, ("", False))[1] or name in shown.get("lit", ()),
                place.holds(mouse),
            )
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
            self.desk.command(name)
        return bool(name)

    def meaning(self, at: Point) -> str:
        name = self._at(at)
        return next((each.help for each in self.desk.commands if each.name == name), "")


# ---------------------------------------------------------------- segments and lamps


class DigitsDrawing(Drawing[Digits]):
    """Seven-segment digits."""

    SHADES = 24  # that are told apart
    BODY: Colour = (44, 14, 14)
    DARK: Colour = (66, 22, 20)

    def __init__(self, part: Digits, box: Box, desk: Desk) -> None:
        super().__init__(part, around(part.boxes), desk)

    def ground(self, canvas: Canvas) -> None:
        for box in self.part.boxes:
            canvas.box(box, self.BODY, 2)
            for segment in range(len(glyphs.SEGMENTS)):
                canvas.polygon(outline(segment, box), self.DARK)

    def draw(self, canvas: Canvas, value: Sequence[int]) -> None:
        count = len(glyphs.SEGMENTS)
        for place, level in enumerate(value or ()):
            if shade := round(level * self.SHADES / self.part.levels):
                rect = canvas.scale.rect(self.part.boxes[place // count])
                light = lit_segment(place % count, rect.size, shade)
                canvas.surface.blit(light, rect, special_flags=pygame.BLEND_MAX)


def around(boxes: Sequence[Box]) -> Box:
    """Return the smallest box that holds all."""
    left, top = min(each.x for each in boxes), min(each.y for each in boxes)
    right, bottom = max(each.x + each.w for each in boxes), max(each.y + each.h for each in boxes)
    return Box(left, top, right - left, bottom - top)


def outline(segment: int, area: Box) -> list[Point]:
    """Return a segment's polygon in the area of a digit's package."""
    width, height = glyphs.SEGMENT_WIDTH, glyphs.SEGMENT_HEIGHT
    unit = min(area.h * 0.64 / height, area.w * 0.64 / width)
    left, top = area.x + (area.w - unit * width) / 2, area.y + (area.h - unit * height) / 2
    return [(left + unit * (x + glyphs.SLANT * (height / 2 - y)), top + unit * y) for x, y in glyphs.SEGMENTS[segment]]


@functools.lru_cache(maxsize=64)
def white_segment(segment: int, size: tuple[int, int]) -> pygame.Surface:
    """Return a segment with the glow around it, white on black, in the size of a digit's package."""
    canvas, surface = smooth(size, Scale(size[0] / 100), 4)
    canvas.polygon(outline(segment, Box(0, 0, 100, 100 * size[1] / size[0])), (255, 255, 255))
    core = shrunk(surface, size)
    return glowing(core, max(1, size[0] // 12), 110)


def glowing(core: pygame.Surface, radius: int, strength: int) -> pygame.Surface:
    """Return a light with a halo around it."""
    halo = pygame.transform.gaussian_blur(core, radius)
    halo.fill((strength, strength, strength), special_flags=pygame.BLEND_MULT)
    core.blit(halo, (0, 0), special_flags=pygame.BLEND_MAX)
    return core


@functools.lru_cache(maxsize=1024)
def lit_segment(segment: int, size: tuple[int, int], level: int) -> pygame.Surface:
    """Return the light of a segment, to be added to a picture."""
    picture = white_segment(segment, size).copy()
    picture.fill(shade(SEGMENT, level / DigitsDrawing.SHADES), special_flags=pygame.BLEND_MULT)
    return picture


class LampsDrawing(Drawing[Lamps]):
    """Rows of neon lamps: a glass in a ring, which glows, or is transparent and dark."""

    HALO = 2.8  # radii that the glow reaches

    def __init__(self, part: Lamps, box: Box, desk: Desk) -> None:
        reach = part.radius * self.HALO
        self._glows = [[Box(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in row.places] for row in part.rows]
        super().__init__(part, around([box for row in self._glows for box in row]), desk)
        self._pixels: tuple[Scale | None, list[list[pygame.Rect]]] = None, []  # the glows in this scale

    def ground(self, canvas: Canvas) -> None:
        radius = self.part.radius
        for row in self.part.rows:
            for x, y in row.places:
                canvas.circle((x, y), radius, RING)
                canvas.circle((x, y), radius - 1.1, self.part.dark)
                canvas.circle((x - radius * 0.25, y - radius * 0.3), radius * 0.22, shade(self.part.dark, 2))

    def draw(self, canvas: Canvas, value: Sequence[Sequence[int]]) -> None:
        if self._pixels[0] != canvas.scale:
            self._pixels = canvas.scale, [[canvas.scale.rect(box) for box in row] for row in self._glows]
        for row, levels in zip(self._pixels[1], value or (), strict=False):
            for rect, level in zip(row, levels, strict=False):
                if level:
                    light = lit_lamp(rect.size, self.part.lit, level / self.part.levels)
                    canvas.surface.blit(light, rect, special_flags=pygame.BLEND_MAX)

    def meaning(self, at: Point) -> str:
        near = 2 * self.part.radius
        for row in self.part.rows:
            for number, place in enumerate(row.places):
                if row.meanings and math.dist(place, at) < near:
                    return row.meanings[number if len(row.meanings) > 1 else 0]
        return ""


@functools.lru_cache(maxsize=32)
def white_lamp(size: tuple[int, int]) -> tuple[pygame.Surface, pygame.Surface]:
    """Return the glow and the glowing electrodes of a lamp, white on black."""
    unit = size[0] / (2 * LampsDrawing.HALO)
    centre = (LampsDrawing.HALO, LampsDrawing.HALO)
    canvas, surface = smooth(size, Scale(unit), 4)
    canvas.circle(centre, 1.0, (255, 255, 255))
    glass = glowing(shrunk(surface, size), max(1, round(unit * 0.85)), 170)
    canvas, surface = smooth(size, Scale(unit), 4)
    canvas.circle(centre, 0.6, (255, 255, 255))
    return glass, pygame.transform.gaussian_blur(shrunk(surface, size), max(1, round(unit * 0.25)))


@functools.lru_cache(maxsize=512)
def lit_lamp(size: tuple[int, int], colour: Colour, share: float) -> pygame.Surface:
    """Return the light of a lamp, to be added to a picture."""
    picture, core = (each.copy() for each in white_lamp(size))
    picture.fill(shade(colour, share), special_flags=pygame.BLEND_MULT)
    core.fill(
        shade(CORE if colour == LIT else mixed(colour, (255, 255, 255), 0.5), share**2), special_flags=pygame.BLEND_MULT
    )
    picture.blit(core, (0, 0), special_flags=pygame.BLEND_MAX)
    return picture


# ---------------------------------------------------------------- keys and switches


class KeysDrawing(Drawing[Keys]):
    """Keys, drawn up as the ground; those that are down are drawn upon it."""

    def __init__(self, part: Keys, box: Box, desk: Desk) -> None:
        super().__init__(part, around([each.box for each in part.keys]).inset(-3), desk)
        self.worded = any(" " in each.label for each in part.keys)  # then all are written small
        self._pc = {key: pc for pc, (name, key) in reversed([*desk.front.keys.items()]) if name == part.name}

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
            self.desk.press(self.part.name, key.name)
            if self.desk.front.keys:
                self.desk.focus = ""
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
    """Draw a lever that tips forward when it is on and shows a lit band; or, with a label, what lights up.

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


# ---------------------------------------------------------------- what is printed


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

    def __init__(self, part: Paper, box: Box, desk: Desk) -> None:
        super().__init__(part, part.box.inset(-6), desk)
        self.rows = int((part.box.h - 2 * self.PAD) / part.line)

    def value(self, mouse: Point) -> tuple[Any, ...]:
        """Return the lines, the first one's number, the cursor's column (-1: dark), the focus, how far it is back."""
        desk, paper, back = self.desk, self.desk.paper, self.desk.back
        lines = paper.visible(self.rows, back)
        lit = self.part.glass and not back and (desk.pacer.paused or desk.cycles // (desk.clock // 2) % 2 == 0)
        first = paper.scrolled + max(0, len(paper.lines) - max(back, 0) - self.rows)
        focus = bool(desk.front.keys) and desk.focus == self.part.name
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
            pygame.draw.rect(canvas.surface, PHOSPHOR, block, 0 if focus or not self.desk.front.keys else 1)

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
            self.desk.focus = self.part.name
            return True
        return False

    def wheel(self, at: Point, lines: int) -> bool:
        self.desk.scroll(lines)
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


# ---------------------------------------------------------------- tubes


class TubeDrawing(Drawing[Tube]):
    """Characters as light on round glass, in a bezel that the pane draws; small ones have a whole number of pixels."""

    SMALL = 8  # dots of the smallest character
    BEAM, HALO = 1.25, 7  # dots: the beam's width, and how far its light reaches
    GLASS = 624 / 512  # of the square of dots that the glass is across: it cuts the corners of the square

    def __init__(self, part: Tube, box: Box, desk: Desk) -> None:
        super().__init__(part, part.box.inset(-16), desk)

    def value(self, mouse: Point) -> Any:
        focus = bool(self.desk.front.keys) and self.desk.focus == self.part.name
        return self.desk.shown.get(self.part.name), focus

    def ground(self, canvas: Canvas) -> None:
        box = self.part.box
        (x, y), radius = box.centre, box.w / 2
        for step in range(48):  # the glass is darker at its rim
            share = step / 47
            canvas.circle((x, y), radius * (1 - share), mixed((4, 11, 10), (10, 26, 23), math.sqrt(share)))

    def draw(self, canvas: Canvas, value: Any) -> None:
        lines, focus = value
        rect = canvas.scale.rect(self.part.box)
        side = min(rect.size)
        cell = max(3, int(side * self.SMALL / self.part.dots / self.GLASS))  # pixels of a small character
        dot = cell / self.SMALL
        beam, halo = max(1.0, self.BEAM * dot), round(self.HALO * dot)
        edge = (side - self.part.dots * dot) / 2
        for x, y, size, text in lines or ():
            light = beamed(text, cell * size // self.SMALL, beam, halo)
            place = rect.x + round(edge + x * dot) - halo, rect.y + round(edge + y * dot) - halo
            canvas.surface.blit(light, place, special_flags=pygame.BLEND_ADD)
        if focus:
            canvas.circle(self.part.box.centre, self.part.box.w / 2 + 8, FOCUS, 2.5)

    def click(self, at: Point) -> bool:
        if self.part.typed and self.part.box.holds(at):
            self.desk.focus = self.part.name
            return True
        return False

    def wheel(self, at: Point, lines: int) -> bool:
        if self.part.box.holds(at):
            self.desk.act(f"{self.part.name} wheel", 1 if lines > 0 else -1)
            return True
        return False


@functools.lru_cache(maxsize=256)
def beamed(text: str, side: int, beam: float, halo: int) -> pygame.Surface:
    """Return the light of a line; most lines are the same from picture to picture."""
    surface = pygame.Surface((len(text) * side + 2 * halo, side + 2 * halo))
    surface.fblits([(stroked(each, side, beam, halo), (side * place, 0)) for place, each in enumerate(text)],
                   pygame.BLEND_ADD)  # fmt: skip
    return surface


@functools.lru_cache(maxsize=512)
def stroked(character: str, side: int, beam: float, halo: int) -> pygame.Surface:
    """Return a character drawn by a beam `beam` pixels wide in a square, with the light around it on all sides."""
    across, up = 2 * int(side * 0.34), 2 * int((side * glyphs.GRID / TubeDrawing.SMALL + 1) / 2)  # even: a middle pixel
    left, bottom = halo + (side - across - 1) // 2 + 0.5, halo + side - max(1, side // TubeDrawing.SMALL) + 0.5
    size, fine = side + 2 * halo, 6
    large = pygame.Surface((size * fine, size * fine))
    for stroke in glyphs.STROKES.get(character, "").split():
        points = [
            (left + int(each[0]) * across / glyphs.GRID, bottom - int(each[1]) * up / glyphs.GRID)
            for each in stroke.split("-")
        ]
        draw_stroke(large, rounded(points) if side >= 10 else points, beam, fine)
    core = shrunk(large, (size, size))
    around = pygame.transform.gaussian_blur(core, max(1, halo // 2))
    around.fill(BLOOM, special_flags=pygame.BLEND_MULT)
    around.blit(around, (0, 0), special_flags=pygame.BLEND_ADD)
    around.blit(core, (0, 0), special_flags=pygame.BLEND_ADD)
    return around


def draw_stroke(surface: pygame.Surface, points: Sequence[Point], beam: float, fine: int) -> None:
    """Draw a stroke on a surface that is `fine` times larger, its ends and corners round."""
    pixels = [(x * fine, y * fine) for x, y in points]
    width = max(1, round(beam * fine))
    for (x, y), (u, v) in pairwise(pixels):
        length = math.hypot(u - x, v - y) or 1
        across, along = (v - y) * width / 2 / length, (u - x) * width / 2 / length
        corners = [(x - across, y + along), (u - across, v + along), (u + across, v - along), (x + across, y - along)]
        pygame.draw.polygon(surface, BEAM_LIGHT, corners)
    for point in pixels:
        pygame.draw.circle(surface, BEAM_LIGHT, point, width / 2)


def rounded(points: list[Point], times: int = 2) -> list[Point]:
    """Return a stroke with its corners cut: the deflection is too slow for them."""
    if not times or len(points) < 3:
        return points
    closed = points[0] == points[-1]
    cut: list[Point] = [] if closed else [points[0]]
    for number, ((x, y), (u, v)) in enumerate(pairwise(points)):
        if closed or number:
            cut.append((0.8 * x + 0.2 * u, 0.8 * y + 0.2 * v))
        if closed or number < len(points) - 2:
            cut.append((0.2 * x + 0.8 * u, 0.2 * y + 0.8 * v))
    cut.append(cut[0] if closed else points[-1])
    return rounded(cut, times - 1)


class PointsDrawing(Drawing[Points]):
    """A tube on which points glow and fade."""

    SPOT = 1.5  # radius of a point
    LEVELS = 12

    def ground(self, canvas: Canvas) -> None:
        box = self.part.box
        canvas.box(box, (96, 98, 98), 26)
        canvas.box(box.inset(3), (158, 160, 158), 24)
        canvas.box(box.inset(10), (18, 18, 20), 30)
        canvas.box(box.inset(12), (10, 14, 12), 28)

    def draw(self, canvas: Canvas, value: Sequence[Sequence[int]]) -> None:
        raster = self.part.box.inset(16)
        unit = raster.w / self.part.dots
        for x, y, level in value or ():
            if level:
                light = spot(canvas.length(6 * self.SPOT), level)
                at = canvas.scale.point(raster.x + (x + 0.5) * unit, raster.y + raster.h - (y + 0.5) * unit)
                where = light.get_rect(center=(round(at[0]), round(at[1])))
                canvas.surface.blit(light, where, special_flags=pygame.BLEND_MAX)


@functools.lru_cache(maxsize=64)
def spot(pixels: int, level: int) -> pygame.Surface:
    """Return the light of a point."""
    canvas, surface = smooth((pixels, pixels), Scale(pixels / 6), 4)
    canvas.circle((3, 3), 1.0, SPOT_LIGHT)
    core = shrunk(surface, (pixels, pixels))
    halo = pygame.transform.gaussian_blur(core, max(1, pixels // 5))
    core.blit(halo, (0, 0), special_flags=pygame.BLEND_MAX)
    share = round(255 * level / PointsDrawing.LEVELS)
    core.fill((share, share, share), special_flags=pygame.BLEND_MULT)
    return core
