"""Bare 704s for the tests: core storage and nothing else, on each of the cores."""

from __future__ import annotations

from emulators.ibm704 import core, flat
from emulators.ibm704.isa import BY_MNEMONIC, DECREMENT_SHIFT, MOST_WORDS, TAG_SHIFT
from emulators.processor import Processor


def word(mnemonic: str, address: int = 0, tag: int = 0, decrement: int = 0) -> int:
    """Return an instruction."""
    instruction = BY_MNEMONIC[mnemonic]
    first = instruction.address or 0
    return instruction.code | decrement << DECREMENT_SHIFT | tag << TAG_SHIFT | (address + first) & 0o77777


class Flat:
    """A 704 with its core storage: `m` is the record, `run` goes to a cycle, `step` executes one instruction."""

    def __init__(self, kind: str, size: int = MOST_WORDS) -> None:
        self.processor = Processor(flat, kind)
        self.m = self.processor.m
        core.power_on(self.m, size)

    def run(self, deadline: int) -> None:
        """Run to a cycle."""
        self.processor.run(deadline)

    def step(self) -> None:
        """Execute one instruction."""
        self.run(self.m.cycles)

    def put(self, address: int, *words: int) -> None:
        """Put words into storage."""
        for each in words:
            self.m.memory[address] = each
            address += 1

    def values(self, *names: str) -> tuple[int, ...]:
        """Return fields of the record."""
        return tuple(int(getattr(self.m, name)) for name in names)
