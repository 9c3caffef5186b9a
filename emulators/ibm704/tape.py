"""Magnetic tape units 1 to 10 (addresses 201-212 BCD, 221-232 binary): 15,000 characters a second, seven tracks.

RDS and WRS move one record. A word is six characters, a character six bits and a parity bit: odd in binary records,
even in BCD records, with codes other than those in storage (`bcd.py`). A copy after the last word finds the end of the
record; before a tape mark, or where nothing is written, the first copy finds the end of the file. A record ends when
copies stop coming. Whatever was after a record that is written is lost, and so it is when no word is copied.

A reel is kept as the characters on it, one byte each: bit 7 marks the first one of a record, bit 6 is the parity bit
(the format known as P7B). A tape mark is a record of one character 17 in even parity.

Times: starting and stopping take 10 milliseconds each way, rewinding 500 inches a second: assumed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from emulators.ibm704 import connection
from emulators.ibm704.bcd import FROM_TAPE, TO_TAPE
from emulators.ibm704.connection import BUFFER, MICROSECONDS, Request, Trouble
from emulators.ibm704.core import Op
from emulators.kernels import out_of_line
from emulators.record import MOMENT, Fields, State, as_many, unsigned

UNITS = 10
FIRST_BCD, LAST_BCD, FIRST_BINARY, LAST_BINARY = 0o201, 0o212, 0o221, 0o232
CHARACTERS = 6  # of a word
WORD_THIRDS = 3 * 400 // MICROSECONDS  # of a cycle: a word passes in 400 microseconds
START = -(-10_000 // MICROSECONDS)  # cycles until a record begins to pass
MARK_TIME = 50_000 // MICROSECONDS  # cycles that writing a tape mark takes
INCH = 1_000_000 // MICROSECONDS // 500  # cycles, rewinding

PROTECTED = 16

FIELDS: Fields = {
    "tape_free": as_many(UNITS + 1, MOMENT),  # by unit: the cycle at which the tape stops or is rewound
    "tapes": unsigned(UNITS + PROTECTED + 1),  # bit n: a tape is on unit n; bit n + PROTECTED: it has no ring
}


# ---------------------------------------------------------------- compiled


def number(unit: int) -> int:
    """Return which tape unit an address means, 1 to 10; 0: none."""
    if FIRST_BCD <= unit <= LAST_BCD:
        return unit - FIRST_BCD + 1
    if FIRST_BINARY <= unit <= LAST_BINARY:
        return unit - FIRST_BINARY + 1
    return 0


def ready(m: State, tape: int, writing: int) -> bool:
    """Return whether there is a tape on a unit, with a ring if it is to be written."""
    return m.tapes >> tape & 1 == 1 and (writing == 0 or m.tapes >> tape + PROTECTED & 1 == 0)


def start(m: State, unit: int, writing: int) -> None:
    """Wait until the tape has stopped, then start it."""
    tape = number(unit)
    connection.wait(m, m.tape_free[tape])
    m.record_start = m.cycles + START
    if writing:
        m.tape_free[tape] = m.record_start
        m.unfinished = 1
    else:
        m.mq = 0
        connection.ask(m, Request.FETCH, 0)


def word_time(words: int) -> int:
    """Return how long words take to pass, in cycles."""
    return words * WORD_THIRDS // 3


def due(m: State) -> int:
    """Return the cycle from which the next word can be copied: a word is read when it has passed."""
    return m.record_start + word_time(m.moved + 1 - m.unit_writing)


def too_late(m: State) -> int:
    """Return the cycle from which it cannot be copied any more."""
    at_end = not m.unit_writing and m.taken == m.buffered and not m.more
    return due(m) + START if at_end else m.record_start + word_time(m.moved + 2 - m.unit_writing)


def copy(m: State, address: int) -> int:
    """Move a word from or to the tape; return how many instructions are skipped."""
    connection.wait(m, due(m))
    tape = number(m.unit)
    if m.unit_writing:
        m.tape_free[tape] = m.cycles
        m.unfinished = 1
        m.buffer[m.buffered] = connection.take_word(m, address)
        m.buffered += 1
        if m.buffered == BUFFER:
            connection.ask(m, Request.DRAIN, 0)
        return 0
    if m.at_end_of_file:
        connection.let_go(m)
        return 1
    if m.moved >= m.bad_word:
        m.tape_check = 1
    if m.taken == m.buffered:
        connection.let_go(m)
        return 2
    connection.give_word(m, address, m.buffer[m.taken])
    m.taken += 1
    if m.taken == m.buffered and m.more:
        connection.ask(m, Request.REFILL, 0)
    return 0


@out_of_line
def move(m: State, op: int, unit: int) -> int:
    """BST, WEF, REW: move a tape; return the step of IC. The processor waits only until the unit is free."""
    tape = number(unit)
    if not tape:
        connection.check(m, Trouble.NO_UNIT)
        m.trouble_unit = unit
    elif not ready(m, tape, int(op == Op.WEF)):
        connection.not_ready(m, unit)
        return -1
    else:
        connection.wait(m, m.tape_free[tape])
        m.trouble = Trouble.NONE
        m.trouble_unit = unit
        connection.ask(m, Request.MOVE, op)
    return 0


# ---------------------------------------------------------------- the reel


FIRST, PARITY, BITS = 0x80, 0x40, 0x3F
TAPE_MARK = bytes([FIRST | 0o17])
LENGTH = 2400 * 12  # inches
WARNING = LENGTH - 20 * 12  # where the mark is that lights the tape indicator
DENSITY = 200  # characters an inch
GAP_QUARTERS = 3  # of an inch between records
ODD = bytes(bits.bit_count() + 1 & 1 for bits in range(64))  # the parity bit that makes the number of ones odd


def parity_bit(bits: int, binary: bool) -> int:
    """Return the parity bit of six bits."""
    return ODD[bits] ^ (not binary)


def characters(words: Iterable[int], binary: bool) -> bytes:
    """Return the characters that a record of words has on tape."""
    data = bytearray()
    for word in words:
        for shift in range(30, -1, -6):
            bits = word >> shift & BITS
            bits = bits if binary else TO_TAPE[bits]
            data.append(bits | parity_bit(bits, binary) << 6)
    if data:
        data[0] |= FIRST
    return bytes(data)


def words_of(data: bytes, binary: bool) -> tuple[list[int], int]:
    """Return the words of a record, and the first of them with a wrong parity (NONE_BAD if there is none).

    Characters that are missing from the last word are zeros.
    """
    words, bad = [], connection.NONE_BAD
    for first in range(0, len(data), CHARACTERS):
        word = 0
        for place, character in enumerate(data[first : first + CHARACTERS]):
            bits = character & BITS
            if character >> 6 & 1 != parity_bit(bits, binary):
                bad = min(bad, first // CHARACTERS)
            word |= (bits if binary else FROM_TAPE[bits]) << 30 - 6 * place
        words.append(word)
    return words, bad


class ReelState(NamedTuple):
    """A reel at one moment."""

    data: bytes = b""
    position: int = 0
    records: int = 0
    written: tuple[int, ...] = ()
    rest: tuple[int, ...] = ()


class Reel:
    """A tape, and its position under the heads."""

    def __init__(self, state: ReelState) -> None:
        self.data = bytearray(state.data)
        self.position = state.position  # characters before the heads
        self.records = state.records  # records and tape marks before the heads
        self.written = list(state.written)  # words of the record being written
        self.rest = list(state.rest)  # words of the record being read that are still to come
        self._kept: bytes | None = state.data

    @property
    def state(self) -> ReelState:
        """All of it."""
        if self._kept is None:
            self._kept = bytes(self.data)
        return ReelState(self._kept, self.position, self.records, tuple(self.written), tuple(self.rest))

    @property
    def inches(self) -> int:
        """How much tape is before the heads."""
        return self.position // DENSITY + self.records * GAP_QUARTERS // 4

    def read(self) -> bytes | None:
        """Return the characters of the next record, and move past it; None for a tape mark, or at the end."""
        start = self.position
        if start >= len(self.data):
            return None
        end = start + 1
        while end < len(self.data) and not self.data[end] & FIRST:
            end += 1
        self.position, self.records = end, self.records + 1
        record = bytes(self.data[start:end])
        return None if record == TAPE_MARK else record

    def write(self, record: bytes) -> None:
        """Write a record; the rest of the tape is lost."""
        self.data[self.position :] = record
        self.position, self.records, self._kept = len(self.data), self.records + 1, None

    def erase(self) -> None:
        """Lose the record before the heads: the tape has been written, but without a word."""
        del self.data[self.position :]
        self._kept = None

    def backspace(self) -> int:
        """Go back by a record or a tape mark, if there is any; return its characters."""
        before = self.position
        while self.position > 0:
            self.position -= 1
            if self.data[self.position] & FIRST:
                self.records -= 1
                break
        return before - self.position

    def rewind(self) -> None:
        """Go back to the load point."""
        self.position = self.records = 0
