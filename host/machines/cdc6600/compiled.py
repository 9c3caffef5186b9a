"""Running a program of a compiled language, with files as its channels; and explaining its failures.

A run can be repeated exactly: to find where the program was when the library stopped, the end is run again.
"""

from __future__ import annotations

import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from emulators.cdc6600.core import Cause
from emulators.cdc6600.machine import time_of
from emulators.cdc6600.scoreboard import Column
from emulators.errors import SourceError
from emulators.image import Image
from emulators.machine import Row, Stop
from host import streams
from host.assemblers import cached
from host.compilers.debuginfo import reports
from host.compilers.language import Explained, Language
from host.formats import storage
from host.languages.source import read_text
from host.machines.cdc6600.chart import Account
from host.machines.cdc6600.job import (
    NOTING,
    Conversation,
    Execution,
    Job,
    conclude,
    put_together,
    reason_lines,
    refuse_impossible,
    until,
)
from host.machines.cdc6600.machine import PIECE, Cdc6600

if TYPE_CHECKING:
    from emulators.machine import Snapshot, Trace
    from host.compilers.debuginfo.code import Call, Code

SWITCH = 1 << 5  # of word 0: switch 1 is bit 6
LISTENED = 8  # pieces that are kept while lines are typed: the library alone may run in the last ones


class CompiledAccount(Account):
    """An account of the time that also knows the program's lines and procedures."""

    def __init__(self, code: Code[Any, Any]) -> None:
        super().__init__()
        self.program = reports.Account(code)

    def _add(self, rows: Trace) -> array[int]:
        spent = super()._add(rows)
        self.program.add(rows, Column.LOCATION, Column.PARCEL, spent)
        return spent


class Repeatable(Execution):
    """A run that keeps an earlier state of the machine."""

    def run(self) -> None:
        """Run to the end."""
        self.before = deque([self.machine.snapshot()], LISTENED if self.conversation else 1)  # the last one at the end
        super().run()

    def _run_piece(self) -> Stop:
        if self.conversation or self.machine.cycles - self.before[-1].cycle >= PIECE:
            self.before.append(self.machine.snapshot())
        return super()._run_piece()


def run(image: Image, program: Callable[[], Explained], job: Job, out: TextIO, err: TextIO, keyboard: TextIO) -> int:
    """Run a program; print OUTPUT and the time. Return the exit status: 1 for a program that failed.

    `program` returns the compiled program; it is called only after a failure, or if the job wants the time.
    """
    refuse_impossible(job)
    machine = put_together(job)
    machine.load(image)
    machine.poke(0, machine.peek(0) | sum(SWITCH << number for number in job.sense))
    execution = Repeatable(machine, job, Conversation(machine, keyboard, out, err) if job.interactive else None)
    account = CompiledAccount(program().code) if job.time else None
    if account:
        execution.account = account
    execution.run()
    why = _failure(program, execution)
    told = [f"dayfile{line}" for line in machine.dayfile if not why and line.split()[1:] != ["STOP"]]
    told += [f"CP time  {time_of(machine)}, {machine.instructions:,} instructions"]
    if account:
        told += [*until(machine), str(program().words), *reason_lines(account), *account.program.report()]
    return conclude(execution, image, why, told, out, err)


def _failure(program: Callable[[], Explained], execution: Repeatable) -> str:
    """Return why the program failed; an empty string if it ended by itself."""
    machine = execution.machine
    if machine.cause == Cause.END:
        return ""
    code = program().code
    calls = list(_calls(code, execution))
    if machine.cause == Cause.NONE:
        over = "was interrupted" if execution.interrupted else f"has not ended within {execution.job.limit:,} cycles"
        at = f"{code.source.file}:{calls[0].line}: " if calls else ""
        return f"{at}error: the program {over}"
    return reports.failure(program(), machine, calls)


def _calls(code: Code[Any, Any], execution: Repeatable) -> Iterator[Call[Any, Any]]:
    """Yield the location where the program stopped, then its callers; the machine is unchanged."""
    machine = execution.machine
    end = machine.snapshot()
    until = end.cycle
    for before in reversed(execution.before):  # typing happens between two of them: the run is repeated up to that
        last = _last_instruction(machine, before, until, code)
        if last is not None:
            machine.restore(before)
            machine.run_to(last[Column.ISSUE])
            yield from code.calls(machine, last[Column.LOCATION], last[Column.PARCEL])
            break
        until = before.cycle
    machine.restore(end)


def _last_instruction(machine: Cdc6600, before: Snapshot, end: int, code: Code[Any, Any]) -> Row | None:
    """Return the row of the program's own last instruction of a stretch, without the library and jump targets."""
    last: Row | None = None
    jumped_to = [range(each.start, stop) for each, stop in zip(code.regions, code.ends, strict=True) if each.jumped_to]
    machine.restore(before)
    machine.timing()
    while machine.cycles < end:
        stop = machine.run_to(min(end, machine.cycles + NOTING))
        rows = machine.timed(last=True)
        found = (
            row
            for row in reversed(rows)
            if code.start <= (place := row[Column.LOCATION]) < code.end and not any(place in each for each in jumped_to)
        )
        last = next(found, last)
        if stop != Stop.NONE:
            break
    machine.timing(False)
    return last


def run_file(
    job: Job,
    language: Language,
    *,
    out: TextIO | None = None,
    err: TextIO | None = None,
    keyboard: TextIO | None = None,
    **options: Any,
) -> int:
    """Compile and run the program of a job."""
    text = read_text(Path(job.program), language.what)  # as it is now: it may be edited while the program runs
    program = cached.assembled(job.program, dialect=language.dialect, **options)
    warn(program.warnings, err or sys.stderr)

    @cache
    def compiled() -> Explained:
        return language.compile_text(text, job.program, **options)

    return run(program.image, compiled, job, out or sys.stdout, err or sys.stderr, keyboard or sys.stdin)


def write(path: Path, language: Language, emit: str, to: Path | None, overwrite: bool, **options: Any) -> None:
    """Write a form of a compiled program, to a file or to the standard output.

    `emit`: compass, listing, ir (the intermediate form after all passes), or ir:STAGE.
    """
    compiled = language.compile_text(read_text(path, language.what), str(path), **options)
    warn(compiled.assembly.warnings, sys.stderr)
    emit_text(compiled, emit, to, overwrite)


def emit_text(compiled: Explained, emit: str, to: Path | None, overwrite: bool) -> None:
    """Write a form of a compiled program, as `write` does."""
    kind, _, stage = emit.partition(":")
    match kind:
        case "ir":
            text = compiled.form(stage)
        case "listing":
            text = compiled.assembly.listing
        case _:
            text = compiled.written
    if to is None:
        sys.stdout.write(text)
    else:
        storage.write_text(to, text, overwrite)


def warn(warnings: Iterable[SourceError | str], err: TextIO) -> None:
    """Print the warnings about a program that has no errors."""
    for warning in warnings:
        streams.warn(warning, err)
