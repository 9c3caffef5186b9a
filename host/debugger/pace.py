"""The pace of a session's runs: one clock, one speed, and a pause that is the session's own.

pacer = SessionPacer(Hands(session), session, speed=1.0)
session.begin(); pacer.resume()
pacer.advance()  # from a timer
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from emulators.machine import Stop
from emulators.pacing import FAR, Clocked, Pacer
from host.debugger.session import Session
from host.debugger.stops import FINAL

HURRY = 0.5  # seconds of real time for which a step runs as fast as it can; then it falls back to the speed set


class SessionPacer(Pacer):
    """Keeps the runs of a session at a speed; only steps do not wait for the clock, unless they take long.

    `machine` is the session, or whoever runs it. `paused`: no run is wanted. `stop`: why the machine has stopped by
    itself; a halt of the debugger is a pause.
    """

    def __init__(
        self, machine: Clocked, session: Session, speed: float = 1.0, now: Callable[[], float] = time.perf_counter
    ) -> None:
        self._session = session
        self._hurry_ends: float | None = None
        super().__init__(machine, speed, now)
        self._paused = not session.running

    def pause(self) -> None:
        """Halt the run soon; without one, none is wanted any more."""
        if self._session.running:
            self._session.pause()
        else:
            self._paused = True

    def resume(self) -> None:
        """Keep the pace of a run that has begun, or is wanted."""
        super().resume()
        self._hurry_ends = self._now() + HURRY if self._session.has_goal else None

    def set_speed(self, speed: float) -> None:
        """Set the speed; a step that is under way has it, too."""
        self._hurry_ends = None
        super().set_speed(speed)

    @property
    def never_waits(self) -> bool:
        """Whether the machine runs as fast as it can."""
        return math.isinf(self.speed) or self._hurry_ends is not None

    def advance(self) -> None:
        """Run the session to where it should be now; note why it halts, if it does."""
        if not self._session.running:
            return
        if self._hurry_ends is not None and self._now() >= self._hurry_ends:  # the step takes long
            self._hurry_ends = None
            self.restart()
        self._paused, self.stop = False, Stop.NONE
        super().advance()
        if not self._session.running:
            self.halted()

    def halted(self) -> None:
        """Note that the session has halted: in a run, or at the end of a journey."""
        reason = self._session.halt.reason
        self.stop = next((stop for stop, final in FINAL.items() if final == reason), Stop.NONE)
        self._paused = self.stop == Stop.NONE

    def hold(self) -> None:
        """Want no run any more: the session has gone elsewhere in time."""
        self._paused, self.stop = True, Stop.NONE

    def _target(self, now: float) -> int:
        return FAR if self._hurry_ends is not None else super()._target(now)
