"""The library of the 6600 for its tests: every call is checked for the registers that it must keep."""

from __future__ import annotations

from pathlib import Path

from emulators.cdc6600 import display_code
from host.machines.cdc6600.calls import Bare6600

KEPT = {"B1": 1, "B6": 0o123456, "B7": 0o654321, "A0": 0o313131, "X0": 0o12345670123456701234, "A5": 0o252525,
        "X5": 0o76543210765432107654}  # fmt: skip
MINUS_ZERO = (1 << 60) - 1
DRIVERS = Path(__file__).with_name("drivers.compass")
ROOM = 0o100000  # behind all programs


class Library(Bare6600):
    """A file of the library. `registers` that it keeps beyond the usual ones are checked, too."""

    def __init__(self, name: str | Path, *also: str, integer_multiply: bool = True) -> None:
        super().__init__(name, exact=False, integer_multiply=integer_multiply)
        self.kept = {**KEPT, **{each: 0o1001 + number for number, each in enumerate(also)}}

    def call(self, name: str, **registers: int) -> int:
        """Call a routine and check what it has kept."""
        cycles = super().call(name, **{**self.kept, **registers})
        for register, value in self.kept.items():
            if register not in registers:
                assert self.word(register) == value, (name, register)
        return cycles

    def read_from(self, words: list[int]) -> None:
        """Let INPUT hold these words, and begin it anew."""
        self.machine.system.attach("INPUT", list(words))
        self.call("OPENIN", B2=self.address("INPUT"))

    def text(self, text: str) -> int:
        """Put a text into storage, as the routines take it; return its address."""
        self.store(ROOM, display_code.line(text))
        return ROOM

    def printed(self) -> list[str]:
        """End the line; return the lines since the last time."""
        self.call("NEWLINE")
        words = self.written()
        return list(display_code.lines(words))

    def written(self) -> list[int]:
        """Return the words that have been written since the last time."""
        self.call("FLUSH")
        self.machine.system.finish()
        words = self.machine.system.files["OUTPUT"].words
        self.machine.system.attach("OUTPUT", [])
        return words
