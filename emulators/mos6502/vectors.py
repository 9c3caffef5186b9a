"""Test vectors of the 6502: their form, and the comparison of a core with them.

    {"name": "a9 000",
     "initial": {"pc": 512, "s": 255, "a": 0, "x": 0, "y": 0, "p": 36, "ram": [[512, 169], [513, 1]]},
     "final":   {"pc": 514, "s": 255, "a": 1, "x": 0, "y": 0, "p": 36, "ram": [[512, 169], [513, 1]]},
     "cycles":  [[512, 169, "read"], [513, 1, "read"]]}

`ram` lists every byte that the instruction touches, `cycles` every access to the bus, dummy ones included.
The status register has no bits 4 and 5; whatever a file says of them is read as 0 and 1.

Our own cores are compared in registers, memory, cycle count and every access to the bus. py65 makes none of
the chip's dummy accesses: it is compared in registers, memory and cycle count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from emulators.mos6502 import core, flat
from emulators.mos6502.arithmetic import ALWAYS, BREAK
from emulators.mos6502.core import REGISTERS
from emulators.mos6502.isa import INSTRUCTIONS
from emulators.vectors import content_difference, number, stray_write, wired

ACCESS = ("reads", "writes")
DIRECTIONS = {"read": 0, "write": 1}


class Vector(NamedTuple):
    """One instruction: the state before, the state after, and the bus in between."""

    name: str
    kind: int  # the opcode
    before: tuple[int, ...]  # the registers, in the order of `core.REGISTERS`
    after: tuple[int, ...]
    ram_before: list[tuple[int, int]]  # address, byte
    ram_after: list[tuple[int, int]]
    bus: list[tuple[int, int, int]]  # address, byte, 1 for a write


def parse(value: dict[str, Any]) -> Vector:
    """Return a vector from its JSON; raises ValueError, KeyError or TypeError."""
    bus = [(number(a, 16), number(byte, 8), direction(d)) for a, byte, d in value["cycles"]]
    if not bus:
        raise ValueError("an instruction has at least one cycle")
    before, ram_before = state(value["initial"])
    after, ram_after = state(value["final"])
    return Vector(str(value["name"]), bus[0][1], before, after, ram_before, ram_after, bus)


def state(value: dict[str, Any]) -> tuple[tuple[int, ...], list[tuple[int, int]]]:
    """Return the registers and the memory of one side of a vector."""
    *others, p = (number(value[name], width) for name, width in REGISTERS.items())
    ram = [(number(address, 16), number(byte, 8)) for address, byte in value["ram"]]
    return (*others, p & ~BREAK | ALWAYS), ram


def direction(word: Any) -> int:
    """Return 1 for "write" and 0 for "read"."""
    if not isinstance(word, str) or word not in DIRECTIONS:
        raise ValueError(f"{word!r} should be one of {', '.join(DIRECTIONS)}")
    return DIRECTIONS[word]


class Bench:
    """A bare 6502 on the test bench, every address wired to the bus log."""

    def __init__(self, which: str) -> None:
        self.checks_bus = which != "py65"
        self._processor = processor = wired(core, flat, "python" if which == "py65" else which)
        self._step: Callable[[], object] = lambda: processor.run(1)
        if which == "py65":
            from emulators.mos6502.reference import Reference

            self._step = Reference(processor.m, flat.BUS).step

    def difference(self, vector: Vector) -> str:
        """Execute a vector; return its first difference in words, or nothing if there is none."""
        processor = self._processor
        processor.set(**dict(zip(core.REGISTERS, vector.before, strict=True)))
        for address, byte in vector.ram_before:
            processor.memory[address] = byte
        processor.forget()
        self._step()
        return self._compare(vector)

    def _compare(self, vector: Vector) -> str:
        processor = self._processor
        for name, expected in zip(core.REGISTERS, vector.after, strict=True):
            if (was := processor.get(name)) != expected:
                digits = core.REGISTERS[name] // 4
                return f"{name.upper()} is {was:0{digits}X} instead of {expected:0{digits}X}"
        after = dict(vector.ram_after)
        if wrong := content_difference(processor, after, "04X", "02X"):
            return wrong
        if self.checks_bus:
            for cycle, (seen, expected_access) in enumerate(zip(processor.accesses, vector.bus, strict=False)):
                if seen != expected_access:
                    return f"cycle {cycle} {access(seen)} instead of {access(expected_access)}"
        if wrong := stray_write(processor, after, "04X"):
            return wrong
        if processor.cycles != len(vector.bus):
            return f"{processor.cycles} cycles instead of {len(vector.bus)}"
        return ""


def access(entry: tuple[int, int, int]) -> str:
    """Return a bus access in words."""
    address, byte, write = entry
    return f"{ACCESS[write]} {byte:02X} at {address:04X}"


def described(opcode: int) -> str:
    """Return an opcode as a report names it."""
    return f"{opcode:02X} {INSTRUCTIONS[opcode].mnemonic}"


def table(passed: Counter[int], failed: Counter[int]) -> Iterator[str]:
    """Return the table of opcodes: how many vectors of each passed, `!` where some failed."""
    yield "passed    " + "".join(f"{'_' + format(low, 'X'):>6}" for low in range(16))
    for high in range(16):
        cells = (cell(passed[16 * high + low], failed[16 * high + low]) for low in range(16))
        yield f"       {high:X}_ " + "".join(f"{each:>6}" for each in cells)


def cell(passed: int, failed: int) -> str:
    """Return how many vectors of an opcode passed."""
    return f"{passed}{'!' if failed else ''}" if passed or failed else "."
