"""Numbers of the library, printed and read: exact fractions are the oracle, every digit and every bit is compared."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from emulators.cdc6600 import display_code
from emulators.errors import IronboardError
from host.assemblers.compass import numbers
from tests.shared import Later

from .library import MINUS_ZERO, Library
from .reals import INDEFINITE, INFINITE, fixed, real, significant

repeatable = settings(derandomize=True, deadline=None)
LARGEST = (1 << 59) - 1
GOOD, OTHER, END, TOO_LARGE = range(4)

library = Later(Library, "number")

integer = st.builds(lambda value, bits: value >> bits, st.integers(-LARGEST, LARGEST), st.integers(0, 58))
usual = st.integers(-70, 30)
word = st.one_of(
    st.builds(real, st.integers(0, (1 << 48) - 1), usual, st.booleans()),
    st.builds(real, st.integers(1 << 47, (1 << 48) - 1), st.integers(-1022, 1022), st.booleans()),
    st.builds(lambda tens, exponent: real(tens, exponent), st.integers(0, 10**6), st.integers(-12, 0)),  # ties
    st.sampled_from([10**power for power in range(15)]).map(lambda each: real(each - 1, 0)),  # nines
)
EXTREMES = [real((1 << 48) - 1, 1022), real(1, -1022), real(1 << 47, -1022, negative=True), 0, MINUS_ZERO, real(0, 5),
            real(0, -7, negative=True), real(5, -1023), INFINITE, INFINITE ^ MINUS_ZERO, INFINITE | 5, INDEFINITE,
            INDEFINITE ^ MINUS_ZERO, INDEFINITE | 9]  # fmt: skip


def printed(name, **registers):
    """Call a routine that prints; return the line."""
    library.call(name, **registers)
    [line] = library.printed()
    return line


def read(name, text):
    """Call a routine that reads this line; return X6, X7 and the character behind the number."""
    library.read_from(display_code.line(text))
    library.call(name)
    found = library.word("X6"), library.integer("X7")
    library.call("INC")
    return (*found, library.integer("X6"))


# ---------------------------------------------------------------- integers


@repeatable
@given(integer, st.integers(0, 25))
@example(0, 5)
@example(-LARGEST, 0)
@example(1 << 47, 0)
@example(10**12 - 1, 0)
@example(10**17, 0)
@example(3 * 10**17, 0)
def test_an_integer_stands_on_the_right_of_its_columns(value, columns):
    assert printed("OUTI", X1=value, B2=columns) == f"{value:{columns}}"


def test_minus_zero_is_printed_as_zero():
    assert printed("OUTI", X1=MINUS_ZERO, B2=3) == "  0"
    assert printed("OUTR", X1=MINUS_ZERO, B2=3, B3=3) == "  0"
    assert printed("OUTF", X1=MINUS_ZERO, B2=6, B3=3) == " 0.000"


@repeatable
@given(st.integers(0, MINUS_ZERO), st.integers(1, 20))
def test_octal_digits_are_the_last_ones_of_the_word(value, digits):
    assert printed("OUTO", X1=value, B2=digits) == f"{value:020o}"[-digits:]
    assert printed("OUTO", X1=value >> 3 * digits, B2=0) == f"{value >> 3 * digits:o}"


def test_more_than_twenty_octal_digits_have_blanks_before_them():
    assert printed("OUTO", X1=5, B2=22) == "  00000000000000000005"


@repeatable
@given(st.lists(integer), st.sampled_from([" ", ",", "  ", ", "]), st.booleans())
def test_integers_are_read_one_after_the_other(values, between, plus):
    text = between.join(f"{value:+}" if plus else f"{value}" for value in values)
    lines = [*display_code.line(text), *display_code.line(""), *display_code.line("  7")]
    library.read_from(lines)
    for each in [*values, 7]:
        library.call("ININT")
        assert (library.integer("X6"), library.integer("X7")) == (each, GOOD)
    library.call("ININT")
    assert library.integer("X7") == END


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("-0", (0, GOOD, -1)),
        ("12AB", (12, GOOD, 1)),
        ("X5", (0, OTHER, 24)),
        ("  -X5", (0, OTHER, 24)),
        ("+", (0, OTHER, -1)),
        ("", (0, END, -2)),
        (" , ", (0, END, -2)),
        (f"{LARGEST}", (LARGEST, GOOD, -1)),
        (f"{LARGEST + 1}.", (0, TOO_LARGE, 47)),
        ("-" + "9" * 30, (0, TOO_LARGE, -1)),
        ("0" * 30 + "1", (1, GOOD, -1)),
    ],
)
def test_what_is_no_integer_stays_where_it_is(text, found):
    assert read("ININT", text) == found


# ---------------------------------------------------------------- reals


@settings(repeatable, max_examples=150)
@given(word, st.integers(1, 20))
def test_a_real_is_printed_correctly_rounded(value, digits):
    assert printed("OUTR", X1=value, B2=0, B3=digits) == significant(value, digits)


@settings(repeatable, max_examples=100)
@given(word, st.integers(0, 12))
def test_a_real_is_printed_with_so_many_digits_behind_the_point(value, places):
    assert printed("OUTF", X1=value, B2=0, B3=places) == fixed(value, places)


@pytest.mark.parametrize("value", EXTREMES, ids="{:020o}".format)
def test_the_ends_of_the_range_and_what_is_no_number(value):
    assert printed("OUTR", X1=value, B2=0, B3=15) == significant(value, 15)
    assert printed("OUTF", X1=value, B2=12, B3=2) == f"{fixed(value, 2):>12}"


def test_reals_stand_on_the_right_of_their_columns():
    assert printed("OUTR", X1=real(5, -1, negative=True), B2=8, B3=6) == "    -2.5"
    assert printed("OUTR", X1=real(5, -1), B2=1, B3=0) == "3"
    assert printed("OUTF", X1=real(5, -1, negative=True), B2=8, B3=3) == "  -2.500"
    assert printed("OUTF", X1=real(1, -2, negative=True), B2=8, B3=0) == "       0"


def nearest(number):
    """The word and status of a number that is read; the assembler rounds the same way."""
    if abs(number) < Fraction(2) ** (47 - 1022) - Fraction(2) ** (-2 - 1022):
        return 0, GOOD
    try:
        return numbers.word(abs(number), number < 0), GOOD
    except numbers.NumberError:
        return 0, TOO_LARGE


def check_read(digits, power, sign="", point=0):
    """Read digits, a point before the last `point` of them, times a power of ten."""
    text = f"{sign}{digits[: len(digits) - point]}.{digits[len(digits) - point :]}E{power}"
    number = Fraction(int(digits)) * Fraction(10) ** (power - point) * (-1 if sign == "-" else 1)
    assert read("INREAL", text) == (*nearest(number), -1), text


@settings(repeatable, max_examples=150)
@given(st.text("0123456789", min_size=1, max_size=40), st.integers(-40, 30) | st.integers(-340, 340),
       st.sampled_from(["", "-", "+"]), st.integers(0, 40))  # fmt: skip
def test_a_real_is_read_correctly_rounded(digits, power, sign, point):
    check_read(digits, power, sign, min(point, len(digits)))


@settings(repeatable, max_examples=40)
@given(st.integers(1 << 47, (1 << 48) - 1), usual | st.integers(-1000, 1020))
def test_half_way_between_two_reals_the_last_digit_decides(coefficient, exponent):
    half = Fraction(2 * coefficient + 1, 2) * Fraction(2) ** exponent
    places = half.denominator.bit_length() - 1
    digits = str(half.numerator * 5**places)
    check_read(digits, -places)
    check_read(str(int(digits) - 1), -places)
    check_read(digits[:-1] + str(int(digits) * 10**9 - 1)[len(digits) - 1 :], -places - 9)


@pytest.mark.parametrize(
    ("text", "number", "status", "behind"),
    [
        ("5", 5, GOOD, -1),
        ("-.5X", Fraction(-1, 2), GOOD, 24),
        ("5.", 5, GOOD, -1),
        ("1.5.5", Fraction(3, 2), GOOD, 47),
        (", -0", 0, GOOD, -1),
        (".", 0, OTHER, -1),
        ("-E5", 0, OTHER, 5),
        ("1EX", 0, OTHER, 24),
        ("1E+", 0, OTHER, -1),
        ("", 0, END, -2),
        ("1E400", 0, TOO_LARGE, -1),
        ("1E99999999999999999999", 0, TOO_LARGE, -1),
        ("1E-99999999999999999999", 0, GOOD, -1),
        ("0E99999", 0, GOOD, -1),
    ],
)
def test_forms_of_reals_and_what_is_none(text, number, status, behind):
    assert read("INREAL", text) == (nearest(Fraction(number))[0], status, behind)


def test_digits_beyond_the_first_eight_hundred_are_not_lost_in_magnitude():
    check_read("7" * 2000, -2000)
    check_read("0" * 900 + "3" * 1000, -1500, "-", 700)


# ---------------------------------------------------------------- programs that want a number


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("GETI", "X", "LINE 3 OF INPUT: NO INTEGER"),
        ("GETI", "", "LINE 3 OF INPUT: NO INTEGER BEFORE THE END"),
        ("GETI", "9" * 20, "LINE 3 OF INPUT: THE INTEGER IS TOO LARGE"),
        ("GETR", "1E-", "LINE 3 OF INPUT: NO NUMBER"),
        ("GETR", "", "LINE 3 OF INPUT: NO NUMBER BEFORE THE END"),
        ("GETR", "1E400", "LINE 3 OF INPUT: THE NUMBER IS TOO LARGE"),
    ],
)
def test_a_bad_number_aborts_the_program_and_says_where(name, text, why):
    own = Library("number")
    own.read_from([word for line in ("1", "", text) for word in display_code.line(line)])
    own.call(name)
    assert own.integer("X6") == (1 if name == "GETI" else real(1 << 47, -47))
    with pytest.raises(IronboardError, match="aborted"):
        own.call(name)
    assert own.machine.dayfile[0][12:] == why
