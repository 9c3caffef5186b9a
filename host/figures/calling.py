"""A routine of the 6600 called by RJ, and looked at on the way: at breakpoints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from emulators.cdc6600.machine import Cdc6600
from emulators.machine import Stop
from host.bare6600 import CALLER, LIMIT, has_returned, put_call
from host.games.program6600 import ProgramFault


def call(machine: Cdc6600, entry: int, places: Iterable[int] = ()) -> Iterator[int]:
    """Call the routine at `entry`; yield which of the places it comes to, before the word there is executed.

    The routine has returned when there is no further one. Raises ProgramFault if it stops elsewhere.
    """
    put_call(machine, entry)
    machine.write_register("P", CALLER)
    marked = tuple(places)
    for address in marked:
        machine.set_breakpoint(address)
    while machine.run(LIMIT) == Stop.BREAKPOINT:
        yield machine.read_register("P")
    for address in marked:
        machine.set_breakpoint(address, False)
    if not has_returned(machine):
        raise ProgramFault(f"the routine at {entry:06o} does not come back: {machine.reason or 'it still runs'}")
