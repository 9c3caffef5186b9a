"""Where is a running ALGOL program? The line, and the procedures that have not returned, found in storage.

A procedure at addresses keeps the way back in its first word, one with a frame in the frame, a piece of code for a
parameter on the stack (asm/cdc6600/algrun.compass). Where the library has called such a piece, the way back to the
program is in the word below (asm/cdc6600/algio.compass). A chain that cannot be followed ends.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from emulators.cdc6600.isa import ADDRESS_BITS, PARCEL_BITS, PARCELS
from host.algol.code.words import Fixed
from host.algol.compiler import Compiled
from host.algol.syntax import Node, Procedure, Switch
from host.cdc6600 import Cdc6600, return_address

LONGEST = 100_000  # calls that are followed
BACK = 30  # bits to the right of the address in a return jump
FIELD = (1 << ADDRESS_BITS) - 1
PIECE, FORMAL_ENTRY = "P..", "E.."  # how the symbols begin of pieces of code that others call
EVALUATING, CALLING = 4, 5  # words on the stack that evaluating a parameter takes, and calling a formal procedure
BINDING = 7  # and giving it a parameter by value (algcall.compass)


class Region(NamedTuple):
    """A stretch of code: of a procedure, or a piece that others call."""

    start: int
    symbol: str
    procedure: Procedure | None  # None: the main program, a switch or a piece
    node: Node | None = None  # of a piece: the actual parameter that it evaluates


class Call(NamedTuple):
    """An activation: where it is, the procedure (None: the main program, or a parameter's code), and B6."""

    line: int
    procedure: Procedure | None
    frame: int
    region: Region
    address: int
    parcel: int

    @property
    def name(self) -> str:
        """What it is called."""
        return self.procedure.spelling if self.procedure else ""


class Trace:
    """The ways through one program."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.symbols = compiled.image.symbols
        lines = compiled.image.lines
        self.start = self.symbols["START"]
        self.end = min(each.address for each in lines if each.file != compiled.lines_file)  # the library is behind
        self._lines: dict[int, list[tuple[int, int]]] = {}  # of words of code: parcel and line
        for each in lines:
            if each.file == compiled.lines_file and self.start <= each.address < self.end:
                self._lines.setdefault(each.address, []).append((each.offset // PARCEL_BITS, each.line))
        shared = compiled.shared
        named = {shared.entries[each]: each for each in shared.entries if isinstance(each, Procedure | Switch)}
        named |= {symbol: switch for switch, symbol in shared.tables.items()}
        procedures = {symbol: each for symbol, each in named.items() if isinstance(each, Procedure)}
        parameters = dict(_parameters(compiled))
        self.regions = sorted(
            (
                Region(address, symbol, procedures.get(symbol), parameters.get(symbol))
                for symbol, address in self.symbols.items()
                if symbol in named or symbol == "START" or symbol.startswith((PIECE, FORMAL_ENTRY))
            ),
            key=lambda each: each.start,
        )
        self._starts = [each.start for each in self.regions]
        ends = [*self._starts[1:], self.end]
        self._switches = {each.start for each in self.regions if isinstance(named.get(each.symbol), Switch)}
        self.switches = [  # they are jumped to, and nothing says from where
            range(each.start, end)
            for each, end in zip(self.regions, ends, strict=True)
            if isinstance(named.get(each.symbol), Switch)
        ]

    def line(self, address: int, parcel: int = PARCELS) -> int:
        """Return the line of the ALGOL program that an instruction is of, the last one of a word; 0: none."""
        return max(((start, line) for start, line in self._lines.get(address, ()) if start <= parcel), default=(0, 0))[
            1
        ]

    def calls(self, machine: Cdc6600, address: int, parcel: int) -> Iterator[Call]:
        """Yield where the program is, which stands at an instruction of its own; then from where that was called."""
        frame, top = machine.read_register("B6"), machine.read_register("B7")
        for _ in range(LONGEST):
            region = self.region(address)
            if region is None:
                return
            if not region.symbol.startswith(FORMAL_ENTRY):
                yield Call(self.line(address, parcel), region.procedure, frame, region, address, parcel)
            back, frame, top = self._back(machine, region, address, frame, top)
            if back is None:
                return
            address, parcel = back, PARCELS  # the call is the last one of its word

    def region(self, address: int) -> Region | None:
        """Return the stretch of code around a word of the program; None for other words."""
        if not self.line(address):
            return None
        index = bisect_right(self._starts, address) - 1
        return self.regions[index] if index >= 0 else None

    def _back(
        self, machine: Cdc6600, region: Region, address: int, frame: int, top: int
    ) -> tuple[int | None, int, int]:
        """Return where a stretch of code was called, then B6 and B7 of the caller."""
        shared, procedure = self.compiled.shared, region.procedure
        if region.symbol.startswith(PIECE) or (shared.labels and region.start in self._switches):
            return self._evaluated(machine, top)
        if region.symbol.startswith(FORMAL_ENTRY):
            frame, below = (machine.peek(top - CALLING + each) & FIELD for each in (1, 3))
            called = _caller(machine.peek(top - CALLING))
            if self.start <= called < self.end:
                return called, frame, below
            return self._evaluated(machine, below)  # the value of a parameter that is a function
        if procedure is None:
            return None, frame, top
        if procedure.recursive and address == region.start + 1:  # the call of ENTER: there is no frame yet
            return _caller(machine.peek(region.start)), frame, top
        if procedure.recursive:
            return _caller(machine.peek(frame)), machine.peek(frame + 2) & FIELD, frame
        height, caller = shared.tops.get(procedure), shared.callers.get(procedure)
        if isinstance(height, Fixed):
            top = machine.peek(self.symbols[height.symbol]) & FIELD
        if isinstance(caller, Fixed):
            frame = machine.peek(self.symbols[caller.symbol]) & FIELD
        return _caller(machine.peek(self.symbols[shared.entries[procedure]])), frame, top

    def _evaluated(self, machine: Cdc6600, top: int) -> tuple[int, int, int]:
        """Return who wanted the value of a parameter that is being evaluated."""
        called, frame = _caller(machine.peek(top - EVALUATING)), machine.peek(top - EVALUATING + 2) & FIELD
        if not self.start <= called < self.end:  # a routine of the library
            called = _caller(machine.peek(top - EVALUATING - 1))
            region = self.region(called)
            if region is not None and region.symbol.startswith(FORMAL_ENTRY):
                top -= BINDING
        return called, frame, top - EVALUATING


def _caller(word: int) -> int:
    """Return the address of the call that has left a return jump."""
    return return_address(word) - 1


def _parameters(compiled: Compiled) -> Iterator[tuple[str, Node]]:
    """Yield the symbol of each piece of code that evaluates an actual parameter, and that."""
    symbol = ""
    for text, _, node, begins, _ in compiled.lines:
        symbol = text.split()[0] if text.startswith(PIECE) else symbol
        if begins and node is not None and symbol:
            yield symbol, node
            symbol = ""
