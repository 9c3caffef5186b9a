"""`ironboard sweep`: do what has not been done of a workload, and sum up."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from emulators.errors import IronboardError
from host.formats import storage
from host.sweep import MATCHES, SWEEPS, find, workers
from host.sweep.journal import Contents, Header, Journal, JournalError, read
from host.sweep.progress import Progress, Tally, progress
from host.sweep.report import FORMATS, Report
from host.sweep.workers import Crew, Foreman
from host.sweep.workload import Batch, Outcome, Plan, Results, Workload, WrongUse, fits, made_by

FAILED = 1  # exit status when items have failed
SHOWN_ERRORS = 10  # in the summary


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
    plan = workload.plan(checked(workload, options))
    header = Header(workload.name, plan.parameters, len(plan.items), made_by())
    output = output or free_journal(header)
    records = Records(workload, plan.parameters, sgf)
    with Journal(output, header, {item.key for item in plan.items}) as journal:
        check_results(workload, journal.results, output)
        records.keep(journal.results)
        todo = [item for item in plan.items if item.key not in journal.results]
        failed = 0
        if todo:
            batch = Batch(workload.do, plan.parameters, [], header.made_by)
            crew = workers.Cluster(scheduler) if scheduler else workers.local(enough(jobs, len(todo), workload.batch))
            failed = Work(workload, plan, journal, records, quiet).do(crew, batch, todo)
        if failed:
            print(f"ironboard: {failed} failed; the same command tries them again", file=sys.stderr)
        if not quiet:
            print(FORMATS[format](summary(workload, header, journal.results, journal.errors)), end="")
    return FAILED if failed else 0


def enough(jobs: int | None, items: int, batch: int) -> int:
    """Return how many processes to have: those asked for, or one for each processor, but none without work."""
    return min(jobs or workers.local_cores(), -(-items // batch))


def free_journal(header: Header) -> Path:
    """Return NAME.jsonl, or the first of NAME-2.jsonl, NAME-3.jsonl ... that is this very sweep's or not there yet."""
    for number in itertools.count(1):
        path = Path(f"{header.workload}{f'-{number}' if number > 1 else ''}.jsonl")
        with contextlib.suppress(IronboardError):  # whatever it is, it stays as it is
            if not path.exists() or read(path).header == header:
                return path
    raise AssertionError("numbers have no end")


class Records:
    """Files of single items, in a folder. What is there already must be the same, or it stays and is an error."""

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
    Records(workload, contents.header.parameters, sgf).keep(contents.results)
    print(FORMATS[format](summary(workload, contents.header, contents.results, contents.errors)), end="")


def summary_of(path: Path) -> Report:
    """Return what a journal says."""
    contents, workload = contents_of(path)
    return summary(workload, contents.header, contents.results, contents.errors)


def contents_of(path: Path) -> tuple[Contents, Workload]:
    """Return a journal and its workload; raises JournalError."""
    contents = read(path)
    name = contents.header.workload
    known = {**SWEEPS, **MATCHES}
    if name not in known:
        raise JournalError(f"{path}: there is no workload '{name}': there are {', '.join(known)}")
    check_results(find(name), contents.results, path)
    return contents, find(name)


