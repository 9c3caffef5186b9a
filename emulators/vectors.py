"""Bare processors without a machine, and tools for test vectors of any processor.

A vector is compared with a bare processor: numbers are read, differences described, vectors counted by kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, MutableSequence
from types import ModuleType
from typing import Any

from emulators.machine import Stop
from emulators.processor import Processor
from emulators.record import fill


class Bare(Processor):
    """A processor with nothing but storage, for test vectors, benchmarks and single routines.

    `functions` is the module of its kernel, `core` the one that knows its registers. Registers and indicators go by the
    names of the record's fields.
    """

    def __init__(self, functions: ModuleType, core: ModuleType, which: str = "compiled") -> None:
        super().__init__(functions, which)
        self._core = core
        core.power_on(self.m)

    def run(self, deadline: int) -> None:
        """Execute at least one instruction, and go on until the cycle `deadline` or until something stops it."""
        going = True
        while going:
            first, piece = self.cycles, self.piece
            self.run_piece(deadline, super().run)
            going = self.stop == Stop.NONE and first + piece <= self.cycles < deadline

    @property
    def memory(self) -> MutableSequence[int]:
        """The storage."""
        words: MutableSequence[int] = self.m.memory
        return words

    @property
    def cycles(self) -> int:
        """Clock cycles since they were set to 0."""
        return int(self.m.cycles)

    @property
    def stop(self) -> Stop:
        """Why `run` returned."""
        return Stop(int(self.m.stop))

    def get(self, field: str) -> int:
        """Return a register."""
        return int(getattr(self.m, field))

    def set(self, **fields: int) -> None:
        """Set registers."""
        for name, value in fields.items():
            setattr(self.m, name, value)

    def bank(self, field: str) -> MutableSequence[int]:
        """Return registers that have numbers."""
        registers: MutableSequence[int] = getattr(self.m, field)
        return registers

    def go_to(self, *place: int) -> None:
        """Continue at a place; only for cores for which that is more than a register."""
        self._core.go_to(self.m, *place)

    def set_breakpoint(self, address: int) -> None:
        """Stop before the instruction at an address."""
        self.m.special[address] = self._core.BREAKPOINT

    def log(self) -> None:
        """Note the accesses of each instruction from now on."""
        fill(self.m.special, bytes([self._core.TRACE]) * len(self.m.special))

    @property
    def accesses(self) -> list[tuple[int, int, int]]:
        """The accesses noted since `forget`: address, value, 1 for a write."""
        m, length = self.m, int(self.m.log_length)
        return list(zip(*(map(int, each[:length]) for each in (m.log_address, m.log_value, m.log_write)), strict=True))

    def forget(self) -> None:
        """Forget accesses and cycles; whatever was about to happen does not."""
        self.m.log_length = self.m.cycles = self.m.horizon = 0

    def run_counting(self, cycles: int) -> int:
        """Run until something stops it, or for more than some cycles; return how many instructions were executed."""
        m, count, going = self.m, 0, True
        m.tracing = 1
        while going:
            m.trace_length = 0
            self.run(int(m.cycles) + cycles)
            count += int(m.trace_length)
            going = m.stop == Stop.NONE and m.trace_length == self._core.TRACE_ROWS
        m.tracing = 0
        return count


# Test vectors of any processor: reading their numbers, comparing a bare processor with them, counting them by kind.


def number(value: Any, bits: int) -> int:
    """Return an integer of `bits` bits."""
    if type(value) is not int or value < 0 or value >> bits:
        raise ValueError(f"{value!r} should be a number of {bits} bits")
    return value


def octal(value: Any, bits: int) -> int:
    """Return a number of `bits` bits from its octal digits."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r} should be octal digits")
    return number(int(value, 8), bits)


def wired(core: ModuleType, flat: ModuleType, which: str) -> Bare:
    """Return a bare processor with power on, `compiled` or `python`, every address wired to the bus log."""
    processor = Bare(flat, core, which)
    processor.log()
    return processor


def content_difference(processor: Bare, expected: Mapping[int, int], place: str, word: str) -> str:
    """Return the first word that differs; `place` and `word` are formats of an address and of a word."""
    for address, content in expected.items():
        if (was := processor.memory[address]) != content:
            return f"{address:{place}} holds {was:{word}} instead of {content:{word}}"
    return ""


def stray_write(processor: Bare, expected: Mapping[int, int], place: str) -> str:
    """Return the first write to a word that should not be written."""
    wrong = (address for address, _, write in processor.accesses if write and address not in expected)
    return next((f"{address:{place}} is written to, and should not be touched" for address in wrong), "")


def stop_difference(stops: bool, expected: bool) -> str:
    """Describe a machine that stops, or does not, contrary to expectation."""
    if stops == expected:
        return ""
    return "the machine goes on instead of stopping" if expected else "the machine stops instead of going on"


def counted(
    kinds: Iterable[str], width: int, columns: int, passed: Counter[str], failed: Counter[str]
) -> Iterator[str]:
    """Return a table of kinds: how many vectors of each passed, `!` where some failed."""
    cells = [f"{kind:<{width}}{passed[kind]:>5}{'!' if failed[kind] else ' '}" for kind in kinds]
    yield "passed"
    for start in range(0, len(cells), columns):
        yield "  " + "  ".join(cells[start : start + columns]).rstrip()
