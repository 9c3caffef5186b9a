"""The code of a FORTRAN program on the 704: its units, the statements in them, and how its calls are followed.

A subprogram that calls others keeps index register 4, the complement of where it was called, in a word of its own; one
that calls none leaves it where it is. The frame of an activation is the address of the TSX that has called it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from emulators.ibm704.isa import MOST_WORDS, WORD_BITS
from emulators.machine import Machine
from host.compilers.debuginfo import code
from host.compilers.debuginfo.code import Made, Target, points
from host.compilers.fortran import syntax
from host.languages.assembly import Line

if TYPE_CHECKING:
    from host.compilers.fortran.ibm704.compiled import Compiled

ADDRESS = MOST_WORDS - 1
DECREMENT = 18  # to the right of it
CALLER = 4  # the index register
MAIN = "the main program"

Region: TypeAlias = code.Region[syntax.Unit, syntax.Node]
Call: TypeAlias = code.Call[syntax.Unit, syntax.Node]


@cache
def target() -> Target:
    """Return the description of code."""
    from emulators.ibm704.machine import REGISTERS  # compilers do without

    return Target(tuple(REGISTERS), "IC", "", 1, WORD_BITS, MOST_WORDS, "XC", "XC")


class FortranCode(code.Code[syntax.Unit, syntax.Node]):
    """The code of one program."""

    def __init__(self, compiled: Compiled) -> None:
        self.program, self.shared, self.symbols = compiled.program, compiled.shared, compiled.image.symbols
        super().__init__(
            target(),
            compiled.image,
            compiled.program.at.source,
            self._regions(),
            points(compiled.assembly, _made(compiled), WORD_BITS),
        )

    def _regions(self) -> Iterator[Region]:
        for unit, symbol in self.shared.entries.items():
            if symbol in self.symbols:
                main = unit is self.program.main
                yield Region(self.symbols[symbol], symbol, MAIN if main else unit.name, None if main else unit)

    def calls(self, machine: Machine, address: int, part: int | None = None) -> Iterator[Call]:
        """Yield where the program is, then from where that was called, each with the address of the TSX."""
        index, seen = machine.read_register("XC"), set[int]()
        while (region := self.region(address)) is not None and region.start not in seen:
            seen.add(region.start)
            called, index, _ = self.back(machine, region, address, index, 0)
            yield code.Call(self.line(address), called or 0, region, address, 0)
            if called is None:
                return
            address = called

    def back(self, machine: Machine, region: Region, address: int, frame: int, top: int) -> tuple[int | None, int, int]:
        """Return where a subprogram was called; `frame` is what index register 4 holds."""
        if region.routine is None:
            return None, frame, top
        own = [register for unit, register in self.shared.saves if unit is region.routine]
        if CALLER in own and address > region.start + own.index(CALLER):  # it has been kept
            word = machine.peek(self.symbols[self.shared.saves[region.routine, CALLER]])
            frame = word >> DECREMENT & ADDRESS
        return -frame & ADDRESS, frame, top


def _made(compiled: Compiled) -> Iterator[tuple[Line, Made[syntax.Node]]]:
    """Yield the lines of SAP that were made of something in the text, and of what."""
    for line, made in zip(compiled.assembled, compiled.lines, strict=True):
        if made.node is not None:
            statement = isinstance(made.node, syntax.Statement)
            yield line, Made(made.node, made.begins, statement, made.copies, made.held)
