"""The 6600's program for two-move mates: seconds for each of 28 problems, beside the times of the book.

Which problems the book's times were taken on is not known. Keys and counters are compared with those of the book's
program. Three problems are trivial and left out of the mean.

Source: A. G. Bell, Games Playing with Computers, section 3.1.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from host.bench.measuring import Cell, Goal, Result, Table, Task, measure
from host.games.mates import fen
from host.games.mates.command import BOOK_SECONDS, MILLISECOND
from host.games.mates.known import TRIVIAL, Known, known
from host.games.mates.program import MatesProgram, Solution

TITLE = "a 6600 solves chess problems, mate in two"
PUBLISHED = (
    ("ALGOL, CDC 6600", 50),
    ("ALGOL, Atlas", 45),
    ("Basic Language, Atlas", 5),
    ("Basic Language, CDC 6600", BOOK_SECONDS),
)  # fmt: skip


def measure_mates(runs: int) -> Result:
    """Solve all problems; time that."""
    program, problems = MatesProgram(), chosen()
    found = {each.name: solve(program, each) for each in problems}
    instructions = sum(each.instructions for each in found.values())
    task = Task(
        f"{len(problems)} problems", lambda: sum(solve(program, each).cycles for each in problems), instructions
    )
    rows = measure([task], runs, Cdc6600.clock)
    mean = mean_seconds(found)
    tables = (by_problem(problems, found), published(mean))
    goal = Goal(f"mean of {len(found) - len(TRIVIAL)} problems; the book's program took", mean, BOOK_SECONDS, "s")
    return Result("mates", TITLE, rows, tables=tables, goals=(goal,))


def chosen() -> list[Known]:
    """Return the problems, with what is known of their first keys, promotions repaired."""
    return [each for each in known() if not each.printed and not each.every]


def solve(program: MatesProgram, problem: Known) -> Solution:
    """Let it solve a problem; raises IronboardError if it does so otherwise than the book's program."""
    found = program.solve(fen.parse(problem.fen).men)
    keys = [str(key) for key in found.keys]
    if keys != problem.keys or found.counters != problem.counters:
        raise IronboardError(f"{problem.name}: {keys} {found.counters} instead of {problem.keys} {problem.counters}")
    return found


def mean_seconds(found: Mapping[str, Solution]) -> float:
    """Return the mean time of those that are not trivial."""
    return statistics.mean(seconds(each) for name, each in found.items() if name not in TRIVIAL)


def seconds(solution: Solution) -> float:
    """Return the time of a search."""
    return round(solution.milliseconds * MILLISECOND, 3)


def by_problem(problems: list[Known], found: Mapping[str, Solution]) -> Table:
    """Return what each problem takes."""
    columns = ("problem", "key", "listmoves", "makemove", "men moved", "seconds")
    rows: list[tuple[Cell, ...]] = []
    for each in problems:
        solution = found[each.name]
        keys = " ".join(map(str, solution.keys)) or "-"
        rows.append((f"{each.name} {each.title}", keys, *solution.counters[:3], seconds(solution)))
    return Table("first keys, promotions repaired", columns, tuple(rows))


def published(mean: float) -> Table:
    """Return the book's averages and ours."""
    rows: list[tuple[Cell, ...]] = [*PUBLISHED, ("COMPASS, CDC 6600: ours", round(mean, 2))]
    return Table("seconds for a problem, on average; the book's on other problems", ("program", "seconds"), tuple(rows))
