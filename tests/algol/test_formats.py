"""OUTPUT with formats does what an independent model of the format language does, and what its page says."""

from fractions import Fraction
from random import Random

import pytest

from tests.algol.formats import output
from tests.algol.machine import printed

A = 2**42
SHOWN = [  # format, values, what is printed
    ("ZZD", [7], "  7"),
    ("Z", [0], " "),
    ("ZD‘. K’", [7], " 7. K"),
    ("‘NOT CORRECT. TRY AGAIN’Z", [0], "NOT CORRECT. TRY AGAIN "),
    ("D5B", [3], "3     "),
    ("‘*’3BZ", [0], "*    "),
    ("‘K’A,D,5B‘R’A,D", [5 * A, 1, 4 * A, 8], "KE1     RD8"),
    ("3A", [8 * A + 9 * 2**36], "HI "),
    ("-ZZD", [-7], "  -7"),
    ("+ZZD", [7], "  +7"),
    ("-3D", [-7], "-007"),
    ("-3D", [7], " 007"),
    ("+ZZCZDD.DD", [Fraction(-13296, 1000)], "    -13.30"),
    ("+ZZCZDD.DD", [Fraction(1007999, 1000)], " +1,008.00"),
    ("-D.3DE-ZZD", [Fraction(299792458)], " 2.998E   8"),
    ("-D.3DE+2D", [Fraction(-1, 2**20)], "-9.537E-07"),
    ("D.DDE-D", [Fraction(9999, 10)], "1.00E 3"),
    ("ZDVDD", [Fraction(314159, 100000)], " 314"),
    ("ZD", [100], "**"),
    ("ZD", [-1], "**"),
    ("5F,B,F,P,P", [True, False, True, False], "TRUE  F10"),
    ("FFFFF", [False], "FALSE"),
    ("N,N", [17, -1], "          17          -1"),
    ("(ZD)", [1, 2, 3], " 1 2 3"),
    ("2(ZD,‘;’)", [1, 2], " 1; 2;"),
    ("X‘AB’", [3], "ABABAB"),
    ("X‘AB’", [0], ""),
    ("0(‘(’ZD),D", [1], "1"),
    ("‘A‘B’C’", [], 'A"("B")"C'),
    ("A", [5 << 42], "E"),
    ("3A", [(1 << 42) + (2 << 36)], "AB "),
]


@pytest.mark.parametrize("number", range(len(SHOWN)))
def test_the_model_prints_what_is_expected(number):
    text, values, expected = SHOWN[number]
    assert output(text, values) == expected


def test_the_machine_prints_what_is_expected():
    lines = printed(program([(text, values) for text, values, _ in SHOWN]))
    assert lines == [expected for _, _, expected in SHOWN]


def test_the_machine_prints_what_the_model_does():
    cases = [case(Random(seed)) for seed in range(150)]
    lines = printed(program(cases))
    assert lines == [output(text, values) for text, values in cases]


def program(cases):
    """A program with an output statement for each case, behind which a line ends."""
    lines = [f'  output(61, "{text},/"{"".join(f", {written(each)}" for each in values)});' for text, values in cases]
    return "\n".join(["begin", *lines, "end"]).replace(";\nend", "\nend")


def written(value):
    """A value as an ALGOL expression; Fractions are those that the machine has exactly."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction):
        return f"{value.numerator}.0 / {value.denominator}" if value >= 0 else f"-{written(-value)}"
    return str(value)


def case(random):
    """A format of some items, and values for it."""
    parts, values = [], []
    for _ in range(random.randint(1, 3)):
        text, value = random.choice((number, number, real, real, scaled, extra))(random)
        parts.append(text)
        values += value
    return ",".join(parts), values


def digits(random, most=6):
    zeros, others = random.randint(0, most), random.randint(0, 3)
    text = random.choice((f"{zeros}Z", "Z" * zeros)) if zeros else ""
    return text + (random.choice((f"{others}D", "D" * others)) if others else "") or "D"


def sign(random):
    return random.choice(("", "+", "-", "-"))


def inside(random, text):
    """The same with a text or blanks somewhere."""
    place = random.randint(0, len(text))
    if place == 0 or text[place - 1].isdigit():
        return text
    return text[:place] + random.choice(("B", "2B", "‘*’", "C", "", "", "")) + text[place:]


def number(random):
    return inside(random, sign(random) + digits(random)), [random.randint(-10, 10) ** random.randint(0, 6)]


def real(random):
    text = f"{sign(random)}{digits(random)}.{random.randint(0, 4)}D".replace(".0D", "")
    return text, [Fraction(random.randint(-(10**6), 10**6), 2 ** random.randint(0, 12))]


def scaled(random):
    text = f"-{random.choice('DZ')}.{random.randint(1, 6)}DE{random.choice('+-')}{random.choice(('2D', 'ZD', '3D'))}"
    return text, [Fraction(random.randint(-(10**6), 10**6), 2 ** random.randint(0, 40))]


def extra(random):
    return random.choice((("F", [True]), ("5F", [False]), ("2A", [1 * A]), ("2B‘X‘Y’Z’", []), ("3(‘.’),P", [True])))
