"""Fixed-point arithmetic and shifts of the 704: sign and magnitude, exact to the bit.

    storage, MQ   S 1 ... 35      36 bits, S is bit 35 of the integer
    AC            S Q P 1 ... 35  38 bits, S is bit 37; Q and P are the positions into which sums overflow

Sources: IBM 704 manual of operation; a gate-level model of the machine, for the corners.
"""

from __future__ import annotations

M17, M18 = (1 << 17) - 1, (1 << 18) - 1
M35, M36, M37 = (1 << 35) - 1, (1 << 36) - 1, (1 << 37) - 1
SIGN = 1 << 35  # of a word
AC_SIGN = 1 << 37
P = 1 << 35  # of the accumulator
MAGNITUDE = 35  # positions of a word without its sign

DIVIDE_CHECK = -1


def add(ac: int, word: int) -> tuple[int, int]:
    """Return (AC, overflow) of the algebraic sum of AC and a word: overflow is a carry that changes P.

    Signs unlike: the smaller magnitude is taken from the larger one; a zero keeps the sign that AC had.
    """
    magnitude, addend = ac & M37, word & M35
    if ac >> 37 == word >> 35:
        total = (magnitude + addend) & M37
        return ac & AC_SIGN | total, (total ^ magnitude) >> 35 & 1
    if addend > magnitude:
        return ac & AC_SIGN ^ AC_SIGN | addend - magnitude, 0
    return ac & AC_SIGN | magnitude - addend, 0


def round_up(ac: int, mq: int) -> tuple[int, int]:
    """Return (AC, overflow): the magnitude is one more if position 1 of MQ holds a 1 (RND)."""
    magnitude = ac & M37
    total = (magnitude + (mq >> 34 & 1)) & M37
    return ac & AC_SIGN | total, (total ^ magnitude) >> 35 & 1


def add_logical(ac: int, word: int) -> int:
    """Return AC with a word added to P, 1-35; a carry out of P comes in again at 35. S and Q stay (ACL)."""
    total = (ac & M36) + word
    return ac & ~M36 | ((total & M36) + (total >> 36))


def multiply(mq: int, word: int) -> tuple[int, int]:
    """Return (AC, MQ): the 70-bit product of two words, its sign with both halves (MPY)."""
    multiplier, multiplicand = mq & M35, word & M35
    low = (multiplier & M18) * multiplicand  # 53 bits
    high = (multiplier >> 18) * multiplicand + (low >> 18)
    sign = (mq ^ word) >> 35 & 1
    return sign << 37 | high >> 17, sign << 35 | (high & M17) << 18 | low & M18


def divide(ac: int, mq: int, word: int) -> tuple[int, int, int]:
    """Return (AC, MQ, check): AC 1-35 with MQ 1-35 divided by a word; quotient in MQ, remainder in AC.

    `check` is 1, and only the sign of MQ is set, when the quotient would not fit (DVH, DVP).
    """
    divisor = word & M35
    sign = (ac >> 37 ^ word >> 35) << 35
    if divisor <= ac & M37:
        return ac, sign | mq & M35, 1
    high = (ac & M35) << 18 | (mq & M35) >> 17  # 53 bits: in two steps that fit 64
    quotient, remainder = high // divisor, high % divisor
    low = remainder << 17 | mq & M17
    return ac & AC_SIGN | low % divisor, sign | quotient << 17 | low // divisor, 0


def is_less(ac: int, word: int) -> bool:
    """Return whether AC is algebraically less than a word; -0 is less than +0, Q and P count."""
    if ac >> 37 != word >> 35:
        return ac >> 37 == 1
    return ac & M37 > word & M35 if ac >> 37 else ac & M37 < word & M35


def equals(ac: int, word: int) -> bool:
    """Return whether AC and a word have the same sign and magnitude; Q and P count."""
    return ac == (word & SIGN) << 2 | word & M35


# ---------------------------------------------------------------- shifts by n = 0 ... 255


def left(value: int, n: int) -> int:
    """Return a magnitude shifted left, whatever is lost beyond 63 bits."""
    return value << n if n < 63 else 0


def right(value: int, n: int) -> int:
    """Return a magnitude shifted right."""
    return value >> min(n, 63)


def accumulator_left(ac: int, n: int) -> tuple[int, int]:
    """Return (AC, overflow): Q, P, 1-35 shifted left; overflow if a 1 enters P (ALS)."""
    below = ac & M35
    return ac & AC_SIGN | left(ac & M37, n) & M37, below >> max(MAGNITUDE - n, 0) != 0


def accumulator_right(ac: int, n: int) -> int:
    """Return AC with Q, P, 1-35 shifted right (ARS)."""
    return ac & AC_SIGN | right(ac & M37, n)


def joined_left(high: int, low: int, width: int, n: int) -> tuple[int, int, int]:
    """Return (37 bits, `width` bits, overflow) of AC's magnitude and `width` bits of MQ shifted left together."""
    from_low = low >> (width - n) if n <= width else left(low, n - width)
    shifted = (left(high, n) | from_low) & M37
    incoming = left(low, n) if n <= width else 0
    passed = high & M35 if n >= MAGNITUDE else (high & M35) >> (MAGNITUDE - n)
    if n > MAGNITUDE:
        passed |= low >> max(width + MAGNITUDE - n, 0)
    return shifted, incoming & ((1 << width) - 1), passed != 0


def long_left(ac: int, mq: int, n: int) -> tuple[int, int, int]:
    """Return (AC, MQ, overflow): Q, P, 1-35 and MQ 1-35 shifted left; AC takes the sign of MQ (LLS)."""
    high, low, overflow = joined_left(ac & M37, mq & M35, 35, n)
    sign = mq >> 35
    return sign << 37 | high, sign << 35 | low, overflow


def logical_left(ac: int, mq: int, n: int) -> tuple[int, int, int]:
    """Return (AC, MQ, overflow): Q, P, 1-35 and the whole MQ shifted left; the sign of AC stays (LGL)."""
    high, low, overflow = joined_left(ac & M37, mq, 36, n)
    return ac & AC_SIGN | high, low, overflow


def long_right(ac: int, mq: int, n: int) -> tuple[int, int]:
    """Return (AC, MQ): Q, P, 1-35 and MQ 1-35 shifted right; MQ takes the sign of AC (LRS)."""
    high = ac & M37
    low = (mq & M35) >> n | left(high, 35 - n) if n <= 35 else right(high, n - 35)
    return ac & AC_SIGN | right(high, n), ac >> 37 << 35 | low & M35


def rotated(mq: int, n: int) -> int:
    """Return all 36 positions of MQ rotated left (RQL)."""
    n %= 36
    return (mq << n | mq >> (36 - n)) & M36
