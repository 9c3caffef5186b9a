"""Integers, shifts, counts and floating point of the 6600: words as stored, unsigned, 60 or 18 bits; ones' complement.

Both adders subtract the complement with an end-around borrow, so x + (-x) is +0, and only these make -0: (-0) + (-0)
and (-0) - (+0). Overflow is not signalled: it goes round.

A floating-point word has a sign, an exponent of 11 bits, an integer coefficient of 48 bits.

    bit 59 | 58 ... 48          | 47 ... 0      a negative number is the complement of the whole word
    sign   | exponent, biased   | coefficient   the point is at the right end

    field 0000 underflow (zero)   1777 indefinite   2000 exponent 0   3777 infinite

Sums and products have 96 bits, an upper and a lower half of 48, which different instructions deliver. Functions return
the word and the exit conditions met: INFINITE, INDEFINITE.

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


# ---------------------------------------------------------------- floating

M11, M24, M48 = (1 << 11) - 1, (1 << 24) - 1, (1 << 48) - 1
TOP = 1 << 47  # of a coefficient
INFINITE_FIELD, INDEFINITE_FIELD, ZERO_FIELD, BIAS = 0o3777, 0o1777, 0, 0o2000
LARGEST = 0o1777  # exponent
INDEFINITE_WORD = INDEFINITE_FIELD << 48
ADDRESS, INFINITE, INDEFINITE = 1, 2, 4  # exit conditions


def magnitude(x: int) -> int:
    """Return a word without its sign."""
    return x ^ (-(x >> 59) & M60)


def signed(word: int, negative: int) -> int:
    """Return a word with a sign."""
    return word ^ M60 if negative else word


def exponent(field: int) -> int:
    """Return the exponent of a field."""
    return field - BIAS if field >= BIAS else field - INDEFINITE_FIELD


def packed(n: int, coefficient: int, negative: int) -> int:
    """Return the word of an exponent, -1777 ... 1777 octal, and a coefficient."""
    field = n + BIAS if n >= 0 else n + INDEFINITE_FIELD
    return signed(field << 48 | coefficient, negative)


def infinite(negative: int) -> int:
    """Return infinity: its coefficient is zeros whatever the sign."""
    return 1 << 59 if negative else INFINITE_FIELD << 48


def is_odd(x: int) -> bool:
    """Return whether a word is infinite or indefinite."""
    return magnitude(x) >> 48 & INDEFINITE_FIELD == INDEFINITE_FIELD


def conditions(x: int) -> int:
    """Return the exit conditions that an operand or a result meets."""
    field = magnitude(x) >> 48
    return INFINITE if field == INFINITE_FIELD else INDEFINITE if field == INDEFINITE_FIELD else 0


# ---------------------------------------------------------------- normalize, pack, unpack


def normalize(x: int, rounding: int) -> tuple[int, int]:
    """Return (word, shift count) of NX, with `rounding` of ZX."""
    word = magnitude(x)
    field, coefficient = word >> 48, word & M48
    if word & TOP or is_odd(x):
        return x, 0
    negative = x & SIGN_60
    if coefficient == 0:
        if not rounding:
            return 0, 48
        n = exponent(field) - 48
        return (0 if n < -LARGEST else packed(n, TOP, negative)), 48
    shifts = 0
    while coefficient < TOP:
        coefficient = coefficient << 1 | (rounding if shifts == 0 else 0)
        shifts += 1
    n = exponent(field) - shifts
    return (0 if n < -LARGEST else packed(n, coefficient, negative)), shifts


def unpack(x: int) -> tuple[int, int]:
    """Return (coefficient with sign, exponent in 18 bits) of UX."""
    word = magnitude(x)
    n = exponent(word >> 48)
    if word >> 48 == INDEFINITE_FIELD:
        return signed(word & M48, x & SIGN_60), M18  # -0
    return signed(word & M48, x & SIGN_60), n if n >= 0 else n + M18


def pack(x: int, b: int) -> int:
    """Return the word of PX: the coefficient and sign of a word, the exponent of a B register."""
    return signed(((b & M11) ^ BIAS) << 48 | magnitude(x) & M48, x & SIGN_60)


# ---------------------------------------------------------------- sum


def add(xj: int, xk: int, lower: int, rounding: int) -> int:
    """Return the floating sum: the upper half, or the lower one (FX, DX, RX; a difference is a sum with -Xk)."""
    j, k = magnitude(xj), magnitude(xk)
    fj, fk = j >> 48, k >> 48
    sj, sk = xj >> 59, xk >> 59
    if fj == INDEFINITE_FIELD or fk == INDEFINITE_FIELD:
        return INDEFINITE_WORD
    if fj == INFINITE_FIELD or fk == INFINITE_FIELD:
        if fj == fk and sj != sk:
            return INDEFINITE_WORD
        return infinite(sj if fj == INFINITE_FIELD else sk)
    cj, ck = j & M48, k & M48
    second_round = rounding and (sj != sk or cj & ck & TOP)
    nj, nk = exponent(fj), exponent(fk)
    if nj > nk:
        big, big_sign, small, small_sign, n, distance = cj, sj, ck, sk, nj, nj - nk
    else:
        big, big_sign, small, small_sign, n, distance = ck, sk, cj, sj, nk, nk - nj
    big_low = TOP if rounding else 0
    high, low = shifted(small, TOP if second_round else 0, distance)
    if big_sign == small_sign:
        low += big_low
        high += big + (low >> 48)
        low &= M48
        negative = big_sign
    else:
        low = big_low - low
        high = big - high + (low >> 48)  # -1 where the lower half borrows
        low &= M48
        negative = big_sign
        if high < 0:
            high, low = -high - (low != 0), -low & M48
            negative = small_sign
        if high == 0 and low == 0:
            negative = 0
    if high >> 48:
        low = low >> 1 | (high & 1) << 47
        high >>= 1
        n += 1
    if lower:
        return packed_lower(n, low, negative)
    return packed(n, high, negative)


def packed_lower(n: int, coefficient: int, negative: int) -> int:
    """Return the lower half of a result: its exponent is 48 less; +0 where that is too small."""
    n -= 48
    return 0 if n < -LARGEST else packed(n, coefficient, negative)


def shifted(high: int, low: int, distance: int) -> tuple[int, int]:
    """Return the two halves of a coefficient shifted right."""
    if distance >= 96:
        return 0, 0
    if distance >= 48:
        return 0, high >> (distance - 48)
    return high >> distance, low >> distance | high << (48 - distance) & M48


# ---------------------------------------------------------------- product


def product(a: int, b: int) -> tuple[int, int]:
    """Return the two halves of the 96-bit product of two coefficients, from products of halves of 24 bits."""
    low = (a & M24) * (b & M24)
    middle = (a >> 24) * (b & M24) + (a & M24) * (b >> 24) + (low >> 24)
    return (a >> 24) * (b >> 24) + (middle >> 24), (middle & M24) << 24 | low & M24


def multiply(xj: int, xk: int, lower: int, rounding: int, integers: int) -> int:
    """Return the floating product: the upper half, or the lower one (FX, DX, RX).

    `integers`: the machine multiplies unpacked integers, too.
    """
    j, k = magnitude(xj), magnitude(xk)
    fj, fk = j >> 48, k >> 48
    negative = xj >> 59 ^ xk >> 59
    if fj == INDEFINITE_FIELD or fk == INDEFINITE_FIELD:
        return INDEFINITE_WORD
    if fj == INFINITE_FIELD or fk == INFINITE_FIELD:
        if fj == ZERO_FIELD or fk == ZERO_FIELD:
            return INDEFINITE_WORD
        return infinite(negative)
    cj, ck = j & M48, k & M48
    both = cj & ck & TOP
    high, low = product(cj, ck)
    if rounding:
        low += 1 << 46
        high += low >> 48
        low &= M48
    if fj == ZERO_FIELD or fk == ZERO_FIELD:
        if fj or fk or both or not integers:
            return 0
        return signed(low if lower else high, negative)
    n = exponent(fj) + exponent(fk)
    if both:  # without a jump: whether the highest bit is there cannot be foreseen
        missing = 1 - (high >> 47)
        high = high << missing | low >> 47 & missing
        low = low << missing & M48
        n -= missing
    if not lower:
        n += 48
    if n > LARGEST:
        return infinite(negative)
    if n < -LARGEST:
        return 0
    return packed(n, low if lower else high, negative)


# ---------------------------------------------------------------- quotient


def divide(xj: int, xk: int, rounding: int) -> int:
    """Return the floating quotient (FX, RX)."""
    j, k = magnitude(xj), magnitude(xk)
    fj, fk = j >> 48, k >> 48
    negative = xj >> 59 ^ xk >> 59
    if fj == INDEFINITE_FIELD or fk == INDEFINITE_FIELD:
        return INDEFINITE_WORD
    if fj == INFINITE_FIELD:
        return INDEFINITE_WORD if fk == INFINITE_FIELD else infinite(negative)
    if fk == INFINITE_FIELD:
        return 0
    if fk == ZERO_FIELD:
        return INDEFINITE_WORD if fj == ZERO_FIELD else infinite(negative)
    if fj == ZERO_FIELD:
        return 0
    cj, ck = j & M48, k & M48
    if cj >= 2 * ck:
        return INDEFINITE_WORD
    n = exponent(fj) - exponent(fk) - 47
    places = 47
    if cj < ck:
        places = 48
        n -= 1
    if n > LARGEST:
        return infinite(negative)
    if n < -LARGEST:
        return 0
    return packed(n, quotient(cj, ck, places, rounding), negative)


def quotient(dividend: int, divisor: int, places: int, rounding: int) -> int:
    """Return dividend * 2**places / divisor; rounded, a third of a unit is added to the dividend."""
    third = (1 << places) // 3 if rounding else 0
    result, rest = dividend // divisor, dividend % divisor
    while places:
        width = min(places, 12)  # of the appended bits: 48 + 12 fit
        places -= width
        rest = rest << width | third >> places & ((1 << width) - 1)
        result = result << width | rest // divisor
        rest %= divisor
    return result
