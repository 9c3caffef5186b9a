"""Pictures of cards have a hole for every punch, where the punch is."""

import re
from xml.etree import ElementTree

from hypothesis import given, settings

from emulators.ibm704.bcd import ROWS, column_of
from host.formats.deck import cards, command
from tests.formats.deck.samples import binary_cards, text_cards

quick = settings(max_examples=15, deadline=None, derandomize=True)
SVG = "{http://www.w3.org/2000/svg}"


def read_back(lines):
    """The columns of a picture in lines."""
    rows = [line.partition("|")[2].rstrip("|") for line in lines[2:]]
    return cards.of_columns(
        sum(column_of(name) for name, row in zip(ROWS, rows, strict=True) if row[place] == command.HOLE)
        for place in range(len(rows[0]))
    )


@given(card=binary_cards | text_cards)
@quick
def test_the_lines_show_every_hole(card):
    lines = command.lines(card)
    assert read_back(lines) == card
    assert {len(line) for line in lines[1:]} == ({86} if any(card[72:]) else {78})
    text = cards.text_of(card)
    assert lines[1].strip(" /|") == (text or "").strip(" /|")


def middles(element):
    """The middles of the holes of a drawing, in thousandths of an inch."""
    for hole in element.iter(f"{SVG}rect"):
        x, y, width, height = (float(hole.get(name)) for name in ("x", "y", "width", "height"))
        assert (width, height) == (55, 125)
        yield x + width / 2, y + height / 2


@given(card=binary_cards | text_cards)
@quick
def test_the_drawing_has_its_holes_where_the_standard_has_them(card):
    """Columns 0.087 inch apart, rows 0.25; column 1 is 0.251 inch from the left, row 12 0.25 inch from the top."""
    drawing = ElementTree.fromstring(command.svg([card]))
    found = {(round((y - 250) / 250), round((x - 251) / 87)) for x, y in middles(drawing)}

    assert found == {(row, at) for row, name in enumerate(ROWS) for at in range(80) if card[at] & column_of(name)}
    assert all((y - 250) % 250 == 0 and (x - 251) % 87 == 0 for x, y in middles(drawing))


def test_a_drawing_of_several_cards_has_one_below_the_other():
    drawing = ElementTree.fromstring(command.svg([cards.of_text("<&>"[1]), cards.of_text("A B")]))
    places = [group.get("transform") for group in drawing.iter(f"{SVG}g")]
    assert places == ["translate(0 0)", "translate(0 3500)"]
    printed = [text.text for text in drawing.iter(f"{SVG}text") if text.get("class") == "printed"]
    assert printed == ["+", "A", "B"]


def test_every_row_but_11_and_12_shows_its_digit_where_nothing_is_punched():
    drawing = ElementTree.fromstring(command.svg([cards.of_text("5")]))
    digits = [text.text for text in drawing.iter(f"{SVG}text") if text.get("class") == "digit"]
    assert {digit: digits.count(digit) for digit in "0123456789"} == dict.fromkeys("0123456789", 80) | {"5": 79}
    assert not re.search(r'class="digit"[^>]*>1[12]<', ElementTree.tostring(drawing).decode())
