"""The Toy, a machine of our own invention, in the manner of 1965: 12-bit words, octal, no stack.

    0 HLT  1 LDA a  2 STA a  3 ADD a  4 JMP a  5 JMS a  6 SZA  7 JMP I a         bits 11-9: operation, 8-0: address

JMS leaves the return address at a and goes on at a + 1; SZA skips the next instruction if AC is zero. 776 is a
keyboard (reads the last character, and clears it), 777 a printer. Characters that are typed arrive 50 cycles apart.
"""

from __future__ import annotations

import sys

from emulators.inputs import Input, common_inputs, within
from emulators.machine import Decoded, Flow, Machine, Stop
from emulators.processor import Processor
from emulators.record import MOMENT, TRACE_ROWS, Field, State, catch, debugging_fields, log, octets, unsigned

NAMES = ("HLT", "LDA", "STA", "ADD", "JMP", "JMS", "SZA", "JMP I")
COST = (1, 2, 2, 2, 1, 2, 1, 2)  # cycles
FLOWS = (0, 0, 0, 0, 0, int(Flow.CALL), 0, int(Flow.RETURN))
SIZE, KEYBOARD, PRINTER = 512, 0o776, 0o777
DELAY = 50  # cycles
PAPER = 64  # characters printed and not yet fetched
BREAKPOINT, WATCH_READ, WATCH_WRITE, TRACE = Machine.BREAKPOINT, Machine.WATCH_READ, Machine.WATCH_WRITE, Machine.TRACE
REGISTERS = {"PC": 9, "AC": 12}

FIELDS = {
    "pc": unsigned(9),
    "ac": unsigned(12),
    "cycles": MOMENT,
    "key": unsigned(12),  # the character that has arrived, 0: none
    "memory": unsigned(12, SIZE),
    "special": octets(SIZE),
    "paper": unsigned(12, PAPER),
    "paper_length": Field(0, PAPER - 1),
    **debugging_fields(2 + len(REGISTERS)),
}


# ---------------------------------------------------------------- the processor


def access(m: State, address: int, value: int, write: int) -> None:
    """Note an access for whoever watches."""
    special = m.special[address]
    if special & TRACE:
        log(m, address, value, write)
    if special & (WATCH_WRITE if write else WATCH_READ):
        catch(m, address, value, write)
        m.stop = Stop.WATCH_WRITE if write else Stop.WATCH_READ


def read(m: State, address: int) -> int:
    """Return a word; what the keyboard has is taken."""
    value = m.memory[address]
    if address == KEYBOARD:
        value, m.key = m.key, 0
    access(m, address, value, 0)
    return value


def write(m: State, address: int, value: int) -> None:
    """Store a word, or print it."""
    if address == PRINTER:
        m.paper[m.paper_length] = value
        m.paper_length += 1
    else:
        m.memory[address] = value
    access(m, address, value, 1)


def step(m: State) -> None:
    """Execute one instruction."""
    m.watched = 0
    row, pc = 4 * m.trace_length, m.pc
    m.trace_rows[row], m.trace_rows[row + 2], m.trace_rows[row + 3] = m.cycles, pc, m.ac
    word = read(m, pc)
    operation, address = word // SIZE, word % SIZE
    m.pc = (pc + 1) % SIZE
    if operation == 0:
        m.pc, m.stop = pc, Stop.HALT
    elif operation == 1:
        m.ac = read(m, address)
    elif operation == 2:
        write(m, address, m.ac)
    elif operation == 3:
        m.ac = (m.ac + read(m, address)) % 4096
    elif operation == 4:
        m.pc = address
    elif operation == 5:
        write(m, address, m.pc)
        m.pc = (address + 1) % SIZE
    elif operation == 6:
        m.pc = (m.pc + (m.ac == 0)) % SIZE
    else:
        m.pc = read(m, address) % SIZE
    m.trace_rows[row + 1] = FLOWS[operation]
    m.trace_length += m.tracing
    m.cycles += COST[operation] if operation else 0
    if m.stop == Stop.NONE and m.special[m.pc] & BREAKPOINT:
        m.stop = Stop.BREAKPOINT


def run(m: State, deadline: int) -> None:
    """Run to a cycle; at least one instruction."""
    m.stop = Stop.NONE
    going = True
    while going:
        step(m)
        room = m.paper_length < PAPER and m.trace_length < TRACE_ROWS
        going = room and m.stop == Stop.NONE and m.cycles < deadline


ENTRY_POINTS = (run,)


# ---------------------------------------------------------------- the machine


def a_text(value):
    """Check what is typed."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")


def type_text(toy, value):
    """Let characters arrive one after the other."""
    for place, character in enumerate(value, 1):
        toy.schedule.add(toy.cycles + place * DELAY, "key", ord(character))


class Toy(Machine):
    """A Toy with words in its memory, standing at 0."""

    title = "Toy"
    word_bits, address_bits, radix, clock = 12, 9, 8, 1000
    registers = REGISTERS
    program_counter = "PC"
    flags = {"AC": "S-----------"}  # noqa: RUF012
    INPUTS = {  # noqa: RUF012
        "type": Input("text", a_text, type_text),
        "key": Input("a character that arrives", within(0, 4095), lambda toy, value: setattr(toy.m, "key", value)),
        **common_inputs(word_bits, address_bits, REGISTERS),
    }
    FIELDS = FIELDS
    PASSING = frozenset({*debugging_fields(0), "paper", "paper_length", "special"})
    CONSTANT = frozenset()

    def __init__(self, words=()):
        super().__init__(Processor(sys.modules[__name__], "python"))
        self.m.memory[: len(words)] = words

    def reset(self):
        """Go to 0."""
        self.write_register("PC", 0)

    def peek(self, address):
        """Return a word; the keyboard keeps its character."""
        return self.m.key if address == KEYBOARD else super().peek(address)

    def disassemble(self, address):
        """Return an instruction as text, and the address of the next one."""
        operation, operand = divmod(self.peek(address), SIZE)
        return NAMES[operation] + ("" if operation in (0, 6) else f" {operand:03o}"), (address + 1) % SIZE

    def decoded(self, address, part=0):
        """Return an instruction."""
        text, following = self.disassemble(address)
        return Decoded(text, following, 0, (text.partition(" ")[0],), text == "SZA")

    def collect(self):
        """Fetch what has been printed."""
        self._printed += bytes(each & 0xFF for each in self.m.paper[: self.m.paper_length])
        self.m.paper_length = 0
        super().collect()

    def devices(self):
        """Return what is on the paper."""
        return {"printer": {"paper": self._printed.decode("latin-1")}}

    @property
    def outside(self):
        """The paper."""
        return bytes(self._printed)

    @outside.setter
    def outside(self, printed):
        self._printed = bytearray(printed)

    def outside_as_json(self):
        """Return the paper for a saved state."""
        return {"printed": self._printed.decode("latin-1")}

    def outside_of_json(self, saved):
        """Return the paper from a saved state."""
        return saved["printed"].encode("latin-1")
