"""A FORTRAN program compiled for the 6600: its COMPASS, its words, the map of its code, why a run of it has failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from emulators.cdc6600.isa import MOST_WORDS
from host.compilers.backends.cdc6600 import compass
from host.compilers.backends.cdc6600.compass import assemble, check_room
from host.compilers.fortran.cdc6600.library import FILES
from host.compilers.fortran.cdc6600.program import generate
from host.compilers.fortran.lowering.unit import Shared
from host.compilers.fortran.syntax import Program
from host.compilers.lowering import Settings
from host.compilers.program import Generated, Seen

if TYPE_CHECKING:
    from host.compilers.fortran.inspect.codemap import Call, FortranCode


@dataclass(frozen=True)
class Compiled(compass.Compiled[Program, Shared]):
    """A program in all its forms."""

    @cached_property
    def code(self) -> FortranCode:
        """The map of its code."""
        from host.compilers.fortran.cdc6600.debugging import (
            FortranCode,  # only for runs that fail, and for debuggers
        )

        return FortranCode(self)

    def complaint(self, machine: Any, calls: Sequence[Call]) -> str:
        """Return why a machine has stopped the program, while it was at the first of these calls."""
        from host.compilers.fortran.cdc6600.debugging import Fault

        return Fault(self, machine, calls).message()

    @property
    def files(self) -> int:
        return self.image.symbols[FILES]

    def generate(self, seen: Seen) -> Generated[Shared]:
        return generate(self.program, self.shared.settings, seen)


def compile_tree(tree: Program, text: str, file: str, settings: Settings) -> Compiled:
    """Return a program compiled; raises SourceErrors for features that the machine or its library does not have."""
    generated = generate(tree, settings)
    assembly, own = assemble(file, generated, tree)
    check_room(tree, assembly.image, assembly.image.symbols[FILES] or MOST_WORDS)
    assembly.warnings = tree.warnings
    generated.shared.name(assembly)
    return Compiled(tree, text, generated, assembly, own)
