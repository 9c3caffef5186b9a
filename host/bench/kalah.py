"""The moves of Kalah on the 6600, with 1 to 10 pits, scanned from both sides, packed and with a word for each pit.

Numbers of moves are compared with those that the book prints; the 6600's seconds stand beside its one published time.
What is timed on the host is the search with 10 pits, by the program in COMPASS. That in ALGOL 60 searches from the
right only.

Source: A. G. Bell, Games Playing with Computers, section 3.3.
"""

from __future__ import annotations

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from host.bench.measuring import Cell, Goal, Result, Table, Task, measure
from host.games.kalah.board import board
from host.games.kalah.command import PUBLISHED_PITS, PUBLISHED_SECONDS
from host.games.kalah.solver import AlgolSolver, Found, Solver

TITLE = "a 6600 lists the moves of Kalah, positions on a stack of its own"
MOVES = (1, 2, 11, 56, 232, 912, 3333, 12149, 42800, 149117)  # with 1, 2, ... pits, as the book prints them


def measure_kalah(runs: int) -> Result:
    """Search the boards; time the largest."""
    solver = Solver()
    pits = len(MOVES)
    instructions = solver.instructions(board(pits))
    task = Task(f"{pits} pits", lambda: search(solver, pits).cycles, instructions)
    rows = measure([task], runs, Cdc6600.clock)
    tables = (boards(solver), gap(solver, AlgolSolver()))
    return Result("kalah", TITLE, rows, tables=tables, goals=(goal(search(solver, PUBLISHED_PITS)),))


def search(solver: Solver | AlgolSolver, pits: int, *, left: bool = False, apart: bool = False) -> Found:
    """Search a board; raises IronboardError if the moves are not as many as published."""
    found = solver.search(board(pits), left=left, apart=apart)
    if found.moves != MOVES[pits - 1]:
        raise IronboardError(f"{found.moves:,} moves with {pits} pits: the book has {MOVES[pits - 1]:,}")
    return found


def boards(solver: Solver, most: int = len(MOVES)) -> Table:
    """Return what each board takes."""
    columns = (
        "pits",
        "moves",
        "stack",
        "seconds",
        "stack, from the left",
        "seconds, from the left",
        "seconds, a pit a word",
    )
    rows: list[tuple[Cell, ...]] = []
    for pits in range(1, most + 1):
        right, left, apart = (
            search(solver, pits),
            search(solver, pits, left=True),
            search(solver, pits, apart=True),
        )
        rows.append((str(pits), right.moves, right.depth, seconds(right), left.depth, seconds(left), seconds(apart)))
    return Table("every pit holds as many counters as it is away from the kalah", columns, tuple(rows))


def gap(solver: Solver, algol: AlgolSolver, most: int = len(MOVES)) -> Table:
    """Return how much longer the program in ALGOL takes, in both layouts."""
    columns = ("pits", "ALGOL, s", "COMPASS, s", "times as long", "ALGOL, a pit a word", "COMPASS", "times as long")
    rows: list[tuple[Cell, ...]] = []
    for pits in range(1, most + 1):
        cells: list[Cell] = [str(pits)]
        for apart in (False, True):
            compiled, by_hand = (seconds(search(each, pits, apart=apart)) for each in (algol, solver))
            cells += [compiled, by_hand, round(compiled / by_hand, 1)]
        rows.append(tuple(cells))
    return Table("compiled and by hand", columns, tuple(rows))


def goal(found: Found) -> Goal:
    """Return the comparison with the published time."""
    return Goal(
        "10 pits, ours; published is 4.3 s, of FORTRAN on an IBM 360/75",
        found.cycles / Cdc6600.clock,
        PUBLISHED_SECONDS,
        "s",
    )


def seconds(found: Found) -> float:
    """Return the 6600's time."""
    return round(found.cycles / Cdc6600.clock, 4)
