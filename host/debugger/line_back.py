"""Where did the source line before this one begin? The way back over calls, as a step over a line is the way forth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from emulators.image import SourceLine
from emulators.machine import TRACE_CYCLE, TRACE_FLOW, Flow, Frame, Machine, Trace
from host.debugger.goals import LineAt, calls_of, counter_column
from host.debugger.history import History

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIRST_SPAN, GROWTH = 1000, 8  # cycles that are lived again, at first; times


def line_before(
    machine: Machine, history: History, line_at: LineAt, back: Callable[[Trace], int | None] | None = None
) -> int | None:
    """Return the cycle at which the line before began, None if that was before the beginning of history.

    Where there is no source, an instruction is a line. From inside a line, it is the beginning of that line. What was
    called on the way is passed over; from the first line of a subroutine, the way leads to the line that called it.
    The machine may be at another moment afterwards. `back` knows better which row of a trace that is: the program's
    language, of which it is asked where the machine is now.
    """
    now, span = machine.cycles, FIRST_SPAN
    while True:
        first = max(history.start, now - span)
        frames, rows, following = _lived_again(machine, history, first, now)
        found = back(rows) if back else _beginning(machine, frames, rows, following, line_at)
        if found is not None:
            return int(rows[found, TRACE_CYCLE])
        if first == history.start:
            return None
        span *= GROWTH


def _lived_again(machine: Machine, history: History, first: int, now: int) -> tuple[list[Frame], Trace, int]:
    """Return the calls open at a moment, what happened from then on, and the address where it ended."""
    history.go(first)
    frames = machine.frames()
    machine.trace(True)
    history.run_to(now, through=True)
    rows = machine.traced()
    machine.trace(False)
    return frames, rows[rows[:, TRACE_CYCLE] < now], machine.read_register(machine.program_counter)


def _beginning(machine: Machine, frames: list[Frame], rows: Trace, following: int, line_at: LineAt) -> int | None:
    """Return the row with which the last line began, None if there is no telling from these."""
    import numpy as np

    addresses = rows[:, counter_column(machine)].tolist()
    depths = _depths(machine, frames, rows, following).tolist()
    limit = depths[-1]
    inside: tuple[int, SourceLine] | None = None  # a row of the line whose beginning is looked for
    for index in np.flatnonzero(np.array(depths[:-1]) <= limit)[::-1].tolist():
        if depths[index] > limit:
            continue
        limit = depths[index]
        line = line_at(addresses[index])
        if inside and (line is None or (line.file, line.line) != (inside[1].file, inside[1].line)):
            return inside[0]
        if line is None or line.address == addresses[index]:
            return int(index)
        inside = int(index), line
    return None


def _depths(machine: Machine, frames: list[Frame], rows: Trace, following: int) -> NDArray[np.int64]:
    """Return how deep in calls the machine was before each row, and behind the last one."""
    import numpy as np

    calls, column = calls_of(machine, frames), counter_column(machine)
    targets = np.append(rows[1:, column], following)
    changes = np.zeros(len(rows) + 1, np.int64)
    changes[0] = calls.depth
    for index in np.flatnonzero(rows[:, TRACE_FLOW]).tolist():
        flow, before = int(rows[index, TRACE_FLOW]), calls.depth
        calls.note(flow, int(rows[index, column]), int(targets[index]))
        unseen = before == 0 and bool(flow & (Flow.RETURN | Flow.RESUME))  # from a call that nobody saw
        changes[index + 1] = -1 if unseen else calls.depth - before
    return np.cumsum(changes)
