"""The 6502's arithmetic: bytes and a status in, bytes and a status out.

Sources: MOS Technology MCS6500 Programming Manual; decimal mode as the transistor netlist of the chip has it.
"""

from __future__ import annotations

from emulators.kernels import out_of_line

# Status register:  7 6 5 4 3 2 1 0      bit 5 always reads 1 here; B (bit 4) exists only on the stack
#                   N V - B D I Z C
CARRY, ZERO, INTERRUPT, DECIMAL, BREAK, ALWAYS, OVERFLOW, NEGATIVE = 1, 2, 4, 8, 16, 32, 64, 128


def nz(p: int, value: int) -> int:
    """Return status `p` with N and Z set from a byte."""
    return (p & ~(NEGATIVE | ZERO)) | (value & NEGATIVE) | (ZERO if value == 0 else 0)


def with_flag(p: int, flag: int, on: int) -> int:
    """Return status `p` with the bits of `flag` set or cleared."""
    return p | flag if on else p & ~flag


def add(a: int, value: int, p: int) -> tuple[int, int]:
    """Return (sum, status) of A + value + C; two packed decimal digits each when D is set."""
    return add_decimal(a, value, p) if p & DECIMAL else add_binary(a, value, p)


def add_binary(a: int, value: int, p: int) -> tuple[int, int]:
    """Return (sum, status) of A + value + C."""
    total = a + value + (p & CARRY)
    overflow = ~(a ^ value) & (a ^ total) & 0x80  # equal signs in, the other sign out
    return total & 0xFF, nz(with_flag(with_flag(p, CARRY, total > 0xFF), OVERFLOW, overflow), total & 0xFF)


@out_of_line
def add_decimal(a: int, value: int, p: int) -> tuple[int, int]:
    """Return (sum, status) in decimal mode.

    Z is that of the binary sum, N and V come from the sum before the high digit is adjusted, and digits above 9
    give the sums of the chip's adder.
    """
    carry = p & CARRY
    low = (a & 0x0F) + (value & 0x0F) + carry
    if low > 9:
        low = ((low + 6) & 0x0F) + 0x10
    high = (a & 0xF0) + (value & 0xF0) + low
    p = with_flag(p, ZERO, (a + value + carry) & 0xFF == 0)
    p = with_flag(p, NEGATIVE, high & 0x80)
    p = with_flag(p, OVERFLOW, ~(a ^ value) & (a ^ high) & 0x80)
    if high > 0x9F:
        high += 0x60
    return high & 0xFF, with_flag(p, CARRY, high > 0xFF)


def subtract(a: int, value: int, p: int) -> tuple[int, int]:
    """Return (difference, status) of A - value - (1 - C); in decimal mode the flags are the binary ones."""
    binary, status = add_binary(a, value ^ 0xFF, p)
    if p & DECIMAL:
        return subtract_decimal(a, value, p), status
    return binary, status


@out_of_line
def subtract_decimal(a: int, value: int, p: int) -> int:
    """Return the difference of packed decimal digits."""
    low = (a & 0x0F) - (value & 0x0F) - (1 - (p & CARRY))
    if low < 0:
        low = ((low - 6) & 0x0F) - 0x10
    high = (a & 0xF0) - (value & 0xF0) + low
    if high < 0:
        high -= 0x60
    return high & 0xFF


def compare(register: int, value: int, p: int) -> int:
    """Return the status after register - value: C means no borrow."""
    return nz(with_flag(p, CARRY, register >= value), (register - value) & 0xFF)


def shift_left(value: int, carry_in: int, p: int) -> tuple[int, int]:
    """Return (result, status): all bits one place left, `carry_in` into bit 0, bit 7 into C."""
    result = (value << 1 | carry_in) & 0xFF
    return result, nz(with_flag(p, CARRY, value & 0x80), result)


def shift_right(value: int, carry_in: int, p: int) -> tuple[int, int]:
    """Return (result, status): all bits one place right, `carry_in` into bit 7, bit 0 into C."""
    result = value >> 1 | carry_in << 7
    return result, nz(with_flag(p, CARRY, value & 1), result)


def and_rotate(a: int, value: int, p: int) -> tuple[int, int]:
    """Return (result, status) of the undocumented ARR: AND, then a rotation through the decimal adder."""
    both = a & value
    result = both >> 1 | (p & CARRY) << 7
    p = with_flag(nz(p, result), OVERFLOW, (both ^ result) & 0x40)
    if not p & DECIMAL:
        p = with_flag(p, OVERFLOW, (result ^ result << 1) & 0x40)
        return result, with_flag(p, CARRY, result & 0x40)
    if (both & 0x0F) + (both & 0x01) > 0x05:
        result = result & 0xF0 | (result + 0x06) & 0x0F
    carry = (both & 0xF0) + (both & 0x10) > 0x50
    if carry:
        result = (result + 0x60) & 0xFF
    return result, with_flag(p, CARRY, carry)
