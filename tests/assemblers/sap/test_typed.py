"""Instructions typed into a debugger: numbers are octal, its names are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import ImageError, SourceErrors
from host.assemblers.sap.assembler import assemble_typed
from sap.sources import repeatable

NAMES = {"COUNT": 0o52, "START": 0o200, "K$A": 0o300, "1PRNT": 7}


def typed(text, address=0o100):
    return [f"{word:012o}" for word in assemble_typed(text, address, NAMES.get)]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("CLA 10", "050000000010"),
        ("cla 10,1", "050000100010"),
        ("CLA +10", "050000000012"),
        ("TIX *-1,4,+10", "200012400077"),
        ("CLA COUNT+10", "050000000062"),
        ("tra start", "002000000200"),
        ("CLA K$A", "050000000300"),
        ("CLA 1prnt", "050000000007"),
        ("  STQ COUNT", "460000000052"),
        ("DEC 10", "000000000012"),  # DEC is decimal everywhere
        ("OCT 10", "000000000010"),
        ("BCD 1AB", "212260606060"),
        ("HTR", "000000000000"),
    ],
)
def test_numbers_are_octal_and_names_are_the_debugger_s(text, word):
    assert typed(text) == [word]


@repeatable
@given(st.integers(0, 0o77777), st.sampled_from(["{:o}", "{:05o}", "+{:d}"]))
def test_a_number_is_the_same_in_every_spelling(value, spelling):
    assert typed(f"CLA {spelling.format(value)}") == [f"0500{value:08o}"]


def test_several_words():
    assert typed("OCT 1,2") == ["000000000001", "000000000002"]


@pytest.mark.parametrize(
    ("text", "shown", "message"),
    [
        ("CLA 19", "19", "'19' is not octal"),
        ("CLA NONE", "NONE", "undefined symbol 'NONE'"),
        ("QQQ START", "QQQ", "unknown operation 'QQQ'"),
        ("CLA 1,9", "9", "not octal"),
        ("OCT 8", "8", "octal"),
    ],
)
def test_an_error_points_at_what_was_typed(text, shown, message):
    with pytest.raises(SourceErrors, match=message) as raised:
        typed(text)
    place = raised.value.errors[0].place
    assert text[place.column - 1 :][: place.length] == shown


@pytest.mark.parametrize("text", ["ORG 5", "", "REM", "A EQU 5", "* REMARK", "BSS 2", "5 OCT 1"])
def test_what_puts_no_words_at_the_address_is_refused(text):
    with pytest.raises(ImageError, match="puts nothing, or something elsewhere, at 00100"):
        typed(text)


def test_a_literal_has_no_place():
    with pytest.raises(ImageError, match="a literal is not possible here"):
        typed("CLA =5")