def checked(workload: Workload, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options; raises WrongUse if the workload has no such option."""
    for name in options:
        if name not in workload.options:
            has = ", ".join(f"--{each}" for each in workload.options)
            raise WrongUse(f"{workload.name} has no option --{name}: it has {has}")
    return options


def check_results(workload: Workload, results: Results, path: Path) -> None:
    """Raise JournalError if a result is not what it must be."""
    for key, result in results.items():
        if not fits(result, workload.shape):
            expected = ", ".join(workload.shape)
            raise JournalError(f"{path}: the result of {workload.key} {key} is damaged: expected {expected}")


class Work:
    """One run: items are handed out, the journal is written, the tally shown."""

    def __init__(self, workload: Workload, plan: Plan, journal: Journal, records: Records, quiet: bool) -> None:
        self.workload, self.journal, self.records, self.quiet = workload, journal, records, quiet
        samples = [workload.worst(key, result) for key, result in journal.results.items()]
        worst = max(samples, key=lambda sample: sample.value, default=None)
        self.tally = Tally(workload.things, len(plan.items), len(samples), worst)

    def do(self, crew: Crew, batch: Batch, todo: list[Any]) -> int:
        """Do the items; return how many have failed."""
        self._progress: Progress = progress(self.tally, self.quiet)
        if not self.quiet:
            self._begin(crew, len(todo))
        try:
            with self._progress:
                prepare(crew, self.workload)
                Foreman(crew, batch, todo, self.workload.batch, self._record).work()
        except BaseException as error:
            self._interrupted(error)
            raise
        return self.tally.failed

    def _begin(self, crew: Crew, count: int) -> None:
        if self.journal.cut:
            self._progress.say(f"{self.journal.path}: {self.journal.cut} bytes of a torn line cut off")
        before = f" ({self.tally.before:,} are done)" if self.tally.before else ""
        where = f"; the journal is {self.journal.path}"
        self._progress.say(f"{self.workload.name}: {count:,} {self.workload.things}{before} {crew.title}{where}")

    def _record(self, outcome: Outcome) -> None:
        """Write down and show how an item came out."""
        self.journal.add(outcome.key, outcome.result, outcome.error)
        trouble = outcome.error if outcome.result is None else self.workload.spoilt(outcome.result)
        if trouble:
            self._progress.say(f"ironboard: {self.workload.key} {outcome.key}: {trouble}")
        if outcome.result is not None:
            self.records.keep({outcome.key: outcome.result})
            self.tally.spoilt += bool(trouble)
        self.tally.add(None if outcome.result is None else self.workload.worst(outcome.key, outcome.result))
        self._progress.show()

    def _interrupted(self, error: BaseException) -> None:
        """Say what there is, and how to go on."""
        how = "interrupted" if isinstance(error, KeyboardInterrupt) else "stopped"
        self._progress.say(
            f"{how}: {self.journal.path} has {self.tally.done:,} of {self.tally.total:,} {self.workload.things};"
            " the same command goes on from there"
        )


def prepare(crew: Crew, workload: Workload) -> None:
    """Have the crew get ready; raises IronboardError if it cannot."""
    try:
        crew.prepare(workload.prepare)
    except BaseException as error:
        crew.stop()
        if isinstance(error, Exception) and not isinstance(error, IronboardError):
            raise IronboardError(f"the workers cannot begin: {type(error).__name__}: {error}") from error
        raise


def summary(workload: Workload, header: Header, results: Results, errors: Mapping[str, str]) -> Report:
    """Return what a journal says; the order of its lines does not matter."""
    ordered = {key: results[key] for key in sorted(results, key=natural)}
    remarks = [f"{workload.name}: {workload.title}", f"{len(results):,} of {header.items:,} {workload.things}"]
    remarks += [f"{name}: {shown(value)}" for name, value in header.parameters.items() if value not in (None, {})]
    failures = sorted(errors, key=natural)
    remarks += [f"failed: {workload.key} {key}: {errors[key]}" for key in failures[:SHOWN_ERRORS]]
    remarks += [f"failed: {len(failures) - SHOWN_ERRORS:,} more"] * (len(failures) > SHOWN_ERRORS)
    report = workload.report(header.parameters, ordered) if ordered else Report([], [], [])
    return report._replace(remarks=remarks + report.remarks)


def shown(value: Any) -> str:
    """Return a parameter as it is given on the command line, or what belongs to each of several names."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def natural(key: str) -> tuple[int, str]:
    """Return what keys are ordered by: numbers by their size."""
    return len(key), key


__all__ = ["WrongUse", "summarise", "sweep"]
