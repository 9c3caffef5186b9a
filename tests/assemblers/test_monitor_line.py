"""Instructions typed into a monitor: numbers as the debugger reads them, its names, errors where the user sees them."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from emulators.errors import ImageError, SourceErrors
from host.assemblers.mos6502 import assemble_typed

NAMES = {"COUNT": 0x52, "BOARD": 0x0300, "start": 0x0200, "start@loop": 0x0203, "outer::inner": 0x0210, "FACE": 0x1234}


def typed(text, address=0x0220):
    return assemble_typed(text, address, NAMES.get).hex(" ")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("lda #10", "a9 10"),
        ("lda #$10", "a9 10"),
        ("lda #0x10", "a9 10"),
        ("lda #0o17", "a9 0f"),
        ("lda #%1010", "a9 0a"),
        ("lda #+10", "a9 0a"),
        ("lda # + 10", "a9 0a"),
        ("lda +10", "a5 0a"),
        ("lda #'A'", "a9 41"),
        ("lda #FF", "a9 ff"),
        ("ADC BEEF", "6d ef be"),  # the operation is no number
        ("adc FACE", "6d 34 12"),  # a name goes before a number
        ("lda BOARD+10", "ad 10 03"),  # + between two values is no sign
        ("lda BOARD + 10,x", "bd 10 03"),
        ("lda BOARD + +10,y", "b9 0a 03"),
        ("sta COUNT", "85 52"),
        ("sta (COUNT),y", "91 52"),
        ("jmp (1ABC)", "6c bc 1a"),
        ("jmp start@loop", "4c 03 02"),
        ("jsr outer::inner", "20 10 02"),
        ("bne start@loop", "d0 e1"),
        ("lda #<BOARD", "a9 00"),
        ("asl", "0a"),
        ("asl a", "0a"),
        ("ldx 10,y", "b6 10"),
        ("  inx  ", "e8"),
        ("again: bne again", "d0 fe"),
        ('.byte 10, +10, "10"', "10 0a 31 30"),
        (".word 1234", "34 12"),
    ],
)
def test_numbers_are_hexadecimal_and_names_are_the_debugger_s(text, code):
    assert typed(text) == code


@given(st.integers(0, 0xFFFF), st.sampled_from(["{:x}", "{:X}", "{:04X}", "${:x}", "0x{:X}", "0o{:o}", "%{:b}", "+{}"]))
def test_a_number_is_the_same_in_every_spelling(value, spelling):
    assume(spelling.format(value).upper() != "A")  # that is the accumulator
    assert typed(f".word {spelling.format(value)}") == value.to_bytes(2, "little").hex(" ")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("lda #1234", "#1234"),
        ("lda nothing", "nothing"),
        ("lda 10 20", "20"),
        ("  ldq 10", "ldq"),
        ("sta #5", "#5"),
        ("bne 400", "400"),
        ("bne outer::inner + 1000", "outer::inner + 1000"),
        ("lda BOARD + 10 + nothing", "nothing"),
    ],
)
def test_an_error_points_at_what_was_typed(text, shown):
    with pytest.raises(SourceErrors) as caught:
        typed(text)
    place = caught.value.errors[0].place
    assert place.text == text
    assert text[place.column - 1 :][: place.length] == shown


def test_an_error_at_the_end_points_behind_the_text():
    with pytest.raises(SourceErrors) as caught:
        typed("lda (10")
    assert caught.value.errors[0].place.column == len("lda (10") + 1


@pytest.mark.parametrize("text", [".org 300", "", "; nothing", "name = 5"])
def test_what_puts_no_bytes_at_the_address_is_refused(text):
    with pytest.raises(ImageError, match="puts nothing"):
        typed(text)
