"""Ones' complement arithmetic and shifts against whole numbers, floating point against exact fractions."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600 import arithmetic
from emulators.cdc6600.arithmetic import INDEFINITE, INFINITE, M18, M48, M60, SIGN_60, TOP

repeatable = settings(derandomize=True, deadline=None)

WIDTHS = {18: (arithmetic.add18, arithmetic.subtract18), 60: (arithmetic.add60, arithmetic.subtract60)}
words = st.sampled_from([0, 1, M60, M60 - 1, SIGN_60, SIGN_60 - 1, 1 << 48, M48]) | st.integers(0, M60)
indices = st.sampled_from([0, 1, M18, M18 - 1, 1 << 17, (1 << 17) - 1]) | st.integers(0, M18)
places = st.integers(0, 63)


def value(word, bits=60):
    """The number in a word of ones' complement."""
    ones = (1 << bits) - 1
    return -(word ^ ones) if word >> bits - 1 else word


# ---------------------------------------------------------------- whole numbers


@pytest.mark.parametrize("bits", WIDTHS)
@repeatable
@given(data=st.data())
def test_sums_and_differences_are_those_of_the_numbers_and_go_round(bits, data):
    a, b = (data.draw(indices if bits == 18 else words) for _ in range(2))
    add, subtract = WIDTHS[bits]
    ones = (1 << bits) - 1
    assert (value(add(a, b), bits) - value(a, bits) - value(b, bits)) % ones == 0
    assert (value(subtract(a, b), bits) - value(a, bits) + value(b, bits)) % ones == 0
    assert (add(a, b) == ones) == (a == b == ones)
    assert (subtract(a, b) == ones) == (a == ones and b == 0)


@pytest.mark.parametrize("bits", WIDTHS)
def test_overflow_goes_round_to_the_other_sign(bits):
    add, _ = WIDTHS[bits]
    largest = (1 << bits - 1) - 1
    assert add(largest, 1) == largest + 1
    assert add(largest + 1, (1 << bits) - 2) == largest


@repeatable
@given(indices)
def test_extending_keeps_the_number(a):
    assert value(arithmetic.extend(a)) == value(a, 18)
    assert arithmetic.extend(a) & M18 == a


@repeatable
@given(indices, indices)
def test_b_registers_are_ranked_by_their_numbers_minus_zero_below_plus_zero(a, b):
    def rank(each):
        return value(each, 18), each != M18

    assert arithmetic.is_less18(a, b) == (rank(a) < rank(b))


def bits_of(word):
    return f"{word:060b}"


@repeatable
@given(words, places)
def test_left_shifts_go_round_and_right_shifts_copy_the_sign(x, n):
    text = bits_of(x)
    for _ in range(n % 60):
        text = text[1:] + text[0]
    assert bits_of(arithmetic.rotate_left(x, n)) == text
    text = bits_of(x)
    for _ in range(n):
        text = text[0] + text[:-1]
    assert bits_of(arithmetic.shift_right(x, n)) == text


@repeatable
@given(words, indices)
def test_a_nominal_shift_goes_the_other_way_by_a_negative_count(x, b):
    n = b ^ M18 if b >> 17 else b
    turned, far = arithmetic.rotate_left(x, n & 63), n & 0o3777
    shifted = 0 if far > 63 else arithmetic.shift_right(x, far)
    expected = (shifted, turned) if b >> 17 else (turned, shifted)
    assert (arithmetic.nominal_left(x, b), arithmetic.nominal_right(x, b)) == expected


@repeatable
@given(words, places)
def test_counts_and_masks(x, n):
    assert arithmetic.count(x) == bits_of(x).count("1")
    assert bits_of(arithmetic.mask(n)) == ("1" * n + "0" * 60)[:60]


# ---------------------------------------------------------------- floating point

fields = st.integers(-300, 300)
coefficients = st.sampled_from([0, 1, TOP, M48, TOP + 1]) | st.integers(0, M48)
normal = st.integers(TOP, M48) | st.sampled_from([TOP, M48])
signs = st.integers(0, 1)


