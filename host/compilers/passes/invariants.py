"""Invariants: values that are the same in all turns of a loop are computed once, before it, and kept in temporaries.

                                      (preheader)   v11:i = load slot [N.]
                                                    v12:i = const 1
                                                    v13:i = sub.i v11, v12
                                                    store slot [T1.], v13
    L1:                               L1:
      v1:i = load slot [N.]
      v2:i = const 1
      v3:i = sub.i v1, v2               v3:i = load slot [T1.]
      v4:i = diff.i v3, v5              v4:i = diff.i v3, v5

It goes before the outermost loop in which it is the same. A constant, or a load alone, would gain nothing: a temporary
is a load, too. But the limit of a loop that counts with a `narrow` slot is worth it: if the first turn begins within
the limit, that is narrow itself, and so is its temporary; index registers are quickly compared.

Nothing that may stop the program is computed elsewhere, so no operations on reals; loads are of slots and of words of
descriptions, which are there even if the loop has no turn.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from host.compilers.ir.form import CODES, PURE, Block, Frame, Op, Place, Program, Unit, Value
from host.compilers.ir.graph import Graph, Loop, with_preheaders
from host.compilers.ir.induction import Turns
from host.compilers.ir.linear import MULTIPLY
from host.compilers.ir.ranges import Ranges
from host.compilers.ir.slots import Slots
from host.compilers.ir.target import Target

WORTH = 3  # operations that are computed before a loop, if all turns need them; constants and slots are not counted
OFTEN = 5  # and if only some do


def run(program: Program, target: Target) -> None:
    """Run the pass."""
    slots: Slots | None = None
    for unit in program.units:
        if Graph(unit).loops:
            slots = slots or Slots(program)
            _Invariants(program, unit, slots, target).run()


class Same(NamedTuple):
    """A value that is the same in all turns of a loop."""

    loop: Loop | None  # the outermost one; None: it is the same everywhere
    cost: int
    key: Hashable  # equal for equal values
    op: Op


class _Invariants:
    """The operations that are moved out of the loops of a unit."""

    def __init__(self, program: Program, unit: Unit, slots: Slots, target: Target) -> None:
        self.program, self.unit, self.slots = program, unit, slots
        self.graph = with_preheaders(unit, program.labels)
        self.turns = Turns(program, unit, self.graph, slots, target)
        self.temporaries: dict[tuple[Loop, Hashable], Place] = {}
        self.limits: set[Value] = set()  # values that narrow slots are compared with
        if any(block.narrow for block in unit.blocks):
            for counter in Ranges(program, target, slots, self.graph).counters.values():
                if counter.certain and counter.place in counter.test.narrow:
                    self.limits.update(*(op.args for op in counter.test.ops if counter.distance in op.results))

    def run(self) -> None:
        for block, loop in self.graph.loop.items():
            if loop.preheader is not None:
                self.block(block, loop)

    def block(self, block: Block, loop: Loop) -> None:
        same: dict[Value, Same] = {}
        for op in block.ops:
            if op.results and (found := self.found(op, loop, same)) is not None:
                same[op.results[0]] = found
        worth = WORTH if all(self.graph.dominates(block, latch) for latch in loop.latches) else OFTEN
        able = {
            value
            for value, each in same.items()
            if each.loop is not None and each.cost >= (1 if value in self.limits else worth)
        }
        if not able:
            return
        used: set[Value] = set()  # by the operations that remain in the block
        ops: list[Op] = []
        for op in reversed(block.ops):
            result = op.results[0] if op.results else None
            if result in used and result in able:
                ops.append(self.kept(op, same))
            else:
                ops.append(op)
                if result in used or CODES[op.code] != PURE:
                    used.update(op.uses())
        block.ops = ops[::-1]

    # ------------------------------------------------------------ what stays the same

    def found(self, op: Op, loop: Loop, same: dict[Value, Same]) -> Same | None:
        """Return the invariant that an operation's result is; None if it is none."""
        code, place = op.code, op.place
        if code == "const":
            return Same(None, 0, (op.data, op.result.type), op)
        if CODES[code] != PURE and code != "load":
            return None
        if code in ("label", "get") or (code.endswith(".r") and code != "neg.r"):
            return None
        parts: list[Same] = []
        for each in op.uses():
            if each not in same:
                return None
            parts.append(same[each])
        around: Loop | None = None  # the innermost of the loops out of which its parts go
        for part in parts:
            if part.loop is not None and (around is None or part.loop.depth > around.depth):
                around = part.loop
        if code in ("load", "address") and not isinstance(place and place.base, type(None) | Frame | Value):
            return None
        if code == "load" and op.region not in ("slot", "description", "constant"):
            return None
        bit, description = self.slots.bit(self.unit, place) if op.region == "slot" else 0, op.region == "description"
        if op.region == "slot" and not bit:
            return None
        if bit or description:
            asked = self.asked(op, same)
            most = None
            around = around or self.outermost(loop)
            each_loop: Loop | None = loop
            while each_loop is not None and each_loop.preheader is not None and each_loop.depth >= around.depth:
                changes = self.turns.turns[each_loop].changes
                if bit & changes.slots or (description and (changes.made or asked & changes.asked)):
                    break
                most, each_loop = each_loop, each_loop.outer
            if most is None:
                return None
            around = most
        cost = sum(part.cost for part in parts) + (0 if bit else MULTIPLY if code == "mul.i" else 1)
        where = place._replace(base=None if isinstance(place.base, Value) else place.base) if place else None
        key = (code, where, op.region, op.data, tuple(part.key for part in parts))
        return Same(around, cost, key, op)

    @staticmethod
    def outermost(loop: Loop) -> Loop:
        while loop.outer is not None and loop.outer.preheader is not None:
            loop = loop.outer
        return loop

    def asked(self, op: Op, same: dict[Value, Same]) -> int:
        """Return the slot with the address of the description that a word is loaded from."""
        base = op.place.base if op.place is not None else None
        if not isinstance(base, Value):
            return 0
        return self.slots.bit(self.unit, same[base].op.place) if same[base].op.code == "load" else -1

    # ------------------------------------------------------------ moving

    def kept(self, op: Op, same: dict[Value, Same]) -> Op:
        """Compute a value before the loop; return a load of it."""
        found = same[op.result]
        assert found.loop is not None
        at = found.loop, (found.key, op.result in self.limits)
        if at not in self.temporaries:
            self.temporaries[at] = self.before(found, same)
        place = self.temporaries[at]
        return Op("load", op.results, place=place, region="slot", node=op.node, begins=op.begins)

    def before(self, found: Same, same: dict[Value, Same]) -> Place:
        loop = found.loop
        assert loop is not None
        assert loop.preheader is not None
        ops: list[Op] = []
        node = loop.preheader.end.node
        values: dict[Value, Value] = {}

        def copy(value: Value) -> None:
            if value in values:
                return
            op = same[value].op
            for each in op.uses():
                copy(each)
            values[value] = self.unit.value(value.type)
            made = Op(op.code, (values[value],), op.args, place=op.place, region=op.region, data=op.data, node=node)
            made.replace(values)
            ops.append(made)

        copy(found.op.result)
        place = self.program.temporary(self.unit)
        result = values[found.op.result]
        if found.op.result in self.limits:
            address = self.unit.value("a")
            ops.append(Op("address", (address,), place=Place(result), node=node))
            result = address
        if found.op.code == "address" or found.op.result in self.limits:
            for each in (*loop.blocks, loop.preheader):
                each.narrow.add(place)
        ops.append(Op("store", args=(result,), place=place, region="slot", node=node))
        loop.preheader.ops[-1:-1] = ops
        return place
