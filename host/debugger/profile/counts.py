"""Executions and cycles of every instruction, and of the labels and lines that they belong to.

Sums over traces (`Counts`), the labels that addresses belong to (`Places`), and the cost of labels and lines.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import compress, count
from typing import NamedTuple, TypeVar

from emulators.image import SourceLine
from emulators.loops import Loops, traces, zeros
from emulators.trace import TRACE_CYCLE, Trace
from host.debugger.profile.calltree import CallTree, routine_costs
from host.languages.sources import Blocks, Sources

LEAST_STEPS = 1 << 12  # places in the table of steps, a power of two
FAR, FAR_AFTER_ENTRY = 0x10, 0x100  # words after a label, a routine's entry, in memory of unknown content
K = TypeVar("K")


class Counts:
    """Executions and cycles of every instruction, and the steps from one instruction to the next.

    `executions[slot]`, `cycles[slot]`: arrays over all slots where an instruction may begin. A slot is an address, and
    on machines with several instructions in a word the part of the word in its lowest `part_bits`. A step is
    (from, to); one with an interrupt in between says nothing about the program, and is not kept. `all_executions` and
    `all_cycles` are the sums over all slots.
    """

    def __init__(self, address_bits: int, part_bits: int = 0) -> None:
        self.part_bits = part_bits
        self._bits = address_bits + part_bits
        self.executions, self.cycles = zeros(1 << self._bits), zeros(1 << self._bits)
        self.all_executions = self.all_cycles = 0
        self._loops = Loops(traces)
        self._keys, self._counts = zeros(LEAST_STEPS), zeros(LEAST_STEPS)  # a table of all steps
        self._steps: dict[int, dict[int, int]] | None = None  # the same, by the first slot; None: not made yet

    def slot(self, address: int, part: int = 0) -> int:
        """Return the slot of an instruction."""
        return address << self.part_bits | part

    def place(self, slot: int) -> tuple[int, int]:
        """Return the address of a slot, and the part of the word."""
        return slot >> self.part_bits, slot & (1 << self.part_bits) - 1

    def add(self, rows: Trace, column: int, part_column: int, following: int, end: int) -> None:
        """Count the instructions of a trace, by its columns of the address and of the part of the word.

        After the last one follows the instruction in the slot `following`, at the cycle `end`.
        """
        loops, count, done = self._loops, len(rows), 0
        m = loops.numbers
        m.width, m.column, m.part_column = len(rows.columns), column, part_column
        m.slot_bits, m.part_bits, m.following, m.end = self._bits, self.part_bits, following, end
        loops.lend(cells=rows.cells, executions=self.executions, cycles=self.cycles)
        while True:
            loops.lend(keys=self._keys, counts=self._counts)
            done = loops.call("add", done, count)
            if done == count:
                break
            old, self._keys, self._counts = (self._keys, self._counts), *map(zeros, [4 * len(self._keys)] * 2)
            loops.lend(old_keys=old[0], old_counts=old[1], keys=self._keys, counts=self._counts)
            m.used = 0
            loops.call("move")
        self.all_executions += count
        self.all_cycles += end - rows.cells[TRACE_CYCLE]
        self._steps = None

    def add_time(self, slot: int, cycles: int) -> None:
        """Count time that passed after an instruction without another one."""
        self.cycles[slot] += cycles
        self.all_cycles += cycles

    def steps_from(self, slot: int) -> dict[int, int]:
        """Return the slots of the instructions that followed the one in a slot, with counts."""
        if self._steps is None:
            self._steps = defaultdict(dict)
            for key, count in zip(filter(None, self._keys), filter(None, self._counts), strict=True):
                first, after = divmod(key - 1, 1 << self._bits)
                self._steps[first][after] = count
        return dict(sorted(self._steps.get(slot, {}).items()))

    def executed(self) -> list[int]:
        """Return the slots of all instructions that were executed."""
        return list(compress(count(), self.executions))


# ---------------------------------------------------------------- labels


class Label(NamedTuple):
    """A name for the instructions from its address up to the next label."""

    address: int
    name: str


class Places:
    """The labels of a program.

    A label counts unless it is local, or inside a scope that has a label itself. Where no label is known, one of
    `entries`, the addresses of routines that were called, takes its place.
    """

    def __init__(self, sources: Sources, entries: Iterable[int] = ()) -> None:
        self.sources = sources
        self._blocks = Blocks(sources.images)
        self._entries: set[int] = set()
        labels = {
            address: sources.name_of(address) or name
            for image in sources.images
            for name, address in image.symbols.items()
            if name not in image.constants and name.rpartition("::")[0] not in image.symbols
        }
        self._labels, self._starts = labels, sorted(labels)
        self._entries = {entry for entry in set(entries) - set(labels) if self.label(entry) is None}
        self._labels = labels | {entry: sources.near(entry) for entry in self._entries}
        self._starts = sorted(self._labels)

    def label(self, address: int) -> Label | None:
        """Return the label that an address belongs to."""
        index = bisect_right(self._starts, address) - 1
        if index < 0:
            return None
        start, block = self._starts[index], self._blocks.at(address)
        near = block is not None or address - start < (FAR_AFTER_ENTRY if start in self._entries else FAR)
        return Label(start, self._labels[start]) if near and block == self._blocks.at(start) else None

    def labels(self) -> list[Label]:
        """Return all labels, in the order of their addresses."""
        return [Label(start, self._labels[start]) for start in self._starts]

    def owner(self, address: int) -> int:
        """Return the address of the label that an address belongs to, or itself."""
        label = self.label(address)
        return address if label is None else label.address


def lines_that_count(sources: Sources) -> list[SourceLine]:
    """Return all source lines, sorted, without those of images superseded by a more important one."""
    kept: set[SourceLine] = set()
    for image in sources.images:
        own = set(image.lines)
        kept |= {line for line in own if line.length > 0 and sources.line_at(line.address) in own}
    return sorted(kept, key=lambda line: (line.address, line.depth, -line.length, line.offset, line.file, line.line))


# ---------------------------------------------------------------- what labels and lines cost


@dataclass
class PlaceCost:
    """The cost of a label or a line, over all its instructions."""

    cycles: int = 0
    instructions: int = 0  # executed
    executions: int = 0  # of a label: of its first instruction; of a line: of the most frequent one


def label_costs(counts: Counts, places: Places) -> dict[tuple[int, str], PlaceCost]:
    """Return the cost of each label up to the next one, by address and name; the most expensive first.

    Without labels, every address stands for itself.
    """
    costs: defaultdict[tuple[int, str], PlaceCost] = defaultdict(PlaceCost)
    for slot in counts.executed():
        address, part = counts.place(slot)
        label = places.label(address) or (address, places.sources.number(address))
        _add(costs[label[0], label[1]], counts, slot)
        if (address, part) == (label[0], 0):
            costs[label[0], label[1]].executions = counts.executions[slot]
    return _sorted(costs)


def line_costs(counts: Counts, line_at: Callable[[int], SourceLine | None]) -> dict[tuple[str, int], PlaceCost]:
    """Return the cost of each source line, by file and number; the most expensive first. In a macro, its own lines.

    `line_at` returns the line of a slot.
    """
    costs: defaultdict[tuple[str, int], PlaceCost] = defaultdict(PlaceCost)
    executed = [(line, slot) for slot in counts.executed() if (line := line_at(slot))]
    for line, slot in executed:
        _add(costs[line.file, line.line], counts, slot)
    for place, executions in line_executions((line, counts.executions[slot]) for line, slot in executed).items():
        costs[place].executions = executions
    return _sorted(costs)


def line_executions(counted: Iterable[tuple[SourceLine, int]]) -> dict[tuple[str, int], int]:
    """Return how often lines were executed, by file and number, from executions of their instructions.

    The most frequent instruction counts; of a line with several stretches of code, those are added.
    """
    stretches: dict[tuple[str, int, int, int], int] = {}
    for line, executions in counted:
        stretch = line.file, line.line, line.address, line.offset
        stretches[stretch] = max(stretches.get(stretch, 0), executions)
    sums: dict[tuple[str, int], int] = {}
    for (file, number, *_), executions in stretches.items():
        sums[file, number] = sums.get((file, number), 0) + executions
    return sums


def cycles_of(tree: CallTree, counts: Counts, places: Places, address: int, first: int | None = None) -> int:
    """Return the cycles of the routine at an address with all it called; if it was never called, of the label there.

    `first` is the address of its first instruction: after the label where the return address has its place there.
    """
    costs = routine_costs(tree.roots.values()).values()
    found = [cost for cost in costs if cost.routine.entry is not None and cost.routine.entry in (address, first)]
    if found:
        return sum(cost.total for cost in found)
    labels = label_costs(counts, places)
    return sum(cost.cycles for (start, _), cost in labels.items() if start == address)


def _add(cost: PlaceCost, counts: Counts, slot: int) -> None:
    cost.cycles += counts.cycles[slot]
    cost.instructions += counts.executions[slot]


def _sorted(costs: dict[K, PlaceCost]) -> dict[K, PlaceCost]:
    return dict(sorted(costs.items(), key=lambda item: -item[1].cycles))
