"""Watches the Go board in the machine's memory: the settled position, and the latest stone of each colour."""

from __future__ import annotations

from host.games.wally_board import Point, decode

SETTLED = 50_000  # cycles for which a board must stand to be shown: thinking tries stones out
COLOURS = (Point.BLACK, Point.WHITE)

Stones = dict[int, Point]


def stones_on(page: bytes) -> Stones:
    """Return the points of a page that are not empty."""
    stones: Stones = decode(page)
    return {point: what for point, what in stones.items() if what is not Point.EMPTY}


class BoardWatch:
    """Watches the page in memory; keeps the last settled position and the latest stone of each colour."""

    def __init__(self) -> None:
        self.stones: Stones = {}
        self.last: dict[Point, int] = {}  # colour -> point; not a colour that has passed since
        self._moved: Point | None = None  # the colour that has moved last: White, who begins, or Black in answer
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
        colours = set(new.values())
        for colour in COLOURS:
            points = [point for point, what in new.items() if what is colour]
            passed = colours - {colour} == {self._moved}  # the other colour has moved twice in a row
            if len(points) == 1:
                self.last[colour] = points[0]
            elif points or passed or self.last.get(colour) not in stones:
                self.last.pop(colour, None)  # also after a new game, or handicap stones
        if colours:
            self._moved = Point.BLACK if Point.BLACK in colours else Point.WHITE
        self.stones = stones
