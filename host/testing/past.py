"""What has the machine done in this test? Lived again, instruction by instruction, when somebody asks.

So tests run at full speed, and still can say where the cycles went, and what came before a failure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from emulators.machine import Machine, Stop, Trace
from host.debugger.history import History
from host.debugger.profile import Profile
from host.debugger.sources import Sources

PIECE = 1_000_000  # cycles of a traced run


class Called(NamedTuple):
    """A subroutine that a test has called."""

    start: int  # the cycle of its first instruction
    end: int  # the cycle behind its return
    entry: int


class Past:
    """The past of a machine since a test began."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._history = History(machine)
        self.start = machine.cycles
        self.calls: list[Called] = []

    def note(self, start: int, entry: int) -> None:
        """Note a subroutine that has returned now."""
        self.calls.append(Called(start, self._machine.cycles, entry))

    def profile(self, first: int, sources: Sources) -> Profile | None:
        """Return the profile of what has been executed since a cycle, None when it cannot be lived again."""
        now = self._machine.cycles
        with self._lived_again(max(first, self.start)) as same:
            found = Profile(self._machine, sources)
            for start, end, entry in self.calls:
                if first <= start < end <= now:
                    self._run(start, found)
                    found.begin(entry)
                    self._run(end, found)
                    found.begin()
            self._run(now, found)
            return found if same() else None

    def trace(self, first: int) -> tuple[Trace, int] | None:
        """Return the trace of what has been executed since a cycle, and the address of the next instruction."""
        machine, now = self._machine, self._machine.cycles
        with self._lived_again(max(first, self.start)) as same:
            machine.trace(True)
            self._history.run_to(now, through=True)
            rows = machine.traced()
            machine.trace(False)
            return (rows, machine.read_register(machine.program_counter)) if same() else None

    def _run(self, cycle: int, found: Profile) -> None:
        stop = Stop.NONE
        while self._machine.cycles < cycle and stop == Stop.NONE:
            target = min(cycle, self._machine.cycles + PIECE)
            stop = found.watch(partial(self._history.run_to, target, through=True))

    @contextmanager
    def _lived_again(self, first: int) -> Iterator[Callable[[], bool]]:
        """Go back for a while; what is yielded tells whether the machine has become the same as it was.

        It does not if a test has restored an older snapshot, or changed the machine behind its back.
        """
        machine, history = self._machine, self._history
        with machine.without_marks():
            here, state = history.here(), machine.save_state()
            try:
                history.go(first)
                yield lambda: machine.save_state() == state
            finally:
                history.restore(here)
