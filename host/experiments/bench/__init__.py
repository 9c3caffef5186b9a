"""How fast are the machines? `ironboard bench` measures it; docs/benchmarks.md tells how, and what came of it.

BENCHMARKS        the table: a row is a name, the function that measures it, and how often it does so
suite.py          the walk over it
measuring.py      what a measurement is: rows, tables, goals; tasks that take turns; results as text
document.py       the file of figures, as a page, and two of them compared; picture.py the picture
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from host.experiments.bench.measuring import Result


class Benchmark(NamedTuple):
    """Something to measure."""

    name: str
    function: str  # takes the number of runs; its module is imported when it is measured
    runs: int  # if the user does not say how many

    def measure(self, runs: int | None = None) -> Result:
        """Measure it, in this number of runs or as many as it needs."""
        result: Result = resolve_name(self.function)(runs or self.runs)
        return result


BENCHMARKS = (
    Benchmark("functional", "host.experiments.bench.programs:FUNCTIONAL.measure", 5),
    Benchmark("copy", "host.experiments.bench.programs:COPY.measure", 5),
    Benchmark("bcd", "host.experiments.bench.programs:BCD.measure", 5),
    Benchmark("sieve", "host.experiments.bench.programs:SIEVE.measure", 5),
    Benchmark("bits", "host.experiments.bench.programs:BITS.measure", 5),
    Benchmark("scan", "host.experiments.bench.programs:measure_scan", 5),
    Benchmark("chains", "host.experiments.bench.go:measure_chains", 5),
    Benchmark("wally", "host.experiments.bench.go:measure_wally", 5),
    Benchmark("speed", "host.experiments.bench.speed:measure_speed", 7),
    Benchmark("compile", "host.experiments.bench.starting:measure_compile", 2),
    Benchmark("start", "host.experiments.bench.starting:measure_start", 5),
    Benchmark("loops704", "host.experiments.bench.loops704:WORKLOAD.measure", 5),
    Benchmark("checkers", "host.experiments.bench.checkers:measure_checkers", 5),
    Benchmark("samuel", "host.experiments.bench.checkers:measure_samuel", 5),
    Benchmark("draughts", "host.experiments.bench.draughts:measure_draughts", 5),
    Benchmark("loops6600", "host.experiments.bench.loops6600:WORKLOAD.measure", 5),
    Benchmark("kalah", "host.experiments.bench.solvers:measure_kalah", 3),
    Benchmark("mates", "host.experiments.bench.solvers:measure_mates", 3),
    Benchmark("pitrat", "host.experiments.bench.languages:measure_pitrat", 3),
    Benchmark("go", "host.experiments.bench.go:measure_go", 3),
    Benchmark("algol", "host.experiments.bench.languages:measure_algol", 5),
    Benchmark("fortran", "host.experiments.bench.fortran:measure_fortran", 5),
)

MOVED = {  # what only measures ourselves: scripts of a checkout
    **{name: f"docs/studies/{name}.py" for name in ("rewind", "editing", "pages", "sound")},
}
