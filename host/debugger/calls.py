"""Which calls are open? Worked out from a trace, instruction by instruction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from emulators.machine import TRACE_FLOW, Flow, Frame, Trace

PARAMETERS = 256  # words that may stand behind a call for the subroutine to read; it returns behind them
CALL, RETURN, INTERRUPT, RESUME = map(int, Flow)  # plain numbers: this is asked of every call of a profile
MOST = 1000  # calls open at the same time; with one more, all of them are taken to have been abandoned


class Mark(NamedTuple):
    """What is known about an open call besides its frame."""

    level: int | None = None  # the stack pointer before the call
    returning: bool = False  # an interrupt behind a return: where that goes shows when the interrupt ends


class Calls:
    """The stack of calls, followed through a trace.

    A return takes with it every call up to the one that it returns from: the innermost that waits at the address it
    goes to, or a little before it, with parameters in between. When none does, it was no return but a jump through
    the stack, and nothing is taken. A return from an interrupt ends the innermost interrupt and what it had called.
    Where the stack pointer is known, a call also ends those whose return addresses it writes over.

    `behind` returns the address behind the instruction at an address: where a call will return to.
    `column` is the trace's column of the program counter.
    """

    def __init__(self, behind: Callable[[int], int], column: int, frames: Iterable[Frame] = ()) -> None:
        self._behind = behind
        self._column = column
        self.frames = list(frames)[::-1]  # the innermost last
        self._marks = [Mark()] * len(self.frames)

    @property
    def depth(self) -> int:
        """How many calls are open."""
        return len(self.frames)

    def follow(self, rows: Trace, following: int, stop: Callable[[], bool] = lambda: False) -> int | None:
        """Follow a trace; `following` is the address of the instruction behind its last row.

        Return the number of rows that had been followed when `stop()` was true, None if it never was.
        """
        import numpy as np

        targets = np.append(rows[1:, self._column], following)
        for index in np.flatnonzero(rows[:, TRACE_FLOW]):
            self.note(Flow(int(rows[index, TRACE_FLOW])), int(rows[index, self._column]), int(targets[index]))
            if stop():
                return int(index) + 1
        return None

    def note(self, flow: int, address: int, target: int, level: int | None = None) -> None:
        """Note what the instruction at `address` did; the next one to be executed is at `target`.

        `level`: the stack pointer before it, on a machine that has one.
        """
        interrupt = bool(flow & INTERRUPT)
        if flow & CALL:
            self._abandon(level)
            self._open(Frame(address, self._behind(address)), None if interrupt else target, Mark(level))
        if flow & RETURN and not interrupt:
            self._return_to(target)
        if flow & RESUME:
            self._resume(target)
        if interrupt:
            mark = Mark(returning=bool(flow & RETURN))
            self._open(Frame(address, self._behind(address), interrupt=True), target, mark)

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
        exact = (i for i in reversed(range(self.depth)) if self.frames[i].back == target)
        behind = (i for i in range(self.depth)[-1:] if self.frames[i].back < target <= self.frames[i].back + PARAMETERS)
        self._drop(next(exact, next(behind, self.depth)))

    def _resume(self, target: int) -> None:
        depth = next((i for i in reversed(range(self.depth)) if self.frames[i].interrupt), None)
        if depth is not None:
            returning = self._marks[depth].returning
            self._drop(depth)
            if returning:
                self._return_to(target)
