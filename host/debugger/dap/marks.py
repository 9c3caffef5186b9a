"""The editor's breakpoints in a session: each of them is one or several of the session's.

The editor sends all breakpoints of a group (a source, the functions, ...) anew whenever one of them changes. Those that
have not changed stay as they are, with their hits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from emulators.errors import IronboardError
from host.debugger.dap.messages import Body, Refusal, explained
from host.debugger.dap.sources import Places
from host.debugger.language import Spot
from host.debugger.session import Location, Session
from host.debugger.stops import Breakpoint, Kind, Wanted

WRITES, CHANGES = "write", "change"  # modes of data breakpoints


# ---------------------------------------------------------------- what can be watched


def watchable(session: Session, text: str) -> Location:
    """Return what a data breakpoint on an expression watches; a number or a label means the word there.

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
    """Return the name of something to watch, as the editor keeps it."""
    return f"{mode}:{words}:{text}"


def read_data_id(name: str) -> tuple[int, str]:
    """Return how many words a name is about, and the expression; raises IronboardError for what is not such a name."""
    mode, _, rest = name.partition(":")
    words, _, text = rest.partition(":")
    if mode not in (WRITES, CHANGES) or not (words.isascii() and words.isdecimal()) or not text:
        raise IronboardError(f"'{name}' is none of the names that dataBreakpointInfo gives")
    return max(1, int(words[:9])), text


# ---------------------------------------------------------------- breakpoints


class Group(StrEnum):
    """Kinds of breakpoints; the values are what `stopped` gives as the reason."""

    SOURCE = "breakpoint"
    FUNCTION = "function breakpoint"
    INSTRUCTION = "instruction breakpoint"
    DATA = "data breakpoint"


class Asked(NamedTuple):
    """A breakpoint as the editor wants it: on a line, an expression, or what dataBreakpointInfo has named."""

    group: Group
    wanted: Wanted
    source: str = ""  # the key of the source it is in


@dataclass(eq=False)
class Mark:
    """A breakpoint of the editor's; the owner of those in the session."""

    id: int
    asked: Asked
    numbers: list[int] = field(default_factory=list)  # of the session's breakpoints
    body: Body = field(default_factory=dict)  # as the editor has been told


class Marks:
    """All breakpoints of the editor's. `asleep`: they are noted, but do not stop anything."""

    def __init__(self, session: Session, places: Places, *, asleep: bool = False) -> None:
        self._session = session
        self._places = places
        self._asleep = asleep
        self._marks: list[Mark] = []
        self._count = 0

    def replace(self, group: Group, source: str, asked: Iterable[Asked]) -> list[Body]:
        """Let these be the breakpoints of a group; return what the editor shall know of each."""
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
        """Set another session's breakpoints in this one; return those that have changed for the editor."""
        self._marks, self._count = before._marks, before._count
        bodies = [mark.body for mark in self._marks]
        for mark in self._marks:
            self._set(mark)
        return [mark.body for mark, body in zip(self._marks, bodies, strict=True) if mark.body != body]

    def of(self, breakpoints: Iterable[Breakpoint]) -> list[Mark]:
        """Return those to which breakpoints of the session belong."""
        owners = [each.owner for each in breakpoints]
        return [mark for mark in self._marks if any(owner is mark for owner in owners)]

    def _set(self, mark: Mark) -> None:
        """Set it in the session, or note why that is impossible."""
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
        """Return what a breakpoint is about, and what the editor shall know of it; raises IronboardError."""
        wanted = asked.wanted
        if asked.group == Group.DATA:
            return self._data(wanted), {}
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
            raise Refusal(f"of a register, only changes can be watched, not who reads it: {watched.register}")
        return wanted._replace(register=watched.register)


def reference(address: int) -> str:
    """Return a memory reference: hexadecimal, as the protocol wants it."""
    return f"0x{address:04X}" if address >= 0 else "0x0"
