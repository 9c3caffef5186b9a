"""A machine's past: its inputs with their cycles, and snapshots to start from. Any moment of it can be lived again.

    snapshots    |---------|---------|---------|----      every few milliseconds of the host's time
    given           k k        poke       k k             key down, key up, ...: the log
                                  ^ now       ^ end

A moment is a cycle at which the machine was between two instructions. To go there, the latest snapshot before it
is restored and the machine runs on, being given the same things at the same cycles: it becomes the same machine,
bit for bit. Going on from a moment of the past lives the same future again; giving the machine anything new there
ends that future, and another begins.
"""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from emulators.machine import Machine, Snapshot, Stop, Trace, Value
from host.debugger.stops import FINAL

BUDGET = 64 << 20  # bytes of all snapshots together; then the older half of them is thinned out
NEAR = 10_000_000  # cycles before the end in which snapshots stay dense
SECONDS = 0.01  # of the host's time that lie between two snapshots
SHORTEST, LONGEST = 20_000, 4_000_000  # cycles between two snapshots
SPAN = 32  # cycles per instruction to look back for, at first
GROWTH = 8  # times as far back, where that was not enough
NEW_LIFE = "state"  # the input after which there is no way back: time itself may have jumped


class Entry(NamedTuple):
    """One input to the machine."""

    cycle: int
    kind: str
    value: Value


class Mark(NamedTuple):
    """A time to which the history can return directly."""

    cycle: int
    given: int  # entries of the log that had been given
    snapshot: Snapshot


