"""The card punch (unit 341): 100 cards a minute, 72 columns, one row after the other.

The card is punched as far as it has been copied, and stays blank without a copy. The two exit hubs that SPU impulses
are wired to nothing.
"""

from __future__ import annotations

from emulators.ibm704 import connection
from emulators.ibm704.connection import MICROSECONDS, MINUTE, WORDS, Request, begin, row_time
from emulators.record import COUNT, MOMENT, Fields, State, unsigned

UNIT = 0o341
CYCLE = MINUTE // 100
START, FIRST = 305_000 // MICROSECONDS, 95_000 // MICROSECONDS  # cycles
PITCH, RIGHT = 31_540 // MICROSECONDS, 540 // MICROSECONDS

STACKER = 64  # cards punched and not yet fetched
MOST = 4  # cards that may be punched before the host is asked to fetch: two instructions punch fewer

STACKER_FIELDS: Fields = {
    "cards_punched": COUNT,  # since power-on; the last ones of them are in `stacker`, modulo STACKER
    "punched_fetched": COUNT,  # how many of them the host has
    "stacker": unsigned(36, STACKER * WORDS),
}
FIELDS: Fields = {
    **STACKER_FIELDS,
    "punch_free": MOMENT,  # the cycle at which the last card has passed
}


def start(m: State) -> None:
    """Feed a blank card, which goes to the stacker even if nothing is copied."""
    connection.wait(m, m.punch_free - CYCLE)  # one cycle can be asked for ahead, not two
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


def stack(m: State) -> None:
    """Put the card in the buffer into the stacker, blank where nothing has been copied; empty the buffer."""
    place = m.cards_punched % STACKER * WORDS
    for word in range(WORDS):
        m.stacker[place + word] = m.buffer[word] if word < m.buffered else 0
    m.buffered = 0
    m.cards_punched += 1


def is_full(m: State) -> bool:
    """Return whether the host has to fetch cards before more are punched."""
    return m.cards_punched - m.punched_fetched > STACKER - MOST
