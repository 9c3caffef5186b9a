"""Reals in formats of the 6600: exact fractions are the oracle, every character and every bit is compared."""

from __future__ import annotations

import re
from fractions import Fraction

from hypothesis import example, given, settings
from hypothesis import strategies as st

from host.assemblers.compass import numbers
from tests.cdc6600.reals import INDEFINITE, INFINITE, real, value
from tests.shared import Later

from . import oracle6600 as oracle
from .forlib import DOUBLE, INTEGER, REAL, Fortran

repeatable = settings(derandomize=True, deadline=None, max_examples=600)
MINUS_ZERO = (1 << 60) - 1
library = Later(Fortran)

usual = st.integers(-70, 10)
word = st.one_of(
    st.builds(real, st.integers(1 << 47, (1 << 48) - 1), usual, st.booleans()),
    st.builds(real, st.integers(0, (1 << 48) - 1), usual, st.booleans()),
    st.builds(real, st.integers(1 << 47, (1 << 48) - 1), st.integers(-1022, 1022), st.booleans()),
    st.builds(lambda tens, exponent: real(tens, exponent), st.integers(0, 10**6), st.integers(-12, 0)),  # ties
    st.sampled_from([10**power for power in range(15)]).map(lambda each: real(each - 1, 0)),  # nines
)
EXTREMES = [real((1 << 48) - 1, 1022), real(1, -1022), real(1 << 47, -1022, negative=True), 0, MINUS_ZERO, INFINITE,
            INFINITE ^ MINUS_ZERO, INDEFINITE, INDEFINITE | 9, real(5, -1023)]  # fmt: skip


def check(form, expected, words):
    """Compare what a format makes of words, all in one line each, with what the oracle makes of them."""
    library.write(6, f"(1H ,{form},1H!)", (REAL, words))
    assert [line[1:-1] for line in library.printed()] == [expected(each) for each in words], form


@repeatable
@given(st.lists(word, min_size=1, max_size=8), st.integers(1, 30), st.integers(0, 25), st.integers(-3, 5))
@example(EXTREMES, 12, 3, 0)
@example(EXTREMES, 6, 0, 2)
def test_f_is_rounded_correctly(words, width, places, scale):
    check(
        f"{scale}PF{width}.{places}",
        lambda each: oracle.not_a_number(each, width) or oracle.fixed(value(each), width, places, scale),
        words,
    )


@repeatable
@given(st.lists(word, min_size=1, max_size=8), st.integers(1, 30), st.integers(0, 22), st.integers(-3, 5),
       st.sampled_from("ED"))  # fmt: skip
@example(EXTREMES, 22, 13, 1, "E")
@example(EXTREMES, 12, 5, 0, "D")
def test_e_is_rounded_correctly(words, width, places, scale, letter):
    check(
        f"{scale}P{letter}{width}.{places}",
        lambda each: oracle.not_a_number(each, width) or oracle.floating(value(each), width, places, scale, letter),
        words,
    )


@repeatable
@given(st.lists(word, min_size=1, max_size=8), st.integers(1, 30), st.integers(0, 22), st.integers(-2, 3))
@example(EXTREMES, 18, 7, 0)
def test_g_is_f_or_e(words, width, places, scale):
    check(
        f"{scale}PG{width}.{places}",
        lambda each: oracle.not_a_number(each, width) or oracle.general(value(each), width, places, scale),
        words,
    )


@repeatable
@given(st.lists(st.integers(-(1 << 59) + 1, (1 << 59) - 1) | st.integers(-2000, 2000), min_size=1, max_size=8),
       st.integers(1, 20))  # fmt: skip
@example([(1 << 47) - 1, 1 << 47, 10**12 - 1, 10**12, -(10**17), MINUS_ZERO], 18)
def test_integers_stand_on_the_right(values, width):
    library.write(6, f"(1H ,I{width},1H!)", (INTEGER, values))
    wanted = [oracle.integer(0 if each == MINUS_ZERO else each, width) for each in values]
    assert [line[1:-1] for line in library.printed()] == wanted


digits = st.text("0123456789", min_size=1, max_size=20)
mantissa = st.one_of(
    digits,
    st.builds("{}.{}".format, digits, st.text("0123456789", max_size=20)),
    st.builds(".{}".format, digits),
)
exponent = st.one_of(
    st.just(""),
    st.builds("{}{:+}".format, st.sampled_from(["E", "D", ""]), st.integers(-40, 40)),
    st.builds("E{}".format, st.integers(0, 330)),
    st.builds("D{}".format, st.integers(-400, -1)),
)


