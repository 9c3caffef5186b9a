"""The order in which the blocks of a unit are written, and the targets of chains of jumps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from host.compilers.ir.form import Block, Op, Unit
from host.compilers.ir.lines import Kind


def labelled(lines: Sequence[Kind], unused: set[str]) -> Iterator[Kind]:
    """Yield lines without the labels that nothing leads to: instructions share a word then."""
    for each in lines:
        if each.location not in unused:
            yield each
        elif each.operation != "BSS":
            yield each._replace(location="")


def straight(unit: Unit) -> dict[str, str]:
    """Return the final targets of blocks that only jump, except where a statement begins: debuggers stop there."""
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


def reached(unit: Unit, goes: dict[str, str]) -> list[Block]:
    """Return the blocks that control may reach, in their order."""
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
