"""The Go board as it stands in the machine's memory, beside the machine; a click plays there through the keypad."""

from __future__ import annotations

import pygame

from host.games.wally_board import LINES, SIZE, STARS, Point, decode
from host.panel import colours
from host.panel.canvas import Box, Canvas, shrunk, smooth
from host.panel.canvas import Point as Place

MARGIN = 30.0  # of the wood round the outermost lines
SETTLED = 50_000  # cycles for which a board must stand to be shown: thinking tries stones out
NAMES = {Point.BLACK: "black", Point.WHITE: "white"}

Stones = dict[int, Point]


def stones_on(page: bytes) -> Stones:
    """Return the points of a page that are not empty."""
    stones: Stones = decode(page)
    return {point: what for point, what in stones.items() if what is not Point.EMPTY}


class BoardWatch:
    """Watches the page in memory; keeps the last settled position and the latest stone of each colour."""

    def __init__(self) -> None:
        self.stones: Stones = {}
        self.last: dict[Point, int] = {}  # colour -> point
        self._candidate: Stones = {}
        self._since = 0

    def look(self, page: bytes, cycle: int) -> None:
        """See what the page holds at a cycle."""
        stones = stones_on(page)
        if stones != self._candidate or cycle < self._since:
            self._candidate, self._since = stones, cycle
        elif cycle - self._since >= SETTLED and stones != self.stones and Point.COUNTED not in stones.values():
            self._accept(stones)

    def look_now(self, page: bytes) -> None:
        """Take the page as it is: for a single picture."""
        self._accept(stones_on(page))

    def _accept(self, stones: Stones) -> None:
        new = {point: what for point, what in stones.items() if self.stones.get(point) != what}
        for colour in NAMES:
            points = [point for point, what in new.items() if what is colour]
            if len(points) == 1:
                self.last[colour] = points[0]
            elif points or self.last.get(colour) not in stones:
                self.last.pop(colour, None)  # a new game, or handicap stones
        self.stones = stones


def spacing(area: Box) -> float:
    """Return the distance between two lines."""
    return (min(area.w, area.h) - 2 * MARGIN) / (SIZE - 1)


def place(area: Box, point: int) -> Place:
    """Return where a point is in the pane."""
    row, column = point >> 4, point & 15
    step = spacing(area)
    return area.x + MARGIN + (column - 1) * step, area.y + MARGIN + (row - 1) * step


def point_at(area: Box, at: Place) -> int | None:
    """Return the point nearest to a place in the pane, if it is near enough to be meant."""
    step = spacing(area)
    column = round((at[0] - area.x - MARGIN) / step) + 1
    row = round((at[1] - area.y - MARGIN) / step) + 1
    return 16 * row + column if row in LINES and column in LINES else None


class GoPane:
    """The pane: the wood is drawn once, the stones when they change."""

    def __init__(self) -> None:
        self.watch = BoardWatch()
        self._wood: tuple[object, pygame.Surface] | None = None
        self._picture: tuple[object, pygame.Surface] | None = None

    def draw(self, canvas: Canvas, area: Box, hover: int | None) -> None:
        """Draw the board; `hover` is the point under the mouse."""
        rect = canvas.scale.rect(area)
        key = (canvas.scale, area, tuple(sorted(self.watch.stones)), tuple(self.watch.stones.values()),
               tuple(self.watch.last.items()))  # fmt: skip
        if self._picture is None or self._picture[0] != key:
            self._picture = key, self._paint(canvas, area, rect.size)
        canvas.surface.blit(self._picture[1], rect)
        if hover is not None and hover not in self.watch.stones:
            canvas.circle(place(area, hover), spacing(area) * 0.42, colours.WHITE_STONE, 2)
            canvas.text((area.x + area.w - 8, area.y + area.h - 9), f"{hover:02X}", 17, colours.WOOD_LINE, "right")

    def _paint(self, canvas: Canvas, area: Box, size: tuple[int, int]) -> pygame.Surface:
        """Return the picture of the position."""
        local = canvas.scale._replace(left=0.0, top=0.0)
        here = Box(0, 0, area.w, area.h)
        if self._wood is None or self._wood[0] != local:
            large, surface = smooth(size, local)
            draw_wood(large, here)
            self._wood = local, surface
        surface = self._wood[1].copy()
        large = Canvas(surface, local._replace(factor=local.factor * 2))
        for point, what in self.watch.stones.items():
            draw_stone(large, here, point, what)
        for colour, point in self.watch.last.items():
            ring = colours.MARK if colour is Point.BLACK else (110, 140, 200)
            large.circle(place(here, point), spacing(here) * 0.2, ring, 2.2)
        return shrunk(surface, size)


def draw_wood(canvas: Canvas, area: Box) -> None:
    """Draw the empty board: lines, star points, hex coordinates."""
    canvas.surface.fill(colours.DESK)
    canvas.box(area, colours.WOOD_LINE, 6)
    canvas.box(area.inset(1.5), colours.WOOD, 5)
    for number in range(int(area.h / 9)):
        y = area.y + 6 + number * 9
        sway = (number * 7) % 5 - 2
        canvas.line([(area.x + 4, y), (area.x + area.w / 2, y + sway), (area.x + area.w - 4, y - sway)],
                    (208, 163, 93), 1.5)  # fmt: skip
    for line in LINES:
        canvas.line([place(area, 0x10 + line), place(area, 0xF0 + line)], colours.WOOD_LINE, 1.1)
        canvas.line([place(area, 16 * line + 1), place(area, 16 * line + 15)], colours.WOOD_LINE, 1.1)
        across, down = place(area, 0x10 + line)[0], place(area, 16 * line + 1)[1]
        canvas.text((across, area.y + 9), f"{line:X}", 14, colours.WOOD_LINE, "centre")
        canvas.text((area.x + 9, down), f"{line:X}", 14, colours.WOOD_LINE, "centre")
    for star in STARS:
        canvas.circle(place(area, star), 3.6, colours.WOOD_LINE)


def draw_stone(canvas: Canvas, area: Box, point: int, what: Point) -> None:
    """Draw a stone with its shadow and a highlight."""
    x, y = place(area, point)
    radius = spacing(area) * 0.47
    colour = colours.BLACK_STONE if what is Point.BLACK else colours.WHITE_STONE
    light = (84, 84, 88) if what is Point.BLACK else (255, 255, 255)
    canvas.circle((x + 1.3, y + 1.6), radius, (120, 92, 52))
    canvas.circle((x, y), radius, colour)
    canvas.circle((x - radius * 0.32, y - radius * 0.34), radius * 0.22, light)
