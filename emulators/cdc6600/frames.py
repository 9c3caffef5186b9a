"""Which subroutines are open? Entry words that hold a jump back to behind an RJ say so, mostly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.cdc6600.core import JUMP, M30, RETURN_JUMP
from emulators.cdc6600.isa import PARCEL_BITS, PARCELS, WORD_BITS
from emulators.machine import Frame

if TYPE_CHECKING:
    from emulators.cdc6600.machine import Cdc6600

M18 = (1 << 18) - 1


def frames(machine: Cdc6600) -> list[Frame]:
    """Return the calls that are open, the innermost first.

    A subroutine is the words behind its entry word. The jump back stays there after the return: a call from between
    there and P is one that has returned.
    """
    found: list[Frame] = []
    place = int(machine.m.p)
    entry = entry_before(machine, place)
    while entry is not None:
        call = (machine.peek(entry) >> 30 & M18) - 1
        if entry <= call < place or any(each.call == call for each in found):
            break
        found.append(Frame(call, call + 1))
        place = call
        entry = entry_before(machine, place)
    return found


def entry_before(machine: Cdc6600, place: int) -> int | None:
    """Return the nearest entry word at or before an address that an RJ has filled."""
    return next((each for each in range(place, -1, -1) if is_filled(machine, each)), None)


def is_filled(machine: Cdc6600, entry: int) -> bool:
    """Return whether a word holds a jump back to behind an RJ to itself."""
    word = machine.peek(entry)
    if word >> 48 != JUMP or word & M30:
        return False
    calling = machine.peek((word >> 30 & M18) - 1)
    shifts = range(WORD_BITS - PARCEL_BITS, WORD_BITS - PARCEL_BITS * PARCELS, -PARCEL_BITS)
    return any(
        calling >> shift + 6 & 0o777 == RETURN_JUMP and calling >> shift - PARCEL_BITS & M18 == entry
        for shift in shifts
    )
