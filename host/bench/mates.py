"""The 6600's programs for two-move mates: seconds for each of 28 problems, beside the times of the book.

The program in COMPASS is timed on the host, too; that in ALGOL 60 solves each problem once. Which problems the book's
times were taken on is not known. Keys and counters are compared with those of the book's program. Three problems are
trivial and left out of the means.

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
from host.games.mates.program import AlgolMates, MatesProgram, Solution

TITLE = "a 6600 solves chess problems, mate in two"
PUBLISHED = (
    ("ALGOL, CDC 6600", BOOK_SECONDS["algol"]),
    ("ALGOL, Atlas", 45),
    ("Basic Language, Atlas", 5),
    ("Basic Language, CDC 6600", BOOK_SECONDS["compass"]),
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
    algol = AlgolMates()
    compiled = {each.name: solve(algol, each) for each in problems}
    tables = (
        by_problem(problems, found),
        published(mean_seconds(found), mean_seconds(compiled)),
        gap(problems, found, compiled),
    )
    goals = (goal("", found, BOOK_SECONDS["compass"]), goal(" in ALGOL", compiled, BOOK_SECONDS["algol"]))
    return Result("mates", TITLE, rows, tables=tables, goals=goals)


def goal(language: str, found: Mapping[str, Solution], limit: float) -> Goal:
    """Return the comparison with the book's time."""
    what = f"mean of {len(found) - len(TRIVIAL)} problems{language}, ours; the book says {limit:g} s, of other problems"
    return Goal(what, mean_seconds(found), limit, "s")


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


def published(compass: float, algol: float) -> Table:
    """Return the book's averages and ours."""
    ours = (("ALGOL, CDC 6600: ours", round(algol, 2)), ("COMPASS, CDC 6600: ours", round(compass, 2)))
    rows: list[tuple[Cell, ...]] = [*PUBLISHED, *ours]
    return Table("seconds for a problem, on average; the book's on other problems", ("program", "seconds"), tuple(rows))


def gap(problems: list[Known], found: Mapping[str, Solution], compiled: Mapping[str, Solution]) -> Table:
    """Return how much longer the program in ALGOL takes than that in COMPASS."""
    rows: list[tuple[Cell, ...]] = [
        compared(f"{each.name} {each.title}", seconds(compiled[each.name]), seconds(found[each.name]))
        for each in problems
        if each.name not in TRIVIAL
    ]
    mean = compared("mean", mean_seconds(compiled), mean_seconds(found))
    book = compared("the book's mean", BOOK_SECONDS["algol"], BOOK_SECONDS["compass"])
    return Table("compiled and by hand", ("problem", "ALGOL, s", "COMPASS, s", "times as long"), (*rows, mean, book))


def compared(label: str, algol: float, compass: float) -> tuple[Cell, ...]:
    """Return two times and how many times longer the first is."""
    return label, round(algol, 2), round(compass, 2), round(algol / compass, 1)
