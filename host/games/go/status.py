"""Which stones are dead at the end of a game? Random games are played on from the position, and decide by majority.

Both sides fill the board at random, except their own eyes, until nothing is left to do. A chain is dead if its points
mostly end up as the other side's. That tells nearly all stones as a strong program does; it cannot know what only
reading finds out: seki (none is ever found), semeai and the few moves that kill or save a group. The random numbers are
decided by the position, so the same position has the same dead stones.

Source: B. Brügmann, Monte Carlo Go, 1993, for the random games and the eyes that they leave alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from host.games.go.rules import Colour, Position

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
        """Return whose a point is in the end: a stone's, or that of the stones around an eye."""
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
