"""Counted loops: the slot that counts, its start, limit and step, and its bounds in each block.

A loop counts with a slot if it has one store of it, which adds a step, passed in each turn, and a test that ends the
loop when the slot has passed a limit. The test is at the end of a turn, after the store, or in the header:

    L1:                      (header)                  L1:                   (header)
      ...                    start .. limit              test                start .. limit + step
      [I.] := [I.] + 1       start + 1 .. limit + 1    L2:
      test                                               ...                 start .. limit
                                                         [I.] := [I.] + 1

Limit and step do not change in the loop. A step that is not known counts only as long as it is taken for `positive`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from host.compilers.ir.form import Block, Place, Program, Unit, Value
from host.compilers.ir.graph import Graph, Loop
from host.compilers.ir.slots import Bits, Slots
from host.compilers.ir.sums import Atom, Sum, Sums
from host.compilers.ir.target import Target


@dataclass(eq=False)
class Body:
    """The effects of a loop on storage."""

    stores: dict[Place, list[Block]] = field(default_factory=dict)  # of slots, by their places
    touched: Bits = 0  # slots that other operations change
    made: bool = False  # whether descriptions may change
    passed: set[Place] = field(default_factory=set)  # slots that are arguments of calls


@dataclass(eq=False)
class Counter:
    """How a loop counts."""

    loop: Loop
    place: Place
    up: bool
    step: int | Atom
    start: Sum
    limit: Sum
    since: tuple[Block, ...]  # the block with the store of the start, and those after that, up to the loop
    certain: bool  # whether the first turn, if there is one, begins within the limit
    test: Block
    distance: Value  # the value that the test compares: the limit less the slot; counting down, the slot less the limit
    first: Block | None  # where a turn begins after a test in the header
    after: set[Block]  # blocks that begin with the slot stepped


class Ranges:
    """The counted loops of a unit."""

    def __init__(self, program: Program, target: Target, slots: Slots, graph: Graph) -> None:
        self.program, self.target, self.slots, self.graph = program, target, slots, graph
        self.unit: Unit = graph.unit
        self.positive = False  # whether steps of unknown sign are positive
        self._sums: dict[Block, Sums] = {}
        self.bodies: dict[Loop, Body] = {}
        for loop in graph.loops:  # inner ones come first
            self.bodies[loop] = self._body(loop)
        self.counters: dict[Loop, Counter] = {}
        for loop in graph.loops:
            found = self._counter(loop) if loop.preheader is not None else None
            if found is not None:
                self.counters[loop] = found

    def sums(self, block: Block) -> Sums:
        """Return the sums of a block."""
        if block not in self._sums:
            self._sums[block] = Sums(block, self.target)
        return self._sums[block]

    # ------------------------------------------------------------ changes

    def _body(self, loop: Loop) -> Body:
        body = Body()
        for inner in loop.inner:
            other = self.bodies[inner]
            for place, blocks in other.stores.items():
                body.stores.setdefault(place, []).extend(blocks)
            body.touched |= other.touched
            body.made |= other.made
            body.passed |= other.passed
        for block in loop.blocks:
            if self.graph.loop[block] is loop:
                self._look(block, body)
        return body

    def _look(self, block: Block, body: Body) -> None:
        for op in block.ops:
            if op.code == "store" and op.region == "slot" and op.place is not None:
                body.stores.setdefault(op.place, []).append(block)
            elif op.code in ("store", "call", "invoke"):
                body.touched |= self.slots.writes(self.unit, op)
            if op.code == "invoke":
                body.made = True
            elif op.code == "call":
                effects = self.program.effects[op.data.name]
                body.made |= effects.runs or "description" in effects.writes
                found = (self.sums(block).values.get(each) for each in op.args)
                body.passed.update(each.atom.place for each in found if each is not None and each.atom is not None)

    def stays(self, atom: Atom, loop: Loop) -> bool:
        """Whether a word of storage stays the same in a loop, and may be looked at before it."""
        body = self.bodies[loop]
        if atom.region == "description" and body.made:
            return False
        place = atom.place if atom.region == "slot" else atom.through
        if place is None:
            return True
        if atom.through is not None and place in body.passed:
            return False  # whether it is that of an array is asked in the loop
        return place not in body.stores and not self.slots.bit(self.unit, place) & body.touched

    # ------------------------------------------------------------ how a loop counts

    def _counter(self, loop: Loop) -> Counter | None:
        if len(loop.latches) == 1:
            found = self._tested(loop, loop.latches[0], last=True)
            if found is not None:
                return found
        return self._tested(loop, loop.header, last=False)

    def _tested(self, loop: Loop, test: Block, last: bool) -> Counter | None:
        """Return how a loop counts, if this block has its test."""
        end = test.end
        if end.code != "branch" or end.data not in ("pl", "ng"):
            return None
        on, off = end.targets if end.data == "pl" else end.targets[::-1]
        inside, outside = self.graph.at[on], self.graph.at[off]
        if inside not in loop.blocks or outside in loop.blocks or (inside is loop.header) != last:
            return None
        distance, sign = self._distance(test, end.args[0])
        left = self.sums(test).values.get(distance)
        if left is None:
            return None
        for atom, factor in left.terms:
            if atom.region == "slot" and abs(factor) == 1 and len(self.bodies[loop].stores.get(atom.place, ())) == 1:
                found = self._counts(loop, test, atom, left, -factor, last)
                if found is not None and sign == (_as_sum(found.step) if isinstance(found.step, Atom) else None):
                    found.distance = distance
                    found.first = None if last else inside
                    if last or self.graph.predecessors[inside] == [test]:
                        return found
        return None

    def _distance(self, test: Block, value: Value) -> tuple[Value, Sum | None]:
        """Return the value that a test compares with zero if the step is positive, and a step of unknown sign.

        With a step of any sign s the test is of ((d xor s) - s) and n, or of d xor s; n is negative if s is not zero.
        """
        sums = self.sums(test)

        def parts(value: Value, code: str) -> tuple[Value, ...]:
            op = sums.made.get(value)
            return op.args if op is not None and op.code == code else ()

        def of_both_signs(value: Value, step: Sum) -> bool:
            """Whether a value is one of two, the step and its negative."""
            found = [sums.values.get(each) for each in parts(value, "or")]
            return bool(found) and all(each in (step, made_negative(step)) for each in found)

        ways: list[tuple[Value, Value | None]] = [(value, None)]
        if both := parts(value, "and"):
            ways = [(both[0], both[1]), (both[1], both[0])]
        for left, more in ways:
            turned, sign = (parts(left, "sub.i") or (left, None))[:2]
            for distance, other in itertools.permutations(parts(turned, "xor"), 2):
                step = next((sums.values.get(each) for each in parts(other, "sign")), None)
                if step is None or sign not in (None, other):
                    continue
                if more is None or of_both_signs(more, step):
                    return distance, step
        return value, None

    def _counts(self, loop: Loop, test: Block, atom: Atom, left: Sum, direction: int, last: bool) -> Counter | None:
        """Return how a loop counts with a slot: its distance to the limit times a direction is known at a test."""
        body = self.bodies[loop]
        (store,) = body.stores[atom.place]
        if self.slots.bit(self.unit, atom.place) & body.touched or self.graph.loop[store] is not loop:
            return None
        if not all(self.graph.dominates(store, latch) for latch in loop.latches):
            return None
        before = Sum(((atom, 1),))
        now = self.sums(store).stored[atom.place]
        step = now.plus(before, -1) if now is not None else None
        if now is None or step is None or (store is test and not last):
            return None
        limit = Sum().plus(left, direction)
        limit = limit.plus(now if store is test else before) if limit is not None else None
        if limit is None or not all(self.stays(each, loop) for each, _ in limit.terms):
            return None
        by: int | Atom
        if not step.terms:
            by = step.number
            if by * direction <= 0:
                return None
        elif step.atom is None or step.atom.region != "slot" or direction < 0 or not self.stays(step.atom, loop):
            return None
        else:
            by = step.atom
        start, since = self._start(loop, atom)
        certain = self._certain(by, start, limit, direction, since)
        return Counter(
            loop, atom.place, direction > 0, by, start, limit, since, certain, test, Value(0, "i"), None,
            self._after(loop, store),
        )  # fmt: skip

    def _start(self, loop: Loop, atom: Atom) -> tuple[Sum, tuple[Block, ...]]:
        """Return the value of a slot before a loop, and the blocks that the value holds since the beginning of."""
        path: list[Block] = []
        block = loop.preheader
        while block is not None and len(path) < 3:
            path.append(block)
            stored = self._stored(block, atom.place)
            if atom.place in self.sums(block).stored or not stored:
                found = self.sums(block).stored.get(atom.place)
                if found is not None and stored:
                    return found, tuple(path)
                break
            before = self.graph.predecessors[block]
            block = before[0] if len(before) == 1 else None
        return Sum(((atom, 1),)), ()

    def _stored(self, block: Block, place: Place) -> bool:
        """Whether a block changes a slot, if at all, by stores only."""
        bit = self.slots.bit(self.unit, place)
        return not any(
            op.code in ("store", "call", "invoke") and op.place != place and self.slots.writes(self.unit, op) & bit
            for op in block.ops
        )

    def _certain(self, step: int | Atom, start: Sum, limit: Sum, direction: int, since: Sequence[Block]) -> bool:
        """Whether a loop is entered within its limit: by its numbers, or by a test before it."""
        distance = limit.plus(start, -1)
        distance = Sum().plus(distance, direction) if distance is not None else None
        if distance is None:
            return False
        if not distance.terms:
            return distance.number >= 0
        if any(each.place in self.sums(block).stored for block in since for each, _ in limit.terms):
            return False
        if len(since) < 2:
            return False
        block, then = since[-1], since[-2]
        end = block.end
        if end.code != "branch" or end.data not in ("pl", "ng"):
            return False
        on, off = end.targets if end.data == "pl" else end.targets[::-1]
        value, sign = self._distance(block, end.args[0])
        if sign is not None and isinstance(step, Atom):
            sign = None if sign == self.sums(block).stored.get(step.place, _as_sum(step)) else sign
            if any(step.place in self.sums(each).stored for each in since[:-1]):
                return False
        return sign is None and on == then.label != off and self.sums(block).values.get(value) == distance

    def _after(self, loop: Loop, store: Block) -> set[Block]:
        """Return the blocks of a loop that come after a block in a turn."""
        found: set[Block] = set()
        work = [store]
        while work:
            for each in self.graph.successors[work.pop()]:
                if each in loop.blocks and each is not loop.header and each not in found:
                    found.add(each)
                    work.append(each)
        return found

    # ------------------------------------------------------------ between what a sum is

    def least(self, total: Sum, block: Block, nest: Loop, factor: int = 1) -> list[Sum] | None:
        """Return sums, known before a nest of loops: no sum is less than all of these when a block begins.

        That is so for the sum times a factor. None if nothing is known.
        """
        known = Sum().plus(total, factor)
        return None if known is None else self._least(known, block, nest)

    def _least(self, total: Sum, block: Block, nest: Loop) -> list[Sum] | None:
        found = self._counted(total, block, nest)
        if found is None:
            return [total] if all(self.stays(each, nest) for each, _ in total.terms) else None
        atom, counter = found
        rest, factor = total.without(atom)
        ends = self._ends(counter, block, factor > 0)
        if counter.loop is nest:
            # Its initial value is there before the nest, but the blocks since then may have changed other slots.
            slot = Sum(((Atom(counter.place), 1),))
            ends = [slot if each is counter.start and each.terms else each for each in ends]
            if not all(self.stays(each, nest) for each, _ in rest.terms):
                return None
        elif not counter.since or counter.since[-1] not in nest.blocks:
            return None
        results: list[Sum] = []
        for end in ends:
            whole = rest.plus(end, factor) if end is not None else None
            if whole is None:
                return None
            if counter.loop is nest:
                more: list[Sum] | None = [whole]
            elif self._changed(whole, counter.since):
                return None
            else:
                more = self._least(whole, counter.since[-1], nest)
            if more is None:
                return None
            results.extend(each for each in more if each not in results)
        return results

    def _changed(self, total: Sum, since: Sequence[Block]) -> bool:
        """Whether blocks change a slot that a sum is made of."""
        changed = {place for block in since for place in self.sums(block).stored}
        return any(each.place in changed or each.through in changed for each, _ in total.terms)

    def _counted(self, total: Sum, block: Block, nest: Loop) -> tuple[Atom, Counter] | None:
        """Return the atom of a sum that the innermost loop counts with, and how."""
        loop = self.graph.loop.get(block)
        while loop is not None:
            counter = self.counters.get(loop)
            if counter is not None and (self.positive or isinstance(counter.step, int)):
                for atom, _ in total.terms:
                    if atom.region == "slot" and atom.place == counter.place:
                        return atom, counter
            if loop is nest:
                break
            loop = loop.outer
        return None

    def _ends(self, counter: Counter, block: Block, low: bool) -> list[Sum | None]:
        """Return a lower bound of a slot at the beginning of a block, or an upper one."""
        if low == counter.up:
            return [counter.start]
        stepped = counter.limit.plus(_as_sum(counter.step))
        if counter.first is not None:
            if self.graph.dominates(counter.first, block) and block not in counter.after:
                return [counter.limit]
            return [stepped, counter.start]
        if block not in counter.after:
            return [counter.limit] if counter.certain else [counter.limit, counter.start]
        return [stepped] if counter.certain else [None]

    def everywhere(self, counter: Counter, nest: Loop) -> list[Sum] | None:
        """Return sums: all are positive if the slot of a counter is narrow in all of its loop."""
        slot = Sum(((Atom(counter.place), 1),))
        far: Sum | None = slot
        if counter.first is None:
            far = slot.plus(_as_sum(counter.step))
        if far is None:
            return None
        header, least, most = counter.loop.header, self.target.index_least, self.target.index_most
        found: list[Sum] = []
        for total, factor, room in ((slot, 1, -least), (slot, -1, most), (far, 1, -least), (far, -1, most)):
            ends = self.least(total, header, nest, factor)
            if ends is None:
                return None
            found.extend(each._replace(number=each.number + room) for each in ends)
        return found


def made_negative(total: Sum) -> Sum:
    """Return the negative of a sum."""
    return Sum(tuple((atom, -factor) for atom, factor in total.terms), -total.number)


def _as_sum(step: int | Atom) -> Sum:
    return Sum((), step) if isinstance(step, int) else Sum(((step, 1),))
