"""What is a breakpoint about? From what the editor wants to addresses and registers."""

from __future__ import annotations

from collections.abc import Callable

from emulators.errors import IronboardError
from host.debugger.dap.arguments import Body, Refusal
from host.debugger.dap.marks import Group, Spot, Wanted
from host.debugger.dap.numbers import reference
from host.debugger.dap.places import Places
from host.debugger.dap.targets import Register, watchable
from host.debugger.language import Spot as Instruction
from host.debugger.session import Session
from host.debugger.stops import Kind

WRITES, CHANGES = "write", "change"  # modes of data breakpoints


class Spots:
    """Finds what the breakpoints of a session are about."""

    def __init__(self, session: Session, places: Places) -> None:
        self._session = session
        self._places = places
        self._finders: dict[Group, Callable[[Wanted], Spot]] = {
            Group.SOURCE: self._line,
            Group.FUNCTION: self._place,
            Group.INSTRUCTION: self._place,
            Group.DATA: self._data,
        }

    def find(self, wanted: Wanted) -> Spot:
        """Return what a breakpoint is about; raises IronboardError."""
        return self._finders[wanted.group](wanted)

    def _line(self, wanted: Wanted) -> Spot:
        line, _, column = wanted.place.partition(":")
        found = self._places.statement(wanted.source, int(line), int(column) if column else None)
        if found is not None:
            body, spots = found
            return Spot(alone(spots), {**body, "instructionReference": reference(spots[0].address)})
        first, addresses = self._places.breakable(wanted.source, int(line))
        body = {"line": first, "instructionReference": reference(addresses[0])}
        return Spot([(address, address, 0) for address in addresses], body)

    def _place(self, wanted: Wanted) -> Spot:
        _, spots = self._session.spots(wanted.place)
        first = spots[0].address
        body: Body = {"instructionReference": reference(first), **self._places.of_file(first)}
        return Spot(alone(spots), body)

    def _data(self, wanted: Wanted) -> Spot:
        words, text = read_data_id(wanted.place)
        watched = watchable(self._session, text)
        if not isinstance(watched, Register):
            return Spot([(watched.address, watched.address + words - 1, 0)], {})
        if wanted.kind not in (Kind.WRITE, Kind.CHANGE):
            raise Refusal(f"of a register, only changes can be watched, not who reads it: {watched.name}")
        return Spot([(0, 0, 0)], {}, watched.name)


def alone(spots: list[Instruction]) -> list[tuple[int, int, int]]:
    """Return ranges of one instruction each."""
    return [(address, address, part) for address, part in spots]


def data_id(mode: str, words: int, text: str) -> str:
    """Return the name of something to watch, as the editor keeps it."""
    return f"{mode}:{words}:{text}"


def read_data_id(name: str) -> tuple[int, str]:
    """Return how many words a name is about, and the expression; raises IronboardError for what is no such name."""
    mode, _, rest = name.partition(":")
    words, _, text = rest.partition(":")
    if mode not in (WRITES, CHANGES) or not (words.isascii() and words.isdecimal()) or not text:
        raise IronboardError(f"'{name}' is none of the names that dataBreakpointInfo gives")
    return max(1, int(words[:9])), text
