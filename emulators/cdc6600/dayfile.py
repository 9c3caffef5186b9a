"""The dayfile: lines in display code, each with its cycle; and the messages about requests that cannot be served.

a line    cycle | number of characters | its words, ten characters each
"""

from __future__ import annotations

import re
from enum import IntEnum

from emulators.cdc6600 import display_code, files
from emulators.cdc6600.display_code import BLANK, CODE_BITS, CODES, COLON, WORD_CODES
from emulators.cdc6600.files import DAYFILE, HEAD, Head
from emulators.cdc6600.isa import WORD_BITS
from emulators.kernels import out_of_line
from emulators.record import ANYTHING, COUNT, Field, Fields, State, unsigned


class Fault(IntEnum):
    """Why a program is aborted; FAULTS has the words."""

    NONE = 0
    ADDRESS = 1
    NAME = 2
    FUNCTION = 3
    POINTERS = 4
    NO_FILE = 5
    KEYBOARD = 6
    ABORTED = 7
    TIME = 8
    NO_REQUEST = 9
    NOT_A_REQUEST = 10
    STORAGE = 11
    NO_PROGRAM = 12


FAULTS = {
    Fault.ADDRESS: "ADDRESS {at} OF A REQUEST IS OUT OF RANGE",
    Fault.NAME: "FET AT {at}: '{name}' IS NO NAME OF A FILE",
    Fault.FUNCTION: "FET AT {at}: CIO HAS NO FUNCTION {octal}",
    Fault.POINTERS: "FET AT {at}: THE POINTERS OF THE BUFFER ARE WRONG",
    Fault.NO_FILE: "THERE IS NO FILE {name}",
    Fault.KEYBOARD: "{name} IS CONNECTED TO A KEYBOARD AND CANNOT BE WRITTEN",
    Fault.ABORTED: "ABORTED BY THE PROGRAM",
    Fault.TIME: "TIM HAS NO NUMBER {octal}",
    Fault.NO_REQUEST: "THERE IS NO REQUEST {name}",
    Fault.NOT_A_REQUEST: "WORD 1 HOLDS NO REQUEST: {word}",
    Fault.STORAGE: "THERE IS NO FIELD LENGTH OF {octal} WORDS",
    Fault.NO_PROGRAM: "{name} IS NO PROGRAM THAT CAN BE LOADED",
}
INSERTS = ("at", "name", "octal", "word")
AT, NAME, OCTAL, WORD = (-1 - each for each in range(len(INSERTS)))
NAME_CODES = 7
AT_DIGITS, WORD_DIGITS, ZERO = 6, 20, display_code.codes("0")[0]
FIELDS: Fields = {
    "fault": Field(0, max(Fault)),  # why the request that is being served cannot be
    "fault_at": ANYTHING,  # an address
    "fault_value": unsigned(60),  # a name, or a number
    "trouble": COUNT,  # 1 and where in the dayfile the line is that says why the program was aborted; 0: it was not
    "line": COUNT,  # where in the arena the line is that is being written
}


def coded(text: str) -> list[int]:
    """Return the codes of a text; -1 and less mark insertions."""
    parts = re.split(r"\{(\w+)\}", text)
    found = [
        display_code.codes(each) if place % 2 == 0 else [-1 - INSERTS.index(each)] for place, each in enumerate(parts)
    ]
    return [each for codes in found for each in codes]


TEXTS = [code for fault in FAULTS for code in coded(FAULTS[fault])]
ENDS = [sum(len(coded(FAULTS[each])) for each in FAULTS if each <= fault) for fault in Fault]  # of the texts in TEXTS
LONGEST = max(len(coded(text)) for text in FAULTS.values()) + WORD_DIGITS + NAME_CODES
LINE_WORDS = 2 + max(LONGEST // WORD_CODES + 1, 8)  # of a line, at most


@out_of_line
def fail(m: State, fault: int, at: int, value: int) -> None:
    """Note why a request cannot be served."""
    m.fault, m.fault_at, m.fault_value = fault, at, value


# ---------------------------------------------------------------- lines


@out_of_line
def begin(m: State, words: int) -> int:
    """Begin a line of `words` at most, for which there is room; return where it is among the words of the dayfile."""
    place = files.reserve(m, DAYFILE, words)
    where = m.arena[place + Head.LENGTH]
    m.line = place + HEAD + where
    m.arena[m.line] = m.cycles
    m.arena[m.line + 1] = 0
    m.arena[place + Head.LENGTH] += 2
    return where


@out_of_line
def put(m: State, code: int) -> None:
    """Write the next character of the line."""
    count = m.arena[m.line + 1]
    word, place = m.line + 2 + count // WORD_CODES, count % WORD_CODES
    if place == 0:
        m.arena[word] = 0
        m.arena[files.find(m, DAYFILE) + Head.LENGTH] += 1
    m.arena[word] |= code << (WORD_BITS - CODE_BITS * (place + 1))
    m.arena[m.line + 1] = count + 1


def put_octal(m: State, value: int, digits: int) -> None:
    """Write a number in octal, with `digits` at least."""
    shift = 3 * (digits - 1)
    while shift < 57 and value >> (shift + 3):
        shift += 3
    while shift >= 0:
        put(m, ZERO + (value >> shift & 7))
        shift -= 3


def stripped(text: int) -> int:
    """Return how many bits the zeros and blanks after a text take."""
    bits = 0
    while bits < WORD_BITS and (text >> bits & CODES - 1) in (COLON, BLANK):
        bits += CODE_BITS
    return bits


def put_name(m: State, name: int) -> None:
    """Write a name without the zeros and blanks after it."""
    for bits in range(CODE_BITS * (NAME_CODES - 1), stripped(name) - 1, -CODE_BITS):
        put(m, name >> bits & CODES - 1)


def put_fault(m: State) -> None:
    """Write a line that says why a request cannot be served."""
    m.trouble = begin(m, LINE_WORDS) + 1
    for place in range(ENDS[m.fault - 1], ENDS[m.fault]):
        code = TEXTS[place]
        if code >= 0:
            put(m, code)
        elif code == AT:
            put_octal(m, m.fault_at, AT_DIGITS)
        elif code == NAME:
            put_name(m, m.fault_value)
        elif code == OCTAL:
            put_octal(m, m.fault_value, 1)
        else:
            put_octal(m, m.fault_value, WORD_DIGITS)
