"""py65's 6502 behind the interface of our own core: it runs at once, and checks the other one.

It runs on the plain Python state and calls the same board functions. Where it differs from the chip:

* it makes none of the chip's dummy accesses, and one write where a read-modify-write instruction makes two;
* a device sees a read or write of an instruction in the instruction's last cycle, whatever it is;
* JSR reads its operand before the pushes, not around them (matters only when the stack overlaps the code);
* DEC absolute is charged 3 cycles instead of 6 by py65; this is put right here;
* undocumented opcodes are unknown to py65: our own `step`, uncompiled, executes them, and BRK;
* interrupts are polled and entered by our own functions: py65 has no poll.
"""

from __future__ import annotations

from typing import Any

from py65.devices.mpu6502 import MPU

from emulators.mos6502 import core
from emulators.mos6502.arithmetic import ALWAYS, BREAK
from emulators.mos6502.isa import INSTRUCTIONS

DOCUMENTED = tuple(each.documented for each in INSTRUCTIONS)
CYCLES = tuple(each.cycles for each in INSTRUCTIONS)


class BusMemory:
    """The memory as py65 sees it: plain bytes, or the board where the address is special."""

    def __init__(self, m: Any, bus: core.Bus, mpu: MPU) -> None:
        self.m, self.bus, self.mpu = m, bus, mpu
        self.opcode = 0

    def now(self) -> int:
        """Return t of the last cycle of the instruction being executed."""
        return CYCLES[self.opcode] + self.mpu.excycles - 1

    def __getitem__(self, address: int) -> int:
        address &= 0xFFFF  # py65 does not wrap an operand at FFFF
        if self.m.special[address] & core.SPECIAL_READ:
            value: int = core.special_read(self.m, self.bus, address, self.m.cycles + self.now())
            return value
        return int(self.m.memory[address])

    def __setitem__(self, address: int, value: int) -> None:
        if self.m.special[address] & core.SPECIAL_WRITE:
            core.special_write(self.m, self.bus, address, value, self.m.cycles + self.now())
        else:
            self.m.memory[address] = value


class Reference:
    """A py65 processor for one plain state `m`."""

    def __init__(self, m: Any, bus: core.Bus) -> None:
        self.m, self.bus = m, bus
        self.mpu = MPU()
        self.memory = BusMemory(m, bus, self.mpu)
        self.mpu.memory = self.memory

    def run(self, deadline: int) -> None:
        """Execute at least one instruction, and go on until the cycle `deadline` or until something stops it."""
        m = self.m
        core.begin(m, self.bus, deadline)
        going = True
        while going:
            start, before = m.cycles, m.p
            opcode = self.step()
            going = core.goes_on(m, self.bus, start, opcode, before)

    def step(self) -> int:
        """Execute one instruction; return its opcode."""
        m, mpu = self.m, self.mpu
        self.memory.opcode, mpu.excycles = 0xEA, -1  # an opcode is fetched in cycle 0
        opcode = self.memory[m.pc]
        if not DOCUMENTED[opcode] or opcode == 0x00:
            return int(core.step(m, self.bus))
        self.memory.opcode, mpu.excycles = opcode, 0
        mpu.a, mpu.x, mpu.y, mpu.sp, mpu.p, mpu.pc = m.a, m.x, m.y, m.s, m.p, (m.pc + 1) & 0xFFFF
        mpu.addcycles = mpu.extracycles[opcode]
        mpu.instruct[opcode](mpu)
        m.a, m.x, m.y, m.s, m.pc = mpu.a, mpu.x, mpu.y, mpu.sp, mpu.pc & 0xFFFF
        core.look_at_irq(m)
        m.p = mpu.p & ~BREAK | ALWAYS
        m.cycles += CYCLES[opcode] + mpu.excycles
        return opcode
