"""Decks that Ironboard makes, loaded by LOAD CARDS through the card reader, at its pace."""

from pathlib import Path

import pytest

from emulators.ibm704.core import Cause
from emulators.image import Image, Segment
from emulators.machine import Stop
from host.formats import deck
from host.machines.ibm704.machine import Ibm704

HELLO = Path(__file__).parents[1] / "data" / "ibm704" / "hello.deck"
HALT = 0o3000
LOW_WRONG, LOW_READ, HIGH = 0o3, 0o4, 0o10000 - 24


def program(first):
    """Fifty words from `first` on, and a program that halts at once."""
    words = tuple(0o400000_000000 | 0o010101_010101 * each % (1 << 35) for each in range(50))
    return Image([Segment(first, words), Segment(HALT, (HALT,))], HALT, word_bits=36)


@pytest.fixture(params=[4096, 32768], ids=["4K", "32K"])
def machine(request):
    return Ibm704(core="python", core_size=request.param)


def loaded(machine, image):
    return {address: machine.peek(address) for address in dict(image)} == dict(image)


@pytest.mark.parametrize("first", [0, 0o30, 0o100])
def test_a_program_is_loaded_and_started_with_its_data_still_to_be_read(machine, first):
    image = program(first)
    machine.load_cards(image, [deck.of_text("MOVE 11-15")])
    assert machine.run(seconds=30) == Stop.HALT
    assert (machine.m.cause, machine.m.ic) == (Cause.HTR, HALT)
    assert loaded(machine, image)
    assert [list(card) for card in machine.hopper] == [deck.words(deck.of_text("MOVE 11-15"))]


@pytest.mark.parametrize(("first", "wrong"), [(0o100, LOW_WRONG), (0, HIGH + 20)])
def test_a_card_with_a_wrong_hole_stops_the_machine_and_the_right_one_lets_it_go_on(machine, first, wrong):
    image = program(first)
    cards = deck.deck(image)
    number = len(cards) - 4  # the second of the program's three cards is followed by the halt's and the transfer card
    damaged = deck.words(cards[number])
    damaged[11] ^= 1 << 17
    machine.load_cards([*cards[:number], deck.of_words(damaged)])
    assert machine.run(seconds=30) == Stop.HALT
    assert (machine.m.cause, machine.m.ic) == (Cause.HTR, wrong)
    machine.read_cards(cards[number:])
    machine.press("START")
    assert machine.run(seconds=30) == Stop.HALT
    assert machine.m.ic == HALT
    assert loaded(machine, image)


def test_at_the_end_of_the_cards_it_stops_and_reads_on_when_there_are_more(machine):
    cards = deck.deck(program(0o100))
    machine.load_cards(cards[:2])
    assert machine.run(seconds=30) == Stop.HALT
    assert machine.m.ic == LOW_READ
    machine.read_cards(cards[2:])
    machine.press("START")
    machine.run(seconds=30)
    assert machine.m.ic == HALT
    assert loaded(machine, program(0o100))


def test_a_card_passes_as_fast_as_with_a_program_that_does_nothing_else(machine):
    """22 words a card keep up with the reader: 250 cards a minute, whatever is added up."""
    image = Image([Segment(0o100, (0o123456_701234,) * 22 * 20), Segment(HALT, (HALT,))], HALT, word_bits=36)
    machine.load_cards(image)
    machine.run(seconds=60)
    assert machine.m.ic == HALT
    cards = len(deck.deck(image))
    assert machine.seconds == pytest.approx(cards * 60 / 250, rel=0.05)


def test_cards_are_listed_on_the_printer():
    machine = Ibm704(core="python")
    machine.load_cards(HELLO)
    assert machine.run(seconds=30) == Stop.HALT
    assert machine.paper == ["HELLO WORLD", "0123456789 +-*/=().,$'", "", "THE 704 PRINTS WHAT IS ON ITS CARDS"]
