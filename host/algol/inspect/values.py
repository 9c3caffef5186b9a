"""Words of storage as ALGOL's values, as text, and back.

Integers are Python's, truth values are bool, reals are `Real`. Words that no program can have stored as a value of its
type are `Odd`: a variable that has not been given a value may hold anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from emulators.cdc6600 import floating
from emulators.cdc6600.isa import WORD_BITS
from emulators.errors import IronboardError
from host.algol.code.words import FALSE, TRUE, WORD, of_integer, of_real
from host.algol.syntax import Type
from host.assemblers.compass.numbers import NumberError

MOST_DIGITS = 17  # that a real of 48 bits needs to be told from its neighbours, at most
PLAIN = range(-4, 15)  # decimal exponents of reals that are written without one


@dataclass(frozen=True)
class Real:
    """A real number."""

    exact: Fraction


@dataclass(frozen=True)
class Odd:
    """A word that is no value of its type."""

    text: str


Value = int | bool | Real | Odd


def decoded(word: int, kind: Type) -> Value:
    """Return the value that a word is in a variable of a type."""
    if kind is Type.BOOLEAN:
        return {TRUE: True, FALSE: False}.get(word, Odd(f"{word:020o}B"))
    if kind is Type.REAL:
        return _real(word)
    return word - WORD if word >> WORD_BITS - 1 else word


def _real(word: int) -> Real | Odd:
    size = floating.magnitude(word)
    if floating.is_odd(word):
        infinite = floating.conditions(word) == floating.INFINITE
        return Odd(("-" if word >> WORD_BITS - 1 else "") + "infinite" if infinite else "indefinite")
    number = Fraction(size & floating.M48) * Fraction(2) ** floating.exponent(size >> 48)
    return Real(-number if word >> WORD_BITS - 1 else number)


def encoded(value: Value, kind: Type) -> int:
    """Return the word of a value in a variable of a type, after ALGOL's transfer; raises IronboardError."""
    if isinstance(value, Odd):
        raise IronboardError(f"{value.text} is no value")
    if (kind is Type.BOOLEAN) != isinstance(value, bool):
        raise IronboardError(f"{written(value)} is no value of type {kind.value}")
    if isinstance(value, bool):
        return TRUE if value else FALSE
    try:
        if kind is Type.REAL:
            return of_real(exact(value))
        number = value if isinstance(value, int) else (value.exact + Fraction(1, 2)).__floor__()
        if abs(number) >= 1 << WORD_BITS - 1:
            raise IronboardError(f"{number} is too large for an integer")
        return of_integer(number)
    except NumberError:
        raise IronboardError(f"{written(value)} is too large for a real") from None


def exact(value: int | Real) -> Fraction:
    """Return a number."""
    return value.exact if isinstance(value, Real) else Fraction(value)


def rounded(number: Fraction) -> Real | Odd:
    """Return the real nearest to a number."""
    try:
        return _real(of_real(number)) if number else Real(Fraction(0))
    except NumberError:
        return Odd("infinite")


def written(value: Value) -> str:
    """Return a value as ALGOL writes it: of a real the fewest digits that mean this very word."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, Odd):
        return value.text
    return str(value) if isinstance(value, int) else _decimal(value.exact)


def _decimal(number: Fraction) -> str:
    if number == 0:
        return "0.0"
    sign, size = ("-", -number) if number < 0 else ("", number)
    for count in range(1, MOST_DIGITS + 1):
        digits, exponent = _digits(size, count)
        if count == MOST_DIGITS or rounded(Fraction(digits) * Fraction(10) ** exponent) == Real(size):
            break
    text = str(digits).rstrip("0") or "0"
    exponent += len(str(digits)) - len(text)
    first = exponent + len(text) - 1  # of the first digit
    if first not in PLAIN:
        point = f"{text[0]}.{text[1:]}" if len(text) > 1 else text
        return f"{sign}{point}⏨{first}"
    if exponent >= 0:
        return f"{sign}{text}{'0' * exponent}.0"
    text = text.rjust(1 - exponent, "0")
    return f"{sign}{text[:exponent]}.{text[exponent:]}"


def _digits(size: Fraction, count: int) -> tuple[int, int]:
    """Return so many digits of a positive number, correctly rounded, and the exponent of the last one."""
    exponent = len(str(size.numerator)) - len(str(size.denominator)) - count
    while size >= Fraction(10) ** (exponent + count):
        exponent += 1
    scaled = size / Fraction(10) ** exponent
    whole = scaled.__floor__()
    rest = scaled - whole
    digits = whole + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2))
    return digits, exponent
