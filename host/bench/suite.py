"""The table of workloads, walked: measure and print; then the files that were asked for."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError
from host.assemblers.diagnostics import did_you_mean
from host.bench import checkers, draughts, go, languages, loops704, loops6600, programs, solvers, speed, starting, wally
from host.bench.comparing import comparison
from host.bench.document import Document, document_of, read, written
from host.bench.measuring import Result
from host.bench.picture import plot
from host.bench.programs import BCD, BITS, COPY, FUNCTIONAL, SIEVE, measure_program
from host.bench.report import page, text
from host.formats import storage


class Workload(NamedTuple):
    """Something to measure."""

    name: str
    measure: Callable[[int], Result]  # in so many runs
    runs: int  # if nobody says how many


WORKLOADS = (
    *(Workload(each.name, partial(measure_program, each), 5) for each in (FUNCTIONAL, COPY, BCD, SIEVE, BITS)),
    Workload("scan", programs.measure_scan, 5),
    Workload("chains", wally.measure_chains, 5),
    Workload("wally", wally.measure_wally, 5),
    Workload("speed", speed.measure_speed, 7),
    Workload("rewind", speed.measure_rewind, 5),
    Workload("compile", starting.measure_compile, 2),
    Workload("start", starting.measure_start, 5),
    Workload("loops704", loops704.measure_loops, 5),
    Workload("checkers", checkers.measure_checkers, 5),
    Workload("samuel", checkers.measure_samuel, 5),
    Workload("draughts", draughts.measure_draughts, 5),
    Workload("loops6600", loops6600.measure_loops, 5),
    Workload("kalah", solvers.measure_kalah, 3),
    Workload("mates", solvers.measure_mates, 3),
    Workload("pitrat", languages.measure_pitrat, 3),
    Workload("go", go.measure_go, 3),
    Workload("algol", languages.measure_algol, 5),
)


@dataclass(frozen=True)
class Outputs:
    """The files to write."""

    json: Path | None = None
    markdown: Path | None = None
    plot: Path | None = None
    overwrite: bool = False

    def check(self) -> None:
        """Raise IronboardError for what cannot be written: before anything is measured, that takes minutes."""
        if self.plot and self.plot.suffix.lower() != ".svg":
            raise IronboardError(f"{self.plot}: the plot is an SVG file: its name ends in .svg")

    def write(self, document: Document) -> None:
        """Write them."""
        for path, content in ((self.json, written), (self.markdown, lambda it: page(it).encode()), (self.plot, plot)):
            if path:
                storage.write_all(path, content(document), self.overwrite)


NO_OUTPUTS = Outputs()


def bench(
    names: Sequence[str] = (),
    runs: int | None = None,
    source: Path | None = None,
    compare: Path | None = None,
    outputs: Outputs = NO_OUTPUTS,
) -> None:
    """Measure the workloads of these names, or all, or take the figures from a file; print them, write files."""
    outputs.check()
    old = read(compare) if compare else None
    document = stored(names, source, outputs) if source else measured(names, runs, outputs)
    if old:
        print("\n".join(comparison(old, document)))


def measured(names: Sequence[str], runs: int | None, outputs: Outputs) -> Document:
    """Measure workloads; what has been measured is written, too, when one fails or the user breaks off."""
    results: list[Result] = []
    try:
        for workload in chosen(names):
            results.append(workload.measure(runs or workload.runs))
            show(results[-1])
    finally:
        if results:
            outputs.write(document_of(results))
    return document_of(results)


def stored(names: Sequence[str], source: Path, outputs: Outputs) -> Document:
    """Take workloads from a file."""
    document = read(source)
    table = {result.name: result for result in document.results}
    document = dataclasses.replace(document, results=tuple(table[name] for name in known(names, table) or table))
    for result in document.results:
        show(result)
    outputs.write(document)
    return document


def show(result: Result) -> None:
    """Print a result."""
    print("\n".join(text(result)), end="\n\n", flush=True)


def chosen(names: Sequence[str]) -> list[Workload]:
    """Return the workloads of these names, or all if there are none."""
    table = {workload.name: workload for workload in WORKLOADS}
    return [table[name] for name in known(names, table) or table]


def known(names: Sequence[str], table: Mapping[str, object]) -> Sequence[str]:
    """Return the names; raises IronboardError for one that is not in the table."""
    for name in names:
        if name not in table:
            hint = did_you_mean(name, table, f"there are {', '.join(table)}")
            raise IronboardError(f"there is no workload '{name}'; {hint}")
    return names
