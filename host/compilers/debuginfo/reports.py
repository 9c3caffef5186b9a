"""What a run tells of a compiled program: why it failed and where that was, and where its time went.

What the library takes is charged to the line that called it, and shown apart: to the line that ran last, so that what
follows the code of a parameter is charged to this. A line is done as often as what begins first on it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import Place
from emulators.loops import Loops, traces, zeros
from emulators.machine import Machine, Trace
from host.compilers.debuginfo.code import Call, Code
from host.compilers.language import Explained

MOST_CALLS = 8  # that are told one by one, at either end of a long chain
TOP = 12  # lines, and routines, that are shown


def failure(program: Explained, machine: Machine, calls: Sequence[Call[Any, Any]]) -> str:
    """Return a message: place, what was wrong, the line, and the calls."""
    return "\n".join(_failure(program, machine, calls))


def _failure(program: Explained, machine: Machine, calls: Sequence[Call[Any, Any]]) -> Iterator[str]:
    source, message = program.code.source, program.complaint(machine, calls)
    line = calls[0].line if calls else 0
    yield f"{source.file}:{line}: error: {message}" if line else f"{source.file}: error: {message}"
    if line:
        yield f"{line:5} | {Place(source.file, line, 1, 1, source.line_text(line)).excerpt()[0]}"
    told = [
        f"      in {call.name}, called at {source.file}:{caller.line}"
        if call.routine
        else f"      in a parameter, wanted at {source.file}:{caller.line}"
        for call, caller in pairwise(calls)
    ]
    if len(told) > 2 * MOST_CALLS:
        left_out = f"      ... {len(told) - 2 * MOST_CALLS:,} more calls"
        told = [*told[:MOST_CALLS], left_out, *told[-MOST_CALLS:]]
    yield from told


# ---------------------------------------------------------------- where the time went


class Share(NamedTuple):
    """Cycles of a line or a routine, those of the library among them, and how often it was done."""

    cycles: int
    library: int
    times: int
    name: str


class Sums:
    """Cycles and times by line, or by routine: number 0 is for what belongs to none.

    `own`: 1 for places of the program's own code; `owners`: the number of the line, or routine, of each place.
    """

    def __init__(
        self, names: Sequence[str], own: array[int], owners: array[int], firsts: Iterable[tuple[int, int]]
    ) -> None:
        self.names = names
        beginning = zeros(len(owners))  # by place: whose first instruction is there
        for owner, place in firsts:
            beginning[place] = owner
        self.cycles, self.library, self.times = (zeros(len(names)) for _ in range(3))
        self._loops = Loops(traces)
        self._loops.lend(own=own, owners=owners, beginning=beginning)
        self._loops.lend(charged=self.cycles, foreign=self.library, times=self.times)

    def add(self, rows: Trace, column: int, part_column: int, part_bits: int, spent: array[int]) -> None:
        """Add the cycles that the rows have `spent`; the columns are those of the address and of the part."""
        m = self._loops.numbers
        m.width, m.column, m.part_column, m.part_bits = len(rows.columns), column, part_column, part_bits
        self._loops.lend(cells=rows.cells, spent=spent)
        self._loops.call("charge", len(rows))
        self.times[0] = 0

    def shares(self) -> list[Share]:
        """Return the rows that took any time, the longest first."""
        rows = zip(self.cycles, self.library, self.times, self.names, strict=True)
        return sorted((Share(*row) for row in rows if row[0]), key=lambda each: -each.cycles)


class Account:
    """Cycles by line and by routine of a program; places are counted in parts of words."""

    def __init__(self, code: Code[Any, Any]) -> None:
        parts = code.target.parts
        self._part_bits = parts.bit_length() - 1
        own = zeros(code.target.places)
        for words, mark in ((range(code.start, code.end), 1), *((added, 0) for added in code.added)):
            _fill(own, words.start * parts, words.stop * parts, mark)
        self.lines, self.routines = _lines(code, own), _routines(code, own)

    def add(self, rows: Trace, column: int, part_column: int, spent: array[int]) -> None:
        """Count instructions, and the cycles that each of them took."""
        for each in (self.lines, self.routines):
            each.add(rows, column, part_column, self._part_bits, spent)

    def report(self) -> Iterator[str]:
        """Yield the table of procedures, and that of lines."""
        for title, sums in (("procedure", self.routines), ("line", self.lines)):
            total = sum(sums.cycles) or 1
            yield ""
            yield f"{'cycles':>14}  {'share':>6}  {'library':>7}  {'times':>11}  {title}"
            for each in sums.shares()[:TOP]:
                times = f"{each.times:,}" if each.times else ""
                share, library = each.cycles / total, each.library / total
                yield f"{each.cycles:>14,}  {share:6.1%}  {library:7.1%}  {times:>11}  {each.name}"


def _fill(owners: array[int], start: int, end: int, owner: int) -> None:
    """Give the places from one to another to an owner."""
    owners[start:end] = array("q", [owner]) * (end - start)


def _lines(code: Code[Any, Any], own: array[int]) -> Sums:
    """Return sums for each line of the program's text."""
    text, parts, owners = code.source.text.split("\n"), code.target.parts, zeros(code.target.places)
    instructions: dict[int, list[int]] = {}  # the first one of each line, if nothing begins on it
    for each in code.lines:
        place = each.address * parts + each.offset // code.target.part_bits
        _fill(owners, place, (each.address + each.length) * parts, each.line)
        instructions.setdefault(each.line, [place])
    nodes: dict[int, Any] = {}  # what begins first on each line
    for point in code.begins.values():
        first = nodes.setdefault(point.node.at.line, point.node)
        if point.node.at.start < first.at.start:
            nodes[point.node.at.line] = point.node
    begins: dict[int, list[int]] = {}  # where: a loop may stand in the code twice
    for point in code.begins.values():
        if nodes[point.node.at.line] is point.node:
            begins.setdefault(point.node.at.line, []).append(point.address * parts + point.part)
    firsts = ((line, place) for line, places in (instructions | begins).items() for place in places)
    name = Path(code.source.file).name
    return Sums(["", *(f"{name}:{number}  {line.strip()}" for number, line in enumerate(text, 1))], own, owners, firsts)


def _routines(code: Code[Any, Any], own: array[int]) -> Sums:
    """Return sums for each routine, and for all other regions of the same title."""
    parts, owners = code.target.parts, zeros(code.target.places)
    names, firsts = [code.regions[0].title], [(0, 0)]
    shared = {names[0]: 0}
    for region, end in zip(code.regions, code.ends, strict=True):
        owner = len(names) if region.routine else shared.setdefault(region.title, len(names))
        if owner == len(names):
            if region.routine:
                first = region.start if region.direct else region.start + 1  # the call puts the way back before it
                firsts.append((owner, first * parts))
            names.append(region.title)
        _fill(owners, region.start * parts, end * parts, owner)
    return Sums(names, own, owners, firsts)
