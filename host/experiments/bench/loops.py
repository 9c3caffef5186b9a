"""Loops of a processor: routines that go through a table as often as TIMES says. Each is checked, then timed.

Each machine has a row: its program, its loops, the check after a pass, and the emulator in C with which
its speed is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from host.experiments.bench.measuring import Result, Row, Table, Task, measure
from host.machines.programs import Bare


class Loop(NamedTuple):
    """One of the routines."""

    label: str
    instructions: str  # of a pass
    other: float  # millions of them a second that an emulator written in C makes


class Observed(NamedTuple):
    """The cost of one more pass through the table."""

    cycles: int
    instructions: int


@dataclass(frozen=True)
class Workload:
    """The loops of a machine."""

    name: str
    title: str
    clock: float  # Hz
    times: int  # through the table
    loops: Mapping[str, Loop]
    other: str  # the emulator written in C
    prepared: Callable[[], Bare]  # a machine with the program, its tables filled
    check: Callable[[Any, str], None]  # raises IronboardError unless a loop has left the right words
    others: Mapping[str, Callable[[], Bare]] = field(default_factory=dict)  # by what a row adds: machines that differ
    more: Callable[[], list[Task]] = list  # tasks that the emulator in C has not done

    def measure(self, runs: int, times: int = 0) -> Result:
        """Check the loops, then time them."""
        exact, times = self.prepared(), times or self.times
        once = self.observe_all(exact)
        programs = {suffix: prepared() for suffix, prepared in self.others.items()}
        for program in programs.values():
            self.observe_all(program)
        programs[""] = exact
        tasks, others = [], []
        for routine, loop in self.loops.items():
            cycles = called(exact, routine, times)
            for suffix, program in programs.items():
                work = partial(called, program, routine, times, None if program is exact else cycles)
                tasks.append(Task(loop.label + suffix, work, once[routine].instructions * times))
                others.append(loop.other)
        rows = measure([*tasks, *self.more()], runs, self.clock)
        notes = tuple(note(row, self.other, rate) for row, rate in zip(rows, others, strict=False))
        return Result(self.name, self.title, rows, tables=(self.table(exact, once),), notes=notes)

    def observe_all(self, program: Bare) -> dict[str, Observed]:
        """Run each loop, and check the words it leaves in storage."""
        return {routine: observe(program, routine, partial(self.check, program, routine)) for routine in self.loops}

    def table(self, program: Bare, once: Mapping[str, Observed]) -> Table:
        """Return the real machine's times; a pass is one word of the table."""
        length, microseconds = program.get("LENGTH"), 1e6 / self.clock
        rows = []
        for routine, loop in self.loops.items():
            cycles, executed = once[routine]
            rate = executed / (cycles * microseconds / 1e6)
            passed = cycles / length
            rows.append((loop.label, loop.instructions, round(passed, 1), round(passed * microseconds, 1), round(rate)))
        columns = ("loop", "instructions", "cycles a word", "µs a word", "instructions a second")
        return Table("on the original", columns, tuple(rows))


def called(program: Bare, routine: str, times: int, cycles: int | None = None) -> int:
    """Run a loop; return its cycles, or `cycles` if given: without its model of time the machine counts others."""
    program.put("TIMES", times)
    taken = program.call(routine)
    return taken if cycles is None else cycles


def observe(program: Bare, routine: str, check: Callable[[], None]) -> Observed:
    """Go through the table once and twice, checking the storage; return the difference."""
    seen = []
    for times in (1, 2):
        program.put("TIMES", times)
        seen.append((program.call(routine), program.instructions(routine)))
        check()
    (cycles, instructions), (more_cycles, more_instructions) = seen
    return Observed(more_cycles - cycles, more_instructions - instructions)


def note(row: Row, other: str, rate: float) -> str:
    """Return instructions a second, in words."""
    slow, median, fast = (
        (row.instructions or 0) / each / 1e6 for each in (max(row.seconds), row.median, min(row.seconds))
    )
    return f"{row.label}: {median:.0f} million instructions a second ({slow:.0f} to {fast:.0f}); {other} {rate:g}"
