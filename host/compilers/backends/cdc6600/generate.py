"""From a program of the form to COMPASS: unit by unit, block by block.

Where a block is reached only from blocks that have been written before, the registers still hold the words that they
held at the end of all of those. Blocks that nothing leads to are left out, as are those that only jump.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from host.compilers.backends.cdc6600.addresses import shortened
from host.compilers.backends.cdc6600.registers import Contents, Key
from host.compilers.backends.cdc6600.runtime import Runtime
from host.compilers.backends.cdc6600.schedule import schedule
from host.compilers.backends.cdc6600.select import Selector
from host.compilers.backends.cdc6600.stubs import Stubs
from host.compilers.backends.cdc6600.text import Line
from host.compilers.ir.form import Block, Op, Place, Program, Unit
from host.compilers.ir.layout import labelled, reached, straight

TRIES = 4  # of a loop


class Generated(NamedTuple):
    """The lines of the program, those of stubs: what happens where a check has failed; and lists of arguments."""

    lines: list[Line]
    stubs: list[Line]
    arguments: list[Line]


def generate(program: Program, runtime: Runtime, forgets: bool = False) -> Generated:
    """Return a program in COMPASS; `forgets`: registers hold nothing from one statement to the next."""
    stubs = Stubs(runtime)
    lines: list[Line] = []
    for unit in program.units:
        selector = Selector(program, unit, runtime, stubs, forgets)
        selector.text.at(unit.source)
        entered = runtime.enter(unit, selector.text) or {}
        selector.entered = entered
        if not forgets:
            leave_at_once(unit)
            for block in unit.blocks:
                schedule(block, len(selector.reserved_in(block)))
        lines += _Writer(unit, selector, entered).lines()
    return Generated(lines, stubs.lines, stubs.arguments)


class _Writer:
    """Writes the blocks of a unit in order, and knows the contents of the registers where each begins."""

    def __init__(self, unit: Unit, selector: Selector, entered: Mapping[int, Place]) -> None:
        self.unit, self.selector, self.text = unit, selector, selector.text
        self.entered: Contents = [frozenset([entered[each]] if each in entered else []) for each in range(8)]
        self.goes = selector.goes = straight(unit)
        self.blocks = reached(unit, self.goes)
        self.ways = {each.label: self._ways(each) for each in self.blocks}
        self.waiting = Counter(label for each in self.ways.values() for label in each)  # ways that are not yet written
        self.contents: dict[str, Contents] = {}
        self.loops = {} if selector.forgets else dict(inner_loops(self.blocks, self.ways))

    def _ways(self, block: Block) -> list[str]:
        return [self.goes.get(each, each) for each in block.end.targets]

    def lines(self) -> Iterator[Line]:
        """Write all blocks, and yield their lines."""
        number = 0
        while number < len(self.blocks):
            last = self.loops.get(number, number)
            known = self._known(self.blocks[number])
            if number in self.loops:
                known = self._kept_in_loop(number, last, known)
            self._write(number, last, known)
            number = last + 1
        unused = {each.label for each in self.blocks if not each.open} - {*self.selector.used, self.unit.symbol}
        lines = labelled(self.text.finish(), unused)
        return lines if self.selector.forgets else shortened(lines)

    def _known(self, block: Block) -> Contents | None:
        known = self.entered if block is self.blocks[0] else self.contents.get(block.label)
        if not (block.open or self.waiting[block.label]):
            return known
        return self.entered if block.unframed else None

    def _write(self, first: int, last: int, known: Contents | None) -> None:
        """Write some blocks; `known`: the contents of the registers where the first one begins."""
        for number in range(first, last + 1):
            block = self.blocks[number]
            if block.label != self.unit.symbol:
                self.text.label(block.label)
            following = self.blocks[number + 1].label if number + 1 < len(self.blocks) else ""
            self.selector.write(block, following, known if number == first else self._known(block))
            now = self.selector.registers.contents()
            for label in self.ways[block.label]:
                self.waiting[label] -= 1
                before = self.contents.get(label)
                self.contents[label] = now if before is None else common(before, now)

    # ------------------------------------------------------------ loops

    def _kept_in_loop(self, first: int, last: int, before: Contents | None) -> Contents | None:
        """Load the registers that a loop needs before it, and return their contents: they stay as long as it runs.

        They are the contents at the loop's end when it is written for a try. It is tried again with those, since fewer
        may be there then.
        """
        header = self.blocks[first].label
        before = self.contents.get(header) or [frozenset()] * 8
        end = self._tried(first, last, before)
        reserved = self.selector.reserved_in(self.blocks[first - 1])
        lines = self.text.lines
        if lines and lines[-1].operation == "EQ":  # a statement that only jumps
            reserved = frozenset(range(8))
        kept = [
            now & then or (frozenset() if register in reserved else self._one(now, register))
            for register, (now, then) in enumerate(zip(end, before, strict=True))
        ]
        for _ in range(TRIES):
            end = self._tried(first, last, kept)
            if all(one <= now for one, now in zip(kept, end, strict=True)):
                break
            kept = common(kept, end)
        else:
            return None
        for register, (keys, then) in enumerate(zip(kept, before, strict=True)):
            for key in keys - then:
                self.selector.make(register, key)
        return kept

    def _one(self, keys: frozenset[Key], register: int) -> frozenset[Key]:
        """Return one thing that can be made in a register before a loop."""
        able = [each for each in keys if self.selector.can_make(register, each)]
        return frozenset(sorted(able, key=str)[:1])

    def _tried(self, first: int, last: int, known: Contents) -> Contents:
        """Return the contents of the registers at the end of a loop that begins with some; nothing is written."""
        header, text = self.blocks[first].label, self.text
        labels = {label for each in self.blocks[first : last + 1] for label in self.ways[each.label]}
        contents = {label: self.contents[label] for label in labels if label in self.contents}
        self.contents.pop(header, None)
        waiting = {label: self.waiting[label] for label in labels}
        state, used = text.state(), set(self.selector.used)
        self._write(first, last, known)
        end = self.contents[header]
        text.back(state)
        self.selector.used = used
        self.waiting.update({label: number - self.waiting[label] for label, number in waiting.items()})
        for label in labels:
            self.contents.pop(label, None)
        self.contents.update(contents)
        return end


def common(one: Contents, other: Contents) -> Contents:
    """Return the contents that registers have both here and there."""
    return [each & second for each, second in zip(one, other, strict=True)]


def inner_loops(blocks: Sequence[Block], ways: dict[str, list[str]]) -> Iterator[tuple[int, int]]:
    """Yield the first and last blocks of innermost loops that are reached from the block before them only."""
    places = {each.label: number for number, each in enumerate(blocks)}
    sources: dict[str, list[int]] = {}
    for number, block in enumerate(blocks):
        for label in ways[block.label]:
            sources.setdefault(label, []).append(number)
    begin = 1  # no loop begins before this block: another one is in it
    for last, block in enumerate(blocks):
        for label in ways[block.label]:
            first = places[label]
            if begin <= first <= last:
                begin = last + 1
                before = blocks[first - 1]
                falls = before.end.code in ("jump", "branch") and ways[before.label].count(label) == 1
                inside = all(
                    not each.open
                    and each.label in sources
                    and all(first <= source <= last for source in sources[each.label])
                    for each in blocks[first + 1 : last + 1]
                )
                entered = [source for source in sources[label] if source not in range(first, last + 1)]
                if (
                    falls
                    and inside
                    and entered == [first - 1]
                    and not (blocks[first].open or blocks[first].params or blocks[first].unframed)
                ):
                    yield first, last


def leave_at_once(unit: Unit) -> None:
    """Replace a jump to a block that only returns a variable by that return."""
    returns = {each.label: each for each in unit.blocks if only_returns(each)}
    goes = straight(unit)
    for block in unit.blocks if returns else ():
        end = block.end
        target = returns.get(goes.get(end.targets[0], end.targets[0])) if end.code == "jump" else None
        if target is not None and not end.begins:
            copies = {each: unit.value(each.type) for op in target.ops for each in op.results}
            copies.update(zip(target.params, end.args, strict=True))
            block.ops.pop()
            for op in target.ops:
                results = tuple(copies[each] for each in op.results)
                again = Op(op.code, results, op.args, place=op.place, region=op.region, data=op.data, node=op.node)
                again.replace(copies)
                block.ops.append(again)


def only_returns(block: Block) -> bool:
    *before, end = block.ops
    simple = all((op.code == "shr" or (op.code == "load" and not op.uses())) and not op.begins for op in before)
    most = 1 if len(end.args) < 2 else 4  # the run-time system may want something, too
    return end.code == "return" and simple and len(before) <= most and not end.begins and not block.held
