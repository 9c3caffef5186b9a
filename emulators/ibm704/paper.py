"""The paper in the line printer: what row images have printed, line by line, as text.

The paper is spaced before a line is printed, once if nothing else is asked for, and again behind it if that is asked
for. As characters: a new line is one LF, an ejected page FF, half a page VT. A line printed over the one before takes
that one back, with its LF, and is what can be read then: the later character, if there is any.

The last characters are in a ring, from which the host fetches them: see FIELDS.
"""

from __future__ import annotations

from emulators.ibm704 import bcd
from emulators.ibm704.isa import WORD_BITS
from emulators.kernels import out_of_line
from emulators.record import Fields, State

WHEELS = 120
EJECT, HALF_PAGE, ONE_BEHIND, ONE_MORE, NONE_BEFORE, TWO_BEHIND = 1, 2, 3, 4, 5, 6  # exit hubs, as the board has them
NONE_AND_RIGHT, RIGHT = 9, 10
RIGHT_COLUMN = 72  # the wheel (from 0) over which column 1 is printed then
BLANK, NEW_LINE, HALF, FORM_FEED = 0o40, 0o12, 0o13, 0o14  # ASCII
BUFFER = 4096  # characters printed and not yet fetched
MOST = 512  # characters that may be printed before the host is asked to fetch: two instructions print fewer

FIELDS: Fields = {
    "printed_count": ("int", 1),  # characters on the paper; the last ones of them are in `printed`, modulo BUFFER
    "printed_fetched": ("int", 1),  # how many of these the host has; printing over a line makes them fewer
    "printed": ("byte", BUFFER),
    "line": ("byte", WHEELS),  # the last line ...
    "line_length": ("int", 1),  # ... as long as it is without blanks behind it
    "line_ended": ("int", 1),  # 1: the last character on the paper is the LF behind it, so it can be printed over
}


def is_full(m: State) -> bool:
    """Return whether the host has to fetch characters before more are printed."""
    return m.printed_count - m.printed_fetched > BUFFER - MOST


def put(m: State, character: int) -> None:
    """Put a character on the paper."""
    m.printed[m.printed_count % BUFFER] = character
    m.printed_count += 1


def end_line(m: State, length: int) -> None:
    """End the line of which so many characters have been printed."""
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
    """Return what the rows in the buffer have in a column, 0 to 71; what has not been copied is blank."""
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
    wheel = RIGHT_COLUMN * ((hubs >> NONE_AND_RIGHT | hubs >> RIGHT) & 1)
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
