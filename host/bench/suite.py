"""The table of workloads, walked: measure, print, write the JSON file."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import IronboardError
from host.bench import cpu, starting, wally
from host.bench.measuring import CLOCK, Result, Row
from host.formats import storage


class Workload(NamedTuple):
    """Something to measure."""

    name: str
    measure: Callable[[int], Result]  # in so many runs
    runs: int  # if nobody says how many


WORKLOADS = (
    Workload("cpu", cpu.measure_cpu, 5),
    Workload("wally", wally.measure_wally, 3),
    Workload("compile", starting.measure_compile, 1),
    Workload("start", starting.measure_start, 3),
)


def bench(names: Iterable[str] = (), runs: int | None = None, json_file: Path | None = None) -> None:
    """Measure the workloads of these names, or all; print each as soon as it is done."""
    results = []
    for workload in chosen(names):
        result = workload.measure(runs or workload.runs)
        print("\n".join(text(result)), end="\n\n", flush=True)
        results.append(result)
    if json_file:
        storage.write_all(json_file, json.dumps(document(results), indent=2).encode() + b"\n", True)


def chosen(names: Iterable[str]) -> list[Workload]:
    """Return the workloads of these names, or all if there are none."""
    table = {workload.name: workload for workload in WORKLOADS}
    for name in (names := list(names)):
        if name not in table:
            raise IronboardError(f"there is no workload '{name}': there are {', '.join(table)}")
    return [table[name] for name in names] or list(WORKLOADS)


def text(result: Result) -> Iterator[str]:
    """Return a result as lines."""
    yield f"{result.name}: {result.title}"
    yield f"  {'':22} {'cycles':>13} {'seconds':>9} {'fastest':>9} {'slowest':>9} {'MHz':>8} {'x real':>7}"
    for row in result.rows:
        yield "  " + line(row)
    for note in result.notes:
        yield f"  {note}"


def line(row: Row) -> str:
    """Return a row of the table; seconds are the median of the runs."""
    seconds = f"{row.median:>9.3f} {min(row.seconds):>9.3f} {max(row.seconds):>9.3f}"
    if row.cycles is None or row.megahertz is None:
        return f"{row.label:22} {'':>13} {seconds}"
    return f"{row.label:22} {row.cycles:>13,} {seconds} {row.megahertz:>8.2f} {row.megahertz * 1e6 / CLOCK:>7.1f}"


def document(results: Iterable[Result]) -> dict[str, Any]:
    """Return everything for the JSON file."""
    return {
        "ironboard": metadata.version("ironboard"),
        "python": platform.python_version(),
        "numba": metadata.version("numba"),
        "py65": metadata.version("py65"),
        "machine": platform.machine(),
        "system": platform.system(),
        "processors": os.cpu_count(),
        "results": [result.as_json() for result in results],
    }
