"""Functions of reals, integers and words that FORTRAN adds to the 6600's library; errors are those of the page."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from emulators.errors import IronboardError
from tests.cdc6600.functions import units
from tests.cdc6600.library import MINUS_ZERO, Library
from tests.cdc6600.reals import real, value
from tests.fortran.numbers6600 import (
    angle,
    arc_cosine,
    arc_sine,
    call,
    complement,
    exact,
    hyperbolic_tangent,
    reals,
    tangent,
)
from tests.shared import Later

library = Later(Library, "formath")
ONE = real(1 << 47, -47)
POSITIVE = (False,)
SIGNS = st.sampled_from((1, -1))


def word(number):
    """The word of a number of at most 48 bits."""
    number = Fraction(number)
    exponent = abs(number).numerator.bit_length() - abs(number).denominator.bit_length() - 48
    coefficient = abs(number) / Fraction(2) ** exponent
    if coefficient >= 1 << 48:
        coefficient, exponent = coefficient / 2, exponent + 1
    return real(int(coefficient), exponent, number < 0) if number else 0


def result(name, *arguments):
    """The word X6 of a routine: not -0."""
    found, _ = call(library, name, *arguments)
    assert found != MINUS_ZERO
    return found


# ---------------------------------------------------------------- functions of reals


@given(reals(-900, 1000, POSITIVE) | reals(-3, 3, POSITIVE) | reals(-40, -1).map(lambda x: word(1 + value(x))))
def test_logarithms_to_the_base_ten(argument):
    assume(value(argument) != 1)
    wanted = exact(lambda x: x.log10(), value(argument))
    assert units(value(result("LOG10", argument)), wanted) < 2


@pytest.mark.parametrize("power", range(15))
def test_the_logarithm_of_a_power_of_ten_is_that_power(power):
    assert value(result("LOG10", word(10**power))) == power


@given(reals(-60, 6) | reals(-4, 1) | reals(-1, 0))
@example(word(Fraction(11, 20)))
@example(word(Fraction(87, 5)))
def test_hyperbolic_tangents(argument):
    assert units(value(result("TANH", argument)), exact(hyperbolic_tangent, value(argument))) < Fraction(3, 2)


def test_the_hyperbolic_tangent_of_large_numbers_is_one():
    assert [result("TANH", word(each)) for each in (18, 10**300)] == [ONE, ONE]
    assert value(result("TANH", word(-18))) == -1


@given(reals(-60, 60), reals(-60, 60))
@example(word(1), word(-1))
def test_angles_of_points(height, width):
    assert units(value(result("ATAN2", height, width)), exact(angle, value(height), value(width))) < 2


@given(reals(-3, 3), reals(-3, 3))
def test_angles_of_points_in_all_octants(height, width):
    assert units(value(result("ATAN2", height, width)), exact(angle, value(height), value(width))) < 2


def test_angles_on_the_axes():
    half = exact(lambda: angle(1, 0))
    found = [value(result("ATAN2", word(height), word(width))) for height, width in ((0, 5), (5, 0), (0, -5), (-5, 0))]
    assert [round(each / half) for each in found] == [0, 1, 2, -1]
    assert all(units(each, wanted) < 1 for each, wanted in zip(found[1:], (half, 2 * half, -half), strict=True))
    assert units(value(result("ATAN2", word(1), word(-(10**300)))), 2 * half) < 1


@given(reals(-60, 18))
def test_tangents(argument):
    assert units(value(result("TAN", argument)), exact(tangent, value(argument))) < 5


near_one = st.builds(lambda bits, sign: word(sign * (1 - Fraction(bits, 1 << 48))), st.integers(0, 1 << 30), SIGNS)


@given(reals(-60, -1) | reals(-2, -1) | near_one)
@example(word(Fraction(1, 2)))
@example(word(-1))
def test_arc_sines_and_cosines(argument):
    assert units(value(result("ASIN", argument)), exact(arc_sine, value(argument))) < 2
    assert units(value(result("ACOS", argument)), exact(arc_cosine, value(argument))) < 2


# ---------------------------------------------------------------- whole numbers


@given(reals(-5, 60))
def test_whole_parts(argument):
    assert value(result("AINT", argument)) == math.trunc(value(argument))


@given(reals(-60, 47))
@example(word((1 << 48) - 1))
def test_integers_of_reals_are_cut_off_towards_zero(argument):
    result("IFIX", argument)
    assert library.integer("X6") == math.trunc(value(argument))


@given(st.integers(0, 59).flatmap(lambda size: st.integers(-(1 << size) + 1, (1 << size) - 1)))
@example(-0)
@example((1 << 59) - 1)
@example((1 << 48) + 1)
def test_reals_of_integers_are_rounded(integer):
    found = result("ITORF", complement(integer))
    assert units(value(found), Fraction(integer)) <= Fraction(1, 2)
    assert found == 0 or (found ^ (MINUS_ZERO if integer < 0 else 0)) >> 47 & 1


@given(reals(-3, 23), reals(-23, 23))
@example(word(Fraction(15, 2)), word(2))
@example(word(6), word(-3))
def test_what_a_division_of_reals_leaves_is_exact(dividend, divisor):
    one, other = value(dividend), value(divisor)
    assert value(result("AMOD", dividend, divisor)) == one - math.trunc(one / other) * other


@given(st.integers(-9, 9), st.integers(-9, 14))
def test_integer_powers_of_integers(base, exponent):
    assume(base or exponent >= 0)
    result("POWII", complement(base), complement(exponent))
    assert library.integer("X6") == math.trunc(Fraction(base) ** exponent)


# ---------------------------------------------------------------- random numbers

FACTOR, FIRST = 44485709377909, 48131768981101


def test_random_numbers_are_control_datas():
    own = Library("formath")
    seed, found = FIRST, []
    for _ in range(100):
        seed = seed * FACTOR % (1 << 48)
        found.append(Fraction(seed, 1 << 48))
    assert [value(call(own, "RANF")[0]) for _ in found] == found
    assert float(found[0]) == pytest.approx(0.5801136485795872)


@given(reals(-60, 60) | st.integers(0, (1 << 48) - 1).map(lambda each: real(each, -48)))
def test_a_seed_is_the_coefficient_made_odd(argument):
    own = Library("formath")
    call(own, "RANSET", argument)
    coefficient = (argument ^ (MINUS_ZERO if argument >> 59 else 0)) & (1 << 48) - 1 | 1
    assert call(own, "RANGET")[0] == real(coefficient, -48)
    assert value(call(own, "RANF")[0]) == Fraction(coefficient * FACTOR % (1 << 48), 1 << 48)


def test_random_numbers_go_on_from_where_ranget_was_and_zero_is_no_seed():
    own = Library("formath")
    (seed, _), first = call(own, "RANGET"), call(own, "RANF")
    call(own, "RANSET", seed)
    assert call(own, "RANF") == first
    call(own, "RANSET", 0)
    again = call(own, "RANF")
    call(own, "RANSET", seed)
    assert [call(own, "RANF"), call(own, "RANF")] == [first, again]


# ---------------------------------------------------------------- words


@given(st.integers(0, MINUS_ZERO), st.integers(-100, 200) | st.integers(-(10**9), 10**9))
@example(MINUS_ZERO, -60)
@example(1 << 59, -1)
def test_words_are_shifted_round_to_the_left_and_with_their_sign_to_the_right(bits, count):
    found, _ = call(library, "SHIFT", bits, complement(count))
    if count >= 0:
        places = count % 60
        assert found == (bits << places | bits >> 60 - places) & MINUS_ZERO
    else:
        signed = bits - (1 << 60) if bits >> 59 else bits
        assert found == signed >> min(-count, 60) & MINUS_ZERO


@pytest.mark.parametrize("count", [-5, -1, 0, 1, 2, 30, 59, 60, 61, 100])
def test_masks(count):
    ones = min(max(count, 0), 60)
    assert call(library, "MASK", complement(count))[0] == MINUS_ZERO ^ (MINUS_ZERO >> ones)


# ---------------------------------------------------------------- special cases


@pytest.mark.parametrize("zero", [0, MINUS_ZERO])
def test_functions_of_zero(zero):
    assert [result(name, zero) for name in ("TANH", "TAN", "ASIN", "AINT", "IFIX", "ITORF")] == [0] * 6
    assert result("ATAN2", zero, ONE) == result("AMOD", zero, ONE) == 0
    assert result("LOG10", ONE) == result("ACOS", ONE) == 0
    assert result("POWII", zero, zero) == 1


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("LOG10", [0], "LOGARITHM OF A NUMBER THAT IS NOT POSITIVE"),
        ("LOG10", [word(-1)], "LOGARITHM OF A NUMBER THAT IS NOT POSITIVE"),
        ("ATAN2", [0, 0], "ANGLE OF THE POINT 0,0"),
        ("TAN", [word(1_000_001)], "SINE OR COSINE OF A NUMBER BEYOND 10 TO THE 6"),
        ("ASIN", [word(1 + Fraction(1, 1 << 40))], "ARC SINE OR COSINE OF A NUMBER BEYOND 1"),
        ("ACOS", [word(-2)], "ARC SINE OR COSINE OF A NUMBER BEYOND 1"),
        ("IFIX", [word(1 << 48)], "THE INTEGER OF A REAL IS TOO LARGE"),
        ("IFIX", [word(-(1 << 48))], "THE INTEGER OF A REAL IS TOO LARGE"),
        ("AMOD", [ONE, 0], "DIVISION BY ZERO"),
        ("AMOD", [word(1 << 48), ONE], "THE QUOTIENT IN AMOD IS TOO LARGE"),
        ("POWII", [0, complement(-1)], "ZERO TO A NEGATIVE POWER"),
        ("POWII", [10, 15], "AN INTEGER IS BEYOND 48 BITS"),
    ],
)
def test_what_is_out_of_range_aborts_the_program_and_says_why(name, arguments, why):
    own = Library("formath")
    with pytest.raises(IronboardError, match="aborted"):
        call(own, name, *arguments)
    assert own.machine.dayfile[0][12:] == why
