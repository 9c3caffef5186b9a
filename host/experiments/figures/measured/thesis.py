"""The thesis' Go program on the 6600: the points its procedures read, their patterns, and which of them moves.

Source: a thesis of the Naval Postgraduate School on a program that plays Go, about 1970.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from host.experiments.figures.table import Measure, Measured, alike
from host.games.go.program import MACHINE, OPPONENT, Nps, chain, point, step

SIZE, MIDDLE = 19, 10
VERTEX = point(MIDDLE, MIDDLE)
SECTORS = range(1, 9)
KEPT = 4  # distance of the last of the points that patterns have
STONES = 4  # of the patterns of Figures 4a and 5

Steps = tuple[tuple[int, int], ...]  # columns and rows from the vertex

LINE: Steps = ((1, 0), (2, 0), (3, 0), (4, 0))
# Figure 4a is lost: "four stones with three in a row". Of three stones side by side and a fourth beside one of them,
# only this has the eight reflections and rotations that the text counts.
CORNER: Steps = ((0, 0), (1, 0), (2, 0), (2, 1))


@cache
def program() -> Nps:
    """Return the program on 19 by 19."""
    return Nps(SIZE)


# ---------------------------------------------------------------- points that are read


def intersections() -> int:
    """Return the elements of BOARD that are empty when the game begins."""
    nps = program()
    nps.restart()
    return nps.elements("board").count(0)


@cache
def looks(sector: int) -> Steps:
    """Return the points that SCAN1 to SCAN8 read around a vertex in the middle, in their order."""
    nps = program()
    nps.put({}, vertex=VERTEX, seeking=False)
    nps.call("scan")  # sets the distances to the edges
    return tuple(step(VERTEX, each) for each in nps.reads(f"scan{sector}"))


def distances(sector: int = 1) -> list[int]:
    """Return the distances from the vertex, in lines, of the points that are read in a sector."""
    return [max(abs(column), abs(row)) for column, row in looks(sector)]


def picture() -> set[tuple[int, int]]:
    """Return all points that SCAN reads when it compares patterns."""
    nps = program()
    nps.put({}, vertex=VERTEX, seeking=True)
    return {step(VERTEX, each) for each in nps.reads("scan")}


def square() -> tuple[int, int]:
    """Return width and height of the picture."""
    columns, rows = zip(*picture(), strict=True)
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def elements(array: str) -> int:
    """Return the number of elements of PATT or OFF."""
    lower, upper = program().bounds(array)
    return upper - lower + 1


# ---------------------------------------------------------------- patterns


def turned(steps: Iterable[tuple[int, int]], quarters: int = 1) -> Steps:
    """Return stones after quarter turns around the vertex, clockwise."""
    found = tuple(steps)
    for _ in range(quarters):
        found = tuple((-row, column) for column, row in found)
    return found


def pattern(steps: Steps, sector: int) -> tuple[int, ...]:
    """Return PATT as a sector leaves it, with the opponent's stones at these steps from the vertex."""
    nps = program()
    column, row = MIDDLE, MIDDLE
    nps.put({point(column + x, row + y): OPPONENT for x, y in steps}, vertex=VERTEX, seeking=False)
    nps.call("scan")
    nps.call(f"scan{sector}")
    return tuple(nps.elements("patt"))


def patterns(boards: Iterable[Steps]) -> list[tuple[int, ...]]:
    """Return each board's PATT of every sector that has all the stones."""
    made = (pattern(board, sector) for board in boards for sector in SECTORS)
    return [each for each in made if each.count(OPPONENT) == STONES]


def reflections(steps: Steps) -> Iterator[Steps]:
    """Yield the different orientations of a pattern, each moved to the first place of SCAN1 where it fits."""
    ways = {tuple(sorted(normal(turned(each, quarters)))) for each in (steps, mirrored(steps)) for quarters in range(4)}
    for way in sorted(ways):
        places = ((x, y) for x in range(1, KEPT + 1) for y in range(KEPT + 1))
        moved = (tuple((x + column, y + row) for column, row in way) for x, y in places)
        yield next(each for each in moved if all(0 <= row <= column <= KEPT for column, row in each))


