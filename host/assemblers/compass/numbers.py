"""What word is a number? Integers, decimal or octal, scaled by powers of two, and floating numbers.

    digits [ . digits ] [ B | O | D ] [ E exponent ] [ S binary scale ]      modifiers in any order

Behind B or O digits are octal, behind D decimal; without, the base in force says it. With . or E the number is
floating, rounded to nearest. S multiplies by a power of two. Negative words are complements; -0 is all ones.

    59     58 .. 48            47 .. 0
    sign   exponent + 2000B    integer coefficient, bit 47 set          negative numbers: the whole word complemented
"""

from __future__ import annotations

import re
from fractions import Fraction

WORD = (1 << 60) - 1
LARGEST = (1 << 59) - 1
COEFFICIENT_BITS = 48
BIAS, MOST_EXPONENT = 0o2000, 0o1776  # of the integer coefficient; 1777 is infinite
NUMBER = re.compile(
    r"(?P<whole>\d*)(?P<point>\.(?P<behind>\d*))?(?P<modifiers>(?:[BOD](?![A-Z\d.])|[BOD](?=[ES])|EE?[+-]?\d+|S[+-]?\d+|P[+-]?\d+)*)",
    re.ASCII,
)
MODIFIER = re.compile(r"(?P<letter>EE|[BODESP])(?P<value>[+-]?\d*)")
MOST_DIGITS, MOST_SCALE = 60, 400
EXAMPLES = "as 12, 17B, 1.5, 2.5E-3 or 1S17"


class NumberError(ValueError):
    """A number that cannot be a word: message and hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def magnitude(match: re.Match[str], octal: bool) -> Fraction | int:
    """Return the number that NUMBER has matched, a Fraction where it is floating; raises NumberError."""
    modifiers = {each["letter"]: each["value"] for each in MODIFIER.finditer(match["modifiers"])}
    digits = match["whole"] + (match["behind"] or "")
    if not digits:
        raise NumberError("this is no number", EXAMPLES)
    for letter, what in (("P", "binary points"), ("EE", "numbers of double precision")):
        if letter in modifiers:
            raise NumberError(f"{what} ({letter}) are not supported", EXAMPLES)
    floating = match["point"] is not None or "E" in modifiers
    if floating and {"B", "O"} & set(modifiers):
        raise NumberError("an octal number is an integer", EXAMPLES)
    octal = bool({"B", "O"} & set(modifiers)) or (octal and not floating and "D" not in modifiers)
    if octal and set(digits) & set("89"):
        raise NumberError(f"'{digits}' is not octal", "octal digits are 0 to 7; D behind a number says decimal")
    if len(digits) > MOST_DIGITS:
        raise NumberError(f"a number has at most {MOST_DIGITS} digits")
    exponent, scale = int(modifiers.get("E") or 0), int(modifiers.get("S") or 0)
    if max(abs(exponent), abs(scale) // 3) > MOST_SCALE:
        raise NumberError("the number is out of range", "a floating number reaches from about 1E-294 to 1E322")
    if floating:
        number = Fraction(int(digits), 10 ** len(match["behind"] or "")) * Fraction(10) ** exponent
        return number * Fraction(2) ** scale
    integer = int(digits, 8 if octal else 10)
    integer = integer << scale if scale >= 0 else integer >> -scale
    if integer > (WORD if octal or scale else LARGEST):
        raise NumberError("the number does not fit into a word", f"the largest is {LARGEST}")
    return integer


def word(number: Fraction | int, negative: bool = False) -> int:
    """Return the word of a number without its sign; raises NumberError."""
    positive = floating(number) if isinstance(number, Fraction) else number
    return positive ^ WORD if negative else positive


def floating(number: Fraction) -> int:
    """Return the floating word nearest to a number, a half rounded up; raises NumberError."""
    if not number:
        return 0
    exponent = number.numerator.bit_length() - number.denominator.bit_length() - COEFFICIENT_BITS
    if number >= Fraction(2) ** (exponent + COEFFICIENT_BITS):
        exponent += 1  # now 2**47 <= number / 2**exponent < 2**48
    coefficient = int(number / Fraction(2) ** exponent + Fraction(1, 2))
    if coefficient >> COEFFICIENT_BITS:
        coefficient, exponent = coefficient >> 1, exponent + 1
    if not -MOST_EXPONENT <= exponent <= MOST_EXPONENT:
        raise NumberError("the number is out of range", "a floating number reaches from about 1E-294 to 1E322")
    return (BIAS + exponent if exponent >= 0 else BIAS - 1 + exponent) << COEFFICIENT_BITS | coefficient
