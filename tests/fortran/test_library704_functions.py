"""The functions of the 704's run-time library, against those of Python."""

import math
import random
from fractions import Fraction

import pytest

from tests.fortran.library704 import SIGN, Fault, Library, integer, number, real

ONE = real(1.0)


@pytest.fixture(scope="module")
def functions():
    names = ("SQRT", "SIN", "COS", "EXP", "LOG", "LOG10", "ATAN", "ATAN2", "TANH", "POWII", "POWRI", "POWRR")
    return Library(*names, "LINOUT", fields="E")


def ulp(value):
    """Return the weight of the last of 27 bits."""
    return 2.0 ** (math.frexp(value)[1] - 27)


def worst(functions, name, function, arguments):
    """Return the largest error in units of the last place."""
    found = 0.0
    for arguments_of_one in arguments:
        words = [real(each) if isinstance(each, float) else abs(each) << 18 | SIGN * (each < 0)
                 for each in arguments_of_one]  # fmt: skip
        exact = function(*(float(number(word)) if isinstance(each, float) else each
                           for word, each in zip(words, arguments_of_one, strict=True)))  # fmt: skip
        got = float(number(functions.call(name, *words)[0]))
        error = abs(got - exact) / ulp(exact) if exact else abs(got)
        if error > found:
            found, where = error, arguments_of_one
    print(name, found, where if found else "")
    return found


def uniform(low, high, count=400, seed=1):
    chooser = random.Random(seed)
    return [(chooser.uniform(low, high),) for _ in range(count)]


def scaled(low, high, count=400, seed=1):
    """Numbers of all sizes, of both signs."""
    chooser = random.Random(seed)
    return [(math.exp(chooser.uniform(math.log(low), math.log(high))) * chooser.choice((1, -1)),) for _ in range(count)]


def positive(low, high, count=400):
    return [(abs(each),) for (each,) in scaled(low, high, count)]


# ---------------------------------------------------------------- accuracy


def test_sqrt(functions):
    assert worst(functions, "SQRT", math.sqrt, positive(1e-38, 1e38)) < 0.51


@pytest.mark.parametrize("root", [1, 2, 3, 5, 10, 12, 99, 1000, 8191, 11585])
def test_roots_of_squares_are_exact(functions, root):
    assert functions.call("SQRT", real(float(root * root)))[0] == real(float(root))
    assert functions.call("SQRT", 0)[0] == 0


def test_sin_and_cos(functions):
    near = uniform(-1.5, 1.5)
    """The bits after the last one are dropped."""
    assert worst(functions, "SIN", math.sin, near + scaled(1e-30, 1e-1)) < 1.05
    assert worst(functions, "COS", math.cos, near + scaled(1e-30, 1e-1)) < 1.05


def test_sin_and_cos_of_large_numbers_are_right_to_the_last_bits_of_1(functions):
    for low, high in ((1.5, 10), (10, 1000), (1000, 1e7)):
        for name, function in (("SIN", math.sin), ("COS", math.cos)):
            for (each,) in uniform(-high, high) + uniform(low, high):
                value = float(number(real(each)))
                got = float(number(functions.call(name, real(each))[0]))
                assert abs(got - function(value)) < 2**-27, each


def test_exp(functions):
    assert worst(functions, "EXP", math.exp, uniform(-88, 87.9) + uniform(-2, 2) + scaled(1e-9, 1e-2)) < 0.8
    assert functions.call("EXP", 0)[0] == ONE
    assert functions.call("EXP", real(-100.0))[0] == 0
    assert functions.call("EXP", real(-1e30))[0] == 0


