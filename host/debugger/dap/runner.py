"""Runs a session in pieces, between which the editor can be answered; at a pace, if one is wanted.

Keys are pressed as the machine runs: each is down for a moment of the machine's time, and so is the pause behind it.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from emulators.machine import Stop
from host.debugger.goals import Goal
from host.debugger.halts import Halt
from host.debugger.session import KEY_SECONDS, Session
from host.desk.pacing import Pacer

TICK = 0.005  # seconds to wait for the editor when the machine is ahead of the clock


class Coming(NamedTuple):
    """Something to be given to the machine at a cycle."""

    cycle: int
    kind: str
    value: str


class Runner:
    """Runs a session at a speed: times the clock of the original, infinity is as fast as the host can.

    `now` is the clock on the wall, in seconds.
    """

    def __init__(self, session: Session, speed: float, now: Callable[[], float] = time.perf_counter) -> None:
        self._session = session
        self._now = now
        self._coming: deque[Coming] = deque()
        self._due = -math.inf  # when the run should go on
        self.clock = session.clock
        self._pacer = Pacer(self, speed, now)

    @property
    def cycles(self) -> int:
        """The moment."""
        return self._session.cycles

    @property
    def patience(self) -> float:
        """How long the editor may be waited for before the run should go on, in seconds."""
        return max(0.0, self._due - self._now())

    def begin(self, goal: Goal | None = None) -> None:
        """Begin a run."""
        self._session.begin(goal)
        self.go_on()

    def go_on(self) -> None:
        """Go on with a run that has been begun in the session."""
        self._pacer.resume()

    def advance(self) -> Halt | None:
        """Go on for a few milliseconds; return what has halted the run, None if nothing has."""
        self._pacer.advance()
        self._due = -math.inf if math.isinf(self._pacer.speed) else self._now() + TICK
        return None if self._session.running else self._session.halt

    def run_to(self, cycle: int) -> Stop:
        """Run to a cycle, giving on the way what is to be given."""
        while self._coming and self._coming[0].cycle <= cycle:
            stop = self._session.run_to(self._coming[0].cycle)
            if stop != Stop.NONE:
                return stop
            coming = self._coming.popleft()
            self._session.give(coming.kind, coming.value)
        return self._session.run_to(cycle)

    def press(self, keys: list[str]) -> None:
        """Let keys be pressed one after the other, behind those that wait already."""
        hold = round(KEY_SECONDS * self.clock)
        cycle = max(self.cycles, self._coming[-1].cycle + hold if self._coming else 0)
        for key in keys:
            self._coming += [Coming(cycle, "key_down", key), Coming(cycle + hold, "key_up", key)]
            cycle += 2 * hold
