"""Decks in files: nothing is lost, and whatever is damaged is refused with its place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import ImageError, SourceError
from emulators.ibm704.bcd import column_of
from host.formats import deck
from host.formats.deck import cards as cards_
from tests.formats.deck.samples import PROGRAM, binary_cards, decks

quick = settings(max_examples=40, deadline=None, derandomize=True)


@given(cards=decks)
@quick
def test_every_column_of_every_card_comes_back(cards):
    assert deck.loads_binary(deck.dumps_binary(cards)) == cards
    assert deck.loads_text(deck.dumps_text(cards)) == cards
    assert deck.loads_text(deck.dumps_text(cards, raw=True)) == cards


@given(card=binary_cards)
@quick
def test_the_machine_reads_the_first_72_columns(card):
    words = cards_.words(card)
    assert cards_.of_words(words) == (*card[:72], *[0] * 8)


def test_a_card_has_80_columns():
    assert len(deck.of_text("A" * 80)) == 80
    with pytest.raises(ImageError, match="a card has 80 columns: 81 do not fit"):
        deck.of_text("A" * 81)


def test_a_program_and_its_data_are_one_deck(tmp_path):
    program, data = tmp_path / "program.cbn", tmp_path / "data.deck"
    deck.write(deck.deck(PROGRAM), program)
    data.write_text("NEW\nMOVE 11-15\n\nPLAY\n")
    cards = deck.read(program) + deck.read(data)
    deck.write(cards, tmp_path / "both.deck")
    assert deck.read(tmp_path / "both.deck") == cards
    assert [deck.text_of(card) for card in cards[-4:]] == ["NEW", "MOVE 11-15", "", "PLAY"]
    assert deck.image(cards) == PROGRAM


def test_a_deck_is_known_by_its_content_and_is_a_text_otherwise(tmp_path):
    path = tmp_path / "deck"
    for cards, form in ((deck.deck(PROGRAM), "cbn"), (deck.deck(PROGRAM), "deck"), ([deck.of_text("A B")], "deck")):
        deck.write(cards, path, form, overwrite=True)
        assert deck.read(path) == cards
    with pytest.raises(ImageError, match="cannot tell the format of this deck"):
        deck.write(cards, tmp_path / "other")
    with pytest.raises(ImageError, match="no format of decks 'bcd'; there are cbn, deck"):
        deck.read(path, "bcd")


# ---------------------------------------------------------------- column binary


def test_a_column_is_two_bytes_of_six_rows_with_odd_parity():
    """12-1 in column 1, then blanks: 9 rows from the top are 100100 000000."""
    data = deck.dumps_binary([deck.of_text("A")])
    assert data[:4] == bytes([0x80 | 0b1_100100, 0b1_000000, 0b1_000000, 0b1_000000])
    assert len(data) == 160


@given(words=st.lists(st.integers(0, 2**36 - 1), min_size=24, max_size=24))
@quick
def test_a_hole_of_a_word_is_the_bit_of_the_byte_where_other_simulators_have_it(words):
    """Row y from the top, column x: word x/36 + 2(11-y), bit 35 - x mod 36; byte 2x + y/6, bit 5 - y mod 6."""
    data = deck.dumps_binary([cards_.of_words(words)])
    for y in range(12):
        for x in range(72):
            in_word = words[x // 36 + (11 - y) * 2] >> 35 - x % 36 & 1
            assert data[x * 2 + y // 6] >> 5 - y % 6 & 1 == in_word
    assert all((byte & 0x7F).bit_count() % 2 == 1 for byte in data)
    assert [place for place, byte in enumerate(data) if byte & 0x80] == [0]


@pytest.mark.parametrize("bit", range(8))
def test_damage_in_any_byte_is_refused(bit):
    data = deck.dumps_binary([*deck.deck(PROGRAM)[:2], deck.of_text("Z")])
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= 1 << bit
        with pytest.raises(ImageError, match=r"^x\.cbn, (card|byte) ") as caught:
            deck.loads_binary(bytes(damaged), "x.cbn")
        assert bit == 7 or f"card {place // 160 + 1}, column {place % 160 // 2 + 1}: " in str(caught.value)


@given(cut=st.integers(1, 479))
@quick
def test_a_file_cut_short_is_refused_unless_whole_cards_are_left(cut):
    data = deck.dumps_binary(deck.deck(PROGRAM)[:3])
    if cut % 160 == 0:
        assert len(deck.loads_binary(data[:cut])) == cut // 160
        return
    with pytest.raises(ImageError, match=f"card {cut // 160 + 1}: the card has {cut % 160} characters instead of 160"):
        deck.loads_binary(data[:cut])


def test_end_marks_are_the_end():
    data = deck.dumps_binary([deck.of_text("A")])
    assert deck.loads_binary(data + b"\x8f\x8f") == [deck.of_text("A")]
    with pytest.raises(ImageError, match="card 2: this is an end mark, but more cards follow"):
        deck.loads_binary(data + b"\x8f" + data)
    with pytest.raises(ImageError, match="the file is empty"):
        deck.loads_binary(b"")


# ---------------------------------------------------------------- texts


def test_every_way_to_write_a_card():
    rows = "".join(f"~{row} 400000000000 000000000001 201\n" for row in (9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 11, 12))
    content = f"~# two cards\nA\tB\r\n\n~raw 0001 \n~EOF\n~eor\n~eoi\n{rows}~\n~ \n"
    tabbed, blank, raw, eof, eor, eoi, row_card = deck.loads_text(content.replace("0001 \n", "0001\n").encode())
    assert deck.text_of(tabbed) == "A       B"
    assert blank == cards_.BLANK
    assert raw == cards_.of_columns([column_of(9)])
    assert [card[0] for card in (eof, eor, eoi)] == [column_of(6, 7, 9), column_of(7, 8, 9), column_of(6, 7, 8, 9)]
    assert {place + 1 for place, column in enumerate(row_card) if column == 0o7777} == {1, 72, 73, 80}


ROWS = "".join(f"~{row} 000000000000 000000000000\n" for row in (9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 11, 12)).splitlines()
BAD = [  # text, line and column, message
    ("OK\nA[B", (2, 2), "the 704 has no character '['"),
    ("A\tÄ", (1, 3), "the 704 has no character 'Ä'"),
    ("A" * 81, (1, 81), "reaches to column 81"),
    ("A\t" + "A" * 73, (1, 75), "reaches to column 81"),
    ("~raw 12348", (1, 10), "'8' is not an octal digit"),
    ("~raw 12345", (1, 6), "there are 5 digits"),
    ("~raw" + "0" * 324, (1, 5), "there are 324 digits"),
    ("~what", (1, 1), "this is not a row of a card"),
    ("~9 1 2", (1, 1), "this is not a row of a card"),
    ("~9 000000000000 000000000000 400", (1, 1), "this is not a row of a card"),
    ("\n".join(ROWS[:5]), (5, 1), "row 4 ('~4') should follow"),
    ("\n".join(ROWS[1:]), (1, 2), "row 8 where row 9 should be"),
    ("\n".join([*ROWS[:3], "A CARD", *ROWS[3:]]), (4, 1), "this is not a row of a card"),
    ("~\nA", (2, 1), "line 1 is an end mark"),
]


@pytest.mark.parametrize(("content", "place", "message"), BAD, ids=[message for _, _, message in BAD])
def test_a_line_that_is_no_card_is_refused_with_its_place(content, place, message):
    with pytest.raises(SourceError) as caught:
        deck.loads_text(content.encode(), "x.deck")
    assert (caught.value.place.line, caught.value.place.column) == place
    assert str(caught.value).startswith(f"x.deck:{place[0]}:{place[1]}: error: ")
    assert message in caught.value.message
    assert isinstance(caught.value, ImageError)


@pytest.mark.parametrize("content", ["", "~# nothing", "~\n"])
def test_a_deck_without_cards_is_refused(content):
    with pytest.raises(ImageError):
        deck.loads_text(content.encode())
    with pytest.raises(ImageError, match="nothing to write"):
        deck.dumps_text([])


def test_cards_of_a_program_are_told_by_a_comment():
    lines = deck.dumps_text([*deck.deck(PROGRAM), deck.of_text("DATA")]).decode().splitlines()
    assert [line for line in lines if line.startswith("~#") or not line.startswith("~")] == [
        "~# full        loads itself",
        "~# absolute    00100-00125",
        "~# absolute    00126-00151",
        "~# transfer    00101",
        "DATA",
    ]
