"""py65's 6502 with the interface of our own core: it runs at once, and checks the other one.

It runs on the plain Python state and calls the same board functions. py65 knows results and cycles; the details that it
does not know of the chip is added here, so that devices see the same accesses in the same cycles as from our own core:

* the discarded reads of indexed addresses, of branches into another page and of RTS;
* the two writes of a read-modify-write instruction;
* the cycles of the accesses, which py65 does not tell apart;
* JSR, which reads the high byte of its operand after the pushes (they may have changed it);
* DEC absolute takes 6 cycles, not 3.

Left to our own `step`, uncompiled, are BRK, the undocumented opcodes, and instructions at an address with visible
reads: a device, or a watchpoint. Interrupts are polled and entered by our own functions: py65 has no poll.
"""

from __future__ import annotations

from typing import Any

from py65.devices.mpu6502 import MPU

from emulators.mos6502 import core
from emulators.mos6502.arithmetic import ALWAYS, BREAK
from emulators.mos6502.isa import INSTRUCTIONS, Access

OWN = tuple(not each.documented or each.mnemonic == "BRK" for each in INSTRUCTIONS)
CYCLES = tuple(each.cycles for each in INSTRUCTIONS)
MODIFIES = tuple(each.access == Access.MODIFY for each in INSTRUCTIONS)


class BusMemory:
    """The memory as py65 sees it: plain bytes, or the board where the address is special.

    An access is in the instruction's last cycle, or `early` cycles before it.
    """

    def __init__(self, m: Any, bus: core.Bus, mpu: MPU) -> None:
        self.m, self.bus, self.mpu = m, bus, mpu
        self.opcode = 0
        self.early = 0
        self.latest = 0  # the value of the latest read of a special address

    def now(self) -> int:
        """Return the cycle of the access that is being made."""
        cycle: int = self.m.cycles + CYCLES[self.opcode] + self.mpu.excycles - 1 - self.early
        return cycle

    def __getitem__(self, address: int) -> int:
        address &= 0xFFFF  # py65 does not wrap an operand at FFFF
        if self.m.special[address] & core.SPECIAL_READ:
            self.latest = int(core.special_read(self.m, self.bus, address, self.now()))
            return self.latest
        return int(self.m.memory[address])

    def __setitem__(self, address: int, value: int) -> None:
        special = self.m.special[address]
        if not special & core.SPECIAL_WRITE:
            self.m.memory[address] = value
            return
        self.early = 0
        if MODIFIES[self.opcode]:
            old = self.latest if special & core.SPECIAL_READ else int(self.m.memory[address])
            core.special_write(self.m, self.bus, address, old, self.now() - 1)
        core.special_write(self.m, self.bus, address, value, self.now())


class Chip(MPU):  # type: ignore[misc]  # py65 has no types
    """py65's processor with the accesses that it leaves out."""

    memory: BusMemory
    pc: int

    def WrapAt(self, address: int) -> int:  # noqa: N802  (py65's name)
        """Return the word at a pointer, which does not leave its page: low byte first, a cycle earlier."""
        self.memory.early += 1
        low = self.memory[address]
        self.memory.early -= 1
        return low | self.memory[address & 0xFF00 | (address + 1) & 0xFF] << 8

    def indexed(self, base: int, index: int) -> int:
        """Return base + index; before that read without the carry, if the chip takes the time to."""
        address = (base + index) & 0xFFFF
        crossed = (address ^ base) & 0xFF00
        if self.addcycles and crossed:
            self.excycles += 1
        if crossed or not self.addcycles:
            self.memory.early += 1
            self.memory[base & 0xFF00 | address & 0xFF]
            self.memory.early -= 1
        return address

    def AbsoluteXAddr(self) -> int:  # noqa: N802  (py65's name)
        """Return the operand's address."""
        return self.indexed(self.WordAt(self.pc), self.x)

    def AbsoluteYAddr(self) -> int:  # noqa: N802  (py65's name)
        """Return the operand's address."""
        return self.indexed(self.WordAt(self.pc), self.y)

    def IndirectYAddr(self) -> int:  # noqa: N802  (py65's name)
        """Return the operand's address."""
        return self.indexed(self.WrapAt(self.ByteAt(self.pc)), self.y)

    def BranchRelAddr(self) -> None:  # noqa: N802  (py65's name)
        """Take a branch; into another page it first reads in the old one."""
        start = (self.pc + 1) & 0xFFFF
        super().BranchRelAddr()
        if (start ^ self.pc) & 0xFF00:
            self.memory[start & 0xFF00 | self.pc & 0xFF]

    def jsr(self) -> None:
        """Push the address of the operand's high byte, read that byte, and go there."""
        low = self.memory[self.pc]
        self.pc = (self.pc + 1) & 0xFFFF
        self.stPushWord(self.pc)
        self.pc = low | self.memory[self.pc] << 8

    def rts(self) -> None:
        """Pull an address, read there, and go on after it."""
        self.pc = self.stPopWord()
        self.memory[self.pc]
        self.pc += 1

    instruct = [*MPU.instruct]  # noqa: RUF012  (py65's table)
    instruct[0x20], instruct[0x60] = jsr, rts


class Reference:
    """A py65 processor for one plain state `m`."""

    def __init__(self, m: Any, bus: core.Bus) -> None:
        self.m, self.bus = m, bus
        self.mpu = Chip()
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
        m, mpu, memory = self.m, self.mpu, self.memory
        opcode = int(m.memory[m.pc])
        if m.special[m.pc] & core.SPECIAL_READ or OWN[opcode]:
            return int(core.step(m, self.bus))
        memory.opcode, memory.early, mpu.excycles = opcode, 2 * MODIFIES[opcode], 0
        mpu.a, mpu.x, mpu.y, mpu.sp, mpu.p, mpu.pc = m.a, m.x, m.y, m.s, m.p, (m.pc + 1) & 0xFFFF
        mpu.addcycles = mpu.extracycles[opcode]
        mpu.instruct[opcode](mpu)
        m.a, m.x, m.y, m.s, m.pc = mpu.a, mpu.x, mpu.y, mpu.sp, mpu.pc & 0xFFFF
        core.look_at_irq(m)
        m.p = mpu.p & ~BREAK | ALWAYS
        m.cycles += CYCLES[opcode] + mpu.excycles
        return opcode
