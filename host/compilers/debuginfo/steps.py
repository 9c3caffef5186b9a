"""Steps from statement to statement, worked out from what a run has executed.

An activation goes on as long as no instruction of its caller's is executed: with one of these, everything that was
called has ended, however it ended (a jump leads out of any number of routines). An instruction is one of an
activation's if it is in its code and the frame is the same; how a routine begins is not its own yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from emulators.machine import TRACE_REGISTERS, Trace
from host.compilers.debuginfo.code import Call, Code

Flags: TypeAlias = NDArray[np.bool_]
AnyCode: TypeAlias = Code[Any, Any]
AnyCall: TypeAlias = Call[Any, Any]


class Live(NamedTuple):
    """An activation in progress."""

    region: int  # the number of its stretch of code
    frame: int | None  # where that tells activations apart


def living(code: AnyCode, calls: Sequence[AnyCall]) -> list[Live]:
    """Return the activations of a chain of calls, the innermost first."""
    numbers = {region: number for number, region in enumerate(code.regions)}
    return [Live(numbers[each.region], each.frame if each.region.framed else None) for each in calls]


class Moments:
    """The program's position before each row of a trace."""

    def __init__(self, code: AnyCode, rows: Trace) -> None:
        target = code.target
        columns = {name: rows[:, TRACE_REGISTERS + number] for number, name in enumerate(target.registers)}
        word = columns[target.counter]
        starts = np.array([each.start for each in code.regions])
        bodies = np.array([code.body(each) for each in code.regions])
        found = np.searchsorted(starts, word, side="right") - 1
        own = (found >= 0) & (word < code.end)
        self.region = np.where(own & (word >= bodies[found]), found, -1)
        self.frame = columns[target.frame]
        self.key = word * target.parts + (columns[target.part_counter] if target.part_counter else 0)

    def at(self, places: NDArray[np.int64]) -> Flags:
        """Return which of them are at one of these places."""
        return np.isin(self.key, places)

    def alive(self, live: Sequence[Live]) -> Flags:
        """Return which of them are in one of these activations."""
        found = np.zeros(len(self.key), bool)
        frames: dict[int, list[int]] = {}
        for each in live:
            if each.frame is None:
                found |= self.region == each.region
            else:
                frames.setdefault(each.region, []).append(each.frame)
        for region, known in frames.items():
            found |= (self.region == region) & np.isin(self.frame, known)
        return found

    def which(self, index: int, live: Sequence[Live]) -> int:
        """Return the innermost of these activations that a moment is in."""
        region, frame = int(self.region[index]), int(self.frame[index])
        return next(number for number, each in enumerate(live) if each.region == region and each.frame in (None, frame))


def places(code: AnyCode, *, parameters: bool) -> NDArray[np.int64]:
    """Return where statements begin, with or without the codes of actual parameters."""
    chosen = code.begins.values() if parameters else code.statements
    return np.array([each.address * code.target.parts + each.part for each in chosen], np.int64)


class Into:
    """The next statement or parameter, whatever it belongs to."""

    def __init__(self, code: AnyCode) -> None:
        self._code = code
        self._places = places(code, parameters=True)
        self._begun = False

    def reached(self, rows: Trace, following: int) -> int | None:
        """Look for one after the instruction at which the step began."""
        found = np.flatnonzero(Moments(self._code, rows).at(self._places))
        first = next((int(each) for each in found if self._begun or each), None)
        self._begun = self._begun or bool(len(rows))
        return first


class Over:
    """The next statement of the activation, or of one of its callers."""

    def __init__(self, code: AnyCode, calls: Sequence[AnyCall]) -> None:
        self._code = code
        self._places = places(code, parameters=False)
        self._live = living(code, calls)
        self._begun = False

    def reached(self, rows: Trace, following: int) -> int | None:
        """Follow the ends of activations up to the first statement that belongs to one that goes on."""
        moments = Moments(self._code, rows)
        begin = moments.at(self._places)
        begin[: 0 if self._begun else 1] = False
        self._begun = self._begun or bool(len(rows))
        at = 0
        while True:
            candidates = np.flatnonzero(begin[at:] & moments.alive(self._live)[at:])
            first = at + int(candidates[0]) if len(candidates) else len(rows)
            outer = moments.alive(self._live[1:])
            outer &= ~moments.alive(self._live[:1])
            returns = np.flatnonzero(outer[at:first])
            if not len(returns):
                return first if first < len(rows) else None
            at += int(returns[0])
            self._live = self._live[moments.which(at, self._live) :]


class Out:
    """The place of the activation's call."""

    def __init__(self, code: AnyCode, calls: Sequence[AnyCall]) -> None:
        self._code = code
        live = living(code, calls)
        self._inner, self._live = live[:1], live[1:]
        self._begun = False

    def reached(self, rows: Trace, following: int) -> int | None:
        """Look for an instruction of a caller."""
        moments = Moments(self._code, rows)
        outer = moments.alive(self._live) & ~moments.alive(self._inner)
        outer[: 0 if self._begun else 1] = False
        self._begun = self._begun or bool(len(rows))
        found = np.flatnonzero(outer)
        return int(found[0]) if len(found) else None


def before(code: AnyCode, calls: Sequence[AnyCall], rows: Trace) -> int | None:
    """Return the row where the previous statement began: of the activation, or of one of its callers."""
    moments, live = Moments(code, rows), living(code, calls)
    begin, end = moments.at(places(code, parameters=False)), len(rows)
    while True:
        candidates = np.flatnonzero(begin[:end] & moments.alive(live)[:end])
        last = int(candidates[-1]) if len(candidates) else -1
        outer = moments.alive(live[1:])
        outer &= ~moments.alive(live[:1])
        calling = np.flatnonzero(outer[last + 1 : end]) + last + 1
        if not len(calling):
            return last if last >= 0 else None
        end = int(calling[-1]) + 1
        live = live[moments.which(end - 1, live) :]
