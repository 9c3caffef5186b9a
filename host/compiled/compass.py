"""A program that has been compiled to COMPASS and assembled, in all its forms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from emulators.cdc6600.isa import MOST_WORDS
from emulators.errors import IronboardError, SourceError, SourceErrors
from emulators.image import Image
from host.assemblers import source
from host.assemblers.compass.assembler import Assembler
from host.assemblers.compass.state import FIRST_WORD
from host.assemblers.program import Assembly
from host.compiled.source import Span, deep_recursion, without_collection
from host.middle import form
from host.middle.cdc6600.text import Line
from host.middle.text import format_program

BEYOND = "beyond the last address"  # what the assembler says
TOO_LARGE = "the program does not fit into the storage of the machine"
STACK = "STACK"  # the first word after the program

Seen = Callable[[str, form.Program], None]


class Tree(Protocol):
    """The tree of a program."""

    @property
    def at(self) -> Span: ...


class Generated(Protocol):
    """COMPASS lines, and the description of the program that debuggers use."""

    @property
    def lines(self) -> list[Line]: ...

    @property
    def library(self) -> list[source.Line]:
        """What it takes in of the run-time library."""

    @property
    def end(self) -> list[Line]:
        """What comes after this."""

    @property
    def shared(self) -> Any: ...


P = TypeVar("P", bound=Tree)
G = TypeVar("G", bound=Generated)


class Words(NamedTuple):
    """How much storage a program needs: its code and its data, what it takes in of the library, buffers, files."""

    program: int
    library: int
    buffers: int
    files: int

    def __str__(self) -> str:
        """Return a line with the parts and their sum."""
        parts = f"program {self.program:,}, library {self.library:,}, buffers {self.buffers:,}, files {self.files:,}"
        return f"words    {sum(self):,}: {parts}"


@dataclass(frozen=True)
class Compiled(ABC, Generic[P, G]):
    """A program in all its forms.

    Words of code are of lines of the program: in the image, in the listing, and for debuggers.
    """

    program: P
    text: str
    generated: G
    assembly: Assembly
    assembled: list[source.Line]  # the program's own lines, as the assembler had them

    @property
    def lines(self) -> list[Line]:
        """The program's own lines of COMPASS, without the library."""
        return self.generated.lines

    @property
    def image(self) -> Image:
        """The program as machines load it, the run-time library included."""
        return self.assembly.image

    @property
    @abstractmethod
    def files(self) -> int:
        """The address of the words for files at the end of storage; 0: there are none."""

    @abstractmethod
    def generate(self, seen: Seen) -> object:
        """Generate the program again; call `seen` with the name of each stage and what it has made."""

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

    def form(self, stage: str = "") -> str:
        """Return the intermediate form as text, after a stage: `lower`, or a pass; the last one, if none is named.

        Raises IronboardError if there is no such stage.
        """
        stages: dict[str, str] = {}
        lines = self.program.at.source.text.split("\n")

        def seen(name: str, program: form.Program) -> None:
            stages[name] = format_program(program, lines)

        with without_collection(), deep_recursion():
            self.generate(seen)
        if stage and stage not in stages:
            raise IronboardError(f"there is no stage '{stage}' of the intermediate form: {', '.join(stages)}")
        return stages[stage] if stage else [*stages.values()][-1]

    @property
    def compass(self) -> str:
        """The COMPASS text, with the lines of the program as remarks, and what it needs of the library."""
        return "".join(f"{line}\n" for line in self._with_remarks())

    def _with_remarks(self) -> Iterator[str]:
        text, last = self.program.at.source.text.split("\n"), 0
        for each in self.lines:
            if each.line not in (0, last):
                yield f"* {each.line:5} {text[each.line - 1]}".rstrip()
                last = each.line
            yield each.text
        yield from (each.text for each in self.generated.library)
        yield from (each.text for each in self.generated.end)


def assemble(file: str, generated: Generated, program: Tree) -> tuple[Assembly, list[source.Line]]:
    """Assemble what has been generated; return the program's own lines, too, as the assembler had them.

    Raises SourceErrors if the program is too large.
    """
    own, end = (
        [source.Line(file, each.line or 1, each.text) for each in lines] for lines in (generated.lines, generated.end)
    )
    with _in_storage(program):
        assembly = Assembler().assemble_lines(file, [*own, *generated.library, *end])
    return assembly, own


@contextmanager
def _in_storage(program: Tree) -> Iterator[None]:
    """Say of a program, in the place of its code, that it is too large, if the assembler finds that."""
    try:
        yield
    except SourceErrors as wrong:
        if not any(BEYOND in each.message for each in wrong.errors):
            raise
        raise SourceErrors([too_large(program)]) from None


def check_room(program: Tree, image: Image, end: int = MOST_WORDS) -> None:
    """Raise SourceErrors if a program leaves no word before the address where its room ends."""
    if image.symbols[STACK] >= end:
        raise SourceErrors([too_large(program)])


def too_large(program: Tree) -> SourceError:
    """Return the error of a program that has more words than the machine."""
    return program.at.error(TOO_LARGE, f"it has {MOST_WORDS:,} words, for code, arrays, library and stack")