class History:
    """The past of `machine`, from now on. Machines tell it their inputs.

    Nothing here stops for breakpoints: `run_to` and `step` return the machine's own stops, and whoever goes
    elsewhere in time switches them off before.
    """

    def __init__(self, machine: Machine, budget: int = BUDGET) -> None:
        self._machine = machine
        self._budget = budget
        self._replaying = False
        self.on_given: Callable[[Entry], None] = lambda entry: None  # told when something is given again
        self.on_piece: Callable[[], None] = lambda: None  # called every few milliseconds of a run; may break it off
        self.on_new_future: list[Callable[[], None]] = []  # called when the known future will never be
        self.interval = SHORTEST  # cycles between two snapshots, as fast as the machine runs now
        self.log: list[Entry] = []
        self.lives = 0  # how often it has begun
        self.given = 0  # entries of the log that have been given up to now
        self._marks: list[Mark] = []
        self.size = 0  # bytes that the snapshots take
        self.end = 0  # the last known cycle
        self.expected_end: int | None = None  # the cycle up to which a recording has inputs
        self.begin()
        machine.on_give = self._note

    def begin(self) -> None:
        """Discard the history; it starts now."""
        self.lives += 1
        self.log, self.given, self.expected_end = [], 0, None
        self._set_marks([self.here()])
        self.end = self.start
        for tell in self.on_new_future:
            tell()

    def expect(self, log: Iterable[Entry], end: int) -> None:
        """Schedule the inputs of a recording up to a cycle."""
        self.log = self.log[: self.given] + list(log)
        self.expected_end = end

    @property
    def start(self) -> int:
        """The earliest cycle in the history."""
        return self._marks[0].cycle

    def _set_marks(self, marks: list[Mark]) -> None:
        self._marks = marks
        self.size = sum(mark.snapshot.size for mark in marks)

    @property
    def snapshots(self) -> int:
        """How many snapshots there are."""
        return len(self._marks)

    # ------------------------------------------------------------ what is given

    def _note(self, cycle: int, kind: str, value: Value) -> None:
        if self._replaying:
            return
        if kind == NEW_LIFE:
            self.begin()
            return
        self.forget_future()
        self.log.append(Entry(cycle, kind, value))
        self.given += 1

    def forget_future(self) -> None:
        """End the history now: later events, past or scheduled, are discarded."""
        del self.log[self.given :]
        self.expected_end = None
        now = self._machine.cycles
        while len(self._marks) > 1 and (self._marks[-1].cycle > now or self._marks[-1].given > self.given):
            self.size -= self._marks.pop().snapshot.size
        known, self.end = self.end, now
        if now < known:
            for tell in self.on_new_future:
                tell()

    def give_due(self) -> None:
        """Apply the inputs due by now."""
        self._replaying = True
        try:
            while self.given < len(self.log) and self.log[self.given].cycle <= self._machine.cycles:
                entry = self.log[self.given]
                self.given += 1
                self._machine.give(entry.kind, entry.value)
                self.on_given(entry)
        finally:
            self._replaying = False

    @property
    def next_entry(self) -> int | None:
        """The cycle of the next input, None if there is none."""
        return self.log[self.given].cycle if self.given < len(self.log) else None

    # ------------------------------------------------------------ running

    def run_to(self, cycle: int, *, through: bool = False) -> Stop:
        """Run as the machine's own `run_to` does, living the past again; return why it stopped.

        With `through`, halts that are past are lived through: those followed by the input that made the machine
        go on, or asked again for input that it did not get.
        """
        machine = self._machine
        while True:
            self.on_piece()
            self.give_due()
            now = machine.cycles
            if now >= cycle:
                return Stop.NONE
            began = time.perf_counter()
            stop = machine.run_to(min(cycle, self._next_mark(now), self.next_entry or cycle))
            self._measure(machine.cycles - now, time.perf_counter() - began)
            self._mark()
            if stop != Stop.NONE and not (through and stop in FINAL and self._went_on(stop, now)):
                return stop

    def _went_on(self, stop: Stop, before: int) -> bool:
        """Return whether the machine continued after its current stop."""
        now = self._machine.cycles
        if self.next_entry is not None and self.next_entry <= now:
            return True
        return stop == Stop.INPUT and before < now < self.end

    def step(self) -> Stop:
        """Execute one instruction."""
        self.give_due()
        stop = self._machine.step()
        self._mark()
        return stop

    def _measure(self, cycles: int, seconds: float) -> None:
        """Choose the distance between snapshots: it takes SECONDS to run it again. It doubles at most."""
        if 2 * cycles >= self.interval:  # a shorter run says little about the host's speed
            fitting = int(cycles * SECONDS / max(seconds, 1e-6))
            self.interval = max(SHORTEST, min(LONGEST, 2 * self.interval, fitting))

    def _next_mark(self, now: int) -> int:
        return self._latest(now).cycle + self.interval if now >= self._latest(now).cycle else now + self.interval

    def _latest(self, cycle: int) -> Mark:
        """Return the last mark at or before a cycle; the first if there is none."""
        return self._marks[max(0, bisect_right(self._marks, cycle, key=lambda mark: mark.cycle) - 1)]

    def _mark(self) -> None:
        """Take a snapshot if the last one is far enough back."""
        now = self._machine.cycles
        self.end = max(self.end, now)
        if now - self._latest(now).cycle < self.interval:
            return
        mark = self.here()
        self._marks.insert(bisect_right(self._marks, now, key=lambda mark: mark.cycle), mark)
        self.size += mark.snapshot.size
        if self.size > self._budget:
            self._thin()

    def _thin(self) -> None:
        """Drop every second snapshot of the older half, but neither the first nor a near one."""
        near = bisect_left(self._marks, self.end - NEAR, key=lambda mark: mark.cycle)
        old = min(near, max(len(self._marks) // 2, 2))
        self._set_marks([mark for i, mark in enumerate(self._marks) if i >= old or i % 2 == 0])

    def state_at_start(self) -> bytes:
        """Return the machine's state at the start of the history."""
        here = self.here()
        self.restore(self._marks[0])
        state = self._machine.save_state()
        self.restore(here)
        return state

    # ------------------------------------------------------------ going elsewhere

    def go(self, cycle: int) -> None:
        """Go to the time `cycle`, or the first one after it; `start` at the earliest.

        Past the end, the machine runs on. If it stops for good before, that is where the journey ends.
        """
        mark, now = self._latest(max(cycle, self.start)), self._machine.cycles
        if not mark.cycle <= now <= cycle:
            self.restore(mark)
        self.run_to(cycle, through=True)

    @property
    def past(self) -> int:
        """The number of cycles that a way to the beginning takes."""
        return self._machine.cycles - self.start

    def way(self, cycle: int) -> float:
        """Return about how many seconds it takes to go to a cycle, at the speed that the machine has had."""
        mark, now = self._latest(max(cycle, self.start)).cycle, self._machine.cycles
        return self.seconds(cycle - (now if mark <= now <= cycle else mark))

    def seconds(self, cycles: int) -> float:
        """Return about how many seconds it takes to live a number of cycles again."""
        return cycles * SECONDS / self.interval

    def here(self) -> Mark:
        """Return the current time, for `restore`."""
        return Mark(self._machine.cycles, self.given, self._machine.snapshot())

    def restore(self, mark: Mark) -> None:
        """Return to a time saved by `here`."""
        self._machine.restore(mark.snapshot)
        self.given = mark.given

    def back(self, count: int = 1) -> int:
        """Go back by `count` instructions, or as many as there are; return the number.

        Time that passes without an instruction, as while a reset key is down, belongs to the instruction
        before.
        """
        now = self._machine.cycles
        moments = self.moments(now, count)[-count:]
        self.go(moments[0] if moments else self.start)
        return len(moments)

    def moments(self, before: int, count: int) -> list[int]:
        """Return the last `count` or more instruction times before a cycle."""
        found: list[int] = []
        for first in self.earlier(before, SPAN * count):
            self.go(first)
            _, rows = self.traced(before)
            found = rows.before(before).cycle.tolist()
            if len(found) >= count:
                break
        return found

    def earlier(self, before: int, span: int) -> Iterator[int]:
        """Yield cycles ever further back, at first by a span: to live the time between again. The last is `start`."""
        first = before
        while first > self.start:
            first = max(self.start, before - span)
            yield first
            span *= GROWTH

    def traced(self, cycle: int, *, through: bool = True) -> tuple[Stop, Trace]:
        """Run as `run_to` does; return why it stopped, and the trace."""
        self._machine.trace(True)
        try:
            stop = self.run_to(cycle, through=through)
            return stop, self._machine.traced()
        finally:
            self._machine.trace(False)
