"""Programs compiled to COMPASS: the storage they need, and whether they fit."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from emulators.cdc6600.isa import MOST_WORDS
from emulators.errors import SourceError, SourceErrors
from emulators.image import Image
from host.assemblers.compass.assembler import Assembler
from host.assemblers.compass.state import FIRST_WORD
from host.assemblers.program import Assembly
from host.compilers import program
from host.compilers.program import Generated, P, S, Tree
from host.languages import assembly as source

BEYOND = "beyond the last address"  # the assembler's words
TOO_LARGE = "the program does not fit into the storage of the machine"
STACK = "STACK"  # the first word after the program


class Words(NamedTuple):
    """The storage that a program needs: its code and data, its part of the library, buffers, files."""

    program: int
    library: int
    buffers: int
    files: int

    def __str__(self) -> str:
        """Return a line with the parts and their sum."""
        parts = f"program {self.program:,}, library {self.library:,}, buffers {self.buffers:,}, files {self.files:,}"
        return f"words    {sum(self):,}: {parts}"


@dataclass(frozen=True)
class Compiled(program.Compiled[P, S]):
    """A program in all its forms."""

    @property
    @abstractmethod
    def files(self) -> int:
        """The address of the words for files at the end of storage; 0: there are none."""

    @property
    def words(self) -> Words:
        """How much storage the program needs, but for the stack."""
        own = {
            each.address + word
            for each in self.image.lines
            if each.file == self.program.at.file
            for word in range(each.length)
        }
        buffers = self.image.symbols[STACK] - FIRST_WORD - self.image.size
        files = self.files
        return Words(len(own), self.image.size - len(own), buffers, MOST_WORDS - files if files else 0)


def assemble(file: str, generated: Generated[S], tree: Tree) -> tuple[Assembly, list[source.Line]]:
    """Assemble generated lines; return the program's own ones, too, as the assembler had them.

    Raises SourceErrors if the program is too large.
    """
    last = tree.at.source.last  # additions of the compiler to the program are beyond its last line
    own, end = (
        [source.Line(file, min(each.line or 1, last), each.text) for each in lines]
        for lines in (generated.lines, generated.end)
    )
    with _in_storage(tree):
        assembly = Assembler().assemble_lines(file, [*own, *generated.library, *end])
    return assembly, own


@contextmanager
def _in_storage(tree: Tree) -> Iterator[None]:
    """Say of a program, in the place of its code, that it is too large, if the assembler finds that."""
    try:
        yield
    except SourceErrors as wrong:
        if not any(BEYOND in each.message for each in wrong.errors):
            raise
        raise SourceErrors([too_large(tree)]) from None


def check_room(tree: Tree, image: Image, end: int = MOST_WORDS) -> None:
    """Raise SourceErrors if a program leaves no word before the address where its room ends."""
    if image.symbols[STACK] >= end:
        raise SourceErrors([too_large(tree)])


def too_large(tree: Tree) -> SourceError:
    """Return the error of a program that has more words than the machine."""
    return tree.at.error(TOO_LARGE, f"it has {MOST_WORDS:,} words, for code, arrays, library and stack")
