"""The debugger in line mode: commands typed, lines printed. Every other face that has a command line uses it, too.

    monitor = Monitor(session, print)
    monitor.execute("break COUNT if A == 5")
    monitor.execute("continue")

`table.py` has the commands, one row each; `terminal.py` is the prompt, `script.py` reads commands from files.
"""

from host.debugger.monitor.errors import CommandError
from host.debugger.monitor.monitor import Monitor

__all__ = ["CommandError", "Monitor"]
