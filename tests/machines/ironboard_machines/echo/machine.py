"""The Echo-1, a 6502 computer of our own invention: 32 K of RAM, a terminal at a port, and a ROM that echoes.

0000-7FFF  RAM        8000  bit 7: a character has arrived        8001  read: that character; write: print one
FF00-FFFF  ROM: prints READY, then whatever is typed
"""

from __future__ import annotations

import sys

from emulators.inputs import Input, common_inputs, within
from emulators.mos6502 import core, system
from emulators.record import TRACE_ROWS, Field, octets

STATUS, DATA = 0x8000, 0x8001
RAM, ROM = range(0x8000), 0xFF00
CHARACTER = 1_000  # cycles from one typed character to the next
PAPER = 256  # characters printed and not yet fetched
PROGRAM = bytes.fromhex(
    "A2 FF 9A"  # FF00  LDX #$FF; TXS
    "A2 00"  #    FF03  LDX #0
    "BD 1B FF"  # FF05  LDA TEXT,X
    "F0 06"  #    FF08  BEQ WAIT
    "8D 01 80"  # FF0A  STA DATA
    "E8 D0 F5"  # FF0D  INX; BNE FF05
    "2C 00 80"  # FF10  WAIT: BIT STATUS
    "10 FB"  #    FF13  BPL WAIT
    "AD 01 80"  # FF15  LDA DATA
    "4C 22 FF"  # FF18  JMP PRINT
) + b"READY\n\0" + bytes.fromhex(
    "8D 01 80"  # FF22  PRINT: STA DATA
    "4C 10 FF"  # FF25  JMP WAIT
)  # fmt: skip
IMAGE = PROGRAM.ljust(0xFA, b"\xea") + bytes.fromhex("10 FF 00 FF 10 FF")  # the vectors of NMI, RES and IRQ

FIELDS = {
    "arrived": Field(-1, 0xFF),  # the character that has arrived, -1: none
    "paper": octets(PAPER),
    "paper_length": Field(0, PAPER - 1),
    **system.FIELDS,
}


def read(m, address, cycle):
    """Return what answers at an address that is neither RAM nor ROM; a character is taken."""
    value = peek(m, address)
    m.arrived = -1 if address == DATA else m.arrived
    return value


def write(m, address, value, cycle):
    """Print a character; what is written elsewhere is lost."""
    if address == DATA:
        m.paper[m.paper_length] = value
        m.paper_length += 1
        if m.paper_length == PAPER // 2:
            m.deadline = m.horizon = 0  # time to fetch


def execute(m, cycle):
    """Run the processor to a cycle."""
    core.run_to(m, BUS, cycle)


def deliver(m):
    """Return whether there is room for more characters and more instructions noted."""
    return m.paper_length < PAPER // 2 and m.trace_length < TRACE_ROWS


BUS = core.Bus(read, write, system.no_fetch)
BOARD = system.Board(execute, deliver, system.never, system.no_devices)


def run(m, deadline):
    """Run to a cycle."""
    system.run(m, BOARD, deadline)


def peek(m, address):
    """Return what a read would give."""
    if address == STATUS:
        return 0x80 * (m.arrived >= 0)
    if address == DATA:
        return max(m.arrived, 0)
    return m.memory[address] if not m.special[address] & core.READ_DEVICE else address >> 8


def poke(m, address, value):
    """Put a byte into memory, ROM included."""
    if address == DATA:
        write(m, address, value, m.cycles)
    else:
        m.memory[address] = value


ENTRY_POINTS = (run, peek, poke)


def type_text(echo, text):
    """Let the terminal send characters."""
    for place, character in enumerate(text.encode("ascii")):
        echo.schedule.add(echo.cycles + place * CHARACTER, "arrive", character)


class Echo(system.System):
    """An Echo-1 with its power on, reset."""

    title, clock = "Echo-1", 1_000_000
    MODULE, FIELDS = sys.modules[__name__], FIELDS
    PASSING = system.System.PASSING | {"paper", "paper_length"}
    INPUTS = {  # noqa: RUF012
        "type": Input("text to send", lambda text: text.encode("ascii") and None, type_text),
        "arrive": Input("a byte that arrives", within(0, 255), lambda echo, byte: setattr(echo.m, "arrived", byte)),
        **common_inputs(8, 16, system.System.registers),
    }

    def __init__(self, *, core: str = "python") -> None:
        super().__init__(core)
        system.install(self.m, [RAM], {ROM: IMAGE})
        self.m.arrived = -1
        self.reset()

    def reset(self):
        """Let go of RES."""
        core.reset(self.m, BUS)

    def collect(self):
        """Fetch what has been printed."""
        self._printed += bytes(self.m.paper[: self.m.paper_length])
        self.m.paper_length = 0
        super().collect()
