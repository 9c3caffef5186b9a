"""The requests that are not input and output: lines for the dayfile, time, field length, exit mode, programs.

    MEM     the word at the address: field length wanted in bits 59-30, 0: none; later the one there is, and 1 in bit 0
    MOD     the address field is the exit mode: 1 address, 2 infinite, 4 indefinite
    TIM     number 0 CP time, 1 date, 2 time of day, 3 date as a day of the year, 5 time since deadstart
    LDR     loads the file of the name at the address, a table of one word and a program, and starts it

        59   48      36-35      18-17     0
        | 5000 |  0  | origin    | entry    |    the table; the words that follow go to storage from the origin on

docs/cdc6600/system.md has the facts about the real systems.
"""

from __future__ import annotations

from enum import IntEnum

from emulators.cdc6600 import cio, core, dayfile, display_code, files
from emulators.cdc6600.arithmetic import M18
from emulators.cdc6600.core import EM_SHIFT
from emulators.cdc6600.dayfile import Fault, fail
from emulators.cdc6600.display_code import BLANK, CODE_BITS, CODES, COLON, WORD_CODES
from emulators.cdc6600.files import HEAD, NOWHERE, Head
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.kernels import out_of_line
from emulators.record import MOMENT, Fields, State, unsigned

REQUEST_WORD = 1
NAME_CODES = 3
MESSAGE_WORDS = 8
LAST_CODES = CODES**2 - 1  # zero at the end of a line
MILLISECOND = 10_000  # cycles
PERIOD = 24 * MILLISECOND  # a program in periodic recall waits so long, unless a peripheral program wakes it
SECOND = 1000 * MILLISECOND
BLOCK = 0o100  # words: field lengths are multiples
FL_SHIFT, FL_BITS, DONE = 30, 30, 1  # of the word of MEM
MODES = 7
TABLE, TABLE_SHIFT = 0o5000, 48  # of a program that LDR loads
YEAR = 70  # deadstart is on its first day
FIELDS: Fields = {
    "fl_most": unsigned(ADDRESS_BITS),  # the longest field length that MEM gives
    "recall_at": MOMENT,  # the cycle at which periodic recall ends; 0: the program is not in it
}


class Form(IntEnum):
    """The numbers of TIM."""

    CP_TIME = 0
    DATE = 1
    CLOCK = 2
    JULIAN = 3
    REAL_TIME = 5


def number_of(name: str) -> int:
    """Return the name of a request as a number."""
    return display_code.number(display_code.codes(name))


END, ABT, MSG, TIM, CIO, RCL, CON, MEM, MOD, LDR, DAT, CLK, JDT, RTM = (
    number_of(name) for name in "END ABT MSG TIM CIO RCL CON MEM MOD LDR DAT CLK JDT RTM".split()
)
ZERO, SLASH, POINT = display_code.codes("0/.")


def store_request(m: State, word: int) -> None:
    """Put a word where requests go."""
    if cio.exists(m, REQUEST_WORD):
        cio.put(m, REQUEST_WORD, word)


@out_of_line
def refuse(m: State, word: int, name: int) -> None:
    """Say that there is no such request."""
    left = name << CODE_BITS * (cio.FILE_CODES - NAME_CODES)
    bits = dayfile.stripped(left)
    known = bits < CODE_BITS * cio.FILE_CODES
    while bits < CODE_BITS * cio.FILE_CODES:
        known = known and cio.A <= (left >> bits & CODES - 1) <= cio.DIGIT_9
        bits += CODE_BITS
    if known:
        fail(m, Fault.NO_REQUEST, 0, left)
    else:
        fail(m, Fault.NOT_A_REQUEST, 0, word)