def test_log(functions):
    assert worst(functions, "LOG", math.log, positive(1e-38, 1e38) + uniform(0.3, 3) + uniform(0.99, 1.01)) < 0.7
    assert worst(functions, "LOG10", math.log10, positive(1e-38, 1e38) + uniform(0.3, 3)) < 0.7
    assert functions.call("LOG", ONE)[0] == 0
    assert functions.call("LOG10", real(1000.0))[0] == real(3.0)
    for power in range(-100, 120):
        exact = float(power * math.log(2))
        got = float(number(functions.call("LOG", real(2.0**power))[0]))
        assert abs(got - exact) <= 0.6 * ulp(exact), power


def test_atan(functions):
    assert worst(functions, "ATAN", math.atan, scaled(1e-30, 1e30) + uniform(-3, 3)) < 0.6
    assert functions.call("ATAN", ONE)[0] == real(math.pi / 4)


def test_atan2(functions):
    chooser = random.Random(2)
    points = [(chooser.uniform(-9, 9), chooser.uniform(-9, 9)) for _ in range(200)]
    points += [(1.0, 0.0), (-1.0, 0.0), (0.0, 0.0), (0.0, -1.0), (0.0, 2.0), (1.0, -1.0)]
    assert worst(functions, "ATAN2", math.atan2, points) < 3


def test_tanh(functions):
    assert worst(functions, "TANH", math.tanh, scaled(1e-30, 100) + uniform(-10, 10) + uniform(-0.2, 0.2)) < 0.8
    assert functions.call("TANH", real(-40.0))[0] == SIGN | ONE


# ---------------------------------------------------------------- powers


@pytest.mark.parametrize(
    ("i", "j", "value"),
    [(2, 10, 1024), (3, 0, 1), (0, 0, 1), (0, 3, 0), (-3, 3, -27), (-2, 4, 16), (7, 1, 7), (1, -5, 1), (-1, -5, -1),
     (-1, -6, 1), (2, 16, 65536), (50, 3, 125000)],
)  # fmt: skip
def test_integer_powers_of_integers(functions, i, j, value):
    words = [abs(each) << 18 | SIGN * (each < 0) for each in (i, j)]
    assert integer(functions.call("POWII", *words)[0]) == value


def test_an_integer_to_a_negative_power_is_minus_zero(functions):
    assert functions.call("POWII", 2 << 18, SIGN | 1 << 18)[0] == SIGN


def test_integer_powers_of_reals(functions):
    chooser = random.Random(3)
    pairs = [(chooser.uniform(-3, 3), chooser.randint(-20, 20)) for _ in range(300)]
    pairs += [(10.0, each) for each in range(-37, 38)] + [(0.0, 5), (0.0, 0), (-2.0, 3), (-2.0, 100)]
    assert worst(functions, "POWRI", lambda x, j: float(Fraction(x) ** j), pairs) < 0.7
    pairs = [(chooser.uniform(0.9, 1.1), chooser.randint(-300, 300)) for _ in range(200)]
    assert worst(functions, "POWRI", lambda x, j: float(Fraction(x) ** j), pairs) < 1.6
    for base, power in ((3.0, 5), (10.0, 8), (-7.0, 9), (0.5, 20), (2.0, -100)):
        word = abs(power) << 18 | SIGN * (power < 0)
        assert functions.call("POWRI", real(base), word)[0] == real(Fraction(base) ** power)


def test_real_powers_of_reals(functions):
    chooser = random.Random(4)
    pairs = [(chooser.uniform(0.1, 10), chooser.uniform(-10, 10)) for _ in range(300)]
    assert worst(functions, "POWRR", lambda x, y: x**y, pairs) < 0.8
    pairs = [(chooser.uniform(0.01, 100), chooser.uniform(-18, 18)) for _ in range(200)]
    pairs += [(chooser.uniform(0.999, 1.001), chooser.uniform(-9999, 9999)) for _ in range(200)]
    assert worst(functions, "POWRR", lambda x, y: x**y, pairs) < 2
    for base, power in ((1.7, 2.0), (3.0, 2.0), (4.0, 0.5), (0.0, 2.5), (0.0, 0.0), (5.0, 0.0), (1.0, 1e30)):
        exact = float(number(real(base))) ** float(number(real(power)))
        assert functions.call("POWRR", real(base), real(power))[0] == real(exact)
    assert functions.call("POWRR", real(10.0), real(-50.0))[0] == 0


