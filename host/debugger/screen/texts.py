"""What the status line and the help say."""

from __future__ import annotations

from collections.abc import Iterable

from host.debugger import layout as layouts
from host.debugger.layout import Layout
from host.debugger.screen.control import Control
from host.debugger.screen.keys import KEYS, key_names
from host.debugger.stops import Halt, Reason
from host.desk.pacing import speed_name

QUIET = (Reason.START, Reason.GOAL, Reason.TIME, Reason.PAUSE)  # halts that the log need not know of
HELP = """\
The machine stands still before the instruction that is marked ►, or runs at its own speed. Everything that happens, \
keys and changes by hand included, is kept: you can go back to any moment, and on from there. What you change in the \
past ends the future that was known; you are asked before.

A click in the margin sets a breakpoint, on a caller it shows the call, on the time line it goes there; a click on a \
register or a word chooses it, a second one changes it. In memory, digits change the word under the cursor. \
Letters and the keys without Ctrl, Alt or F are commands wherever no text is typed; in memory, digits go first.
"""


def badge(control: Control) -> tuple[str, str]:
    """Return what the machine does, and the ground of that."""
    past = control.future > 0
    if control.running:
        return (" LIVES AGAIN ", "past") if past else (" RUNS ", "running")
    return (" IN THE PAST ", "past") if past else (" STANDS ", "now")


def why(control: Control, layout: Layout) -> str:
    """Return why and where the machine stands still; nothing while it runs."""
    if control.running:
        return ""
    halt = control.session.halt
    reason = met(halt, layout) or layouts.why(halt)
    return f"{reason}: {layout.near(halt.address)}" if reason else layout.near(halt.address)


def met(halt: Halt, layout: Layout) -> str:
    """Return which breakpoints have halted the machine."""
    return ", ".join(
        f"breakpoint {each.number}" if each.place else f"{each.kind} {layout.target(each)}" for each in halt.breakpoints
    )


def moment(control: Control) -> str:
    """Return the cycle, and the time of the machine's clock."""
    session = control.session
    return f"cycle {session.cycles:,}  {session.cycles / session.clock:.6f} s"


def pace(control: Control) -> str:
    """Return the speed that is set, and the one that is reached."""
    reached = control.pacer.megahertz if control.running else 0.0
    return speed_name(control.speed) + (f" {reached:.2f} MHz" if reached else "")


def help_lines() -> Iterable[tuple[str, str]]:
    """Return the keys with what they do; a heading has no keys."""
    for group, keys in KEYS.items():
        yield "", group
        for key in keys:
            yield "  ".join(key_names(key)), key.legend
