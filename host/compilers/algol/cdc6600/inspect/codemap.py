"""The code of an ALGOL program: how its calls are followed, and what stands around a place in the text.

A procedure at addresses keeps the way back in its first word, one with a frame in the frame (one that is called
directly in B5, as long as it has none), a piece of code for a parameter on the stack (asm/cdc6600/algrun.compass).
Where the library has called such a piece, the way back to the program is in the word below (asm/cdc6600/algio.compass).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import zip_longest
from typing import TypeAlias

from emulators.cdc6600.isa import ADDRESS_BITS, PARCEL_BITS, return_address
from emulators.machine import Machine
from host.compilers import program
from host.compilers.algol import syntax
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.lowering.unit import Shared
from host.compilers.algol.syntax import children
from host.compilers.backends.cdc6600.compiled import target
from host.compilers.backends.cdc6600.runtime import BACK, WAY_BACK
from host.compilers.debuginfo import code
from host.compilers.debuginfo.code import Here, Made, points
from host.compilers.debuginfo.table import Word
from host.languages.assembly import Line

FIELD = (1 << ADDRESS_BITS) - 1
IN_REGISTER = (WAY_BACK, BACK)  # of a point without a frame
PIECE, FORMAL_ENTRY = "P..", "E.."  # how the symbols begin of pieces of code that others call
EVALUATING, CALLING = 4, 5  # words on the stack that evaluating a parameter takes, and calling a formal procedure
BINDING = 7  # and giving it a parameter by value (algcall.compass)
MAIN, PARAMETERS = "the program outside of procedures", "parameters by name"  # what time is charged to

Compiled: TypeAlias = program.Compiled[syntax.Program, Shared]
Region: TypeAlias = code.Region[syntax.Procedure, syntax.Node]
Point: TypeAlias = code.Point[syntax.Node]
Call: TypeAlias = code.Call[syntax.Procedure, syntax.Node]


class AlgolCode(code.Code[syntax.Procedure, syntax.Node]):
    """The code of one program."""

    def __init__(self, compiled: Compiled) -> None:
        self.program, self.shared, self.symbols = compiled.program, compiled.shared, compiled.image.symbols
        super().__init__(
            target(),
            compiled.image,
            compiled.program.at.source,
            self._regions(compiled),
            points(compiled.assembly, _made(compiled), PARCEL_BITS),
        )
        self.unframed = list(self._unframed())

    def _regions(self, compiled: Compiled) -> Iterator[Region]:
        shared = self.shared
        named = {
            shared.entries[each]: each for each in shared.entries if isinstance(each, syntax.Procedure | syntax.Switch)
        }
        parameters = dict(_parameters(compiled))
        for symbol, address in self.symbols.items():
            declared, node = named.get(symbol), parameters.get(symbol)
            if isinstance(declared, syntax.Procedure):
                added = declared.of_library
                yield Region(
                    address, symbol, declared.spelling, declared, node, declared.recursive, added=added,
                    direct=symbol in shared.direct,
                )  # fmt: skip
            elif declared is not None or symbol == "START" or symbol.startswith((PIECE, FORMAL_ENTRY)):
                title = MAIN if symbol == "START" else PARAMETERS
                hidden, switch = symbol.startswith(FORMAL_ENTRY), isinstance(declared, syntax.Switch)
                added = node is not None and self.is_added(node)
                yield Region(address, symbol, title, None, node, node is not None, hidden, switch, added)

    def _unframed(self) -> Iterator[range]:
        """Yield the places from one point, where the way back is in B5, to the next one, in their order."""
        last = self.end * self.target.parts
        for point, following in zip_longest(self.points, self.points[1:]):
            if IN_REGISTER in point.held:
                end = last if following is None else following.address * self.target.parts + following.part
                yield range(point.address * self.target.parts + point.part, end)

    # ------------------------------------------------------------ calls

    def back(self, machine: Machine, region: Region, address: int, frame: int, top: int) -> tuple[int | None, int, int]:
        """Return where a stretch of code was called, then B6 and B7 of the caller."""
        shared, procedure = self.shared, region.routine
        if region.symbol.startswith(PIECE) or (shared.labels and region.jumped_to):
            return self._evaluated(machine, top)
        if region.hidden:
            frame, below = (machine.peek(top - CALLING + each) & FIELD for each in (1, 3))
            called = _caller(machine.peek(top - CALLING))
            if self.start <= called < self.end:
                return called, frame, below
            return self._evaluated(machine, below)  # the value of a parameter that is a function
        if procedure is None:
            return None, frame, top
        if region.direct and procedure.recursive and frame == top:  # there is no frame yet, or no longer
            before = machine.read_register(self.target.frame)
            if before == top:  # it is being made, or given up
                before = machine.peek(top + words.CALLER) & FIELD
            return machine.read_register(WAY_BACK) - 1, before, top
        if region.direct and procedure.recursive:
            return (machine.peek(frame) & FIELD) - 1, machine.peek(frame + words.CALLER) & FIELD, frame
        if procedure.recursive and address < self.body(region):  # there is no frame yet
            return _caller(machine.peek(region.start)), frame, top
        if procedure.recursive:
            return _caller(machine.peek(frame)), machine.peek(frame + words.CALLER) & FIELD, frame
        height, caller = shared.tops.get(procedure), shared.callers.get(procedure)
        if isinstance(height, Word):
            top = machine.peek(self.symbols[height.symbol]) & FIELD
        if isinstance(caller, Word):
            frame = machine.peek(self.symbols[caller.symbol]) & FIELD
        if region.direct:
            return machine.read_register(WAY_BACK) - 1, frame, top
        return _caller(machine.peek(self.symbols[shared.entries[procedure]])), frame, top

    def _evaluated(self, machine: Machine, top: int) -> tuple[int, int, int]:
        """Return what wanted the value of a parameter that is being evaluated."""
        called, frame = _caller(machine.peek(top - EVALUATING)), machine.peek(top - EVALUATING + 2) & FIELD
        if not self.start <= called < self.end:  # a routine of the library
            called = _caller(machine.peek(top - EVALUATING - 1))
            region = self.region(called)
            if region is not None and region.hidden:
                top -= BINDING
        return called, frame, top - EVALUATING

    def routine(self, call: Call) -> syntax.Procedure | None:
        """Return the procedure that gives names their meanings: of a parameter, the one that it is written in."""
        return call.routine if call.region.node is None else self.owner(call.region.node)

    # ------------------------------------------------------------ the text around a place

    def node(self, here: Here[syntax.Procedure, syntax.Node]) -> syntax.Node | None:
        """Return the statement or parameter that an activation is at; None where it is just being entered."""
        if here.point is not None:
            return here.point.node
        return self.program.body if here.call.routine is None else None

    @cached_property
    def parents(self) -> dict[syntax.Node, syntax.Node]:
        """Which node each node is directly below."""
        found: dict[syntax.Node, syntax.Node] = {}
        waiting: list[syntax.Node] = [self.program]
        while waiting:
            parent = waiting.pop()
            for child in children(parent):
                found[child] = parent
                waiting.append(child)
        return found

    def outwards(self, node: syntax.Node) -> Iterator[syntax.Node]:
        """Yield a node and those around it, up to the program."""
        here: syntax.Node | None = node
        while here is not None:
            yield here
            here = self.parents.get(here)

    def owner(self, node: syntax.Node) -> syntax.Procedure | None:
        """Return the innermost procedure around a node (itself, where it is one): what code made of it stands in."""
        return next((each for each in self.outwards(node) if isinstance(each, syntax.Procedure)), None)

    def around(self, node: syntax.Node) -> Iterator[syntax.Node]:
        """Yield the blocks, procedures and the program around a node, the innermost first.

        Bounds of arrays are evaluated outside of the block that declares these.
        """
        outside = isinstance(node, syntax.Array)
        for here in self.outwards(node):
            outside = outside or isinstance(here, syntax.ArrayDeclaration | syntax.ArraySegment)
            if isinstance(here, syntax.Block) and outside:
                outside = False
            elif isinstance(here, syntax.Block | syntax.Procedure | syntax.Program):
                yield here

    def names(self, scope: syntax.Node) -> dict[str, syntax.Declared]:
        """Return the names local to a block, a procedure, or the program."""
        match scope:
            case syntax.Block():
                return scope.local
            case syntax.Procedure():
                labels = (each for each in self.labels if each.block is None and each.owner is scope)
                return {each.name: each for each in (*scope.formals, *labels)}
            case syntax.Program():
                return {each.name: each for each in scope.labels}
        return {}

    @cached_property
    def labels(self) -> list[syntax.Label]:
        """All labels, as they stand in the text."""
        found = [each for node in self.parents if isinstance(node, syntax.Statement) for each in node.labels]
        return sorted(found, key=lambda each: each.at.start)

    def thunk(self, symbol_address: int) -> syntax.Expression | None:
        """Return the actual parameter that a piece of code evaluates."""
        region = self.region(symbol_address)
        return region.node if region is not None and isinstance(region.node, syntax.Expression) else None


def _caller(word: int) -> int:
    """Return the address of the call that has left a return jump."""
    return return_address(word) - 1


def _parameters(compiled: Compiled) -> Iterator[tuple[str, syntax.Node]]:
    """Yield the symbol of each piece of code that evaluates an actual parameter, and that."""
    symbol = ""
    for each in compiled.lines:
        symbol = each.location if each.location.startswith(PIECE) else symbol
        if each.begins and each.node is not None and symbol:
            yield symbol, each.node
            symbol = ""


def _made(compiled: Compiled) -> Iterator[tuple[Line, Made[syntax.Node]]]:
    """Yield the lines of COMPASS that were made of something in the text, and of what."""
    for line, made in zip(compiled.assembled, compiled.lines, strict=True):
        if made.node is not None:
            statement = isinstance(made.node, syntax.Statement | syntax.Array)
            yield line, Made(made.node, made.begins, statement, made.copies, made.held)
