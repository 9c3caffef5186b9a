"""The editor's breakpoints in a session: each of them is one or several of the session's.

The editor sends all breakpoints of a group (a source, the functions, ...) anew whenever one of them changes. Those that
have not changed stay as they are, with their hits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from emulators.errors import IronboardError
from host.debugger.dap.arguments import Body, explained
from host.debugger.stops import Breakpoint, Kind, Stops


class Group(StrEnum):
    """Kinds of breakpoints; the values are what `stopped` gives as the reason."""

    SOURCE = "breakpoint"
    FUNCTION = "function breakpoint"
    INSTRUCTION = "instruction breakpoint"
    DATA = "data breakpoint"


class Wanted(NamedTuple):
    """A breakpoint as the editor wants it."""

    group: Group
    place: str  # a line of the source, an expression, what dataBreakpointInfo has named
    source: str = ""  # the key of the source it is in
    kind: Kind = Kind.EXECUTE
    condition: str = ""
    hits_wanted: str = ""
    message: str = ""


class Spot(NamedTuple):
    """What a breakpoint has turned out to be about, and what the editor shall know of it."""

    ranges: list[tuple[int, int, int]]  # first, last address, part of the word; of a register: one without meaning
    body: Body
    register: str = ""


Find = Callable[[Wanted], Spot]  # raises IronboardError


@dataclass(eq=False)
class Mark:
    """A breakpoint of the editor's; the owner of those in the session."""

    id: int
    wanted: Wanted
    numbers: list[int] = field(default_factory=list)  # of the session's breakpoints
    body: Body = field(default_factory=dict)  # as the editor has been told


class Marks:
    """All breakpoints of the editor's. `asleep`: they are noted, but do not stop anything."""

    def __init__(self, stops: Stops, find: Find, *, asleep: bool = False) -> None:
        self._stops = stops
        self._find = find
        self._asleep = asleep
        self._marks: list[Mark] = []
        self._count = 0

    def replace(self, group: Group, source: str, wanted: Iterable[Wanted]) -> list[Body]:
        """Let these be the breakpoints of a group; return what the editor shall know of each."""
        old = [each for each in self._marks if (each.wanted.group, each.wanted.source) == (group, source)]
        new: list[Mark] = []
        for each in wanted:
            same = next((mark for mark in old if mark.wanted == each and mark.numbers), None)
            if same:
                old.remove(same)
            new.append(same or self._new(each))
        for mark in old:
            self._clear(mark)
            self._marks.remove(mark)
        return [mark.body for mark in new]

    def move_to(self, stops: Stops, find: Find, *, asleep: bool) -> list[Body]:
        """Set all of them in another session; return what has changed for the editor."""
        self._stops, self._find, self._asleep = stops, find, asleep
        before = [mark.body for mark in self._marks]
        for mark in self._marks:
            self._set(mark)
        return [mark.body for mark, body in zip(self._marks, before, strict=True) if mark.body != body]

    def of(self, breakpoints: Iterable[Breakpoint]) -> list[Mark]:
        """Return those to which breakpoints of the session belong."""
        owners = [each.owner for each in breakpoints]
        return [mark for mark in self._marks if any(owner is mark for owner in owners)]

    def _new(self, wanted: Wanted) -> Mark:
        self._count += 1
        mark = Mark(self._count, wanted)
        self._marks.append(mark)
        self._set(mark)
        return mark

    def _set(self, mark: Mark) -> None:
        """Set it in the session, or note why that is impossible."""
        mark.numbers = []
        try:
            spot = self._find(mark.wanted)
            for first, last, part in spot.ranges:
                mark.numbers.append(self._add(mark, first, last, part, spot.register))
        except IronboardError as error:
            self._clear(mark)
            mark.body = {"id": mark.id, "verified": False, "message": explained(error), "reason": "failed"}
            return
        mark.body = {"id": mark.id, "verified": not self._asleep, **spot.body}
        if self._asleep:
            mark.body |= {"message": "the program runs without being debugged", "reason": "pending"}

    def _add(self, mark: Mark, first: int, last: int, part: int, register: str) -> int:
        wanted = mark.wanted
        added = self._stops.add(
            wanted.kind, first, last, register=register, condition=wanted.condition,
            hits_wanted=wanted.hits_wanted, message=wanted.message, place=wanted.place, owner=mark, part=part,
        )  # fmt: skip
        self._stops.enable(added.number, not self._asleep)
        return added.number

    def _clear(self, mark: Mark) -> None:
        there = {each.number for each in self._stops}  # the console may have removed some
        self._stops.remove(*(number for number in mark.numbers if number in there))
        mark.numbers = []
