"""Why did a running FORTRAN program stop, in the words of its author: what was wrong, with values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.machine import Cdc6600
from host.compilers.backends.cdc6600.compiled import error_exit, signed
from host.compilers.fortran.cdc6600.compiled import Compiled
from host.compilers.fortran.cdc6600.inspect.codemap import Call

BY_PROGRAM = "ABORTED BY THE PROGRAM"  # the dayfile, where the line before says why
ASTRAY = "the program jumped to a wrong place: was a GO TO variable given a statement number?"
BOUNDS = "OUT OF BOUNDS"  # the text that FOUTSID gives


class Fault:
    """The state of a machine that stopped during the first of these calls."""

    def __init__(self, compiled: Compiled, machine: Cdc6600, calls: Sequence[Call]) -> None:
        self._compiled, self._machine, self._calls = compiled, machine, calls

    def message(self) -> str:
        """Return what was wrong."""
        machine = self._machine
        if machine.cause == Cause.ERROR_EXIT:
            return error_exit(machine, next(iter(self._calls), None), machine.conditions) or machine.reason
        if machine.cause == Cause.PROGRAM_STOP:
            return ASTRAY
        if machine.cause != Cause.ABORT:
            return machine.reason
        *_, message, last = "", *(line for _, line in machine.system.dayfile)
        if last != BY_PROGRAM:  # by the system
            return said(last)
        if message == BOUNDS:
            return self._compiled.shared.failed(self._word(2), signed(self._word(1)))
        *_, text = message.rpartition(": ")  # the library says line and column, too
        about = self._about(text)
        return said(text) + about if about else said(message)

    # ------------------------------------------------------------ what the library has noted

    def _word(self, offset: int) -> int:
        return self._machine.peek(self._compiled.image.symbols["/FORRUN/FAULT"] + offset)

    def _about(self, message: str) -> str:
        """Return the place in a file that a failure of input or output is about."""
        symbols = self._compiled.image.symbols
        if "/FORRUN/FAULT" not in symbols or not self._word(1) or message not in ABOUT:
            return ""
        unit, name = signed(self._word(1)), display_code.text_of(self._word(2) >> 18, 7)
        parts = [f"unit {unit}"] + ([f"file {name}"] if name.strip() else [])
        if line := self._word(3):
            column = self._word(4) if ABOUT[message] else 0
            parts.append(f"line {line}" + (f", column {column}" if column else ""))
            lines = self._machine.text(name).splitlines() if name.strip() and ABOUT[message] else []
            if 0 < line <= len(lines):
                parts.append(f'"{lines[line - 1]}"')
        return ": " + ", ".join(parts)


def said(message: str) -> str:
    """Return a line of the dayfile in small letters, but for letters and words of the language."""
    return CAPITALS.sub(lambda found: found[0].upper(), message.lower())


CAPITALS = re.compile(r"\b(?:(?<=neither )t|(?<=nor )f|format|amod|dmod|do|tape[0-9]+|input|output|punch)\b")
ABOUT = {  # messages of input and output -> whether they are about a column of a line
    "NO SUCH UNIT": False, "TOO MANY FILES": False, "A FILE THAT CANNOT BE WRITTEN": False,
    "A FILE THAT CANNOT BE READ": False, "READING PAST THE END": False, "THE RECORD HAS NO MORE WORDS": False,
    "NOT A NUMBER": True, "THE NUMBER IS TOO LARGE": True, "NEITHER T NOR F": True,
    "AN ITEM FOR VALUES OF ANOTHER TYPE": True, "THE LINE IS TOO LONG": True,
}  # fmt: skip
