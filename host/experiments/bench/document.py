"""The file of figures: results and the host that measured them, as JSON.

    {"format": "ironboard benchmarks", "version": 1, "measured": "2026-11-20 21:30 UTC",
     "host": {"ironboard": "0.1.0", "Python": "3.11.7", ...},
     "results": [{"name": "sieve", "title": "...", "base": "py65",
                  "rows": [{"label": "compiled", "seconds": [0.0095, ...], "cycles": 7721667,
                            "instructions": 2663561, "clock": 1000000, "median": 0.0095, ...}],
                  "tables": [{"title": "...", "columns": ["section", "cycles"], "rows": [["...", 904340]],
                              "bars": false}],
                  "goals": [{"what": "...", "value": 7.5, "limit": 15.0, "unit": "%"}], "notes": ["..."]}]}

Derived figures (median, quartiles, megahertz, ...) are written for other readers of the file and are not
read again. A change to the fields that are read makes a new version.

A comparison of two files lists the rows that became faster or slower, and the exact figures that changed.

The speed of a row counts as changed when all of its new runs are on the same side of all of the old ones (by chance
alone that happens once in 126 times with five runs each, once in 10 with three), and by more than two processes with
the same code differ. The py65 rows measure the host: no change of this package alters them much, so their ratio tells
how much of a difference is the host's.
"""

from __future__ import annotations

import dataclasses
import json
import os
import platform
import statistics
import typing
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import IronboardError
from emulators.kernels import building
from host.experiments.bench.measuring import (
    Cell,
    Result,
    Row,
    Table,
    aligned,
    duration,
    grid,
    section,
    significant,
    speed,
    times,
)
from host.formats import storage

FORMAT, VERSION = "ironboard benchmarks", 1
LIMIT = 1 << 24  # bytes
LARGEST, SHORTEST = 1e18, 1e-12  # numbers; seconds
PACKAGES = ("ironboard", "py65")


class BenchmarkFileError(IronboardError):
    """A file of figures that cannot be used."""


@dataclass(frozen=True)
class Document:
    """Results, with the time and the host of their measurement."""

    measured: str
    host: dict[str, str]
    results: tuple[Result, ...]

    def _repr_html_(self) -> str:
        return "\n".join(each._repr_html_() for each in self.results)

    def result(self, name: str) -> Result | None:
        """Return the result of a workload, None if it was not measured."""
        return next((result for result in self.results if result.name == name), None)


def document_of(results: Iterable[Result]) -> Document:
    """Return results that were measured on this host, now."""
    return Document(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", this_host(), tuple(results))


def this_host() -> dict[str, str]:
    """Return the facts on which the figures depend: versions, processor, compiler."""
    return {
        **{name: metadata.version(name) for name in PACKAGES},
        "compiler": building.stamp().get("compiler", "none"),  # of the kernels
        "Python": f"{platform.python_version()} ({platform.python_implementation()})",
        "system": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "processor": processor(),
        "processors": str(os.cpu_count()),
    }


def processor() -> str:
    """Return the processor's name for itself."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # not Linux
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


# ---------------------------------------------------------------- writing


def written(document: Document) -> bytes:
    """Return the content of the file."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "measured": document.measured,
        "host": document.host,
        "results": [result_data(result) for result in document.results],
    }
    return json.dumps(data, indent=1, ensure_ascii=False).encode() + b"\n"


def result_data(result: Result) -> dict[str, Any]:
    """Return a result as plain data."""
    return {
        "name": result.name,
        "title": result.title,
        "base": result.base,
        "rows": [row_data(row, result.base_row) for row in result.rows],
        "tables": [vars(table) for table in result.tables],
        "goals": [{**vars(goal), "met": goal.met} for goal in result.goals],
        "notes": result.notes,
    }


def row_data(row: Row, base: Row | None) -> dict[str, Any]:
    """Return a row as plain data, with the figures derived from it."""
    return {
        **vars(row),
        "median": row.median,
        "quartiles": row.quartiles,
        "fastest": min(row.seconds),
        "slowest": max(row.seconds),
        "emulated_seconds": row.emulated_seconds,
        "megahertz": row.megahertz,
        "times_real": row.times_real,
        "times_base": times(row, base) if base else None,
    }


def page(document: Document) -> str:
    return "\n".join(lines(document)) + "\n"


def lines(document: Document) -> Iterator[str]:
    yield "# Benchmarks"
    yield ""
    yield f"Measured by `ironboard bench` on {document.measured}."
    yield ""
    yield from grid(["", ""], [[name, value] for name, value in document.host.items()], right=False)
    for result in document.results:
        yield from section(result)


# ---------------------------------------------------------------- reading


