"""Cards and decks for the tests, and a plain 704 with a card reader that loads them."""

from __future__ import annotations

from hypothesis import strategies as st

from emulators import record
from emulators.ibm704 import core
from emulators.ibm704.bcd import NONE, SCIENTIFIC
from emulators.image import Image
from emulators.machine import Stop
from host.formats.deck import cards, words

columns = st.integers(0, 0o7777)
binary_cards = st.lists(columns, min_size=80, max_size=80).map(tuple)
texts = st.text("".join(set(SCIENTIFIC) - {NONE}), max_size=80)
text_cards = texts.map(cards.of_text)
decks = st.lists(binary_cards | text_cards | st.just(cards.BLANK), min_size=1, max_size=6)

PROGRAM = Image.of(0o100, [0o777777_777777, 0, *range(0o400000_000000, 0o400000_000050)], 0o101, 36)


class Reader:
    """A 704 whose only unit is a card reader; cards are lists of 24 words."""

    def __init__(self, cards, size=0o100000):
        self.m = record.plain(core.FIELDS)
        core.power_on(self.m, size)
        self.hopper = [words(card) for card in cards]
        self.card, self.place = None, 0
        self.units = core.Units(self.select, self.copy, lambda *_: 0)

    def select(self, m, unit, writing):
        """RDS 321: the next card begins to move, whatever is left on the last one."""
        assert (unit, writing) == (0o321, 0)
        self.card, self.place = (self.hopper.pop(0) if self.hopper else None), 0

    def copy(self, m, address):
        """Skip one at the end of the deck, two at the end of the card."""
        if self.card is None:
            return 1
        if self.place == 24:
            return 2
        core.store(m, address, self.card[self.place])
        m.mq = self.card[self.place]
        self.place += 1
        return 0

    def load_cards(self, cycles=100_000):
        """Press LOAD CARDS; return when the machine stops, or after so many cycles."""
        self.select(self.m, 0o321, 0)
        self.copy(self.m, 0)
        self.copy(self.m, 1)
        self.m.ic = 0
        return self.start(cycles)

    def start(self, cycles=100_000):
        """Press START."""
        self.m.stop = Stop.NONE
        core.run_to(self.m, self.units, self.m.cycles + cycles)
        return Stop(self.m.stop)

    def memory(self, image):
        """The words at the addresses of an image."""
        return {address: self.m.memory[address] for address in dict(image)}
