"""Counters: a loop that steps an address need not count besides, where nothing else asks for its counter.

IBM's compiler of 1957 did that: the subscripts of nested loops are one index register, which also says when they end.

                                            (preheader)   store slot [T2.], [I.] + 441
    L1:                                     L1:
      v1:i = load slot [J.]
      v2:i = add.i v1, 1
      store slot [J.], v2
      v3:a = load slot [T1.]                  v3:a = load slot [T1.]
      v4:a = address [v3+21]                  v4:a = address [v3+21]
      store slot [T1.], v4                    store slot [T1.], v4
      v5:i = const 21                   =>    v5:i = load slot [T2.]
      v6:i = load slot [J.]                   v6:a = load slot [T1.]
      v7:i = diff.i v5, v6                    v7:i = diff.i v5, v6
      branch pl v7, L1, L2                    branch pl v7, L1, L2

The counter must be a temporary that is not asked for after the loop. All that the address and its limit are made of has
to be `narrow`, and may not be subtracted: index registers without a sign are compared. Only machines with few
index registers, which are compared with numbers, want this.
"""

from __future__ import annotations

from host.compilers.ir.form import Block, Op, Place, Program, Unit, Value
from host.compilers.ir.graph import Graph, Loop, with_preheaders
from host.compilers.ir.induction import Turns
from host.compilers.ir.linear import Form, Product, Slot, Writer
from host.compilers.ir.slots import Slots, key
from host.compilers.ir.target import Target
from host.compilers.passes import dead
from host.compilers.passes.dead import remove


def run(program: Program, target: Target) -> None:
    """Run the pass."""
    if not target.limits:
        return
    slots = Slots(program)
    for unit in program.units:
        if Graph(unit).loops:
            graph = with_preheaders(unit, program.labels)
            counters = _Counters(program, unit, graph, slots, target)
            for loop in graph.loops:
                counters.loop(loop)
    dead.run(program, target)


