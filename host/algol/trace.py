"""Where is a running ALGOL program? The line, and the procedures that have not returned, found in storage.

A procedure at addresses keeps the way back in its first word, one with a frame in the frame, a piece of code for a
parameter on the stack (asm/cdc6600/algrun.compass). A chain that cannot be followed ends.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from emulators.cdc6600.frames import frames
from host.algol.code.storage import Fixed
from host.algol.compiler import Compiled
from host.algol.syntax import Procedure, Switch
from host.cdc6600 import Cdc6600

LONGEST = 1000  # calls that are followed
BACK = 30  # bits to the right of the address in a return jump
FIELD = (1 << 18) - 1


class Call(NamedTuple):
    """An activation: where it is, and what it is called."""

    line: int
    name: str


class Region(NamedTuple):
    """A stretch of code: of a procedure, or a piece that others call."""

    start: int
    symbol: str
    procedure: Procedure | None  # None: the main program, a switch or a piece


class Trace:
    """The ways through one program."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.symbols = compiled.image.symbols
        self.file = compiled.lines_file
        shared = compiled.shared
        switches = {symbol for each, symbol in shared.entries.items() if isinstance(each, Switch)}
        procedures = {symbol: each for each, symbol in shared.entries.items() if isinstance(each, Procedure)}
        regions = (
            Region(address, symbol, procedures.get(symbol))
            for symbol, address in self.symbols.items()
            if symbol in procedures or symbol in switches or symbol == "START" or symbol.startswith(("P..", "E.."))
        )
        self.regions = sorted(regions, key=lambda each: each.start)
        self.lines = sorted(
            (each.address, each.address + each.length, each.line)
            for each in compiled.image.lines
            if each.file == self.file and each.length
        )

    def line(self, address: int) -> int:
        """Return the line of the ALGOL program that a word of code is of; 0: none."""
        found = [line for start, end, line in self.lines if start <= address < end]
        return found[-1] if found else 0

    def region(self, address: int) -> Region | None:
        """Return the stretch of code around a word of the program."""
        if not self.line(address):
            return None
        index = bisect_right([each.start for each in self.regions], address) - 1
        return self.regions[index] if index >= 0 else None

    def calls(self, machine: Cdc6600) -> Iterator[Call]:
        """Yield where the program is, then from where that was called, and so on."""
        address = self._here(machine)
        frame, top = machine.read_register("B6"), machine.read_register("B7")
        for _ in range(LONGEST):
            region = self.region(address) if address is not None else None
            if region is None or address is None:
                return
            name = region.procedure.spelling if region.procedure else ""
            yield Call(self.line(address), name)
            word, frame, top = self._back(machine, region, frame, top)
            if word is None:
                return
            address = (machine.peek(word) >> BACK & FIELD) - 1

    def _here(self, machine: Cdc6600) -> int | None:
        """Return where the program is, or where it has called the library."""
        place = int(machine.m.location)
        if self.line(place):
            return place
        return next((each.call for each in frames(machine) if self.line(each.call)), None)

    def _back(self, machine: Cdc6600, region: Region, frame: int, top: int) -> tuple[int | None, int, int]:
        """Return the word with the way back from a stretch of code, then B6 and B7 of the caller."""
        shared, procedure = self.compiled.shared, region.procedure
        if region.symbol.startswith("P.."):
            return top - 4, machine.peek(top - 2) & FIELD, top - 4
        if region.symbol.startswith("E.."):
            return top - 5, machine.peek(top - 4) & FIELD, machine.peek(top - 2) & FIELD
        if procedure is None:
            return None, frame, top
        if procedure.recursive:
            return frame, machine.peek(frame + 2) & FIELD, frame
        height = shared.tops.get(procedure)
        if isinstance(height, Fixed):
            top = machine.peek(self.symbols[height.symbol]) & FIELD
        caller = shared.callers.get(procedure)
        if isinstance(caller, Fixed):
            frame = machine.peek(self.symbols[caller.symbol]) & FIELD
        return self.symbols[shared.entries[procedure]], frame, top
