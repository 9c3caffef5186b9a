"""The editor's breakpoints: each has one or more breakpoints in the session.

The editor sends all breakpoints of a group (a source, the functions, ...) again whenever one of them changes. Unchanged
ones stay set and keep their hits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from emulators.errors import IronboardError
from host.debugger.dap.messages import Body, Refusal, explained
from host.debugger.dap.sources import Places
from host.debugger.session import Location, Session
from host.debugger.stops import Breakpoint, Kind, Wanted
from host.languages.running import Spot

WRITES, CHANGES = "write", "change"  # modes of data breakpoints


# ---------------------------------------------------------------- what can be watched


def watchable(session: Session, text: str) -> Location:
    """Return the target of a data breakpoint on an expression; a number or a label stands for the word there.

    Raises IronboardError.
    """
    found = session.location(text)
    if found is not None and found.shift is not None:
        raise Refusal(f"bits cannot be watched: watch {found.register}, with the condition {text.strip()} == 1")
    if found is not None:
        return found
    address = session.value(text)
    if not 0 <= address < 1 << session.machine.address_bits:
        raise IronboardError(f"'{text}' is {address:#x}: there is no such address")
    return Location(session.machine.word_bits, address=address)


def data_id(mode: str, words: int, text: str) -> str:
    """Return the data id of a target, as the editor stores it."""
    return f"{mode}:{words}:{text}"


def read_data_id(name: str) -> tuple[int, str]:
    """Return the number of words and the expression of a data id; raises IronboardError for an invalid one."""
    mode, _, rest = name.partition(":")
    words, _, text = rest.partition(":")
    if mode not in (WRITES, CHANGES) or not (words.isascii() and words.isdecimal()) or not text:
        raise IronboardError(f"'{name}' is not a data id returned by dataBreakpointInfo")
    return max(1, int(words[:9])), text


# ---------------------------------------------------------------- breakpoints


class Group(StrEnum):
    """Kinds of breakpoints; the values are what `stopped` gives as the reason."""

    SOURCE = "breakpoint"
    FUNCTION = "function breakpoint"
    INSTRUCTION = "instruction breakpoint"
    DATA = "data breakpoint"


class Asked(NamedTuple):
    """A breakpoint as the editor requests it: on a line, an expression, or a data id."""

    group: Group
    wanted: Wanted
    source: str = ""  # the key of the source it is in


@dataclass(eq=False)
class Mark:
    """A breakpoint of the editor; it owns those in the session."""

    id: int
    asked: Asked
    numbers: list[int] = field(default_factory=list)  # of the session's breakpoints
    body: Body = field(default_factory=dict)  # as the editor has been told


class Marks:
    """All breakpoints of the editor. `asleep`: they are stored but do not stop the machine."""

    def __init__(self, session: Session, places: Places, *, asleep: bool = False) -> None:
        self._session = session
        self._places = places
        self._asleep = asleep
        self._marks: list[Mark] = []
        self._count = 0

    def replace(self, group: Group, source: str, asked: Iterable[Asked]) -> list[Body]:
        """Replace the breakpoints of a group; return their state for the editor."""
        old = [each for each in self._marks if (each.asked.group, each.asked.source) == (group, source)]
        new: list[Mark] = []
        for each in asked:
            mark = next((mark for mark in old if mark.asked == each and mark.numbers), None)
            if mark:
                old.remove(mark)
            else:
                self._count += 1
                mark = Mark(self._count, each)
                self._marks.append(mark)
                self._set(mark)
            new.append(mark)
        for mark in old:
            self._session.stops.clear(mark)
            self._marks.remove(mark)
        return [mark.body for mark in new]

    def take_over(self, before: Marks) -> list[Body]:
        """Set another session's breakpoints in this one; return the ones whose state changed."""
        self._marks, self._count = before._marks, before._count
        bodies = [mark.body for mark in self._marks]
        for mark in self._marks:
            self._set(mark)
        return [mark.body for mark, body in zip(self._marks, bodies, strict=True) if mark.body != body]

    def of(self, breakpoints: Iterable[Breakpoint]) -> list[Mark]:
        """Return the marks that own these breakpoints of the session."""
        owners = [each.owner for each in breakpoints]
        return [mark for mark in self._marks if any(owner is mark for owner in owners)]

    def _set(self, mark: Mark) -> None:
        """Set it in the session, or record why that is impossible."""
        mark.numbers = []
        try:
            wanted, body = self._find(mark.asked)
            mark.numbers = [each.number for each in self._session.stops.put(wanted, mark)]
            for number in mark.numbers:
                self._session.stops.enable(number, not self._asleep)
        except IronboardError as error:
            self._session.stops.clear(mark)
            mark.body = {"id": mark.id, "verified": False, "message": explained(error), "reason": "failed"}
            return
        mark.body = {"id": mark.id, "verified": not self._asleep, **body}
        if self._asleep:
            mark.body |= {"message": "the program runs without being debugged", "reason": "pending"}

    # ------------------------------------------------------------ what a breakpoint is about

    def _find(self, asked: Asked) -> tuple[Wanted, Body]:
        """Return the target of a breakpoint, and its description for the editor; raises IronboardError."""
        wanted = asked.wanted
        if asked.group == Group.DATA:
            wanted = self._data(wanted)
            missed = self._session.unnoticed(wanted)
            return wanted, {"message": missed} if missed else {}
        if asked.group == Group.SOURCE:
            body, spots = self._line(asked.source, wanted.place)
            body["instructionReference"] = reference(spots[0].address)
        else:
            spots = self._session.spots(wanted.place)[1]
            body = {"instructionReference": reference(spots[0].address), **self._places.of_file(spots[0].address)}
        return wanted._replace(ranges=tuple((address, address, part) for address, part in spots)), body

    def _line(self, source: str, place: str) -> tuple[Body, list[Spot]]:
        line, _, column = place.partition(":")
        found = self._places.statement(source, int(line), int(column) if column else None)
        if found is None:
            first, addresses = self._places.breakable(source, int(line))
            found = {"line": first}, [Spot(address) for address in addresses]
        return found

    def _data(self, wanted: Wanted) -> Wanted:
        words, text = read_data_id(wanted.place)
        watched = watchable(self._session, text)
        if watched.address is not None:
            return wanted._replace(ranges=((watched.address, watched.address + words - 1, 0),))
        if wanted.kind not in (Kind.WRITE, Kind.CHANGE):
            raise Refusal(f"a register can be watched only for changes, not for reads: {watched.register}")
        return wanted._replace(register=watched.register)


def reference(address: int) -> str:
    """Return a memory reference: hexadecimal, as the protocol requires."""
    return f"0x{address:04X}" if address >= 0 else "0x0"
