"""Measure and print the workloads of the table, then write the files asked for."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from emulators.errors import IronboardError, OptionError, did_you_mean, require, shown
from host import interruption
from host.experiments.bench import BENCHMARKS, MOVED, Benchmark
from host.experiments.bench.document import Document, comparison, document_of, page, read, written
from host.experiments.bench.measuring import Result, text
from host.experiments.bench.picture import plot
from host.formats import storage
from host.interruption import doing, keeping
from host.options import STANDARD


@dataclass(frozen=True)
class Outputs:
    """The files to write."""

    json: Path | None = None
    markdown: Path | None = None
    plot: Path | None = None
    overwrite: bool = False

    def check(self) -> None:
        """Raise IronboardError for a file that cannot be written: before the measurements, which take minutes."""
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
    """Measure the named workloads, or all, or read the figures from a file; print them, and write files."""
    outputs.check()
    if outputs.json == STANDARD and compare:
        raise IronboardError("--compare prints a comparison: --json needs a file then")
    old = read(compare) if compare else None
    document = stored(names, source, outputs) if source else measured(names, runs, outputs)
    if old:
        print("\n".join(comparison(old, document)))


def benchmark(*names: str, runs: int | None = None) -> Document:
    """Measure the named workloads, or all; return the figures without printing them.

    `runs`: 1 or more; None: each workload's usual number. Raises IronboardError for an unknown name.
    """
    for name in names:
        require(name, "the name of a workload", str)
    if runs is not None and not (isinstance(runs, int) and runs > 0):
        raise OptionError(f"{shown(runs)} runs: expected a number from 1 on")
    return document_of([workload.measure(runs) for workload in chosen(names)])


def measured(names: Sequence[str], runs: int | None, outputs: Outputs) -> Document:
    """Measure workloads; when one fails or the user interrupts, write the results so far."""
    results: list[Result] = []
    with keeping(lambda: f"what {len(results)} benchmarks have given is kept; others are measured by their names"):
        try:
            for workload in chosen(names):
                with doing(f"on the benchmark {workload.name}"):
                    results.append(workload.measure(runs))
                if outputs.json != STANDARD:
                    show(results[-1])
        finally:
            if results:
                outputs.write(document_of(results))
    return document_of(results)


def stored(names: Sequence[str], source: Path, outputs: Outputs) -> Document:
    """Read the results of workloads from a file."""
    document = read(source)
    table = {result.name: result for result in document.results}
    document = dataclasses.replace(document, results=tuple(table[name] for name in known(names, table) or table))
    for result in document.results if outputs.json != STANDARD else ():
        show(result)
    outputs.write(document)
    return document


def show(result: Result) -> None:
    """Print a result."""
    print("\n".join(text(result)), end="\n\n", flush=True)
    interruption.said()


def chosen(names: Sequence[str]) -> list[Benchmark]:
    """Return the named workloads, or all if none is named."""
    table = {workload.name: workload for workload in BENCHMARKS}
    return [table[name] for name in known(names, table) or table]


def known(names: Sequence[str], table: Mapping[str, object]) -> Sequence[str]:
    """Return the names; raises IronboardError for one that the table lacks."""
    for name in names:
        if name not in table:
            if name in MOVED:
                raise IronboardError(f"'{name}' is measured in a checkout: python {MOVED[name]}")
            hint = did_you_mean(name, table, f"there are {', '.join(table)}")
            raise IronboardError(f"there is no workload '{name}'; {hint}")
    return names
