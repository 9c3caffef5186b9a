"""`ironboard sweep`: do the items of a workload that are not done yet, and print the summary.

Progress is shown on standard error: as a bar on a terminal, as a line now and then elsewhere, or not at all.
"""

from __future__ import annotations

import contextlib
import itertools
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from emulators.errors import IronboardError
from host import interruption
from host.experiments.sweeps import MATCHES, SWEEPS, find, workers
from host.experiments.sweeps.contest import CHECKERS, CHESS, ENDINGS, GO, game_of
from host.experiments.sweeps.journal import Contents, Header, Journal, JournalError, read
from host.experiments.sweeps.report import FORMATS, Report, Sample, first_of
from host.experiments.sweeps.workload import Outcome, Results, Task, Workload, WrongUse, fits, made_by
from host.formats import storage

FAILED = 1  # exit status when items have failed


def sweep(
    name: str,
    options: Mapping[str, Any],
    output: Path | None = None,
    *,
    sgf: Path | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    quiet: bool = False,
    format: str = "text",
) -> int:
    """Do the items of a workload that are not in the journal `output` yet; print the summary of all.

    Without `output` the journal is one in the current folder, see `free_journal`. `options` are those given; `jobs`
    processes of this computer work on it, or a Dask cluster; games go into the folder `sgf`, too. Returns the exit
    status. Raises WrongUse, IronboardError, and KeyboardInterrupt when it has been interrupted.
    """
    workload = find(name)
    for option in options:
        if option not in workload.defaults:
            has = ", ".join(f"--{each}" for each in workload.defaults)
            raise WrongUse(f"{workload.name} has no option --{option}: it has {has}")
    plan = workload.plan(options)
    header = Header(workload.name, plan.parameters, len(plan.items), made_by())
    output = output or free_journal(header)
    records = Records(workload, plan.parameters, sgf)
    with contextlib.closing(Journal(output, header, {item.key for item in plan.items})) as journal:
        check_results(workload, journal.results, output)
        records.keep(journal.results)
        todo = [item for item in plan.items if item.key not in journal.results]
        tally = Tally(workload.things, len(plan.items), len(journal.results))
        tally.look(*(workload.worst(key, result) for key, result in journal.results.items()))
        if todo:
            jobs = min(jobs or workers.local_cores(), len(todo))
            crew = workers.Cluster(scheduler) if scheduler else workers.local(jobs)
            task = Task(workload.do, plan.parameters, header.made_by)
            with interruption.silence(), contextlib.closing(progress(tally, quiet)) as shown:

                def record(outcome: Outcome) -> None:
                    journal.add(outcome.key, outcome.result, outcome.error)
                    trouble = outcome.error if outcome.result is None else workload.spoilt(outcome.result)
                    if trouble:
                        shown.say(f"ironboard: {workload.key} {outcome.key}: {trouble}")
                    if outcome.result is None:
                        tally.failed += 1
                    else:
                        records.keep({outcome.key: outcome.result})
                        tally.done += 1
                        tally.spoilt += bool(trouble)
                        tally.look(workload.worst(outcome.key, outcome.result))
                    shown.show()

                if not quiet:
                    before = f" ({tally.before:,} are done)" if tally.before else ""
                    where = f"{crew.title}; the journal is {output}"
                    shown.say(f"{workload.name}: {len(todo):,} {workload.things}{before} {where}")
                try:
                    workers.work(crew, task, todo, record)
                except BaseException as error:
                    there = f"{output} has {tally.done:,} of {tally.total:,} {workload.things}"
                    how_to_go_on = f"{there}; the same command goes on from there"
                    if isinstance(error, KeyboardInterrupt):
                        error.args = (how_to_go_on,)
                    else:
                        shown.say(f"stopped: {how_to_go_on}")
                    raise
        if tally.failed:
            print(f"ironboard: {tally.failed} failed; the same command tries them again", file=sys.stderr)
        if not quiet:
            print(FORMATS[format](summary(workload, Contents(header, journal.results, journal.errors))), end="")
    return FAILED if tally.failed else 0


MATCH_OF = {GO: "match-go", CHECKERS: "match-checkers", CHESS: "match-chess", ENDINGS: "match-endings"}


def match(
    players: Sequence[str],
    options: Mapping[str, Any],
    output: Path | None = None,
    *,
    folders: Mapping[str, Path],
    scheduler: str | None = None,
    **others: Any,
) -> int:
    """Play the games of a match; return the exit status. Raises WrongUse before the first game, else as `sweep` does.

    `folders`: option of a kind of record -> the folder for the games. On a cluster other programs are not tried out
    first: they may be on its computers only.
    """
    name = game_of(players)
    workload = find(MATCH_OF[name])
    understood = [*list(workload.defaults)[1:], *filter(None, [workload.records])]  # the first option is the players
    for each in (*options, *folders):
        if each not in understood:
            has = ", ".join(f"--{option.replace('_', '-')}" for option in understood)
            raise WrongUse(f"a match in {name} has no option --{each.replace('_', '-')}: it has {has}")
    wanted = {"players": list(players), **options}
    if not scheduler:
        workload.probe(workload.plan(wanted).parameters)
    return sweep(workload.name, wanted, output, sgf=folders.get(workload.records), scheduler=scheduler, **others)


