"""Words that are real numbers, exactly: their values, and how they are printed; the oracle of the library's tests."""

from __future__ import annotations

from fractions import Fraction

MINUS_ZERO = (1 << 60) - 1
INFINITE, INDEFINITE = 0o3777 << 48, 0o1777 << 48
WORDS = {INFINITE: "INFINITE", INFINITE ^ MINUS_ZERO: "-INFINITE", INDEFINITE: "INDEFINITE",
         INDEFINITE ^ MINUS_ZERO: "INDEFINITE"}  # fmt: skip


def real(coefficient: int, exponent: int, negative: bool = False) -> int:
    """Return the word of coefficient * 2**exponent."""
    word = ((0o2000 if exponent >= 0 else 0o1777) + exponent) << 48 | coefficient
    return word ^ MINUS_ZERO if negative else word


def value(word: int) -> Fraction:
    """Return the number that a word is."""
    if word >> 59:
        return -value(word ^ MINUS_ZERO)
    field, coefficient = word >> 48, word & (1 << 48) - 1
    return coefficient * Fraction(2) ** (field - (0o2000 if field >= 0o2000 else 0o1777))


def rounded(number: Fraction, place: int) -> int:
    """Return a number that is not negative as a multiple of 10**place, a half upwards."""
    return int(number / Fraction(10) ** place + Fraction(1, 2))


def power_of_ten(number: Fraction) -> int:
    """Return the power of ten that the first digit of a positive number stands for."""
    power = len(str(number.numerator)) - len(str(number.denominator))
    return power if Fraction(10) ** power <= number else power - 1


def significant(word: int, count: int) -> str:
    """Return what OUTR prints."""
    number = value(word)
    if special(word) or not number:
        return special(word) or "0"
    sign, number, count = "-" if number < 0 else "", abs(number), max(count, 1)
    power = power_of_ten(number)
    whole = rounded(number, power - count + 1)
    power += whole == 10**count
    digits = str(whole).rstrip("0")
    if not -4 <= power < count:
        return f"{sign}{pointed(digits, 1)}E{power:+}"
    return sign + pointed("0" * -power + digits, max(power, 0) + 1)


def fixed(word: int, places: int) -> str:
    """Return what OUTF prints."""
    if special(word):
        return special(word)
    number = value(word)
    whole = rounded(abs(number), -places)
    return "-" * (number < 0 < whole) + pointed(f"{whole:0{places + 1}}", -places)


def pointed(digits: str, place: int) -> str:
    """Return digits with a point behind so many of them (from the end, if negative), none where none follow."""
    digits = digits.ljust(place, "0")
    before, behind = (digits[:place], digits[place:]) if place else (digits, "")
    return f"{before}.{behind}" if behind else before


def special(word: int) -> str:
    """Return the text of an infinite or indefinite word, whatever its coefficient; nothing for others."""
    ends = (1 << 48) - 1
    return WORDS.get(word & ~ends) or WORDS.get(word | ends, "")
