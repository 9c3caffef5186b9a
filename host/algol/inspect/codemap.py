"""Which statement an instruction is of, and where statements and the codes of actual parameters begin.

A place is the address of a word and the parcel in it. Statements need not begin with a word of their own.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from emulators.cdc6600.isa import PARCEL_BITS
from host.algol.code.words import Home
from host.algol.compiler import Compiled
from host.algol.syntax import (
    Array,
    ArrayDeclaration,
    ArraySegment,
    Block,
    Declared,
    Expression,
    Label,
    Node,
    Procedure,
    Program,
    Statement,
    children,
)
from host.algol.trace import Region, Trace


class Point(NamedTuple):
    """A place in the code, and the statement or actual parameter that goes on or begins there."""

    address: int
    parcel: int
    node: Node
    begins: bool
    copies: tuple[tuple[int, Home], ...] = ()  # X registers that hold variables where it begins

    @property
    def place(self) -> tuple[int, int]:
        """Word and parcel."""
        return self.address, self.parcel


class CodeMap:
    """The code of one program."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.trace = Trace(compiled)
        self.points = list(_points(compiled))
        self._places = [each.place for each in self.points]
        self.begins = {each.place: each for each in self.points if each.begins}

    @cached_property
    def parents(self) -> dict[Node, Node]:
        """Which node each node is directly below."""
        found: dict[Node, Node] = {}
        waiting: list[Node] = [self.compiled.program]
        while waiting:
            parent = waiting.pop()
            for child in children(parent):
                found[child] = parent
                waiting.append(child)
        return found

    @cached_property
    def statements(self) -> list[Point]:
        """Where statements begin (and declarations that have code), as they stand in the text."""
        found = [each for each in self.points if each.begins and isinstance(each.node, Statement | Array)]
        return sorted(found, key=lambda each: each.node.at.start)

    def region(self, address: int) -> Region | None:
        """Return the stretch of code around a word; None outside of the program."""
        return self.trace.region(address)

    def at(self, address: int, parcel: int) -> Point | None:
        """Return the last point at or before a place, in the same stretch of code."""
        region, index = self.region(address), bisect_right(self._places, (address, parcel)) - 1
        if region is None or index < 0 or self.points[index].address < region.start:
            return None
        return self.points[index]

    def body(self, region: Region) -> int:
        """Return the address from which on a procedure has its frame, and its parameters."""
        index = bisect_right(self._places, (region.start, -1))
        begins = (each.address for each in self.points[index:] if each.begins)
        first = next(begins, region.start)
        return first if self.region(first) == region else region.start + 1

    def owner(self, node: Node) -> Procedure | None:
        """Return the innermost procedure around a node (itself, where it is one): what code made of it stands in."""
        here: Node | None = node
        while here is not None and not isinstance(here, Procedure):
            here = self.parents.get(here)
        return here

    def around(self, node: Node) -> Iterator[Node]:
        """Yield the blocks, procedures and the program around a node, the innermost first.

        Bounds of arrays are evaluated outside of the block that declares these.
        """
        here: Node | None = node
        outside = isinstance(node, Array)
        while here is not None:
            outside = outside or isinstance(here, ArrayDeclaration | ArraySegment)
            if isinstance(here, Block) and outside:
                outside = False
            elif isinstance(here, Block | Procedure | Program):
                yield here
            here = self.parents.get(here)

    def names(self, scope: Node) -> dict[str, Declared]:
        """Return what is local to a block, a procedure, or the program."""
        match scope:
            case Block():
                return scope.local
            case Procedure():
                labels = self._labels.get(scope, ())
                return {each.name: each for each in (*scope.formals, *labels)}
            case Program():
                return {each.name: each for each in scope.labels}
        return {}

    @cached_property
    def _labels(self) -> dict[Procedure, list[Label]]:
        """The labels that are local to procedures and not to blocks inside of them."""
        found: dict[Procedure, list[Label]] = {}
        for label in self.labels:
            if label.block is None and label.owner is not None:
                found.setdefault(label.owner, []).append(label)
        return found

    @cached_property
    def labels(self) -> list[Label]:
        """All labels, as they stand in the text."""
        found = [each for node in self.parents if isinstance(node, Statement) for each in node.labels]
        return sorted(found, key=lambda each: each.at.start)

    def within(self, node: Node, outer: Node) -> bool:
        """Whether a node is, or stands inside of, another one."""
        here: Node | None = node
        while here is not None and here is not outer:
            here = self.parents.get(here)
        return here is outer

    def thunk(self, symbol_address: int) -> Expression | None:
        """Return the actual parameter that a piece of code evaluates."""
        region = self.region(symbol_address)
        return region.node if region is not None and isinstance(region.node, Expression) else None


def _points(compiled: Compiled) -> Iterator[Point]:
    """Yield where the lines of COMPASS went that were made of nodes, in the order of storage."""
    made = {id(line): code for line, code in zip(compiled.assembled, compiled.lines, strict=True)}
    found: dict[tuple[int, int], Point] = {}
    for record in compiled.assembly.program.records:
        code = made.get(id(record.line))
        if code is None or code.node is None or not any(each.length for each in record.spans):
            continue
        span = next(each for each in record.spans if each.length)
        place = span.chunk.address + span.start, span.offset // PARCEL_BITS
        point = Point(*place, code.node, code.begins, code.copies)
        if point.place not in found or point.begins:
            found[point.place] = point
    yield from (found[place] for place in sorted(found))
