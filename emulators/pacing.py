"""How far a machine should have run by now: an even pace without drift, and never so long that a view freezes.

The methods in `SHARED` are translated for pages (script.py), where `paced` of web/controller.js puts them together.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, Protocol

from emulators.machine import Stop

TURBO = math.inf
SPEEDS = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0, TURBO)  # times the original's clock
BUDGET = 0.02  # seconds of real time that one call of `advance` may take
SLICE = BUDGET / 4  # seconds of one run of the machine; then the clock is looked at again
FIRST_SLICE = 5_000  # cycles of the very first run, when the host's speed is not known yet
LATE = 0.1  # seconds a slow host may be late; a longer delay is not made up
FAR = 1 << 62  # a cycle that is never reached
SPAN = 1.0  # seconds over which the speed reached is measured,
LEAST_SPAN = 0.1  # and before which nothing is said of it


class Clocked(Protocol):
    """A machine that counts cycles, to be paced."""

    clock: int

    @property
    def cycles(self) -> int:
        """Clock cycles since power-on."""

    def run_to(self, cycle: int) -> Stop:
        """Run until `cycle` since power-on, or until something stops the machine."""


class Pacer:
    """Keeps a machine at a speed. A view calls `advance` from its timer, as often as it likes.

    `now` is the clock on the wall, in seconds.
    """

    def __init__(self, machine: Clocked, speed: float = 1.0, now: Callable[[], float] = time.perf_counter) -> None:
        self._machine = machine
        self._now = now
        self._speed = speed
        self._paused = False
        self._slice = FIRST_SLICE  # cycles that take about SLICE seconds
        self.stop = Stop.NONE  # why the machine stopped by itself: it stays stopped until `resume`
        self.restart()

    def restart(self) -> None:
        """Start counting time now: after a change of speed, a pause, or a jump of the machine's own time."""
        self._start_time = self._now()
        self._start_cycle = self._machine.cycles
        self._samples = [[self._start_time, self._start_cycle]]

    @property
    def speed(self) -> float:
        """Times the original's clock; infinity is as fast as the host can."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        if not speed > 0:
            raise ValueError(f"a speed of {speed}: expected more than 0")
        self.set_speed(speed)

    def set_speed(self, speed: float) -> None:
        """Set the speed, which is more than 0."""
        self._speed = speed
        self.restart()

    def faster(self) -> None:
        """Go to the next speed of the table."""
        higher = [each for each in SPEEDS if each > self._speed]
        self.set_speed(higher[0] if higher else TURBO)

    def slower(self) -> None:
        """Go to the next lower speed of the table."""
        lower = [each for each in SPEEDS if each < self._speed]
        self.set_speed(lower[len(lower) - 1] if lower else SPEEDS[0])

    @property
    def paused(self) -> bool:
        """Whether time is stopped, because the user or the machine itself stopped it."""
        return self._paused or self.stop != Stop.NONE

    def pause(self) -> None:
        """Stop time."""
        self._paused = True

    def resume(self) -> None:
        """Start time again."""
        self._paused, self.stop = False, Stop.NONE
        self.restart()

    def advance(self) -> None:
        """Run the machine to where it should be now, but return after BUDGET seconds at the latest."""
        began = now = self._now()
        if self.paused:
            return
        target = self._target(now)
        while self._machine.cycles < target and now - began < BUDGET - SLICE / 2 and self.stop == Stop.NONE:
            now = self.run_slice(self._machine.run_to, target, now)
        self._forgive(now)
        self._note(now)

    def run_slice(self, run: Callable[[int], Stop], cycle: int, now: float) -> float:
        """Let `run` go to a cycle, or for about SLICE seconds; return the time after it."""
        first = self._machine.cycles
        self.stop = run(min(cycle, first + self._slice))
        later = self._now()
        self._adapt(self._machine.cycles - first, later - now)
        return later

    @property
    def due(self) -> int:
        """The cycle that should be reached now. The machine may be late; or ahead, where it does much at once."""
        return self._target(self._now())

    def _target(self, now: float) -> int:
        """Return the cycle that should be reached at the time `now`."""
        if self._speed == TURBO:
            return FAR
        return self._start_cycle + round((now - self._start_time) * self._speed * self._machine.clock)

    def _adapt(self, cycles: int, seconds: float) -> None:
        """Choose the slice so that it takes SLICE seconds; it doubles at most, for the host may be busy."""
        if cycles < self._slice:
            return  # cut short by the target
        fitting = cycles * SLICE / max(seconds, 1e-9)
        self._slice = max(FIRST_SLICE // 10, min(2 * self._slice, int(fitting)))

    def _forgive(self, now: float) -> None:
        """Drop the delay that a slow host cannot make up in LATE seconds."""
        if self._speed == TURBO:
            return
        pace = self._speed * self._machine.clock
        late = (now - self._start_time) - (self._machine.cycles - self._start_cycle) / pace
        if late > LATE:
            self._start_time += late - LATE

    def _note(self, now: float) -> None:
        """Keep the samples of the last SPAN seconds."""
        self._samples.append([now, self._machine.cycles])
        while len(self._samples) > 2 and self._samples[1][0] <= now - SPAN:
            self._samples = self._samples[1:]

    @property
    def megahertz(self) -> float:
        """The emulated clock reached during the last second, in MHz."""
        first_time, first_cycle = self._samples[0]
        last_time, last_cycle = self._samples[-1]
        if self.paused or last_time - first_time < LEAST_SPAN:
            return 0.0
        return (last_cycle - first_cycle) / (last_time - first_time) / 1e6


def speed_name(speed: float) -> str:
    """Return a speed as a text: `x1`, `x0.5`, `turbo`."""
    if math.isinf(speed):
        return "turbo"
    return f"x{speed:g}"


SHARED: tuple[Any, ...] = (
    Pacer.restart, Pacer.speed, Pacer.set_speed, Pacer.faster, Pacer.slower, Pacer.paused, Pacer.pause, Pacer.resume,
    Pacer.advance, Pacer.run_slice, Pacer.due, Pacer._target, Pacer._adapt, Pacer._forgive, Pacer._note,
    Pacer.megahertz,
)  # fmt: skip
