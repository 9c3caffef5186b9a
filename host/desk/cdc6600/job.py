"""A job for a 6600 that nobody looks at: a program, its files, a time limit; then what came of it.

The same command gives the same output: everything happens at cycles of the machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from emulators.cdc6600.core import Cause
from emulators.cdc6600.devices import time_of
from emulators.cdc6600.isa import MOST_WORDS
from emulators.cdc6600.machine import ALL_EXITS
from emulators.cdc6600.scoreboard import TIMING_ROWS, Column
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.errors import IronboardError
from emulators.image import Image
from emulators.machine import Stop
from emulators.processor import Core
from host.cdc6600 import Cdc6600, find_program
from host.desk.cdc6600 import chart
from host.desk.cdc6600.account import Account
from host.formats import storage

if TYPE_CHECKING:
    from emulators.machine import Trace

LIMIT = 1_000_000_000  # minor cycles, if nobody says how long: 100 seconds
COUNT = 100  # instructions in a timing view
GOOD_ENDS = (Cause.PROGRAM_STOP, Cause.END)
TOP = 10  # words in the account of the time


@dataclass(frozen=True)
class Job:
    """What is to be run, and what for."""

    program: str
    format: str | None = None
    core: Core = "auto"
    words: int | None = None
    fast: bool = False
    multiply: bool = True
    em: int = ALL_EXITS
    input: Path | None = None
    output: Path | None = None
    files: Mapping[str, Path] = field(default_factory=dict)  # what is there before ...
    saves: Mapping[str, Path] = field(default_factory=dict)  # ... and what is kept behind
    cycles: int = LIMIT
    time: bool = False  # say where the time went
    timing: Path | None = None
    first: int = 1  # instruction of the timing view
    count: int = COUNT
    overwrite: bool = False  # replace files that exist

    @property
    def results(self) -> Mapping[str, Path]:
        """The files of the machine that are kept, and where."""
        return {**({OUTPUT: self.output} if self.output else {}), **self.saves}


def run_job(job: Job, out: TextIO | None = None, err: TextIO | None = None) -> int:
    """Run a job; print OUTPUT, the dayfile and the CP time. Returns 1 for a program that did not end by itself."""
    if (job.time or job.timing) and job.fast:
        raise IronboardError("--time and --timing need the model of time: leave --fast out")
    if job.timing:
        chart.checked(job.timing)
    if not job.overwrite:
        for path in (*job.results.values(), *([job.timing] if job.timing else [])):
            storage.refuse_existing(path)
    image = find_program(job.program, format=job.format)
    machine = put_together(job)
    machine.load(image)
    if image.entry is None:
        machine.write_register("P", image.segments[0].address)
    account, rows = run(machine, job)
    bad = machine.m.cause not in GOOD_ENDS
    if bad:
        print(trouble(machine, image, job), file=err or sys.stderr)
    if job.timing:
        chart.write(chart.lines_of(rows, machine, lambda place: place_of(image, place)), job.timing, job.overwrite)
    for name, path in job.results.items():
        machine.save_file(name, path, overwrite=job.overwrite)
    print("\n".join(report(machine, image, job, account)), file=out or sys.stdout)
    return int(bad)


def put_together(job: Job) -> Cdc6600:
    """Return the machine with its files."""
    words = job.words or MOST_WORDS
    try:
        machine = Cdc6600(core=job.core, words=words, exact=not job.fast, integer_multiply=job.multiply, em=job.em)
    except ValueError as error:
        raise IronboardError(str(error)) from None
    for name, path in {**({INPUT: job.input} if job.input else {}), **job.files}.items():
        try:
            machine.attach_file(name, path)
        except ValueError as error:
            raise IronboardError(str(error)) from None
    if not job.input and INPUT not in job.files:
        machine.attach(INPUT)
    machine.attach(OUTPUT)
    return machine


def run(machine: Cdc6600, job: Job) -> tuple[Account, Trace]:
    """Run until the program ends or its time is over; return the account and the rows of the timing view."""
    import numpy as np

    account, seen, kept = Account(), 0, []
    machine.timing(job.time or job.timing is not None)
    wanted = range(job.first - 1, job.first - 1 + job.count)
    stop = Stop.NONE
    while stop == Stop.NONE and machine.cycles < job.cycles:
        noting = machine.m.timing
        stop = machine.run_to(min(job.cycles, machine.cycles + TIMING_ROWS) if noting else job.cycles)
        rows = machine.timed()
        if job.time:
            account.add(rows)
        kept.append(rows[max(0, wanted.start - seen) : max(0, wanted.stop - seen)])
        seen += len(rows)
        if noting and not job.time and seen >= wanted.stop:
            machine.timing(False)
    return account, np.concatenate([np.empty((0, len(Column)), np.int64), *kept])


def trouble(machine: Cdc6600, image: Image, job: Job) -> str:
    """Return why the program did not end by itself, and where that was."""
    m = machine.m
    where = place_of(image, int(m.location))
    at = f" [{where}]" if where else ""
    if m.cause == Cause.NONE:
        return f"the program has not ended within {job.cycles:,} cycles: it was at {int(m.p):06o}{at}"
    if m.cause == Cause.ABORT:
        return f"the program was {machine.reason}; it was at {int(m.p):06o}{at}"
    return f"the program stopped: {machine.reason}{at}"


def place_of(image: Image, address: int) -> str:
    """Return file and line of a word, nothing where they are not known."""
    found = [each for each in image.lines if each.address <= address < each.address + each.length]
    if not found:
        return ""
    line = min(found, key=lambda each: (each.length, -each.depth))
    return f"{Path(line.file).name}:{line.line}"


def report(machine: Cdc6600, image: Image, job: Job, account: Account) -> Iterator[str]:
    """Yield the lines of OUTPUT unless they are kept in a file, the dayfile, the time."""
    if not job.output and OUTPUT not in job.saves:
        yield from machine.text(OUTPUT).splitlines()
    for line in machine.dayfile:
        yield f"dayfile{line}"
    yield f"end      {machine.reason or 'time limit'}"
    speed = f", {int(machine.m.instructions):,} instructions" if machine.exact else ""
    yield f"CP time  {time_of(machine)}{speed}"
    if job.time:
        yield from account_lines(account, image)


def account_lines(account: Account, image: Image) -> Iterator[str]:
    """Yield where the time went: by reason, by unit waited for, by word."""
    whole = account.total or 1
    yield ""
    for reason, cycles in (+account.reasons).most_common():  # without what took no time
        yield f"{cycles:>14,}  {cycles / whole:6.1%}  {reason}"
    for unit, cycles in account.units.most_common():
        yield f"{'':14}  {cycles / whole:6.1%}    waiting for {unit}"
    yield ""
    for address, cycles in account.words.most_common(TOP):
        yield f"{cycles:>14,}  {cycles / whole:6.1%}  {address:06o}  {place_of(image, address)}".rstrip()
