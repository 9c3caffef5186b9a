"""The code of a compiled program: which statement an instruction is of, and who has called whom.

    regions   |  START  |  SEARCH  |  VALUE  |  P..1  | library       a routine each, or code of a parameter
    points       ^  ^ ^    ^  ^        ^        ^                       where the code of a statement begins or goes on

A place is the address of a word and the part of it where an instruction begins: statements need not begin with a word
of their own. A compiler makes a `Code` of its program; what it adds is how calls are followed (`back`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from emulators.image import Image
from emulators.machine import Machine
from host.assemblers.program import Assembly
from host.languages.assembly import Line
from host.languages.source import Span, Text

LONGEST = 100_000  # calls that are followed


class Node(Protocol):
    """A piece of a program's text: a statement, a declaration, an actual parameter."""

    at: Span


class Routine(Protocol):
    """A procedure, function or subroutine of the program."""

    @property
    def spelling(self) -> str:
        """Its name as the program's author wrote it."""


class Target(NamedTuple):
    """What code on a machine looks like."""

    registers: tuple[str, ...]  # in the order in which a trace has them
    counter: str  # the register with the address of a word of code
    part_counter: str  # the one with the part of it; empty: words hold one instruction
    parts: int  # instructions that a word can hold
    part_bits: int
    words: int  # of storage
    frame: str  # the register that tells activations of a routine apart
    top: str  # the one with the end of the stack

    @property
    def places(self) -> int:
        """The parts of all words."""
        return self.words * self.parts


R = TypeVar("R", bound=Routine)
N = TypeVar("N", bound=Node)


class Region(NamedTuple, Generic[R, N]):
    """A stretch of code."""

    start: int
    symbol: str
    title: str  # what its time is charged to
    routine: R | None = None  # None: the main program, or a piece that others call
    node: N | None = None  # of such a piece: the actual parameter that it evaluates
    framed: bool = False  # the frame tells its activations apart
    hidden: bool = False  # it only calls a routine in the place of others: not an activation of its own
    jumped_to: bool = False  # nothing says from where
    added: bool = False  # the compiler has added it to the program: it is like the library
    direct: bool = False  # its first word is code, not a place for the way back


class Point(NamedTuple, Generic[N]):
    """A place in the code, and the statement or actual parameter that goes on or begins there."""

    address: int
    part: int
    node: N
    begins: bool
    statement: bool  # it is a statement, or a declaration that has code
    copies: tuple[tuple[str, Any], ...] = ()  # registers that hold variables where it begins, and the places of these
    held: tuple[tuple[str, Any], ...] = ()  # registers that variables are in, their words in storage being out of date

    @property
    def place(self) -> tuple[int, int]:
        """Word and part."""
        return self.address, self.part


class Made(NamedTuple, Generic[N]):
    """The origin of a line of assembly language (see `Point`)."""

    node: N
    begins: bool
    statement: bool = True
    copies: tuple[tuple[str, Any], ...] = ()
    held: tuple[tuple[str, Any], ...] = ()


