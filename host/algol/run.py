"""Running a compiled ALGOL program on the CDC 6600, its channels being files; and what is said when it fails.

A run can be repeated exactly: where the program was when the library stopped it is found by running the end once more.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from emulators.cdc6600.core import Cause
from emulators.cdc6600.devices import time_of
from emulators.cdc6600.scoreboard import Column
from emulators.errors import SourceError
from emulators.image import Image
from emulators.machine import Stop
from emulators.machine import Trace as Row
from host.algol.spans import read_text
from host.assemblers import cached
from host.cdc6600 import PIECE, Cdc6600
from host.desk.cdc6600.conversation import Conversation
from host.desk.cdc6600.execution import NOTING, Execution
from host.desk.cdc6600.job import (
    UNTIL,
    Job,
    conclude,
    put_together,
    reason_lines,
    refuse_impossible,
)
from host.formats import storage

if TYPE_CHECKING:
    from emulators.cdc6600.machine import Snapshot
    from host.algol.compiler import Compiled
    from host.algol.trace import Call, Trace

LISTENED = 8  # pieces that are kept while lines are typed: the library alone may run in the last ones


class Repeatable(Execution):
    """A run that knows how the machine was a while ago."""

    def run(self) -> None:
        """Run to the end."""
        self.before = deque([self.machine.snapshot()], LISTENED if self.conversation else 1)  # the last one at the end
        super().run()

    def _run_piece(self) -> Stop:
        if self.conversation or self.machine.cycles - self.before[-1].cycle >= PIECE:
            self.before.append(self.machine.snapshot())
        return super()._run_piece()


def run(image: Image, compiled: Callable[[], Compiled], job: Job, out: TextIO, err: TextIO, keyboard: TextIO) -> int:
    """Run a program; print OUTPUT and the time. Returns the exit status: 1 for a program that failed.

    `compiled` gives the program in all its forms; it is asked for one that fails, or if the job wants the time.
    """
    refuse_impossible(job)
    machine = put_together(job)
    machine.load(image)
    conversation = Conversation(machine, keyboard, out, err) if job.interactive else None
    execution = Repeatable(machine, job, conversation)
    if job.time:
        from host.algol.account import AlgolAccount

        execution.account = account = AlgolAccount(compiled())
    execution.run()
    why, told = (
        _failure(compiled, execution),
        [f"CP time  {time_of(machine)}, {machine.instructions:,} instructions"],
    )
    if job.time:
        told += [UNTIL, str(compiled().words), *reason_lines(account), *account.report()]
    return conclude(execution, image, why, told, out, err)


def _failure(program: Callable[[], Compiled], execution: Repeatable) -> str:
    """Return why the program did not end by itself; nothing for one that did."""
    machine = execution.machine
    if machine.cause == Cause.END:
        return ""
    from host.algol.fault import Fault

    compiled = program()
    calls = list(_calls(compiled, execution))
    if machine.cause == Cause.NONE:
        over = "was interrupted" if execution.interrupted else f"has not ended within {execution.job.limit:,} cycles"
        at = f"{compiled.lines_file}:{calls[0].line}: " if calls else ""
        return f"{at}error: the program {over}"
    return str(Fault(compiled, machine, calls))


def _calls(compiled: Compiled, execution: Repeatable) -> Iterator[Call]:
    """Yield where the program was when it stopped, then who had called that; the machine stays as it is."""
    from host.algol.trace import Trace

    machine, trace = execution.machine, Trace(compiled)
    end = machine.snapshot()
    until = end.cycle
    for before in reversed(execution.before):  # what is typed comes between two of them: the run is repeated up to that
        last = _last_instruction(machine, before, until, trace)
        if last is not None:
            machine.restore(before)
            machine.run_to(int(last[Column.ISSUE]))
            yield from trace.calls(machine, int(last[Column.LOCATION]), int(last[Column.PARCEL]))
            break
        until = before.cycle
    machine.restore(end)


def _last_instruction(machine: Cdc6600, before: Snapshot, end: int, trace: Trace) -> Row | None:
    """Return the row of the program's own last instruction of a stretch, the library and switches left out."""
    last = None
    machine.restore(before)
    machine.timing()
    while machine.cycles < end:
        stop = machine.run_to(min(end, machine.cycles + NOTING))
        rows = machine.timed(last=True)
        places = rows[:, Column.LOCATION]
        own = (places >= trace.start) & (places < trace.end)
        for switch in trace.switches:
            own &= (places < switch.start) | (places >= switch.stop)
        if own.any():
            last = rows[own][-1]
        if stop != Stop.NONE:
            break
    machine.timing(False)
    return last


def warn(warnings: Iterable[SourceError | str], err: TextIO) -> None:
    """Print the warnings about a program that has no errors."""
    for warning in warnings:
        print(warning, file=err)


def run_file(
    job: Job,
    *,
    representation: str | None = None,
    out: TextIO | None = None,
    err: TextIO | None = None,
    keyboard: TextIO | None = None,
    **options: bool,
) -> int:
    """Compile and run the program of a job."""
    text = read_text(Path(job.program))  # as it is now: it may be edited while the program runs
    program = cached.assembled(job.program, dialect="algol", representation=representation, **options)
    warn(program.warnings, err or sys.stderr)

    @cache
    def compiled() -> Compiled:
        from host.algol.compiler import compile_text

        return compile_text(text, job.program, representation=representation, **options)

    return run(program.image, compiled, job, out or sys.stdout, err or sys.stderr, keyboard or sys.stdin)


def write(
    path: Path, emit: str, to: Path | None, overwrite: bool, *, representation: str | None = None, **options: bool
) -> None:
    """Write a program's COMPASS text or its listing, to a file or to the standard output."""
    from host.algol.compiler import compile_file

    compiled = compile_file(path, representation, **options)
    warn(compiled.program.warnings, sys.stderr)
    text = compiled.compass if emit == "compass" else compiled.assembly.listing
    if to is None:
        sys.stdout.write(text)
    else:
        storage.write_all(to, text.encode("utf-8"), overwrite)
