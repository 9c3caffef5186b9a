"""From a program of the form to SAP: unit by unit, block by block.

Where a block is reached only from blocks that have been written before, the registers still hold the words that they
held at the end of all of those. When a unit has been written, the needs of its entry are known: the index registers
that it changes, the instructions that want addresses of arguments.

Stores of values that are never asked for again are removed: a value that one block leaves for the next is often in AC.

    STO T1          (nothing)
    TZE L2          TZE L2
    TMI L1          TMI L1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from host.compilers.backends.ibm704.compute import word
from host.compilers.backends.ibm704.operands import Pool, joined, literal
from host.compilers.backends.ibm704.runtime import Runtime
from host.compilers.backends.ibm704.select import Known, Selector
from host.compilers.backends.ibm704.text import Line, Text
from host.compilers.ir.form import Place, Program, Unit
from host.compilers.ir.layout import labelled, reached, straight
from host.compilers.ir.slots import Slots

LOADS = frozenset({"CLA", "CAL", "CLS", "PXD"})  # into AC, whatever was there
APART = frozenset({"LXA", "LXD", "SXD", "STZ", "STQ", "LDQ"})  # instructions that do not read AC
STORES = frozenset({"STO", "STQ", "SLW", "STZ", "SXD", "SLQ"})


class Generated(NamedTuple):
    """The lines of the program; those of stubs: what happens where a check has failed; words of constants."""

    lines: list[Line]
    stubs: list[Line]
    constants: list[Line]


def generate(program: Program, runtime: Runtime, forgets: bool = False) -> Generated:
    """Return a program in SAP; `forgets`: registers hold nothing from one statement to the next."""
    pool, slots = Pool(program), Slots(program)
    lines: list[Line] = []
    stubs: list[Line] = []
    for unit in program.units:
        writer = _Writer(program, unit, runtime, Selector(program, unit, runtime, slots, pool, forgets))
        lines += writer.lines()
        stubs += writer.stubs()
    return Generated(lines, stubs, pool.lines)


class _Writer:
    """Writes the blocks of a unit in order, and knows the contents of the registers where each begins."""

    def __init__(self, program: Program, unit: Unit, runtime: Runtime, selector: Selector) -> None:
        self.program, self.unit, self.runtime, self.selector = program, unit, runtime, selector
        first = unit.blocks[0]
        self.start = first.label
        goes = straight(unit)
        if any(first.label in op.targets for op in unit.ops()):  # the entry is another place than the loop there
            self.start = goes[first.label] = next(iter(program.labels))
        selector.goes = goes
        self.blocks = reached(unit, {label: to for label, to in goes.items() if label != first.label})
        self.ways = {each.label: [goes.get(label, label) for label in each.end.targets] for each in self.blocks}
        self.waiting = Counter(label for each in self.ways.values() for label in each)
        self.known: dict[str, Known] = {}

    def lines(self) -> list[Line]:
        """Write all blocks, and return their lines."""
        selector, text = self.selector, self.selector.text
        text.at(self.unit.source)
        for number, block in enumerate(self.blocks):
            label = self.start if number == 0 else block.label
            if label != self.unit.symbol:
                text.label(label)
            following = self.blocks[number + 1].label if number + 1 < len(self.blocks) else ""
            fresh = block.open or number == 0 or self.waiting[label]
            now = selector.write(block, following, None if fresh else self.known.get(label))
            for each in self.ways[block.label]:
                self.waiting[each] -= 1
                before = self.known.get(each)
                there = now._replace(nonzero=each == selector.nonzero_at)
                self.known[each] = there if before is None else there.common(before)
        body = list(self._completed(text.finish()))
        unused = {each.label for each in self.blocks if not each.open} - {*selector.used, self.unit.symbol}
        head = Text()
        head.at(self.unit.source)
        self.runtime.enter(self.unit, head, self._saved(), selector.plants)
        body = list(_stored(list(labelled(body, unused)), self._private()))
        return [*head.finish(), *_joined(_loaded(body))]

    def _saved(self) -> list[int]:
        return sorted(self.selector.tags)

    def _private(self) -> set[str]:
        """Return the addresses of words that this unit alone reaches."""
        found = set(self.selector.temporaries)
        for symbol, offset in self.program.temporaries:
            if symbol not in self.program.escaped:
                found.add(joined(symbol, offset))
        others = {
            joined(op.place.symbol, op.place.offset)
            for unit in self.program.units
            for op in unit.ops()
            if isinstance(op.place, Place) and (unit is not self.unit or op.code == "address")
        }
        return found - others

    def _completed(self, lines: Sequence[Line]) -> Iterator[Line]:
        """Yield lines with the fields that were left open while blocks were written."""
        for each in lines:
            if each.operation == "STD" and each.variable.startswith("=D"):
                labels = self.selector.limits.get(each.variable[1:], [])
                yield from self._instead(each, [("STD", label) for label in labels])
            elif each.operation == "TRA" and each.variable == "return":
                text = Text()
                self.runtime.leave(self.unit, text, self._saved())
                yield from self._instead(each, [(line.operation, line.variable) for line in text.finish()])
            else:
                yield each

    def _instead(self, line: Line, others: Sequence[tuple[str, str]]) -> Iterator[Line]:
        if not others:
            if line.location or line.begins:
                yield line._replace(operation="NOP", variable="")
            return
        for number, (operation, variable) in enumerate(others):
            if number == 0:
                yield line._replace(operation=operation, variable=variable)
            else:
                yield line._replace(location="", operation=operation, variable=variable, begins=False, copies=())

    def stubs(self) -> list[Line]:
        """Return the stubs of checks that have failed."""
        text = Text()
        for op, tag, offset, label in self.selector.stubs:
            text.at(op.node)
            text.label(label)
            if tag:
                text.op("PXD", f",{tag}")
            if offset:
                text.op("ADD" if offset > 0 else "SUB", literal(word(abs(offset))))
            self.runtime.outside(op.data, op, text)
        return text.finish()


def _stored(lines: Sequence[Line], private: set[str]) -> Iterator[Line]:
    """Yield lines without stores of words that nothing asks for."""
    asked = {each.variable.split(",")[0] for each in lines if each.operation not in STORES}
    waiting: Line | None = None  # one that is gone, with a symbol, or where a statement begins
    for each in lines:
        gone = each.operation in STORES and each.variable.split(",")[0] in private - asked
        if gone and not each.location and not each.begins and waiting is None:
            continue
        if gone and waiting is None:
            waiting = each
            continue
        if waiting is not None:
            begins_alone = not waiting.begins or (each.node is waiting.node and not each.begins)
            if begins_alone and not (each.location and waiting.location):
                yield each._replace(
                    location=waiting.location or each.location,
                    begins=waiting.begins or each.begins,
                    copies=waiting.copies if waiting.begins else each.copies,
                )
            else:
                yield waiting
                yield each
            waiting = None
            continue
        yield each
    if waiting is not None:
        yield waiting


def _loaded(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield lines without loads of AC that the next load follows before AC is looked at."""
    for number, each in enumerate(lines):
        if each.operation in LOADS and not each.location and not each.begins:
            following = number + 1
            while following < len(lines) and (lines[following].operation in APART or _steps(lines[following])):
                following += 1
            if following < len(lines) and lines[following].operation in LOADS:
                continue
        yield each


def _steps(line: Line) -> bool:
    return line.operation == "TXI" and line.variable.startswith("*+1,")


def _joined(lines: Sequence[Line] | Iterator[Line]) -> Iterator[Line]:
    """Yield lines; a TXI to the next word before a jump goes where that goes."""
    before: Line | None = None
    for each in lines:
        if before is not None:
            steps = _steps(before)
            jumps = each.operation == "TRA" and not set(each.variable) & set(",*")
            if steps and jumps and not each.location and not each.begins:
                before = before._replace(variable=each.variable + before.variable[3:])
                yield before
                before = None
                continue
            yield before
        before = each
    if before is not None:
        yield before
