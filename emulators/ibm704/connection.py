"""The connection between the processor and one unit: selecting, waiting, being too late, letting go.

A unit, once selected, moves by itself: words have to be copied while they pass. For each word there is a cycle from
which on it can be copied (CPY waits for it) and one at which it is too late: then the unit lets go, and a CPY that
follows afterwards finds nothing selected: the read-write check stops the machine.

A unit asks for work with cards, paper and reels by a `request`, which is served after the instruction that
made it, before the next one (units.py).

The machine cycle that card reader, card punch and line printer have in common: twelve rows pass one after the other.

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

How late a select still finds the unit in motion is assumed: an eighth of a cycle after the end. A line with echoes that
are read ends a tenth after it, and 150 lines a minute were printed that way, too.

Source: facts of the manual as in docs/ibm704/machine.md, which separates facts from assumptions.
"""

from __future__ import annotations

from enum import IntEnum

from emulators.ibm704 import core
from emulators.ibm704.isa import FIELD
from emulators.machine import Stop
from emulators.record import COUNT, FLAG, MOMENT, Field, Fields, State, unsigned

MICROSECONDS = 12  # a cycle
BUFFER = 1024  # words of a record that are at hand


class Request(IntEnum):
    """The requests of a unit."""

    NONE = 0
    FETCH = 1  # the record to be read: a card, or the next one on the tape
    REFILL = 2  # more of a long record
    DRAIN = 3  # room for more of a long record
    PUNCH = 4  # a card is complete
    PRINT = 5  # a line is complete
    SPACE = 6  # the paper moves on after a line; argument: SPR's number
    MOVE = 7  # a tape is moved; argument: BST, WEF or REW


class Trouble(IntEnum):
    """The reason for a read-write check, or a unit that is not ready."""

    NONE = 0
    NOT_SELECTED = 1  # CPY, and nothing is selected, or not any more
    TOO_LATE = 2  # CPY, when the unit had to let go
    NO_UNIT = 3  # there is no such unit, or it cannot do that
    NO_DRUM = 4  # LDA, and no drum has just been selected
    NOT_READY = 5  # no tape is on the unit, or one without a ring that is to be written
    NOTHING_TO_LOAD = 6  # a LOAD button, and there is no record


NONE_BAD = 1 << 40
HUBS = 10  # exit hubs of the printer's control panel

FIELDS: Fields = {
    "moved": COUNT,  # words copied since the unit was selected
    "record_start": MOMENT,  # the cycle from which the times of its words count
    "buffer": unsigned(36, BUFFER),  # words of the record
    "buffered": Field(0, BUFFER - 1),  # how many there are
    "taken": Field(0, BUFFER - 1),  # how many of them have been copied, when reading
    "more": FLAG,  # 1: the record goes on after the buffer
    "at_end_of_file": FLAG,  # 1: there is no record
    "bad_word": Field(0, NONE_BAD),  # the first word of the record with a wrong parity, or NONE_BAD
    "unfinished": FLAG,  # 1: a record is being written that has not been finished yet
    "request": Field(0, max(Request)),  # a Request
    "argument": COUNT,
    "finished": Field(0, FIELD),  # the unit that was let go with an unfinished record; its last words are in the buffer
    "hubs": unsigned(HUBS + 1),  # bit n: exit hub n has been impulsed since the printer was selected
    "finished_hubs": unsigned(HUBS + 1),  # the hubs of the line that was released
    "trouble": Field(0, max(Trouble)),  # a Trouble
    "trouble_unit": unsigned(15),  # the unit that it is about
}


def cycles_of(microseconds: int) -> int:
    """Return a time in cycles, rounded up: nothing happens too early."""
    return -(-microseconds // MICROSECONDS)


def wait(m: State, cycle: int) -> None:
    """Make the processor wait until a cycle."""
    if cycle > m.cycles:
        m.waited += cycle - m.cycles
        m.cycles = cycle


def ask(m: State, request: int, argument: int) -> None:
    """Ask for something: it is done after this instruction."""
    m.request = request
    m.argument = argument
    m.deadline = 0
    m.horizon = 0


def check(m: State, trouble: int) -> None:
    """Stop the machine with the read-write check."""
    m.trouble = trouble
    m.read_write_check = 1
    core.halt(m, core.Cause.READ_WRITE_CHECK)


def let_go(m: State) -> None:
    """Disconnect the unit; its written record is finished."""
    if m.unfinished:
        m.unfinished = 0
        m.finished = m.unit
        m.finished_hubs = m.hubs
        m.deadline = 0
        m.horizon = 0
    m.unit = 0
    m.unit_writing = 0


def connect(m: State, unit: int, writing: int) -> None:
    """Select a unit, the one before having been let go."""
    m.unit = unit
    m.unit_writing = writing
    m.moved = 0
    if not m.finished:
        m.buffered = 0
    m.taken = 0
    m.more = 0
    m.at_end_of_file = 0
    m.bad_word = NONE_BAD
    m.record_start = m.cycles
    m.trouble = Trouble.NONE


def not_ready(m: State, unit: int) -> None:
    """Stop on an instruction for a unit that is not ready: the caller sets IC back, it will be tried again."""
    m.trouble = Trouble.NOT_READY
    m.trouble_unit = unit
    m.stop = Stop.INPUT
    m.horizon = 0


def give_word(m: State, address: int, word: int) -> None:
    """Move a word from a unit through MQ to storage."""
    m.mq = word
    core.store(m, address, word)
    m.moved += 1


def take_word(m: State, address: int) -> int:
    """Move a word from storage through MQ to a unit."""
    word = core.load(m, address)
    m.mq = word
    m.moved += 1
    return word


# ---------------------------------------------------------------- card cycle

WORDS = 24  # of a card
MINUTE = 60_000_000 // MICROSECONDS  # cycles


def begin(now: int, free: int, start: int, period: int) -> int:
    """Return when the cycle begins of a unit selected at `now`. `free`: when its cycle before is over, 0: none was.

    `start`: its time from rest; `period`: its cycle. All in cycles of the processor.
    """
    return free if free and now <= free + latch(period) else now + start


def latch(period: int) -> int:
    """Return how long after the end of a cycle a unit can still be kept in motion."""
    return period // 8


def row_time(first: int, pitch: int, right: int, word: int) -> int:
    """Return when a word is due, in cycles from the beginning; WORDS is the end of the record."""
    return first + word // 2 * pitch + (word & 1) * right
