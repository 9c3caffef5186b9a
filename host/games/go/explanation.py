"""What the programs of the 6600 say about a move: lines of a keyword and numbers, made readable and looked into.

    BY ANALYZE SCAN COMPARE BLOCK       nps: the chain of procedures that has made the move
    VERTEX 4 16                         the point whose surroundings were looked at: column, row from the top
    SECTOR 3   PATTERN 2 4 12 4 15      the eighth of them with a pattern, its number and its end stones
    STRENGTH 9   WEAKNESS 12   VAL -3   sums of stones around, by distance
    MACHINE 3 3 2   OPPONENT 4 12 3     the closest stone of each side, and its distance
    NODE 4 16 200                       zobrist: one of the five best points, and its weight
    TEMPLATE CAPTURE 3 200 4 16         a template that fits there, in which orientation, what it adds
    LADDER 5 16 12                      a chain that was followed in a ladder, and how far
    CAPTURED 3                          stones that the move has taken

Columns and rows become vertices here. A keyword that is not known is shown as it is.

The thesis' procedure SCAN looks at eight sectors of 45 degrees around the vertex, five points deep. In a sector all
points at distance 1 come first, then those at 2 up to 5, each time from the axis, which is a row or a column, to the
diagonal. A point on an axis or a diagonal is seen twice; here it belongs to the first sector that sees it.

Source: asm/cdc6600/nps.alg, "SCAN"; the thesis, section II.F.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from host.games.go import gtp

MARK = "~"  # before a vertex; display code has no such character
ONE = ("VERTEX", "MACHINE", "OPPONENT", "NODE", "LADDER")
PLACES: dict[str, tuple[int, ...]] = {  # keyword -> which of its words are columns; the row is the word after each
    **dict.fromkeys(ONE, (1,)),
    "PATTERN": (2, 4),
    "TEMPLATE": (4,),
}


class Said(NamedTuple):
    """A line: its keyword, the points in it (of rules.py), and the other words."""

    keyword: str
    points: list[int]
    words: list[str]


def parsed(lines: Sequence[str], size: int) -> Iterator[Said]:
    """Yield what the lines say."""
    for line in lines:
        keyword, *words = with_vertices(line, size).split(" ")
        points = [gtp.point(word[1:], size) for word in words if word[:1] == MARK]
        yield Said(keyword, [each for each in points if each is not None], [word for word in words if word[:1] != MARK])


def readable(lines: Sequence[str], size: int) -> list[str]:
    """Return the lines with vertices for columns and rows."""
    return [with_vertices(line, size).replace(MARK, "") for line in lines]


def with_vertices(line: str, size: int) -> str:
    """Return a line with a marked vertex instead of each column and row that it is known to have."""
    keyword, *words = line.split()
    for at in reversed([each - 1 for each in PLACES.get(keyword, ())]):
        numbers = words[at : at + 2]
        if len(numbers) == 2 and all(each.isdecimal() and 1 <= int(each) <= size for each in numbers):
            column, row = map(int, numbers)
            words[at : at + 2] = [MARK + gtp.vertex(row * (size + 1) + column, size)]
    return " ".join([keyword, *words])


# ---------------------------------------------------------------- what SCAN looks at


DEPTH = 5
SECTORS = {  # number -> steps to the right and down: along the axis, from there towards the diagonal
    1: ((1, 0), (0, 1)),
    2: ((0, 1), (1, 0)),
    3: ((0, 1), (-1, 0)),
    4: ((-1, 0), (0, 1)),
    5: ((-1, 0), (0, -1)),
    6: ((0, -1), (-1, 0)),
    7: ((0, -1), (1, 0)),
    8: ((1, 0), (0, -1)),
}


def looked_at(vertex: int, sector: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the points of a sector on the board, in the order of SCAN, each with its distance."""
    row, column = divmod(vertex, size + 1)
    (right, down), (aside, below) = SECTORS[sector]
    for distance in range(1, DEPTH + 1):
        for off in range(distance + 1):
            x, y = column + distance * right + off * aside, row + distance * down + off * below
            if 1 <= x <= size and 1 <= y <= size:
                yield y * (size + 1) + x, distance


def sectors(vertex: int, size: int) -> dict[int, int]:
    """Return the sector of each point around a vertex."""
    found: dict[int, int] = {}
    for sector in SECTORS:
        for point, _ in looked_at(vertex, sector, size):
            found.setdefault(point, sector)
    return found


def distances(vertex: int, size: int) -> dict[int, int]:
    """Return the distance of each point around a vertex."""
    return {point: distance for sector in SECTORS for point, distance in looked_at(vertex, sector, size)}
