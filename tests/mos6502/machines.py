"""Bare 6502s for the tests: 64 K of plain memory on each of the cores."""

from __future__ import annotations

from emulators.mos6502 import core, flat
from emulators.mos6502.reference import Reference
from emulators.processor import Processor


class Flat:
    """A 6502 with its memory: `m` is the record, `run` goes to a cycle, `step` executes one instruction."""

    def __init__(self, kind: str) -> None:
        self.processor = Processor(flat, "compiled" if kind == "compiled" else "python")
        self.m = self.processor.m
        core.power_on(self.m)
        reference = Reference(self.m, flat.BUS) if kind == "py65" else None
        self.run = reference.run if reference else self.processor.run

    def step(self) -> None:
        """Execute one instruction, and the interrupt behind it if one is due."""
        self.run(self.m.cycles)

    def reset(self) -> None:
        """Let go of RES."""
        self.processor.call("reset")

    def registers(self) -> dict[str, int]:
        """Return the registers."""
        return {name: int(getattr(self.m, name)) for name in core.REGISTERS}

    def trace_all(self) -> None:
        """Note every bus cycle."""
        self.m.special[:] = [core.TRACE] * 0x10000

    def take_log(self) -> list[tuple[int, int, str]]:
        """Return the bus cycles noted since the last call: (address, byte, read or write)."""
        m = self.m
        count, m.log_length = m.log_length, 0
        return [
            (int(m.log_address[n]), int(m.log_value[n]), "write" if m.log_write[n] else "read") for n in range(count)
        ]