def numbers(coefficients=coefficients):
    return st.builds(arithmetic.packed, fields, coefficients, signs)


def parts(x):
    """Sign, exponent, coefficient."""
    sign = x >> 59
    magnitude = x ^ M60 if sign else x
    field = magnitude >> 48
    return sign, field - 0o2000 if field >= 0o2000 else field - 0o1777, magnitude & M48


def number(x):
    sign, exponent, coefficient = parts(x)
    return (-1) ** sign * coefficient * Fraction(2) ** exponent


@repeatable
@given(numbers(), numbers())
def test_both_halves_of_a_sum_are_the_sum_and_the_upper_one_is_cut_off(xj, xk):
    if abs(parts(xj)[1] - parts(xk)[1]) > 47:
        return
    exact = number(xj) + number(xk)
    upper, lower = arithmetic.add(xj, xk, 0, 0), arithmetic.add(xj, xk, 1, 0)
    assert number(upper) + number(lower) == exact
    assert 0 <= abs(exact) - abs(number(upper)) < Fraction(2) ** parts(upper)[1]


@repeatable
@given(numbers(normal), numbers(normal))
def test_a_rounded_sum_is_off_by_less_than_one_in_the_last_place(xj, xk):
    rounded = arithmetic.add(xj, xk, 0, 1)
    assert abs(number(rounded) - number(xj) - number(xk)) < Fraction(2) ** parts(rounded)[1]


@repeatable
@given(numbers(), numbers())
def test_both_halves_of_a_product_are_the_product(xj, xk):
    exact = number(xj) * number(xk)
    upper, lower = arithmetic.multiply(xj, xk, 0, 0, 1), arithmetic.multiply(xj, xk, 1, 0, 1)
    assert number(upper) + number(lower) == exact
    assert 0 <= abs(exact) - abs(number(upper)) < Fraction(2) ** parts(upper)[1]


@repeatable
@given(numbers(normal), numbers(normal))
def test_the_product_of_normal_numbers_is_normal_and_may_be_rounded_by_a_quarter(xj, xk):
    upper, rounded = arithmetic.multiply(xj, xk, 0, 0, 1), arithmetic.multiply(xj, xk, 0, 1, 1)
    assert parts(upper)[2] >= TOP
    exact, unit = abs(number(xj) * number(xk)), Fraction(2) ** parts(rounded)[1]
    quarter = parts(xj)[1] + parts(xk)[1] + 46
    assert 0 <= exact + Fraction(2) ** quarter - abs(number(rounded)) < unit


@repeatable
@given(numbers(), numbers(normal))
def test_a_quotient_is_cut_off_and_may_be_rounded_by_a_third(xj, xk):
    cut, rounded = arithmetic.divide(xj, xk, 0), arithmetic.divide(xj, xk, 1)
    exact, unit = abs(number(xj) / number(xk)), Fraction(2) ** parts(cut)[1]
    assert 0 <= exact - abs(number(cut)) < unit
    assert number(rounded) - number(cut) in (0, unit if cut >> 59 == 0 else -unit)
    if parts(xj)[2] >= TOP:
        assert parts(cut)[2] >= TOP
    third = (1 << 47 if parts(xj)[2] >= parts(xk)[2] else 1 << 48) // 3
    extra = Fraction(third, parts(xk)[2]) * unit
    assert 0 <= exact + extra - abs(number(rounded)) < unit


@repeatable
@given(numbers())
def test_normalizing_keeps_the_number_and_counts_its_shifts(x):
    result, shifts = arithmetic.normalize(x, 0)
    if parts(x)[2] == 0:
        assert (result, shifts) == (0, 48)
        return
    assert number(result) == number(x)
    assert parts(result)[2] >= TOP
    assert parts(x)[1] - parts(result)[1] == shifts
    rounded, _ = arithmetic.normalize(x, 1)
    half = Fraction(2) ** (parts(x)[1] - 1) if shifts else 0
    assert abs(number(rounded)) == abs(number(x)) + half


