"""Timed key presses: a pressed key stays down for a fixed machine time.

A terminal tells when a key goes down, never when it comes up; and keys may be typed faster than a program looks at
them. So they wait their turn, and come up at a cycle of the machine that is set when they go down: whatever happens
until then, a journey through time included, no finger stays on a key.
"""

from __future__ import annotations

from collections import deque

from emulators.machine import Stop
from host.debugger.session import KEY_SECONDS, Session


class Hands:
    """Presses keys; for a `Pacer`, the session with hands at its machine."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._keys: deque[str] = deque()  # to be pressed
        self._free = 0  # the cycle from which on the next one may go down
        session.on_travel.append(self._travelled)
        self.clock = session.clock
        self._hold = round(KEY_SECONDS * session.clock)

    @property
    def cycles(self) -> int:
        """Clock cycles since power-on."""
        return self._session.cycles

    def _travelled(self) -> None:
        """Forget the keys not pressed yet; the one that is down at this moment still comes up."""
        self._keys.clear()
        rising = (cycle for cycle, kind, _ in self._session.machine.schedule.plain if kind == "key_up")
        self._free = max(rising, default=-self._hold) + self._hold

    def press(self, *keys: str) -> None:
        """Press keys one after the other, the first at once if none is down, even if the machine is stopped."""
        if self._session.in_the_past:
            self._keys.clear()
        self._keys += keys
        self._act()

    def run_to(self, cycle: int) -> Stop:
        """Run the session to a cycle, and press keys meanwhile."""
        self._act()
        while True:
            stop = self._session.run_to(min(cycle, self._free) if self._keys else cycle)
            if stop != Stop.NONE:
                return stop
            self._act()
            if self.cycles >= cycle:
                return stop

    def _act(self) -> None:
        while self._keys and self._free <= self.cycles:
            key = self._keys.popleft()
            self._session.give("key_down", key)
            self._session.give("at", [self.cycles + self._hold, "key_up", key])
            self._free = self.cycles + 2 * self._hold
