"""Numbers of FORTRAN's library for the 6600, exactly, and functions of them to a hundred digits: its oracle."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction

from hypothesis import strategies as st

from tests.cdc6600.functions import CONTEXT, cosine, decimal, inverse_tangent, sine
from tests.cdc6600.library import MINUS_ZERO, Library
from tests.cdc6600.reals import real, value

BITS = 48
LAST = (1 << BITS) - 1
REGISTERS = ("X1", "X2", "X3", "X4")
ARGUMENT = int | tuple[int, int]


# ---------------------------------------------------------------- words


def double(coefficient: int, exponent: int, negative: bool = False) -> tuple[int, int]:
    """Return the words of a coefficient of 96 bits; the exponent is that of the first word."""
    return real(coefficient >> BITS, exponent, negative), real(coefficient & LAST, exponent - BITS, negative)


def number(words: tuple[int, int]) -> Fraction:
    """Return the number that two words are."""
    return value(words[0]) + value(words[1])


def complement(integer: int) -> int:
    """Return the word of an integer."""
    return integer if integer >= 0 else MINUS_ZERO + integer


def is_normal(words: tuple[int, int]) -> bool:
    """Whether a double is in normal form: as FX and DX give it."""
    high, low = (each ^ MINUS_ZERO if words[0] >> 59 else each for each in words)
    if high == 0 or words[1] == 0:
        return words == (0, 0) or bool(high >> BITS - 1 & 1)
    fields = [each >> BITS if each >> BITS >= 0o2000 else (each >> BITS) + 1 for each in (high, low)]
    return bool(high >> BITS - 1 & 1) and low >> 59 == 0 and fields[0] - fields[1] == BITS


def _coefficients(bits: int) -> st.SearchStrategy[int]:
    """Any, with zeros at the end, close to a power of two from both sides."""
    lowest, highest = 1 << bits - 1, (1 << bits) - 1
    near = st.integers(0, bits - 2).flatmap(lambda size: st.integers(0, 1 << size))
    return (
        st.integers(lowest, highest)
        | st.integers(lowest >> bits // 2, highest >> bits // 2).map(lambda each: each << bits // 2)
        | near.map(lambda each: lowest + each)
        | near.map(lambda each: highest - each)
    )


SIGNS = (False, True)


def reals(low: int, high: int, signs: tuple[bool, ...] = SIGNS) -> st.SearchStrategy[int]:
    """Words of numbers from 2**low on, below 2**(high + 1)."""
    return st.builds(real, _coefficients(BITS), st.integers(low - 47, high - 47), st.sampled_from(signs))


def doubles(low: int, high: int, signs: tuple[bool, ...] = SIGNS) -> st.SearchStrategy[tuple[int, int]]:
    """The same of double precision."""
    return st.builds(double, _coefficients(2 * BITS), st.integers(low - 47, high - 47), st.sampled_from(signs))


# ---------------------------------------------------------------- calls


def call(library: Library, name: str, *arguments: ARGUMENT) -> tuple[int, int]:
    """Call a routine; return X6 and X7."""
    words = [word for each in arguments for word in (each if isinstance(each, tuple) else (each,))]
    library.call(name, **dict(zip(REGISTERS, words, strict=False)))
    return library.word("X6"), library.word("X7")


# ---------------------------------------------------------------- functions

Function = Callable[..., Decimal]


def exact(function: Function, *arguments: Fraction) -> Fraction:
    """Return a function of numbers."""
    with localcontext(CONTEXT):
        return Fraction(function(*map(decimal, arguments)))


def angle(height: Decimal, width: Decimal) -> Decimal:
    """The angle of a point, between -pi and pi."""
    half = 2 * inverse_tangent(Decimal(1))
    if not width:
        return half.copy_sign(height)
    found = inverse_tangent(height / width)
    return found + (2 * half).copy_sign(height) if width < 0 else found


def tangent(x: Decimal) -> Decimal:
    return sine(x) / cosine(x)


def arc_sine(x: Decimal) -> Decimal:
    return angle(x, ((1 - x) * (1 + x)).sqrt())


def arc_cosine(x: Decimal) -> Decimal:
    return angle(((1 - x) * (1 + x)).sqrt(), x)


def hyperbolic_sine(x: Decimal) -> Decimal:
    return (x.exp() - (-x).exp()) / 2


def hyperbolic_cosine(x: Decimal) -> Decimal:
    return (x.exp() + (-x).exp()) / 2


def hyperbolic_tangent(x: Decimal) -> Decimal:
    return hyperbolic_sine(x) / hyperbolic_cosine(x)


def magnitude(x: Decimal, y: Decimal) -> Decimal:
    return (x * x + y * y).sqrt()


Parts = tuple[Function, Function]  # of a complex function: real and imaginary part


def root(x: Decimal, y: Decimal) -> tuple[Decimal, Decimal]:
    """The square root without a negative real part."""
    larger = ((abs(x) + magnitude(x, y)) / 2).sqrt()
    smaller = abs(y) / (2 * larger) if larger else larger
    parts = (larger, smaller) if x >= 0 else (smaller, larger)
    return parts[0], parts[1].copy_sign(y)


COMPLEX: dict[str, Parts] = {
    "CPSQRT": (lambda x, y: root(x, y)[0], lambda x, y: root(x, y)[1]),
    "CPEXP": (lambda x, y: x.exp() * cosine(y), lambda x, y: x.exp() * sine(y)),
    "CPLN": (lambda x, y: (x * x + y * y).ln() / 2, lambda x, y: angle(y, x)),
    "CPSIN": (lambda x, y: sine(x) * hyperbolic_cosine(y), lambda x, y: cosine(x) * hyperbolic_sine(y)),
    "CPCOS": (lambda x, y: cosine(x) * hyperbolic_cosine(y), lambda x, y: -sine(x) * hyperbolic_sine(y)),
}
