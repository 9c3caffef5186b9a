"""Limits: the limit of a loop in index registers is put into the instruction that compares, before the loop.

                                            (preheader)   v9:i = load slot [N.]
                                                          set D1, v9
    L1: XR1 = [I.]                          L1: XR1 = [I.], D1 = [N.]
      ...                                     ...
      v4:i = load slot [N.]                   v4:i = get D1
      v5:i = get XR1                          v5:i = get XR1
      v6:i = diff.i v4, v5              =>    v6:i = diff.i v4, v5
      branch pl v6, L1, L2                    branch pl v6, L1, L2

That is for machines that modify their instructions; so is the removal of values that are set and never got.

On all machines, leftovers of other passes before loops go here, too: a value that is stored and at once loaded again,
a load of a constant that a block before has stored.

    L1:                                     L1:
      v1:i = const 1                          v1:i = const 1
      store slot [I.], v1                     store slot [I.], v1
      branch pl v2, L2, L3              =>    branch pl v2, L2, L3
    L2:                                     L2:
      v3:i = load slot [I.]                   v3:i = const 1
"""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import Any

from host.compilers.ir.form import IN_CODE, Block, Effects, Op, Place, Program, Unit, Value
from host.compilers.ir.graph import Graph, Loop, with_preheaders
from host.compilers.ir.slots import Slots, union
from host.compilers.ir.target import Target
from host.compilers.passes.blocks import tidy


def run(program: Program, target: Target) -> None:
    """Run the pass."""
    slots = Slots(program)
    numbers = count(1)
    for unit in program.units:
        tidy(unit)
        for block in unit.blocks:
            _forward(block, slots, unit, across=target.limits)
        if not target.limits:
            _constants(unit, slots)
            continue
        if Graph(unit).loops:
            graph = with_preheaders(unit, program.labels)
            for loop in graph.loops:
                _limit(program, unit, slots, graph, loop, numbers)
        _registers(program, unit)


def _forward(block: Block, slots: Slots, unit: Unit, across: bool) -> None:
    """Use the values that a block has stored in slots instead of loads; `across` calls, too.

    Where calls keep few registers, a value that is used after one would have to be put away.
    """
    stored: dict[Place, Value] = {}
    instead: dict[Value, Value] = {}
    ops: list[Op] = []
    for op in block.ops:
        op.replace(instead)
        if op.code == "load" and op.region == "slot" and op.place in stored and not op.begins:
            instead[op.result] = stored[op.place]
            continue
        _changes(op, stored, slots, unit)
        if not across and op.code in ("call", "invoke", "element"):
            stored.clear()
        if op.code == "store" and op.region == "slot" and op.place is not None:
            stored[op.place] = op.args[0]
        ops.append(op)
    block.ops = ops


def _changes(op: Op, known: dict[Place, Any], slots: Slots, unit: Unit) -> None:
    """Forget the slots that an operation may change."""
    if op.code == "set.frame":
        known.clear()  # the same places are other words now
    elif op.code in ("store", "call", "invoke") and known:
        changed = slots.writes(unit, op)
        for place in [place for place in known if slots.bit(unit, place) & changed]:
            del known[place]


def _constants(unit: Unit, slots: Slots) -> None:
    """Load constants that a block, or those that alone lead to it, have stored as constants."""
    ways = Counter(label for block in unit.blocks for op in block.ops for label in op.targets)
    at = {block.label: block for block in unit.blocks}
    work: list[tuple[Block, dict[Place, int]]] = [
        (block, {}) for block in unit.blocks if block.open or ways[block.label] != 1 or block is unit.blocks[0]
    ]
    while work:
        block, known = work.pop()
        words: dict[Value, int] = {}
        for number, op in enumerate(block.ops):
            if op.code == "load" and op.region == "slot" and op.place in known:
                block.ops[number] = Op("const", op.results, data=known[op.place], node=op.node, begins=op.begins)
                words[op.result] = known[op.place]
            elif op.code == "const":
                words[op.result] = op.data
            _changes(op, known, slots, unit)
            if op.code == "store" and op.region == "slot" and op.place is not None and op.args[0] in words:
                known[op.place] = words[op.args[0]]
        for label in dict.fromkeys(block.end.targets):
            if ways[label] == 1 and not at[label].open and at[label] is not unit.blocks[0]:
                work.append((at[label], dict(known)))


