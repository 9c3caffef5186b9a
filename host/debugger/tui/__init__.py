"""The debugger on a whole terminal: source, registers, memory, devices, history, and keys to go on and back."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host import interruption

if TYPE_CHECKING:
    from host.debugger.opening import Opened


def run_screen(opened: Opened, *, speed: float = 1.0) -> int:
    """Debug a program in this terminal until the user quits; return the exit status.

    `speed`: multiples of the machine's own clock rate. Raises IronboardError without a terminal.
    """
    from host.debugger.tui.app import DebuggerApp

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise IronboardError("the full-screen view needs a terminal: --line debugs with typed commands")
    app = DebuggerApp(opened, speed=speed)
    with interruption.silence():
        app.run()
    interruption.after_loop()
    return app.return_value if app.return_value is not None else app.return_code or 0
