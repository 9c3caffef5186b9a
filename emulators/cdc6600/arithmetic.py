"""Ones' complement integers, shifts and counts of the 6600: words as stored, unsigned, 60 or 18 bits.

Both adders subtract the complement with an end-around borrow, so x + (-x) is +0, and -0 comes only from (-0) + (-0)
and (-0) - (+0). Overflow is not signalled: it goes round.

Source: Control Data 6400/6500/6600 reference manual, 60100000.
"""

from __future__ import annotations

M18, M60 = (1 << 18) - 1, (1 << 60) - 1
SIGN_18, SIGN_60 = 1 << 17, 1 << 59


def add18(a: int, b: int) -> int:
    """Return the 18-bit sum."""
    difference = a - (b ^ M18)
    return difference if difference >= 0 else difference + M18


def subtract18(a: int, b: int) -> int:
    """Return the 18-bit difference."""
    difference = a - b
    return difference if difference >= 0 else difference + M18


def add60(a: int, b: int) -> int:
    """Return the 60-bit sum (IX)."""
    difference = a - (b ^ M60)
    return difference if difference >= 0 else difference + M60


def subtract60(a: int, b: int) -> int:
    """Return the 60-bit difference (IX)."""
    difference = a - b
    return difference if difference >= 0 else difference + M60


def extend(a: int) -> int:
    """Return 18 bits as a word of 60, the sign in all bits above."""
    return a | M60 ^ M18 if a & SIGN_18 else a


def is_less18(a: int, b: int) -> bool:
    """Return whether one B register is less than another; -0 is less than +0 (LT, GE)."""
    return (a ^ SIGN_18) < (b ^ SIGN_18)


def rotate_left(x: int, n: int) -> int:
    """Return a word rotated left n = 0 ... 63 places; 60 is 0."""
    n = n - 60 if n >= 60 else n
    return (x << n | x >> (60 - n)) & M60


def shift_right(x: int, n: int) -> int:
    """Return a word shifted right n = 0 ... 63 places, the sign coming in."""
    n = min(n, 60)
    fill = M60 & ~(M60 >> n) if x & SIGN_60 else 0
    return x >> n | fill


def shift_right_far(x: int, n: int) -> int:
    """Return a word shifted right by a count of 10 bits; more than 63 places leave +0."""
    return 0 if n > 63 else shift_right(x, n)


def nominal_left(x: int, b: int) -> int:
    """Return a word shifted left by a B register, right if that is negative (LX Bj,Xk)."""
    if b & SIGN_18:
        return shift_right_far(x, ~b & 0o3777)
    return rotate_left(x, b & 0o77)


def nominal_right(x: int, b: int) -> int:
    """Return a word shifted right by a B register, left if that is negative (AX Bj,Xk)."""
    if b & SIGN_18:
        return rotate_left(x, ~b & 0o77)
    return shift_right_far(x, b & 0o3777)


def mask(n: int) -> int:
    """Return n = 0 ... 63 ones from the left (MX)."""
    return M60 ^ (M60 >> min(n, 60))


def count(x: int) -> int:
    """Return the number of ones in a word (CX)."""
    x -= x >> 1 & 0x5555_5555_5555_5555
    x = (x & 0x3333_3333_3333_3333) + (x >> 2 & 0x3333_3333_3333_3333)
    x = (x + (x >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    x += x >> 8
    x += x >> 16
    x += x >> 32
    return x & 0x7F
