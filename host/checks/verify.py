"""Does a core do what the machine does? Runs test vectors, instruction by instruction, and reports per kind of them.

What a vector is, and how a core is compared with it, says the module that the machine's model names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from emulators.errors import IronboardError
from host import registry
from host.checks.vectors import read_vectors


class Report:
    """What came of the vectors, per kind of instruction."""

    def __init__(self, checks: Any) -> None:
        self.module = checks  # parse, Bench, described, table
        self.passed: Counter[Any] = Counter()
        self.failed: Counter[Any] = Counter()
        self.first: dict[Any, str] = {}  # kind -> the first difference

    def add(self, vector: Any, difference: str) -> None:
        """Count one vector."""
        if difference:
            self.failed[vector.kind] += 1
            self.first.setdefault(vector.kind, f"vector '{vector.name}': {difference}")
        else:
            self.passed[vector.kind] += 1

    def lines(self) -> Iterator[str]:
        """Return the report: a table, the failures, the sum."""
        yield from self.module.table(self.passed, self.failed)
        if self.failed:
            yield "failed"
        for kind in sorted(self.failed):
            count = f"{self.failed[kind]} of {self.failed[kind] + self.passed[kind]}"
            yield f"  {self.module.described(kind)}: {count}; {self.first[kind]}"
        yield f"{self.passed.total()} passed, {self.failed.total()} failed"


def model_of(processor: str) -> registry.Model:
    """Return the first machine with this processor."""
    return next(each for each in registry.models().values() if each.processor == processor)


def run_vectors(processor: str, files: Iterable[Path], core: str = "compiled") -> Report:
    """Run every vector of the files on a core."""
    model = model_of(processor)
    if core not in model.cores:
        raise IronboardError(f"there is no core '{core}' of the {processor}: there are {', '.join(model.cores)}")
    checks = import_module(model.vectors)
    bench, report = checks.Bench(core), Report(checks)
    for file in files:
        for vector in read_vectors(file, checks.parse):
            report.add(vector, bench.difference(vector))
    return report


def verify(processor: str, files: Iterable[Path], core: str = "compiled") -> int:
    """Run the vectors and print the report; return the exit status: 0 if all of them passed."""
    report = run_vectors(processor, files, core)
    print("\n".join(report.lines()))
    return 1 if report.failed else 0
