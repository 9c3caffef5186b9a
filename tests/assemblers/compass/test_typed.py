"""Instructions typed into a debugger: numbers are octal, its names are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compass.sources import repeatable
from emulators.errors import ImageError, SourceErrors
from host.assemblers.compass.assembler import assemble_typed

NAMES = {"COUNT": 0o52, "START": 0o200, "X1": 7}


def typed(text, address=0o100):
    return [f"{word:020o}" for word in assemble_typed(text, address, NAMES.get)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("SA1 10", ["51100000104600046000"]),
        ("sa1 count+10", ["51100000624600046000"]),
        ("SX1 10D", ["71100000124600046000"]),
        ("EQ *-1", ["04000000774600046000"]),
        ("rj start", ["01000002004600046000"]),
        ("SX1 X1", ["73110460004600046000"]),  # a register, whatever the debugger calls so
        ("  BX6 X1", ["10611460004600046000"]),
        ("SA1 A1+B1; SA2 A2+B1; IX6 X1+X2; SA6 A6+B1", ["54111542213661254661"]),
        ("EQ 5; PS", ["04000000054600046000", "00000460004600046000"]),
        ("DATA 10,1.5", ["00000000000000000010", "17206000000000000000"]),
        ("VFD 18/3RMSG,42/1", ["15230700000000000001"]),
    ],
)
def test_numbers_are_octal_and_names_are_the_debugger_s(text, words):
    assert typed(text) == words


@repeatable
@given(st.integers(0, 0o777777), st.sampled_from(["{:o}", "{:06o}", "{:o}B", "{:d}D"]))
def test_a_number_is_the_same_in_every_spelling(value, spelling):
    assert typed(f"SX1 {spelling.format(value)}") == [f"7110{value:06o}4600046000"]


@pytest.mark.parametrize(
    ("text", "shown", "message"),
    [
        ("SA1 19", "19", "'19' is not octal"),
        ("SA1 NONE", "NONE", "undefined symbol 'NONE'"),
        ("QQQ START", "QQQ", "unknown operation 'QQQ'"),
        ("SA1 A1; BX1 Q", "Q", "undefined symbol 'Q'"),
        ("SA1 A1; BX1 A1", "A1", "BX1 does not take 'A1'"),
    ],
)
def test_an_error_points_at_what_was_typed(text, shown, message):
    with pytest.raises(SourceErrors, match=message) as raised:
        typed(text)
    place = raised.value.errors[0].place
    assert text[place.column - 1 :][: place.length] == shown


@pytest.mark.parametrize("text", ["  ORG 5", "", "  LIST", "A EQU 5", "* REMARK", "  BSS 2", "  ORG 5; DATA 1"])
def test_what_puts_no_words_at_the_address_is_refused(text):
    with pytest.raises(ImageError, match="puts nothing, or something elsewhere, at 000100"):
        typed(text)


def test_a_literal_has_no_place():
    with pytest.raises(ImageError, match="a literal is not possible here"):
        typed("SA1 =5")
