"""A bare 6502 with 64 K of plain memory, for test vectors, CPU benchmarks and programs that call it from Python.

Addresses may be the host's: those marked READ_DEVICE. With `careful` set, the processor stops before an instruction
that may touch one (Stop.INPUT): the host executes it. It also stops before an opcode that is marked in `stop_on`.
"""

from __future__ import annotations

from emulators.machine import Stop
from emulators.mos6502 import core
from emulators.mos6502.core import IRQ_VECTOR, READ_DEVICE
from emulators.mos6502.isa import Mode
from emulators.record import FLAG, Fields, State, octets

FIELDS: Fields = {
    **core.FIELDS,
    "careful": FLAG,  # look at every instruction before it is executed
    "stop_on": octets(256),  # 1: stop before this opcode, after at least one instruction
}


def no_read(m: State, address: int, cycle: int) -> int:
    """Return the plain memory: there is no device."""
    return m.memory[address]


def no_write(m: State, address: int, value: int, cycle: int) -> None:
    """Write plain memory: there is no device."""
    m.memory[address] = value


def no_fetch(m: State) -> bool:
    """Do nothing between two instructions."""
    return False


BUS = core.Bus(no_read, no_write, no_fetch)


def run(m: State, deadline: int) -> None:
    """Run the machine `m` to the cycle `deadline`; at least one instruction, unless the host has to execute it."""
    if not m.careful:
        core.run_to(m, BUS, deadline)
        return
    going = not ask(m)
    while going:
        core.run_to(m, BUS, m.cycles + 1)
        if m.stop == Stop.NONE and m.stop_on[m.memory[m.pc]]:
            m.stop = Stop.BREAKPOINT
        going = m.stop == Stop.NONE and m.cycles < deadline and not ask(m)


def ask(m: State) -> bool:
    """Stop if the next instruction may touch one of the host's addresses; the stack is not looked at."""
    if touches(m):
        m.stop = Stop.INPUT
        return True
    return False


def touches(m: State) -> bool:
    """Return whether the next instruction may touch one of the host's addresses outside the stack."""
    pc = m.pc
    opcode = m.memory[pc]
    mode = m.mode[opcode]
    kinds = m.special[pc] | m.special[(pc + 1) & 0xFFFF] | m.special[(pc + 2) & 0xFFFF]
    if opcode == 0x00:  # BRK
        kinds |= m.special[IRQ_VECTOR] | m.special[IRQ_VECTOR + 1]
    elif Mode.ZERO_PAGE <= mode < Mode.RELATIVE:
        pointer = m.memory[(pc + 1) & 0xFFFF]
        if mode == Mode.INDIRECT_X:
            pointer = (pointer + m.x) & 0xFF
        if mode == Mode.INDIRECT_X or mode == Mode.INDIRECT_Y:
            kinds |= m.special[pointer] | m.special[(pointer + 1) & 0xFF]
        elif mode == Mode.INDIRECT:
            pointer = pointer | m.memory[(pc + 2) & 0xFFFF] << 8
            kinds |= m.special[pointer] | m.special[pointer & 0xFF00 | (pointer + 1) & 0xFF]
        m.pc = (pc + 1) & 0xFFFF
        address, _ = core.operand_address(m, BUS, mode, 0, 0)
        kinds |= m.special[address]
        m.pc = pc
    return kinds & READ_DEVICE != 0


def reset(m: State) -> None:
    """Release RES."""
    core.reset(m, BUS)


ENTRY_POINTS = (run, reset)
