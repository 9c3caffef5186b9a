"""The loader in front of a program, executed by the machine: LOAD CARDS, and nothing else, brings a program in."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import ImageError
from emulators.ibm704.core import Cause
from emulators.image import Image, Segment
from emulators.machine import Stop
from host.formats.deck import deck, image, of_text, of_words, words
from host.formats.deck.cards import Kind, kinds, word
from host.formats.deck.programs import loader, low
from tests.formats.deck.samples import PROGRAM, Reader
from tests.formats.images import core_images

core_words = st.lists(st.integers(0, 2**36 - 1), min_size=1, max_size=60)
HTR = 0  # HTR 0
HIGH_WRONG, LOW_WRONG, NO_CARD = 20, 3, 4


def test_the_listing_of_the_loader_is_what_is_on_its_card():
    """Numbers are octal, but for the shift's; two asterisks are an address that the program fills in."""
    page = (Path(__file__).parents[3] / "docs" / "ibm704" / "cards.md").read_text(encoding="utf-8")
    listed = {}
    for location, mnemonic, operands in re.findall(r"\| (\d\d) \| `(\w{3}) ?([^`]*)`", page):
        address, tag, decrement = [*operands.replace("**", "0").split(","), "0", "0", "0"][:3]
        number = int(address or "0", 10 if mnemonic == "ARS" else 8)
        listed[int(location, 8)] = word(mnemonic, number, int(tag), int(decrement))
    assert listed == dict(enumerate(low()))


def started(image, size=0o100000):
    """A machine that has loaded a program which halts at once: an HTR to its own first word stands there."""
    reader = Reader(deck(image), size)
    assert reader.load_cards() == Stop.HALT
    return reader


@given(image=core_images(longest=60, most=3, first=0o30))
@settings(max_examples=12, deadline=None, derandomize=True)
def test_a_program_behind_the_one_card_loader_is_in_storage_when_it_starts(image):
    image.entry = (image.segments[-1].address + 0o1000) % 0o70000 + 0o30
    halts = Image([*image.segments, Segment(image.entry, (HTR | image.entry,))], image.entry, word_bits=36)
    reader = started(halts)
    assert len(loader(halts)) == 1
    assert reader.m.ic == image.entry
    assert reader.memory(halts) == dict(halts)


@given(
    low=st.lists(st.integers(0, 2**36 - 1), min_size=1, max_size=60), size=st.sampled_from([0o10000, 0o20000, 0o100000])
)
@settings(max_examples=12, deadline=None, derandomize=True)
def test_a_program_that_begins_at_0_is_loaded_from_above_it_on_every_core_size(low, size):
    halts = Image([Segment(0, tuple(low)), Segment(0o1000, (0o1000,))], 0o1000, word_bits=36)
    reader = started(halts, size)
    assert len(loader(halts)) == 2
    assert reader.m.ic == 0o1000
    assert reader.memory(halts) == dict(halts)


def test_a_program_may_fill_all_of_core_storage_but_24_words():
    full = [Segment(0, (0o7,) * 0o4000), Segment(0o4030, (0o4030,) * 0o3750)]
    halts = Image(full, 0o4030, word_bits=36)
    reader = started(halts, 0o10000)
    assert reader.memory(halts) == dict(halts)
    with pytest.raises(ImageError, match="leaves no room for a loader: 24 words in a row below 10000 octal"):
        deck(Image([*full, Segment(0o4010, (0,))], word_bits=36))


def test_the_program_starts_with_the_data_cards_still_in_the_hopper():
    halts = Image.of(0o200, [0o200], 0o200, 36)
    reader = Reader([*deck(halts), of_text("MOVE 11-15")])
    assert reader.load_cards() == Stop.HALT
    assert [words(of_text("MOVE 11-15"))] == reader.hopper


@pytest.mark.parametrize(("first", "wrong"), [(0o100, LOW_WRONG), (0, 0o10000 - 24 + HIGH_WRONG)])
@pytest.mark.parametrize("place", range(2, 24))
def test_any_wrong_word_on_a_card_stops_the_machine_with_its_address(first, wrong, place):
    """The card is put right and in front of the rest; START reads it."""
    halts = Image.of(first, range(0o400000_001000, 0o400000_001054), 0o2000, 36)
    cards = deck(Image([*halts.segments, Segment(0o2000, (0o2000,))], 0o2000, word_bits=36))
    number = kinds(cards).index(Kind.ABSOLUTE) + 1
    damaged = words(cards[number])
    damaged[place] ^= 1 << (7 * place) % 36
    reader = Reader([*cards[:number], of_words(damaged), *cards[number + 1 :]])
    assert reader.load_cards() == Stop.HALT
    assert (reader.m.cause, reader.m.ic) == (Cause.HTR, wrong)
    with pytest.raises(ImageError, match=f"<deck>, card {number + 1}: the check sum is"):
        image([*cards[:number], of_words(damaged), *cards[number + 1 :]])
    reader.hopper.insert(0, words(cards[number]))
    assert reader.start() == Stop.HALT
    assert reader.m.ic == 0o2000
    assert reader.memory(halts) == dict(halts)


def test_a_wrong_check_sum_stops_it_as_well_and_start_goes_on_without_caring():
    cards = deck(Image([*PROGRAM.segments, Segment(0o2000, (0o2000,))], 0o2000, word_bits=36))
    damaged = words(cards[1])
    damaged[1] ^= 1
    reader = Reader([cards[0], of_words(damaged), *cards[2:]])
    assert reader.load_cards() == Stop.HALT
    assert reader.m.ic == LOW_WRONG
    assert reader.start() == Stop.HALT
    assert reader.m.ic == 0o2000
    assert reader.memory(PROGRAM) == dict(PROGRAM)


def test_without_a_transfer_card_it_stops_when_the_hopper_is_empty_and_start_reads_on():
    cards = deck(Image([Segment(0o200, (0o200,))], 0o200, word_bits=36))
    reader = Reader(cards[:-1])
    assert reader.load_cards() == Stop.HALT
    assert (reader.m.cause, reader.m.ic) == (Cause.HTR, NO_CARD)
    reader.hopper.append(words(cards[-1]))
    assert reader.start() == Stop.HALT
    assert reader.m.ic == 0o200
