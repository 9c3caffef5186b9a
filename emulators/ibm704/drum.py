"""Magnetic drums (units 301-310): eight logical drums of 2,048 words.

LDA, between the select and the first copy, says at which address the copies begin; without it, at 0. The words of an
address and the next pass 96 microseconds apart; a drum takes 256 of them for a turn (24.6 milliseconds). After the
last address, the first one follows; there is no end of record.

The 96 microseconds are SIMH's, the round fits the published mean access time of 12 milliseconds: both assumed.
"""

from __future__ import annotations

from emulators.ibm704 import connection
from emulators.record import Field, Fields, State, unsigned

FIRST, LAST = 0o301, 0o310
WORDS = 2048  # of a logical drum
WORD_TIME = 96 // connection.MICROSECONDS  # cycles
ROUND = 256 * WORD_TIME  # cycles

FIELDS: Fields = {
    "drum_address": Field(0, WORDS - 1),  # where the copies begin
    "drums": unsigned(36, (LAST - FIRST + 1) * WORDS),
}


def locate(m: State, address: int) -> None:
    """LDA: begin at this address."""
    m.drum_address = address % WORDS


def too_late(m: State) -> int:
    """Return the first cycle at which the next word can no longer be copied; the first word returns after a turn."""
    return m.record_start + (m.moved + 1) * WORD_TIME if m.moved else m.cycles + 1


def copy(m: State, address: int) -> int:
    """Move a word from or to the drum."""
    if m.moved == 0:
        m.record_start = m.cycles + (m.drum_address * WORD_TIME - m.cycles) % ROUND
    connection.wait(m, m.record_start + m.moved * WORD_TIME)
    place = (m.unit - FIRST) * WORDS + (m.drum_address + m.moved) % WORDS
    if m.unit_writing:
        m.drums[place] = connection.take_word(m, address)
    else:
        connection.give_word(m, address, m.drums[place])
    return 0
