"""Back in time: to an earlier moment, to the last stop, to whoever wrote a word.

What happened last before now is found by living ever longer stretches of the past again: first the last thousand
cycles, then ten times as many, and so on. In each of them, the last thing that happened is the one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from emulators.image import SourceLine
from emulators.machine import TRACE_CYCLE, TRACE_FLOW, TRACE_REGISTERS, Flow, Frame, Machine, Stop, Trace
from host.debugger.goals import LineAt, calls_of, counter_column
from host.debugger.history import Entry, History
from host.debugger.stops import FINAL, Armed, Breakpoint, Kind, Stops

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIRST_STRETCH, GROWTH = 1000, 10  # cycles; times
FIRST_SPAN, GROWTH = 1000, 8  # cycles that are lived again, at first; times
PIECE = 50_000  # cycles of a traced run


@dataclass(frozen=True)
class Writing:
    """Who wrote a word."""

    cycle: int  # the moment before it
    address: int | None  # of the instruction; None: it came from outside (a key, a debugger)
    before: int
    after: int


class Travel:
    """Journeys through the past of a machine."""

    def __init__(self, machine: Machine, history: History, stops: Stops) -> None:
        self._machine = machine
        self._history = history
        self._stops = stops

    def go(self, cycle: int) -> None:
        """Go to the moment at a cycle, or the first one behind it."""
        with self._stops.asleep():
            self._history.go(cycle)

    def step_back(self, count: int) -> int:
        """Go back by so many instructions, as far as there are any; return how many it were."""
        with self._stops.asleep():
            return self._history.back(count)

    def live_again(self, count: int, look: Callable[[], None], behind: Callable[[], None]) -> None:
        """Live the last instructions again; `look` is called before each of them, `behind` behind the last."""
        here, given, now = self._machine.snapshot(), self._history.given, self._machine.cycles
        try:
            with self._stops.asleep():
                self._history.back(count)
                while self._machine.cycles < now:
                    look()
                    self._history.step()
                behind()
        finally:
            self._machine.restore(here)
            self._history.given = given

    def reverse(self) -> tuple[Breakpoint, ...]:
        """Go back to the last moment before now at which the machine would have stopped; return what stops it there.

        Conditions count, hit counts do not, and log points neither stop nor speak. Where nothing stops it, that is
        the beginning.
        """
        now = self._machine.cycles
        for first, end in self._stretches(now):
            last = self._last_stop(first, end, now)
            if last is not None:
                cycle, met = last
                self.go(cycle)
                return met
        self.go(self._history.start)
        return ()

    def last_write(self, address: int) -> Writing | None:
        """Return who wrote the word at an address last; the machine stays where it is."""
        here, given = self._machine.snapshot(), self._history.given
        try:
            for first, end in self._stretches(self._machine.cycles):
                found = self._last_writing(address, first, end)
                if found:
                    return found
            return None
        finally:
            self._machine.restore(here)
            self._history.given = given

    # ------------------------------------------------------------ parts

    def _stretches(self, now: int) -> Iterator[tuple[int, int]]:
        """Yield (first, end) of stretches of the past, one before the other, each longer than the last."""
        end, length, start = now, FIRST_STRETCH, self._history.start
        while end > start:
            first = max(start, end - length)
            yield first, end
            end, length = first, length * GROWTH

    def _last_stop(self, first: int, end: int, now: int) -> tuple[int, tuple[Breakpoint, ...]] | None:
        """Return the last moment of a stretch, before now, at which something stops the machine."""
        machine = self._machine
        self.go(first)
        self._stops.look()
        changes: list[tuple[int, Breakpoint]] = []
        last = None
        while machine.cycles < end:
            stop = self._run(end, changes)
            if machine.cycles >= now or stop in FINAL:
                break
            met = self._met(stop)
            if met:
                last = machine.cycles, met
        return self._last_change(changes, last[0] if last else -1, now) or last

    def _met(self, stop: Stop) -> tuple[Breakpoint, ...]:
        if stop == Stop.NONE:
            return ()
        arrived = self._stops.arrived(stop in (Stop.WATCH_READ, Stop.WATCH_WRITE))
        return tuple(each for each in arrived if not each.message and each.true())

    def _run(self, end: int, changes: list[tuple[int, Breakpoint]]) -> Stop:
        """Run to the next stop; note the changes of watched registers: the moments behind them."""
        registers = [each for each in self._stops.watched_registers() if not each.message]
        if not registers:
            return self._history.run_to(end, through=True)
        machine = self._machine
        machine.trace(True)
        stop = self._history.run_to(min(end, machine.cycles + PIECE), through=True)
        rows = machine.traced()
        machine.trace(False)
        moments = [*rows[1:, TRACE_CYCLE].tolist(), machine.cycles]
        names = list(machine.registers)
        for each in registers:
            column = rows[:, TRACE_REGISTERS + names.index(each.register)].tolist()
            values = [*column, machine.read_register(each.register)]
            changes += [(moments[i], each) for i in range(len(rows)) if values[i] != values[i + 1]]
        return stop

    def _last_change(
        self, changes: list[tuple[int, Breakpoint]], behind: int, now: int
    ) -> tuple[int, tuple[Breakpoint, ...]] | None:
        """Return the last change of a register, if it lies behind a cycle and its condition is true."""
        for cycle, each in sorted(changes, key=lambda change: -change[0]):
            if behind < cycle < now:
                if each.condition is not None:
                    self.go(cycle)
                if each.true():
                    return cycle, (each,)
        return None

    def _last_writing(self, address: int, first: int, end: int) -> Writing | None:
        """Return the last writing of a stretch."""
        machine, history = self._machine, self._history
        self.go(first)
        word = machine.peek(address)
        last: Writing | None = None

        def given(entry: Entry) -> None:
            nonlocal last, word
            before, word = word, machine.peek(address)
            if word != before:
                last = Writing(entry.cycle, None, before, word)

        history.on_given = given
        try:
            with self._stops.only({Armed(address, Kind.WRITE)}):
                while machine.cycles < end:
                    stop = history.run_to(end, through=True)
                    if stop == Stop.WATCH_WRITE:
                        before, word = word, machine.peek(address)
                        last = Writing(machine.cycles, -1, before, word)
                    elif stop != Stop.NONE:
                        break
        finally:
            history.on_given = lambda entry: None
        return self._with_instruction(last) if last and last.address is not None else last

    def _with_instruction(self, found: Writing) -> Writing:
        """Return a writing with the instruction that did it."""
        self.go(found.cycle)
        self.step_back(1)
        address = self._machine.read_register(self._machine.program_counter)
        return Writing(self._machine.cycles, address, found.before, found.after)


# ---------------------------------------------------------------- the source line before


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
