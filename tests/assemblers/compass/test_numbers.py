"""Words of numbers, against exact fractions, and words of characters."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compass.sources import numbers, repeatable, word, words
from emulators.cdc6600 import display_code

ONES = (1 << 60) - 1
digits = st.integers(0, 10**15)


def floating(number):
    """Return the value of a floating word, by the definition of the format."""
    if number >> 59:
        return -floating(number ^ ONES)
    field = number >> 48
    exponent = field - 0o2000 if field >= 0o2000 else field - 0o1777
    return (number & (1 << 48) - 1) * Fraction(2) ** exponent


@repeatable
@given(st.sampled_from(["", "+", "-"]), digits, digits, st.integers(-250, 250))
def test_a_floating_number_is_the_nearest_there_is(sign, whole, behind, power):
    [found] = numbers(f"  DATA {sign}{whole}.{behind}E{power}")
    exact = Fraction(f"{whole}.{behind}") * Fraction(10) ** power
    assert (found >> 59 == 1) == (sign == "-")
    positive = found ^ ONES if sign == "-" else found
    if exact == 0:
        assert positive == 0
        return
    assert positive >> 47 & 1, "the coefficient begins with a one"
    field = positive >> 48
    place = Fraction(2) ** (field - 0o2000 if field >= 0o2000 else field - 0o1777)
    assert abs(floating(positive) - exact) <= place / 2


@pytest.mark.parametrize(
    ("text", "octal"),
    [
        ("1.0", "17204000000000000000"),
        ("-1.0", "60573777777777777777"),
        ("10.0", "17235000000000000000"),
        ("1E1", "17235000000000000000"),
        ("5", "00000000000000000005"),
        ("-5", "77777777777777777772"),
        ("-0", "77777777777777777777"),
        ("17B", "00000000000000000017"),
        ("17O", "00000000000000000017"),
        ("17D", "00000000000000000021"),
        ("77777777777777777777B", "77777777777777777777"),
        ("1S59", "40000000000000000000"),
        ("3BS3", "00000000000000000030"),
        ("1.5S1", "17216000000000000000"),
        (".5", "17174000000000000000"),
    ],
)
def test_numbers(text, octal):
    assert word(f"  DATA {text}") == octal


@repeatable
@given(st.integers(0, (1 << 59) - 1), st.booleans())
def test_integers_are_ones_complement(number, negative):
    sign = "-" if negative else ""
    expected = number ^ ONES if negative else number
    assert numbers(f"  DATA {sign}{number},{sign}{number:o}B") == [expected] * 2
    if number:
        assert numbers(f"  CON {sign}{number}") == [expected]


@pytest.mark.parametrize(
    ("base", "written", "value"),
    [("O", "17", 15), ("M", "17", 15), ("D", "17", 17), ("O", "17D", 17), ("D", "17B", 15), ("O", "1.5", None)],
)
def test_the_base_says_what_digits_mean(base, written, value):
    expected = 0o17206000000000000000 if value is None else value
    assert numbers(f"  BASE {base}\n  DATA {written}") == [expected]


CHARACTERS = [each for each in display_code.ASCII if each not in '"_']


@repeatable
@given(st.sampled_from("HALRCZ"), st.text(st.sampled_from(CHARACTERS), min_size=1, max_size=35).map(str.upper))
def test_characters_stand_left_or_right(letter, text):
    """Against strings: digits of two octal figures, filled up to words of twenty."""
    codes = "".join(f"{display_code.ASCII.index(each):02o}" for each in text)
    codes += {"C": "0000", "Z": "00"}.get(letter, "")
    missing = -len(codes) % 20 // 2 * ("55" if letter in "HA" else "00")
    filled = missing + codes if letter in "AR" else codes + missing
    expected = [filled[start : start + 20] for start in range(0, len(filled), 20)]
    assert words(f"  DATA {len(text)}{letter}{text}") == expected
    mark = next(each for each in "*/$?" if each not in text[:]) if set("*/$?") - set(text) else None
    if mark:
        assert words(f"  DATA 0{letter}{mark}{text}{mark},{letter}{mark}{text}{mark}") == expected * 2


@pytest.mark.parametrize(
    ("text", "octal"),
    [
        ("VFD 42/0LNAME,18/5", ["16011505000000000005"]),
        ("VFD 42/4HNAME,18/1RA", ["16011505555555000001"]),
        ("VFD 60/3RABC", ["00000000000000010203"]),
        ("CON 1RA+1", ["00000000000000000002"]),
        ("DIS 2,HELLO, YOU", ["10051414175655311725", "55555555555555555555"]),
        ("DIS ,*HELLO*", ["10051414170000000000"]),
        ("DIS ,*NINE CHAR*", ["16111605550310012200", "00000000000000000000"]),
        ("DATA 2L ", ["55550000000000000000"]),
        ("DATA 3CABC,10CABCDEFGHIJ", ["01020300000000000000", "01020304050607101112", "00000000000000000000"]),
    ],
)
def test_texts(text, octal):
    assert words(f"  {text}") == octal


def test_in_data_the_letter_of_the_base_may_be_in_front():
    assert numbers("  DATA B21,O21,D21,-B21,+O7,21B") == [17, 17, 21, (1 << 60) - 18, 7, 17]
    assert numbers("  BASE O\n  DATA D21,21") == [21, 17]
    assert numbers("  SA1 =B21\n  SA2 =O21\n  SA3 =17")[2:] == [17]
    assert words("  DATA O51200000000400000000") == ["51200000000400000000"]
