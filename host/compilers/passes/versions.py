"""Fast copies of loops: no checks in them, for code before them, the guard, has made sure that none would fail.

    for i := 1 step 1 until n do s := s + a[i]         a[1:100]

The subscript lies between 1 and n, so the loop needs no check if n is not above 100. The guard computes differences
that are not negative if all is well, unites their signs, and goes to the loop as it was otherwise: that one stops where
the program says. A guard only loads and computes; it never stops.

    L0:                               L0:
      ...                               ...
      jump L1                           v1:i = load slot [N.]
    L1:                                 v2:i = const 100
      bound v11, v12, v13         =>    v3:i = sub.i v2, v1
      ...                               branch ng v3, L9, L1
      branch pl v20, L1, L2           L1:                      narrow [I.] [N.]
                                        ...
                                        branch pl v20, L1, L2
                                      L9:                      the loop as it was
                                        bound v21, v22, v23
                                        ...
                                        branch pl v30, L9, L2

A check that numbers alone decide needs neither guard nor copy. A nest of loops has one guard before the outermost loop
if enough is known there of the subscripts in it. A step of unknown sign is positive in the fast copy. The guard also
ensures that the slots that count are narrow there: small enough for index registers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from host.compilers.ir.form import Block, Op, Place, Program, Unit, Value
from host.compilers.ir.graph import Loop, clone, with_preheaders
from host.compilers.ir.ranges import Counter, Ranges
from host.compilers.ir.slots import Slots
from host.compilers.ir.sums import Atom, Sum
from host.compilers.ir.target import Target

LARGEST_COPY = 90  # operations
SMALL = 40  # operations of a loop, at most, that is copied for the sake of its index registers alone
CONDITIONS = 12  # of a guard, at most
DEEPER = 8  # how often, we think, an inner loop runs


def run(program: Program, target: Target) -> None:
    """Give loops fast copies where that pays."""
    slots = Slots(program)
    for unit in program.units:
        if any(block.end.targets for block in unit.blocks):
            graph = with_preheaders(unit, program.labels)
            if graph.loops:
                work = Versions(Ranges(program, target, slots, graph))
                work.numbers()
                work.ranges.positive = True
                for loop in graph.loops:
                    if loop.outer is None:
                        work.copy(loop)


@dataclass(eq=False)
class Plan:
    """The consequences of a guard before a loop: checks to remove, narrow slots, simpler tests."""

    loop: Loop
    conditions: set[Sum] = field(default_factory=set)
    checks: set[Op] = field(default_factory=set)
    narrow: dict[Counter, set[Place]] = field(default_factory=dict)  # in the loops that count so
    gain: int = 0


class Versions:
    """The loops of a unit."""

    def __init__(self, ranges: Ranges) -> None:
        self.ranges, self.program, self.target = ranges, ranges.program, ranges.target
        self.graph = ranges.graph
        self.unit: Unit = ranges.graph.unit

    # ------------------------------------------------------------ without a guard

    def numbers(self) -> None:
        """Leave out the checks that are superfluous in all turns, and note the slots that numbers alone make narrow."""
        for loop in self.graph.loops:
            if loop.outer is not None:
                continue
            for block in loop.blocks:
                gone = {op for op in block.ops if self._proved(self._needs(op, block, loop))}
                self._without(block, gone)
        for loop, counter in self.ranges.counters.items():
            nest = loop
            while nest.outer is not None:
                nest = nest.outer
            if isinstance(counter.step, int) and self._proved(self.ranges.everywhere(counter, nest)):
                for block in loop.blocks:
                    block.narrow.add(counter.place)

    def _proved(self, needs: Iterable[Sum] | None) -> bool:
        return needs is not None and all(not each.terms and each.number >= 0 for each in needs)

    def _needs(self, op: Op, block: Block, nest: Loop) -> list[Sum] | None:
        """Return the sums that must not be negative, or a check would fail; None: not a check, or not known."""
        if op.code not in ("bound", "limit"):
            return None
        largest = self.target.largest
        limits = [Sum((), -largest), Sum((), largest)]
        value, low, high = ([self.ranges.sums(block).values.get(each) for each in op.args] + limits)[:3]
        if value is None or low is None or high is None:
            return None
        differences = [value.plus(low, -1), high.plus(value, -1)]
        needs: list[Sum] = []
        for each in differences:
            least = self.ranges.least(each, block, nest) if each is not None else None
            if least is None:
                return None
            needs.extend(least)
        return needs

    # ------------------------------------------------------------ guards and copies

    def copy(self, loop: Loop) -> None:
        """Give a nest of loops a fast copy, or those in it."""
        plan = self._plan(loop)
        inner = sum(each.gain for each in self._inner(loop))
        if plan.gain and plan.gain >= inner:
            self._apply(plan)
        elif inner:
            for each in loop.inner:
                self.copy(each)

    def _inner(self, loop: Loop) -> list[Plan]:
        """Return plans for the loops in a loop."""
        found = []
        for each in loop.inner:
            plan = self._plan(each)
            deeper = self._inner(each)
            if sum(each.gain for each in deeper) > plan.gain:
                found.extend(deeper)
            else:
                found.append(plan)
        return found

    def _plan(self, loop: Loop) -> Plan:
        plan = Plan(loop)
        if loop.preheader is None or loop.header.params or not self._suits(loop):
            return plan
        inside = [each for each in _nest(loop) if each in self.ranges.counters]
        for each in inside:
            counter = self.ranges.counters[each]
            needs = self._counted(counter, loop)
            if needs is not None and self._possible(needs):
                plan.conditions.update(needs)
                plan.narrow[counter] = {counter.place}
                if isinstance(counter.step, Atom):
                    plan.narrow[counter].add(counter.step.place)
                self._limit(plan, counter)
        narrow = {each.loop for each in plan.narrow}
        if any(isinstance(self.ranges.counters[each].step, Atom) and each not in narrow for each in inside):
            return Plan(loop)  # all that is known of these is for positive steps
        for block in loop.blocks:
            weight = DEEPER ** self.graph.loop[block].depth
            for op in block.ops:
                needs = self._needs(op, block, loop)
                if needs is not None and self._possible(needs):
                    plan.conditions.update(needs)
                    plan.checks.add(op)
                    plan.gain += weight * len(op.args)
        plan.conditions = self._least(plan.conditions)
        if not plan.conditions or len(plan.conditions) > CONDITIONS:
            return Plan(loop)
        for counter in plan.narrow:
            size = sum(len(block.ops) for block in counter.loop.blocks)
            fresh = any(counter.place not in block.narrow for block in counter.loop.blocks)
            if not counter.loop.inner and size <= SMALL and fresh:
                plan.gain += DEEPER**counter.loop.depth * (1 if isinstance(counter.step, int) else 4)
        return plan

    def _suits(self, loop: Loop) -> bool:
        """Whether a loop can be copied, and whether it does nothing that takes much longer than its checks."""
        size = 0
        for block in loop.blocks:
            size += len(block.ops)
            if block.open or size > LARGEST_COPY:
                return False
            for op in block.ops:
                if op.code in ("invoke", "label", "indirect", "set.frame"):
                    return False
                if op.code == "call":
                    effects = self.program.effects[op.data.name]
                    if effects.runs or effects.writes or effects.reads - {"description"} or not effects.keeps:
                        return False
        return True

    def _counted(self, counter: Counter, nest: Loop) -> list[Sum] | None:
        """Return the sums that must not be negative for a counter's slot and step to be narrow, the step positive."""
        needs = self.ranges.everywhere(counter, nest)
        if needs is None or isinstance(counter.step, int):
            return needs
        step = Sum(((counter.step, 1),))
        for factor, number in (1, -1), (-1, self.target.index_most):
            ends = self.ranges.least(step, counter.loop.header, nest, factor)
            if ends is None:
                return None
            needs.extend(each._replace(number=each.number + number) for each in ends)
        return needs

    def _limit(self, plan: Plan, counter: Counter) -> None:
        """Make a slot that is the limit narrow, too: it is if the loop is entered only within that limit."""
        atom, loop = counter.limit.atom, counter.loop
        if atom is None or atom.region != "slot":
            return
        if not counter.certain:
            needs = self.ranges.least(counter.limit, loop.header, plan.loop, 1 if counter.up else -1)
            if needs is None:
                return
            room = -self.target.index_least if counter.up else self.target.index_most
            plan.conditions.update(each._replace(number=each.number + room) for each in needs)
        plan.narrow[counter].add(atom.place)

    def _possible(self, needs: Iterable[Sum]) -> bool:
        return all(each.terms or each.number >= 0 for each in needs)

    def _least(self, conditions: Iterable[Sum]) -> set[Sum]:
        """Return conditions without those that others imply."""
        least: dict[tuple[tuple[Atom, int], ...], int] = {}
        for each in conditions:
            if each.terms:
                least[each.terms] = min(least.get(each.terms, each.number), each.number)
        for terms, number in list(least.items()):
            parts = [least.get((term,)) for term in terms]
            if len(parts) > 1 and sum(each for each in parts if each is not None) <= number and None not in parts:
                del least[terms]
        return {Sum(terms, number) for terms, number in least.items()}

    def _apply(self, plan: Plan) -> None:
        """Put the slow copy at the end of the unit, the guard before the loop, and take its checks from the loop."""
        loop, unit = plan.loop, self.unit
        copies = clone(unit, list(loop.blocks), self.program.labels)
        unit.blocks.extend(copies.values())
        self._guard(plan, copies[loop.header])
        for counter, places in plan.narrow.items():
            if isinstance(counter.step, Atom):
                counter.test.end.args = (counter.distance,)
            for block in counter.loop.blocks:
                block.narrow |= places
        for block in loop.blocks:
            self._without(block, plan.checks)

    def _guard(self, plan: Plan, slow: Block) -> None:
        block = plan.loop.preheader
        assert block is not None
        node = plan.loop.header.ops[0].node
        jump = block.ops.pop()
        first = len(block.ops)
        writer = Writer(self.unit, block, node, self.target)
        result: Value | None = None
        for each in sorted(plan.conditions, key=repr):
            value = writer.total(each)
            result = value if result is None else writer.op("or", "i", result, value)
        assert result is not None
        block.ops[first].begins |= jump.begins
        block.ops.append(
            Op("branch", args=(result,), data="ng", targets=(slow.label, plan.loop.header.label), node=jump.node)
        )

    def _without(self, block: Block, gone: set[Op]) -> None:
        """Leave operations out of a block; a statement that began with one of them begins with the next."""
        ops: list[Op] = []
        begins = False
        for op in block.ops:
            if op in gone:
                begins |= op.begins
            else:
                op.begins |= begins
                begins = False
                ops.append(op)
        block.ops = ops


