"""What FORMAT of the 6600 makes of values, and of columns, by exact fractions: the oracle of the library's tests."""

from __future__ import annotations

from fractions import Fraction

from tests.cdc6600.reals import INDEFINITE, INFINITE, power_of_ten, rounded

MINUS_ZERO = (1 << 60) - 1


def in_field(text: str, width: int) -> str:
    """Return a text on the right of its field, asterisks if it is too narrow."""
    return text.rjust(width) if len(text) <= width else "*" * width


def not_a_number(word: int, width: int) -> str:
    """Return what an infinite or indefinite word is printed as; nothing for a number."""
    size = word ^ MINUS_ZERO if word >> 59 else word
    if size >> 48 == INDEFINITE >> 48:
        return ("INDEFINITE" if width >= 10 else "I").rjust(width)
    if size >> 48 != INFINITE >> 48:
        return ""
    sign = "-" * (word >> 59)
    if width < 8:
        return "R".rjust(width)
    return in_field(sign + "INFINITE", width)


def integer(value: int, width: int) -> str:
    return in_field(str(value), width)


def without_zero(sign: str, before: str, after: str, width: int) -> str:
    """Return a number; its zero before the point is left out where it is what is too much."""
    text = f"{sign}{before}.{after}"
    if len(text) > width and before == "0" and after:
        text = f"{sign}.{after}"
    return in_field(text, width)


def fixed(number: Fraction, width: int, places: int, scale: int = 0) -> str:
    """Return what F makes of a number."""
    whole = rounded(abs(number) * Fraction(10) ** scale, -places)
    digits = f"{whole:0{places + 1}}"
    cut = len(digits) - places
    return without_zero("-" * (number < 0 < whole), digits[:cut], digits[cut:], width)


def floating(number: Fraction, width: int, places: int, scale: int = 0, letter: str = "E") -> str:
    """Return what E and D make of a number."""
    wanted = places + 1 if scale > 0 else places + scale
    if wanted < 1 or scale > places + 1:
        return "*" * width
    if number:
        size = abs(number)
        power = power_of_ten(size) + 1
        whole = rounded(size, power - wanted)
        if whole == 10**wanted:
            whole, power = whole // 10, power + 1
        digits, power = f"{whole}", power - scale
    else:
        digits, power = "0" * wanted, 0
    exponent = f"{letter}{power:+03}" if abs(power) < 100 else f"{power:+}"
    before, after = (digits[:scale], digits[scale:]) if scale > 0 else ("0", "0" * -scale + digits)
    return without_zero("-" * (number < 0), before, after + exponent, width)


def general(number: Fraction, width: int, places: int, scale: int = 0) -> str:
    """Return what G makes of a real number."""
    if not number:
        text = fixed(number, width - 4, max(places - 1, 0)) if width >= 5 else "*" * width
        return text + ("    " if "*" not in text else "****") if width >= 5 else text
    if Fraction(1, 10) <= abs(number) < Fraction(10) ** min(places, 20):
        before = 0
        while abs(number) >= Fraction(10) ** before:
            before += 1
        if width < 5:
            return "*" * width
        text = fixed(number, width - 4, places - before)
        return text + ("    " if "*" not in text else "****")
    return floating(number, width, places, scale)
