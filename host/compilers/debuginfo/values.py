"""Values of a running program, and operations on them as a debugger computes them.

Integers are Python's, truth values are bool, reals are `Real`. Words that no program can have stored as a value of its
type are `Odd`: a variable that has not been given a value may hold anything. Integers are exact; each operation on
reals is rounded to the nearest real of the machine, whose own may differ in the last bit.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from emulators.errors import IronboardError

MOST_DIGITS = 17  # that a real of 48 bits needs to be told from its neighbours, at most
PLAIN = range(-4, 15)  # decimal exponents of reals that are written without one
LARGEST_EXPONENT = 1 << 12
MOST_BITS = 1 << 12  # of an integer that is computed: exact beyond any machine's word, and still quick to write

RELATIONS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt, "≤": operator.le, "=": operator.eq, "≥": operator.ge, ">": operator.gt, "≠": operator.ne,
}  # fmt: skip
LOGICAL: dict[str, Callable[[bool, bool], bool]] = {
    "≡": operator.eq, "⊃": lambda a, b: not a or b, "∨": operator.or_, "∧": operator.and_,
}  # fmt: skip
ARITHMETIC: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add, "-": operator.sub, "×": operator.mul, "/": operator.truediv,
}  # fmt: skip


class RunsCodeError(IronboardError):
    """A value that only the program itself can compute."""


@dataclass(frozen=True)
class Real:
    """A real number."""

    exact: Fraction


@dataclass(frozen=True)
class Odd:
    """A word that is not a value of its type."""

    text: str


Value = int | bool | Real | Odd
Rounded = Callable[[Fraction], Real | Odd]  # to the nearest real of a machine


def exact(value: int | Real) -> Fraction:
    """Return a number."""
    return value.exact if isinstance(value, Real) else Fraction(value)


def whole(value: int | Real) -> int:
    """Return a number rounded to an integer."""
    return value if isinstance(value, int) else (value.exact + Fraction(1, 2)).__floor__()


# ---------------------------------------------------------------- as text


class Notation(NamedTuple):
    """How a language writes values."""

    true: str
    false: str
    ten: str  # before the exponent
    digits: int = MOST_DIGITS

    def written(self, value: Value, rounded: Rounded) -> str:
        """Return a value as text: for a real the fewest digits that denote this very word."""
        if isinstance(value, bool):
            return self.true if value else self.false
        if isinstance(value, Odd):
            return value.text
        return str(value) if isinstance(value, int) else self._decimal(value.exact, rounded)

    def _decimal(self, number: Fraction, rounded: Rounded) -> str:
        if number == 0:
            return "0.0"
        sign, size = ("-", -number) if number < 0 else ("", number)
        for count in range(1, self.digits + 1):
            digits, exponent = _digits(size, count)
            if count == self.digits or rounded(Fraction(digits) * Fraction(10) ** exponent) == Real(size):
                break
        text = str(digits).rstrip("0") or "0"
        exponent += len(str(digits)) - len(text)
        first = exponent + len(text) - 1  # of the first digit
        if first not in PLAIN:
            point = f"{text[0]}.{text[1:]}" if len(text) > 1 else text
            return f"{sign}{point}{self.ten}{first}"
        if exponent >= 0:
            return f"{sign}{text}{'0' * exponent}.0"
        text = text.rjust(1 - exponent, "0")
        return f"{sign}{text[:exponent]}.{text[exponent:]}"


def _digits(size: Fraction, count: int) -> tuple[int, int]:
    """Return `count` digits of a positive number, correctly rounded, and the exponent of the last one."""
    exponent = len(str(size.numerator)) - len(str(size.denominator)) - count
    while size >= Fraction(10) ** (exponent + count):
        exponent += 1
    scaled = size / Fraction(10) ** exponent
    digits = scaled.__floor__()
    rest = scaled - digits
    return digits + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and digits % 2)), exponent


# ---------------------------------------------------------------- operations


class Calculator(NamedTuple):
    """Computes operations, by their signs; raises IronboardError for invalid operands."""

    notation: Notation
    rounded: Rounded

    def written(self, value: Value) -> str:
        """Return a value as text."""
        return self.notation.written(value, self.rounded)

    def number(self, value: Value) -> int | Real:
        """Return a value that is a number."""
        if isinstance(value, bool | Odd):
            raise IronboardError(f"{self.written(value)} is not a number")
        return value

    def integer(self, value: Value) -> int:
        """Return a number rounded to an integer."""
        return whole(self.number(value))

    def logical(self, value: Value) -> bool:
        """Return a value that is a truth value."""
        if not isinstance(value, bool):
            raise IronboardError(f"{self.written(value)} is neither true nor false")
        return value

    def negative(self, value: Value) -> int | Real:
        """Return a number with the other sign."""
        number = self.number(value)
        return -number if isinstance(number, int) else Real(-number.exact)

    def combined(self, sign: str, left: Value, right: Value) -> Value:
        """Return the result of an operation with two operands."""
        if sign in LOGICAL:
            return LOGICAL[sign](self.logical(left), self.logical(right))
        if sign in "=≠" and isinstance(left, bool) and isinstance(right, bool):
            return (left == right) is (sign == "=")
        one, other = self.number(left), self.number(right)
        a, b = exact(one), exact(other)
        if sign in RELATIONS:
            return RELATIONS[sign](a, b)
        if sign in "/÷" and b == 0:
            raise IronboardError("division by zero")
        if sign == "↑":
            return self._power(one, other)
        integers = isinstance(one, int) and isinstance(other, int)
        if sign == "÷":
            if not integers:
                raise IronboardError("÷ divides integers")
            return int(abs(a) // abs(b)) * (1 if (a < 0) is (b < 0) else -1)
        found = ARITHMETIC[sign](a, b)
        return self._bounded(int(found)) if integers and sign != "/" else self.rounded(found)

    @staticmethod
    def _bounded(number: int) -> int:
        if number.bit_length() > MOST_BITS:
            raise IronboardError(f"an integer of more than {MOST_BITS:,} bits")
        return number

    def _power(self, base: int | Real, exponent: int | Real) -> Value:
        if not isinstance(exponent, int) or abs(exponent) > LARGEST_EXPONENT:
            raise RunsCodeError("this power is computed by the program's library: the debugger runs no code")
        if exponent < 0 and exact(base) == 0:
            raise IronboardError("division by zero")
        if isinstance(base, int) and exponent >= 0:
            if (base.bit_length() - 1) * exponent > MOST_BITS:
                raise IronboardError(f"an integer of more than {MOST_BITS:,} bits")
            return self._bounded(int(base**exponent))
        return self.rounded(exact(base) ** exponent)
