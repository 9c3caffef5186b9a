"""Formats, integers, lines and cards of the 704's run-time library, on the emulated machine."""

import pytest

from emulators.ibm704 import bcd
from tests.fortran.library704 import Fault, Library, integer, word

MINUS_ZERO = 1 << 35


@pytest.fixture(scope="module")
def integers():
    """The library for integers alone."""
    return Library("LINOUT", "CARDIN", fields="I")


def fitting(value, width):
    return f"{value:{width}d}"[-width:]


# ---------------------------------------------------------------- integers that are written


@pytest.mark.parametrize("width", [*range(1, 14), 30])
@pytest.mark.parametrize("value", [0, 1, -1, 9, 10, -10, 99, 100, 1234, -32767, 40000, 99999, -100000, 131071, -131071])
def test_an_integer_is_right_justified_and_loses_its_left_digits(integers, value, width):
    assert integers.write(f"(1H ,I{width})", [value]) == [(" " + fitting(value, width)).rstrip()]


def test_the_narrow_field_of_the_manual(integers):
    assert integers.write("(1H ,I2)", [1234]) == [" 34"]


def test_minus_zero_is_printed_with_its_sign(integers):
    integers.restart()
    integers.begin("(1H ,I4,I8,I2)", [0, 0, 0])
    for index in range(3):
        integers.machine.poke(integers.symbols["VALUES"] - index, MINUS_ZERO)
    integers.run("LINOU.")
    assert list(integers.machine.paper) == ["   -0      -0-0"]


def test_fields_follow_each_other_whatever_their_widths(integers):
    """Words of six characters are filled over their borders."""
    widths = [1, 2, 3, 4, 5, 6, 7, 1, 8, 9, 2, 11, 3, 1, 1, 6]
    values = [(7 * n * n - 40 * n) % 1000 for n in range(len(widths))]
    format = "(1H ," + ",".join(f"I{each}" for each in widths) + ")"
    text = " " + "".join(map(fitting, values, widths))
    assert integers.write(format, values) == [text]


# ---------------------------------------------------------------- formats


def test_a_group_is_gone_on_with_when_the_format_is_at_its_end(integers):
    lines = integers.write("(2H *,2(I2,2H, )/3H  =,I3)", [1, 2, 3, 4, 5])
    assert lines == [" * 1,  2,", "  =  3", " 4,  5,", "  ="]


def test_a_format_without_a_group_begins_again(integers):
    assert integers.write("(3H  A,2I3)", [1, 2, 3]) == ["  A  1  2", "  A  3"]


def test_the_last_group_is_the_one_to_go_on_with(integers):
    lines = integers.write("(1H ,1(I2),2(1X,I3,1H.),3HEND)", [1, 2, 3, 4, 5, 6])
    assert lines == ["  1   2.   3.END", "   4.   5.END", "   6."]


def test_groups_may_stand_in_groups(integers):
    lines = integers.write("(1H ,2(I2,2(1H-,I1),1H/),I4)", list(range(1, 8)))
    assert lines == ["  1-2-3/ 4-5-6/   7"]


