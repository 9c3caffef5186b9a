"""Double precision in the 6600's library against exact arithmetic; the errors are those of docs/cdc6600/library.md."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.compilers.backends.cdc6600.compiled import of_double
from tests.cdc6600.functions import cosine, inverse_tangent, power, sine, units
from tests.cdc6600.library import MINUS_ZERO, Library
from tests.cdc6600.reals import value
from tests.fortran.numbers6600 import angle, call, complement, double, doubles, exact, is_normal, number, reals
from tests.shared import Later

arithmetic, functions = Later(Library, "fordop"), Later(Library, "fordfn")
BITS = 96
ONE, ZERO = double(1 << 95, -47), (0, 0)
POSITIVE = (False,)


def result(name, *arguments):
    """Call a routine that gives a double; return it: it is in normal form, its first word is not -0."""
    found = call(functions, name, *arguments)
    assert is_normal(found)
    assert found[0] != MINUS_ZERO
    return found


def error(name, wanted, *arguments):
    """The error of a routine in units of the last of 96 bits."""
    return units(number(result(name, *arguments)), wanted, BITS)


def near(words, steps):
    """The double some units of the last bit away: sums of it and the other one cancel."""
    size = number(words)
    exponent = abs(size).numerator.bit_length() - abs(size).denominator.bit_length() - BITS
    return of_double(size + steps * Fraction(2) ** exponent)


distances = st.integers(0, 100).flatmap(lambda size: st.integers(-(1 << size), 1 << size))
near_pairs = st.builds(lambda words, steps: (words, near(words, steps)), doubles(-5, 5), distances)
pairs = st.tuples(doubles(-60, 60), doubles(-60, 60)) | st.tuples(doubles(-1, 1), doubles(-1, 1))


# ---------------------------------------------------------------- arithmetic


@given(pairs | near_pairs)
def test_sums_and_differences(operands):
    one, other = map(number, operands)
    assert error("DBADD", one + other, *operands) < 3
    assert error("DBSUB", one - other, *operands) < 3


@given(near_pairs)
def test_differences_that_cancel_lose_nothing(operands):
    """At most one bit of the smaller operand is beyond the last one of the larger."""
    one, other = map(number, operands)
    assume(abs(one - other) < abs(one) / 4)
    assert number(result("DBSUB", *operands)) == one - other


@given(pairs)
def test_products(operands):
    assert error("DBMUL", number(operands[0]) * number(operands[1]), *operands) < 7


@given(pairs)
def test_quotients(operands):
    assert error("DBDIV", number(operands[0]) / number(operands[1]), *operands) < 6


@given(reals(-60, 60), reals(-60, 60))
def test_reals_may_have_a_word_of_zeros_after_them(one, other):
    left, right = (one, 0), (other, 0)
    assert error("DBADD", value(one) + value(other), left, right) < 2
    assert error("DBMUL", value(one) * value(other), left, right) < 1
    assert error("DBDIV", value(one) / value(other), left, right) < 6


@given(pairs | near_pairs | doubles(-3, 3).map(lambda words: (words, words)))
@example((ONE, ZERO))
@example((ZERO, ZERO))
def test_comparisons(operands):
    one, other = map(number, operands)
    found = call(arithmetic, "DBCMP", *operands)[0]
    assert (found not in (0, MINUS_ZERO), found >> 59) == (one != other, one < other)
    assert number(result("DBMAX", *operands)) == max(one, other)
    assert number(result("DBMIN", *operands)) == min(one, other)


@given(pairs)
@example((ZERO, ONE))
@example((ONE, ZERO))
@example(((ONE[0] ^ MINUS_ZERO, 0), ONE))
def test_signs(operands):
    one, other = map(number, operands)
    for name, wanted in (("DBNEG", -one), ("DBABS", abs(one)), ("DBSIGN", abs(one) if other >= 0 else -abs(one))):
        found = result(name, *operands)
        assert number(found) == wanted
        assert MINUS_ZERO not in found


@given(doubles(-5, 20), doubles(-20, 20))
@example(of_double(Fraction(15, 2)), of_double(Fraction(2)))
@example(of_double(Fraction(-9)), of_double(Fraction(3)))
def test_what_a_division_leaves_is_exact(dividend, divisor):
    one, other = number(dividend), number(divisor)
    assert number(result("DBMOD", dividend, divisor)) == one - math.trunc(one / other) * other


@given(st.integers(0, 59).flatmap(lambda size: st.integers(-(1 << size) + 1, (1 << size) - 1)))
def test_integers_become_doubles_and_come_back(integer):
    words = result("DBFLT", complement(integer))
    assert number(words) == integer
    assert call(arithmetic, "DBFIX", words)[0] == complement(integer)


@given(doubles(-60, 58))
def test_integers_of_doubles_are_cut_off_towards_zero(words):
    assert call(arithmetic, "DBFIX", words)[0] == complement(math.trunc(number(words)))


@given(doubles(-60, 60))
def test_reals_of_doubles_are_rounded(words):
    assert units(value(call(arithmetic, "DBREAL", words)[0]), number(words)) <= Fraction(1, 2)


# ---------------------------------------------------------------- functions

near_one = doubles(-60, -2).map(lambda words: of_double(1 + number(words)))
near_multiples_of_pi = st.integers(1, 400_000).map(lambda n: of_double(n * exact(lambda: angle(1, 0))))


@given(doubles(-800, 1000, POSITIVE))
def test_square_roots(argument):
    assert error("DBSQRT", exact(lambda x: x.sqrt(), number(argument)), argument) < 2


@given(doubles(-60, 9) | doubles(-4, 0))
@example(of_double(Fraction(741)))
def test_exponentials(argument):
    assume(-640 <= number(argument) <= Fraction("741.6"))
    assert error("DBEXP", exact(lambda x: x.exp(), number(argument)), argument) < 2


@given(doubles(-800, 1000, POSITIVE) | doubles(-2, 2, POSITIVE) | near_one)
def test_logarithms(argument):
    assume(number(argument) != 1)
    assert error("DBLN", exact(lambda x: x.ln(), number(argument)), argument) < 4
    assert error("DBLOG10", exact(lambda x: x.log10(), number(argument)), argument) < 8


@given(doubles(-60, 18) | near_multiples_of_pi)
def test_sines_and_cosines(argument):
    assert error("DBSIN", exact(sine, number(argument)), argument) < 4
    assert error("DBCOS", exact(cosine, number(argument)), argument) < 4


@given(doubles(-200, 200) | doubles(-4, 3))
def test_angles(argument):
    assert error("DBATAN", exact(inverse_tangent, number(argument)), argument) < 4


@given(pairs | st.tuples(doubles(-4, 3), doubles(-4, 3)))
def test_angles_of_points(operands):
    assert error("DBATAN2", exact(angle, *map(number, operands)), *operands) < 5


@given(doubles(-1, 1), st.integers(-40, 40))
def test_integer_powers(argument, exponent):
    wanted = number(argument) ** exponent
    assert error("DBPOWI", wanted, argument, complement(exponent)) <= 7 * abs(exponent)


@given(doubles(-10, 10, POSITIVE), doubles(-5, 4))
def test_powers(argument, exponent):
    size = abs(number(exponent)) * abs(Fraction(math.log(number(argument))))
    assert error("DBPOW", power(number(argument), number(exponent)), argument, exponent) < 2 + 7 * size


def test_exact_results():
    four, two, eight = (of_double(Fraction(each)) for each in (4, 2, 8))
    assert number(result("DBSQRT", four)) == 2
    assert number(result("DBEXP", ZERO)) == number(result("DBCOS", ZERO)) == number(result("DBPOWI", ZERO, 0)) == 1
    assert number(result("DBLN", ONE)) == number(result("DBSIN", ZERO)) == number(result("DBATAN", ZERO)) == 0
    assert (
        number(result("DBSQRT", ZERO)) == number(result("DBPOW", ZERO, two)) == number(result("DBPOWI", ZERO, 3)) == 0
    )
    assert number(result("DBPOWI", two, 3)) == number(eight)
    assert number(result("DBPOWI", of_double(Fraction(-2)), complement(-3))) == Fraction(-1, 8)
    assert number(result("DBEXP", of_double(Fraction(-676)))) == 0


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("DBDIV", [1, 0], "DIVISION BY ZERO"),
        ("DBMOD", [1, 0], "DIVISION BY ZERO"),
        ("DBMOD", [1 << 48, 1], "THE QUOTIENT IN DMOD IS TOO LARGE"),
        ("DBFIX", [1 << 59], "THE INTEGER OF A DOUBLE IS TOO LARGE"),
        ("DBFIX", [-(1 << 59)], "THE INTEGER OF A DOUBLE IS TOO LARGE"),
        ("DBSQRT", [-1], "SQUARE ROOT OF A NEGATIVE NUMBER"),
        ("DBLN", [0], "LOGARITHM OF A NUMBER THAT IS NOT POSITIVE"),
        ("DBLN", [-1], "LOGARITHM OF A NUMBER THAT IS NOT POSITIVE"),
        ("DBLOG10", [-1], "LOGARITHM OF A NUMBER THAT IS NOT POSITIVE"),
        ("DBEXP", [742], "EXPONENTIAL TOO LARGE"),
        ("DBSIN", [1_000_001], "SINE OR COSINE OF A NUMBER BEYOND 10 TO THE 6"),
        ("DBCOS", [-1_000_001], "SINE OR COSINE OF A NUMBER BEYOND 10 TO THE 6"),
        ("DBATAN2", [0, 0], "ANGLE OF THE POINT 0,0"),
        ("DBPOW", [0, 0], "ZERO TO A POWER THAT IS NOT POSITIVE"),
        ("DBPOW", [-1, 1], "A NEGATIVE NUMBER TO A REAL POWER"),
        ("DBPOW", [10, 400], "EXPONENTIAL TOO LARGE"),
    ],
)
def test_what_is_out_of_range_aborts_the_program_and_says_why(name, arguments, why):
    own = Library("fordfn")
    with pytest.raises(IronboardError, match="aborted"):
        call(own, name, *(of_double(Fraction(each)) for each in arguments))
    assert own.machine.dayfile[0][12:] == why


def test_zero_has_no_negative_integer_power():
    own = Library("fordfn")
    with pytest.raises(IronboardError, match="aborted"):
        call(own, "DBPOWI", ZERO, complement(-1))
    assert own.machine.dayfile[0][12:] == "ZERO TO A NEGATIVE POWER"


# ---------------------------------------------------------------- constants of the compiler


@given(doubles(-900, 1000))
def test_the_words_of_a_double_are_those_of_its_number(words):
    found = of_double(number(words))
    assert number(found) == number(words)
    assert is_normal(found)


def test_words_of_small_doubles_are_zeros():
    assert of_double(Fraction(2) ** -1200) == (0, 0)
    high, low = of_double(Fraction(4, 3) * Fraction(2) ** -950)
    assert (low, units(value(high), Fraction(4, 3) * Fraction(2) ** -950) < 1) == (0, True)