def read(path: Path) -> Document:
    """Read a file of figures; raises BenchmarkFileError if it is damaged or of another kind."""
    data = storage.read_filled(path, LIMIT, "a file of benchmarks")
    try:
        return parsed(data)
    except BenchmarkFileError as error:
        raise BenchmarkFileError(f"{path}: {error}") from None


def parsed(data: bytes) -> Document:
    """Parse the content of a file; raises BenchmarkFileError with the place of the error."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BenchmarkFileError(f"this is not a JSON file: {error}") from None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise BenchmarkFileError(f"this is not a file of benchmarks: expected a 'format' that is '{FORMAT}'")
    if value.get("version") != VERSION:
        raise BenchmarkFileError(f"version {value.get('version')!r} of the format; this ironboard reads {VERSION}")
    document: Document = typed(Document, value, "the file")
    return document


def typed(kind: Any, value: Any, place: str) -> Any:
    """Convert plain JSON to the annotated type: text, a number, a dataclass, a tuple or dict of one type."""
    parts = typing.get_args(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        expect(isinstance(value, dict), place, "an object")
        hints = typing.get_type_hints(kind)
        for name in hints:
            if name not in value:
                raise BenchmarkFileError(f"damaged: {place} has no '{name}'")
        made: Any = kind(**{name: typed(each, value[name], f"{place}, {name}") for name, each in hints.items()})
        check(made, place)
        return made
    if typing.get_origin(kind) is tuple:
        expect(isinstance(value, list), place, "a list")
        return tuple(typed(parts[0], each, f"{place}[{index}]") for index, each in enumerate(value))
    if typing.get_origin(kind) is dict:
        expect(isinstance(value, dict), place, "an object")
        return {name: typed(parts[1], each, f"{place}, {name}") for name, each in value.items()}
    if parts:  # a union
        if value is None or (str in parts and isinstance(value, str)):
            return value
        kind = next(each for each in (float, int, str) if each in parts)
    if kind is str:
        expect(isinstance(value, str), place, "text")
    elif kind is bool:
        expect(isinstance(value, bool), place, "true or false")
    else:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        expect(number and -LARGEST < value < LARGEST, place, "a number")
        expect(kind is float or (isinstance(value, int) and value > 0), place, "a whole number above zero")
    return value


def expect(right: bool, place: str, expected: str) -> None:
    """Raise BenchmarkFileError unless `right`."""
    if not right:
        raise BenchmarkFileError(f"damaged: {place} should be {expected}")


def check(made: Any, place: str) -> None:
    """Raise BenchmarkFileError for values that no measurement gives."""
    if isinstance(made, Row):
        expect(bool(made.seconds), f"{place}, seconds", "a list of numbers, one at least")
        for index, seconds in enumerate(made.seconds):
            expect(seconds >= SHORTEST, f"{place}, seconds[{index}]", "a time in seconds")
        expect(made.clock > 0, f"{place}, clock", "a number above zero")
    elif isinstance(made, Table):
        same = made.columns and all(len(row) == len(made.columns) for row in made.rows)
        expect(bool(same), place, "a table with as many cells in each row as there are columns")
        right = not made.bars or is_histogram(made.rows)
        expect(right, place, "a histogram: rising numbers in its first column, counts in its last one")


def is_histogram(rows: tuple[tuple[Cell, ...], ...]) -> bool:
    """Return whether rows are the bars of a histogram: where each begins, and its count."""
    places = [row[0] for row in rows if isinstance(row[0], int | float)]
    counts = [row[-1] for row in rows if isinstance(row[-1], int | float) and row[-1] >= 0]
    rising = all(later > place for place, later in pairwise(places))
    return 0 < len(rows) == len(places) == len(counts) and rising


# ---------------------------------------------------------------- two files compared

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
    """Return the rows that are in both documents."""
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
    """Return a line for each row that only one of the documents has."""
    for result in new.results:
        before, now = rows_of(old.result(result.name)), rows_of(result)
        for label in dict.fromkeys([*before, *now]):
            if label not in before or label not in now:
                yield f"  {result.name}, {label}: only in the {'new' if label in now else 'old'} figures"


def yardstick(changes: list[Change]) -> Iterator[str]:
    """Return how much faster the host was in the new file."""
    ratios = [change.ratio for change in changes if change.new.label.startswith(YARDSTICK)]
    if ratios:
        yield f"  the rows of py65, which measure the host: {statistics.median(ratios):.2f} times as fast"


# ---------------------------------------------------------------- the emulated machine

Place = tuple[str, str, str, str]  # workload, table, row, column


def exact_changes(old: Document, new: Document) -> Iterator[str]:
    """Return a line for each exact figure that has changed."""
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
