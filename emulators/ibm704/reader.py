"""The card reader (unit 321): 250 cards a minute, 72 of the 80 columns, one row after the other.

RDS feeds a card, whether its words are copied or not. A copy after its 24 words finds the end of record; with nothing
in the hopper, the first copy finds the end of file.
"""

from __future__ import annotations

from emulators.ibm704 import connection
from emulators.ibm704.connection import MICROSECONDS, MINUTE, WORDS, begin, row_time
from emulators.record import COUNT, FLAG, MOMENT, Field, Fields, State, unsigned

UNIT = 0o321
CYCLE = MINUTE // 250
START, FIRST = 90_000 // MICROSECONDS, 72_000 // MICROSECONDS  # cycles
PITCH, RIGHT = 9_324 // MICROSECONDS, 324 // MICROSECONDS

HOPPER = 256  # cards at hand

HOPPER_FIELDS: Fields = {
    "cards_read": COUNT,  # since power-on
    "hopper_cards": Field(0, HOPPER),  # cards in `hopper`; the next one is at place `cards_read`, modulo HOPPER
    "hopper_more": FLAG,  # 1: the host has more cards to put after them
    "hopper": unsigned(36, HOPPER * WORDS),
}
FIELDS: Fields = {
    **HOPPER_FIELDS,
    "reader_free": MOMENT,  # the cycle at which the last card has passed
}


def due(m: State) -> int:
    """Return the cycle from which the next word can be copied."""
    return m.record_start + row_time(FIRST, PITCH, RIGHT, m.moved)


def too_late(m: State) -> int:
    """Return the cycle from which it cannot be copied any more."""
    if m.at_end_of_file:
        return m.cycles + 1
    if m.moved < WORDS:
        return m.record_start + row_time(FIRST, PITCH, RIGHT, m.moved + 1)
    return m.record_start + CYCLE


def copy(m: State, address: int) -> int:
    """Read a word of the card; return how many instructions are skipped."""
    if m.at_end_of_file:
        connection.let_go(m)
        return 1
    connection.wait(m, due(m))
    if m.moved == WORDS:
        connection.let_go(m)
        return 2
    connection.give_word(m, address, m.buffer[m.moved])
    return 0


def feed(m: State) -> bool:
    """Feed a card, or reach the end of the file; return False if the host has to put cards into the hopper first."""
    if m.hopper_cards == 0:
        m.at_end_of_file = 1 - m.hopper_more
        return m.hopper_more == 0
    place = m.cards_read % HOPPER * WORDS
    for word in range(WORDS):
        m.buffer[word] = m.hopper[place + word]
    m.buffered = WORDS
    m.cards_read += 1
    m.hopper_cards -= 1
    connection.wait(m, m.reader_free - CYCLE)  # one cycle can be asked for ahead, not two
    m.record_start = begin(m.cycles, m.reader_free, START, CYCLE)
    m.reader_free = m.record_start + CYCLE
    return True
