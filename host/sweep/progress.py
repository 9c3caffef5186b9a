"""How far a sweep is: a bar on a terminal, now and then a line elsewhere, or nothing. All of it on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol

from host.sweep.report import Sample

LINE_SECONDS = 10.0  # between two lines where there is no terminal
RATE_SECONDS = 1.0  # before which a rate says nothing


class Tally:
    """What is counted while a sweep runs."""

    def __init__(
        self,
        things: str,
        total: int,
        done: int,
        worst: Sample | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.things, self.total, self.before = things, total, done
        self.done, self.failed, self.worst = done, 0, worst
        self.spoilt = 0  # of those that are done
        self._clock, self._start = clock, clock()

    def add(self, sample: Sample | None) -> None:
        """Count an item: how bad it was, or None if it failed."""
        if sample is None:
            self.failed += 1
            return
        self.done += 1
        if self.worst is None or sample.value > self.worst.value:
            self.worst = sample

    @property
    def rate(self) -> float | None:
        """Items a second in this run."""
        seconds, items = self._clock() - self._start, self.done + self.failed - self.before
        return items / seconds if items and seconds >= RATE_SECONDS else None

    @property
    def pace(self) -> str:
        """Rate, and the time that what is left will take."""
        if self.rate is None:
            return ""
        rate = f"{self.rate:.1f} a second" if self.rate >= 1 else f"{self.rate * 60:.1f} a minute"
        left = self.total - self.done - self.failed
        return f"{rate}, {duration(left / self.rate)} left" if left else rate

    @property
    def findings(self) -> str:
        """The worst so far, and the failures."""
        parts = [f"worst {self.worst.value:,} ({self.worst.where})"] if self.worst else []
        parts += [f"{self.spoilt} spoilt"] * bool(self.spoilt)
        return ", ".join(parts + [f"{self.failed} failed"] * bool(self.failed))

    def __str__(self) -> str:
        parts = [f"{self.done:,} of {self.total:,} {self.things}", self.pace, self.findings]
        return ", ".join(filter(None, parts))


def duration(seconds: float) -> str:
    """Return hours, minutes and seconds, or minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"


class Progress(Protocol):
    """What shows a tally; a context manager around the work."""

    def __enter__(self) -> Progress: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def say(self, line: str) -> None:
        """Print a line that stays."""
        ...

    def show(self) -> None:
        """Show the tally, which has changed."""
        ...


class Lines:
    """Now and then a line."""

    def __init__(self, tally: Tally, quiet: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._tally, self._quiet, self._clock = tally, quiet, clock
        self._next = clock() + LINE_SECONDS
        self._printed = ""

    def __enter__(self) -> Lines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Show how it ended."""
        self._print()

    def say(self, line: str) -> None:
        """Print a line, be it quiet or not."""
        print(line, file=sys.stderr, flush=True)

    def show(self) -> None:
        """Print a line if it is time for one."""
        if self._clock() >= self._next:
            self._next = self._clock() + LINE_SECONDS
            self._print()

    def _print(self) -> None:
        line = str(self._tally)
        if not self._quiet and line != self._printed:
            print(line, file=sys.stderr, flush=True)
        self._printed = line


class Bar:
    """A bar that grows."""

    def __init__(self, tally: Tally) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as RichProgress

        self._tally = tally
        columns: list[Any] = [
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[pace]}", markup=False),
            TextColumn("{task.fields[findings]}", markup=False),
        ]
        self._progress = RichProgress(*columns, console=Console(stderr=True))
        self._task = self._progress.add_task(tally.things, total=tally.total, **self._state())

    def _state(self) -> dict[str, Any]:
        return {"completed": self._tally.done, "pace": self._tally.pace, "findings": self._tally.findings}

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the bar as it is."""
        self._progress.stop()

    def say(self, line: str) -> None:
        """Print a line above the bar."""
        self._progress.console.print(line, markup=False, highlight=False, soft_wrap=True)

    def show(self) -> None:
        """Let the bar grow."""
        self._progress.update(self._task, **self._state())


def progress(tally: Tally, quiet: bool) -> Progress:
    """Return what suits standard error."""
    return Lines(tally, quiet) if quiet or not sys.stderr.isatty() else Bar(tally)
