"""The paper of the terminal: what each control character does, and what is kept."""

import pytest

from host.ui.teletype_screen import TeletypeScreen, sent_by_key


def screen(data, **options):
    paper = TeletypeScreen(**options)
    paper.feed(data)
    return paper


def test_cr_goes_to_the_beginning_lf_to_the_next_line():
    assert screen(b"AB\r\nCD").lines == ["AB", "CD"]
    assert screen(b"AB\nCD").lines == ["AB", "  CD"]
    assert screen(b"AB\rC").lines == ["CB"]


def test_bs_goes_one_place_back_and_erases_nothing():
    paper = screen(b"AB\b")
    assert (paper.lines, paper.column) == (["AB"], 1)
    assert screen(b"AB\bC").lines == ["AC"]
    assert screen(b"\b\bA").lines == ["A"]


def test_bel_rings():
    assert screen(b"A\a\aB").bells == 2
    assert screen(b"A\aB").lines == ["AB"]


def test_nul_dc3_rubout_and_bit_7_leave_no_mark():
    assert screen(b"\r\n\0\0\0\0\0\0KIM\x13\x7f").lines == ["", "KIM"]
    assert screen(bytes([0xC1, 0xC2])).lines == ["AB"]


def test_tab_goes_to_the_next_multiple_of_eight():
    assert screen(b"A\tB").lines == ["A" + " " * 7 + "B"]


@pytest.mark.parametrize("columns", [72, 80])
def test_a_full_line_goes_on_below(columns):
    assert screen(b"X" * (columns + 3), columns=columns).lines == ["X" * columns, "XXX"]


def test_a_line_that_is_just_full_takes_one_line():
    assert screen(b"X" * 72 + b"\r\nY").lines == ["X" * 72, "Y"]


def test_the_oldest_lines_are_dropped():
    paper = screen(b"".join(b"%d\r\n" % number for number in range(10)), history=4)
    assert paper.lines == ["7", "8", "9", ""]
    assert paper.scrolled == 7


def test_following_prints_only_what_is_new():
    paper = TeletypeScreen()
    received = bytearray(b"AB")
    assert paper.follow(received)
    assert not paper.follow(received)
    received += b"CD"
    assert paper.follow(received)
    assert paper.text == "ABCD"


def test_fewer_characters_than_before_are_another_session():
    paper = screen(b"ABCD")
    assert paper.follow(b"XY")
    assert paper.text == "XY"


@pytest.mark.parametrize(
    ("key", "character", "sent"),
    [("a", "a", "A"), ("Z", "Z", "Z"), ("enter", "\r", "\r"), ("delete", None, "\x7f"), ("backspace", "\b", "\b"),
     ("f1", None, ""), ("eacute", "é", ""), ("space", " ", " "), ("ctrl+c", "\x03", "\x03")],
)  # fmt: skip
def test_what_keys_send(key, character, sent):
    assert sent_by_key(key, character) == sent
