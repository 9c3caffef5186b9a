"""What all machines have in common whose state is one record: marks on addresses, traces, inputs to come."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from emulators.machine import BusCycle, Stop, Value
from emulators.record import fill, numbers
from emulators.schedule import Schedule

if TYPE_CHECKING:
    from emulators.machine import Trace


class RecordMachine:
    """The part of the machine protocol that needs to know no more than the record.

    A machine says what its core has called things: `BREAKPOINT`, `WATCH_READ`, `WATCH_WRITE` and `TRACE` are bits of
    `m.special`; a row of the trace has `TRACE_COLUMNS`. It acts on inputs in `accept`.
    """

    BREAKPOINT: int
    WATCH_READ: int
    WATCH_WRITE: int
    TRACE: int
    TRACE_COLUMNS: int
    OWN_MARKS = 0  # bits of `m.special` that are part of the machine, not marks for a debugger
    clock: int  # Hz
    part_counter = ""  # a word holds one instruction

    def __init__(self) -> None:
        self.on_give: Callable[[int, str, Value], None] | None = None
        self.schedule: Schedule = Schedule()
        self._traced: list[Trace] = []

    @property
    def m(self) -> Any:
        """The record that holds the whole state."""
        raise NotImplementedError

    @property
    def cycles(self) -> int:
        """Clock cycles since power-on."""
        return int(self.m.cycles)

    @property
    def last_stop(self) -> Stop:
        """Why the last `run` or `step` returned."""
        return Stop(int(self.m.stop))

    @property
    def tracing(self) -> bool:
        """Whether every instruction is noted."""
        return bool(self.m.tracing)

    # ------------------------------------------------------------ time

    def run_to(self, cycle: int) -> Stop:
        """Run until `cycle` since power-on, or until something stops the machine; the last instruction is finished."""
        raise NotImplementedError

    def run_until(self, condition: Callable[[Self], object], *, seconds: float = 10.0, interval: float = 0.01) -> bool:
        """Run until `condition(machine)` is true; return False if it never was in `seconds`.

        `seconds` and `interval` are seconds of the machine's own time. The condition is looked at now, then once in
        `interval` and when something stops the machine; if it is false even then, the answer is False. So the machine
        may have run on by up to `interval` since the condition became true: a shorter one finds the moment more
        closely, and costs the host more (0.1 to 0.2 ms a look).
        """
        limit = self.cycles + round(seconds * self.clock)
        step = max(1, round(interval * self.clock))
        stop = Stop.NONE
        while not condition(self):
            if stop != Stop.NONE or self.cycles >= limit:
                return False
            stop = self.run_to(min(self.cycles + step, limit))
        return True

    # ------------------------------------------------------------ marks

    def _mark(self, address: int, bits: int, on: bool) -> None:
        special = self.m.special
        marks = int(special[address])
        special[address] = marks | bits if on else marks & ~bits

    def set_breakpoint(self, address: int, on: bool = True, part: int = 0) -> None:
        """Stop before the instruction at `address` (or no longer)."""
        self._mark(address, self.BREAKPOINT, on)

    def set_watchpoint(self, address: int, read: bool = False, write: bool = True, on: bool = True) -> None:
        """Stop behind an instruction that reads or writes `address` (or no longer)."""
        self._mark(address, self.WATCH_READ * read | self.WATCH_WRITE * write, on)

    @contextmanager
    def without_marks(self) -> Iterator[None]:
        """Take all breakpoints and watchpoints away for a while."""
        before = bytes(self.m.special)
        fill(self.m.special, before.translate(bytes(each & self.OWN_MARKS for each in range(256))))
        try:
            yield
        finally:
            fill(self.m.special, before)

    @contextmanager
    def watching(self, except_at: Collection[int] = (), *, reads: bool = False) -> Iterator[None]:
        """Watch writes, and reads if wanted, at all addresses but some for a while."""
        before, marks = bytes(self.m.special), self.WATCH_WRITE | (self.WATCH_READ if reads else 0)
        marked = bytearray(before.translate(bytes(each | marks for each in range(256))))
        for address in except_at:
            marked[address] = before[address]
        fill(self.m.special, marked)
        try:
            yield
        finally:
            fill(self.m.special, before)

    @property
    def watched(self) -> list[BusCycle]:
        """The accesses that watchpoints caught in the instruction that stopped the last run."""
        m = self.m
        columns = zip(m.watched_address, m.watched_value, m.watched_write, strict=True)
        return [BusCycle(int(a), int(v), bool(w)) for a, v, w in list(columns)[: int(m.watched)]]

    # ------------------------------------------------------------ looking on

    def trace(self, on: bool = True) -> None:
        """Note every instruction from now on, or no longer; what has been noted is forgotten."""
        self.m.tracing, self.m.trace_length = int(on), 0
        self._traced = []

    def traced(self) -> Trace:
        """Return, and forget, a row for each instruction: cycle, Flow, the registers before it."""
        import numpy as np

        rows = np.concatenate([np.empty((0, self.TRACE_COLUMNS), np.int64), *self._traced])
        self._traced = []
        return rows

    def _collect_trace(self) -> None:
        """Fetch what has been noted: there is room for a limited number of rows in the record."""
        if self.m.trace_length:
            self._traced.append(self._trace_rows(int(self.m.trace_length)))
            self.m.trace_length = 0

    def _trace_rows(self, count: int) -> Trace:
        return numbers(self.m.trace_rows, 0, count * self.TRACE_COLUMNS).reshape(count, self.TRACE_COLUMNS)

    def _logged(self, execute: Callable[[], object]) -> list[BusCycle]:
        """Execute something; return all its accesses to memory, in their order."""
        m = self.m
        marks, m.log_length = bytes(m.special), 0
        fill(m.special, marks.translate(bytes(each | self.TRACE for each in range(256))))
        execute()
        fill(m.special, marks)
        columns = zip(m.log_address, m.log_value, m.log_write, strict=True)
        return [BusCycle(int(a), int(v), bool(w)) for a, v, w in list(columns)[: int(m.log_length)]]

    # ------------------------------------------------------------ inputs

    def accept(self, kind: str, value: Value) -> None:
        """Let an input happen; raises ValueError, with nothing changed, for one that makes no sense."""
        raise NotImplementedError

    def give(self, kind: str, value: Value) -> None:
        """Let something happen from outside, now; `inputs` has the kinds. Raises ValueError, with nothing changed."""
        cycle = self.cycles  # some inputs let time pass
        self.accept(kind, value)
        if self.on_give:
            self.on_give(cycle, kind, value)

    def at(self, cycle: int, kind: str, value: Value) -> None:
        """Let an input happen at a cycle to come."""
        self.give("at", [cycle, kind, value])