def number_in(text, places, scale):
    """Return the number that a field of F, E, D or G is, its blanks being zeros."""
    body = text.replace(" ", "0")
    sign = -1 if "-" in body[: len(body) - len(body.lstrip("0+-"))] else 1
    match = re.fullmatch(r"0*[+-]?(\d*)(\.?)(\d*)(?:[ED]?([+-]?\d+))?", body)
    before, point, after, power = match.groups()
    shift = -len(after) if point else -places
    shift += int(power) if power is not None else -scale
    return sign * Fraction(int(before + after or "0")) * Fraction(10) ** shift


def nearest(number):
    """Return the word nearest to a number; zero below the smallest normalized one; None above the largest one."""
    if abs(number) < Fraction(2) ** (47 - 1022) - Fraction(2) ** (-2 - 1022):
        return 0
    try:
        return numbers.word(abs(number), number < 0)
    except numbers.NumberError:
        return None


@settings(repeatable, max_examples=1500)
@given(st.sampled_from(["", "-", "+"]), mantissa, exponent, st.integers(0, 12), st.integers(-3, 3), st.integers(0, 3))
@example("", "4503599627370497.5", "", 0, 0, 0)
@example("-", "0", "", 0, 0, 0)
def test_reals_are_read_correctly_rounded(sign, mantissa, exponent, places, scale, blanks):
    text = " " * blanks + sign + mantissa + exponent
    number = number_in(text, places, scale)
    wanted = nearest(number)
    library.cards(text)
    [found] = library.read(5, f"({scale}PF{len(text)}.{places})", (REAL, 1), flags=3)
    assert library.fend == (1 if wanted is None else 0)
    if wanted is not None:
        assert found == wanted, (text, places, scale)


# ---------------------------------------------------------------- double precision


def double(coefficient, exponent, negative=False):
    """Return the two words of a coefficient of 96 bits times a power of two."""
    high, low = real(coefficient >> 48, exponent + 48), real(coefficient & (1 << 48) - 1, exponent)
    return [each ^ MINUS_ZERO if negative else each for each in (high, low)]


pair = st.builds(
    double,
    st.integers(1 << 95, (1 << 96) - 1) | st.integers(1 << 47, (1 << 48) - 1).map(lambda each: each << 48),
    st.integers(-120, -60) | st.integers(-970, 900),
    st.booleans(),
)


@settings(repeatable, max_examples=150)
@given(st.lists(pair, min_size=1, max_size=3), st.integers(8, 45), st.integers(0, 36), st.integers(-2, 3))
def test_double_precision_is_printed_with_all_its_digits(pairs, width, places, scale):
    sums = [value(high) + value(low) for high, low in pairs]
    words = [word for words in pairs for word in words]
    library.write(6, f"(1H ,{scale}PD{width}.{places},1H!)", (DOUBLE, words))
    wanted = [oracle.floating(each, width, places, scale, "D") for each in sums]
    assert [line[1:-1] for line in library.printed()] == wanted
    library.write(6, f"(1H ,{scale}PF{width}.{places},1H!)", (DOUBLE, words))
    wanted = [oracle.fixed(each, width, places, scale) for each in sums]
    assert [line[1:-1] for line in library.printed()] == wanted


def test_a_second_word_may_have_any_exponent_and_sign():
    high = real(1 << 47, -47)
    for low in (0, MINUS_ZERO, real(1 << 47, -150), real(1 << 47, -150, negative=True), real(5, -96), real(7, -60)):
        number = value(high) + value(low)
        if abs(value(low)) >= Fraction(1, 1 << 95) or not value(low):
            library.write(6, "(1H ,D40.28)", (DOUBLE, [high, low]))
            assert library.printed() == [" " + oracle.floating(number, 40, 28, 0, "D")]


@settings(repeatable, max_examples=300)
@given(st.sampled_from(["", "-"]), st.text("0123456789", min_size=1, max_size=40), st.integers(0, 40),
       st.integers(-40, 30) | st.integers(-260, 290))  # fmt: skip
@example("", "0", 0, 0)
@example("-", "1", 0, 322)
def test_double_precision_is_read_to_96_bits(sign, digits, places, power):
    point = max(len(digits) - places, 0)
    text = f"{sign}{digits[:point]}.{digits[point:]}D{power}"
    number = Fraction(int(digits)) * Fraction(10) ** (power - len(digits[point:]))
    library.cards(text)
    found = library.read(5, f"(D{len(text)}.0)", (DOUBLE, 1), flags=3)
    if not number:
        assert found == [0, 0]
        return
    exponent = number.numerator.bit_length() - number.denominator.bit_length() - 96
    while number >= Fraction(2) ** (exponent + 96):
        exponent += 1
    coefficient = int(number / Fraction(2) ** exponent + Fraction(1, 2))
    if coefficient == 1 << 96:
        coefficient, exponent = coefficient >> 1, exponent + 1
    if exponent + 48 > 1022:
        assert library.fend == 1
        return
    assert found == double(coefficient, exponent, sign == "-"), text
