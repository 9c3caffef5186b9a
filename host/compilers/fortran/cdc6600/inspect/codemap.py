"""The code of a FORTRAN program: its units, the statements in them, and how its calls are followed.

A subprogram keeps the way back in its first word: units are static, so that there is one activation of each at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from emulators.cdc6600.isa import return_address
from emulators.machine import Machine
from host.compilers.backends.cdc6600.compiled import Made, points, target
from host.compilers.debuginfo import code
from host.compilers.fortran import syntax
from host.languages.assembly import Line

if TYPE_CHECKING:
    from host.compilers.fortran.cdc6600.compiled import Compiled

MAIN = "the main program"

Region: TypeAlias = code.Region[syntax.Unit, syntax.Node]
Point: TypeAlias = code.Point[syntax.Node]
Call: TypeAlias = code.Call[syntax.Unit, syntax.Node]


class FortranCode(code.Code[syntax.Unit, syntax.Node]):
    """The code of one program."""

    def __init__(self, compiled: Compiled) -> None:
        self.program, self.shared, self.symbols = compiled.program, compiled.shared, compiled.image.symbols
        super().__init__(
            target(),
            compiled.image,
            compiled.program.at.source,
            self._regions(),
            points(compiled.assembly, _made(compiled)),
        )

    def _regions(self) -> Iterator[Region]:
        for unit, symbol in self.shared.entries.items():
            if symbol in self.symbols:
                main = unit is self.program.main
                yield Region(self.symbols[symbol], symbol, MAIN if main else unit.name, None if main else unit)

    def back(self, machine: Machine, region: Region, address: int, frame: int, top: int) -> tuple[int | None, int, int]:
        """Return where a subprogram was called."""
        if region.routine is None:
            return None, frame, top
        called = return_address(machine.peek(region.start)) - 1
        if not self.start <= called < self.end:  # a dummy procedure is called by way of the library
            called = return_address(machine.peek(self.symbols["FCALLD"])) - 1 if "FCALLD" in self.symbols else called
        return called, frame, top

    def owner(self, call: Call) -> syntax.Unit:
        """Return the unit that an activation is of."""
        return call.routine or self.program.main


def _made(compiled: Compiled) -> Iterator[tuple[Line, Made[syntax.Node]]]:
    """Yield the lines of COMPASS that were made of something in the text, and of what."""
    for line, made in zip(compiled.assembled, compiled.lines, strict=True):
        if made.node is not None:
            statement = isinstance(made.node, syntax.Statement)
            yield line, Made(made.node, made.begins, statement, made.copies, made.held)
