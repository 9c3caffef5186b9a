"""A machine of our own invention, in the manner of 1965: 12-bit words, octal, no stack. Nothing but the protocol.

    0 HLT  1 LDA a  2 STA a  3 ADD a  4 JMP a  5 JMS a  6 SZA  7 JMP I a         bits 11-9: operation, 8-0: address

JMS leaves the return address at a and goes on at a + 1; SZA skips the next instruction if AC is zero. 776 is a
keyboard (reads the last character, and clears it), 777 a printer. A character that is typed arrives 50 cycles later.
HLT and a halt key stop it.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from copy import deepcopy
from typing import ClassVar, NamedTuple

from emulators.errors import StateError
from emulators.machine import BusCycle, Decoded, Flow, Stop
from host.registry import Model

NAMES = ("HLT", "LDA", "STA", "ADD", "JMP", "JMS", "SZA", "JMP I")
COST = (1, 2, 2, 2, 1, 2, 1, 2)
KEYBOARD, PRINTER = 0o776, 0o777
DELAY = 50  # cycles


class Photo(NamedTuple):
    cycle: int
    size: int
    state: dict


class Toy:
    title = "Toy"
    word_bits, address_bits, radix, clock = 12, 9, 8, 1000
    registers: ClassVar = {"PC": 9, "AC": 12}
    program_counter, part_counter = "PC", ""
    stack_pointer = ""
    flags: ClassVar = {"AC": "S-----------"}
    reason = ""
    inputs: ClassVar = {
        "type": "one character",
        "poke": "[address, word]",
        "register": "[name, value]",
        "state": "text",
    }

    def __init__(self, words=()):
        self.state = {"PC": 0, "AC": 0, "cycles": 0, "memory": [*words, *[0] * (512 - len(words))], "key": 0,
                      "coming": [], "printed": []}  # fmt: skip
        self.on_give = None
        self.watched = []
        self._breaks, self._reads, self._writes = set(), set(), set()
        self._tracing, self._rows, self._bus = False, [], []

    @property
    def cycles(self):
        return self.state["cycles"]

    def reset(self):
        self.give("register", ["PC", 0])

    # ---------------------------------------------------------------- running

    def _cycle(self, address, value, write):
        self._bus.append(BusCycle(address, value, write))
        if address in (self._writes if write else self._reads):
            self.watched.append(BusCycle(address, value, write))

    def _read(self, address):
        value = self.peek(address)
        if address == KEYBOARD:
            self.state["key"] = 0
        self._cycle(address, value, False)
        return value

    def _write(self, address, value):
        if address == PRINTER:
            self.state["printed"].append(value)
        else:
            self.state["memory"][address] = value
        self._cycle(address, value, True)

    def _execute(self):
        state, self.watched, self._bus = self.state, [], []
        pc, flow = state["PC"], 0
        if self._tracing:
            self._rows.append([state["cycles"], 0, pc, state["AC"]])
        operation, address = divmod(self._read(pc), 512)
        state["PC"] = (pc + 1) % 512
        if operation == 1:
            state["AC"] = self._read(address)
        elif operation == 2:
            self._write(address, state["AC"])
        elif operation == 3:
            state["AC"] = (state["AC"] + self._read(address)) % 4096
        elif operation == 4:
            state["PC"] = address
        elif operation == 5:
            self._write(address, state["PC"])
            state["PC"], flow = (address + 1) % 512, Flow.CALL
        elif operation == 6:
            state["PC"] = (state["PC"] + (state["AC"] == 0)) % 512
        elif operation == 7:
            state["PC"], flow = self._read(address) % 512, Flow.RETURN
        else:
            state["PC"] = pc
            return Stop.HALT
        if self._tracing:
            self._rows[-1][1] = int(flow)
        state["cycles"] += COST[operation]
        self._arrive()
        if self.watched:
            return Stop.WATCH_WRITE if self.watched[-1].write else Stop.WATCH_READ
        return Stop.BREAKPOINT if state["PC"] in self._breaks else Stop.NONE

    def _arrive(self):
        while self.state["coming"] and self.state["coming"][0][0] <= self.cycles:
            self.state["key"] = self.state["coming"].pop(0)[1]

    def step(self):
        return self._execute()

    def run_to(self, cycle):
        stop = Stop.NONE
        while self.cycles < cycle and stop == Stop.NONE:
            stop = self._execute()
        return stop

    def run(self, cycles):
        return self.run_to(self.cycles + cycles)

    def step_on_bus(self):
        self._execute()
        return list(self._bus)

    # ---------------------------------------------------------------- looking

    def peek(self, address):
        return self.state["key"] if address == KEYBOARD else self.state["memory"][address]

    def read_register(self, name):
        self.registers[name]
        return self.state[name]

    def disassemble(self, address):
        operation, operand = divmod(self.peek(address), 512)
        return (NAMES[operation] if operation in (0, 6) else f"{NAMES[operation]} {operand:03o}"), (address + 1) % 512

    def decoded(self, address, part=0):
        text, following = self.disassemble(address)
        return Decoded(text, following, 0, (text.partition(" ")[0],), text == "SZA")

    def frames(self):
        return []

    @property
    def printed(self):
        return bytes(each & 0xFF for each in self.state["printed"])

    def devices(self):
        return {"printer": {"paper": "".join(map(chr, self.state["printed"]))}}

    def set_breakpoint(self, address, on=True, part=0):
        (self._breaks.add if on else self._breaks.discard)(address)

    def set_watchpoint(self, address, read=False, write=True, on=True):
        for marks in [self._reads] * read + [self._writes] * write:
            (marks.add if on else marks.discard)(address)

    @contextmanager
    def without_marks(self):
        kept, self._breaks, self._reads, self._writes = (self._breaks, self._reads, self._writes), set(), set(), set()
        yield
        self._breaks, self._reads, self._writes = kept

    @contextmanager
    def watching(self, except_at=(), *, reads=False):
        before, every = (self._reads, self._writes), {*range(512)} - {*except_at}
        self._reads, self._writes = self._reads | (every if reads else set()), self._writes | every
        yield
        self._reads, self._writes = before

    def load(self, image):
        for address, word in image:
            self.poke(address, word)

    def trace(self, on=True):
        self._tracing, self._rows = on, []

    def traced(self):
        import numpy as np

        rows, self._rows = self._rows, []
        return np.array(rows, np.int64).reshape(len(rows), 4)

    # ---------------------------------------------------------------- giving, keeping

    def give(self, kind, value):
        cycle = self.cycles
        if kind == "type":
            self.state["coming"].append([cycle + DELAY, ord(value)])
        elif kind == "poke":
            self.state["memory"][value[0]] = value[1]
        elif kind == "register":
            self.state[value[0]] = value[1]
        elif kind == "state":
            self.state = json.loads(value)
        else:
            raise ValueError(kind)
        if self.on_give:
            self.on_give(cycle, kind, value)

    def poke(self, address, word):
        if not 0 <= word < 4096:
            raise ValueError(f"{word} does not fit")
        self.give("poke", [address, word])

    def write_register(self, name, value):
        if not 0 <= value < 1 << self.registers[name]:
            raise ValueError(f"{value} does not fit")
        self.give("register", [name, value])

    def snapshot(self):
        return Photo(self.cycles, 8 * 512, deepcopy(self.state))

    def restore(self, snapshot):
        self.state, self._rows = deepcopy(snapshot.state), []

    def save_state(self):
        return json.dumps(self.state).encode()

    def load_state(self, data):
        try:
            json.loads(data)
        except ValueError:
            raise StateError("this is no state of a Toy") from None
        self.give("state", data.decode())


class ToyModel(Model):
    name, title = "toy", "Toy"

    def build(self, options):
        return Toy()


MODEL = ToyModel()
