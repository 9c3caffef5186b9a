"""FORMAT as the interpreter has it: on the 704 what IBM's library of 1958 printed, on the 6600 FORTRAN IV's rules."""

from fractions import Fraction

import pytest

from host.compilers.fortran.syntax import Type
from tests.fortran import editing
from tests.fortran.words import MACHINES, Failure


def written(machine, text, *numbers):
    """The records of numbers, written by a FORMAT: whole ones as integers, others as reals."""
    words = MACHINES[machine]()
    values = [(Type.INTEGER, words.integer(each)) if isinstance(each, int) else (Type.REAL, words.real(Fraction(each)))
              for each in numbers]  # fmt: skip
    return list(editing.written(editing.parsed(text), iter(values), words))


def read(machine, text, types, *records):
    """The numbers that a FORMAT reads from records."""
    words, found = MACHINES[machine](), []
    places = ((type_, found.append) for type_ in types)
    waiting = iter(records)
    editing.read(editing.parsed(text), places, lambda: next(waiting), words)
    convert = {Type.INTEGER: words.number, Type.REAL: words.exact}
    return [convert[type_](each) for type_, each in zip(types, found, strict=True)]


@pytest.mark.parametrize("machine", ["704", "6600"])
def test_a_format_that_is_used_up_begins_again_with_its_last_group(machine):
    lines = written(machine, "(2H *,2(I2,2H, )/3H  =,I3)", 1, 2, 3, 4, 5)
    assert lines == [" * 1,  2, ", "  =  3", " 4,  5, ", "  ="]


@pytest.mark.parametrize(
    ("text", "number", "field"),
    [
        ("(I2)", 1234, "34"),
        ("(F5.1)", "1000", "000.0"),
        ("(F5.2)", "123.456", "23.46"),
        ("(E12.4)", "1000", "  0.1000E 04"),
        ("(E12.4)", "0.333", "  0.3330E-00"),
        ("(1PE12.4)", "123.456", "  1.2346E 02"),
        ("(2PF10.2)", "123.456", "  12345.60"),
        ("(F12.8)", "0", "  0.        "),
        ("(F8.0)", "123", "    123."),
        ("(E8.0)", "1", "  1.E 00"),
    ],
)
def test_numbers_look_as_the_library_of_1958_wrote_them(text, number, field):
    value = number if isinstance(number, int) else Fraction(number)
    assert written("704", text, value) == [field]


@pytest.mark.parametrize(
    ("text", "number", "field"),
    [
        ("(I2)", 1234, "**"),
        ("(F5.2)", "123.456", "*****"),
        ("(F4.2)", "0.333", "0.33"),
        ("(F3.2)", "0.333", ".33"),
        ("(E12.4)", "1000", "  0.1000E+04"),
        ("(1PE12.4)", "-123.456", " -1.2346E+02"),
        ("(E12.4)", "1E-120", "  0.1000-119"),
        ("(G12.4)", "12.5", "   12.50    "),
        ("(F6.1)", "-0.04", "   0.0"),
        ("(F8.3)", "0", "   0.000"),
        ("(E12.4)", "0", "  0.0000E+00"),
    ],
)
def test_numbers_look_as_in_fortran_iv(text, number, field):
    value = number if isinstance(number, int) else Fraction(number)
    assert written("6600", text, value) == [field]


@pytest.mark.parametrize("machine", ["704", "6600"])
def test_blanks_in_numbers_are_zeros(machine):
    assert read(machine, "(I3,I3)", [Type.INTEGER] * 2, " 1 -22") == [10, -22]


@pytest.mark.parametrize(
    ("field", "number"),
    [("  1234", "12.34"), (" 1.5  ", "1.5"), ("   5E2", "5"), ("   5+2", "5"), (" -1.E1", "-10"), ("      ", "0")],
)
def test_a_point_in_a_field_counts_more_than_the_format(field, number):
    (found,) = read("6600", "(F6.2)", [Type.REAL], field)
    assert abs(found - Fraction(number)) < Fraction(1, 1 << 40)


def test_a_field_that_is_not_a_number_fails():
    with pytest.raises(Failure, match="not a number, field 1X2"):
        read("6600", "(I3)", [Type.INTEGER], "1X2")


def test_commas_may_be_left_out():
    assert written("6600", "(2X3HAB=I2/2X2H-1I2)", 5, 6) == ["  AB= 5", "  -1 6"]


def test_a_format_without_a_place_for_values_fails():
    with pytest.raises(Failure, match="no item for the list"):
        written("6600", "(1H )", 1)
