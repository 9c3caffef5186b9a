"""Functions of reals to a hundred digits, from their series: the oracle of the library's tests."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context, Decimal, localcontext
from fractions import Fraction

DIGITS = 100
CONTEXT = Context(prec=DIGITS + 10, Emax=10**6, Emin=-(10**6))
TINY = Decimal(10) ** -(DIGITS + 5)


def decimal(number: Fraction) -> Decimal:
    """Return a fraction in the digits at hand."""
    return Decimal(number.numerator) / Decimal(number.denominator)


def series(first: Decimal, following: Callable[[Decimal, int], Decimal]) -> Decimal:
    """Add terms up; the n-th follows from the one before it."""
    total = term = first
    number = 0
    while abs(term) > TINY * abs(first):
        number += 1
        term = following(term, number)
        total += term
    return total


def inverse_tangent(x: Decimal) -> Decimal:
    """Euler's series, which is quick enough everywhere when the angle is halved twice."""
    for _ in range(2):
        x = x / (1 + (1 + x * x).sqrt())
    y = x * x / (1 + x * x)
    return 4 * y / x * series(Decimal(1), lambda term, n: term * y * 2 * n / (2 * n + 1)) if x else x


def reduced(x: Decimal) -> Decimal:
    """Return an angle between -pi and pi."""
    turn = 8 * inverse_tangent(Decimal(1))
    return x - turn * (x / turn).to_integral_value()


def sine(x: Decimal) -> Decimal:
    """The sine from its series."""
    x = reduced(x)
    return series(x, lambda term, n: -term * x * x / (2 * n * (2 * n + 1)))


def cosine(x: Decimal) -> Decimal:
    """The cosine from its series."""
    return sine(x + 2 * inverse_tangent(Decimal(1)))


FUNCTIONS: dict[str, Callable[[Decimal], Decimal]] = {
    "SQRT": Decimal.sqrt, "EXP": Decimal.exp, "LN": Decimal.ln,
    "SIN": sine, "COS": cosine, "ARCTAN": inverse_tangent,
}  # fmt: skip


def exactly(name: str, x: Fraction) -> Fraction:
    """Return a function of a number, to DIGITS digits."""
    with localcontext(CONTEXT):
        return Fraction(FUNCTIONS[name](decimal(x)))


def power(x: Fraction, y: Fraction) -> Fraction:
    """Return x to the power y."""
    with localcontext(CONTEXT):
        return Fraction((decimal(y) * decimal(x).ln()).exp())


def units(found: Fraction, exact: Fraction, bits: int = 48) -> Fraction:
    """Return the error in units of the last bit of the exact number, taken as having `bits` bits."""
    if not exact:
        return abs(found)
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    return abs(found - exact) / Fraction(2) ** (exponent - bits + 1)
