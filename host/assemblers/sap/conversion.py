"""What word did UA SAP make of a decimal number? It computed as the 704 does, and rounded nothing.

The digits are an integer of 35 bits; one that does not fit any more is dropped, and counts as a power of ten. The
integer is made floating in two halves, and multiplied by a power of ten of 27 bits, or divided by it. That is a few
units of the last place off, mostly one below. Without point, E and B the integer is the word.
"""

from __future__ import annotations

from fractions import Fraction

from emulators.ibm704.floating import (
    CHARACTERISTIC,
    EXCESS,
    FRACTION,
    FRACTION_BITS,
    ac_word,
    add,
    divide,
    mq_word,
    multiply,
)
from host.assemblers.columns import NumberError, normalized

SIGN = 1 << 35
MAGNITUDE = SIGN - 1
LOW_BITS = 15  # of the integer, in its lower half
MOST_POSITIVE, MOST_NEGATIVE = 38, 48  # powers of ten that there were
ROOM = 35  # powers are kept that much smaller, so that nothing overflows on the way
FIXED_BITS = 8  # of the lower half, in a fixed number


def uasap_word(negative: bool, digits: str, decimals: str, power: int, scaled: bool, place: int | None) -> int:
    """Return the word of a number: digits, those after the point, power of ten, binary place if there is a B.

    `scaled`: there is a point, or an E. Raises NumberError for what is out of range.
    """
    integer, power, sign = 0, power - len(decimals), int(negative)
    for digit in digits + decimals:
        longer = integer * 10 + int(digit)
        if longer > MAGNITUDE:
            power += 1
        else:
            integer = longer
    if not integer or not (scaled or place is not None):
        return sign << 35 | integer
    upper, lower = _scaled(sign, integer, power)
    return upper if place is None else _fixed(upper, lower, place)


def _word(ac: int) -> int:
    """Return the word that STO makes of an accumulator."""
    return ac >> 37 << 35 | ac & MAGNITUDE


def _accumulator(word: int) -> int:
    return word >> 35 << 37 | word & MAGNITUDE


def _scaled(sign: int, integer: int, power: int) -> tuple[int, int]:
    """Return both halves of an integer times a power of ten as floating words."""
    low = mq_word(sign, EXCESS + FRACTION_BITS, integer & (1 << LOW_BITS) - 1)
    high = ac_word(sign, EXCESS + FRACTION_BITS + LOW_BITS, integer >> LOW_BITS)
    ac, mq, *_ = add(add(high, mq_word(0, EXCESS + FRACTION_BITS + LOW_BITS, 0), 1)[0], low, 1)
    if power == 0:
        return _word(ac), mq
    if not -MOST_NEGATIVE <= power <= MOST_POSITIVE:
        raise NumberError("the exponent is out of range", "UA SAP had powers of ten from -48 to 38")
    rest, factor = mq, _power(abs(power))
    if power > 0:
        ac, lower, *_ = multiply(_word(ac), factor, 1)
        upper = _word(ac)
        ac = add(multiply(rest, factor, 1)[0], lower, 1)[0]
        ac, mq, *_ = add(ac, upper, 1)
    else:
        ac, upper, *_ = divide(ac, factor)
        lower = divide(add(ac, rest, 1)[0], factor)[1]
        ac, mq, *_ = add(_accumulator(lower), upper, 1)
    word = _word(ac)
    characteristic = (word >> FRACTION_BITS & CHARACTERISTIC) + (ROOM if power > 0 else -ROOM)
    if not 0 <= characteristic <= CHARACTERISTIC:
        raise NumberError("the number is out of range", "a floating number reaches from about 1E-39 to 1E38")
    return mq_word(word >> 35, characteristic, word & FRACTION), mq


def _power(exponent: int) -> int:
    """Return a power of ten, rounded to nearest, its characteristic smaller by ROOM."""
    fraction, lowest = normalized(Fraction(10) ** exponent, FRACTION_BITS)
    return mq_word(0, EXCESS + FRACTION_BITS + lowest - ROOM, fraction)


def _fixed(upper: int, lower: int, place: int) -> int:
    """Return a floating number as a fixed one with the binary point after position `place`."""
    shift = place - (upper >> FRACTION_BITS & CHARACTERISTIC) + EXCESS
    if shift < 0:
        limit = f"with the binary point after position {place} it is below 2**{place}"
        raise NumberError("the number is out of range", limit)
    digits = (upper & FRACTION) << FIXED_BITS | (lower & FRACTION) >> FRACTION_BITS - FIXED_BITS
    return upper >> 35 << 35 | digits >> shift
