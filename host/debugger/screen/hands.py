"""The user's hands at the machine: a key that is pressed stays down for a while of the machine's own time.

A terminal tells when a key goes down, never when it comes up; and keys may be typed faster than a program looks at
them. So they wait their turn, and happen at cycles of the machine, while the session runs.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from emulators.machine import Stop
from host.debugger.session import KEY_SECONDS, Session


class Due(NamedTuple):
    """Something the hands will do."""

    cycle: int
    kind: str  # key_down or key_up
    key: str


class Hands:
    """Presses keys; for a `Pacer`, the session with hands at its machine."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._due: deque[Due] = deque()
        self._look_for_stuck_keys = False
        session.on_travel.append(self._go_elsewhere)
        session.history.on_new_future.append(self._begin_anew)
        self.clock = session.clock
        self._while = round(KEY_SECONDS * session.clock)

    @property
    def cycles(self) -> int:
        """The moment."""
        return self._session.cycles

    def press(self, key: str) -> None:
        """Press a key as soon as the ones before it are up again; in the past, now: that ends the future."""
        if self._session.in_the_past:
            self._due.clear()
        down = max([self.cycles, *(each.cycle + self._while for each in list(self._due)[-1:])])
        self._due += [Due(down, "key_down", key), Due(down + self._while, "key_up", key)]
        self._act()

    def _go_elsewhere(self) -> None:
        """Forget what has not been pressed yet: the session goes to another moment."""
        down = self._due[0].kind == "key_up" if self._due else False
        self._due = deque([self._due[0]] if down else [])

    def _begin_anew(self) -> None:
        """Note that the future has been forgotten, and with it, perhaps, that a finger was taken off a key."""
        self._look_for_stuck_keys = True

    def _let_go(self) -> None:
        """Take fingers off the keys that would stay down for ever."""
        self._look_for_stuck_keys = False
        history = self._session.history
        down: dict[str, None] = {}
        for entry in history.log[: history.given]:
            if entry.kind == "key_down":
                down[str(entry.value)] = None
            elif entry.kind == "key_up":
                down.pop(str(entry.value), None)
        for key in down.keys() - {due.key for due in self._due}:
            self._session.give("key_up", key)

    def run_to(self, cycle: int) -> Stop:
        """Let the session run, and act meanwhile."""
        self._act()
        while True:
            stop = self._session.run_to(min(cycle, self._due[0].cycle) if self._due else cycle)
            if stop == Stop.NONE:
                self._act()
            if stop != Stop.NONE or self.cycles >= cycle:
                return stop

    def _act(self) -> None:
        """Do what is due."""
        if self._look_for_stuck_keys:
            self._let_go()
        while self._due and self._due[0].cycle <= self.cycles:
            due = self._due.popleft()
            self._session.give(due.kind, due.key)
