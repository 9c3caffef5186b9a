"""The rules of Go: what a move does, which moves are illegal, how much area each side has.

A point is `row * (size + 1) + column`, rows and columns from 1: so one row and one column of margin, shared by
neighbours, surround the board, and on 15 by 15 a point is Wally's: two hex digits, row and column.
Suicide and retaking a ko at once are illegal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from emulators.errors import IronboardError
from host.games.colour import Colour as Colour


class IllegalMove(IronboardError):
    """A move that the rules do not allow."""


Stones = Mapping[int, Colour]


@dataclass(frozen=True)
class Position:
    """The stones on the board, and the point on which a ko may not be retaken now."""

    size: int
    stones: Stones = field(default_factory=dict)
    ko: int | None = None

    @property
    def points(self) -> Iterator[int]:
        """All points of the board, row by row."""
        width = self.size + 1
        return (row * width + column for row in range(1, width) for column in range(1, width))

    def on_board(self, point: int) -> bool:
        """Return whether there is such a point."""
        row, column = divmod(point, self.size + 1)
        return 1 <= row <= self.size and 1 <= column <= self.size

    def neighbours(self, point: int) -> list[int]:
        """Return the points next to a point: two to four."""
        width = self.size + 1
        return [each for each in (point - width, point + 1, point + width, point - 1) if self.on_board(each)]

    def group(self, point: int) -> tuple[set[int], set[int]]:
        """Return the stones connected with the one on `point`, and their liberties."""
        colour = self.stones[point]
        stones, liberties, waiting = {point}, set(), [point]
        while waiting:
            for each in self.neighbours(waiting.pop()):
                if each not in self.stones:
                    liberties.add(each)
                elif self.stones[each] is colour and each not in stones:
                    stones.add(each)
                    waiting.append(each)
        return stones, liberties

    def chains(self) -> list[set[int]]:
        """Return the connected stones of one colour, in the order of their first ones."""
        found: list[set[int]] = []
        for point in self.stones:
            if not any(point in chain for chain in found):
                found.append(self.group(point)[0])
        return found

    def play(self, colour: Colour, point: int) -> Position:
        """Return the position after a stone has been put on `point`; raises IllegalMove."""
        if not self.on_board(point):
            raise IllegalMove("there is no such point")
        if point in self.stones:
            raise IllegalMove("the point is taken")
        if point == self.ko:
            raise IllegalMove("the ko may not be retaken at once")
        after = Position(self.size, {**self.stones, point: colour})
        captured: set[int] = set()
        for each in self.neighbours(point):
            if after.stones.get(each) is colour.other:
                stones, liberties = after.group(each)
                captured |= stones if not liberties else set()
        left = {each: owner for each, owner in after.stones.items() if each not in captured}
        after = Position(self.size, left)
        stones, liberties = after.group(point)
        if not liberties:
            raise IllegalMove("the move would be suicide")
        is_ko = len(captured) == len(stones) == len(liberties) == 1
        return Position(self.size, left, min(captured) if is_ko else None)

    def passed(self) -> Position:
        """Return the position after a pass: a ko may be retaken."""
        return Position(self.size, self.stones)

    def is_legal(self, colour: Colour, point: int) -> bool:
        """Return whether the rules allow the move."""
        try:
            self.play(colour, point)
        except IllegalMove:
            return False
        return True

    def legal_moves(self, colour: Colour) -> list[int]:
        """Return every point on which a stone may be put."""
        return [point for point in self.points if self.is_legal(colour, point)]

    def area(self) -> dict[Colour, int]:
        """Return the points each side has: its stones, and the empty regions that only they touch.

        Every stone on the board counts as alive.
        """
        count = dict.fromkeys(Colour, 0)
        for colour in self.stones.values():
            count[colour] += 1
        seen: set[int] = set()
        for point in self.points:
            if point not in self.stones and point not in seen:
                region, owners = self._region(point)
                seen |= region
                if len(owners) == 1:
                    count[owners.pop()] += len(region)
        return count

    def _region(self, point: int) -> tuple[set[int], set[Colour]]:
        """Return the empty points connected with `point`, and the colours of the stones around them."""
        region, owners, waiting = {point}, set(), [point]
        while waiting:
            for each in self.neighbours(waiting.pop()):
                if each in self.stones:
                    owners.add(self.stones[each])
                elif each not in region:
                    region.add(each)
                    waiting.append(each)
        return region, owners
