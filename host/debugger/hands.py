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
        session.on_travel.append(self._travelled)
        session.history.on_new_future.append(self._new_future)
        self.clock = session.clock
        self._hold = round(KEY_SECONDS * session.clock)

    @property
    def cycles(self) -> int:
        """Clock cycles since power-on."""
        return self._session.cycles

    def press(self, *keys: str, now: bool = True) -> None:
        """Press keys one after the other, as soon as those before them are up again; in the past, that ends the future.

        With `now` the first goes down at once, even if the machine stands still; without, when it runs.
        """
        if self._session.in_the_past:
            self._due.clear()
        down = max([self.cycles, *(each.cycle + self._hold for each in list(self._due)[-1:])])
        for key in keys:
            self._due += [Due(down, "key_down", key), Due(down + self._hold, "key_up", key)]
            down += 2 * self._hold
        if now:
            self._act()

    def _travelled(self) -> None:
        """Forget the keys not pressed yet: the session is at another moment. A key that is down still comes up."""
        self._due = deque(each for each in list(self._due)[:1] if each.kind == "key_up")

    def _new_future(self) -> None:
        """Note that the future forgotten may have held the key_up of a key that is down."""
        self._look_for_stuck_keys = True

    def _release_stuck_keys(self) -> None:
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
        """Let the session run to a cycle, and press and release keys meanwhile."""
        self._act()
        while True:
            stop = self._session.run_to(min(cycle, self._due[0].cycle) if self._due else cycle)
            if stop == Stop.NONE:
                self._act()
            if stop != Stop.NONE or self.cycles >= cycle:
                return stop

    def _act(self) -> None:
        if self._look_for_stuck_keys:
            self._release_stuck_keys()
        while self._due and self._due[0].cycle <= self.cycles:
            due = self._due.popleft()
            self._session.give(due.kind, due.key)
