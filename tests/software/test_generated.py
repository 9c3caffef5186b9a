"""Programs made at random for UA SAP and our assembler; that both make the same decks is in test_catalogue.py."""

from host.software.generated import program
from host.software.ibm704 import GENERATED
from host.software.uasap import own_decks
from tests.shared import spread


def test_a_number_makes_the_same_program_every_time():
    assert program(7) == program(7) != program(8)


def test_our_assembler_takes_every_program():
    cards = [card for number in spread(range(0, GENERATED, 10), 6) for card in program(number) + program(number + 1)]
    decks = list(own_decks(cards, "generated"))
    assert len(decks) == sum(card.endswith("END") or card[7:10] == "END" for card in cards)
    assert all(words for _, words in decks)
