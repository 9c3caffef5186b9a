"""The code of a FORTRAN program: its units, and the statements in them. A machine adds how calls are followed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from host.compilers import program
from host.compilers.debuginfo import code
from host.compilers.debuginfo.code import Made, Target, points
from host.compilers.fortran import syntax
from host.compilers.fortran.lowering.unit import Shared
from host.languages.assembly import Line

MAIN = "the main program"

Region: TypeAlias = code.Region[syntax.Unit, syntax.Node]
Call: TypeAlias = code.Call[syntax.Unit, syntax.Node]
Compiled: TypeAlias = program.Compiled[syntax.Program, Shared]


class FortranCode(code.Code[syntax.Unit, syntax.Node]):
    def __init__(self, compiled: Compiled, target: Target) -> None:
        self.program, self.shared, self.symbols = compiled.program, compiled.shared, compiled.image.symbols
        found = points(compiled.assembly, _made(compiled), target.part_bits)
        super().__init__(target, compiled.image, self.program.at.source, self._regions(), found)

    def _regions(self) -> Iterator[Region]:
        for unit, symbol in self.shared.entries.items():
            if symbol in self.symbols:
                main = unit is self.program.main
                yield Region(self.symbols[symbol], symbol, MAIN if main else unit.name, None if main else unit)

    def routine(self, call: Call) -> syntax.Unit:
        """Return the unit that an activation is of."""
        return call.routine or self.program.main


def _made(compiled: Compiled) -> Iterator[tuple[Line, Made[syntax.Node]]]:
    """Yield the lines of assembly language that were made of nodes of the program."""
    for line, made in zip(compiled.assembled, compiled.lines, strict=True):
        if made.node is not None:
            yield line, Made(made.node, made.begins, isinstance(made.node, syntax.Statement), made.copies, made.held)
