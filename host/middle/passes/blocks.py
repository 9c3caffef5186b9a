"""Blocks put in order: those that are not reached go, jumps to jumps are shortened, blocks in a row become one.

    L1:                                     L1:
      v1:i = load slot [I.]                   v1:i = load slot [I.]
      jump L2(v1)                             limit v1
    L2(v2:i):                      ->         branch pl v1, L4, L5
      limit v2
      branch pl v2, L3, L5
    L3:
      jump L4

Jumps where a statement begins stay: the debugger stops there.
"""

from __future__ import annotations

from collections import Counter

from host.middle.form import Block, Label, Unit, Value


def tidy(unit: Unit) -> None:
    """Put the blocks of a unit in order."""
    _shorten(unit)
    _sweep(unit)
    _merge(unit)


def _shorten(unit: Unit) -> None:
    """Lead jumps and branches past blocks that only jump."""
    past: dict[Label, Label] = {
        block.label: block.end.targets[0]
        for block in unit.blocks
        if len(block.ops) == 1 and block.end.code == "jump" and not (block.params or block.end.args or block.end.begins)
    }
    at = {block.label: block for block in unit.blocks}
    past = {label: target for label, target in past.items() if not at[target].params}

    def final(label: Label) -> Label:
        seen = []
        while label in past and label not in seen:
            seen.append(label)
            label = past[label]
        past.update((each, label) for each in seen if each != label)
        return label

    if past:
        for block in unit.blocks:
            if block.ops[-1].code in ("jump", "branch", "table"):
                end = block.ops[-1]
                if not past.keys().isdisjoint(end.targets):
                    end.targets = tuple([final(each) for each in end.targets])


def _sweep(unit: Unit) -> None:
    """Leave out blocks that no way leads to."""
    at = {block.label: block for block in unit.blocks}
    work = [block for number, block in enumerate(unit.blocks) if block.open or number == 0]
    reached = set(work)
    while work:
        block = work.pop()
        for op in block.ops:
            for label in op.targets:
                if at[label] not in reached:
                    reached.add(at[label])
                    work.append(at[label])
    if len(reached) < len(unit.blocks):
        unit.blocks = [block for block in unit.blocks if block in reached]


def _merge(unit: Unit) -> None:
    """Append blocks to those that alone lead to them, by a jump."""
    at = {block.label: block for block in unit.blocks}
    ways = Counter(label for block in unit.blocks for op in block.ops for label in op.targets)
    entry = unit.blocks[0]
    merged: set[Block] = set()
    for block in unit.blocks:
        if block in merged:
            continue
        values: dict[Value, Value] = {}
        while (end := block.ops[-1]).code == "jump" and not end.begins:
            target = at[end.targets[0]]
            if ways[target.label] > 1 or target.open or target in (entry, block) or target.held != block.held:
                break
            values.update(zip(target.params, (values.get(each, each) for each in end.args), strict=True))
            if values:
                for op in target.ops:
                    op.replace(values)
            del block.ops[-1]
            block.ops += target.ops
            block.narrow &= target.narrow
            merged.add(target)
    if merged:
        unit.blocks = [block for block in unit.blocks if block not in merged]