def _nest(loop: Loop) -> Iterator[Loop]:
    """Yield the loops in a loop, and then that one."""
    for each in loop.inner:
        yield from _nest(each)
    yield loop


class Writer:
    """Computes sums at the end of a block."""

    def __init__(self, unit: Unit, block: Block, node: object, target: Target) -> None:
        self.unit, self.block, self.node, self.target = unit, block, node, target
        self.atoms: dict[Atom, Value] = {}

    def op(self, code: str, kind: str, *args: Value, **more: object) -> Value:
        """Append an operation; return its result."""
        result = self.unit.value(kind)  # type: ignore[arg-type]
        self.block.ops.append(Op(code, (result,), args, node=self.node, **more))  # type: ignore[arg-type]
        return result

    def number(self, number: int) -> Value:
        return self.op("const", "i", data=self.target.word(number))

    def total(self, total: Sum) -> Value:
        """Compute a sum."""
        result = None
        for atom, factor in sorted(total.terms, key=lambda each: each[1] < 0):
            if result is None and factor < 0:
                result = self.number(total.number)
                total = total._replace(number=0)
            value = self.times(self.atom(atom), abs(factor))
            code = "add.i" if factor > 0 else "sub.i"
            result = value if result is None else self.op(code, "i", result, value)
        if result is None:
            return self.number(total.number)
        if total.number:
            code = "add.i" if total.number > 0 else "sub.i"
            result = self.op(code, "i", result, self.number(abs(total.number)))
        return result

    def times(self, value: Value, factor: int) -> Value:
        """Compute a product, by shifts and sums."""
        result = None
        for bit in range(factor.bit_length()):
            if factor >> bit & 1:
                part = self.op("shl", "i", value, data=bit) if bit else value
                result = part if result is None else self.op("add.i", "i", result, part)
        assert result is not None
        return result

    def atom(self, atom: Atom) -> Value:
        """Load a word."""
        if atom not in self.atoms:
            place: Place = atom.place
            if atom.through is not None:
                base = self.op("load", "a", place=atom.through, region="slot")
                place = place._replace(base=base)
            self.atoms[atom] = self.op("load", "i", place=place, region=atom.region)
        return self.atoms[atom]
