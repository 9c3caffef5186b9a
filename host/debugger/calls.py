"""Which calls are open? Worked out from a trace, instruction by instruction."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from emulators.machine import TRACE_FLOW, Flow, Frame, Trace

PARAMETERS = 256  # words that may stand behind a call for the subroutine to read; it returns behind them


class Calls:
    """The stack of calls, followed through a trace.

    A return takes with it every call up to the one that it returns from: the innermost that waits at the address it
    goes to, or a little before it, with parameters in between. When none does, it was no return but a jump through
    the stack, and nothing is taken. A return from an interrupt ends the innermost interrupt and what it had called.

    `behind` returns the address behind the instruction at an address: where a call will return to.
    `column` is the trace's column of the program counter.
    """

    def __init__(self, behind: Callable[[int], int], column: int, frames: Iterable[Frame] = ()) -> None:
        self._behind = behind
        self._column = column
        self.frames = list(frames)[::-1]  # the innermost last

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

    def note(self, flow: Flow, address: int, target: int) -> None:
        """Note what the instruction at `address` did; the next one to be executed is at `target`."""
        if flow & Flow.CALL:
            self.frames.append(Frame(address, self._behind(address)))
        if flow & Flow.RETURN:
            self._return_to(target)
        if flow & Flow.RESUME:
            self._drop(next((i for i in reversed(range(self.depth)) if self.frames[i].interrupt), None))
        if flow & Flow.INTERRUPT:
            self.frames.append(Frame(address, self._behind(address), interrupt=True))

    def _return_to(self, target: int) -> None:
        exact = (i for i in reversed(range(self.depth)) if self.frames[i].back == target)
        behind = (i for i in range(self.depth)[-1:] if self.frames[i].back < target <= self.frames[i].back + PARAMETERS)
        self._drop(next(exact, next(behind, None)))

    def _drop(self, depth: int | None) -> None:
        if depth is not None:
            del self.frames[depth:]
