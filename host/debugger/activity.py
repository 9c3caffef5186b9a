"""What a program does to memory: of every word the last access, and how long ago. Views draw maps of it.

At every look the time since the look before is lived again, from a snapshot, with a trace for the instructions executed
and with watchpoints on all of memory for the words read and written. That is exact as long as few instructions lie
between two looks (steps, and the machine at its own speed if that is not too fast), but for discarded reads that no
device can see; of long stretches the first CYCLES cycles are a sample.
"""

from __future__ import annotations

from contextlib import suppress

from emulators.errors import IronboardError
from emulators.machine import Snapshot, Stop
from host.debugger.goals import counter_column
from host.debugger.session import Session

CYCLES = 200_000  # that are lived again at a look
STOPS = 400  # words with accesses that are listed at a look
READ, EXECUTED, WRITTEN = 1, 2, 3  # kinds of accesses; the larger goes before


class Activity:
    """The last access to every word of a session's memory since it was first examined."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._before: Snapshot | None = None
        self.forget()

    def forget(self) -> None:
        """Start again."""
        size = 1 << self._session.machine.address_bits
        self.marks = [0] * size  # 4 * look + kind of access; 0: none
        self.moments = [self._session.cycles]  # the cycle of each look
        self._before = None

    @property
    def looks(self) -> int:
        return len(self.moments) - 1

    def look(self) -> bool:
        """Collect the accesses since the last look; return whether there were any."""
        machine = self._session.machine
        now = machine.cycles
        if now < self.moments[-1]:  # a journey into the past
            self.forget()
        if self._before is not None and now == self.moments[-1]:
            return False
        if self._before is not None:
            here = machine.snapshot()
            self.moments.append(now)
            try:
                with suppress(IronboardError):  # the run itself has told of it
                    self._live_again(self._before, min(now, self._before.cycle + CYCLES))
            finally:
                machine.trace(False)
                machine.restore(here)
        self._before = machine.snapshot()
        return True

    def _live_again(self, start: Snapshot, end: int) -> None:
        machine = self._session.machine
        with machine.without_marks():
            machine.restore(start)
            machine.trace(True)
            machine.run_to(end)
            rows = machine.traced()
            machine.trace(False)
        counter = counter_column(machine)
        fetched: set[int] = set()
        for address in sorted(set(rows.column(counter))):
            following = machine.disassemble(address)[1]
            fetched.update(range(address, following) if address < following <= address + 8 else (address,))
        machine.restore(start)
        mark = 4 * self.looks
        for address in fetched:
            self.marks[address] = mark + EXECUTED
        with machine.without_marks(), machine.watching(reads=True):
            for address in fetched:
                machine.set_watchpoint(address, read=True, write=False, on=False)
            for _ in range(STOPS):
                stop = machine.run_to(end)
                if stop not in (Stop.WATCH_READ, Stop.WATCH_WRITE):
                    break
                for access in machine.watched:
                    kind = WRITTEN if access.write else READ
                    self.marks[access.address] = max(self.marks[access.address], mark + kind)
                    machine.set_watchpoint(access.address, read=not access.write, write=access.write, on=False)