def _limit(program: Program, unit: Unit, slots: Slots, graph: Graph, loop: Loop, numbers: count[int]) -> None:
    """Put the limit of a loop into its test."""
    for block in loop.blocks:
        end = block.end
        if graph.loop[block] is not loop or end.code != "branch" or end.data not in ("pl", "ng"):
            continue
        made = {op.result: op for op in block.ops if op.results}
        test = made.get(end.args[0])
        if test is None or test.code != "diff.i" or sum(test.result in op.uses() for op in block.ops) != 1:
            continue
        limit, counter = (made.get(each) for each in test.args)
        if limit is None or counter is None or limit.code != "load" or limit.region != "slot" or limit.place is None:
            continue
        place = limit.place
        if counter.code != "get" or not counter.data.startswith("XR") or place not in block.narrow:
            continue
        around = _outermost(program, unit, slots, loop, place)
        if around is None:
            continue
        name = f"{IN_CODE}{next(numbers)}"
        got = Op("get", (unit.value("i"),), data=name, node=limit.node)
        block.ops.insert(block.ops.index(test), got)
        test.args = (got.result, test.args[1])
        _set(unit, around, name, place, limit)
        for each in around.blocks:
            each.held[name] = place


def _outermost(program: Program, unit: Unit, slots: Slots, loop: Loop, place: Place) -> Loop | None:
    """Return the outermost loop in which a slot stays as it is, and no unit is called."""
    bit = slots.bit(unit, place)
    found: Loop | None = None
    around: Loop | None = loop
    while around is not None and around.preheader is not None:
        ops = [op for block in around.blocks for op in block.ops]
        if union(slots.writes(unit, op) for op in ops if op.code in ("store", "call", "invoke")) & bit:
            break
        if any(op.code == "invoke" for op in ops) or any(block.open for block in around.blocks):
            break
        if any(
            op.code in ("load", "set") and place in block.held.values() for block in around.blocks for op in block.ops
        ):
            break
        found, around = around, around.outer
    return found


def _set(unit: Unit, loop: Loop, name: str, place: Place, limit: Op) -> None:
    assert loop.preheader is not None
    value = unit.value("i")
    load = Op("load", (value,), place=place, region="slot", node=limit.node)
    loop.preheader.ops[-1:-1] = [load, Op("set", args=(value,), data=name, node=limit.node)]
    loop.preheader.narrow.add(place)


# ---------------------------------------------------------------- registers that are set for nothing


def _registers(program: Program, unit: Unit) -> None:
    """Leave out operations that set registers which are never got afterwards."""
    live: dict[str, set[str]] = {block.label: set() for block in unit.blocks}
    changed = True
    while changed:
        changed = False
        for block in reversed(unit.blocks):
            now = _live(program, block, {name for label in block.end.targets for name in live[label]}, None)
            if now != live[block.label]:
                live[block.label], changed = now, True
    for block in unit.blocks:
        gone: set[Op] = set()
        _live(program, block, {name for label in block.end.targets for name in live[label]}, gone)
        block.ops = [op for op in block.ops if op not in gone]
        for name in [name for name in block.held if name not in live[block.label]]:
            del block.held[name]


def _live(program: Program, block: Block, after: set[str], gone: set[Op] | None) -> set[str]:
    """Return the registers that are got before they are set; add operations without effect to `gone`."""
    live = set(after)
    needed: set[Value] = set()
    for op in reversed(block.ops):
        if op.code == "set":
            if op.data not in live and not op.begins:
                if gone is not None:
                    gone.add(op)
                continue
            live.discard(op.data)
        elif op.code == "get":
            if op.result not in needed and not op.begins:
                if gone is not None:
                    gone.add(op)
                continue
            live.add(op.data)
        elif op.code == "call":
            live = program.effects[op.data.name].kept(live)
        elif op.code == "invoke":
            live &= program.effects.get("invoke", Effects()).keeps
        needed.update(op.uses())
    return live
