"""Fixed-point arithmetic and shifts against whole numbers, floating point against exact fractions."""

from fractions import Fraction

from hypothesis import example, given, settings
from hypothesis import strategies as st

from emulators.ibm704 import arithmetic, floating
from emulators.ibm704.arithmetic import M35, M36, M37

repeatable = settings(derandomize=True, deadline=None)

interesting = st.sampled_from([0, 1, 2, M35, M35 - 1, 1 << 34, M36, 1 << 35, (1 << 35) + 1])
words = interesting | st.integers(0, M36)
accumulators = st.sampled_from([0, 1 << 37, M37, M37 | 1 << 37, 1 << 35, 1 << 36, M36]) | st.integers(0, (1 << 38) - 1)
places = st.integers(0, 255)


def value(word):
    """The number in a word."""
    return -(word & M35) if word >> 35 else word & M35


def ac_value(ac):
    return -(ac & M37) if ac >> 37 else ac & M37


@repeatable
@given(accumulators, words)
def test_a_sum_is_the_sum_of_the_numbers_modulo_two_to_the_37th(ac, word):
    total, overflow = arithmetic.add(ac, word)
    exact = ac_value(ac) + value(word)
    assert total & M37 == abs(exact) & M37
    if exact:
        assert total >> 37 == (exact < 0)
    else:
        assert total >> 37 == ac >> 37
    alike = ac >> 37 == word >> 35
    assert overflow == (alike and (total ^ ac) >> 35 & 1)


@repeatable
@given(words, words)
def test_a_product_has_70_bits_and_one_sign(multiplier, multiplicand):
    ac, mq = arithmetic.multiply(multiplier, multiplicand)
    assert (ac & M37) << 35 | mq & M35 == (multiplier & M35) * (multiplicand & M35)
    assert ac >> 37 == mq >> 35 == (multiplier ^ multiplicand) >> 35


@repeatable
@given(accumulators, words, words)
@example(M35 - 1, M35, M35)
def test_a_quotient_times_the_divisor_plus_the_remainder_is_the_dividend(ac, mq, divisor):
    remainder, quotient, check = arithmetic.divide(ac, mq, divisor)
    assert quotient >> 35 == ac >> 37 ^ divisor >> 35
    assert check == (divisor & M35 <= ac & M37)
    if check:
        assert (remainder, quotient & M35) == (ac, mq & M35)
    else:
        exact = (quotient & M35) * (divisor & M35) + (remainder & M37)
        assert exact == (ac & M37) << 35 | mq & M35
        assert remainder & M37 < divisor & M35
        assert remainder >> 37 == ac >> 37


@repeatable
@given(accumulators, words)
def test_comparisons_rank_minus_zero_below_plus_zero(ac, word):
    rank = (ac >> 37 == 0, ac_value(ac))
    other = (word >> 35 == 0, value(word))
    assert arithmetic.is_less(ac, word) == (rank < other)
    assert arithmetic.equals(ac, word) == (rank == other)


@repeatable
@given(accumulators, words)
def test_a_logical_sum_is_the_sum_modulo_two_to_the_36th_less_one(ac, word):
    total = arithmetic.add_logical(ac, word)
    assert total & ~M36 == ac & ~M36
    assert (total & M36) % M36 == ((ac & M36) + word) % M36


def bits_of(number, width):
    return f"{number:0{width}b}"


def shifted_left(register, below_p, n):
    """Bits moved one place at a time: what is left of them, and whether a 1 came into P (place 1 from the left)."""
    overflow = False
    for _ in range(n):
        register = register[1:] + "0"
        overflow |= register[1] == "1"
    return register, overflow


@repeatable
@given(accumulators, words, places)
def test_left_shifts_move_place_by_place(ac, mq, n):
    alone, overflow = shifted_left(bits_of(ac & M37, 37), 35, n)
    assert arithmetic.accumulator_left(ac, n) == (ac & 1 << 37 | int(alone, 2), overflow)

    joined, overflow = shifted_left(bits_of(ac & M37, 37) + bits_of(mq & M35, 35), 35, n)
    sign = mq >> 35
    expected = (sign << 37 | int(joined[:37], 2), sign << 35 | int(joined[37:], 2), overflow)
    assert arithmetic.long_left(ac, mq, n) == expected

    joined, overflow = shifted_left(bits_of(ac & M37, 37) + bits_of(mq, 36), 36, n)
    assert arithmetic.logical_left(ac, mq, n) == (ac & 1 << 37 | int(joined[:37], 2), int(joined[37:], 2), overflow)


