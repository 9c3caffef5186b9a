"""Which subroutines are open? The 704 does not say; index registers that point back to a TSX do, mostly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.ibm704.isa import BY_MNEMONIC, FIELD, TAG, TAG_SHIFT
from emulators.machine import Frame

if TYPE_CHECKING:
    from emulators.ibm704.machine import Ibm704

TSX = BY_MNEMONIC["TSX"].operation
REGISTERS = {1: "xa", 2: "xb", 4: "xc"}  # tag -> field


def frames(machine: Ibm704) -> list[Frame]:
    """Return the calls that are open, the innermost first.

    TSX leaves the complement of its address in an index register, where it stays after the return: a call counts
    as open while IC is between the beginning of the subroutine and the next TSX that is known to have called. A
    subroutine that keeps its way back in storage to call another one is not seen meanwhile.
    """
    m = machine.m
    mask, ic = int(m.core_mask), int(m.ic)
    found: list[tuple[int, Frame]] = []
    for tag, field in REGISTERS.items():
        call = -int(getattr(m, field)) & mask
        word = machine.peek(call)
        start = word & FIELD & mask
        if word >> 24 == TSX and word >> TAG_SHIFT & TAG & tag and start <= ic and not start <= call < ic:
            found.append((ic - start, Frame(call, (call + 1) & mask)))
    return [frame for _, frame in sorted(dict.fromkeys(found))]