def points(assembly: Assembly, lines: Iterable[tuple[Line, Made[N]]], part_bits: int) -> Iterator[Point[N]]:
    """Yield where lines of assembly language went; they are told by identity, as the assembler had them."""
    made = {id(line): each for line, each in lines}
    found: dict[tuple[int, int], Point[N]] = {}
    for record in assembly.program.records:
        each = made.get(id(record.line))
        span = next((span for span in record.spans if span.length), None)
        if each is not None and span is not None:
            point = Point(span.chunk.address + span.start, span.offset // part_bits, *each)
            if point.place not in found or point.begins:
                found[point.place] = point
    yield from found.values()


class Call(NamedTuple, Generic[R, N]):
    """An activation: where it is, and its frame."""

    line: int
    frame: int
    region: Region[R, N]
    address: int
    part: int

    @property
    def routine(self) -> R | None:
        """What has been called; None: the main program, or a parameter's code."""
        return self.region.routine

    @property
    def name(self) -> str:
        """The routine's name."""
        return self.routine.spelling if self.routine else ""


class Here(NamedTuple, Generic[R, N]):
    """An activation by its number: where it is."""

    call: Call[R, N]
    point: Point[N] | None
    begins: bool  # that begins at this very instruction


class Code(ABC, Generic[R, N]):
    """The code of one program, and the ways through it."""

    def __init__(
        self, target: Target, image: Image, source: Text, regions: Iterable[Region[R, N]], points: Iterable[Point[N]]
    ) -> None:
        self.target, self.image, self.source = target, image, source
        self.regions = sorted(regions, key=lambda each: each.start)
        self.start = self.regions[0].start
        after = (each.address for each in image.lines if each.file != source.file)  # the library
        self.end = min(after, default=image.segments[-1].end)
        self.unframed: list[range] = []  # places, in parts of words, where a routine's frame is still to be made
        self.points = sorted(points, key=lambda each: each.place)
        self.begins = {each.place: each for each in self.points if each.begins and not self.is_added(each.node)}
        self._starts = [each.start for each in self.regions]
        self._places = [each.place for each in self.points]
        self._lines: dict[int, list[tuple[int, int]]] = {}  # of words of code: part and line
        for each in self.lines:
            self._lines.setdefault(each.address, []).append((each.offset // target.part_bits, each.line))

    @cached_property
    def lines(self) -> list[Any]:
        """The lines of the image that are the program's own code, in the order of storage."""
        own = (each for each in self.image.lines if each.file == self.source.file)
        return sorted(
            (each for each in own if self.start <= each.address < self.end),
            key=lambda each: (each.address, each.offset),
        )

    @property
    def ends(self) -> list[int]:
        """Where each region ends."""
        return [*self._starts[1:], self.end]

    @cached_property
    def added(self) -> list[range]:
        """The words of what has been added to the program."""
        return [range(each.start, end) for each, end in zip(self.regions, self.ends, strict=True) if each.added]

    @staticmethod
    def is_added(node: Node) -> bool:
        """Return whether a piece of the text has been added to the program."""
        return node.at.start >= len(node.at.source.own)

    # ------------------------------------------------------------ places

    def line(self, address: int, part: int | None = None) -> int:
        """Return the line of the source that an instruction is of, the last one of a word; 0: none."""
        last = self.target.parts if part is None else part
        return max((found for found in self._lines.get(address, ()) if found[0] <= last), default=(0, 0))[1]

    def region(self, address: int) -> Region[R, N] | None:
        """Return the stretch of code around a word of the program; None for other words."""
        index = bisect_right(self._starts, address) - 1
        return self.regions[index] if index >= 0 and self.line(address) else None

    def at(self, address: int, part: int) -> Point[N] | None:
        """Return the last point at or before a place, in the same stretch of code."""
        region, index = self.region(address), bisect_right(self._places, (address, part)) - 1
        if region is None or index < 0 or self.points[index].address < region.start:
            return None
        return self.points[index]

    def is_unframed(self, address: int, part: int) -> bool:
        """Return whether the frame of a routine is still to be made at a place: it will be at the top of the stack."""
        place = address * self.target.parts + part
        index = bisect_right(self.unframed, place, key=lambda each: each.start) - 1
        return index >= 0 and place in self.unframed[index]

    def body(self, region: Region[R, N]) -> int:
        """Return the address from which on a routine has its frame, and its parameters, or finds them."""
        index = bisect_right(self._places, (region.start, -1))
        first = next((each.address for each in self.points[index:] if each.begins), region.start)
        return first if self.region(first) == region else region.start + 1

    @cached_property
    def statements(self) -> list[Point[N]]:
        """Where statements begin (and declarations that have code), as they stand in the text."""
        found = [each for each in self.begins.values() if each.statement]
        return sorted(found, key=lambda each: each.node.at.start)

    def owner(self, node: N) -> R | None:
        """Return the routine with the code of a piece of the text."""
        return None

    # ------------------------------------------------------------ calls

    def routine(self, call: Call[R, N]) -> R | None:
        """Return the routine that gives names their meanings in an activation."""
        return call.routine

    def calls(self, machine: Machine, address: int, part: int | None = None) -> Iterator[Call[R, N]]:
        """Yield where the program is, which stands at an instruction of its own; then from where that was called.

        In what has been added to the program it is where this has been called. A chain that cannot be followed ends.
        """
        frame, top = machine.read_register(self.target.frame), machine.read_register(self.target.top)
        if part is not None and self.is_unframed(address, part):
            frame = top
        inside = True  # of what has been added to the program
        for _ in range(LONGEST):
            region = self.region(address)
            if region is None:
                return
            at = self.target.parts if part is None else part
            inside &= region.added
            if not (region.hidden or inside):
                yield Call(self.line(address, at), frame, region, address, at)
            back, frame, top = self.back(machine, region, address, frame, top)
            if back is None:
                return
            address, part = back, None  # the call is the last one of its word

    @abstractmethod
    def back(
        self, machine: Machine, region: Region[R, N], address: int, frame: int, top: int
    ) -> tuple[int | None, int, int]:
        """Return where a stretch of code was called (None: nowhere), then frame and top of the caller.

        The frame is at the top if it is still to be made.
        """