@repeatable
@given(accumulators, words, places)
def test_right_shifts_and_the_rotation_move_place_by_place(ac, mq, n):
    alone = bits_of(ac & M37, 37)
    assert arithmetic.accumulator_right(ac, n) == ac & 1 << 37 | int(("0" * n + alone)[:37], 2)
    joined = ("0" * n + alone + bits_of(mq & M35, 35))[:72]
    expected = (ac & 1 << 37 | int(joined[:37], 2), ac >> 37 << 35 | int(joined[37:], 2))
    assert arithmetic.long_right(ac, mq, n) == expected
    turned = bits_of(mq, 36)
    turned = turned[n % 36 :] + turned[: n % 36]
    assert arithmetic.rotated(mq, n) == int(turned, 2)


# ---------------------------------------------------------------- floating point

LOW, HIGH = 100, 150  # characteristics whose results do not leave their 8 bits


def normal_words():
    fields = st.tuples(st.integers(0, 1), st.integers(LOW, HIGH), st.integers(1 << 26, (1 << 27) - 1))
    return fields.map(lambda each: each[0] << 35 | each[1] << 27 | each[2])


def number(sign, characteristic, fraction):
    return (-1) ** sign * Fraction(fraction, 1 << 27) * Fraction(2) ** (characteristic - 128)


def float_value(word):
    return number(word >> 35, word >> 27 & 0xFF, word & (1 << 27) - 1)


def float_ac(ac):
    return number(ac >> 37, ac >> 27 & 0x3FF, ac & (1 << 27) - 1)


def in_ac(word):
    return (word & 1 << 35) << 2 | word & M35


@repeatable
@given(normal_words(), normal_words())
def test_a_floating_product_is_exact_in_both_halves(multiplier, multiplicand):
    ac, mq, ac_overflow, mq_overflow, cycles = floating.multiply(multiplier, multiplicand, 1)
    assert float_ac(ac) + float_value(mq) == float_value(multiplier) * float_value(multiplicand)
    assert ac >> 26 & 1, "normalized"
    assert (ac_overflow, mq_overflow, cycles) == (0, 0, 17)


@repeatable
@given(normal_words(), normal_words())
def test_a_floating_sum_of_like_signs_is_exact_but_for_what_falls_off(first, second):
    second = second & M35 | first & 1 << 35
    ac, mq, *_ = floating.add(in_ac(first), second, 1)
    exact = float_value(first) + float_value(second)
    ulp = Fraction(2) ** ((ac >> 27 & 0xFF) - 128 - 54)
    assert 0 <= abs(exact) - abs(float_ac(ac) + float_value(mq)) <= 2 * ulp


@repeatable
@given(normal_words(), normal_words())
def test_a_floating_difference_is_right_to_a_unit_of_its_last_place(first, second):
    second = second & M35 | ~first & 1 << 35
    ac, *_ = floating.add(in_ac(first), second, 1)
    exact = float_value(first) + float_value(second)
    ulp = Fraction(2) ** ((ac >> 27 & 0xFF) - 128 - 27)
    assert abs(exact - float_ac(ac)) <= ulp


@repeatable
@given(normal_words(), normal_words())
def test_a_floating_quotient_times_the_divisor_plus_the_remainder_is_the_dividend(dividend, divisor):
    ac, mq, _, _, check, cycles = floating.divide(in_ac(dividend), divisor)
    assert (check, cycles) == (0, 18)
    rest = abs(float_value(dividend)) - abs(float_value(mq)) * abs(float_value(divisor))
    halved = Fraction(2) ** ((ac >> 27 & 0x3FF) - 128 - 26)  # a bit of the dividend may have moved to the right
    assert abs(rest - abs(float_ac(ac))) <= halved


@repeatable
@given(st.integers(0, 1), st.integers(0, 1023), words)
def test_a_dividend_without_fraction_gives_zeros_and_no_check(sign, characteristic, divisor):
    if divisor & (1 << 27) - 1:
        ac, mq, *indicators, cycles = floating.divide(sign << 37 | characteristic << 27, divisor)
        assert (ac, mq, cycles) == (sign << 37, (sign ^ divisor >> 35) << 35, 3)
        assert indicators == [0, 0, 0]
