"""What a measurement is: runs of the host's time, taken in turn, and what they and the emulated machine amount to."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from emulators.errors import IronboardError

CLOCK = 1_000_000  # Hz of the real KIM-1
LONG_ENOUGH = 0.1  # seconds: what takes less is done several times in a row
MOST = 10_000  # times in a row

Cell = str | int | float | None


@dataclass(frozen=True)
class Row:
    """One thing measured, in several runs that all did the same."""

    label: str
    seconds: tuple[float, ...]  # of the host, for doing it once; one figure per run
    cycles: int | None = None  # of the machine; None where only the time is of interest
    instructions: int | None = None
    clock: float = CLOCK  # Hz of the original

    @property
    def median(self) -> float:
        """Seconds of a run."""
        return statistics.median(self.seconds)

    @property
    def quartiles(self) -> tuple[float, float]:
        """The seconds between which the middle half of the runs lies."""
        if len(self.seconds) == 1:
            return self.seconds[0], self.seconds[0]
        low, _, high = statistics.quantiles(self.seconds, n=4, method="inclusive")
        return low, high

    @property
    def megahertz(self) -> float | None:
        """The emulated clock."""
        return None if self.cycles is None else self.cycles / self.median / 1e6

    @property
    def emulated_seconds(self) -> float | None:
        """How long the original takes."""
        return None if self.cycles is None else self.cycles / self.clock

    @property
    def times_real(self) -> float | None:
        """How many times faster than the original."""
        return None if self.cycles is None else self.cycles / self.clock / self.median


@dataclass(frozen=True)
class Table:
    """Figures of the emulated machine: exact, the same in every run and on every host."""

    title: str
    columns: tuple[str, ...]  # the first one names the rows
    rows: tuple[tuple[Cell, ...], ...]
    bars: bool = False  # the last column is a frequency: a histogram


@dataclass(frozen=True)
class Goal:
    """Something the project has set itself: `value` must stay below `limit`."""

    what: str
    value: float
    limit: float
    unit: str

    @property
    def met(self) -> bool:
        """Whether it does."""
        return self.value < self.limit


@dataclass(frozen=True)
class Result:
    """The outcome of a workload."""

    name: str
    title: str
    rows: tuple[Row, ...]
    base: str | None = None  # label of the row that the others are compared with
    tables: tuple[Table, ...] = ()
    goals: tuple[Goal, ...] = ()
    notes: tuple[str, ...] = ()  # sentences

    def _repr_html_(self) -> str:
        from host.experiments.bench.report import html

        return html(self)

    @property
    def base_row(self) -> Row | None:
        """The row that the others are compared with."""
        return next((row for row in self.rows if row.label == self.base), None)


@dataclass(frozen=True)
class Task:
    """Something to time. What `prepare` does before each time does not count."""

    label: str
    work: Callable[[], int]  # returns the cycles of the machine that it took
    instructions: int | None = None
    prepare: Callable[[], object] = lambda: None


def measure(tasks: Sequence[Task], runs: int, clock: float = CLOCK) -> tuple[Row, ...]:
    """Return the CPU time of the tasks.

    They take turns, so that whatever else the host is doing meets all of them. Short ones are done several times
    in a row. Before the clock runs each has been done once: then everything is compiled.
    """
    timers = [Timer(task) for task in tasks]
    for run in range(runs):
        shift = run % len(timers)
        for timer in timers[shift:] + timers[:shift]:
            timer.run()
    return tuple(timer.row(clock) for timer in timers)


class Timer:
    """A task, and how long it took."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.cycles: int | None = None
        self.seconds: list[float] = []
        once = self.once()
        self.times = min(MOST, math.ceil(LONG_ENOUGH / max(once, 1e-9)))

    def once(self) -> float:
        """Do it; return the seconds of CPU time. Raises IronboardError if it took other cycles than before."""
        self.task.prepare()
        start = time.process_time()
        cycles = self.task.work()
        took = time.process_time() - start
        if self.cycles not in (None, cycles):  # the machines are deterministic
            raise IronboardError(f"{self.task.label}: runs of {self.cycles:,} and {cycles:,} cycles should be the same")
        self.cycles = cycles
        return took

    def run(self) -> None:
        """Do it as often as it takes to be timed; note the seconds for once."""
        self.seconds.append(sum(self.once() for _ in range(self.times)) / self.times)

    def row(self, clock: float) -> Row:
        """Return what came of it."""
        return Row(self.task.label, tuple(self.seconds), self.cycles, self.task.instructions, clock)


def times(row: Row, base: Row) -> float:
    """Return how many times faster `row` is than `base`.

    Run by run, as they took turns, and the median of that; the ratio of the medians if they did not.
    """
    if len(row.seconds) != len(base.seconds):
        return speed(row, row.median) / speed(base, base.median)
    return statistics.median(speed(row, a) / speed(base, b) for a, b in zip(row.seconds, base.seconds, strict=True))


def speed(row: Row, seconds: float) -> float:
    """Return cycles per second; where there are none, how often it is done in a second."""
    return (1 if row.cycles is None else row.cycles) / seconds
