"""The Teletype of a KIM-1 on a line that leads out of this program: a pseudo-terminal, or a serial port.

    line = Line(kim, PseudoTerminal(9600))
    serve(kim, line, speed=1.0, cycles=None)

The Teletype represents both terminals: characters of the line are sent as its own, bit by bit at the line's
speed, and everything that it receives goes out over the line, the board's echo included. Characters never overlap:
those typed at the panel and those of the line take turns.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from emulators.kim1.teletype import FASTEST
from emulators.machine import Stop
from emulators.mos6502.core import NEVER
from emulators.pacing import Pacer
from host.machines.kim1.machine import Kim1
from host.machines.lines import End, Settings

TICK = 0.001  # seconds between two looks at the line
LEAST_PIECE = 250  # cycles
LATENCY = 500  # cycles from a program's writing to the start bit, as serial ports need: a monitor counts on a pause


class Sent(NamedTuple):
    """A character received over the line."""

    byte: int
    settings: Settings
    ready: int  # the cycle before which the Teletype cannot begin to send it


class Line:
    """A line to a machine's Teletype. Whoever runs the machine calls `run_to` instead of the machine's."""

    def __init__(self, kim: Kim1, end: End) -> None:
        self.kim, self.end = kim, end
        self._waiting: deque[Sent] = deque()  # bytes received and not sent to the machine
        self._free = 0  # the cycle at which the next of them may begin
        self._told = len(kim.printed)
        self._settings = end.settings()

    def run_to(self, cycle: int, run: Callable[[int], Stop] | None = None) -> Stop:
        """Run the machine to a cycle, by `run`, in pieces; between them characters are exchanged."""
        run = run or self.kim.run_to
        stop = Stop.NONE
        while stop == Stop.NONE and (now := self.kim.cycles) < cycle:
            due = self._listen()
            end = min(cycle, now + max(LEAST_PIECE, self._time(self.kim.baud)), max(due, now + 1))
            stop = run(end)
            self._tell()
        return stop

    def _listen(self) -> int:
        """Make the Teletype send received characters that are due; return the cycle at which the next may begin.

        Characters read together with a change of the line's settings count as written after it.
        """
        kim = self.kim
        if self._free - kim.cycles > 2 * self._time(kim.baud):  # the machine has gone back to an earlier moment
            self._waiting.clear()
            self._free = 0
        came = self.end.read()
        settings = self.end.settings()
        self._waiting.extend(Sent(byte, settings, kim.cycles + LATENCY) for byte in came)
        if self.idle:
            self._set(settings)
        while self._waiting:
            byte, settings, ready = self._waiting[0]
            start = max(self._free, kim.line_free, ready)
            if kim.typing:
                return NEVER  # typing at the panel goes first
            if kim.cycles < start:
                return start
            self._set(settings)
            self._waiting.popleft()
            kim.give("send", byte)
            self._free = start + self._time(kim.baud)
        return NEVER

    @property
    def idle(self) -> bool:
        """Whether everything received has been sent to the machine."""
        return not self._waiting and self.kim.cycles >= self._free

    def _time(self, baud: int) -> int:
        """Return how many cycles a character takes."""
        return -(-self._settings.bits * self.kim.clock // baud)

    def _set(self, settings: Settings) -> None:
        """Set how the line carries characters from now on."""
        if settings.baud != self.kim.baud and settings.baud <= FASTEST:
            self.kim.give("baud", settings.baud)
        self._settings = settings

    def _tell(self) -> None:
        """Pass on the Teletype's received characters."""
        printed = self.kim.printed
        if len(printed) > self._told:
            self.end.write(bytes(printed[self._told :]))
        self._told = len(printed)


# ---------------------------------------------------------------- without a view


class _Paced:
    """The machine with its line, as a Pacer runs it."""

    def __init__(self, line: Line) -> None:
        self._line, self.clock = line, line.kim.clock

    @property
    def cycles(self) -> int:
        return self._line.kim.cycles

    def run_to(self, cycle: int) -> Stop:
        return self._line.run_to(cycle)


def serve(line: Line, speed: float = 1.0, cycles: int | None = None) -> Stop:
    """Run a machine at a speed, for a number of cycles, or until Ctrl-C; return why it stopped by itself.

    A line on the standard input presses RS, if that is a terminal.
    """
    kim = line.kim
    end = None if cycles is None else kim.cycles + cycles
    at_terminal = sys.stdin is not None and sys.stdin.isatty()
    print(f"{'Enter presses RS, ' if at_terminal else ''}Ctrl-C ends", flush=True)
    pacer = Pacer(_Paced(line), speed)
    with contextlib.suppress(KeyboardInterrupt):
        while pacer.stop == Stop.NONE and (end is None or kim.cycles < end):
            pacer.advance()
            if at_terminal and select.select([sys.stdin], [], [], 0)[0]:
                at_terminal = bool(os.read(sys.stdin.fileno(), 1024))
                kim.press("RS")
                pacer.restart()
                print("RS", flush=True)
            time.sleep(TICK)
    return pacer.stop
