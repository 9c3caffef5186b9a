"""From a program of the form to COMPASS: unit by unit, block by block.

Where a block is come to only from blocks that have been written before, the registers still hold what they held at the
end of all of those. Blocks that nothing leads to are left out, so are those that only jump.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from host.middle.cdc6600.registers import Contents
from host.middle.cdc6600.runtime import Runtime
from host.middle.cdc6600.select import Selector, Stubs
from host.middle.cdc6600.text import Line
from host.middle.form import Block, Op, Program, Unit


class Generated(NamedTuple):
    """The lines of the program, and those of stubs: what happens where a check has failed."""

    lines: list[Line]
    stubs: list[Line]


def generate(program: Program, runtime: Runtime, forgets: bool = False) -> Generated:
    """Return a program in COMPASS; `forgets`: registers hold nothing from one statement to the next."""
    stubs = Stubs(runtime)
    lines = [
        line
        for unit in program.units
        for line in _unit(unit, runtime, Selector(program, unit, runtime, stubs, forgets))
    ]
    return Generated(lines, stubs.lines)


def _unit(unit: Unit, runtime: Runtime, selector: Selector) -> Iterator[Line]:
    selector.text.at(unit.source)
    runtime.enter(unit, selector.text)
    if not selector.forgets:
        _leave_at_once(unit)
    goes = selector.goes = _straight(unit)
    blocks = list(_reached(unit, goes))
    waiting = Counter(goes.get(label, label) for block in blocks for label in block.end.targets)  # ways not yet written
    contents: dict[str, Contents] = {}
    for number, block in enumerate(blocks):
        if block.label != unit.symbol:
            selector.text.label(block.label)
        known = None if block.open or number == 0 or waiting[block.label] else contents.get(block.label)
        following = blocks[number + 1].label if number + 1 < len(blocks) else ""
        selector.write(block, following, known)
        now = selector.registers.contents()
        for each in block.end.targets:
            label = goes.get(each, each)
            waiting[label] -= 1
            before = contents.get(label)
            contents[label] = now if before is None else [one & other for one, other in zip(before, now, strict=True)]
    unused = {each.label for each in blocks if not each.open} - {*selector.used, unit.symbol}
    yield from _labelled(selector.text.finish(), unused)


def _leave_at_once(unit: Unit) -> None:
    """Let a jump to a block that only returns a variable be that return."""
    returns = {each.label: each for each in unit.blocks if _only_returns(each)}
    goes = _straight(unit)
    for block in unit.blocks if returns else ():
        end = block.end
        target = returns.get(goes.get(end.targets[0], end.targets[0])) if end.code == "jump" else None
        if target is not None and not end.begins:
            copies = {each: unit.value(each.type) for op in target.ops for each in op.results}
            copies.update(zip(target.params, end.args, strict=True))
            block.ops.pop()
            for op in target.ops:
                results = tuple(copies[each] for each in op.results)
                again = Op(op.code, results, op.args, place=op.place, region=op.region, node=op.node)
                again.replace(copies)
                block.ops.append(again)


def _only_returns(block: Block) -> bool:
    *before, end = block.ops
    simple = len(before) <= 1 and all(op.code == "load" and not op.uses() and not op.begins for op in before)
    return end.code == "return" and simple and not end.begins and not block.held


def _labelled(lines: Sequence[Line], unused: set[str]) -> Iterator[Line]:
    """Yield lines without the labels that nothing leads to: instructions share a word then."""
    for each in lines:
        if each.location not in unused:
            yield each
        elif each.operation != "BSS":
            yield each._replace(location="")


def _straight(unit: Unit) -> dict[str, str]:
    """Return where one comes to by blocks that only jump, unless a statement begins there: debuggers stop."""
    goes = {block.label: block.end.targets[0] for block in unit.blocks if _only_jumps(block)}
    for label in list(goes):
        seen = {label}
        while (target := goes[label]) in goes and target not in seen:
            seen.add(target)
            goes[label] = goes[target]
    return {label: target for label, target in goes.items() if label != target}


def _only_jumps(block: Block) -> bool:
    first: Op = block.ops[0]
    return first.code == "jump" and not first.args and not first.begins


def _reached(unit: Unit, goes: dict[str, str]) -> list[Block]:
    """Return the blocks that control may come to, in their order."""
    blocks = {each.label: each for each in unit.blocks}
    waiting = [unit.blocks[0], *(each for each in unit.blocks if each.open)]
    seen = {each.label for each in waiting}
    while waiting:
        for op in waiting.pop().ops:
            for each in op.targets:
                label = goes.get(each, each)
                if label not in seen:
                    seen.add(label)
                    waiting.append(blocks[label])
    return [each for each in unit.blocks if each.label in seen]
