"""A program with routines that are called one by one. The machines share its source, symbols and storage.

A machine's own file (`bare704`, `bare6600`) says how a routine is called, and when it has come back.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import cache
from pathlib import Path

from emulators.errors import IronboardError
from emulators.image import Image
from emulators.roms import ROOTS
from host.assemblers import cached


def find_source(path: Path) -> Path:
    """Return the place of one of the project's sources, asm/MACHINE/NAME; raises IronboardError."""
    found = next((root / path for root in ROOTS if (root / path).is_file()), None)
    if found is None:
        raise IronboardError(f"there is no program '{path.stem}': no {path} in {' or '.join(map(str, ROOTS))}")
    return found


@cache
def assembled(source: Path) -> Image:
    """Assemble a source; raises IronboardError."""
    return cached.assembled(source).image


class Bare:
    """A program in the storage of a machine."""

    def __init__(self, program: str, image: Image) -> None:
        self.program = program
        self.image = image
        self.symbols = image.symbols

    @property
    def memory(self) -> MutableSequence[int]:
        """The storage of the machine."""
        raise NotImplementedError

    def call(self, name: str) -> int:
        """Call a routine; return its cycles."""
        raise NotImplementedError

    def instructions(self, name: str) -> int:
        """Call a routine; return how many instructions it executes."""
        raise NotImplementedError

    def load(self) -> None:
        """Put the program into storage."""
        for address, words in self.image.segments:
            self.store(address, words)

    def address(self, name: str) -> int:
        """Return the address of a symbol of the program; raises IronboardError."""
        if name not in self.symbols:
            raise IronboardError(f"{self.program} has no symbol '{name}'")
        return self.symbols[name]

    def store(self, address: int, words: Sequence[int]) -> None:
        """Put words into storage."""
        for offset, word in enumerate(words):
            self.memory[address + offset] = word

    def put(self, name: str, *words: int) -> None:
        """Put words where a symbol says."""
        self.store(self.address(name), words)

    def get(self, name: str) -> int:
        """Return the word where a symbol says."""
        return self.words(self.address(name), 1)[0]

    def words(self, address: int, count: int) -> list[int]:
        """Return words of storage."""
        return [int(self.memory[each]) for each in range(address, address + count)]

    def not_back(self, routine: str, where: str) -> IronboardError:
        """Return the error of a routine that has not come back."""
        return IronboardError(f"{self.program}: {routine} has not come back: {where}")
