"""What the operator can type: commands end with a period; every other line goes to the program.

A line that begins with a blank goes to the program whatever it is, without the blank.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from emulators.cdc6600.system import INPUT
from emulators.errors import IronboardError

if TYPE_CHECKING:
    from host.desk.cdc6600.console import Console

LETTERS = "ABCDKOXZ"  # of the displays
ALL = "4"  # where the number of a group stands: all of them
MOST_STEPS = 1_000_000


class Command(NamedTuple):
    """A command."""

    form: str  # as the directory shows it
    meaning: str
    pattern: re.Pattern[str]
    act: Callable[..., str | None]  # (console, *groups of the pattern) -> the answer


def show(console: Console, letters: str) -> None:
    """Show a display on the left screen, or one on each."""
    console.shown[: len(letters)] = letters


def show_storage(console: Console, letter: str, group: str, address: str) -> None:
    """Show storage from an address on, in one group or in all."""
    place = int(address, 8)
    if place >= console.machine.words:
        raise IronboardError(f"STORAGE ENDS AT {console.machine.words - 1:06o}")
    if letter not in console.shown:
        console.shown[0] = letter
    if group in ("", ALL):
        console.show_from(place)
    else:
        console.show_group(int(group), place)


def step(console: Console, count: str | None) -> None:
    """Execute instructions, then stand still."""
    number = int(count or 1)
    if number > MOST_STEPS:
        raise IronboardError(f"{MOST_STEPS} INSTRUCTIONS AT MOST")
    console.step(number)


def change(console: Console, address: str, word: str) -> None:
    """Put a word into storage."""
    place, value = int(address, 8), int(word, 8)
    if place >= console.machine.fl or value >= 1 << console.machine.word_bits:
        raise IronboardError("NO SUCH ADDRESS OR WORD")
    console.machine.poke(place, value)


def set_speed(console: Console, times: str) -> None:
    """Change the speed."""
    speed = float("inf") if times == "TURBO" else float(times)
    if not speed > 0:
        raise IronboardError("NO SUCH SPEED")
    console.set_speed(speed)


def command(form: str, meaning: str, pattern: str, act: Callable[..., str | None]) -> Command:
    """Return a row of the table; the period is behind every pattern."""
    return Command(form, meaning, re.compile(pattern + r"\."), act)


COMMANDS = (
    command("A.  AK.", "A DISPLAY ON THE LEFT SCREEN, ON BOTH", f"([{LETTERS}]{{1,2}})", show),
    command("C,1000.", "STORAGE FROM AN ADDRESS ON, ALSO D,1000.", r"([CD])(),([0-7]{1,6})", show_storage),
    command("C2,1000.", "THE SAME FOR ITS GROUP 0 TO 3, 4 ALL", r"([CD])([0-4]),([0-7]{1,6})", show_storage),
    command("GO.", "GO ON", r"GO", lambda console: console.go()),
    command("STOP.", "STAND STILL", r"STOP", lambda console: console.hold()),
    command("STEP.", "ONE INSTRUCTION, STEP,100. A HUNDRED", r"STEP(?:,([0-9]{1,7}))?", step),
    command("SPEED,2.", "TIMES THE MACHINES OWN, OR TURBO", r"SPEED,([0-9]{1,5}(?:\.[0-9]{1,3})?|TURBO)", set_speed),
    command("M,1000,17.", "PUT A WORD INTO STORAGE", r"M,([0-7]{1,6}),([0-7]{1,20})", change),
    command("EOI.", "INPUT ENDS HERE", r"EOI", lambda console: console.machine.give("disconnect", INPUT)),
    command("RERUN.", "THE JOB FROM ITS BEGINNING", r"RERUN", lambda console: console.rerun()),
)


def obey(console: Console, line: str) -> str:
    """Do what a line says; return the answer. Raises IronboardError for what cannot be done."""
    for each in COMMANDS:
        if found := each.pattern.fullmatch(line):
            return each.act(console, *found.groups()) or ""
    if not line and not console.asked:
        return ""
    return console.say(line.removeprefix(" "))
