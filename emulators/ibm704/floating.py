"""Floating-point arithmetic of the 704: a sign, a characteristic of 8 bits (excess 128), a fraction of 27 bits.

    S | 1 ... 8        | 9 ... 35    a normal number has a 1 in position 9; a normal zero has no 1s but perhaps S
      | characteristic | fraction

In AC, Q and P extend the characteristic to 10 bits: P shows that it went over or under, and turns on AC overflow. The
less significant half of a result is in MQ, its characteristic 27 less; MQ overflow tells of it in the same way.
The functions return words, indicators and 12-microsecond cycles.

Source: IBM 704 manual of operation, floating-point arithmetic, and a gate-level model of the machine, for the corners:
the rounding of differences and the signs of the two halves are the 704's own and differ from the 709's.
"""

from __future__ import annotations

FRACTION_BITS = 27
FRACTION = (1 << FRACTION_BITS) - 1
NORMAL = 1 << 26  # position 9
EXCESS = 128
CHARACTERISTIC, WIDE = 0xFF, 0x3FF  # of a word, of AC


def ac_word(sign: int, characteristic: int, fraction: int) -> int:
    """Return a word in AC's form, the characteristic in Q, P, 1-8."""
    return sign << 37 | (characteristic & WIDE) << FRACTION_BITS | fraction


def mq_word(sign: int, characteristic: int, fraction: int) -> int:
    """Return a word in MQ's form."""
    return sign << 35 | (characteristic & CHARACTERISTIC) << FRACTION_BITS | fraction


def beyond(characteristic: int) -> int:
    """Return 1 if a characteristic has left its 8 bits, upwards or downwards."""
    return characteristic >> 8 & 1


def add(ac: int, word: int, normalize: int) -> tuple[int, int, int, int, int]:
    """Return (AC, MQ, AC overflow, MQ overflow, cycles) of AC + word (FAD, and UFA with `normalize` 0)."""
    big_sign, big_characteristic, big = word >> 35, word >> FRACTION_BITS & CHARACTERISTIC, word & FRACTION
    wide = ac >> FRACTION_BITS & WIDE
    sign, characteristic, fraction = ac >> 37, wide & CHARACTERISTIC, ac & FRACTION
    if big_characteristic < wide:  # the operands change places; on the way from AC, P gets into the sign
        old_sign = sign | (ac >> 35 & 1)
        sign, big_sign = big_sign, old_sign
        characteristic, big_characteristic = big_characteristic, characteristic
        fraction, big = big, fraction
    mq_sign = sign
    distance = (big_characteristic - characteristic) & CHARACTERISTIC
    aligned = fraction << FRACTION_BITS >> min(distance, 63)
    high, low = aligned >> FRACTION_BITS, aligned & FRACTION
    exponent = big_characteristic
    if sign == big_sign:
        high += big
        if high > FRACTION:
            low = low >> 1 | (high & 1) << 26
            high >>= 1
            exponent += 1
    elif high < big:
        high, sign = big - high, big_sign
    else:
        high -= big
    cycles = distance // 12
    if not normalize:
        return finish(sign, mq_sign, exponent, exponent - FRACTION_BITS, high, low, 5 + cycles)
    if high == 0:
        return sign << 37, mq_sign << 35 | low, 0, 0, 6 + cycles
    unlike = sign ^ mq_sign
    high -= unlike  # the two halves are subtracted: a one is lent to the lower ...
    shifts = 0
    while high < NORMAL:
        high = (high << 1 | (low >> 26 ^ unlike)) & FRACTION
        low = low << 1 & FRACTION
        shifts += 1
    exponent -= shifts
    lower = exponent - FRACTION_BITS
    high += unlike  # ... and comes back when the shifting is over
    if high > FRACTION:
        high >>= 1
        exponent += 1
    return finish(sign, mq_sign, exponent, lower, high, low, 7 + cycles + shifts // 4)


def finish(
    sign: int, mq_sign: int, exponent: int, lower: int, high: int, low: int, cycles: int
) -> tuple[int, int, int, int, int]:
    """Return both words with their characteristics `exponent` and `lower`, indicators and cycles."""
    return ac_word(sign, exponent, high), mq_word(mq_sign, lower, low), beyond(exponent), beyond(lower), cycles


def multiply(mq: int, word: int, normalize: int) -> tuple[int, int, int, int, int]:
    """Return (AC, MQ, AC overflow, MQ overflow, cycles) of MQ times word (FMP, and UFM with `normalize` 0)."""
    sign = (mq ^ word) >> 35 & 1
    exponent = (mq >> FRACTION_BITS & CHARACTERISTIC) + (word >> FRACTION_BITS & CHARACTERISTIC) - EXCESS
    product = (mq & FRACTION) * (word & FRACTION)  # 54 bits
    if normalize:
        if product >> 53 == 0:  # one place, no more
            product <<= 1
            exponent -= 1
        if product >> FRACTION_BITS == 0:
            return sign << 37, sign << 35 | product & FRACTION, 0, 0, 17
    high, low = product >> FRACTION_BITS, product & FRACTION
    return finish(sign, sign, exponent, exponent - FRACTION_BITS, high, low, 17)


def divide(ac: int, word: int) -> tuple[int, int, int, int, int, int]:
    """Return (AC, MQ, AC overflow, MQ overflow, divide check, cycles) of AC / word (FDH, FDP).

    The quotient is in MQ, the remainder in AC. Overflows are 1 or 0: an indicator that is on stays on. A zero
    dividend gives zeros, AC's with the sign of the dividend as the manual has it, and no divide check; a divide check
    leaves AC as it is.
    """
    wide, fraction, divisor = ac >> FRACTION_BITS & WIDE, ac & FRACTION, word & FRACTION
    sign = ac >> 37
    quotient_sign = sign ^ word >> 35
    if fraction == 0 and divisor:
        return sign << 37, quotient_sign << 35, 0, 0, 0, 3
    if fraction >= 2 * divisor:
        return ac, quotient_sign << 35, ac >> 35 & 1, 0, 1, 3
    exponent, dividend = wide, fraction << FRACTION_BITS
    if fraction >= divisor:
        dividend >>= 1
        exponent += 1
    characteristic = exponent - (word >> FRACTION_BITS & CHARACTERISTIC) + EXCESS
    rest = exponent - FRACTION_BITS
    remainder = ac_word(sign, rest, dividend % divisor)
    quotient = mq_word(quotient_sign, characteristic, dividend // divisor)
    return remainder, quotient, beyond(rest), beyond(characteristic), 0, 18