def free_journal(header: Header) -> Path:
    """Return the first of NAME.sqlite, NAME-2.sqlite, ... that belongs to this very sweep or does not exist yet."""
    for number in itertools.count(1):
        path = Path(f"{header.workload}{f'-{number}' if number > 1 else ''}.sqlite")
        with contextlib.suppress(IronboardError):  # whatever it is, it stays as it is
            if not path.exists() or read(path).header == header:
                return path
    raise AssertionError("numbers have no end")


class Records:
    """Files of single items, in a folder. A file that exists must be the same; else it stays, and is an error."""

    def __init__(self, workload: Workload, parameters: Mapping[str, Any], folder: Path | None) -> None:
        if folder and not workload.record:
            raise WrongUse(f"{workload.name} has no option --sgf")
        self._record, self._parameters, self._folder = workload.record, parameters, folder

    def keep(self, results: Results) -> None:
        """Write a file for each result; raises ImageError."""
        if self._folder is None or self._record is None:
            return
        with storage.reported(self._folder, "make the folder"):
            self._folder.mkdir(parents=True, exist_ok=True)
        for key, result in results.items():
            name, content = self._record(self._parameters, key, result)
            path = self._folder / name
            if not path.exists() or storage.read_all(path, len(content), "this game") != content:
                storage.write_all(path, content, overwrite=False)


def summarise(path: Path, format: str = "text", sgf: Path | None = None) -> None:
    """Print the summary of a journal; write its games into the folder `sgf`."""
    contents, workload = contents_of(path)
    with parameters_fit(path):
        Records(workload, contents.header.parameters, sgf).keep(contents.results)
        text = FORMATS[format](summary(workload, contents))
    print(text, end="")


def summary_of(path: Path) -> Report:
    """Return the summary of a journal."""
    contents, workload = contents_of(path)
    with parameters_fit(path):
        return summary(workload, contents)


@contextlib.contextmanager
def parameters_fit(path: Path) -> Iterator[None]:
    """Raise JournalError where a workload refuses parameters or keys that no sweep of it has."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise JournalError(f"{path} is damaged: its parameters do not belong to its results ({error!r})") from error


def contents_of(path: Path) -> tuple[Contents, Workload]:
    """Return a journal and its workload; raises JournalError."""
    contents = read(path)
    name = contents.header.workload
    known = {**SWEEPS, **MATCHES}
    if name not in known:
        raise JournalError(f"{path}: there is no workload '{name}': there are {', '.join(known)}")
    check_results(find(name), contents.results, path)
    return contents, find(name)


def check_results(workload: Workload, results: Results, path: Path) -> None:
    """Raise JournalError if a result has not the workload's shape."""
    for key, result in results.items():
        if not fits(result, workload.shape):
            expected = ", ".join(workload.shape)
            raise JournalError(f"{path}: the result of {workload.key} {key} is damaged: expected {expected}")


def summary(workload: Workload, contents: Contents) -> Report:
    """Return the summary of a journal; the order in which the items were done does not matter."""
    header, results, errors = contents
    ordered = {key: results[key] for key in sorted(results, key=natural)}
    remarks = [f"{workload.name}: {workload.title}", f"{len(results):,} of {header.items:,} {workload.things}"]
    remarks += [f"{name}: {shown(value)}" for name, value in header.parameters.items() if value not in (None, {})]
    failures = [f"{workload.key} {key}: {errors[key]}" for key in sorted(errors, key=natural)]
    remarks += [f"failed: {each}" for each in first_of(failures)]
    report = workload.report(header.parameters, ordered) if ordered else Report([], [], [])
    return report._replace(remarks=remarks + report.remarks)


def shown(value: Any) -> str:
    """Return a parameter as it is given on the command line; of a dictionary, the value of each name."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def natural(key: str) -> tuple[int, str]:
    """Return the sort key of an item's key: numbers are sorted by size."""
    return len(key), key


__all__ = ["WrongUse", "match", "summarise", "sweep"]


# ---------------------------------------------------------------- progress

LINE_SECONDS = 10.0  # between two lines where there is no terminal
RATE_SECONDS = 1.0  # no rate is shown before


class Tally:
    """The counts while a sweep runs: items done, failed, and done but `spoilt`."""

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
        """The rate, and the time for the rest."""
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
    """Progress as a line now and then, and one at the end."""

    def __init__(self, tally: Tally, quiet: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._tally, self._quiet, self._clock = tally, quiet, clock
        self._next = clock() + LINE_SECONDS
        self._printed = ""

    def say(self, line: str) -> None:
        """Print a line that stays, even if quiet."""
        print(line, file=sys.stderr, flush=True)

    def show(self) -> None:
        """Show the tally if the next line is due."""
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
    """Progress as a bar that grows, under lines that stay."""

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
        """Redraw the bar."""
        tally = self._tally
        self._progress.update(self._task, completed=tally.done, pace=tally.pace, findings=tally.findings)

    def close(self) -> None:
        """Leave the bar as it is."""
        self._progress.stop()


def progress(tally: Tally, quiet: bool) -> Lines | Bar:
    """Return the display that suits standard error."""
    return Lines(tally, quiet) if quiet or not sys.stderr.isatty() else Bar(tally)
