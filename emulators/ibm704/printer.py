"""The line printer (unit 361): 150 lines a minute from row images, as if the line were a card.

WRS takes the 24 words of the rows 9, 8, ... 12; the paper moves even if none is copied. RDS prints, too, and gives back
what the type wheels did: 46 copies, of which 24 go to the printer and 22 come from it as echoes.

    rows 9 ... 1 out | echo 8-4 | row 0 out | echo 8-3 | row 11 out | echo 9 | row 12 out | echoes 8 7 6 5 4 3 2 1

A wheel stands at one digit only, so the echo 8 comes where neither 8-3 nor 8-4 is printed, and 3 and 4 where they are
not part of these. The echoes are those of a printer without faults.

SPR n impulses an exit hub of the control panel; the panel is wired as SHARE's was (n is decimal):
1 eject, 2 half a page, 3 one space more behind the line, 4 one more before it, 5 no space before it, 6 two behind it,
7 makes SPT skip, 9 and 10 print columns 1-72 on wheels 73-120 and 1-24 (9 without a space before it).

Source: the SHARE board and the order of the echoes as in Sim704 (docs/ibm704/machine.md).
"""

from __future__ import annotations

from emulators.ibm704 import connection
from emulators.ibm704.card_cycle import MINUTE, WORDS, begin, latch, row_time
from emulators.ibm704.connection import MICROSECONDS, Request
from emulators.record import Fields, State

UNIT = 0o361
CYCLE = MINUTE // 150
START, FIRST = 93_000 // MICROSECONDS, 177_000 // MICROSECONDS  # cycles
PITCH, RIGHT = 13_540 // MICROSECONDS, 540 // MICROSECONDS
ECHO_COPIES = 46
HUBS = 10
ENTRY_HUB = 7  # the exit hub that the board connects with the entry hub that SPT tests

FIELDS: Fields = {
    "printer_free": ("int", 1),  # the cycle at which the last line is over
}

ROW_9, ROW_8, ROW_4, ROW_3, ROW_0, ROW_11, ROW_12 = 0, 1, 5, 6, 9, 10, 11  # their order in the buffer
FIRST_ECHOES = 30  # copies from here on are the echoes 8, 7, ... 1


def start(m: State) -> None:
    """Begin a line; the paper moves even if nothing is copied."""
    m.record_start = begin(m.cycles, m.printer_free, START, CYCLE)
    m.printer_free = m.record_start + CYCLE
    m.unfinished = 1
    m.hubs = 0


def half_pitches(pair: int) -> int:
    """Return when a pair of copies (left, right) is due when echoes are read, in half pitches after row 9."""
    if pair < 9:
        return 2 * pair
    if pair < 15:
        return pair + 8  # echo 8-4, row 0, echo 8-3, row 11, echo 9, row 12
    return 2 * pair - 5


def echo_time(copy: int) -> int:
    """Return when a copy is due when echoes are read, in cycles from the start."""
    return FIRST + half_pitches(copy // 2) * PITCH // 2 + (copy & 1) * RIGHT


def too_late(m: State) -> int:
    """Return the cycle from which the next word cannot be copied any more: at the end of the line, never another."""
    if m.unit_writing:
        return m.record_start + (row_time(FIRST, PITCH, RIGHT, m.moved + 1) if m.moved < WORDS else CYCLE)
    return m.record_start + (echo_time(m.moved + 1) if m.moved < ECHO_COPIES - 1 else CYCLE + latch(CYCLE))


def echo_row(copy: int) -> int:
    """Return the echo that is read by a copy: 9 to 1, 84 for 8-4, 83 for 8-3, 0 where a row is printed."""
    if copy >= FIRST_ECHOES:
        return 8 - (copy - FIRST_ECHOES) // 2
    pair = copy // 2
    if pair == 9:
        return 84
    if pair == 11:
        return 83
    return 9 if pair == 13 else 0


def echo(m: State, row: int, right: int) -> int:
    """Return what an echo says of the left or right half of the line: a bit for each wheel."""
    eight = m.buffer[2 * ROW_8 + right]
    three = m.buffer[2 * ROW_3 + right]
    four = m.buffer[2 * ROW_4 + right]
    if row == 84:
        return eight & four
    if row == 83:
        return eight & three
    if row == 8:
        return eight & ~three & ~four
    if row == 4:
        return four & ~eight
    if row == 3:
        return three & ~eight
    return m.buffer[2 * (9 - row) + right]


def print_word(m: State, address: int) -> None:
    """Take a word of a row image; behind the last one, the line is on the paper."""
    m.buffer[m.buffered] = connection.take_word(m, address)
    m.buffered += 1
    m.unfinished = int(m.buffered < WORDS)
    if not m.unfinished:
        connection.ask(m, Request.PRINT, 0)


def copy(m: State, address: int) -> int:
    """Move a word of the line, or of its echo."""
    if m.unit_writing:
        if m.moved == WORDS:
            connection.let_go(m)
            connection.check(m, connection.Trouble.NOT_SELECTED)
            return 0
        connection.wait(m, m.record_start + row_time(FIRST, PITCH, RIGHT, m.moved))
        print_word(m, address)
        return 0
    if m.moved == ECHO_COPIES:
        connection.let_go(m)
        connection.check(m, connection.Trouble.NOT_SELECTED)
        return 0
    connection.wait(m, m.record_start + echo_time(m.moved))
    row = echo_row(m.moved)
    if row:
        connection.give_word(m, address, echo(m, row, m.moved & 1))
    else:
        print_word(m, address)
    return 0


def sense(m: State, hub: int) -> None:
    """SPR: impulse an exit hub; nobody notices while the printer is not selected."""
    if m.unit == UNIT:
        m.hubs |= 1 << hub
        if m.buffered == 0 and m.moved:  # the line is on the paper already
            connection.ask(m, Request.SPACE, hub)
