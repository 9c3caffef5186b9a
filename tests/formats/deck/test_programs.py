"""Programs on cards: what the cards of a deck are, and the image on them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import ImageError
from emulators.ibm704 import arithmetic
from emulators.image import Image, Segment
from host.formats import deck
from host.formats.deck import cards as cards_
from host.formats.deck.cards import Kind, check_sum, described, kinds
from tests.formats.deck.samples import PROGRAM
from tests.formats.images import core_images

quick = settings(max_examples=40, deadline=None, derandomize=True)

WORDS = [0o777777_777777, 0o400000_000000, 5]


def absolute(address, words, check=None, prefix=0, count=None):
    """A card as someone else would punch it; `check` is the sum of its words if absent."""
    left = prefix << 33 | (len(words) if count is None else count) << 18 | address
    right = check_sum([left, *words]) if check is None else check
    return deck.of_words([left, right, *words, *[0] * (22 - len(words))])


def relative(address, words, check=None, bits=(0, 0)):
    """A relocatable card; `check` is the sum of its words if absent."""
    left = 2 << 33 | len(words) << 18 | address
    right = check_sum([left, *bits, *words]) if check is None else check
    return deck.of_words([left, right, *bits, *words, *[0] * (20 - len(words))])


TRANSFER = deck.of_words([0o200, *[0] * 23])
FULL = deck.of_words([0o053400400000, 0o070000400002, 0o177777400001, *range(0o100, 0o125)])
SECOND_FULL = deck.of_words([0o076200000321, *[0o525252525252] * 23])
TEXT = deck.of_text("MOVE 11-15")


def test_a_check_sum_is_the_sum_with_its_carry_added_at_the_right():
    assert check_sum([0o777777_777777, 1]) == 1
    assert check_sum([0o777777_777777, 0o777777_777777]) == 0o777777_777777
    assert check_sum([0o400000_000000, 0o400000_000001]) == 2


@given(words=st.lists(st.integers(0, 2**36 - 1), max_size=30))
@quick
def test_a_check_sum_is_what_acl_makes_of_the_words(words):
    ac = 0
    for word in words:
        ac = arithmetic.add_logical(ac, word)
    expected = sum(words) % (2**36 - 1)
    assert check_sum(words) == ac
    assert ac % (2**36 - 1) == expected


@given(image=core_images(entries=st.integers(0, 0o77777)))
@quick
def test_a_deck_holds_up_to_22_words_a_card_and_the_transfer_card_at_the_end(image):
    cards = deck.deck(image)
    found = kinds(cards)
    loading = found.count(Kind.FULL)
    absolute_cards = len(found) - loading - 1
    assert found == [Kind.FULL] * loading + [Kind.ABSOLUTE] * absolute_cards + [Kind.TRANSFER]
    assert absolute_cards == sum(-(-len(each.words) // 22) for each in image.merged())
    assert kinds(deck.deck(image, bare=True)) == found[loading:]


def test_decks_of_others_are_read():
    """A loader of two cards, a card without a check sum, one that is not to be checked, then data."""
    cards = [
        FULL,
        SECOND_FULL,
        absolute(0o200, WORDS),
        absolute(0o300, [1], check=0),
        absolute(0o400, [2], 7, prefix=1),
    ]
    assert kinds([*cards, TRANSFER, TEXT, FULL]) == [
        Kind.FULL, Kind.FULL, Kind.ABSOLUTE, Kind.ABSOLUTE, Kind.ABSOLUTE, Kind.TRANSFER, Kind.TEXT, Kind.BINARY,
    ]  # fmt: skip
    expected = Image([Segment(0o200, tuple(WORDS)), Segment(0o300, (1,)), Segment(0o400, (2,))], word_bits=36)
    assert deck.image(cards) == expected
    expected.entry = 0o200
    assert deck.image([*cards, TRANSFER, TEXT, FULL]) == expected


def test_a_card_that_loads_itself_is_a_program_that_begins_at_4():
    assert deck.image([FULL, TEXT]) == Image.of(0, cards_.words(FULL), 4, 36)


def test_full_cards_are_memory_from_an_origin_on():
    image = deck.image([SECOND_FULL, TEXT], origin=0o1000)
    assert image == Image.of(0o1000, cards_.words(SECOND_FULL) + cards_.words(TEXT), word_bits=36)
    assert deck.image(deck.deck(PROGRAM), origin=0).size == len(deck.deck(PROGRAM)) * 24


def test_a_text_that_looks_like_an_absolute_card_is_a_text():
    """Z in column 14 is a count of 16 in row 9: among absolute cards it is one without check sum, elsewhere a text."""
    text = deck.of_text(" " * 13 + "Z")
    assert kinds([text, absolute(0o200, WORDS), text, TRANSFER, text]) == [
        Kind.TEXT, Kind.ABSOLUTE, Kind.ABSOLUTE, Kind.TRANSFER, Kind.TEXT,
    ]  # fmt: skip


BAD = [
    (
        [FULL, absolute(0o200, WORDS, check=1)],
        "<deck>, card 2: the check sum is 000000000001, but 9 left and",
    ),
    ([absolute(0o200, WORDS), TEXT, TRANSFER], r"<deck>, card 2: a text card .'MOVE 11-15'. among the cards"),
    ([absolute(0o200, WORDS), SECOND_FULL, TRANSFER], "<deck>, card 2: a full card among the cards"),
    ([absolute(0o77777, WORDS)], "3 words from 77777 on reach beyond address 77777"),
    ([absolute(0o100, [0, 0, 1, 2]), relative(0o200, [7], check=1)], "<deck>, card 2: the check sum is 000000000001"),
    ([relative(0o200, [7] * 20, bits=(0o777777_777777, 0o777777_777777))], "card for 00200: the bits in 8 left"),
    ([relative(0o77776, WORDS)], "3 words from 77776 on reach beyond address 77777"),
    ([FULL, SECOND_FULL], "the deck contains no absolute or relocatable cards; full cards need an origin"),
    ([SECOND_FULL], "the deck contains no absolute or relocatable cards; full cards need an origin"),
    ([TEXT], "the deck contains no absolute or relocatable cards"),
    ([cards_.BLANK], "the deck contains no absolute or relocatable cards"),
    ([], "the deck contains no absolute or relocatable cards"),
]


@pytest.mark.parametrize(("cards", "message"), BAD, ids=[message for _, message in BAD])
def test_what_is_no_program_is_refused_with_the_card(cards, message):
    with pytest.raises(ImageError, match=message):
        deck.image(cards)


def test_an_origin_must_leave_room_for_the_cards():
    with pytest.raises(ImageError, match="24 words from 77751 on reach beyond"):
        deck.image([FULL], origin=0o77751)
    with pytest.raises(ImageError, match="there is no card"):
        deck.image([], origin=0)


def test_a_line_says_what_is_on_a_card():
    cards = [FULL, SECOND_FULL, absolute(0o200, WORDS), absolute(0o300, [1], check=0), absolute(0o400, [2], 7)]
    more = [relative(0o200, WORDS), deck.of_words([0o200000_000003, *[0] * 23])]
    assert described([*cards, TRANSFER, TEXT, FULL, cards_.BLANK, *more]) == [
        "full        loads itself",
        "full",
        "absolute    00200-00202",
        "absolute    00300-00300, no check sum",
        "absolute    00400-00400, check sum 000000000007 instead of 000001000402",
        "transfer    00200",
        "text        MOVE 11-15",
        "binary",
        "text",
        "relocatable 00200-00202",
        "transfer    00003, relative",
    ]
