"""One instruction of the 6502 as text, in the manual's notation."""

from __future__ import annotations

from collections.abc import Callable

from emulators.mos6502.isa import INSTRUCTIONS, SYNTAX, Mode


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
