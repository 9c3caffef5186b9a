"""Which subroutines are on the stack? The 6502 does not say; the return addresses on it do, mostly."""

from __future__ import annotations

from collections.abc import Callable

from emulators.machine import Frame

JSR, JSR_LENGTH = 0x20, 3
STACK, STACK_END = 0x0100, 0x0200


def frames(read: Callable[[int], int], s: int) -> list[Frame]:
    """Return the calls that are open, the innermost first.

    `read` returns the byte at an address, `s` is the stack pointer. Every pair of bytes on the stack that is one
    less than the address behind a JSR counts as a return address: data that looks like one is taken for one, and
    an interrupt, which leaves no such trace, is not seen.
    """
    found = []
    address = STACK + s + 1
    while address + 1 < STACK_END:
        last = read(address) | read(address + 1) << 8  # the last byte of the JSR
        call = (last - JSR_LENGTH + 1) & 0xFFFF
        if read(call) == JSR:
            found.append(Frame(call, (last + 1) & 0xFFFF))
            address += 2
        else:
            address += 1
    return found
