"""What a run is for: how a session knows, from the instructions that were executed, that it has arrived.

A goal is asked about every stretch of a run: the rows of its trace, and the address of the instruction behind them.
It answers with the number of rows it took to get there, or None.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from emulators.image import SourceLine
from emulators.machine import TRACE_FLOW, TRACE_REGISTERS, Flow, Frame, Machine, Trace
from host.debugger.calls import Calls

LineAt = Callable[[int], SourceLine | None]


class Goal(Protocol):
    """Where a run shall end."""

    def reached(self, rows: Trace, following: int) -> int | None:
        """Return how many of these instructions it took to reach the goal, None if it has not been reached."""
        ...


def counter_column(machine: Machine) -> int:
    """Return the trace's column of the program counter."""
    return TRACE_REGISTERS + list(machine.registers).index(machine.program_counter)


def calls_of(machine: Machine, frames: list[Frame]) -> Calls:
    """Return a follower of calls."""
    return Calls(lambda address: machine.disassemble(address)[1], counter_column(machine), frames)


class Instructions:
    """So many instructions."""

    def __init__(self, count: int) -> None:
        self._left = count

    def reached(self, rows: Trace, following: int) -> int | None:
        """Count them."""
        if len(rows) >= self._left:
            return self._left
        self._left -= len(rows)
        return None


class Over:
    """One instruction; a call, or an interrupt behind it, counts as one with all that it does until it returns."""

    def __init__(self, machine: Machine) -> None:
        self._calls = calls_of(machine, [])
        self._begun = False

    def reached(self, rows: Trace, following: int) -> int | None:
        """Wait until nothing is open that was not open before."""
        if not len(rows):
            return None
        if not self._begun and not rows[0, TRACE_FLOW]:
            return 1
        self._begun = True
        return self._calls.follow(rows, following, lambda: self._calls.depth == 0)


class Out:
    """The end of the subroutine, or of the interrupt, that the machine is in."""

    def __init__(self, machine: Machine) -> None:
        self._calls = calls_of(machine, machine.frames())
        self._depth = self._calls.depth
        self._column = counter_column(machine)

    def reached(self, rows: Trace, following: int) -> int | None:
        """Wait until fewer calls are open than before, or until something returns that nobody saw called."""
        import numpy as np

        targets = np.append(rows[1:, self._column], following)
        for index in np.flatnonzero(rows[:, TRACE_FLOW]):
            flow, before = Flow(int(rows[index, TRACE_FLOW])), self._calls.depth
            self._calls.note(flow, int(rows[index, self._column]), int(targets[index]))
            ended = flow & (Flow.RESUME if self._depth else Flow.RESUME | Flow.RETURN)
            if self._calls.depth < self._depth or (ended and before == self._depth == self._calls.depth):
                return int(index) + 1
        return None


class Lines:
    """The next line of the source; with `over`, calls are not followed. Where there is no source, an instruction."""

    def __init__(self, machine: Machine, line_at: LineAt, *, over: bool = False) -> None:
        self._line_at = line_at
        self._over = over
        self._calls = calls_of(machine, [])
        self._column = counter_column(machine)
        self._from = line_at(machine.read_register(machine.program_counter))

    def reached(self, rows: Trace, following: int) -> int | None:
        """Look at every instruction for its line."""
        addresses = [*rows[1:, self._column].tolist(), following]
        for index, address in enumerate(addresses[: len(rows)]):
            if rows[index, TRACE_FLOW]:
                self._calls.note(Flow(int(rows[index, TRACE_FLOW])), int(rows[index, self._column]), address)
            if not (self._over and self._calls.depth) and self._new(address):
                return index + 1
        return None

    def _new(self, address: int) -> bool:
        line = self._line_at(address)
        if line is None or self._from is None:
            return True
        return (line.file, line.line) != (self._from.file, self._from.line) or address == line.address