@repeatable
@given(numbers())
def test_unpacking_and_packing_are_inverse(x):
    sign, exponent, coefficient = parts(x)
    integer, count = arithmetic.unpack(x)
    assert value(integer) == (-1) ** sign * coefficient
    assert value(count, 18) == exponent
    assert arithmetic.pack(integer, count) == x


@repeatable
@given(st.integers(-(1 << 23), 1 << 23), st.integers(-(1 << 23), 1 << 23), st.integers(0, 1))
def test_whole_numbers_are_multiplied_where_the_machine_has_the_feature(a, b, feature):
    xj, xk = (each if each >= 0 else M60 + each for each in (a, b))
    product = arithmetic.multiply(xj, xk, 1, 0, feature)
    assert value(product) == (a * b if feature else 0)


INF, MINUS_INF, IND, ONE, ZERO = 0o3777 << 48, 1 << 59, 0o1777 << 48, 0o1720_4000_0000_0000_0000, 0
ADD, SUBTRACT, MULTIPLY, DIVIDE = "+-*/"


def operate(operation, xj, xk):
    if operation in (ADD, SUBTRACT):
        return arithmetic.add(xj, xk ^ M60 if operation == SUBTRACT else xk, 0, 0)
    if operation == MULTIPLY:
        return arithmetic.multiply(xj, xk, 0, 0, 1)
    return arithmetic.divide(xj, xk, 0)


@pytest.mark.parametrize(
    ("xj", "operation", "xk", "result"),
    [
        (INF, ADD, INF, INF), (INF, SUBTRACT, INF, IND), (INF, ADD, ONE, INF), (ONE, SUBTRACT, INF, MINUS_INF),
        (INF, MULTIPLY, ZERO, IND), (INF, MULTIPLY, ONE ^ M60, MINUS_INF), (ZERO, MULTIPLY, ONE, 0),
        (INF, DIVIDE, INF, IND), (INF, DIVIDE, ZERO, INF), (ONE, DIVIDE, INF, 0), (ONE, DIVIDE, ZERO, INF),
        (ZERO, DIVIDE, ZERO, IND), (ZERO, DIVIDE, ONE, 0), (ONE, DIVIDE, 0o1720_0000_0000_0000_0001, IND),
        *((IND, operation, ONE, IND) for operation in "+-*/"), *((ONE, operation, IND, IND) for operation in "+-*/"),
        (ONE, SUBTRACT, ONE, 0o1720 << 48), (ONE, DIVIDE, 0o1721_6000_0000_0000_0000, 0o1716_5252525252525252),
        (0o3777_4 << 45, ADD, ONE, INF), (M60, ADD, M60, M60), (M60, ADD, ZERO, ZERO),
    ],
)  # fmt: skip
def test_special_operands_have_special_results(xj, operation, xk, result):
    assert f"{operate(operation, xj, xk):020o}" == f"{result:020o}"


@pytest.mark.parametrize(
    ("large", "small", "operation"),
    [(0o3776, 0o3776, MULTIPLY), (0o3776, 0o0001, DIVIDE), (0o0001, 0o0001, MULTIPLY), (0o0001, 0o3776, DIVIDE)],
)
def test_results_that_are_too_large_are_infinite_and_those_too_small_are_zero(large, small, operation):
    xj, xk = large << 48 | TOP, small << 48 | TOP
    assert operate(operation, xj, xk) == (INF if large == 0o3776 else 0)
    assert operate(operation, xj ^ M60, xk) == (MINUS_INF if large == 0o3776 else 0)


@pytest.mark.parametrize(
    ("field", "conditions"),
    [(0o3777, INFINITE), (0o4000, INFINITE), (0o1777, INDEFINITE), (0o6000, INDEFINITE), (0o3776, 0), (0, 0)],
)
def test_infinite_and_indefinite_are_known_by_the_exponent_alone(field, conditions):
    for rest in (0, 1, M48):
        assert arithmetic.conditions(field << 48 | rest) == conditions
