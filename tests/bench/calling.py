"""Calling a routine of a benchmark program, with any memory."""

from __future__ import annotations

from emulators.machine import Stop
from host.assemblers.mos6502 import assemble
from host.assemblers.roms import CHECKOUT
from host.experiments.bench import programs
from host.experiments.bench.programs import Program
from host.machines.kim1.machine import Kim1

RETURN = 0x17E6  # a byte that no program uses
TOP = 0x01FF


class Caller:
    """A KIM-1 with a benchmark program, and the names of its source."""

    def __init__(self, program: Program) -> None:
        self.kim: Kim1 = programs.machine(program, "compiled")
        self.symbols = assemble(CHECKOUT / "asm" / "kim1" / "bench" / f"{program.name}.s").symbols
        self.kim.set_breakpoint(RETURN)

    def put(self, name: str, value: int, size: int = 1) -> None:
        """Store a number, low byte first."""
        start = self.symbols[name]
        self.kim.memory[start : start + size] = value.to_bytes(size, "little")

    def call(self, name: str, *, p: int = programs.INTERRUPTS_OFF) -> None:
        """Call a routine and run to its end."""
        kim = self.kim
        kim.memory[TOP - 1 : TOP + 1] = (RETURN - 1).to_bytes(2, "little")
        for register, value in (("S", TOP - 2 & 0xFF), ("P", p), ("PC", self.symbols[name])):
            kim.write_register(register, value)
        assert kim.run(5_000_000) == Stop.BREAKPOINT
        assert kim.read_register("PC") == RETURN
