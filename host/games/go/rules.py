"""The rules of Go: moves and their legality, the area of each side, dead stones.

A point is `row * (size + 1) + column`, rows and columns from 1: so one row and one column of margin, shared by
neighbours, surround the board, and on 15 by 15 a point is Wally's: two hex digits, row and column.
Suicide and retaking a ko at once are illegal.

Dead stones at the end of a game are found by random games, which are played on from the position and decide by
majority. Both sides fill the board at random, except their own eyes, until nothing is left to do. A chain is dead if
its points mostly end up as the other side's. That tells nearly all stones as a strong program does; it misses whatever
only reading finds: seki (none is ever found), semeai and the few moves that kill or save a group. The random numbers
are decided by the position, so the same position has the same dead stones.

Source: B. Brügmann, Monte Carlo Go, 1993, for the random games and the eyes that they leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from emulators.errors import IronboardError
from host.games import drawing
from host.games.boards import Colour as Colour

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # no I


class IllegalMove(IronboardError):
    """A move that the rules do not allow."""


Stones = Mapping[int, Colour]


@dataclass(frozen=True)
class Position:
    """The stones on the board, and the point on which a ko may not be retaken now."""

    size: int
    stones: Stones = field(default_factory=dict)
    ko: int | None = None

    def _repr_html_(self) -> str:
        stones = {divmod(point, self.size + 1): colour is Colour.BLACK for point, colour in self.stones.items()}
        starred = {divmod(point, self.size + 1) for point in stars(self.size)}
        return drawing.lattice(COLUMNS[: self.size], stones, starred).svg()

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


# ---------------------------------------------------------------- dead stones


GAMES = 100  # more of them change no stone in a thousand
EMPTY, MARGIN = 0, 3
CODES = {Colour.BLACK: 1, Colour.WHITE: 2}  # the other side's code is 3 minus this one


class Board:
    """A position on which moves are made in place: points as in go_rules.py, a margin all around."""

    def __init__(self, position: Position) -> None:
        self.width = width = position.size + 1
        self.points = [MARGIN] * (width * (width + 1) + 1)
        for point in position.points:
            self.points[point] = CODES[position.stones[point]] if point in position.stones else EMPTY
        self.empty = [point for point in position.points if not self.points[point]]
        self.ko = 0

    def trapped(self, start: int) -> list[int]:
        """Return the stones of a chain without a liberty; none if it has one."""
        points, width, colour = self.points, self.width, self.points[start]
        chain, seen = [start], {start}
        for point in chain:
            for each in (point - width, point + 1, point + width, point - 1):
                code = points[each]
                if code == EMPTY:
                    return []
                if code == colour and each not in seen:
                    seen.add(each)
                    chain.append(each)
        return chain

    def is_eye(self, point: int, colour: int) -> bool:
        """Return whether a move there would fill an own eye: own stones around it, and enough at its corners."""
        points, width = self.points, self.width
        for each in (point - width, point + 1, point + width, point - 1):
            if points[each] not in (colour, MARGIN):
                return False
        corners = [
            points[each] for each in (point - width - 1, point - width + 1, point + width - 1, point + width + 1)
        ]
        return corners.count(3 - colour) + (MARGIN in corners) < 2

    def play(self, colour: int, point: int) -> bool:
        """Put a stone on an empty point; return whether that was legal."""
        if point == self.ko:
            return False
        points, width = self.points, self.width
        around = (point - width, point + 1, point + width, point - 1)
        points[point] = colour
        captured: list[int] = []
        for each in around:
            if points[each] == 3 - colour:
                for stone in self.trapped(each):
                    points[stone] = EMPTY
                    captured.append(stone)
        if not captured and self.trapped(point):
            points[point] = EMPTY
            return False
        alone = len(captured) == 1 and all(
            points[each] in (3 - colour, MARGIN) for each in around if each != captured[0]
        )
        self.ko = captured[0] if alone else 0
        self.empty += captured
        return True

    def fill(self, colour: int, chance: Random) -> None:
        """Play at random until both sides have nothing left to do."""
        passes, moves, empty, draw = 0, 0, self.empty, chance.random
        while passes < 2 and moves < 3 * len(self.points):
            passes, moves = passes + 1, moves + 1
            for last in range(len(empty) - 1, -1, -1):
                at = int(draw() * (last + 1))
                point = empty[at]
                empty[at], empty[last] = empty[last], point
                if not self.is_eye(point, colour) and self.play(colour, point):
                    empty.remove(point)
                    passes = 0
                    break
            else:
                self.ko = 0
            colour = 3 - colour

    def owner(self, point: int) -> int:
        """Return the final owner of a point: its stone's side, or that of the stones around an eye."""
        around = (point, point - self.width, point + 1, point + self.width, point - 1)
        return next((self.points[each] for each in around if self.points[each] in (1, 2)), EMPTY)


def dead_stones(position: Position) -> set[int]:
    """Return the points of the stones that are dead."""
    chance = Random(" ".join(f"{point}{colour.value}" for point, colour in sorted(position.stones.items())))
    kept = dict.fromkeys(position.stones, 0)
    for number in range(GAMES):
        board = Board(position)
        board.fill(1 + number % 2, chance)
        for point, colour in position.stones.items():
            kept[point] += 1 if board.owner(point) == CODES[colour] else -1
    return {point for chain in position.chains() if sum(kept[each] for each in chain) < 0 for point in chain}


def area_without(position: Position, dead: set[int]) -> Mapping[Colour, int]:
    """Return the area of both sides after the dead stones have been taken off the board."""
    left = {point: colour for point, colour in position.stones.items() if point not in dead}
    return Position(position.size, left).area()


def edge_line(size: int) -> int:
    """Return the line, from the edge, of handicap stones."""
    return 4 if size >= 13 else 3


def stars(size: int) -> set[int]:
    """Return the points that a board has marked."""
    edge, middle = edge_line(size), size // 2 + 1
    lines = (edge, middle, size + 1 - edge) if size % 2 else (edge, size + 1 - edge)
    return {row * (size + 1) + column for row in lines for column in lines}
