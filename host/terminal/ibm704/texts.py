"""What the status line, the card machines and the help say."""

from __future__ import annotations

from collections.abc import Sequence

from emulators.ibm704 import bcd
from host.desk.ibm704 import media
from host.desk.ibm704.console import KEYS
from host.desk.ibm704.keys import COMMANDS
from host.ibm704 import Ibm704
from host.pacing import Pacer, speed_name
from host.terminal.key_names import key_name

VIEW_COMMANDS = {
    "ctrl+b": ("pane", "console, paper, or board"),
    "ctrl+g": ("side", "checkers board, or tube"),
}  # commands that only the terminal view has
ENTRY = (
    ("0-7", "a digit into the panel keys"),
    ("-", "panel key S"),
    ("Backspace", "the last digit away"),
    ("Delete", "all panel keys up"),
    ("F1-F6", "sense switches"),
    ("Space", "AUTOMATIC - MANUAL"),
)
OPEN = (
    "Put a deck into the hopper; open a program, a tape or a saved state",
    "file, or the name of a program such as perft",
)  # title of the dialog, what to type
SAVE = "Save the paper (.txt), the punched cards (.deck, .cbn), or the state (.state)"
HINTS = " F12 help │ ⏎ start │ l load cards │ space manual │ Ctrl-O deck │ Ctrl-B panes │ q quit"
HELP = """\
The operator's console of the IBM 704, its card reader, printer, punch and display tube. Lamps are as bright as the \
share of the time that a place of a register is 1. The keys can be clicked; a letter of the PC's keyboard presses \
each of them.
"""


def status(machine: Ibm704, pacer: Pacer) -> str:
    """Return the status line."""
    state = "PAUSED" if pacer.paused else "running" if machine.running else "STOPPED"
    reached = f" │ {1000 * pacer.megahertz:,.1f} kHz" if machine.running and pacer.megahertz else ""
    place = machine.read_register("IC")
    return (
        f" {state} │ {speed_name(pacer.speed)}{reached} │ {machine.cycles:,} cycles, {media.time_of(machine)}"
        f" │ {place:05o} {machine.disassemble(place)[0]}"
    )


def cards(hopper: Sequence[Sequence[int]], punched: Sequence[Sequence[int]]) -> str:
    """Return how many cards there are, and what is on the next one and on the one punched last."""
    lines = [f"in the hopper {len(hopper):>6,}   punched {len(punched):>6,}"]
    lines.append(f"next  {readable(hopper[0])}" if hopper else "the hopper is empty: Ctrl-O")
    lines.append(f"last  {readable(punched[-1])}" if punched else "")
    return "\n".join(lines)


def readable(card: Sequence[int]) -> str:
    """Return the text of a card, or that it is a binary one."""
    text = bcd.printed(card)
    return "(binary)" if bcd.UNPRINTABLE in text else text.rstrip()


def key_lines() -> list[str]:
    """Return what every key does, a line each."""
    console = [("Enter" if key.pc_key == "enter" else key.pc_key, f"{key.name}: {key.meaning}") for key in KEYS]
    return [written(*each) for each in console] + more_key_lines()


def more_key_lines() -> list[str]:
    """Return what those keys do that are not written on the console."""
    commands = [(key_name(key), legend) for key, (_, legend) in (COMMANDS | VIEW_COMMANDS).items()]
    return [written(*each) for each in (*ENTRY, *commands, ("q ?", "quit, this help"))]


def written(key: str, legend: str) -> str:
    """Return a line of the help."""
    return f"{key:<10}{legend}"
