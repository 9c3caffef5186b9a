"""Blocks put in order: those that are not reached go, jumps to jumps are shortened, blocks in a row become one.

    L1:                                     L1:
      v1:i = load slot [I.]                   v1:i = load slot [I.]
      jump L2(v1)                             limit v1
    L2(v2:i):                      ->         branch pl v1, L4, L5
      limit v2
      branch pl v2, L3, L5
    L3:
      jump L4

A short way out of a procedure is copied to the jumps that go to it, so that its loads find values that are known there:

      store slot [frame+5], v1                store slot [frame+5], v1
      jump L9                        ->       v3:i = load slot [frame+5]
    L9:                                       return v3
      v2:i = load slot [frame+5]
      return v2

Jumps where a statement begins stay: the debugger stops there.
"""

from __future__ import annotations

from collections import Counter

from host.compilers.ir.form import Block, Label, Op, Unit, Value

SHORT = 2  # operations, of a way out


def tidy(unit: Unit) -> None:
    """Put the blocks of a unit in order."""
    _shorten(unit)
    _leave(unit)
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


def _leave(unit: Unit) -> None:
    """Copy short ways out of a procedure to where they are jumped to."""
    ways = {block.label: block for block in unit.blocks if _is_way_out(block)}
    for block in unit.blocks if ways else ():
        end = block.ops[-1]
        way = ways.get(end.targets[0]) if end.code == "jump" and not end.begins else None
        if way is not None and way is not block and way.held == block.held:
            values = dict(zip(way.params, end.args, strict=True))
            del block.ops[-1]
            for op in way.ops:
                new = tuple([unit.value(each.type) for each in op.results])
                copy = Op(op.code, new, op.args, place=op.place, region=op.region, data=op.data, node=op.node)
                copy.replace(values)
                values.update(zip(op.results, new, strict=True))
                block.ops.append(copy)


def _is_way_out(block: Block) -> bool:
    """Whether a block only loads a value, and returns."""
    return (
        block.ops[-1].code == "return"
        and len(block.ops) <= SHORT
        and all(op.code == "load" and op.region == "slot" for op in block.ops[:-1])
        and not any(op.begins for op in block.ops)
    )


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
