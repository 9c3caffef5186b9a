"""Back in time: to the last stop, to the last write to a word, to the previous source line, to the program's own code.

To find the last event before now, ever longer stretches of the past are run again (`History.earlier`). In each of them,
the last event counts. Where they are traced, they have an end, too (`_stretches`): a program may have waited for
minutes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from emulators.image import SourceLine
from emulators.machine import Flow, Frame, Machine, Stop, Trace
from host.debugger.goals import LineAt, calls_of, counter_column
from host.debugger.history import Entry, History
from host.debugger.stops import FINAL, Armed, Breakpoint, Kind, Stops
from host.languages.running import Back

STRETCH = 1000  # cycles that are lived again at first
PIECE = 50_000  # cycles of a traced run
LONGEST = 20 * PIECE  # cycles of a stretch that is traced at once
FAR = 500_000  # cycles that are looked back over unasked for the beginning of a statement that has failed
FURTHEST = 100 * FAR  # ... and for the last instruction before code of others

Met = tuple[int, tuple[Breakpoint, ...]]  # a moment, and the stops of the machine there


# ---------------------------------------------------------------- the last stop


def last_stop(machine: Machine, history: History, stops: Stops) -> tuple[Breakpoint, ...]:
    """Go back to the last time at which the machine would have stopped; return the stops there.

    Conditions count, hit counts do not; log points neither stop nor print. If nothing stops it, that is the
    beginning.
    """
    now = end = machine.cycles
    for first in history.earlier(now, STRETCH):
        last = _last_stop_between(machine, history, stops, (first, end, now))
        if last is not None:
            with stops.asleep():
                history.go(last[0])
            return last[1]
        end = first
    with stops.asleep():
        history.go(history.start)
    return ()


def _last_stop_between(machine: Machine, history: History, stops: Stops, stretch: tuple[int, int, int]) -> Met | None:
    """Return the last moment of a stretch (first, end), before now, at which something stops the machine."""
    first, end, now = stretch
    with stops.asleep():
        history.go(first)
    stops.look()
    registers = [each for each in stops.watched_registers() if not each.message]
    changes: list[tuple[int, Breakpoint]] = []
    last: Met | None = None
    while machine.cycles < end:
        if registers:
            stop, rows = history.traced(min(end, machine.cycles + PIECE))
            moments = [*rows.cycle, machine.cycles]
            changes += [(moments[i], each) for each in registers for i in stops.changes(each.register, rows)]
        else:
            stop = history.run_to(end, through=True)
        if machine.cycles >= now or stop in FINAL:
            break
        arrived = stops.arrived(stop in (Stop.WATCH_READ, Stop.WATCH_WRITE)) if stop else []
        met = tuple(each for each in arrived if not each.message and each.true())
        last = (machine.cycles, met) if met else last
    for cycle, each in sorted(changes, key=lambda change: -change[0]):
        if (last[0] if last else -1) < cycle < now:
            if each.condition is not None:
                with stops.asleep():
                    history.go(cycle)
            if each.true():
                return cycle, (each,)
    return last


# ---------------------------------------------------------------- the last write


@dataclass(frozen=True)
class Writing:
    """A write to a word, or a change of a register."""

    cycle: int  # the moment before it
    address: int | None  # of the instruction; None: it came from outside (a key, a debugger)
    before: int
    after: int


def last_write(machine: Machine, history: History, stops: Stops, address: int) -> Writing | None:
    """Return the last write to a word, None if it never changed. The machine ends where it began."""
    here = history.here()
    end = here.cycle
    try:
        for first in history.earlier(end, STRETCH):
            found = _last_write_between(machine, history, stops, (address, first, end))
            if found:
                return found
            end = first
        return None
    finally:
        history.restore(here)


def _last_write_between(
    machine: Machine, history: History, stops: Stops, stretch: tuple[int, int, int]
) -> Writing | None:
    """Return the last write in a stretch: address of the word, first cycle, end."""
    address, first, end = stretch
    with stops.asleep():
        history.go(first)
    word = machine.peek(address)
    last: Writing | None = None

    def note(cycle: int, writer: int | None) -> None:
        nonlocal last, word
        before, word = word, machine.peek(address)
        if word != before or writer is not None:
            last = Writing(cycle, writer, before, word)

    def given(entry: Entry) -> None:
        note(entry.cycle, None)

    history.on_given = given
    try:
        with stops.only({Armed(address, Kind.WRITE)}):
            while machine.cycles < end:
                stop = history.run_to(end, through=True)
                if stop == Stop.WATCH_WRITE:
                    note(machine.cycles, -1)
                elif stop != Stop.NONE:
                    break
    finally:
        history.on_given = lambda entry: None
    if last is None or last.address is None:
        return last
    with stops.asleep():  # the instruction before the moment that has been noted
        history.go(last.cycle)
        history.back(1)
    return Writing(machine.cycles, machine.read_register(machine.program_counter), last.before, last.after)


def last_change(machine: Machine, history: History, stops: Stops, register: str) -> Writing | None:
    """Return the last instruction that changed a register, None if none has. The machine ends where it began."""
    here = history.here()
    end = here.cycle
    try:
        with stops.asleep():
            for first in history.earlier(end, STRETCH):
                history.go(first)
                last: Writing | None = None
                while machine.cycles < end:
                    _, rows = history.traced(min(end, machine.cycles + PIECE))
                    if found := stops.changes(register, rows):
                        values = [*rows[register], machine.read_register(register)]
                        row, after = rows[found[-1] - 1], values[found[-1]]
                        last = Writing(row.cycle, row[counter_column(machine)], values[found[-1] - 1], after)
                    if not len(rows):
                        break
                if last is not None:
                    return last
                end = first
        return None
    finally:
        history.restore(here)


# ---------------------------------------------------------------- the source line before


def line_before(
    machine: Machine,
    history: History,
    line_at: LineAt,
    back: Back | None = None,
    within: float = math.inf,
) -> int | None:
    """Return the cycle at which the line before began, None if that was before the beginning of history.

    None, too, if it was more than `within` cycles ago: a program may have waited for a line for minutes.

    Where there is no source, an instruction is a line. From inside a line, it is the beginning of that line. Code that
    was called on the way is passed over; from the first line of a subroutine, the way leads to the line that called it.
    The machine may be at another moment afterwards. `back` knows better which row of a trace that is: the search of the
    program's language, which has been made where the machine is now.
    """
    lines = _Lines(machine, line_at)
    for first, end in _stretches(machine, history, within):
        history.go(first)
        frames = machine.frames()
        _, rows = history.traced(end)
        rows = rows.before(end)
        if back is None:
            cycle = lines.beginning(rows, _depths(machine, frames, rows))
        else:
            found = back(rows)
            cycle = None if found is None else rows[found].cycle
        if cycle is not None:
            return cycle
    return None


def _stretches(machine: Machine, history: History, within: float) -> Iterator[tuple[int, int]]:
    """Yield the beginnings and ends of stretches of the past, the last one first: the trace of each fits into memory.

    They get longer, and go back to the beginning, or over as many cycles as `within` says.
    """
    now = end = machine.cycles
    span = STRETCH
    while end > max(history.start, now - within):
        first = max(history.start, end - span)
        yield first, end
        end, span = first, min(2 * span, LONGEST)


class _Lines:
    """The search for the beginning of a line, in stretches that are ever further back."""

    def __init__(self, machine: Machine, line_at: LineAt) -> None:
        self.column, self.line_at = counter_column(machine), line_at
        self.over = 0  # the least depth of calls met so far, relative to that where the last stretch began
        self.inside: tuple[int, SourceLine] | None = None  # when the line with the wanted beginning was executed

    def beginning(self, rows: Trace, depths: list[int]) -> int | None:
        """Return the cycle at which the line began, None if these rows, and those after them, do not show it."""
        addresses, cycles = rows.column(self.column), rows.cycle
        limit = depths[-1] + self.over
        for index in reversed(range(len(rows))):
            if depths[index] > limit:
                continue
            limit = depths[index]
            line, inside = self.line_at(addresses[index]), self.inside
            if inside and (line is None or (line.file, line.line) != (inside[1].file, inside[1].line)):
                return inside[0]
            if line is None or line.address == addresses[index]:
                return cycles[index]
            self.inside = cycles[index], line
        self.over = limit - depths[0]
        return None


def _depths(machine: Machine, frames: list[Frame], rows: Trace) -> list[int]:
    """Return the call depth before each row, and after the last one."""
    calls = calls_of(machine, frames)
    changes = [0] * (len(rows) + 1)
    changes[0] = calls.depth
    for index, flow, before in calls.follow(rows, machine.read_register(machine.program_counter)):
        unseen = before == 0 and flow & (Flow.RETURN | Flow.RESUME)  # from a call before the stretch
        changes[index + 1] = -1 if unseen else calls.depth - before
    return list(accumulate(changes))


# ---------------------------------------------------------------- the program's own code


def last_of(machine: Machine, history: History, own: Callable[[int], bool]) -> bool:
    """Go back to the last instruction before now at one of these addresses; return whether there is one.

    It is looked for in the last FURTHEST cycles, stretch by stretch: the trace of a long wait fills no memory.
    """
    column = counter_column(machine)
    for first, end in _stretches(machine, history, FURTHEST):
        history.go(first)
        _, rows = history.traced(end)
        rows = rows.before(end)
        addresses = rows.column(column)
        mine = {address for address in {*addresses} if own(address)}
        if mine:
            number = next(each for each in reversed(range(len(rows))) if addresses[each] in mine)
            history.go(rows[number].cycle)
            return True
    return False
