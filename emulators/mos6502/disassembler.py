"""What stands in the memory of a 6502: an instruction as text, in the manual's notation; the calls on the stack."""

from __future__ import annotations

from collections.abc import Callable

from emulators.machine import Frame
from emulators.mos6502.isa import INSTRUCTIONS, SYNTAX, Mode

JSR, JSR_LENGTH = 0x20, 3
STACK, STACK_END = 0x0100, 0x0200


def disassemble(read: Callable[[int], int], address: int) -> tuple[str, int]:
    """Return (text, address of the next instruction); `read` returns the byte at an address."""
    each = INSTRUCTIONS[read(address)]
    syntax = SYNTAX[each.mode]
    following = (address + each.length) & 0xFFFF
    operand = sum(read((address + 1 + n) & 0xFFFF) << 8 * n for n in range(syntax.operand_bytes))
    if each.mode == Mode.RELATIVE:
        text = f"${(following + (operand ^ 0x80) - 0x80) & 0xFFFF:04X}"
    else:
        text = f"${operand:0{2 * syntax.operand_bytes}X}" if syntax.operand_bytes else ""
    return f"{each.mnemonic} {syntax.before}{text}{syntax.after}".rstrip(), following


def frames(read: Callable[[int], int], s: int) -> list[Frame]:
    """Return the calls that are open, the innermost first.

    The 6502 does not say which; the return addresses on the stack do, mostly. `read` returns the byte at an address,
    `s` is the stack pointer. Every pair of bytes on the stack that is one
    less than the address after a JSR counts as a return address: data that looks like one is taken for one, and
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
