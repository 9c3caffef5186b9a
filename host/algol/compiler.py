"""From the text of an ALGOL 60 program to an image for the CDC 6600, by way of COMPASS."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from emulators.cdc6600.isa import MOST_WORDS
from emulators.errors import IronboardError, SourceError, SourceErrors
from emulators.image import Image
from host.algol import front
from host.algol.cdc6600 import limits
from host.algol.cdc6600.program import Generated, generate
from host.algol.cdc6600.words import FILES, Fixed
from host.algol.lowering.unit import Options, Shared
from host.algol.syntax import Procedure, Program
from host.assemblers import source
from host.assemblers.compass.assembler import Assembler
from host.assemblers.compass.state import FIRST_WORD
from host.assemblers.program import Assembly
from host.compiled.source import Diagnostics, deep_recursion, read_text, without_collection
from host.middle import form
from host.middle.cdc6600.text import Line
from host.middle.text import format_program

if TYPE_CHECKING:
    from host.algol.cdc6600.inspect.codemap import AlgolCode, Call

BEYOND = "beyond the last address"  # what the assembler says
TOO_LARGE = "the program does not fit into the storage of the machine"


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
class Compiled:
    """A program in all its forms.

    Words of code are of lines of the ALGOL program: in the image, in the listing, and for debuggers.
    """

    program: Program
    text: str
    generated: Generated
    assembly: Assembly
    assembled: list[source.Line]  # the program's own lines, as the assembler had them

    @property
    def lines(self) -> list[Line]:
        """The program's own lines of COMPASS, without the library."""
        return self.generated.lines

    @property
    def shared(self) -> Shared:
        """Where everything is."""
        return self.generated.shared

    @cached_property
    def code(self) -> AlgolCode:
        """The map of its code."""
        from host.algol.cdc6600.inspect.codemap import AlgolCode  # what is only for runs that fail, and for debuggers

        return AlgolCode(self)

    def complaint(self, machine: Any, calls: Sequence[Call]) -> str:
        """Return why a machine has stopped the program, while it was at the first of these calls."""
        from host.algol.cdc6600.inspect.fault import Fault

        return Fault(self, machine, calls).message()

    @property
    def image(self) -> Image:
        """The program as machines load it, the run-time library included."""
        return self.assembly.image

    @property
    def words(self) -> Words:
        """How much storage the program needs, but for the stack."""
        own = {
            each.address + word
            for each in self.image.lines
            if each.file == self.program.at.file
            for word in range(each.length)
        }
        buffers = self.image.symbols["STACK"] - FIRST_WORD - self.image.size
        files = self.image.symbols[FILES]
        return Words(len(own), self.image.size - len(own), buffers, MOST_WORDS - files if files else 0)

    def form(self, stage: str = "") -> str:
        """Return the intermediate form as text, after a stage: `lower`, or a pass; the last one, if none is named.

        Raises IronboardError if there is no such stage.
        """
        stages: dict[str, str] = {}
        source = self.program.at.source.text.split("\n")

        def seen(name: str, program: form.Program) -> None:
            stages[name] = format_program(program, source)

        with without_collection(), deep_recursion():
            generate(self.program, self.shared.options, seen)
        if stage and stage not in stages:
            raise IronboardError(f"there is no stage '{stage}' of the intermediate form: {', '.join(stages)}")
        return stages[stage] if stage else [*stages.values()][-1]

    @property
    def compass(self) -> str:
        """The COMPASS text, with the lines of the ALGOL program as remarks, and what it needs of the library."""
        return "".join(f"{line}\n" for line in self._with_remarks())

    def _with_remarks(self) -> Iterator[str]:
        algol, last = self.program.at.source.text.split("\n"), 0
        for each in self.lines:
            if each.line not in (0, last):
                yield f"* {each.line:5} {algol[each.line - 1]}".rstrip()
                last = each.line
            yield each.text
        yield from (each.text for each in self.generated.library)
        yield from (each.text for each in self.generated.end)


def compile_text(text: str, file: str, *, representation: str | None = None, **options: Any) -> Compiled:
    """Return a program compiled; raises SourceErrors with all that is wrong with it.

    `representation`: which hardware representation it is in, if its text should not tell. The others are `Options`.
    """
    how = Options(**options)
    with without_collection():
        program = front.analyse(text, file, representation, how.strict_power, limits.check)
        with deep_recursion():
            generated = generate(program, how)
        own, end = (
            [source.Line(file, each.line or 1, each.text) for each in lines]
            for lines in (generated.lines, generated.end)
        )
        with _in_storage(program):
            assembly = Assembler().assemble_lines(file, [*own, *generated.library, *end])
        _check_image(program, assembly.image)
        assembly.warnings = program.warnings
        _name(assembly, generated.shared)
        return Compiled(program, text, generated, assembly, own)


def _name(assembly: Assembly, shared: Shared) -> None:
    """Note the addresses of procedures, and of the main program's variables, by their names: small, no blanks."""
    symbols = assembly.image.symbols
    for declared, symbol in shared.entries.items():
        if isinstance(declared, Procedure):
            assembly.procedures[declared.name] = symbols[symbol]
    for declared, home in shared.homes.items():
        if isinstance(home, Fixed) and not isinstance(declared, Procedure) and declared.owner is None:
            assembly.variables[declared.name] = symbols[home.symbol]


def examine(
    text: str, file: str, representation: str | None = None, strict_power: bool = False
) -> tuple[Program | None, Diagnostics]:
    """Return the tree of a program as far as there is one, and what is wrong, without making code of it."""
    with without_collection():
        return front.examine(text, file, representation, strict_power, limits.check)


def compile_file(path: Path, representation: str | None = None, **options: Any) -> Compiled:
    """Return the program of a file compiled; raises SourceErrors with all that is wrong with it."""
    return compile_text(read_text(path, "an ALGOL program"), str(path), representation=representation, **options)


# ---------------------------------------------------------------- programs that are too large


@contextmanager
def _in_storage(program: Program) -> Iterator[None]:
    """Say of a program, in the place of its code, that it is too large, if the assembler finds that."""
    try:
        yield
    except SourceErrors as wrong:
        if not any(BEYOND in each.message for each in wrong.errors):
            raise
        raise SourceErrors([_too_large(program)]) from None


def _check_image(program: Program, image: Image) -> None:
    """Raise SourceErrors if a program leaves no word for its stack, or none for its files."""
    if image.symbols["STACK"] >= (image.symbols[FILES] or MOST_WORDS):
        raise SourceErrors([_too_large(program)])


def _too_large(program: Program) -> SourceError:
    return program.body.at.error(TOO_LARGE, f"it has {MOST_WORDS:,} words, for code, arrays, library and stack")
