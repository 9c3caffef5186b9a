"""Functions of reals of the library against a hundred digits; errors are those that docs/cdc6600/library.md states."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.assemblers.compass import numbers
from tests.shared import Later

from .functions import exactly, power, units
from .library import MINUS_ZERO, Library
from .reals import real, value

repeatable = settings(derandomize=True, deadline=None)
ONE = real(1 << 47, -47)

library = Later(Library, "reals")

coefficient = st.integers(1 << 47, (1 << 48) - 1)


def reals(low, high, signs=(False, True)):
    """Words with exponents between these, the point behind the first bit."""
    return st.builds(real, coefficient, st.integers(low - 47, high - 47), st.sampled_from(signs))


positive = reals(-900, 1000, signs=(False,))


def word(number):
    """The word nearest to a number."""
    return numbers.word(abs(Fraction(number)), number < 0)


def call(name, *arguments):
    """Call a routine; return the word X6, which is not -0."""
    library.call(name, **dict(zip(("X1", "X2"), arguments, strict=False)))
    assert library.word("X6") != MINUS_ZERO
    return library.word("X6")


def error(name, argument):
    """The error of a routine in units of the last bit."""
    return units(value(call(name, argument)), exactly(name, value(argument)))


# ---------------------------------------------------------------- errors, as the page says


@repeatable
@given(positive)
def test_square_roots(argument):
    assert error("SQRT", argument) < Fraction(501, 1000)


@repeatable
@given(st.integers(0, (1 << 24) - 1))
def test_roots_of_squares_are_exact(number):
    assert value(call("SQRT", word(number * number))) == number


@repeatable
@given(reals(-60, 9))
@example(word(741.659))
@example(word(-675.8))
def test_exponentials(argument):
    if -675.8 <= value(argument) <= 741.66:
        assert error("EXP", argument) < 1


@repeatable
@given(
    reals(-900, 1000, signs=(False,)) | reals(-2, 2, signs=(False,)) | reals(-40, -1).map(lambda x: word(1 + value(x)))
)
def test_logarithms(argument):
    assert error("LN", argument) < Fraction(5, 2)


near_multiples_of_pi = st.integers(1, 200_000).map(lambda n: word(n * Fraction(710, 226)))


@repeatable
@given(reals(-60, 18) | near_multiples_of_pi)
@example(word(999_999))
def test_sines_and_cosines(argument):
    assert error("SIN", argument) < 2
    assert error("COS", argument) < 2


@repeatable
@given(reals(-200, 200) | reals(-3, 3))
def test_angles(argument):
    assert error("ARCTAN", argument) < 2


@repeatable
@given(reals(-1, 1), st.integers(-40, 40))
def test_integer_powers(argument, exponent):
    exact = value(argument) ** exponent
    assert units(value(call("POWI", argument, exponent % MINUS_ZERO)), exact) <= 2 * abs(exponent)


@repeatable
@given(reals(-10, 10, signs=(False,)), reals(-5, 4))
def test_real_powers(argument, exponent):
    exact = power(value(argument), value(exponent))
    size = abs(value(exponent)) * abs(math.log(value(argument)))
    assert units(value(call("POWR", argument, exponent)), exact) < 1 + 7 * Fraction(size)


# ---------------------------------------------------------------- integers of reals


@repeatable
@given(reals(-60, 47) | st.builds(real, st.integers(0, 100), st.integers(-5, 5), st.booleans()))
def test_entier_and_round(argument):
    for name, half in (("ENTIER", 0), ("ROUND", Fraction(1, 2))):
        call(name, argument)
        assert library.integer("X6") == math.floor(value(argument) + half)


# ---------------------------------------------------------------- special cases


@pytest.mark.parametrize("zero", [0, MINUS_ZERO])
def test_functions_of_zero(zero):
    assert [call(name, zero) for name in ("SQRT", "SIN", "ARCTAN", "ENTIER", "ROUND")] == [0] * 5
    assert [call(name, zero) for name in ("COS", "EXP")] == [ONE, ONE]
    assert call("LN", ONE) == 0
    assert call("POWI", zero, 0) == call("POWI", zero, MINUS_ZERO) == call("POWI", word(-7), 0) == ONE
    assert call("POWI", zero, 5) == call("POWR", zero, ONE) == 0
    assert call("POWR", word(7), zero) == ONE


def test_what_is_too_small_is_zero():
    assert call("EXP", word(-676)) == call("EXP", word(-(10**9))) == 0


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("SQRT", [-1], "SQUARE ROOT OF A NEGATIVE NUMBER"),
        ("LN", [0], "LOGARITHM OF A NUMBER THAT IS NOT POSITIVE"),
        ("LN", [-1], "LOGARITHM OF A NUMBER THAT IS NOT POSITIVE"),
        ("EXP", [742], "EXPONENTIAL TOO LARGE"),
        ("SIN", [1_000_001], "SINE OR COSINE OF A NUMBER BEYOND 10 TO THE 6"),
        ("COS", [-1_000_001], "SINE OR COSINE OF A NUMBER BEYOND 10 TO THE 6"),
        ("ENTIER", [1 << 48], "THE INTEGER OF A REAL IS TOO LARGE"),
        ("ROUND", [-(1 << 48)], "THE INTEGER OF A REAL IS TOO LARGE"),
        ("POWR", [0, 0], "ZERO TO A POWER THAT IS NOT POSITIVE"),
        ("POWR", [0, -1], "ZERO TO A POWER THAT IS NOT POSITIVE"),
        ("POWR", [-1, 1], "A NEGATIVE NUMBER TO A REAL POWER"),
        ("POWR", [10, 400], "EXPONENTIAL TOO LARGE"),
    ],
)
def test_what_is_out_of_range_aborts_the_program_and_says_why(name, arguments, why):
    own = Library("reals")
    with pytest.raises(IronboardError, match="aborted"):
        own.call(name, **dict(zip(("X1", "X2"), map(word, arguments), strict=False)))
    assert own.machine.dayfile[0][12:] == why


def test_zero_has_no_negative_integer_power():
    own = Library("reals")
    with pytest.raises(IronboardError, match="aborted"):
        own.call("POWI", X1=0, X2=-1)
    assert own.machine.dayfile[0][12:] == "ZERO TO A NEGATIVE POWER"
