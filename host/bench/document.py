"""The file of figures: results with the host they were measured on, as JSON.

    {"format": "ironboard benchmarks", "version": 1, "measured": "2026-11-20 21:30 UTC",
     "host": {"ironboard": "0.1.0", "Python": "3.11.7", ...},
     "results": [{"name": "sieve", "title": "...", "base": "py65",
                  "rows": [{"label": "compiled", "seconds": [0.0095, ...], "cycles": 7721667,
                            "instructions": 2663561, "clock": 1000000, "median": 0.0095, ...}],
                  "tables": [{"title": "...", "columns": ["section", "cycles"], "rows": [["...", 904340]],
                              "bars": false}],
                  "goals": [{"what": "...", "value": 7.5, "limit": 15.0, "unit": "%"}], "notes": ["..."]}]}

What follows from the rest (median, quartiles, megahertz, ...) is written for whoever else reads the file, and not
read again. A change of what is read makes a new version.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from emulators.errors import IronboardError
from emulators.kernels import library
from host.bench.measuring import Cell, Goal, Result, Row, Table, times
from host.formats import storage

FORMAT, VERSION = "ironboard benchmarks", 1
LIMIT = 1 << 24  # bytes
LARGEST, SHORTEST = 1e18, 1e-12  # numbers; seconds
PACKAGES = ("ironboard", "numpy", "py65")

T = TypeVar("T")


class BenchmarkFileError(IronboardError):
    """A file of figures that cannot be used."""


@dataclass(frozen=True)
class Document:
    """Results, when they were measured, and on what."""

    measured: str
    host: dict[str, str]
    results: tuple[Result, ...]

    def result(self, name: str) -> Result | None:
        """Return the result of a workload."""
        return next((result for result in self.results if result.name == name), None)


def document_of(results: Iterable[Result]) -> Document:
    """Return results that were measured on this host, now."""
    return Document(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", this_host(), tuple(results))


def this_host() -> dict[str, str]:
    """Return what the figures depend on."""
    return {
        **{name: metadata.version(name) for name in PACKAGES},
        "compiler": library.stamp().get("compiler", "none"),  # of the kernels
        "Python": f"{platform.python_version()} ({platform.python_implementation()})",
        "system": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "processor": processor(),
        "processors": str(os.cpu_count()),
    }


def processor() -> str:
    """Return what the processor calls itself."""
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
    """Return a row as plain data, with what follows from it."""
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


# ---------------------------------------------------------------- reading


def read(path: Path) -> Document:
    """Return what is in a file; raises BenchmarkFileError if it is damaged, or something else."""
    data = storage.read_all(path, LIMIT, "a file of benchmarks")
    try:
        return parsed(data)
    except BenchmarkFileError as error:
        raise BenchmarkFileError(f"{path}: {error}") from None


def parsed(data: bytes) -> Document:
    """Return what is in the content of a file."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BenchmarkFileError(f"this is no JSON file: {error}") from None
    whole = Part("the file", value)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise BenchmarkFileError(f"this is no file of benchmarks: expected a 'format' that is '{FORMAT}'")
    if value.get("version") != VERSION:
        raise BenchmarkFileError(f"version {value.get('version')!r} of the format; this ironboard reads {VERSION}")
    host = {name: part.text() for name, part in whole["host"].mapping().items()}
    return Document(whole["measured"].text(), host, whole["results"].each(result_of))


@dataclass(frozen=True)
class Part:
    """A part of the file, and where it stands in it."""

    place: str
    value: Any

    def wrong(self, expected: str) -> BenchmarkFileError:
        """Return the error for something else than expected."""
        return BenchmarkFileError(f"damaged: {self.place} should be {expected}")

    def mapping(self) -> dict[str, Part]:
        """Return the parts of an object by their names."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return {name: Part(f"{self.place}, {name}", value) for name, value in self.value.items()}

    def __getitem__(self, name: str) -> Part:
        parts = self.mapping()
        if name not in parts:
            raise BenchmarkFileError(f"damaged: {self.place} has no '{name}'")
        return parts[name]

    def each(self, read: Callable[[Part], T]) -> tuple[T, ...]:
        """Return what is read from each element of a list."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        return tuple(read(Part(f"{self.place}[{index}]", value)) for index, value in enumerate(self.value))

    def text(self) -> str:
        """Return a string."""
        if not isinstance(self.value, str):
            raise self.wrong("text")
        return self.value

    def number(self) -> float:
        """Return a number."""
        if not self.is_number() or not -LARGEST < self.value < LARGEST:
            raise self.wrong("a number")
        return float(self.value)

    def seconds(self) -> float:
        """Return a time that can be divided by."""
        if self.number() < SHORTEST:
            raise self.wrong("a time in seconds")
        return self.number()

    def whole(self) -> int:
        """Return a whole number above zero."""
        if self.number() < 1 or not isinstance(self.value, int):
            raise self.wrong("a whole number above zero")
        return self.value

    def rate(self) -> float:
        """Return a number to divide by, whole if it stands so in the file."""
        if self.number() <= 0:
            raise self.wrong("a number above zero")
        value: float = self.value
        return value

    def is_number(self) -> bool:
        """Return whether it is one; True and False are not."""
        return isinstance(self.value, int | float) and not isinstance(self.value, bool)

    def perhaps(self, read: Callable[[Part], T]) -> T | None:
        """Return what is read, or None where there is null."""
        return None if self.value is None else read(self)

    def cell(self) -> Cell:
        """Return a cell of a table."""
        if self.value is not None and not isinstance(self.value, str):
            self.number()
        value: Cell = self.value
        return value


def result_of(part: Part) -> Result:
    """Read a result."""
    return Result(
        part["name"].text(),
        part["title"].text(),
        part["rows"].each(row_of),
        part["base"].perhaps(Part.text),
        part["tables"].each(table_of),
        part["goals"].each(goal_of),
        part["notes"].each(Part.text),
    )


def row_of(part: Part) -> Row:
    """Read a row."""
    seconds = part["seconds"].each(Part.seconds)
    if not seconds:
        raise part["seconds"].wrong("a list of numbers, one at least")
    cycles, instructions = part["cycles"].perhaps(Part.whole), part["instructions"].perhaps(Part.whole)
    return Row(part["label"].text(), seconds, cycles, instructions, part["clock"].rate())


def table_of(part: Part) -> Table:
    """Read a table."""
    columns = part["columns"].each(Part.text)
    rows = part["rows"].each(lambda row: row.each(Part.cell))
    if not columns or any(len(row) != len(columns) for row in rows):
        raise part.wrong("a table with as many cells in each row as there are columns")
    bars = part["bars"].value
    if not isinstance(bars, bool):
        raise part["bars"].wrong("true or false")
    if bars and not is_histogram(rows):
        raise part.wrong("a histogram: rising numbers in its first column, counts in its last one")
    return Table(part["title"].text(), columns, rows, bars)


def is_histogram(rows: tuple[tuple[Cell, ...], ...]) -> bool:
    """Return whether rows tell where they begin, and how many there are."""
    places = [row[0] for row in rows if isinstance(row[0], int | float)]
    counts = [row[-1] for row in rows if isinstance(row[-1], int | float) and row[-1] >= 0]
    rising = all(later > place for place, later in pairwise(places))
    return 0 < len(rows) == len(places) == len(counts) and rising


def goal_of(part: Part) -> Goal:
    """Read a goal."""
    return Goal(part["what"].text(), part["value"].number(), part["limit"].number(), part["unit"].text())
