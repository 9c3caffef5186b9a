"""Display code: the table, and lines of text in words."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600 import display_code
from emulators.cdc6600.display_code import ASCII, CDC, CodeError
from tests.shared import shared

NAMES = {"space": " "}
texts = st.text(st.sampled_from(ASCII))


def table():
    """Return the rows of the table of the facts: first code, graphics."""
    text = shared("facts/cdc-charset.md").read_text(encoding="utf-8")
    for row in re.findall(r"^\| (\dx(?: \w+ graphics)?) \|(.*)\|$", text, re.MULTILINE):
        cells = [cell.strip().strip("`").strip() for cell in row[1].split("|")]
        yield row[0], [NAMES.get(cell, cell.strip('`" ') or '"') for cell in cells]


def test_every_character_is_that_of_the_table():
    rows = list(table())
    assert len(rows) == 10
    for name, cells in rows:
        first = int(name[0]) * 8
        for glyphs in [CDC] if "CDC" in name else [ASCII] if "ASCII" in name else [ASCII, CDC]:
            assert list(glyphs[first : first + 8]) == cells


def test_the_characters_everybody_knows():
    assert display_code.codes("AZ09 +") == [0o01, 0o32, 0o33, 0o44, 0o55, 0o45]
    assert display_code.codes("≡#_→") == [0o60, 0o60, 0o65, 0o65]
    assert display_code.codes("az") == [0o01, 0o32]


def test_there_are_64_of_each():
    assert len(set(ASCII)) == len(set(CDC)) == 64


@settings(derandomize=True)
@given(texts)
def test_a_text_there_and_back(text):
    assert display_code.characters(display_code.codes(text)) == text
    words = display_code.words_of_codes(display_code.codes(text), display_code.BLANK)
    assert display_code.characters(display_code.codes_of_words(words)).rstrip() == text.rstrip()
    assert all(0 <= word < 1 << 60 for word in words)


@settings(derandomize=True)
@given(st.lists(texts.filter(lambda text: ":" not in text), max_size=5))
def test_lines_there_and_back(lines):
    words = [word for each in lines for word in display_code.line(each)]
    assert list(display_code.lines(words)) == lines
    assert all(display_code.line(each)[-1] & 0o7777 == 0 for each in lines)


def test_a_character_without_code_is_named():
    with pytest.raises(CodeError, match="'~'") as raised:
        display_code.codes("AB~")
    assert raised.value.index == 2
