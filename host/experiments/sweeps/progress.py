"""How far a sweep is: a bar on a terminal, now and then a line elsewhere, or nothing. All of it on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from host.experiments.sweeps.report import Sample

LINE_SECONDS = 10.0  # between two lines where there is no terminal
RATE_SECONDS = 1.0  # before which a rate says nothing


class Tally:
    """What is counted while a sweep runs: items done, failed, and done but `spoilt`."""

    def __init__(self, things: str, total: int, done: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.things, self.total, self.before = things, total, done
        self.done, self.failed, self.spoilt = done, 0, 0
        self.worst: Sample | None = None
        self._clock, self._start = clock, clock()

    def look(self, *samples: Sample) -> None:
        """Remember the worst; of equal ones the first."""
        for each in samples:
            if self.worst is None or each.value > self.worst.value:
                self.worst = each

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


class Lines:
    """Now and then a line, and one at the end."""

    def __init__(self, tally: Tally, quiet: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._tally, self._quiet, self._clock = tally, quiet, clock
        self._next = clock() + LINE_SECONDS
        self._printed = ""

    def say(self, line: str) -> None:
        """Print a line that stays, be it quiet or not."""
        print(line, file=sys.stderr, flush=True)

    def show(self) -> None:
        """Show the tally, if it is time for that."""
        if self._clock() >= self._next:
            self._next = self._clock() + LINE_SECONDS
            self.close()

    def close(self) -> None:
        """Show the tally."""
        line = str(self._tally)
        if not self._quiet and line != self._printed:
            self.say(line)
        self._printed = line


class Bar:
    """A bar that grows, under lines that stay."""

    def __init__(self, tally: Tally) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        self._tally = tally
        names = ("description", "fields[pace]", "fields[findings]")
        texts = [TextColumn(f"{{task.{name}}}", markup=False) for name in names]
        console = Console(stderr=True)
        self._progress = Progress(texts[0], BarColumn(), MofNCompleteColumn(), *texts[1:], console=console)
        self._task = self._progress.add_task(tally.things, total=tally.total, pace="", findings="")
        self.show()
        self._progress.start()

    def say(self, line: str) -> None:
        """Print a line above the bar."""
        self._progress.console.print(line, markup=False, highlight=False, soft_wrap=True)

    def show(self) -> None:
        """Let the bar grow."""
        tally = self._tally
        self._progress.update(self._task, completed=tally.done, pace=tally.pace, findings=tally.findings)

    def close(self) -> None:
        """Leave the bar as it is."""
        self._progress.stop()


def progress(tally: Tally, quiet: bool) -> Lines | Bar:
    """Return what suits standard error."""
    return Lines(tally, quiet) if quiet or not sys.stderr.isatty() else Bar(tally)