def mirrored(steps: Steps) -> Steps:
    """Return stones with columns and rows exchanged."""
    return tuple((row, column) for column, row in steps)


def normal(steps: Steps) -> Steps:
    """Return stones with the first column and the first row at 0."""
    left, top = (min(each) for each in zip(*steps, strict=True))
    return tuple((column - left, row - top) for column, row in steps)


def representations() -> list[Steps]:
    """Return the boards with the pattern of Figure 4a: its reflections and rotations, turned around the vertex."""
    return [turned(way, quarters) for way in reflections(CORNER) for quarters in range(4)]


def lines() -> list[Steps]:
    """Return the eight linear formations of four stones from the vertex."""
    diagonal = tuple((each, each) for each, _ in LINE)
    return [turned(each, quarters) for each in (LINE, diagonal) for quarters in range(4)]


# ---------------------------------------------------------------- limits


def last_opening() -> int:
    """Return the number of the last move that OPENING can make."""
    nps = program()
    nps.restart()
    number = 0
    while True:
        nps.put({}, count=number)
        if "OPENING" not in chain(nps.move(MIDDLE, MIDDLE)):
            return number
        number += 1


def makers(distance: int) -> list[str]:
    """Return the procedures that answer the opponent's move with another of its stones at this distance to the right.

    The opening book is closed.
    """
    nps = program()
    nps.restart()
    nps.put({point(MIDDLE + distance, MIDDLE): OPPONENT, point(MIDDLE, MIDDLE - 4): MACHINE}, count=18)
    return chain(nps.move(MIDDLE, MIDDLE))


def farthest_blocked() -> int:
    """Return the greatest distance of two of the opponent's stones at which COUNTER calls BLOCK."""
    return max(each for each in range(1, 6) if makers(each) == ["ANALYZE", "COUNTER", "BLOCK"])


# ---------------------------------------------------------------- the figures


def measure_sector() -> Measured:
    """Count the looks of each procedure; they must be alike."""
    return Measured(
        alike(len(looks(sector)) for sector in SECTORS),
        "reads of BOARD by each of SCAN1 to SCAN8, a watchpoint on every element; 160 together",
    )


def measure_distance() -> Measured:
    """Find the farthest point that any of them reads."""
    farthest = max(max(distances(sector)) for sector in SECTORS)
    return Measured(farthest, "lines between the vertex and the farthest point that is read")


def measure_elements() -> Measured:
    """Count the elements of both arrays; they must be alike."""
    return Measured(alike(elements(array) for array in ("patt", "off")), "bounds in the descriptions of both arrays")


def measure_figure_5() -> Measured:
    """Read PATT in two sectors; it must be the same."""
    row, column = pattern(LINE, 1), pattern(turned(LINE), 3)
    how = "PATT after SCAN1 with a row of four to the right of the vertex, and after SCAN3 with a column below it"
    return Measured([*row] if row == column else f"{row} and {column}", how)


FIGURES: dict[str, Measure] = {
    "go.intersections": lambda: Measured(intersections(), "elements of BOARD that are empty after INITIAL"),
    "go.sector": measure_sector,
    "go.distance": measure_distance,
    "go.picture": lambda: Measured(
        len(picture()), "different elements of BOARD that SCAN reads: 120, and the vertex by COMPARE"
    ),
    "go.square": lambda: Measured([*square()], "columns and rows of these"),
    "go.elements": measure_elements,
    "go.figure5": measure_figure_5,
    "go.representations": lambda: Measured(
        len(patterns(representations())),
        "boards of which one sector's PATT has all four stones. Figure 4a is lost: this is three in a row and a fourth "
        "beside an end, the only such pattern with eight reflections and rotations",
    ),
    "go.stored": lambda: Measured(len(set(patterns(representations()))), "different PATT among these"),
    "go.linear": lambda: Measured(
        len(set(patterns(lines()))), "different PATT of four stones in the eight lines from the vertex"
    ),
    "go.opening": lambda: Measured(
        last_opening(), "number of the last move that OPENING can make; COUNT is taken to count the machine's moves"
    ),
    "go.block": lambda: Measured(farthest_blocked(), "lines; from 3 on one of COUNTER1 to COUNTER8 makes the move"),
}
