"""Where interrupts go: 17FA, 17FB for NMI (the key ST, single steps), 17FE, 17FF for IRQ and BRK.

The ROM's vectors lead to jumps through these words of RAM, which nothing sets after power-on. A program that ends with
BRK then goes to 0000, which holds 00, another BRK. Plain functions: pages have them, too.
"""

from __future__ import annotations

from typing import Any

NMI, IRQ = 0x17FA, 0x17FE  # in RAM
ROM_IRQ = 0x1FFE  # the processor's own vector: to the jump through IRQ


def vector(m: Any, address: int) -> int:
    """Return the address that two bytes of memory hold."""
    return int(m.memory[address] + 256 * m.memory[address + 1])


def breaks(m: Any) -> bool:
    """Return whether the processor runs from BRK to BRK: IRQ leads to one, and it is there or in the jump before."""
    target = vector(m, IRQ)
    return bool(m.memory[target] == 0 and (m.pc == target or m.pc == vector(m, ROM_IRQ)))
