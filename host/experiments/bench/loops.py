"""How are loops of a processor measured? What the workloads of the machines share.

A loop is a routine that goes through a table as often as TIMES says. It is checked, then timed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from host.experiments.bench.measuring import Row, Table


class Program(Protocol):
    """A program whose routines are called one by one: `Bare704`, `Bare6600`."""

    def put(self, name: str, *words: int) -> None:
        """Put words where a symbol says."""

    def call(self, name: str) -> int:
        """Call a routine; return its cycles."""

    def instructions(self, name: str) -> int:
        """Call a routine; return how many instructions it executes."""


class Loop(NamedTuple):
    """One of the routines."""

    label: str
    instructions: str  # of a pass
    other: float  # millions of them a second that an emulator written in C makes


class Observed(NamedTuple):
    """What going through the table once more takes."""

    cycles: int
    instructions: int


def observe(program: Program, routine: str, check: Callable[[], None]) -> Observed:
    """Go through the table once and twice, and check what is left in storage."""
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


def table(loops: Mapping[str, Loop], once: Mapping[str, Observed], length: int, microseconds: float) -> Table:
    """Return what the real machine takes, a pass being one word of the table and a cycle n microseconds."""
    rows = []
    for routine, loop in loops.items():
        cycles, executed = once[routine]
        rate = executed / (cycles * microseconds / 1e6)
        passed = cycles / length
        rows.append((loop.label, loop.instructions, round(passed, 1), round(passed * microseconds, 1), round(rate)))
    columns = ("loop", "instructions", "cycles a word", "µs a word", "instructions a second")
    return Table("on the original", columns, tuple(rows))
