"""Steps from statement to statement, worked out from what a run has executed.

An activation goes on as long as no instruction of its caller's is executed: with one of these, everything that was
called has ended, however it ended (a jump leads out of any number of routines). An instruction is one of an
activation's if it is in its code and the frame is the same; how a routine begins is not its own yet.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from emulators.loops import Loops, traces, zeros
from emulators.machine import TRACE_REGISTERS, Trace
from host.compilers.debuginfo.code import Call, Code, Point
from host.languages.running import Back

AnyCode: TypeAlias = Code[Any, Any]
AnyCall: TypeAlias = Call[Any, Any]


class Search:
    """The search for statements of a program in traces; `calls` are the activations, the innermost first."""

    def __init__(self, code: AnyCode, statements: Iterable[Point[Any]], calls: Sequence[AnyCall] = ()) -> None:
        target, numbers = code.target, {region: number for number, region in enumerate(code.regions)}
        self._loops = Loops(traces)
        m = self._loops.numbers
        columns = {name: TRACE_REGISTERS + number for number, name in enumerate(target.registers)}
        m.column, m.frame_column, m.top_column = (columns[each] for each in (target.counter, target.frame, target.top))
        m.part_bits = target.parts.bit_length() - 1
        m.part_column = columns[target.part_counter] if target.part_counter else 0
        regions, begins = array("q", [-1]) * code.end, zeros(code.end * target.parts)
        for (region, number), end in zip(numbers.items(), code.ends, strict=True):
            own = range(min(code.body(region), end), end)
            regions[own.start : own.stop] = array("q", [number]) * len(own)
        unframed = zeros(code.end * target.parts)
        for places in code.unframed:
            unframed[places.start : places.stop] = array("q", [1]) * len(places)
        for each in statements:
            begins[each.address * target.parts + each.part] = 1
        self._loops.lend(
            regions=regions,
            begins=begins,
            unframed=unframed,
            live_region=array("q", (numbers[each.region] for each in calls)),
            live_frame=array("q", (each.frame if each.region.framed else traces.ANY for each in calls)),
        )

    def call(self, function: str, rows: Trace, *arguments: int) -> int:
        """Search these rows."""
        self._loops.numbers.width = len(rows.columns)
        self._loops.lend(cells=rows.cells)
        return int(self._loops.call(function, *arguments, len(rows)))


class Step:
    """The goal of a step: the first row, after the one where it began, that a search finds."""

    def __init__(self, search: Search, function: str) -> None:
        self._search, self._function = search, function
        self._begun = False

    def reached(self, rows: Trace, following: int) -> int | None:
        """Look for it."""
        found = self._search.call(self._function, rows, 0 if self._begun else 1)
        self._begun = self._begun or bool(len(rows))
        return found if found < len(rows) else None


def into(code: AnyCode) -> Step:
    """Return the goal of a step to the next statement or parameter, whatever it belongs to."""
    return Step(Search(code, code.begins.values()), "into")


def over(code: AnyCode, calls: Sequence[AnyCall]) -> Step:
    """Return the goal of a step to the next statement of the activation, or of one of its callers."""
    return Step(Search(code, code.statements, calls), "over")


def out(code: AnyCode, calls: Sequence[AnyCall]) -> Step:
    """Return the goal of a run to the place of the activation's call: to an instruction of a caller."""
    return Step(Search(code, (), calls), "out")


def before(code: AnyCode, calls: Sequence[AnyCall]) -> Back:
    """Return the search for the previous statement: of the activation, or of one of its callers."""
    search = Search(code, code.statements, calls)  # it knows which of them have ended

    def back(rows: Trace) -> int | None:
        found = search.call("before", rows)
        return found if found >= 0 else None

    return back
