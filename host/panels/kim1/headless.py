"""A headless KIM-1: press keys, type characters, run it, and print the results.

The same command gives the same output: everything happens at cycles of the machine.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TextIO

from emulators.errors import IronboardError
from emulators.kim1.keypad import KEYS
from emulators.machine import Stop
from host import interruption
from host.formats import storage
from host.machines.kim1.machine import Kim1
from host.panels.kim1.desk import KimDesk
from host.panels.kim1.view import HOLD, LISTENS, PAUSE, SST
from host.reporting import failed
from host.ui import showing
from host.waiting import doing

CYCLES = 1_000_000  # run after the last input, unless told otherwise
TYPING_LIMIT = 600.0  # seconds of the machine's time within which everything must have been typed
LIT_LIMIT = 300.0  # seconds within which a display that is waited for must be lit
WAIT, WAIT_LIT = "WAIT:", "WAIT:LIT"
RETURN = "\r"


class Action(NamedTuple):
    """A key to press, or (without a key) a time to wait; without a time, wait until the display is lit."""

    key: str
    seconds: float | None = None


class Halted(Exception):
    """The machine stopped by itself."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop)
        self.stop = stop


def run_headless(
    kim: Kim1,
    *,
    cycles: int = CYCLES,
    run: Callable[[], Stop] | None = None,
    keys: str = "",
    typed: str = "",
    screenshot: str | os.PathLike[str] | None = None,
    transcript: str | os.PathLike[str] | None = None,
    out: TextIO | None = None,
    err: TextIO | None = None,
) -> int:
    r"""Press `keys`, type `typed`, run for `cycles` more; print the display and the terminal's output.

    `keys`: names of keys, SST, groups of digits, `wait:SECONDS`, and `wait:lit` (until the display is lit). `typed`
    may contain \r, \n (both Return), \xNN. `screenshot`: a .png of the window, or a .txt or .svg of the terminal
    view. `transcript`: a file for the terminal's output. Returns the exit status: 1 when the machine stopped by
    itself, else 0.
    """
    actions, characters = parse_keys(keys), parse_typed(typed)
    if screenshot is not None:
        showing.drawer(Path(screenshot))  # known before the machine runs
    status = 0
    with interruption.early() as interrupt, doing(lambda: f"{kim.seconds:.1f} s of the KIM-1's time"):
        try:
            for action in actions:
                act(kim, action)
            type_all(kim, characters)
            checked(run() if run else kim.run(cycles))
        except Halted as halted:
            failed(f"the machine stopped: {reason(kim, halted.stop)}", err)
            status = 1
    if screenshot is not None:
        showing.screenshot(KimDesk(kim), Path(screenshot))
    if transcript is not None:
        storage.write_text(Path(transcript), kim.transcript, True)
    print(report(kim), end="", file=out or sys.stdout)
    interrupt.end(interruption.STOOD.format(kim.cycles))
    return status


def parse_keys(keys: str) -> list[Action]:
    """Parse a line of key names; raises IronboardError for anything unknown."""
    return [action for word in keys.upper().split() for action in parse_word(word)]


def parse_word(word: str) -> list[Action]:
    if word.startswith(WAIT):
        return [Action("", None if word == WAIT_LIT else parse_seconds(word))]
    if word in KEYS or word == SST:
        return [Action(word)]
    if all(digit in "0123456789ABCDEF" for digit in word):
        return [Action(digit) for digit in word]
    raise IronboardError(f"the KIM-1 has no key '{word}': its keys are {' '.join(KEYS)} {SST}; wait:SECONDS, wait:lit")


def parse_seconds(word: str) -> float:
    try:
        seconds = float(word.removeprefix(WAIT))
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise IronboardError(f"'{word.lower()}': expected wait:SECONDS, such as wait:0.5, or wait:lit")
    return seconds


def parse_typed(typed: str) -> str:
    """Parse the characters to type; line ends of any kind are the Return key."""
    try:
        text = codecs.decode(typed.encode("latin-1", "backslashreplace"), "unicode_escape")
        text.encode("latin-1")
    except ValueError as error:
        raise IronboardError(f"cannot type {typed!r}: expected ASCII characters, \\r, \\n and \\xNN") from error
    return text.replace("\r\n", RETURN).replace("\n", RETURN)


def act(kim: Kim1, action: Action) -> None:
    """Press and release a key, flip the switch, or wait."""
    if not action.key and action.seconds is None:
        wait_until_lit(kim)
    elif not action.key:
        checked(kim.run(seconds=action.seconds or 0.0))
    elif action.key == SST:
        kim.single_step(not kim.single_stepping)
    else:
        kim.key_down(action.key)
        checked(kim.run(HOLD))
        kim.key_up(action.key)
        checked(kim.run(PAUSE))


def wait_until_lit(kim: Kim1) -> None:
    """Run until the display is lit and the program has had time to scan the keypad."""
    limit = kim.cycles + round(LIT_LIMIT * kim.clock)
    while not kim.display.strip():
        checked(kim.run(10_000))
        if kim.cycles > limit:
            raise IronboardError(f"the display was not lit within {LIT_LIMIT:.0f} seconds")
    checked(kim.run(LISTENS))


def type_all(kim: Kim1, characters: str) -> None:
    """Type slowly enough for the program, until the last character is sent."""
    kim.type(characters)
    limit = kim.cycles + round(TYPING_LIMIT * kim.clock)
    while kim.typing:
        checked(kim.run(10_000))
        if kim.cycles > limit:
            raise IronboardError(f"typing did not finish within {TYPING_LIMIT:.0f} seconds")


def checked(stop: Stop) -> None:
    """Raise Halted if the machine stopped by itself."""
    if stop != Stop.NONE:
        raise Halted(stop)


def reason(kim: Kim1, stop: Stop) -> str:
    """Return why and where it stopped."""
    place = kim.read_register("PC")
    return f"{stop.name.lower().replace('_', ' ')} at {place:04X} ({kim.disassemble(place)[0]})"


def report(kim: Kim1) -> str:
    """Return the final display and any terminal output."""
    display = kim.display
    lines = [f"cycles   {kim.cycles:,}", f"display  {display[:4]} {display[4:]}".rstrip()]
    if kim.transcript:
        lines += ["terminal", kim.transcript.strip("\n")]
    return "\n".join(lines) + "\n"
