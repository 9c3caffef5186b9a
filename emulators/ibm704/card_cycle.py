"""The machine cycle that card reader, card punch and line printer have in common: twelve rows pass one after the other.

    select      the cycle begins     row 9 left, right    row 8       row 12    end of record       the cycle ends
      |  START          |     FIRST      |  RIGHT |         |   ....     |            |                    |
                                         |<---- PITCH ----->|

A unit at rest needs START until a cycle begins. A unit in motion - the cycle before is not over when it is selected -
begins the next one when that is over. The copy of a row's left half (columns 1-36) is due first, that of the right
one (37-72) RIGHT later.

The cycles are those of the published speeds. The other times are those that the manual of the 701 gives for its units:
at rest, the first copy must be given within 220 + 50 milliseconds of a select of the printer, 330 + 70 of the punch;
in motion, within 20 + 157 and 25 + 70 of the cycle's beginning; the right copy within 540 microseconds of the left one,
the next left one 13 (printer) and 31 (punch) milliseconds later. Printer (716) and punch (721) were the same machines
on the 704. Its reader was a faster one: the figures of the 701's (220 + 50, 20 + 100, 15) are made shorter here as the
cycle is.

How late a select still finds the unit in motion is assumed: an eighth of a cycle after the end. A line whose echoes are
read ends a tenth after it, and 150 lines a minute were printed that way, too (docs/ibm704/machine.md).
"""

from __future__ import annotations

from emulators.ibm704.connection import MICROSECONDS

WORDS = 24  # of a card
MINUTE = 60_000_000 // MICROSECONDS  # cycles


def begin(now: int, free: int, start: int, period: int) -> int:
    """Return when the cycle begins of a unit selected at `now`. `free`: when its cycle before is over, 0: none was.

    `start`: what it needs from rest; `period`: its cycle. All in cycles of the processor.
    """
    return free if free and now <= free + latch(period) else now + start


def latch(period: int) -> int:
    """Return how long after the end of a cycle a unit can still be kept in motion."""
    return period // 8


def row_time(first: int, pitch: int, right: int, word: int) -> int:
    """Return when a word is due, in cycles from the beginning; WORDS is the end of the record."""
    return first + word // 2 * pitch + (word & 1) * right
