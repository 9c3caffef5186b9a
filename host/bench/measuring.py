"""What a measurement is: cycles of the machine, seconds of the host, several times over."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

CLOCK = 1_000_000  # Hz of the real KIM-1


@dataclass(frozen=True)
class Row:
    """One thing measured, in several runs that all did the same."""

    label: str
    seconds: tuple[float, ...]
    cycles: int | None = None  # of the machine, in one run; None where only the time is of interest

    @property
    def median(self) -> float:
        """Seconds of a run."""
        return statistics.median(self.seconds)

    @property
    def megahertz(self) -> float | None:
        """The emulated clock."""
        return None if self.cycles is None else self.cycles / self.median / 1e6

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "label": self.label,
            "cycles": self.cycles,
            "seconds": list(self.seconds),
            "median": self.median,
            "megahertz": self.megahertz,
        }


@dataclass(frozen=True)
class Result:
    """The outcome of a workload."""

    name: str
    title: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()  # lines of text
    figures: dict[str, Any] = field(default_factory=dict)  # for the JSON file

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        rows = [row.as_json() for row in self.rows]
        return {"name": self.name, "title": self.title, "rows": rows, "figures": self.figures}


def measure(label: str, work: Callable[[], int], runs: int, prepare: Callable[[], object] = lambda: None) -> Row:
    """Return the CPU time of `work`, which returns the cycles it has run, so many times over.

    What `prepare` does before each run does not count.
    """
    seconds, cycles = [], set()
    for _ in range(runs):
        prepare()
        start = time.process_time()
        cycles.add(work())
        seconds.append(time.process_time() - start)
    assert len(cycles) == 1, f"{label}: the runs took {sorted(cycles)} cycles"  # the machines are deterministic
    return Row(label, tuple(seconds), cycles.pop())


def times(first: Row, second: Row) -> float:
    """Return how many times faster the first is, by the emulated clock."""
    assert first.megahertz is not None
    assert second.megahertz is not None
    return first.megahertz / second.megahertz
