"""How fast are the machines? `ironboard bench` measures it; docs/benchmarks.md describes the method and the results.

BENCHMARKS        the table of workloads: name, function that measures it, usual number of runs
suite.py          measures the workloads of the table and prints their results
measuring.py      rows, tables and goals of a measurement; tasks timed in turn; results as text
document.py       the file of figures, and the comparison of two of them
picture.py        the figures as a drawing
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
    runs: int  # unless the user gives a number

    def measure(self, runs: int | None = None) -> Result:
        """Measure it in n runs; None: in as many as it usually needs."""
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
    Benchmark("assemble", "host.experiments.bench.assembling:measure_assemble", 9),
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

MOVED = {  # workloads that only developers need: scripts of a checkout
    **{name: f"docs/studies/{name}.py" for name in ("rewind", "editing", "pages", "sound")},
}
