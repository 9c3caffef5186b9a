"""How often was every instruction executed, how long did it take, which one came next? Sums over traces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Column = NDArray[np.int64]

PENDING = 1 << 17  # steps that are kept before they are counted together


class Counts:
    """Executions and cycles of every instruction, and the steps from one instruction to the next.

    `executions[slot]`, `cycles[slot]`: arrays over all slots where an instruction may begin. A slot is an address, and
    on machines whose words hold several instructions the part of the word in its lowest `part_bits`. A step is
    (from, to); one with an interrupt in between says nothing about the program, and is not kept.
    """

    def __init__(self, address_bits: int, part_bits: int = 0) -> None:
        self.part_bits = part_bits
        self._bits = address_bits + part_bits
        self.executions = np.zeros(1 << self._bits, np.int64)
        self.cycles = np.zeros(1 << self._bits, np.int64)
        self._steps: list[tuple[Column, Column]] = []  # keys, counts
        self._pending = 0

    def slot(self, address: int, part: int = 0) -> int:
        """Return the slot of an instruction."""
        return address << self.part_bits | part

    def place(self, slot: int) -> tuple[int, int]:
        """Return the address of a slot, and the part of the word."""
        return slot >> self.part_bits, slot & (1 << self.part_bits) - 1

    def add(self, slots: Column, cycles: Column, following: Column, plain: NDArray[np.bool_]) -> None:
        """Count instructions: where they stand, how long each took, what followed, whether without an interrupt."""
        np.add.at(self.executions, slots, 1)
        np.add.at(self.cycles, slots, cycles)
        keys, counts = np.unique(slots[plain] << self._bits | following[plain], return_counts=True)
        self._steps.append((keys, counts))
        self._pending += len(keys)
        if self._pending > PENDING:
            self._merge()

    def add_time(self, slot: int, cycles: int) -> None:
        """Count time that passed behind an instruction without another one."""
        self.cycles[slot] += cycles

    def steps_from(self, slot: int) -> dict[int, int]:
        """Return which instructions followed the one of a slot, by their slots, and how often."""
        keys, counts = self._merge()
        first, end = np.searchsorted(keys, [slot << self._bits, (slot + 1) << self._bits])
        targets = (keys[first:end] & (1 << self._bits) - 1).tolist()
        return dict(zip(targets, counts[first:end].tolist(), strict=True))

    def executed(self) -> list[int]:
        """Return the slots of all instructions that were executed."""
        return [int(slot) for slot in np.flatnonzero(self.executions)]

    def _merge(self) -> tuple[Column, Column]:
        """Return keys and counts of all steps, the keys in their order."""
        none = np.empty(0, np.int64)
        keys = np.concatenate([none, *(keys for keys, _ in self._steps)])
        counts = np.concatenate([none, *(counts for _, counts in self._steps)])
        merged, places = np.unique(keys, return_inverse=True)
        sums = np.zeros(len(merged), np.int64)
        np.add.at(sums, places, counts)
        self._steps, self._pending = [(merged, sums)], 0
        return merged, sums
