"""The goal of a run: how a session detects its end from the executed instructions.

A goal examines every stretch of a run: the rows of its trace, and the address of the instruction after them. It returns
the number of rows up to the goal, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import compress, count, islice
from typing import NamedTuple, Protocol

from emulators.image import SourceLine
from emulators.machine import TRACE_FLOW, TRACE_REGISTERS, Flow, Frame, Machine, Trace

PARAMETERS = 256  # words that may follow a call for the subroutine to read; it returns after them
CALL, RETURN, INTERRUPT, RESUME = map(int, Flow)  # plain numbers: this is asked of every call of a profile
MOST = 1000  # calls open at the same time; with one more, all of them are taken to have been abandoned

LineAt = Callable[[int], SourceLine | None]


class Goal(Protocol):
    """The end of a run."""

    def reached(self, rows: Trace, following: int) -> int | None:
        """Return how many of these instructions it took to reach the goal, None if it was not reached."""


def counter_column(machine: Machine) -> int:
    """Return the trace's column of the program counter."""
    return TRACE_REGISTERS + list(machine.registers).index(machine.program_counter)


def calls_of(machine: Machine, frames: list[Frame]) -> Calls:
    """Return a follower of calls."""
    return Calls(lambda address: machine.disassemble(address)[1], counter_column(machine), frames)


class Instructions:
    """A number of instructions."""

    def __init__(self, count: int) -> None:
        self._left = count

    def reached(self, rows: Trace, following: int) -> int | None:
        """Count them."""
        if len(rows) >= self._left:
            return self._left
        self._left -= len(rows)
        return None


class Over:
    """One instruction; a call, or an interrupt after it, counts as one together with everything up to its return."""

    def __init__(self, machine: Machine) -> None:
        self._calls = calls_of(machine, [])
        self._begun = False

    def reached(self, rows: Trace, following: int) -> int | None:
        """Wait until no new call is open."""
        if not len(rows):
            return None
        if not self._begun and not rows[0][TRACE_FLOW]:
            return 1
        self._begun = True
        return next((index + 1 for index, *_ in self._calls.follow(rows, following) if not self._calls.depth), None)


class Out:
    """The end of the current subroutine or interrupt handler."""

    def __init__(self, machine: Machine) -> None:
        self._calls = calls_of(machine, machine.frames())
        self._depth = self._calls.depth

    def reached(self, rows: Trace, following: int) -> int | None:
        """Wait until fewer calls are open than before, or until a return from a call that was not seen."""
        for index, flow, before in self._calls.follow(rows, following):
            ended = flow & (RESUME if self._depth else RESUME | RETURN)
            if self._calls.depth < self._depth or (ended and before == self._depth == self._calls.depth):
                return index + 1
        return None


class Lines:
    """The next line of the source; with `over`, calls are not followed. Without a source, one instruction."""

    def __init__(self, machine: Machine, line_at: LineAt, *, over: bool = False) -> None:
        self._line_at = line_at
        self._over = over
        self._calls = calls_of(machine, [])
        self._column = counter_column(machine)
        self._from = line_at(machine.read_register(machine.program_counter))

    def reached(self, rows: Trace, following: int) -> int | None:
        """Look at every instruction for its line."""
        addresses = rows.column(self._column)
        addresses.append(following)
        for index, (flow, address) in enumerate(zip(rows.column(TRACE_FLOW), islice(addresses, 1, None), strict=True)):
            if flow:
                self._calls.note(flow, addresses[index], address)
            if not (self._over and self._calls.depth) and self._new(address):
                return index + 1
        return None

    def _new(self, address: int) -> bool:
        line = self._line_at(address)
        if line is None or self._from is None:
            return True
        return (line.file, line.line) != (self._from.file, self._from.line) or address == line.address


# ---------------------------------------------------------------- open calls


class Mark(NamedTuple):
    """The record of an open call besides its frame."""

    level: int | None = None  # the stack pointer before the call
    returning: bool = False  # an interrupt after a return: where that goes shows when the interrupt ends


class Calls:
    """The stack of calls, followed through a trace.

    A return takes with it every call up to the one that it returns from: the innermost that waits at the address it
    goes to, or a little before it, with parameters in between. When none does, it was not a return but a jump through
    the stack, and nothing is taken. A return from an interrupt ends the innermost interrupt and its calls.
    Where the stack pointer is known, a call also ends those with return addresses that it overwrites.

    `after` returns the address after the instruction at an address: where a call will return to.
    `column` is the trace's column of the program counter.
    """

    def __init__(self, after: Callable[[int], int], column: int, frames: Iterable[Frame] = ()) -> None:
        self._after = after
        self._column = column
        self.frames = list(frames)[::-1]  # the innermost last
        self._marks = [Mark()] * len(self.frames)

    @property
    def depth(self) -> int:
        """How many calls are open."""
        return len(self.frames)

    def follow(self, rows: Trace, following: int) -> Iterator[tuple[int, int, int]]:
        """Follow a trace; `following` is the address of the instruction after its last row.

        Yield, after each row that has called, returned or the like: its number, its flow, the calls open before it.
        """
        addresses, flows = rows.column(self._column), rows.column(TRACE_FLOW)
        addresses.append(following)
        for index in compress(count(), flows):
            before = self.depth
            self.note(flows[index], addresses[index], addresses[index + 1])
            yield index, flows[index], before

    def note(self, flow: int, address: int, target: int, level: int | None = None) -> None:
        """Record the instruction at `address`; the next one is at `target`.

        `level`: the stack pointer before it, on a machine that has one.
        """
        interrupt = bool(flow & INTERRUPT)
        if flow & CALL:
            self._abandon(level)
            self._open(Frame(address, self._after(address)), None if interrupt else target, Mark(level))
        if flow & RETURN and not interrupt:
            self._return_to(target)
        if flow & RESUME:
            self._resume(target)
        if interrupt:
            mark = Mark(returning=bool(flow & RETURN))
            self._open(Frame(address, self._after(address), interrupt=True), target, mark)

    def _open(self, frame: Frame, target: int | None, mark: Mark) -> None:
        """Begin a call; `target` is the address of its first instruction, None when an interrupt came before that."""
        if self.depth == MOST:
            self._drop(0)
        self.frames.append(frame)
        self._marks.append(mark)

    def _drop(self, depth: int) -> None:
        """End all calls but the outermost `depth`."""
        del self.frames[depth:]
        del self._marks[depth:]

    def _abandon(self, level: int | None) -> None:
        if level is not None:
            lost = (i for i, mark in enumerate(self._marks) if mark.level is not None and mark.level <= level)
            self._drop(next(lost, self.depth))

    def _return_to(self, target: int) -> None:
        exact = next((i for i in reversed(range(self.depth)) if self.frames[i].back == target), self.depth)
        skipped = target - self.frames[-1].back if self.frames else 0
        self._drop(self.depth - 1 if exact == self.depth and 0 < skipped <= PARAMETERS else exact)

    def _resume(self, target: int) -> None:
        depth = next((i for i in reversed(range(self.depth)) if self.frames[i].interrupt), None)
        if depth is not None:
            returning = self._marks[depth].returning
            self._drop(depth)
            if returning:
                self._return_to(target)
