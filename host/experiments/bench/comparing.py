"""Two files of figures beside each other: what has become faster or slower, and what of the machine has changed.

The speed of a row counts as changed when all of its new runs are on the same side of all of the old ones (by chance
alone that happens once in 126 times with five runs each, once in 10 with three), and by more than two processes with
the same code differ. The py65 rows measure the host: no change of this package alters them much, so their ratio tells
how much of a difference is the host's.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import NamedTuple

from host.experiments.bench.document import Document
from host.experiments.bench.measuring import Cell, Result, Row, speed
from host.experiments.bench.report import aligned, duration, significant

ALIKE = 1.1  # times as fast: twelve processes took 193 to 209 ms for the same, each of them within 3 % of its own mean
YARDSTICK = "py65"  # the labels of rows that measure the host begin with it
TITLES = ("", "", "old", "new", "times as fast")
FASTER, SLOWER, SAME, UNKNOWN = "faster", "slower", "within the spread", "one run does not tell"


class Change(NamedTuple):
    """A row in both files."""

    name: str  # of the workload
    old: Row
    new: Row

    @property
    def ratio(self) -> float:
        """How many times as fast it is now."""
        return speed(self.new, self.new.median) / speed(self.old, self.old.median)

    @property
    def judgement(self) -> str:
        """Whether the difference is more than the spread of the runs."""
        old = [speed(self.old, seconds) for seconds in self.old.seconds]
        new = [speed(self.new, seconds) for seconds in self.new.seconds]
        if min(len(old), len(new)) < 2:
            return UNKNOWN
        if self.ratio > ALIKE and min(new) > max(old):
            return FASTER
        return SLOWER if self.ratio < 1 / ALIKE and max(new) < min(old) else SAME


def comparison(old: Document, new: Document) -> Iterator[str]:
    """Return the comparison as lines; only workloads in the new one count."""
    yield f"compared with the figures of {old.measured}:"
    for name in dict.fromkeys([*old.host, *new.host]):
        before, now = old.host.get(name, "unknown"), new.host.get(name, "unknown")
        if before != now:
            yield f"  {name}: {before} then, {now} now"
    changes = list(changed(old, new))
    yield from aligned(TITLES, [cells(change) for change in changes], [change.judgement for change in changes], left=2)
    yield from missing(old, new)
    yield from yardstick(changes)
    yield from exact_changes(old, new)


def changed(old: Document, new: Document) -> Iterator[Change]:
    """Return the rows that are in both."""
    for result in new.results:
        before = rows_of(old.result(result.name))
        yield from (Change(result.name, before[row.label], row) for row in result.rows if row.label in before)


def rows_of(result: Result | None) -> dict[str, Row]:
    """Return the rows of a result by their labels."""
    return {row.label: row for row in result.rows} if result else {}


def cells(change: Change) -> list[str]:
    """Return a row of the table."""
    return [change.name, change.new.label, shown(change.old), shown(change.new), f"{change.ratio:.2f}"]


def shown(row: Row) -> str:
    """Return a row's speed: of the clock, or the time where there is none."""
    return duration(row.median) if row.megahertz is None else f"{significant(row.megahertz)} MHz"


def missing(old: Document, new: Document) -> Iterator[str]:
    """Return what cannot be compared."""
    for result in new.results:
        before, now = rows_of(old.result(result.name)), rows_of(result)
        for label in dict.fromkeys([*before, *now]):
            if label not in before or label not in now:
                yield f"  {result.name}, {label}: only in the {'new' if label in now else 'old'} figures"


def yardstick(changes: list[Change]) -> Iterator[str]:
    """Return how much faster the host was."""
    ratios = [change.ratio for change in changes if change.new.label.startswith(YARDSTICK)]
    if ratios:
        yield f"  the rows of py65, which measure the host: {statistics.median(ratios):.2f} times as fast"


# ---------------------------------------------------------------- the emulated machine

Place = tuple[str, str, str, str]  # workload, table, row, column


def exact_changes(old: Document, new: Document) -> Iterator[str]:
    """Return which of the exact figures have changed."""
    before, now = exact_figures(old), exact_figures(new)
    both = [place for place in now if place in before]
    different = [place for place in both if now[place] != before[place]]
    yield f"  of {len(both)} exact figures of the emulated machine, {len(different) or 'none'} changed"
    for place in different:
        where = ", ".join(part for part in place if part)
        yield f"    {where}: {plain(before[place])} then, {plain(now[place])} now"


def exact_figures(document: Document) -> dict[Place, Cell]:
    """Return every figure that is the same on all hosts: cycles and instructions of the rows, cells of the tables."""
    found: dict[Place, Cell] = {}
    for result in document.results:
        for row in result.rows:
            found[result.name, "", row.label, "cycles"] = row.cycles
            found[result.name, "", row.label, "instructions"] = row.instructions
        for table in result.tables:
            for first, *rest in table.rows:
                for column, cell in zip(table.columns[1:], rest, strict=True):
                    found[result.name, table.title, plain(first), column] = cell
    return {place: cell for place, cell in found.items() if cell is not None}


def plain(cell: Cell) -> str:
    """Return a figure as text."""
    return f"{cell:,}" if isinstance(cell, int | float) else str(cell)
