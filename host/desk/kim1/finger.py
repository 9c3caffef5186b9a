"""The finger on the keypad: clicks and key strokes become presses that the KIM-1 has time to notice."""

from __future__ import annotations

from host.desk.kim1.keys import HOLD
from host.kim1 import Kim1

PAUSE = HOLD // 2  # cycles between two keys


class Finger:
    """One finger. Clicks and key strokes may come faster than the KIM-1 looks: they queue up.

    Everything happens at cycles of the machine, so nothing here waits.
    """

    def __init__(self, kim: Kim1) -> None:
        self._kim = kim
        self._key: str | None = None  # the key under the finger
        self._down_at = 0
        self._free_at = 0  # the cycle from which the next key can be pressed

    def down(self, key: str) -> None:
        """Press a key, and let go of the one before."""
        self.up()
        self._key = key
        self._down_at = self._at(self._free_at, "key_down", key)

    def up(self, key: str | None = None) -> None:
        """Let go of a key, if the finger is still on it; of any key without naming one."""
        if self._key is not None and key in (None, self._key):
            self._free_at = self._at(self._down_at + HOLD, "key_up", self._key) + PAUSE
            self._key = None

    def press(self, *keys: str) -> int:
        """Press keys one after the other; return the cycle by which that will be over."""
        for key in keys:
            self.down(key)
            self.up()
        return self._free_at

    @property
    def busy(self) -> bool:
        """Whether keys are down or waiting."""
        return self._key is not None or self._kim.cycles < self._free_at

    def forget(self) -> None:
        """Take the finger off the board: the machine has gone to another time."""
        self._key, self._down_at, self._free_at = None, 0, 0

    def _at(self, cycle: int, kind: str, key: str) -> int:
        """Let an input happen at a cycle, now if that is over; return when."""
        now = self._kim.cycles
        if cycle <= now:
            (self._kim.key_down if kind == "key_down" else self._kim.key_up)(key)
            return now
        self._kim.at(cycle, kind, key)
        return cycle
