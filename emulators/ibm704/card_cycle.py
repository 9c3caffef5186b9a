"""The machine cycle that card reader, card punch and line printer have in common: twelve rows pass one after the other.

    half points   0   2   4        18   20   22   24   26                 44
                  |   9   8  ....   1    0   11   12   end of record      |     the next card or line

A cycle is divided into 22 points; the rows are one point apart. The word of a row's left half (columns 1-36) comes
first, the right one (37-72) 300 microseconds later. The cycle is that of the published speed; that rows are spread over
it like this is assumed (docs/ibm704/machine.md).
"""

from __future__ import annotations

from emulators.compiled import njit
from emulators.ibm704.connection import MICROSECONDS

WORDS = 24  # of a card
HALF_POINTS = 44
MINUTE = 60_000_000 // MICROSECONDS  # cycles
READER_CYCLE = MINUTE // 250
PUNCH_CYCLE = MINUTE // 100
PRINTER_CYCLE = MINUTE // 150
RIGHT = 300 // MICROSECONDS  # cycles from the left word of a row to the right one


@njit()
def row_time(period: int, word: int) -> int:
    """Return the time of a word, in cycles from the start; WORDS is the end of the record."""
    return (word // 2 + 1) * 2 * period // HALF_POINTS + (word & 1) * RIGHT
