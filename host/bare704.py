"""A 704 of processor and core storage, in which the routines of a program are called one by one.

    program = Bare704("perft")  # asm/ibm704/perft.sap
    program.put("TURN", 0)
    cycles = program.call("PLACE")

A routine is called as TSX calls it, and has ended when it comes back to the next instruction.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from emulators import record
from emulators.errors import IronboardError
from emulators.ibm704 import core, flat
from emulators.ibm704.isa import BY_MNEMONIC, FIELD
from emulators.image import Image
from emulators.machine import Stop
from emulators.roms import ROOTS
from host.assemblers.sap.assembler import assemble

FOLDER = Path("asm", "ibm704")
CALLER = 0o26  # where the TSX would stand: programs begin behind the words that the loader uses
LIMIT = 10**10  # cycles of a call: more than a day of the machine
HPR = BY_MNEMONIC["HPR"]

Core = Literal["compiled", "plain"]


class Source(NamedTuple):
    """A program as it was assembled."""

    image: Image
    symbols: dict[str, int]


def find_source(program: str) -> Path:
    """Return the source of one of the 704's programs; raises IronboardError."""
    path = FOLDER / f"{program}.sap"
    found = next((root / path for root in ROOTS if (root / path).is_file()), None)
    if found is None:
        raise IronboardError(f"there is no program '{program}': no {path} in {' or '.join(map(str, ROOTS))}")
    return found


@cache
def assembled(program: str) -> Source:
    """Assemble a program; raises IronboardError."""
    image = assemble(find_source(program)).image
    return Source(image, image.symbols)


class Bare704:
    """The machine, and a program in its storage."""

    def __init__(self, program: str, which: Core = "compiled") -> None:
        self.program = program
        self.image, self.symbols = assembled(program)
        state: Any
        if which == "compiled":
            from emulators import compiled

            state, self.functions = record.compiled(core.FIELDS), compiled.twin(flat)
        else:
            state, self.functions = [record.plain(core.FIELDS)], flat
        self.state, self.m = state, state[0]
        core.power_on(self.m)
        for address, words in self.image.segments:
            self.store(address, words)
        self.store(CALLER + 1, [HPR.code])

    def address(self, name: str) -> int:
        """Return the address of a symbol of the program; raises IronboardError."""
        if name not in self.symbols:
            raise IronboardError(f"{self.program} has no symbol '{name}'")
        return self.symbols[name]

    def store(self, address: int, words: Sequence[int]) -> None:
        """Put words into storage."""
        for offset, word in enumerate(words):
            self.m.memory[address + offset] = word

    def put(self, name: str, *words: int) -> None:
        """Put words where a symbol says."""
        self.store(self.address(name), words)

    def get(self, name: str) -> int:
        """Return the word where a symbol says."""
        return self.words(self.address(name), 1)[0]

    def words(self, address: int, count: int) -> list[int]:
        """Return words of storage."""
        return [int(self.m.memory[each]) for each in range(address, address + count)]

    def call(self, name: str) -> int:
        """Call a routine; return the cycles from its first instruction to its last one.

        Raises IronboardError if the machine stops elsewhere, or does not stop.
        """
        self._aim(name)
        start = int(self.m.cycles)
        self.functions.run(self.state, start + LIMIT)
        self._check(name)
        return int(self.m.cycles) - start - HPR.cycles

    def instructions(self, name: str) -> int:
        """Call a routine; return how many instructions it executes. Slower than `call`: each of them is noted."""
        m, count, going = self.m, 0, True
        self._aim(name)
        m.tracing = 1
        while going:
            m.trace_length = 0
            self.functions.run(self.state, int(m.cycles) + LIMIT)
            count += int(m.trace_length)
            going = m.stop == Stop.NONE and m.trace_length == core.TRACE_ROWS
        m.tracing = 0
        self._check(name)
        return count - 1  # the last one is the HPR

    def _aim(self, name: str) -> None:
        self.m.ic, self.m.xc = self.address(name), -CALLER & FIELD

    def _check(self, name: str) -> None:
        if self.m.stop != Stop.HALT or self.m.ic != CALLER + 2:
            raise IronboardError(f"{self.program}: {name} has not come back: it is at {int(self.m.ic):05o}")
