"""The line printer (unit 361): 150 lines a minute from row images, as if the line were a card.

WRS takes the 24 words of the rows 9, 8, ... 12; the paper moves even if none is copied. RDS prints, too, and gives back
the print of the type wheels: 46 copies, of which 24 go to the printer and 22 return from it as echoes.

    rows 9 ... 1 out | echo 8-4 | row 0 out | echo 8-3 | row 11 out | echo 9 | row 12 out | echoes 8 7 6 5 4 3 2 1

A wheel is at one digit only, so the echo 8 appears where neither 8-3 nor 8-4 is printed, and 3 and 4 where they are
not part of these. The echoes are those of a printer without faults.

SPR n impulses an exit hub of the control panel; the panel is wired as SHARE's was (n is decimal):
1 eject, 2 half a page, 3 one space more after the line, 4 one more before it, 5 no space before it, 6 two after it,
7 makes SPT skip, 9 and 10 print columns 1-72 on wheels 73-120 and 1-24 (9 without a space before it).

The paper is spaced before a line is printed, once if nothing else is asked for, and again after it if that is asked
for. As characters: a new line is one LF, an ejected page FF, half a page VT. A line printed over the one before takes
that one back, with its LF, and can be read then: the later character, if there is any. The last characters
are in a ring, from which the host fetches them: see PAPER_FIELDS.

Source: the SHARE board and the order of the echoes as in Sim704 (docs/ibm704/machine.md).
"""

from __future__ import annotations

from emulators.ibm704 import bcd, connection
from emulators.ibm704.connection import MICROSECONDS, MINUTE, WORDS, Request, begin, latch, row_time
from emulators.ibm704.isa import WORD_BITS
from emulators.kernels import out_of_line
from emulators.record import COUNT, FLAG, MOMENT, Field, Fields, State, octets

UNIT = 0o361
CYCLE = MINUTE // 150
START, FIRST = 93_000 // MICROSECONDS, 177_000 // MICROSECONDS  # cycles
PITCH, RIGHT = 13_540 // MICROSECONDS, 540 // MICROSECONDS
ECHO_COPIES = 46
ENTRY_HUB = 7  # the exit hub that the board connects with the entry hub that SPT tests

FIELDS: Fields = {
    "printer_free": MOMENT,  # the cycle at which the last line is over
}

ROW_8, ROW_4, ROW_3 = 1, 5, 6  # their places in the buffer, which begins with row 9
FIRST_ECHOES = 30  # copies from here on are the echoes 8, 7, ... 1


def start(m: State) -> None:
    """Begin a line; the paper moves even if nothing is copied."""
    connection.wait(m, m.printer_free - CYCLE)  # one cycle can be asked for ahead, not two
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
    """Return the echo of the left or right half of the line: a bit for each wheel."""
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
    """Take a word of a row image; after the last one, the line is on the paper."""
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
    """SPR: impulse an exit hub; without effect while the printer is not selected."""
    if m.unit == UNIT:
        m.hubs |= 1 << hub
        if m.buffered == 0 and m.moved:  # the line is on the paper already
            connection.ask(m, Request.SPACE, hub)


# ---------------------------------------------------------------- paper

WHEELS = 120
EJECT, HALF_PAGE, ONE_BEHIND, ONE_MORE, NONE_BEFORE, TWO_BEHIND = 1, 2, 3, 4, 5, 6  # exit hubs, as the board has them
NONE_AND_RIGHT, ON_RIGHT = 9, 10
RIGHT_COLUMN = 72  # the wheel (from 0) over which column 1 is printed then
BLANK, NEW_LINE, HALF, FORM_FEED = 0o40, 0o12, 0o13, 0o14  # ASCII
BUFFER = 4096  # characters printed and not yet fetched
MOST = 512  # characters that may be printed before the host is asked to fetch: two instructions print fewer

PAPER_FIELDS: Fields = {
    "printed_count": COUNT,  # characters on the paper; the last ones of them are in `printed`, modulo BUFFER
    "printed_fetched": COUNT,  # how many of these the host has; printing over a line makes them fewer
    "printed": octets(BUFFER),
    "line": octets(WHEELS),  # the last line ...
    "line_length": Field(0, WHEELS),  # ... as long as it is without blanks after it
    "line_ended": FLAG,  # 1: the last character on the paper is the LF after it, so it can be printed over
}


def is_full(m: State) -> bool:
    """Return whether the host has to fetch characters before more are printed."""
    return m.printed_count - m.printed_fetched > BUFFER - MOST


def put(m: State, character: int) -> None:
    """Put a character on the paper."""
    m.printed[m.printed_count % BUFFER] = character
    m.printed_count += 1


def end_line(m: State, length: int) -> None:
    """End the line of which `length` characters have been printed."""
    put(m, NEW_LINE)
    m.line_length = length
    m.line_ended = 1


@out_of_line
def space(m: State, hub: int) -> None:
    """Move the paper on, for the impulse of an exit hub."""
    if hub in (EJECT, HALF_PAGE):
        put(m, FORM_FEED if hub == EJECT else HALF)
        m.line_ended = 0
    for _ in range(1 if hub == ONE_BEHIND else 2 if hub == TWO_BEHIND else 0):
        end_line(m, 0)


def space_for(m: State, hubs: int, hub: int) -> None:
    """Move the paper on if an exit hub has been impulsed."""
    if hubs >> hub & 1:
        space(m, hub)


def column(m: State, number: int) -> int:
    """Return the rows of a column, 0 to 71, in the buffer; rows not copied are blank."""
    first, shift = number // WORD_BITS, WORD_BITS - 1 - number % WORD_BITS
    punches = 0
    for word in range(first, min(m.buffered, bcd.CARD_WORDS), 2):
        punches |= (m.buffer[word] >> shift & 1) << word // 2
    return punches


def take_back(m: State) -> int:
    """Take the last line back, and its LF; return its length."""
    m.printed_count -= m.line_length + 1
    m.printed_fetched = min(m.printed_fetched, m.printed_count)
    return m.line_length


@out_of_line
def print_line(m: State, hubs: int) -> None:
    """Print the row image in the buffer, and empty it; `hubs` are the exit hubs impulsed before, bit n for hub n."""
    space_for(m, hubs, EJECT)
    space_for(m, hubs, HALF_PAGE)
    length = 0
    if (hubs >> NONE_BEFORE | hubs >> NONE_AND_RIGHT) & m.line_ended:
        length = take_back(m)
    elif hubs >> ONE_MORE & 1:
        end_line(m, 0)
    for wheel in range(length, WHEELS):
        m.line[wheel] = BLANK
    wheel = RIGHT_COLUMN * ((hubs >> NONE_AND_RIGHT | hubs >> ON_RIGHT) & 1)
    for number in range(bcd.READ_COLUMNS):
        punches = column(m, number)
        if punches:
            character = bcd.glyph(punches)
            if character != BLANK:
                m.line[wheel] = character
                length = max(length, wheel + 1)
        wheel = (wheel + 1) % WHEELS
    m.buffered = 0
    for each in range(length):
        put(m, m.line[each])
    end_line(m, length)
    space_for(m, hubs, ONE_BEHIND)
    space_for(m, hubs, TWO_BEHIND)
