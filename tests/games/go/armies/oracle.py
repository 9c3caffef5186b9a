"""Benson's unconditional life on sets of points, and eye spaces with the status that theory gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from host.games.go.armies import Verdict
from host.games.go.rules import Colour, IllegalMove, Position

BOARD = 19


class Asked(NamedTuple):
    """A position of a game, and the words of GNU Go about each of its chains."""

    position: Position
    words: dict[int, tuple[str, str]]  # first stone -> unconditional status, status of its dragon


def stored(data: Mapping[str, Any]) -> Asked:
    """A position as docs/studies/armies.py writes it."""
    stones = {point: each for each in Colour for point in data[each.value]}
    words = {int(point): (unconditional, dragon) for point, (unconditional, dragon) in data["words"].items()}
    return Asked(Position(BOARD, stones, data["ko"]), words)


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


def space_of(shape: str, row: int, column: int, size: int) -> set[int]:
    """The points of an eye space, its upper left in this row and column."""
    signs = [(down, right, sign) for down, line in enumerate(shape.split("/")) for right, sign in enumerate(line)]
    return {(row + down) * (size + 1) + column + right for down, right, sign in signs if sign == "."}


def walled(
    shape: str, row: int, colour: Colour, *, column: int = 5, liberties: int = 0, size: int = 13
) -> tuple[Position, int]:
    """A board with an eye space, its upper left in this row and column, and a stone of its wall.

    `liberties`: how many the wall has outside, 0 to 2, far from each other.
    """
    space = {divmod(point, size + 1) for point in space_of(shape, row, column, size)}

    def grown(points: set[tuple[int, int]]) -> set[tuple[int, int]]:
        around = {(y + down, x + right) for y, x in points for down in (-1, 0, 1) for right in (-1, 0, 1)}
        return {(y, x) for y, x in around - points if 1 <= y <= size and 1 <= x <= size}

    wall = grown(space)
    outer = grown(space | wall)
    open_ = sorted((y, x) for y, x in outer if {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)} & wall)
    outer -= {*open_[:liberties][:1], *open_[::-1][: liberties - 1]} if liberties else set()
    numbers = {point: point[0] * (size + 1) + point[1] for point in wall | outer}
    stones = {numbers[each]: colour for each in wall} | {numbers[each]: colour.other for each in outer}
    return Position(size, stones), numbers[min(wall)]


def holds(position: Position, stone: int, space: set[int], depth: int) -> bool:
    """Whether a chain becomes safe though the other side moves first, by the rules on the whole board.

    The attacker may also take the chain's liberties outside, pass, and retake any ko; the defender plays in the space.
    """
    own = position.stones[stone]
    failed: dict[frozenset[tuple[int, Colour]], int] = {}

    def after(stones: Position, colour: Colour, points: set[int]) -> list[Position]:
        moves = []
        for point in sorted(points - stones.stones.keys()):
            try:
                moves.append(Position(stones.size, stones.stones).play(colour, point))
            except IllegalMove:
                continue
        return moves

    def attacked(now: Position, path: tuple[Position, ...], left: int) -> bool:
        if stone not in now.stones:
            return False
        if stone in unconditional(now, own):
            return True
        key = frozenset(now.stones.items())
        if left == 0 or failed.get(key, -1) >= left:
            return False
        for then in [*after(now, own.other, space | now.group(stone)[1]), now]:
            if any(then.stones == each.stones for each in path) or not defended(then, (*path, now), left - 1):
                failed[key] = left
                return False
        return True

    def defended(now: Position, path: tuple[Position, ...], left: int) -> bool:
        return stone in now.stones and any(
            attacked(then, (*path, now), left)
            for then in after(now, own, space)
            if all(then.stones != each.stones for each in path)
        )

    return attacked(position, (), depth)


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