class _Counters:
    """The loops of a unit."""

    def __init__(self, program: Program, unit: Unit, graph: Graph, slots: Slots, target: Target) -> None:
        self.program, self.unit, self.graph, self.target = program, unit, graph, target
        self.turns = Turns(program, unit, graph, slots, target)
        self.terms = self.turns.terms

    def loop(self, loop: Loop) -> None:
        """Count a loop by an address, if that is possible."""
        if loop.preheader is None or len(loop.latches) != 1:
            return
        turn, test = self.turns.turns[loop], loop.latches[0]
        for counter, step in turn.steps.items():
            if step.terms or step.number <= 0 or not self._temporary(counter):
                continue
            asked = self._test(test, counter)
            if asked is None or not self._only_counts(loop, counter, asked):
                continue
            for other, more in self._addresses(loop).items():
                even = more > 0 and more % step.number == 0
                if even and self._replace(loop, counter, other, more // step.number, asked):
                    return

    def _addresses(self, loop: Loop) -> dict[Place, int]:
        """Return the slots of addresses that a number is added to in each turn, and this."""
        turn = self.turns.turns[loop]
        found: dict[Place, int] = {}
        for block in loop.blocks:
            if self.graph.loop[block] is not loop or not self.graph.dominates(block, loop.latches[0]):
                continue
            made = {op.result: op for op in block.ops if op.results}
            for op in block.ops:
                place = op.place
                if op.code != "store" or op.region != "slot" or place is None or not self._temporary(place):
                    continue
                step = _moved(made.get(op.args[0]))
                before = made.get(step.base) if step is not None and isinstance(step.base, Value) else None
                if step is None or before is None or before.code != "load" or before.place != place:
                    continue
                if not self.turns.slots.bit(self.unit, place) & turn.twice and place in block.narrow:
                    found[place] = step.offset
        return found

    def _temporary(self, place: Place) -> bool:
        return key(self.unit, place) in self.program.temporaries

    def _test(self, test: Block, counter: Place) -> Op | None:
        """Return the difference of a limit and a counter that ends a loop by its sign."""
        if test.end.code != "branch" or test.end.data not in ("pl", "ng"):
            return None
        found = next((op for op in test.ops if op.results == test.end.args), None)
        if found is None or found.code != "diff.i":
            return None
        forms = self.turns.forms(test)
        now = forms.stored.get(counter) or self.terms.form(Slot(counter))
        return found if forms.of(found.args[1]) == now else None

    def _only_counts(self, loop: Loop, counter: Place, test: Op) -> bool:
        """Whether a counter is asked for by its own step and the test alone, and not after the loop."""
        _, store = self.turns.turns[loop].stores[counter]
        for block in loop.blocks:
            allowed: set[Value] = set()
            for op in block.ops:
                steps = op.code in ("add.i", "sub.i") and op.result in store.args
                if steps or (op.code in ("load", "load?") and op.place == counter):
                    allowed.add(op.result)
                elif op is not test and op is not store and not allowed.isdisjoint(op.uses()):
                    return False
        seen: set[Block] = set()
        work = [after for _, after in self.graph.exits(loop)]
        while work:
            block = work.pop()
            if block in seen:
                continue
            seen.add(block)
            first = next((op for op in block.ops if op.region == "slot" and op.place == counter), None)
            if first is not None and first.code != "store":
                return False
            if first is None:
                work.extend(self.graph.successors[block])
        return True

    def _replace(self, loop: Loop, counter: Place, other: Place, factor: int, test: Op) -> bool:
        """Count a loop with another slot, which grows `factor` times as fast; return whether that was possible."""
        preheader, block = loop.preheader, loop.latches[0]
        assert preheader is not None
        if not self._temporary(other) or not all(other in each.narrow for each in loop.blocks):
            return False
        limit = self.turns.forms(block).of(test.args[0])
        if not self.turns.stays(limit, loop):
            return False
        start = self._address(preheader, other)
        first, last = (self._at_end(preheader, each) for each in (self.terms.form(Slot(counter)), limit))
        end = start.plus(last, factor).plus(first, -factor)
        narrow = loop.header.narrow | preheader.narrow
        if start == self.terms.form(Slot(other)) or not all(self._positive(each, narrow) for each in (start, end)):
            return False
        if end.terms:
            place = self.program.temporary(self.unit)
            writer = Writer(preheader, self.terms)
            writer.store(place, writer.value(end))
            for each in (*loop.blocks, preheader):
                each.narrow.add(place)
            load = Op("load", (self.unit.value("i"),), place=place, region="slot", node=test.node)
        else:
            load = Op("const", (self.unit.value("i"),), data=self.target.word(end.number), node=test.node)
        now = Op("load", (self.unit.value("a"),), place=other, region="slot", node=test.node)
        last_op = test
        block.ops.remove(test)
        block.ops[-1:-1] = [load, now, test]
        last_op.args = (load.result, now.result)
        at, store = self.turns.turns[loop].stores[counter]
        remove(at, [store])
        return True

    def _address(self, block: Block, place: Place) -> Form:
        """Return the address that a block stores in a slot, in terms of slots at its beginning."""
        made = {op.result: op for op in block.ops if op.results}
        for op in reversed(block.ops):
            if op.code == "store" and op.place == place:
                moved = _moved(made.get(op.args[0]))
                forms = self.turns.forms(block)
                if moved is not None and isinstance(moved.base, Value):
                    return forms.of(moved.base).plus(Form((), moved.offset))
                return forms.of(op.args[0])
        return self.terms.form(Slot(place))

    def _at_end(self, block: Block, form: Form) -> Form:
        """Return a form of slots at the end of a block, in terms of those at its beginning."""
        stored = self.turns.forms(block).stored
        total = Form((), form.number)
        for number, factor in form.terms:
            term = self.terms.all[number]
            now = stored.get(term.place) if isinstance(term, Slot) else None
            total = total.plus(self.terms.form(term) if now is None else now, factor)
        return total

    def _positive(self, form: Form, narrow: set[Place]) -> bool:
        """Whether a form is surely not negative."""
        return form.number >= 0 and all(factor > 0 and self._narrow(number, narrow) for number, factor in form.terms)

    def _narrow(self, number: int, narrow: set[Place]) -> bool:
        term = self.terms.all[number]
        match term:
            case Slot():
                return term.place in narrow
            case Product():
                return self._positive(term.left, narrow) and self._positive(term.right, narrow)
        return False


def _moved(op: Op | None) -> Place | None:
    """Return the place of an address that is a value and a number."""
    if op is None or op.code != "address" or op.place is None or op.place.symbol:
        return None
    return op.place