# ---------------------------------------------------------------- digits of IBM's library, but for two that are nearer


@pytest.mark.parametrize(
    ("function", "argument", "text"),
    [
        ("SIN", 1.0, "0.84147098E 00"),
        ("COS", 1.0, "0.54030230E 00"),
        ("ATAN", 1.0, "0.78539816E 00"),  # IBM's: 15, two bits low
        ("LOG", 2.0, "0.69314718E 00"),  # IBM's: 19, a bit high
        ("EXP", 1.0, "0.27182818E 01"),
        ("TANH", 0.5, "0.46211716E-00"),
        ("SQRT", 2.0, "0.14142136E 01"),
    ],
)
def test_digits(functions, function, argument, text):
    value, _ = functions.call(function, real(argument))
    functions.restart()
    functions.begin("(1H ,E16.8)", [0])
    functions.put("VALUES", value)
    functions.run("LINOU.")
    assert functions.machine.paper[-1].strip() == text


# ---------------------------------------------------------------- indicators, registers, time


@pytest.mark.parametrize("name", ["SQRT", "SIN", "COS", "EXP", "LOG", "LOG10", "ATAN", "TANH", "POWRR"])
def test_the_overflow_indicator_stays_as_it_is(functions, name):
    for state in (0, 1):
        functions.machine.m.ac_overflow = state
        first = functions.call(name, real(0.7), real(0.3))[0]
        assert functions.machine.m.ac_overflow == state
        assert functions.call(name, real(0.7), real(0.3))[0] == first


def test_certain_values_are_exact(functions):
    assert functions.call("COS", 0)[0] == ONE
    assert functions.call("SIN", 0)[0] == 0
    assert functions.call("TANH", 0)[0] == 0
    assert functions.call("ATAN", 0)[0] == 0


MOST_CYCLES = {"SQRT": 260, "SIN": 460, "COS": 470, "EXP": 420, "LOG": 600, "ATAN": 490, "TANH": 530, "POWRR": 1000}


@pytest.mark.parametrize("name", MOST_CYCLES)
def test_functions_take_milliseconds(functions, name):
    cycles = []
    for x in (0.01, 0.3, 0.7, 1.0, 2.5, 30.0):
        functions.call(name, real(x), real(1.5))
        cycles.append(functions.cycles)
    print(name, cycles)
    assert max(cycles) < MOST_CYCLES[name]


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("function", "x", "y", "reason"),
    [
        ("SQRT", -1.0, 0.0, 10),
        ("LOG", 0.0, 0.0, 11),
        ("LOG", -2.0, 0.0, 11),
        ("LOG10", -2.0, 0.0, 11),
        ("EXP", 88.1, 0.0, 12),
        ("EXP", 1e20, 0.0, 12),
        ("SIN", 1e9, 0.0, 13),
        ("POWRR", -1.0, 2.0, 14),
        ("POWRR", 0.0, -2.0, 14),
        ("POWRR", 10.0, 39.0, 12),
        ("POWRR", 10.0, 1e20, 12),
    ],
)
def test_faults(functions, function, x, y, reason):
    with pytest.raises(Fault) as fault:
        functions.call(function, real(x), real(y))
    assert fault.value.args[0] == reason
    assert fault.value.args[2] == functions.symbols["GOES"]


def test_faults_of_powers_with_integers(functions):
    minus_one = SIGN | 1 << 18
    for name, x, reason in (("POWII", 0, 14), ("POWRI", 0, 14), ("POWRI", real(1e-38), 12)):
        with pytest.raises(Fault) as fault:
            functions.call(name, x, minus_one if reason == 14 else SIGN | 2 << 18)
        assert fault.value.args[0] == reason
