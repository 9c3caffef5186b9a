"""The 704's characters: in storage, on cards, on tape, in print."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.ibm704 import bcd

quick = settings(max_examples=60, deadline=None, derandomize=True)
words = st.lists(st.integers(0, 2**36 - 1), min_size=24, max_size=24)
texts = st.text("".join(set(bcd.SCIENTIFIC) - {bcd.NONE}), max_size=72)
CODES = [code for code in range(64) if bcd.SCIENTIFIC[code] != bcd.NONE]

# As the manual prints the code: character, octal code, punches.
MANUAL = """
0 00 0 | 1 01 1 | 9 11 9 | = 13 8-3 | ' 14 8-4 | + 20 12 | A 21 12-1 | I 31 12-9 | . 33 12-8-3 | ) 34 12-8-4
- 40 11 | J 41 11-1 | R 51 11-9 | $ 53 11-8-3 | * 54 11-8-4 | / 61 0-1 | S 62 0-2 | Z 71 0-9 | , 73 0-8-3 | ( 74 0-8-4
"""
CHARACTERS = [each.split() for line in MANUAL.strip().splitlines() for each in line.split(" | ")]


@pytest.mark.parametrize(("character", "code", "punches"), CHARACTERS, ids=lambda each: each)
def test_a_character_has_its_code_and_its_punches(character, code, punches):
    assert bcd.code(character) == int(code, 8)
    assert bcd.punched(character) == (bcd.column_of(*map(int, punches.split("-"))),)


def test_a_blank_is_no_punch_and_code_60():
    assert bcd.code(" ") == 0o60
    assert bcd.punched(" ") == (0,)


def test_both_sets_of_glyphs_are_punched_alike():
    assert bcd.codes("#@&⌑%") == bcd.codes("='+)(") == [0o13, 0o14, 0o20, 0o34, 0o74]
    assert bcd.characters(bcd.codes("='+)("), bcd.COMMERCIAL) == "#@&⌑%"


def test_48_characters_signed_zeros_and_record_mark_are_all():
    assert len(CODES) == 51
    assert len({bcd.PUNCHES[code] for code in CODES}) == 51
    assert [code for code in range(64) if bcd.PUNCHES[code] is None] == [
        0o12, 0o15, 0o16, 0o17, 0o35, 0o36, 0o37, 0o55, 0o56, 0o57, 0o75, 0o76, 0o77,
    ]  # fmt: skip


def test_every_combination_of_punches_is_a_character_or_none():
    codes = [bcd.code_of(column) for column in range(1 << 12)]
    assert {code for code in codes if code is not None} == set(CODES)
    assert sum(code is not None for code in codes) == 53  # the signed zeros have two each
    assert bcd.code_of(bcd.column_of(12, 8, 2)) == bcd.code_of(bcd.column_of(12, 0)) == 0o32
    assert bcd.code_of(bcd.column_of(1, 2)) is None


def test_words_hold_six_characters_leftmost_first():
    assert bcd.packed("1ABCDEF") == [0o012122232425, 0o266060606060]
    assert bcd.unpacked([0o012122232425, 0o120060606077]) == "1ABCDE~0   ~"


@given(text=texts)
@quick
def test_a_text_is_the_same_on_a_card_in_words_and_on_paper(text):
    assert bcd.printed(bcd.card(text)) == text.ljust(72)
    assert bcd.unpacked(bcd.packed(text)).rstrip() == text.rstrip()
    assert bcd.interpreted(bcd.punched(text), bcd.COMMERCIAL) == bcd.characters(bcd.codes(text), bcd.COMMERCIAL)


@given(card=words)
@quick
def test_words_are_the_rows_of_the_card_9_first_left_half_first(card):
    columns = bcd.columns(card)
    assert bcd.words(columns) == card
    for word, bits in enumerate(card):
        row, half = bcd.READING_ORDER[word // 2], word % 2
        in_row = [column & bcd.column_of(row) != 0 for column in columns]
        assert in_row[36 * half : 36 * half + 36] == [bits >> 35 - place & 1 == 1 for place in range(36)]


def test_columns_73_to_80_are_not_read():
    card = bcd.punched("X" * 80)
    assert len(card) == 80
    assert bcd.words(card) == bcd.words(card[:72])


def test_punches_that_are_no_character_are_printed_as_a_tilde():
    assert bcd.printed([0o600000000000, 0, 0o200000000000, *[0] * 21])[:3] == "9~ "


def test_small_letters_are_punched_as_capitals():
    assert bcd.punched("move") == bcd.punched("MOVE")


@pytest.mark.parametrize(
    ("text", "index"), [("A[B", 1), ("é", 0), ("AB\t", 2), ("ß", 0), ("ſ", 0), ("\0", 0), ("~", 0)]
)
def test_a_character_the_machine_does_not_have_is_an_error_with_its_place(text, index):
    with pytest.raises(bcd.CodeError, match="the 704 has no character") as caught:
        bcd.punched(text)
    assert caught.value.index == index


def test_the_code_on_tape_exchanges_two_zones_and_has_no_character_00():
    on_tape = {character: bcd.TO_TAPE[bcd.code(character)] for character in "0AIJRSZ /+-"}
    assert on_tape == {
        "0": 0o12, "A": 0o61, "I": 0o71, "J": 0o41, "R": 0o51, "S": 0o22, "Z": 0o31, " ": 0o20, "/": 0o21, "+": 0o60,
        "-": 0o40,
    }  # fmt: skip
    assert all(bcd.FROM_TAPE[bcd.TO_TAPE[code]] == code for code in CODES)
    assert 0 not in {bcd.TO_TAPE[code] for code in range(64)}
