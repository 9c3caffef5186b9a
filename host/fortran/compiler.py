"""From the text of a FORTRAN program to an image for the CDC 6600, by way of COMPASS."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host.assemblers.program import Assembly
from host.compiled import compass
from host.compiled.compass import Seen, assemble, check_room
from host.compiled.source import deep_recursion, read_text, without_collection
from host.fortran import front
from host.fortran.cdc6600.program import Generated, generate
from host.fortran.lowering.unit import Options, Shared
from host.fortran.syntax import Program, Sort


@dataclass(frozen=True)
class Compiled(compass.Compiled[Program, Generated]):
    """A program in all its forms."""

    @property
    def shared(self) -> Shared:
        """Where everything is."""
        return self.generated.shared

    @property
    def files(self) -> int:
        return 0

    def generate(self, seen: Seen) -> Generated:
        return generate(self.program, self.shared.options, seen)


def compile_text(text: str, file: str, *, dialect: str | None = None, **options: Any) -> Compiled:
    """Return a program compiled; raises SourceErrors with all that is wrong with it.

    `dialect`: ii or iv, which is the default for this machine. The others are `Options`.
    """
    how = Options(**options)
    with without_collection():
        program = front.analyse(text, file, dialect, "6600")
        with deep_recursion():
            generated = generate(program, how)
        assembly, own = assemble(file, generated, program)
        check_room(program, assembly.image)
        assembly.warnings = program.warnings
        _name(assembly, generated.shared)
        return Compiled(program, text, generated, assembly, own)


def _name(assembly: Assembly, shared: Shared) -> None:
    """Note the addresses of subprograms, and of the main program's variables, by their names."""
    symbols = assembly.image.symbols
    for unit, symbol in shared.entries.items():
        if unit.sort in (Sort.SUBROUTINE, Sort.FUNCTION):
            assembly.procedures[unit.name.lower()] = symbols[symbol]
    for variable, symbol in shared.homes.items():
        if variable.name in shared.program.main.symbols and shared.program.main.symbols[variable.name] is variable:
            assembly.variables[variable.name.lower()] = symbols[symbol]


def compile_file(path: Path, dialect: str | None = None, **options: Any) -> Compiled:
    """Return the program of a file compiled; raises SourceErrors with all that is wrong with it."""
    return compile_text(read_text(path, "a FORTRAN program"), str(path), dialect=dialect, **options)
