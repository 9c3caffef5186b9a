"""The user's actions at a KIM-1: keys by their names, the switch SST, text at the terminal, in the machine's time."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.kim1.keypad import KEYS
from emulators.machine import Stop
from host.machines.kim1.machine import Kim1
from host.options import time_in

HOLD, PAUSE = 60_000, 30_000  # cycles that a key is down at least, and between two keys
LISTENS = 50_000  # cycles for which the display must have been lit: a dozen of a program's looks at the keypad
SST = "SST"  # the slide switch among the keys
PC_KEYS = {digit.lower(): digit for digit in "0123456789ABCDEF"} | {
    "enter": "GO", "+": "+", "f1": "AD", "f2": "DA", "f3": "PC", "f4": "ST", "f5": "RS", "f6": SST,
}  # fmt: skip
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
    seconds = time_in(word.removeprefix(WAIT))
    if seconds is None:
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
