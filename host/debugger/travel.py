"""Back in time: to an earlier moment, to the last stop, to whoever wrote a word.

What happened last before now is found by living ever longer stretches of the past again: first the last thousand
cycles, then ten times as many, and so on. In each of them, the last thing that happened is the one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from emulators.machine import TRACE_CYCLE, TRACE_REGISTERS, Machine, Stop
from host.debugger.halts import FINAL
from host.debugger.history import Entry, History
from host.debugger.stops import Armed, Breakpoint, Kind, Stops

FIRST_STRETCH, GROWTH = 1000, 10  # cycles; times
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
