"""How long Wally thinks: from the moment the GO key is read until the display is lit again.

The moments are calls of the monitor's GETKEY and SCANDS. In between Wally checks the move, thinks, makes his own, and
looks for groups in atari; all of it is in the figure.
"""

from __future__ import annotations

from emulators.errors import IronboardError
from emulators.kim1.board import PRESS_SECONDS
from emulators.machine import Stop
from host.games.wally import Wally

GETKEY, SCANDS = 0x1F6A, 0x1F1F
LIMIT = 10_000_000  # cycles within which a routine must have been called


class TimedWally(Wally):
    """Wally with a stop-watch: `thought` is the cycles his last answer took."""

    thought = 0

    def _press_go(self) -> None:
        self.kim.key_down("GO")
        self._run_to(GETKEY)
        start = self.kim.cycles
        self._run_to(SCANDS)
        self.thought = self.kim.cycles - start
        self.kim.run(seconds=PRESS_SECONDS)
        self.kim.key_up("GO")
        self.kim.run(seconds=PRESS_SECONDS)

    def _run_to(self, address: int) -> None:
        """Run until the next call of a routine of the monitor."""
        self.kim.set_breakpoint(address)
        stop = self.kim.run(LIMIT)
        self.kim.set_breakpoint(address, on=False)
        if stop != Stop.BREAKPOINT:
            raise IronboardError(f"Wally has not called {address:04X} within {LIMIT:,} cycles")
