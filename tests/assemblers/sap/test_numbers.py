"""Words of DEC and OCT, against exact fractions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.assemblers.sap.fields import MAGNITUDE, SIGN, NumberError, decimal_word, octal_word
from sap.sources import repeatable

LARGEST = Fraction((1 << 27) - 1, 1 << 27) * 2**127


def floating(word):
    """Return the value of a floating-point word, by the definition of the format."""
    value = Fraction(word & 0o777777777, 1 << 27) * Fraction(2) ** ((word >> 27 & 0o377) - 128)
    return -value if word & SIGN else value


digits = st.integers(0, 10**12)


@repeatable
@given(st.sampled_from(["", "+", "-"]), st.integers(0, MAGNITUDE))
def test_an_integer_is_sign_and_magnitude(sign, number):
    assert decimal_word(f"{sign}{number}") == number | (SIGN if sign == "-" else 0)


@repeatable
@given(st.sampled_from(["", "-"]), digits, digits, st.integers(-20, 20))
def test_a_floating_number_is_the_nearest_there_is(sign, whole, behind, power):
    word = decimal_word(f"{sign}{whole}.{behind}E{power}")
    exact = Fraction(f"{whole}.{behind}") * Fraction(10) ** power
    value = abs(floating(word))
    assert bool(word & SIGN) == (sign == "-")
    if exact == 0:
        assert word & MAGNITUDE == 0
        return
    assert word >> 26 & 1, "the fraction begins with a one"
    place = Fraction(2) ** ((word >> 27 & 0o377) - 128 - 27)  # the value of the last place
    assert abs(value - exact) <= place / 2


@repeatable
@given(digits, digits, st.integers(-5, 40))
def test_a_fixed_number_has_its_binary_point_behind_the_place(whole, behind, place):
    exact = Fraction(f"{whole}.{behind}") * Fraction(2) ** (35 - place)
    if exact > MAGNITUDE:
        with pytest.raises(NumberError, match="out of range"):
            decimal_word(f"{whole}.{behind}B{place}")
    elif exact <= MAGNITUDE - 1:
        assert abs(decimal_word(f"{whole}.{behind}B{place}") - exact) <= Fraction(1, 2)


@repeatable
@given(st.integers(0, (1 << 36) - 1))
def test_octal_words(word):
    assert octal_word(f"{word:o}") == octal_word(f"+{word:012o}") == word
    if word < SIGN:
        assert octal_word(f"-{word:o}") == word | SIGN


@pytest.mark.parametrize(
    ("text", "octal"),
    [
        ("0", "000000000000"),
        ("-0", "400000000000"),
        ("-1", "400000000001"),
        ("34359738367", "377777777777"),
        ("1.", "201400000000"),
        (".5", "200400000000"),
        ("-1.5", "601600000000"),
        ("10E-1", "201400000000"),  # E alone makes it floating
        ("0.", "000000000000"),
        ("-0.0", "400000000000"),
        ("1B17", "000001000000"),  # in the decrement
        ("0.5B0", "200000000000"),
        ("1.5B5", "014000000000"),
        ("15E-1B5", "014000000000"),
        ("15B5E-1", "014000000000"),
        (".99999999999B35", "000000000001"),  # rounded
    ],
)
def test_some_numbers(text, octal):
    assert f"{decimal_word(text):012o}" == octal


@pytest.mark.parametrize("text", ["1.7E38", "1E-38", "1.4693680E-39"])
def test_the_ends_of_the_range_of_floating_numbers(text):
    assert abs(floating(decimal_word(text)) / Fraction(text) - 1) < Fraction(1, 1 << 26)


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (decimal_word, "34359738368", "out of range"),
        (decimal_word, "1.8E38", "out of range"),
        (decimal_word, "1E-40", "out of range"),
        (decimal_word, "1E9999999999", "the exponent is out of range"),
        (decimal_word, "1B999", "the binary place is out of range"),
        (decimal_word, "2B0", "out of range"),
        (decimal_word, "", "not a decimal number"),
        (decimal_word, "-", "not a decimal number"),
        (decimal_word, ".", "not a decimal number"),
        (decimal_word, "1E2E3", "not a decimal number"),
        (decimal_word, "1E1B1E1", "not a decimal number"),
        (decimal_word, "ALPHA", "not a decimal number"),
        (decimal_word, "٣", "not a decimal number"),
        (decimal_word, "1" * 61, "at most 60 digits"),
        (octal_word, "", "digits are missing"),
        (octal_word, "-", "digits are missing"),
        (octal_word, "128", "'8' is not an octal digit"),
        (octal_word, "12A", "'A' is not an octal digit"),
        (octal_word, "1234567012345", "a word has 12 octal digits"),
        (octal_word, "-400000000000", "given twice"),
    ],
)
def test_what_is_no_number(read, text, message):
    with pytest.raises(NumberError, match=message):
        read(text)
