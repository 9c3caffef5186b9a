"""Column binary (`.cbn`): a card is a record of 160 characters of six bits, two for each column.

    byte   7  6       5   4   3   2   1   0
    first  1  parity  12  11  0   1   2   3       bit 7: the first character of a card
    second 0  parity  4   5   6   7   8   9       parity: odd

The byte 8F alone is a mark for the end of the deck. Source: SIMH's card format CBN; decks of Z0ftware and Sim704
are of this kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from emulators.ibm704.bcd import COLUMNS
from host.formats.deck.card import Card
from host.formats.faults import damaged, refuse_empty
from host.formats.tapes import p7b

CHARACTERS = 2 * COLUMNS  # in a card
HALF, HALF_BITS = 0o77, 6


def loads(data: bytes, file: str = "<data>") -> list[Card]:
    """Return the cards of a deck."""
    refuse_empty(data, file, "cards of 160 characters each")
    records = list(p7b.records(data, file))
    while records and records[-1] == p7b.MARK:
        records.pop()
    return [card(record, file, f"card {number}") for number, record in enumerate(records, 1)]


def card(record: bytes, file: str, where: str) -> Card:
    """Return the card that is a record, after checking its length and its parity."""
    if record == p7b.MARK:
        raise damaged(file, where, "this is an end mark, but more cards follow: the 704's hopper knows no marks")
    if len(record) != CHARACTERS:
        raise damaged(file, where, f"the card has {len(record)} characters instead of {CHARACTERS}")
    if faults := p7b.wrong(record, odd=True):
        at = f"{where}, column {faults[0] // 2 + 1}"
        raise damaged(file, at, f"character {faults[0] + 1}, {record[faults[0]]:02X}, has even parity instead of odd")
    halves = [each & HALF for each in record]
    return tuple(high << HALF_BITS | low for high, low in zip(halves[::2], halves[1::2], strict=True))


def dumps(cards: Sequence[Card]) -> bytes:
    """Return the file of a deck."""
    return p7b.joined(p7b.with_parity(characters(card), odd=True) for card in cards)


def characters(card: Card) -> Iterable[int]:
    """Return the 160 characters of a card, without parity."""
    return (half for column in card for half in (column >> HALF_BITS, column & HALF))


def recognises(head: bytes) -> bool:
    """Tell whether the beginning of a file looks like column binary: one card, every bit right."""
    record = bytes([head[0] & 0x7F]) + head[1:CHARACTERS] if head[:1] >= b"\x80" else b""
    return len(record) == CHARACTERS and not p7b.wrong(record, odd=True) and all(each < 0x80 for each in record)
