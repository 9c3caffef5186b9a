"""What the status line, the dialogs and the help say."""

from __future__ import annotations

from host.desk.cdc6600.commands import COMMANDS as TYPED
from host.desk.cdc6600.console import Console
from host.desk.cdc6600.keys import COMMANDS
from host.pacing import speed_name
from host.terminal.key_names import key_name

VIEW_COMMANDS = {"ctrl+b": ("screens", "left screen, right screen, both")}  # that only the terminal view has
LINE_KEYS = (
    ("Enter", "the line that has been typed"),
    ("Backspace", "its last character away"),
    ("Escape", "all of it away"),
    ("Page up", "a page back: older lines, lower addresses"),
    ("Page down", "a page forth"),
)
OPEN = (
    "Open a job, a saved state, or a file for the job that runs (TAPE1=games.txt)",
    "file, or the name of a program",
)  # title of the dialog, what to type
SAVE = "Save OUTPUT (.txt), the dayfile (.dayfile), a file (TAPE1=games.txt), or the state (.state)"
HINTS = " F12 help │ Z. Enter: directory │ F7 stop, go │ F8 step │ Ctrl-O job │ Ctrl-B screens │ Ctrl-Q quit"
HELP = """\
The operator's console of the CDC 6600: what is typed stands at the foot of the left screen. A line that ends with a \
period is a command if there is such a command; every other line, and every line behind a blank, goes to the program.
"""


def status(console: Console) -> str:
    """Return the status line."""
    machine, pacer = console.machine, console.pacer
    reached = f" │ {pacer.megahertz:,.1f} MHz" if pacer.megahertz else ""
    place = machine.read_register("P")
    return (
        f" {console.state} │ {speed_name(pacer.speed)}{reached} │ {machine.cycles:,} cycles, {machine.seconds:.4f} s"
        f" │ {place:06o} {machine.disassemble(place)[0]}"
    )


def key_lines() -> list[str]:
    """Return what every command and every key does, a line each."""
    typed = [(each.form, each.meaning.lower()) for each in TYPED]
    keys = [(key_name(key), legend) for key, (_, legend) in (COMMANDS | VIEW_COMMANDS).items()]
    return [f"{name:<12}{legend}" for name, legend in (*typed, ("", ""), *LINE_KEYS, *keys)]
