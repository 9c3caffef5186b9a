"""Benson's unconditional life on sets of points, and eye spaces with the status that theory gives them."""

from __future__ import annotations

from host.games.go.armies import Verdict
from host.games.go.rules import Colour, Position


def safe_stones(position: Position) -> set[int]:
    """The stones of both sides that cannot be captured though their side always passes."""
    return unconditional(position, Colour.BLACK) | unconditional(position, Colour.WHITE)


def unconditional(position: Position, colour: Colour) -> set[int]:
    """Benson's theorem as it is written: the largest sets of chains and regions that keep each other."""
    stones = position.stones
    chains = {frozenset(chain) for chain in position.chains() if stones[min(chain)] is colour}
    beside = {chain: {each for point in chain for each in position.neighbours(point)} for chain in chains}
    rest, regions = {point for point in position.points if stones.get(point) is not colour}, set()
    while rest:
        region, waiting = set(), [rest.pop()]
        while waiting:
            region.add(point := waiting.pop())
            waiting += (new := rest.intersection(position.neighbours(point)))
            rest -= new
        regions.add(frozenset(region))
    while True:
        kept = {
            chain
            for chain in chains
            if sum({point for point in region if point not in stones} <= beside[chain] for region in regions) > 1
        }
        left = {region for region in regions if not any(beside[chain] & region for chain in chains - kept)}
        if (kept, left) == (chains, regions):
            return set().union(*kept)
        chains, regions = kept, left


# Eye spaces: a wall of one chain around empty points, all of it surrounded. Source: the usual tables, e.g. J. Davies,
# Life and Death, 1975: dead shapes, those that are decided by who moves first, living ones.
SHAPES: dict[str, tuple[Verdict, str]] = {
    "one": (Verdict.LOST, "."),
    "two": (Verdict.LOST, ".."),
    "three in a row": (Verdict.FIRST, "..."),
    "bent three": (Verdict.FIRST, "../.#"),
    "four in a row": (Verdict.HOLDS, "...."),
    "bent four": (Verdict.HOLDS, ".../.##"),
    "zigzag four": (Verdict.HOLDS, "..#/#.."),
    "square four": (Verdict.LOST, "../.."),
    "pyramid four": (Verdict.FIRST, ".../#.#"),
    "five in a row": (Verdict.HOLDS, "....."),
    "bulky five": (Verdict.FIRST, "..#/..."),
    "crossed five": (Verdict.FIRST, "#.#/.../#.#"),
    "rectangular six": (Verdict.HOLDS, ".../..."),
    "rabbity six": (Verdict.FIRST, "..#/.../#.#"),
}


def walled(shape: str, row: int, colour: Colour, size: int = 13) -> tuple[Position, int]:
    """A board with an eye space, the top of it in this row, and a stone of its wall."""
    rows = shape.split("/")
    space = {
        (row + down, 5 + right) for down, line in enumerate(rows) for right, sign in enumerate(line) if sign == "."
    }

    def grown(points: set[tuple[int, int]]) -> set[tuple[int, int]]:
        around = {(y + down, x + right) for y, x in points for down in (-1, 0, 1) for right in (-1, 0, 1)}
        return {(y, x) for y, x in around - points if 1 <= y <= size and 1 <= x <= size}

    wall = grown(space)
    outer = grown(space | wall)
    numbers = {point: point[0] * (size + 1) + point[1] for point in wall | outer}
    stones = {numbers[each]: colour for each in wall} | {numbers[each]: colour.other for each in outer}
    return Position(size, stones), numbers[min(wall)]


def turned(position: Position, turns: int, mirrored: bool, swapped: bool) -> Position:
    """A board turned by quarters, mirrored, with the colours exchanged."""
    return Position(
        position.size,
        {moved(point, position.size, turns, mirrored): each.other if swapped else each
         for point, each in position.stones.items()},
        None if position.ko is None else moved(position.ko, position.size, turns, mirrored),
    )  # fmt: skip


def moved(point: int, size: int, turns: int, mirrored: bool) -> int:
    """Where a point is then."""
    row, column = divmod(point, size + 1)
    for _ in range(turns):
        row, column = column, size + 1 - row
    return row * (size + 1) + (size + 1 - column if mirrored else column)
