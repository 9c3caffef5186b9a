"""The card punch (unit 341): 100 cards a minute, 72 columns, one row after the other.

The card is punched as far as it has been copied, and stays blank without a copy. The two exit hubs that SPU impulses
are wired to nothing.
"""

from __future__ import annotations

from emulators.ibm704 import connection
from emulators.ibm704.card_cycle import MINUTE, WORDS, begin, row_time
from emulators.ibm704.connection import MICROSECONDS, Request
from emulators.record import Fields, State

UNIT = 0o341
CYCLE = MINUTE // 100
START, FIRST = 305_000 // MICROSECONDS, 95_000 // MICROSECONDS  # cycles
PITCH, RIGHT = 31_540 // MICROSECONDS, 540 // MICROSECONDS

FIELDS: Fields = {
    "punch_free": ("int", 1),  # the cycle at which the last card has passed
}


def start(m: State) -> None:
    """Feed a blank card, which goes to the stacker even if nothing is copied."""
    m.record_start = begin(m.cycles, m.punch_free, START, CYCLE)
    m.punch_free = m.record_start + CYCLE
    m.unfinished = 1


def too_late(m: State) -> int:
    """Return the cycle from which the next word cannot be punched any more."""
    return m.record_start + row_time(FIRST, PITCH, RIGHT, m.moved + 1)


def copy(m: State, address: int) -> int:
    """Punch a word."""
    connection.wait(m, m.record_start + row_time(FIRST, PITCH, RIGHT, m.moved))
    m.buffer[m.buffered] = connection.take_word(m, address)
    m.buffered += 1
    m.unfinished = int(m.buffered < WORDS)
    if not m.unfinished:
        m.unit = m.unit_writing = 0
        connection.ask(m, Request.PUNCH, 0)
    return 0
