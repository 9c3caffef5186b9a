"""A 704 of processor and core storage, in which the routines of a program are called one by one.

    program = Bare704("perft")  # asm/ibm704/perft.sap
    program.put("TURN", 0)
    cycles = program.call("PLACE")

A routine is called as TSX calls it, and has ended when it returns to the next instruction.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from pathlib import Path

from emulators.ibm704 import core, flat
from emulators.ibm704.isa import BY_MNEMONIC, FIELD
from emulators.image import Image
from emulators.machine import Stop
from emulators.processor import Core
from emulators.vectors import Bare
from host.machines import programs

FOLDER = Path("asm", "ibm704")
CALLER = 0o26  # the place for the TSX: programs begin after the words that the loader uses
LIMIT = 10**10  # cycles of a call: more than a day of the machine
HPR = BY_MNEMONIC["HPR"]


def assembled(program: str) -> Image:
    """Assemble one of the 704's programs; raises IronboardError."""
    return programs.assembled(programs.find_source(FOLDER / f"{program}.sap"))


class Bare704(programs.Bare):
    """The machine, and a program in its storage."""

    def __init__(self, program: str, which: Core = "compiled", image: Image | None = None) -> None:
        super().__init__(program, image or assembled(program))
        self.processor = Bare(flat, core, which)
        self.load()
        self.store(CALLER + 1, [HPR.code])

    @property
    def memory(self) -> MutableSequence[int]:
        """The core storage."""
        return self.processor.memory

    def call(self, name: str) -> int:
        """Call a routine; return the cycles from its first instruction to its last one.

        Raises IronboardError if the machine stops elsewhere, or does not stop.
        """
        self._aim(name)
        start = self.processor.cycles
        self.processor.run(start + LIMIT)
        self._check(name)
        return self.processor.cycles - start - HPR.cycles

    def instructions(self, name: str) -> int:
        """Call a routine; return how many instructions it executes. Slower than `call`: each of them is noted."""
        self._aim(name)
        count = self.processor.run_counting(LIMIT)
        self._check(name)
        return count - 1  # the last one is the HPR

    def _aim(self, name: str) -> None:
        self.processor.set(ic=self.address(name), xc=-CALLER & FIELD)

    def _check(self, name: str) -> None:
        place = self.processor.get("ic")
        if self.processor.stop != Stop.HALT or place != CALLER + 2:
            raise self.not_back(name, f"it is at {place:05o}")
