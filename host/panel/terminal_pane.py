"""The Teletype as a video terminal: green dots on a dark tube, with what has scrolled off within reach."""

from __future__ import annotations

import pygame

from host.panel import colours, glyphs
from host.panel.canvas import Box, Canvas, shrunk, smooth
from host.teletype_screen import COLUMNS, TeletypeScreen

SIDE, TOP, BOTTOM = 26.0, 20.0, 34.0  # of the bezel
LINE_HEIGHT = 16.6


class TerminalPane:
    """The screen, how far it has been scrolled back, and its picture."""

    def __init__(self) -> None:
        self.screen = TeletypeScreen()
        self.back = 0  # lines scrolled back
        self._picture: tuple[object, pygame.Surface] | None = None
        self._bezel: tuple[object, pygame.Surface] | None = None

    def follow(self, received: bytes | bytearray) -> None:
        """Print what is new; whoever reads older lines goes on seeing them."""
        lines = len(self.screen.lines) + self.screen.scrolled
        self.screen.follow(received)
        if self.back:
            self.scroll(len(self.screen.lines) + self.screen.scrolled - lines)

    def scroll(self, lines: int) -> None:
        """Go so many lines back (or forward, if negative)."""
        self.back = max(0, min(self.back + lines, len(self.screen.lines) - 1))

    def visible(self, rows: int) -> list[str]:
        """Return the lines on the screen, rows of them at most."""
        end = len(self.screen.lines) - self.back
        end = max(end, min(rows, len(self.screen.lines)))
        return self.screen.lines[max(0, end - rows) : end]

    def draw(self, canvas: Canvas, area: Box, focus: bool, title: str, cursor: bool) -> None:
        """Draw the terminal; `cursor` tells whether it is in the lit half of its blinking."""
        self._draw_bezel(canvas, area)
        tube = tube_box(area)
        rows = rows_of(area)
        lines = self.visible(rows)
        shows_cursor = cursor and not self.back
        key = (canvas.scale, area, tuple(lines), self.screen.column, shows_cursor, focus)
        rect = canvas.scale.rect(tube.inset(8))
        if self._picture is None or self._picture[0] != key:
            self._picture = key, text_picture(rect.size, rows, lines, self.screen.column if shows_cursor else -1, focus)
        canvas.surface.blit(self._picture[1], rect)
        if focus:
            canvas.box(area, colours.FOCUS, 14, 2.5)
        foot = area.y + area.h - BOTTOM / 2 - 1
        canvas.text((area.x + SIDE + 4, foot), title, 17, (70, 66, 58))
        right = f"{self.back} lines back" if self.back else "typing goes here" if focus else "click or Tab to type here"
        canvas.text((area.x + area.w - SIDE - 4, foot), right, 17, (70, 66, 58), "right")

    def _draw_bezel(self, canvas: Canvas, area: Box) -> None:
        rect = canvas.scale.rect(area)
        if self._bezel is None or self._bezel[0] != (canvas.scale, area):
            self._bezel = (canvas.scale, area), bezel_picture(canvas, area, rect.size)
        canvas.surface.blit(self._bezel[1], rect)


def tube_box(area: Box) -> Box:
    """Return the part of the pane that is glass."""
    return Box(area.x + SIDE, area.y + TOP, area.w - 2 * SIDE, area.h - TOP - BOTTOM)


def rows_of(area: Box) -> int:
    """Return how many lines the glass shows."""
    return int(tube_box(area).inset(8).h / LINE_HEIGHT)


def bezel_picture(canvas: Canvas, area: Box, size: tuple[int, int]) -> pygame.Surface:
    """Return the housing with the dark tube."""
    large, surface = smooth(size, canvas.scale._replace(left=0.0, top=0.0))
    surface.fill(colours.DESK)
    here = Box(0, 0, area.w, area.h)
    large.box(here, colours.BEZEL_SHADE, 14)
    large.box(here.inset(2.5), colours.BEZEL, 12)
    glass = tube_box(here)
    large.box(glass.inset(-5), colours.BEZEL_SHADE, 16)
    large.box(glass, colours.TUBE, 12)
    return shrunk(surface, size)


def text_picture(size: tuple[int, int], rows: int, lines: list[str], column: int, focus: bool) -> pygame.Surface:
    """Return the lit dots of the tube; `column` is the cursor's in the last line, -1 for none."""
    picture = pygame.Surface(size)
    picture.fill(colours.TUBE)
    edges = [round(n * size[0] / COLUMNS) for n in range(COLUMNS + 1)]
    heights = [round(n * size[1] / rows) for n in range(rows + 1)]
    cell = (size[0] // COLUMNS, size[1] // rows)
    for y, line in zip(heights, lines, strict=False):
        for x, character in zip(edges, line, strict=False):
            if character != " ":
                glyph = glyphs.picture(character, cell, colours.PHOSPHOR, colours.TUBE)
                picture.blit(glyph, (x, y))
    if column >= 0 and lines:
        x, y = edges[min(column, COLUMNS - 1)], heights[len(lines) - 1]
        block = pygame.Rect(x, y + cell[1] // 8, cell[0], cell[1] * 3 // 4)
        pygame.draw.rect(picture, colours.PHOSPHOR, block, 0 if focus else 1)
    return picture
