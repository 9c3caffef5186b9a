"""Complex numbers in the 6600's library against a hundred digits; the errors are those of docs/cdc6600/library.md."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.compilers.backends.cdc6600.compiled import of_real
from tests.cdc6600.functions import units
from tests.cdc6600.library import MINUS_ZERO, Library
from tests.cdc6600.reals import real, value
from tests.fortran.numbers6600 import COMPLEX, call, complement, exact, magnitude, reals
from tests.shared import Later

library = Later(Library, "forcplx")
ONE = real(1 << 47, -47)
numbers = st.tuples(reals(-3, 3), reals(-3, 3))
wide = st.tuples(reals(-400, 400), reals(-400, 400))
circle = st.floats(0, 7).map(lambda turn: (of_real(Fraction(math.cos(turn))), of_real(Fraction(math.sin(turn)))))


def values(words):
    return tuple(map(value, words))


def result(name, *arguments):
    """Call a routine; return real and imaginary part, which are normalized."""
    found = call(library, name, *arguments)
    for word in found:
        assert word == 0 or (word ^ (MINUS_ZERO if word >> 59 else 0)) >> 47 & 1
    return values(found)


def error(found, wanted):
    """The error of the worse part in units of the last bit of the larger part."""
    larger = max(wanted, key=abs)
    return max(units(larger + one - other, larger) for one, other in zip(found, wanted, strict=True))


def product(one, other):
    return one[0] * other[0] - one[1] * other[1], one[0] * other[1] + one[1] * other[0]


def quotient(one, other):
    size = other[0] ** 2 + other[1] ** 2
    return tuple(each / size for each in product(one, (other[0], -other[1])))


@given(numbers, numbers)
def test_products(one, other):
    assert error(result("CPMUL", one, other), product(values(one), values(other))) < 2


@given(numbers, numbers)
def test_quotients(one, other):
    assert error(result("CPDIV", one, other), quotient(values(one), values(other))) < 3


@given(st.integers(900, 1020), numbers)
def test_quotients_of_large_numbers_are_not_too_large_in_between(exponent, one):
    parts = [real(1 << 47, exponent - 47)] * 2
    found = result("CPDIV", tuple(parts), tuple(parts))
    assert found == (1, 0)


@given(numbers | wide)
@example((of_real(Fraction(3)), of_real(Fraction(-4))))
def test_magnitudes(one):
    found = value(call(library, "CPABS", one)[0])
    assert units(found, exact(magnitude, *values(one))) < 2


@given(numbers | wide)
@example((of_real(Fraction(-4)), 0))
def test_square_roots(one):
    wanted = [exact(part, *values(one)) for part in COMPLEX["CPSQRT"]]
    found = result("CPSQRT", one)
    assert all(units(each, exactly) < 2 for each, exactly in zip(found, wanted, strict=True))


@pytest.mark.parametrize(("name", "most"), [("CPEXP", 3), ("CPSIN", 3), ("CPCOS", 3)])
@given(one=numbers | st.tuples(reals(-30, 3), reals(-30, 3)))
def test_functions(name, most, one):
    wanted = [exact(part, *values(one)) for part in COMPLEX[name]]
    assert all(units(each, exactly) < most for each, exactly in zip(result(name, one), wanted, strict=True))


@given(numbers | wide | circle)
def test_logarithms(one):
    wanted = [exact(part, *values(one)) for part in COMPLEX["CPLN"]]
    found = result("CPLN", one)
    assert units(found[1], wanted[1]) < 2
    assert units(found[0], wanted[0]) < 4 or abs(found[0] - wanted[0]) < Fraction(2) ** -94


@given(st.tuples(reals(-1, 1), reals(-1, 1)), st.integers(-20, 20))
def test_integer_powers(one, exponent):
    assume(exponent)
    wanted = (Fraction(1), Fraction(0))
    for _ in range(abs(exponent)):
        wanted = product(wanted, values(one))
    if exponent < 0:
        wanted = quotient((1, 0), wanted)
    assert error(result("CPPOWI", one, complement(exponent)), wanted) < 3 * abs(exponent)


def test_zeros_and_ones():
    zero, one = (0, 0), (ONE, 0)
    assert result("CPSQRT", zero) == result("CPSIN", zero) == result("CPLN", one) == (0, 0)
    assert result("CPEXP", zero) == result("CPCOS", zero) == result("CPPOWI", zero, 0) == (1, 0)
    assert result("CPPOWI", zero, 3) == (0, 0)
    assert call(library, "CPABS", zero)[0] == 0
    assert result("CPPOWI", (0, ONE), complement(-2)) == (-1, 0)
    assert result("CPSQRT", (ONE ^ MINUS_ZERO, 0)) == (0, 1)


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("CPDIV", [ONE, ONE, 0, 0], "DIVISION BY ZERO"),
        ("CPLN", [0, 0], "LOGARITHM OF ZERO"),
        ("CPEXP", [of_real(Fraction(742)), 0], "EXPONENTIAL TOO LARGE"),
        ("CPSIN", [0, of_real(Fraction(742))], "EXPONENTIAL TOO LARGE"),
        ("CPCOS", [of_real(Fraction(10**7)), 0], "SINE OR COSINE OF A NUMBER BEYOND 10 TO THE 6"),
        ("CPPOWI", [0, 0, complement(-1)], "ZERO TO A NEGATIVE POWER"),
    ],
)
def test_what_is_out_of_range_aborts_the_program_and_says_why(name, arguments, why):
    own = Library("forcplx")
    with pytest.raises(IronboardError, match="aborted"):
        call(own, name, *arguments)
    assert own.machine.dayfile[0][12:] == why
