"""What word is a number of DEC or OCT? Decimal numbers, fixed or floating, and octal words.

    OCT   [ + - ] up to 12 octal digits; the sign is position S
    DEC   [ + - ] digits [ . digits ] [ E exponent ] [ B place ]      E and B in either order; B alone is B0

Without . E and B an integer; with B, fixed: the binary point stands behind position `place`; with . or E alone,
floating. Signs and magnitudes are apart: -0 is not 0. All are rounded to nearest.

    fixed      S | 1 ... 35        floating   S | 1 ... 8             | 9 ... 35
               sign, magnitude                 exponent + 128 (2**n)    fraction, from 1/2 to below 1
"""

from __future__ import annotations

import re
from fractions import Fraction

SIGN = 1 << 35
MAGNITUDE = SIGN - 1
FRACTION_BITS, EXCESS = 27, 128
DECIMAL = re.compile(r"([+-]?)(\d*)(?:(\.)(\d*))?(?:E([+-]?\d+))?(?:B([+-]?\d*))?(?:E([+-]?\d+))?", re.ASCII)
MOST_DIGITS, MOST_EXPONENT = 60, 99
MOST_OCTAL_DIGITS = 12


class NumberError(ValueError):
    """A number that cannot be a word: message, hint, and the part of the text that is wrong."""

    def __init__(self, message: str, hint: str = "", start: int = 0, length: int | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.start, self.length = message, hint, start, length


def octal_word(text: str) -> int:
    """Return the word of a signed octal number; raises NumberError."""
    digits = text.lstrip("+-") if text[:1] in ("+", "-") else text
    if not digits:
        raise NumberError("there are no digits here")
    for index, each in enumerate(digits):
        if each not in "01234567":
            hint = "octal digits are 0 to 7; DEC takes decimal numbers" if each in "89" else ""
            raise NumberError(f"'{each}' is no octal digit", hint, len(text) - len(digits) + index, 1)
    if len(digits) > MOST_OCTAL_DIGITS:
        raise NumberError(f"a word has {MOST_OCTAL_DIGITS} octal digits, these are {len(digits)}")
    word = int(digits, 8)
    if text[0] == "-":
        if word & SIGN:
            raise NumberError("the sign is given twice: the first of twelve digits holds it, too")
        word |= SIGN
    return word


def decimal_word(text: str) -> int:
    """Return the word of a decimal number, fixed or floating, rounded to nearest; raises NumberError."""
    match = DECIMAL.fullmatch(text)
    if not match or not (match[2] or match[4]) or (match[5] and match[7]):
        raise NumberError("this is no decimal number", "as 12, -3, 1.5, 2.5E-3, 0.5B0 or 3B17")
    sign, whole, point, behind, before, place, after = match.groups()
    exponent = before or after
    if len(whole) + len(behind or "") > MOST_DIGITS:
        raise NumberError(f"a number has at most {MOST_DIGITS} digits")
    power = int(exponent or 0)
    if abs(power) > MOST_EXPONENT:
        raise NumberError("the exponent is out of range", "a floating number reaches from about 1E-39 to 1E38")
    magnitude = Fraction(int((whole + (behind or "")) or 0), 10 ** len(behind or "")) * Fraction(10) ** power
    if place is not None:
        word = _fixed(magnitude, int(place or 0))
    elif point or exponent:
        word = _floating(magnitude)
    else:
        word = _fixed(magnitude, 35)
    return word | (SIGN if sign == "-" else 0)


def _nearest(number: Fraction) -> int:
    """Return the nearest integer, a half rounded up."""
    return int(number + Fraction(1, 2))


def _fixed(magnitude: Fraction, place: int) -> int:
    if abs(place) > MOST_EXPONENT:
        raise NumberError("the binary place is out of range", "the binary point stands behind position 0 to 35")
    word = _nearest(magnitude * Fraction(2) ** (35 - place))
    if word > MAGNITUDE:
        limit = f"below 2**{place}" if place != 35 else f"at most {MAGNITUDE}"
        raise NumberError("the number is out of range", f"with the binary point behind position {place} it is {limit}")
    return word


def _floating(magnitude: Fraction) -> int:
    if not magnitude:
        return 0
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude >= Fraction(2) ** exponent:
        exponent += 1  # now 1/2 <= magnitude / 2**exponent < 1
    fraction = _nearest(magnitude / Fraction(2) ** exponent * (1 << FRACTION_BITS))
    if fraction == 1 << FRACTION_BITS:
        fraction, exponent = fraction >> 1, exponent + 1
    if not -EXCESS <= exponent < EXCESS:
        hint = "a floating number reaches from about 1E-39 to 1E38"
        raise NumberError("the number is out of range", hint)
    return exponent + EXCESS << FRACTION_BITS | fraction
