"""What the thesis' procedure SCAN looks at: eight sectors of 45 degrees around a point, five points deep.

In a sector all points at distance 1 come first, then those at 2 up to 5, each time from the axis, which is a row or a
column, to the diagonal. A point on an axis or a diagonal is seen twice; here it belongs to the first who sees it.

Source: asm/cdc6600/nps.alg, "SCAN"; the thesis, section II.F.
"""

from __future__ import annotations

from collections.abc import Iterator

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
