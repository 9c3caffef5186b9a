"""Does a core do what the chip does? Runs test vectors, instruction by instruction, and reports per opcode.

Our own cores are compared in registers, memory, cycle count and every access to the bus. py65 makes none of
the chip's dummy accesses: it is compared in registers, memory and cycle count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal

from emulators import record
from emulators.mos6502 import core, flat
from emulators.mos6502.isa import INSTRUCTIONS
from host.checks.vectors import Vector, read_vectors

Core = Literal["compiled", "py65", "python"]
CORES: tuple[Core, ...] = ("compiled", "py65", "python")
ACCESS = ("reads", "writes")


class Bench:
    """A bare 6502 on the test bench, every address wired to the bus log."""

    def __init__(self, which: Core) -> None:
        self.checks_bus = which != "py65"
        self._step: Callable[[], object]
        state: Any
        if which == "compiled":
            from emulators import compiled

            state, functions = record.compiled(core.FIELDS), compiled.twin(flat)
        else:
            state, functions = [record.plain(core.FIELDS)], flat
        self.m = state[0]
        self._step = lambda: functions.run(state, 1)
        if which == "py65":
            from emulators.mos6502.reference import Reference

            self._step = Reference(self.m, flat.BUS).step
        core.power_on(self.m)
        self.m.special[:] = bytes([core.TRACE]) * 0x10000 if which != "compiled" else core.TRACE

    def difference(self, vector: Vector) -> str:
        """Execute a vector; return its first difference in words, or nothing if there is none."""
        m = self.m
        for name, value in zip(core.REGISTERS, vector.before, strict=True):
            setattr(m, name, value)
        for address, byte in vector.ram_before:
            m.memory[address] = byte
        m.log_length = m.cycles = m.horizon = 0
        self._step()
        return self._compare(vector)

    def _compare(self, vector: Vector) -> str:
        m = self.m
        for name, expected in zip(core.REGISTERS, vector.after, strict=True):
            if getattr(m, name) != expected:
                digits = core.REGISTERS[name] // 4
                return f"{name.upper()} is {getattr(m, name):0{digits}X} instead of {expected:0{digits}X}"
        for address, expected in vector.ram_after:
            if m.memory[address] != expected:
                return f"{address:04X} holds {m.memory[address]:02X} instead of {expected:02X}"
        log = self._log()
        if self.checks_bus:
            for cycle, (was, expected_access) in enumerate(zip(log, vector.bus, strict=False)):
                if was != expected_access:
                    return f"cycle {cycle} {access(was)} instead of {access(expected_access)}"
        known = {address for address, _ in vector.ram_after}
        for address, _, write in log:
            if write and address not in known:
                return f"{address:04X} is written to, and should not be touched"
        if m.cycles != len(vector.bus):
            return f"{m.cycles} cycles instead of {len(vector.bus)}"
        return ""

    def _log(self) -> list[tuple[int, int, int]]:
        m, length = self.m, int(self.m.log_length)
        columns = (m.log_address, m.log_value, m.log_write)
        return list(zip(*(map(int, column[:length]) for column in columns), strict=True))


def access(entry: tuple[int, int, int]) -> str:
    """Return a bus access in words."""
    address, byte, write = entry
    return f"{ACCESS[write]} {byte:02X} at {address:04X}"


class Report:
    """What came of the vectors, per opcode."""

    def __init__(self) -> None:
        self.passed: Counter[int] = Counter()
        self.failed: Counter[int] = Counter()
        self.first: dict[int, str] = {}  # opcode -> the first difference

    def add(self, vector: Vector, difference: str) -> None:
        """Count one vector."""
        if difference:
            self.failed[vector.opcode] += 1
            self.first.setdefault(vector.opcode, f"vector '{vector.name}': {difference}")
        else:
            self.passed[vector.opcode] += 1

    def lines(self) -> Iterable[str]:
        """Return the report: a table of opcodes, the failures, the sum."""
        yield "passed    " + "".join(f"{'_' + format(low, 'X'):>6}" for low in range(16))
        for high in range(16):
            yield f"       {high:X}_ " + "".join(f"{self._cell(16 * high + low):>6}" for low in range(16))
        if self.failed:
            yield "failed"
        for opcode in sorted(self.failed):
            count = f"{self.failed[opcode]} of {self.failed[opcode] + self.passed[opcode]}"
            yield f"  {opcode:02X} {INSTRUCTIONS[opcode].mnemonic}: {count}; {self.first[opcode]}"
        yield f"{self.passed.total()} passed, {self.failed.total()} failed"

    def _cell(self, opcode: int) -> str:
        if opcode not in self.passed and opcode not in self.failed:
            return "."
        return f"{self.passed[opcode]}{'!' if opcode in self.failed else ''}"


def run_vectors(files: Iterable[Path], which: Core = "compiled") -> Report:
    """Run every vector of the files on a core."""
    bench, report = Bench(which), Report()
    for file in files:
        for vector in read_vectors(file):
            report.add(vector, bench.difference(vector))
    return report


def verify_6502(files: Iterable[Path], which: Core = "compiled") -> int:
    """Run the vectors and print the report; return the exit status: 0 if all of them passed."""
    report = run_vectors(files, which)
    print("\n".join(report.lines()))
    return 1 if report.failed else 0
