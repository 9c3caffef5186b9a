"""Real numbers in and out of the 704's run-time library, against exact arithmetic."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.ibm704 import floating as unit
from tests.fortran.library704 import SIGN, Fault, Library, number, real

REALS = st.builds(
    lambda sign, characteristic, fraction: sign * SIGN | characteristic << 27 | 1 << 26 | fraction,
    st.integers(0, 1), st.integers(0, 255), st.integers(0, (1 << 26) - 1),
)  # fmt: skip
NEAR = st.builds(
    lambda sign, characteristic, fraction: sign * SIGN | characteristic << 27 | 1 << 26 | fraction,
    st.integers(0, 1), st.integers(100, 160), st.integers(0, (1 << 26) - 1),
)  # fmt: skip


@pytest.fixture(scope="module")
def reals():
    return Library("LINOUT", "CARDIN", fields="IFE")


def put(library, format, words):
    library.restart()
    library.begin(format, [0] * len(words))
    for index, each in enumerate(words):
        library.machine.poke(library.symbols["VALUES"] - index, each)
    library.run("LINOU.")
    return list(library.machine.paper)


# ---------------------------------------------------------------- a model


def half_up(value):
    return int(value + Fraction(1, 2))


def power(exponent):
    return Fraction(10) ** exponent


def decimal_exponent(value):
    """Return e so that value is in 10**(e-1) ... 10**e."""
    exponent = len(str(value.numerator)) - len(str(value.denominator))
    while value >= power(exponent):
        exponent += 1
    while value < power(exponent - 1):
        exponent -= 1
    return exponent


def with_point(digits, d):
    text = str(digits).rjust(d + 1, "0")
    return text[: len(text) - d] + "." + text[len(text) - d :]


def lower_bound(word):
    """Return the exponent of ten of the least number with this exponent of two."""
    return decimal_exponent(Fraction(2) ** ((word >> 27 & 0o377) - 129))


def rounded(word, places):
    """Return the integer nearest to the number times a power of ten; at most nine digits are exact, or ten."""
    kept = min(places, 9 - lower_bound(word))
    return half_up(abs(number(word)) * power(kept)) * 10 ** (places - kept)


def fixed(word, w, d, p=0):
    """What Fw.d writes."""
    sign = "-" * (word >> 35)
    if not number(word):
        return (sign + "0." + " " * d).rjust(w)[-w:]
    return (sign + with_point(rounded(word, d + p), d)).rjust(w)[-w:]


def floating(word, w, d, p=0):
    """What Ew.d writes."""
    sign = "-" * (word >> 35)
    if not number(word):
        return (sign + "0." + " " * (d + 4)).rjust(w)[-w:]
    exponent = decimal_exponent(abs(number(word)))
    digits = half_up(abs(number(word)) * power(min(d + p, 9) - exponent)) * 10 ** max(d + p - 9, 0)
    minus = exponent < p or (exponent == p == 0 and word >> 27 & 0o377 < 128)
    text = f"{sign}{with_point(digits, d)}E{'-' if minus else ' '}{abs(exponent - p):02d}"
    return text.rjust(w)[-w:]


# ---------------------------------------------------------------- what IBM's library printed


@pytest.mark.parametrize(
    ("format", "value", "text"),
    [
        ("F5.1", 1000.0, "000.0"),
        ("F5.2", 123.456, "23.46"),
        ("E12.4", 1000.0, "  0.1000E 04"),
        ("E12.4", 0.333, "  0.3330E-00"),
        ("1PE12.4", 123.456, "  1.2346E 02"),
        ("2PF10.2", 123.456, "  12345.60"),
        ("F14.5", 2.99085, "       2.99085"),
        ("F12.8", 0.0, "  0.        "),
        ("F8.0", 123.0, "    123."),
        ("E16.8", 0.84147098, "  0.84147098E 00"),
        ("E16.8", 0.46211716, "  0.46211716E-00"),
        ("E16.8", 1.4142136, "  0.14142136E 01"),
        ("E16.6", 1.0, "    0.100000E 01"),
    ],
)
def test_fields_as_measured(reals, format, value, text):
    assert reals.write(f"(1H ,{format})", [value]) == [(" " + text).rstrip()]


def test_a_field_of_e_without_digits(reals):
    """The digit before the point is rounded, and the exponent is not another one then."""
    assert reals.write("(1H ,E8.0)", [0.95]) == ["   1.E 00"]


# ---------------------------------------------------------------- any number


@settings(derandomize=True, deadline=None, max_examples=150)
@given(word=REALS | NEAR, w=st.integers(1, 30), d=st.integers(0, 12))
def test_e_writes_what_exact_arithmetic_says(reals, word, w, d):
    assert put(reals, f"(1H ,E{w}.{d},I1)", [word, 0]) == [" " + floating(word, w, d) + "0"]


@settings(derandomize=True, deadline=None, max_examples=150)
@given(word=NEAR, w=st.integers(1, 30), d=st.integers(0, 12))
def test_f_writes_what_exact_arithmetic_says(reals, word, w, d):
    assert put(reals, f"(1H ,F{w}.{d},I1)", [word, 0]) == [" " + fixed(word, w, d) + "0"]


@settings(derandomize=True, deadline=None, max_examples=100)
@given(word=NEAR, d=st.integers(1, 8), p=st.integers(-3, 4))
def test_scale_factors(reals, word, d, p):
    expected = fixed(word, 20, d, p) + (floating(word, 20, d, p) if d + p > 0 else "")
    format = f"(1H ,{p}PF20.{d}" + (f",E20.{d})" if d + p > 0 else ")")
    assert put(reals, format, [word] * (2 if d + p > 0 else 1)) == [" " + expected]


@settings(derandomize=True, deadline=None, max_examples=60)
@given(value=st.integers(-(10**7), 10**7), d=st.integers(0, 4))
def test_whole_numbers_are_written_exactly(reals, value, d):
    assert put(reals, f"(1H ,F20.{d})", [real(value)])[0].strip() == fixed(real(value), 20, d).strip()


def test_zero_has_blanks_after_the_point(reals):
    line = " " + "   0.   " + "   -0.        " + "   -0." + "0"
    assert put(reals, "(1H ,F8.3,E14.4,F6.0,I1)", [0, SIGN, SIGN, 0]) == [line]


def test_largest_and_smallest(reals):
    words = [0o377777777777, 0o000400000000, 0o400400000000]
    expected = "".join(floating(each, 16, 8) for each in words)
    assert put(reals, "(1H ,3E16.8)", words) == [" " + expected]


# ---------------------------------------------------------------- numbers that are read


@pytest.mark.parametrize(
    ("format", "card", "value"),
    [
        ("F6.2", "  1234", "12.34"),
        ("F6.2", "12.345", "12.345"),
        ("F6.2", "-1.5", "-1.5"),
        ("F3.0", "5E2", "500"),
        ("F3.0", "5+2", "500"),
        ("F4.1", "50-1", "0.5"),
        ("E10.3", "  -1.25E-3", "-0.00125"),
        ("E10.3", "1.25 E  +3", "1250"),
        ("E10.3", "1.25     3", "1.25000003"),
        ("F8.3", "", "0"),
        ("F8.3", "+.5", "0.5"),
        ("2PF8.3", "123.45", "1.2345"),
        ("2PF8.3", "123.45E0", "123.45"),
        ("F16.0", "1234567890123456", "1234567890000000"),
        ("F16.0", "1.234567890123456", "1.234567890"),
        ("F20.20", "12345678901234567890", "0.1234567890"),
        ("F4.0", ".1", "0.1"),
        ("E11.0", "1.701411E38", "1.701411E38"),
        ("E7.0", "1.5E-39", "1.5E-39"),
        ("E6.0", "1.E-45", "0"),
    ],
)
def test_reals_as_they_are_punched(reals, format, card, value):
    (read,) = reals.read(f"({format})", 1, [card])
    assert number(read) == number(
        0 if Fraction(value) < Fraction(2) ** -129 and value[0] != "-" else real(Fraction(value))
    )


@settings(derandomize=True, deadline=None, max_examples=150)
@given(digits=st.integers(0, 10**10 - 1), exponent=st.integers(-47, 27), sign=st.sampled_from("+- "))
def test_any_number_is_read_as_the_nearest_one(reals, digits, exponent, sign):
    value = digits * power(exponent)
    if value >= Fraction(2) ** 127:
        return
    (read,) = reals.read("(E20.0)", 1, [f"{sign}{digits}E{exponent}".rjust(20)])
    try:
        expected = real(value)
    except ValueError:
        expected = 0
    assert read == expected | (SIGN if sign == "-" else 0)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(digits=st.integers(0, 10**9 - 1), d=st.integers(0, 9))
def test_numbers_with_a_point_are_read_as_the_nearest_one(reals, digits, d):
    (read,) = reals.read("(F12.4)", 1, [with_point(digits, d).rjust(12)])
    assert read == real(digits * power(-d))


@pytest.mark.parametrize(("card", "reason"), [("1.2X", 5), ("E E", 5), ("1E39", 6), ("1.E+99", 6)])
def test_what_is_not_a_number(reals, card, reason):
    with pytest.raises(Fault) as fault:
        reals.read("(F8.0)", 1, [card.rjust(8)])
    assert fault.value.args[0] == reason


def test_a_line_of_e_is_printed_at_full_speed(reals):
    values = [random.Random(1).uniform(1, 100) for _ in range(7 * 13)]
    reals.write("(1H ,7E15.6)", values[: 7 * 3])
    start = reals.machine.seconds
    reals.write("(1H ,7E15.6)", values)
    lines = 2 * 10  # columns 73 and on take a second cycle
    assert reals.machine.seconds - start == pytest.approx(lines * 60 / 150, rel=0.01)


# ---------------------------------------------------------------- an inverse


INVERSE = """
25.0 -300.0 1050.1 -1400.2 630.1
-300.0 4800.5 -18902.0 26883.0 -12601.5
1050.1 -18902.0 79388.7 -117613.1 56706.4
-1400.2 26883.1 -117613.1 179219.8 -88209.7
630.1 -12601.5 56706.4 -88209.7 44104.7
"""


def add(x, y):
    """Return the machine's sum of two words."""
    ac = unit.add((x >> 35) << 37 | x & SIGN - 1, y, 1)[0]
    return ac >> 37 << 35 | ac & SIGN - 1


def multiply(x, y):
    ac = unit.multiply(x, y, 1)[0]
    return ac >> 37 << 35 | ac & SIGN - 1


def divide(x, y):
    return unit.divide((x >> 35) << 37 | x & SIGN - 1, y)[1]


def test_the_inverse_of_hilberts_matrix_has_the_digits_that_ibms_program_printed(reals):
    """Its rounding errors are those of the machine's arithmetic; what is tested here are the digits."""
    order = range(5)
    a = [[divide(real(1.0), real(float(i + j + 1))) for j in order] for i in order]
    for k in order:
        d, a[k][k] = a[k][k], real(1.0)
        a[k] = [divide(each, d) for each in a[k]]
        for i in order:
            if i != k:
                d, a[i][k] = a[i][k], 0
                a[i] = [add(a[i][j], multiply(d, a[k][j]) ^ SIGN) for j in order]
    rows = [put(reals, "(1H ,5F10.1)", row)[0].split() for row in a]
    assert rows == [row.split() for row in INVERSE.split("\n")[1:-1]]
