"""What a run tells of a compiled program: why it failed and where that was, and where its time went.

What the library takes is charged to the line that called it, and shown apart: to the line that ran last, so that what
follows the code of a parameter is charged to this. A line is done as often as what begins first on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from emulators.errors import Place
from emulators.machine import Machine
from host.compilers.debuginfo.code import Call, Code
from host.compilers.language import Explained

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int64]

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
    """Cycles and times by line, or by routine: number 0 is for what belongs to none."""

    def __init__(self, names: Sequence[str], owners: Numbers, firsts: Iterable[tuple[int, int]]) -> None:
        import numpy as np

        self.names, self._owners = names, owners
        self._beginning = np.zeros_like(owners)  # by place: whose first instruction is there
        for owner, place in firsts:
            self._beginning[place] = owner
        self.cycles, self.library, self.times = (np.zeros(len(names), np.int64) for _ in range(3))

    def add(self, places: Numbers, charged: Numbers, own: npt.NDArray[np.bool_], spent: Numbers) -> None:
        """Add what instructions at these places spent, and the places of the program that it is charged to."""
        import numpy as np

        size, owners = len(self.names), self._owners[charged]
        self.cycles += np.bincount(owners, spent, size).astype(np.int64)
        self.library += np.bincount(owners[~own], spent[~own], size).astype(np.int64)
        self.times += np.bincount(self._beginning[places[own]], minlength=size)
        self.times[0] = 0

    def shares(self) -> list[Share]:
        """Return what took any time, the longest first."""
        rows = zip(self.cycles.tolist(), self.library.tolist(), self.times.tolist(), self.names, strict=True)
        return sorted((Share(*row) for row in rows if row[0]), key=lambda each: -each.cycles)


class Account:
    """Cycles by line and by routine of a program; places are counted in parts of words."""

    def __init__(self, code: Code[Any, Any]) -> None:
        self._own = range(code.start * code.target.parts, code.end * code.target.parts)
        parts = code.target.parts
        self._added = [range(each.start * parts, each.stop * parts) for each in code.added]
        self._last = 0  # the place of the program's instruction that ran last
        self.lines, self.routines = _lines(code), _routines(code)

    def add(self, places: Numbers, spent: Numbers) -> None:
        """Count instructions at these places, and the cycles that each of them took."""
        import numpy as np

        own = (places >= self._own.start) & (places < self._own.stop)
        for added in self._added:
            own &= (places < added.start) | (places >= added.stop)
        order = np.maximum.accumulate(np.where(own, np.arange(len(places)), -1))
        charged = np.where(order >= 0, places[order], self._last)
        self._last = int(charged[-1])
        for each in (self.lines, self.routines):
            each.add(places, charged, own, spent)

    def report(self) -> Iterator[str]:
        """Yield the table of procedures, and that of lines."""
        for title, sums in (("procedure", self.routines), ("line", self.lines)):
            total = int(sums.cycles.sum()) or 1
            yield ""
            yield f"{'cycles':>14}  {'share':>6}  {'library':>7}  {'times':>11}  {title}"
            for each in sums.shares()[:TOP]:
                times = f"{each.times:,}" if each.times else ""
                share, library = each.cycles / total, each.library / total
                yield f"{each.cycles:>14,}  {share:6.1%}  {library:7.1%}  {times:>11}  {each.name}"


def _places(code: Code[Any, Any]) -> Numbers:
    """Return an owner, 0 so far, for each place of the storage: programs go on in the library."""
    import numpy as np

    return np.zeros(code.target.places, np.int64)


def _lines(code: Code[Any, Any]) -> Sums:
    """Return sums for each line of the program's text."""
    text, parts, owners = code.source.text.split("\n"), code.target.parts, _places(code)
    instructions: dict[int, list[int]] = {}  # the first one of each line, if nothing begins on it
    for each in code.lines:
        place = each.address * parts + each.offset // code.target.part_bits
        owners[place : (each.address + each.length) * parts] = each.line
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
    return Sums(["", *(f"{name}:{number}  {line.strip()}" for number, line in enumerate(text, 1))], owners, firsts)


def _routines(code: Code[Any, Any]) -> Sums:
    """Return sums for each routine, and for all other regions of the same title."""
    parts, owners = code.target.parts, _places(code)
    names, firsts = [code.regions[0].title], [(0, 0)]
    shared = {names[0]: 0}
    for region, end in zip(code.regions, code.ends, strict=True):
        owner = len(names) if region.routine else shared.setdefault(region.title, len(names))
        if owner == len(names):
            if region.routine:
                firsts.append((owner, (region.start + 1) * parts))  # the call puts the way back before it
            names.append(region.title)
        owners[region.start * parts : end * parts] = owner
    return Sums(names, owners, firsts)
