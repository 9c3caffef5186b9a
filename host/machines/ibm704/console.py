"""The operator's console of the 704: its lamps, its keys, its switches, as tables.

A register's lamps are named as the manual numbers the positions: S for the sign, Q and P for the two places of the
accumulator that catch overflows, 1 to 35 for the magnitude. The registers that hold addresses have the places of an
address or decrement, 3 to 17.

Source: IBM 704 manual of operation, the operator's console. The drawing is our own: the original shows one index
register at a time.
"""

from __future__ import annotations

from typing import NamedTuple

from emulators.ibm704 import console

PLACES = tuple(map(str, range(1, 36)))
ADDRESS_PLACES = tuple(map(str, range(3, 18)))


class Register(NamedTuple):
    """A row of lamps."""

    name: str  # as the machine calls it
    title: str
    short: str  # in a terminal
    places: tuple[str, ...]  # from the left

    @property
    def width(self) -> int:
        """Its bits."""
        return len(self.places)


ADDRESSES = (
    Register("IC", "INSTRUCTION COUNTER", "IC", ADDRESS_PLACES),
    Register("INDEX DISPLAY", "INDEX DISPLAY", "ID", ADDRESS_PLACES),
    Register("XA", "INDEX A", "XA", ADDRESS_PLACES),
    Register("XB", "INDEX B", "XB", ADDRESS_PLACES),
    Register("XC", "INDEX C", "XC", ADDRESS_PLACES),
)
WORDS = (
    Register("INSTRUCTION", "INSTRUCTION REGISTER", "INST", ("S", *PLACES)),
    Register("SR", "STORAGE REGISTER", "SR", ("S", *PLACES)),
    Register("AC", "ACCUMULATOR", "AC", ("S", "Q", "P", *PLACES)),
    Register("MQ", "MULTIPLIER-QUOTIENT", "MQ", ("S", *PLACES)),
)
REGISTERS = ADDRESSES + WORDS


class Lamp(NamedTuple):
    """A single lamp."""

    name: str  # as the machine calls it
    title: str
    meaning: str


INDICATORS = (
    Lamp("AC OVERFLOW", "AC OVERFLOW", "a 1 has entered place P; TOV and TNO test it"),
    Lamp("MQ OVERFLOW", "MQ OVERFLOW", "a characteristic was too large or too small for the MQ; TQO tests it"),
    Lamp("DIVIDE CHECK", "DIVIDE CHECK", "a quotient would have been too large; DCT tests it"),
    Lamp("READ-WRITE SELECT", "R-W SELECT", "read-write select: a unit is connected"),
    Lamp("READ-WRITE CHECK", "R-W CHECK", "read-write check: a copy was too late, or found no unit; the machine stops"),
    Lamp("TAPE CHECK", "TAPE CHECK", "a character read from tape had the wrong parity; RTT tests it"),
    Lamp("TAPE INDICATOR", "TAPE INDICATOR", "a tape has reached its end; ETT tests it"),
    Lamp("TRAP", "TRAP", "transfers are trapped (ETM)"),
    Lamp("PROGRAM STOP", "PROGRAM STOP", "the program has stopped the machine: HTR or HPR"),
    Lamp("READY", "READY", "the machine is stopped and can be started"),
    Lamp("AUTOMATIC", "AUTO- MATIC", "programs run; on MANUAL the keys to enter and to display work"),
)
LIGHTS, SWITCHES = console.SENSE_LIGHTS, console.SENSE_SWITCHES
SENSE_LIGHTS = tuple(
    Lamp(f"SENSE LIGHT {number}", f"SENSE {number}", f"sense light {number}: SLN turns it on, SLT tests it, and off")
    for number in range(1, LIGHTS + 1)
)
LAMPS = INDICATORS + SENSE_LIGHTS


def octal_text(value: int, width: int) -> str:
    """Return a word as the manual writes it, sign and octal digits; an address in five digits.

    Of the accumulator (38 places) the digits begin with Q and P: `+0 000000000000`.
    """
    if width <= 15:
        return f"{value:05o}"
    sign = "-" if value >> (width - 1) & 1 else "+"
    if width == 36:
        return f"{sign}{value & (1 << 35) - 1:012o}"
    return f"{sign}{value >> 36 & 1} {value & (1 << 36) - 1:012o}"


class Key(NamedTuple):
    """A key of the console that is pressed and let go of."""

    name: str  # as the machine calls it
    pc_key: str
    meaning: str
    brief: str = ""  # of a long name, for a terminal

    @property
    def mode(self) -> str:
        """The position of the switch in which it works; nothing for both."""
        if self.name in console.ON_AUTOMATIC:
            return "AUTOMATIC"
        return "MANUAL" if self.name in (*console.ON_MANUAL, console.Key.MULTIPLE_STEP) else ""


KEYS = (
    Key("START", "enter", "continue at the instruction counter"),
    Key("RESET", "r", "registers and indicators to 0; storage stays"),
    Key("CLEAR", "x", "like RESET, and storage to 0"),
    Key("LOAD CARDS", "l", "a card's words into 0, 1; go to 0"),
    Key("LOAD TAPE", "t", "the same from tape unit 1"),
    Key("LOAD DRUM", "d", "the same from drum 1"),
    Key("SINGLE STEP", "s", "execute one instruction"),
    Key("MULTIPLE STEP", "m", "execute slowly, as long as it is down", "MULT STEP"),
    Key("ENTER MQ", "e", "put the panel keys into the MQ"),
    Key("ENTER INSTRUCTION", "i", "execute the panel keys", "ENTER INSTR"),
    Key("DISPLAY STORAGE", "y", "a word of storage into SR", "DISP STORAGE"),
    Key("DISPLAY EFFECTIVE ADDRESS", "f", "into SR", "DISP EFF ADR"),
    Key("DISPLAY A", "a", "index register A is shown"),
    Key("DISPLAY B", "b", "index register B is shown"),
    Key("DISPLAY C", "c", "index register C is shown"),
)
PC_KEYS = {key.pc_key: key.name for key in KEYS}
SWITCH_KEYS = {f"f{number}": number for number in range(1, SWITCHES + 1)}  # PC key -> sense switch
PANEL_KEYS = (
    ("0-7", "a digit into the panel keys"),
    ("-", "panel key S"),
    ("Backspace", "the last digit away"),
    ("Delete", "all panel keys up"),
    ("F1-F6", "the sense switches"),
    ("Space", "AUTOMATIC - MANUAL"),
)  # the other keys of the PC at the console