def test_a_group_after_one_that_holds_another(integers):
    lines = integers.write("(1H ,2(2(I1),1H,),3(1X,I1,1H.)/)", [1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert lines == [" 12,34, 5. 6. 7.", "", " 8. 9.", ""][: len(lines)]
    assert len(lines) == 3


def test_slashes_end_records_and_holleriths_are_written_up_to_the_next_field(integers):
    assert integers.write("(2H A//2H B,I2,2H C,I2)", [1]) == [" A", "", " B 1 C"]
    assert integers.write("(2H A,I2)") == [" A"]
    assert integers.write("(/2H A/)") == ["", " A", ""]


def test_blanks_of_a_format_mean_nothing(integers):
    assert integers.write("( 1H  , 1 2 X, I 4 /2H A )", [5]) == [" " * 13 + "   5", " A"]


@pytest.mark.parametrize("length", [1, 5, 6, 7, 11, 12, 13, 40, 71])
@pytest.mark.parametrize("before", range(1, 7))
def test_texts_of_any_length_at_any_place(integers, length, before):
    text = ("THE QUICK BROWN FOX JUMPS OVER (THE) LAZY DOG, 0123456789 = +-*/.$ AND ON" * 2)[:length]
    lines = integers.write(f"({before}X,{length}H{text},I3)", [42])
    assert lines == [(" " * before + text).ljust(before + length) + " 42"]


def test_lines_have_120_columns(integers):
    text = "".join(chr(65 + n % 26) for n in range(119))
    assert integers.write(f"(1H ,119H{text},I3)", [1]) == [" " + text]
    assert integers.write(f"(1H ,72H{text[:72]}/2H X)") == [" " + text[:72], " X"]


@pytest.mark.parametrize(
    ("control", "paper"),
    [(" ", "\n A\n B\n"), ("0", "\n A\n\n B\n"), ("1", "\n A\n\f B\n"), ("+", "\n AB\n"), ("X", "\n A\n B\n")],
)
def test_the_first_column_controls_the_paper_and_stays_blank(integers, control, paper):
    second = "  B" if control == "+" else " B"
    lines = integers.write(f"(/2H A/{len(second)}H{control}{second[1:]})")
    assert integers.machine.printed.decode() == paper, lines


@pytest.mark.parametrize(
    ("format", "reason"),
    [("(1H ,Z3)", 1), ("(1H ,2HAB)", 2), ("(1H ,2(3(2(4(I1)))))", 3), ("(1H ,F4.1)", 4), ("(1H ,O4)", 4)],
)
def test_faults_of_formats(integers, format, reason):
    with pytest.raises(Fault) as fault:
        integers.write(format, [1])
    assert fault.value.args[0] == reason


# ---------------------------------------------------------------- integers that are read


@pytest.mark.parametrize(
    ("format", "card", "values"),
    [
        ("(2I2)", "1010", [10, 10]),
        ("(2I2)", "-1 0", [-1, 0]),
        ("(I3)", " 1 ", [10]),
        ("(I3)", "-22", [-22]),
        ("(I6,I5,I1)", "131071-32761", [131071, -3276, 1]),
        ("(I4)", "", [0]),
        ("(I5)", "  +12", [12]),
        ("(3X,I2,60X,I2,I5,I9)", "ABC12" + " " * 60 + "3456789", [12, 34, 56789, 0]),
        ("(2(I1,1X,I2))", "1X223,44", [1, 22, 3, 44]),
    ],
)
def test_integers_are_read_with_blanks_as_zeros(integers, format, card, values):
    assert [integer(each) for each in integers.read(format, len(values), [card])] == values


def test_minus_zero_is_read_with_its_sign(integers):
    assert integers.read("(I2)", 1, ["-0"]) == [MINUS_ZERO]


def test_a_card_for_each_record(integers):
    """The slash after the fifth value is gone past, up to the next field: that takes a sixth card."""
    cards = ["1", "2", "3", "4", "5", "6", "7"]
    assert [integer(each) for each in integers.read("(I1/I1)", 5, cards)] == [1, 2, 3, 4, 5]
    assert integers.machine.m.hopper_cards == 1


def test_a_text_of_a_format_is_read_from_the_card(integers):
    for before in range(7):
        text = "TEXT OF A CARD, WITH 30 CHARS."
        integers.read(f"({before}X,30H{'-' * 30},I3)", 1, [" " * before + text + " 17"])
        assert [integer(each) for each in integers.values(1)] == [17]
        integers.put("COUNT", 0)
        words = [integers.get("FORMAT", each) for each in range(8)]
        assert bcd.unpacked(words).startswith(f"({before}X,30H{text},I3)")


def test_a_character_that_is_no_digit_is_a_fault(integers):
    for card in ("1A", "1.", "Q0", "1$"):
        with pytest.raises(Fault) as fault:
            integers.read("(I2)", 1, [card])
        assert fault.value.args[0] == 5
    with pytest.raises(Fault) as fault:
        integers.read("(I6)", 1, ["131072"])
    assert fault.value.args[0] == 6


def test_an_empty_hopper_stops_the_machine_and_start_reads_again(integers):
    integers.restart()
    integers.begin("(I2)", [0])
    machine = integers.machine
    machine.write_register("IC", integers.symbols["CARDI."])
    machine.run(seconds=10)
    machine.put_cards([bcd.card("42")])
    machine.press("START")
    machine.run(seconds=10)
    assert [integer(each) for each in integers.values(1)] == [42]


# ---------------------------------------------------------------- lists


def test_items_from_the_last_to_the_first(integers):
    integers.put("ORDER", integers.image.symbols["ITEMR"] | 0o0074 << 24 | 4 << 15)
    integers.begin("(1H ,6I3)", [11, 12, 13, 21, 22, 23])
    integers.run("LINOU.")
    assert list(integers.machine.paper)[-1:] == ["  23 22 21 13 12 11"]
    integers.restart()


def test_the_overflow_indicator_stays_as_it_is(integers):
    for state in (0, 1):
        integers.restart()
        integers.begin("(1H ,I5,3HABC)", [12345])
        integers.machine.m.ac_overflow = state
        integers.run("LINOU.")
        assert integers.machine.m.ac_overflow == state
        assert list(integers.machine.paper) == [" 12345ABC"]


# ---------------------------------------------------------------- time and room


def test_lines_are_printed_at_full_speed(integers):
    """150 lines a minute: what is left to do after a line is done before the printer comes to rest."""
    integers.write("(1H ,19I3)", [62] * 19 * 3)
    start = integers.machine.seconds
    integers.write("(1H ,19I3)", [62] * 19 * 13)
    assert integers.machine.seconds - start == pytest.approx(10 * 60 / 150, rel=0.01)


def test_cards_are_read_at_full_speed(integers):
    integers.read("(2I2)", 2 * 3, ["1010"] * 3)
    start = integers.machine.seconds
    integers.read("(2I2)", 2 * 13, ["1010"] * 13)
    assert integers.machine.seconds - start == pytest.approx(10 * 60 / 250, rel=0.01)


def test_a_format_may_stand_backwards_as_in_an_array(integers):
    integers.restart()
    integers.begin("(1H ,2I3)", [1, 2])
    at = integers.symbols["FORMAT"] + 100
    for index, each in enumerate([integers.get("FORMAT", n) for n in range(3)]):
        integers.machine.poke(at - index, each)
    call = integers.symbols["LINOU."] + 3
    integers.machine.poke(call, 1 << 35 | at)
    integers.run("LINOU.")
    assert list(integers.machine.paper) == ["   1  2"]


def test_words(integers):
    assert word(-3) == 1 << 35 | 3 << 18
