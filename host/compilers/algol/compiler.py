"""From the text of an ALGOL 60 program to an image for the CDC 6600, by way of COMPASS."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emulators.cdc6600.isa import MOST_WORDS
from host.assemblers.program import Assembly
from host.compilers.algol import front
from host.compilers.algol.cdc6600 import limits
from host.compilers.algol.cdc6600.program import generate
from host.compilers.algol.cdc6600.words import FILES
from host.compilers.algol.lowering.unit import Settings, Shared
from host.compilers.algol.syntax import Procedure, Program
from host.compilers.backends.cdc6600 import compass
from host.compilers.backends.cdc6600.compass import assemble, check_room
from host.compilers.debuginfo.table import Word
from host.compilers.program import Generated, Seen
from host.languages.source import Diagnostics, deep_recursion, read_text, without_collection

if TYPE_CHECKING:
    from host.compilers.algol.cdc6600.inspect.codemap import AlgolCode, Call


@dataclass(frozen=True)
class Compiled(compass.Compiled[Program, Shared]):
    """A program in all its forms."""

    @cached_property
    def code(self) -> AlgolCode:
        """The map of its code."""
        from host.compilers.algol.cdc6600.inspect.codemap import (
            AlgolCode,  # the tables for failing runs and debuggers
        )

        return AlgolCode(self)

    def complaint(self, machine: Any, calls: Sequence[Call]) -> str:
        """Return why a machine has stopped the program, while it was at the first of these calls."""
        from host.compilers.algol.cdc6600.inspect.fault import Fault

        return Fault(self, machine, calls).message()

    @property
    def files(self) -> int:
        return self.image.symbols[FILES]

    def generate(self, seen: Seen) -> Generated[Shared]:
        return generate(self.program, self.shared.settings, seen)


def compile_text(
    text: str, file: str, *, representation: str | None = None, system: str | None = None, **options: Any
) -> Compiled:
    """Compile a program; raises SourceErrors with all its errors.

    `representation`: which hardware representation it is in, if its text should not tell. `system`: the dialect, by its
    name; without one it is the Report's ALGOL. The others are `Settings`.
    """
    how = Settings(**options)
    with without_collection():
        program = front.analyse(text, file, representation, how.strict_power, limits.check, system)
        with deep_recursion():
            generated = generate(program, how)
        assembly, own = assemble(file, generated, program.body)
        check_room(program.body, assembly.image, assembly.image.symbols[FILES] or MOST_WORDS)
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
        if isinstance(home, Word) and not isinstance(declared, Procedure) and declared.owner is None:
            assembly.variables[declared.name] = symbols[home.symbol]


def examine(
    text: str, file: str, representation: str | None = None, strict_power: bool = False, system: str | None = None
) -> tuple[Program | None, Diagnostics]:
    """Return the tree of a program, as complete as the text allows, and its errors, without making code of it."""
    with without_collection():
        return front.examine(text, file, representation, strict_power, limits.check, system)


def compile_file(path: Path, **options: Any) -> Compiled:
    """Compile the program of a file; raises SourceErrors with all its errors."""
    return compile_text(read_text(path, "an ALGOL program"), str(path), **options)