@out_of_line
def message(m: State, address: int) -> None:
    """MSG: write a line into the dayfile, without the blanks and zeros after its last character."""
    words, ended = 0, False
    while words < MESSAGE_WORDS and not ended:
        if not cio.exists(m, address + words):
            return
        ended = cio.word_at(m, address + words) & LAST_CODES == 0
        words += 1
    count = WORD_CODES * words
    while count and ended and code_at(m, address, count - 1) == COLON:
        count -= 1
    while count and code_at(m, address, count - 1) == BLANK:
        count -= 1
    dayfile.begin(m, dayfile.LINE_WORDS)
    for place in range(count):
        dayfile.put(m, code_at(m, address, place))


def code_at(m: State, address: int, place: int) -> int:
    """Return a character of a text in storage."""
    word = cio.word_at(m, address + place // WORD_CODES)
    return word >> (WORD_BITS - CODE_BITS * (place % WORD_CODES + 1)) & CODES - 1


# ---------------------------------------------------------------- time


def digits(value: int) -> int:
    """Return two decimal digits in display code."""
    return (ZERO + value // 10 % 10) << CODE_BITS | ZERO + value % 10


def spaced(first: int, second: int, third: int, sign: int) -> int:
    """Return ` 12.34.56.`, ten characters, or with another sign between the numbers."""
    word = (BLANK << 2 * CODE_BITS | digits(first)) << CODE_BITS | sign
    word = (word << 2 * CODE_BITS | digits(second)) << CODE_BITS | sign
    return (word << 2 * CODE_BITS | digits(third)) << CODE_BITS | POINT


@out_of_line
def tell_time(m: State, address: int, form: int) -> None:
    """Store time or date at an address."""
    if not cio.exists(m, address):
        return
    milliseconds = m.cycles // MILLISECOND
    seconds = milliseconds // 1000
    day = 1 + seconds // 86_400 % 31
    if form == Form.CP_TIME:
        word = seconds << 12 | milliseconds % 1000
    elif form == Form.DATE:
        word = spaced(YEAR, 1, day, SLASH)
    elif form == Form.CLOCK:
        word = spaced(seconds // 3600 % 24, seconds // 60 % 60, seconds % 60, POINT)
    elif form == Form.JULIAN:
        word = (digits(YEAR) << CODE_BITS | ZERO) << 2 * CODE_BITS | digits(day)
    elif form == Form.REAL_TIME:
        word = seconds << 36 | milliseconds
    else:
        fail(m, Fault.TIME, 0, form)
        return
    cio.put(m, address, word)


# ---------------------------------------------------------------- storage, exit mode, programs


def field_length(m: State, wanted: int) -> bool:
    """Set the field length to `wanted` words, rounded up to a multiple of 100 octal; return whether it is possible."""
    rounded = wanted + BLOCK - 1 & ~(BLOCK - 1)
    if rounded > m.fl_most:
        return False
    m.fl = rounded
    return True


@out_of_line
def memory(m: State, address: int) -> None:
    """MEM: change the field length, or tell it."""
    if not cio.exists(m, address):
        return
    wanted = cio.word_at(m, address) >> FL_SHIFT
    if wanted and not field_length(m, wanted):
        fail(m, Fault.STORAGE, 0, wanted)
    elif cio.exists(m, address):
        cio.put(m, address, m.fl << FL_SHIFT | DONE)


def mode(m: State, number: int) -> None:
    """MOD: choose the conditions that stop the program."""
    m.em = (number & MODES) << EM_SHIFT


@out_of_line
def load(m: State, address: int) -> None:
    """LDR: load a program, and go to its entry."""
    if not cio.exists(m, address):
        return
    name = cio.without_blanks(cio.word_at(m, address) >> ADDRESS_BITS)
    file = files.find(m, name)
    table = m.arena[file + HEAD] if file != NOWHERE and m.arena[file + Head.LENGTH] > 1 else 0
    if table >> TABLE_SHIFT != TABLE:
        fail(m, Fault.NO_PROGRAM, 0, name)
        return
    origin, count = table >> ADDRESS_BITS & M18, m.arena[file + Head.LENGTH] - 1
    if not cio.exists(m, origin + count - 1):
        return
    for place in range(count):
        cio.put(m, origin + place, m.arena[file + HEAD + 1 + place])
    core.go_to(m, table & M18, 0)
