"""Addresses of elements in loops: the invariant part is computed once, before the loop; the growing part is stepped.

In a loop that counts with [J.] the address of a[i, j] is a sum that stays the same, plus [J.]; that of b[j, k] grows
by the length of a row in each turn: a temporary is stepped where [J.] is (strength reduction: a multiplication
becomes an addition).

                                            (preheader)   store slot [T1.], address of 5 [I.] + A.+8
                                                          store slot [T2.], 7 [J.] + [K.]
    L1:                                     L1:
      ...                                     v1:i = load slot [T1.]
      v9:r = load elements [v8+A.+8]          v2:i = add.i v1, v7
      ...                                     v9:r = load elements [v2]
                                              v3:i = load slot [T2.]
      v19:r = load elements [v18+B.+9]        v19:r = load elements [v3+B.+9]
      ...                                     ...
      store slot [J.], v20                    store slot [J.], v20
                                              v21:i = load slot [T2.]
                                              v22:a = address [v21+7]
                                              store slot [T2.], v22

The first kind is for addresses with one part that changes, and of which the block has the value; the part that stays
the same is computed before the outermost loop in which it does. Where three or more differ only by numbers they are of
the second kind: each would want an index register for its own part that stays the same. Addresses that differ only by a
number have one temporary, and so have elements of several arrays if their places are known.

Which temporaries fit an index register? An element's address does, and the sum of two words of that width is right,
whatever is carried out of it. So a temporary fits that differs from the address by a number, or by a slot that is
`narrow`. One that is stepped fits if the address is used in each turn, the first one included; otherwise it is a word
with all its bits.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from host.compilers.ir.form import Block, Op, Place, Program, Type, Unit, Value
from host.compilers.ir.graph import Graph, Loop, with_preheaders
from host.compilers.ir.induction import Turns
from host.compilers.ir.linear import Form, Slot, Word, Writer
from host.compilers.ir.slots import Slots
from host.compilers.ir.target import Target

NEAR = 1 << 16  # the largest number that is left to the place
LONG = 3  # operations that are worth a step in each turn
BESIDE = 3  # addresses that differ by numbers, of which one is stepped: each would want an index register of its own


# Values that a block has computed, with their numbers: by the terms of their linear forms.
There = dict[tuple[tuple[int, int], ...], tuple[Value, int]]


def run(program: Program, target: Target) -> None:
    """Run the pass."""
    slots: Slots | None = None
    for unit in program.units:
        if Graph(unit).loops:
            slots = slots or Slots(program)
            _Addresses(program, unit, slots, target).run()


class Kept(NamedTuple):
    """A temporary: its linear form, without the number; the array, if it is an address; its loop."""

    terms: Form
    narrow: bool
    symbol: str
    offset: int
    loop: Loop
    stepped: bool


class _Addresses:
    """The addresses of a unit."""

    def __init__(self, program: Program, unit: Unit, slots: Slots, target: Target) -> None:
        self.program, self.unit = program, unit
        self.graph = with_preheaders(unit, program.labels)
        self.few = target.limits  # few index registers: an address is one of them, not a sum of two
        self.turns = Turns(program, unit, self.graph, slots, target)
        self.terms = self.turns.terms
        self.kept: dict[Kept, Place] = {}
        self.writers: dict[Block, Writer] = {}
        self.after: dict[Op, list[Op]] = {}  # operations to add after stores that step slots
        self.counted: dict[Loop, Counter[tuple[tuple[int, int], ...]]] = {}

    def run(self) -> None:
        for block, loop in self.graph.loop.items():
            if loop.preheader is not None:
                self.block(block, loop)
        if self.after:
            for block in self.graph.loop:
                if any(op in self.after for op in block.ops):
                    block.ops = [each for op in block.ops for each in (op, *self.after.get(op, ()))]

    # ------------------------------------------------------------ a block

    def block(self, block: Block, loop: Loop) -> None:
        if not any(_base(op) is not None for op in block.ops):
            return
        forms = self.turns.forms(block)
        there: There = {}  # values that have been computed
        passed: set[Op] = set()
        ops: list[Op] = []
        for op in block.ops:
            base = _base(op)
            if base is not None:
                before = len(ops)
                self.use(op, forms.of(base), block, loop, there, passed, ops)
                if op.begins and before < len(ops):
                    ops[before].begins, op.begins = True, False
            ops.append(op)
            passed.add(op)
            for each in op.results:
                if each in forms.values:
                    form = forms.values[each]
                    there.setdefault(form.terms, (each, form.number))
        block.ops = ops

    def use(self, op: Op, form: Form, block: Block, loop: Loop,
            there: There, passed: set[Op], ops: list[Op]) -> None:  # fmt: skip
        """Find a better way to an address; insert its operations before the one that uses it."""
        assert op.place is not None
        same, other = form.split(lambda number: self.turns.term_stays(number, loop))
        number = form.number
        if abs(number) >= NEAR:
            return
        if not other.terms:
            if self.terms.cost(form) >= 2:
                temporary = self.whole(Form(form.terms), loop)
                self.found(op, temporary, number, ops)
            return
        step = self.turns.step(form, loop)
        single = len(other.terms) == 1 and abs(other.terms[0][1]) == 1 and self.turns.place(other.terms[0][0])
        alone = not single or (self.few and same.terms)
        if step is not None and (alone or (not self.few and self.beside(loop)[form.terms] >= BESIDE)):
            slots = self.turns.stepped(form, loop)
            stores = [self.turns.turns[loop].stores[each] for each in slots]
            if self.terms.cost(form) >= LONG and not any(store in passed for _, store in stores):
                used = all(self.graph.dominates(block, latch) for latch in loop.latches)
                used = used and not any(at is not block and self.graph.dominates(at, block) for at, _ in stores)
                self.found(op, self.stepped(Form(form.terms), step, slots, loop, used), number, ops)
                return
            if alone:
                return
        self.partly(op, same, other, block, loop, there, ops)

    def beside(self, loop: Loop) -> Counter[tuple[tuple[int, int], ...]]:
        """Return how many addresses of a loop, not of those in it, differ by numbers only: by their terms."""
        if loop not in self.counted:
            found = set()
            for block in loop.blocks:
                if self.graph.loop[block] is loop:
                    forms = self.turns.forms(block)
                    for op in block.ops:
                        if (base := _base(op)) is not None and op.place is not None:
                            terms, number = forms.of(base)
                            found.add((terms, op.place.symbol, op.place.offset + number))
            self.counted[loop] = Counter(terms for terms, _, _ in found)
        return self.counted[loop]

    def found(self, op: Op, temporary: Place, number: int, ops: list[Op]) -> None:
        """Give an operation an address that is a temporary plus a number."""
        assert op.place is not None
        base = self.load(temporary, ops, op)
        op.place = op.place._replace(base=base, offset=op.place.offset + number)

    def load(self, temporary: Place, ops: list[Op], op: Op) -> Value:
        value = self.unit.value("a")
        ops.append(Op("load", (value,), place=temporary, region="slot", node=op.node))
        return value

    # ------------------------------------------------------------ addresses that stay the same

    def whole(self, form: Form, loop: Loop) -> Place:
        """Return a temporary for a form that stays the same in a loop, and that is an address but for a number."""
        around = self.turns.outermost(form, loop)
        assert around is not None
        return self.before(Kept(form, True, "", 0, around, False))

    def before(self, kept: Kept) -> Place:
        """Return a temporary that is stored before a loop."""
        if kept in self.kept:
            return self.kept[kept]
        temporary = self.kept[kept] = self.program.temporary(self.unit)
        loop = kept.loop
        assert loop.preheader is not None
        writer = self.writer(loop.preheader)
        value = writer.value(kept.terms)
        if kept.narrow:
            value = writer.op("address", "a", place=Place(value, kept.symbol, kept.offset))
            for each in (*loop.blocks, loop.preheader):
                each.narrow.add(temporary)
        writer.store(temporary, value)
        return temporary

    def writer(self, block: Block) -> Writer:
        if block not in self.writers:
            self.writers[block] = Writer(block, self.terms)
        return self.writers[block]

    # ------------------------------------------------------------ addresses with a part that changes

    def partly(self, op: Op, same: Form, other: Form, block: Block, loop: Loop,
               there: There, ops: list[Op]) -> None:  # fmt: skip
        """Compute the invariant part of an address before the loop, and add the rest in it."""
        assert op.place is not None
        code = "add.i"
        value, more = there.get(other.terms, (None, 0))
        if value is None:
            value, more = there.get(other.times(-1).terms, (None, 0))
            code, more = "sub.i", -more
        if value is None or not same.terms:
            return
        number = same.number - more
        place = self.turns.place(other.terms[0][0]) if len(other.terms) == 1 else None
        if abs(number) >= NEAR:
            return
        cost = self.terms.cost(same)
        around = self.turns.outermost(same, loop)
        if around is None:
            return
        if place in block.narrow and abs(other.terms[0][1]) == 1 and not more and not self.few:
            word = any(isinstance(self.terms.all[each], Word) for each, _ in same.terms)
            if cost < 2 and not word and not op.place.symbol and not number and not op.place.offset:
                return
            offset = op.place.offset + number
            temporary = self.before(Kept(Form(same.terms), True, op.place.symbol, offset, around, False))
            symbol, offset = "", 0
        else:
            if cost < 2:
                return
            temporary = self.before(Kept(Form(same.terms), False, "", 0, around, False))
            symbol, offset = op.place.symbol, op.place.offset + number
        total = self.unit.value("a")
        ops.append(Op(code, (total,), (self.load(temporary, ops, op), value), node=op.node))
        op.place = Place(total, symbol, offset)

    # ------------------------------------------------------------ addresses that are stepped

    def stepped(self, form: Form, step: Form, slots: set[Place], loop: Loop, used: bool) -> Place:
        """Return a temporary for a form that is an address but for a number, and that grows by a step."""
        kept = Kept(form, used, "", 0, loop, True)
        for known in (kept._replace(narrow=True), kept):
            if known in self.kept:
                return self.kept[known]
        temporary, turn = self.before(kept), self.turns.turns[loop]
        for each in sorted(slots, key=repr):
            store = turn.stores[each][1]
            part = self.terms.step(form, {each: turn.steps[each]}, lambda _: True)
            assert part is not None
            self.after.setdefault(store, []).extend(self.to_step(temporary, part, loop, used, store))
        return temporary

    def to_step(self, temporary: Place, step: Form, loop: Loop, used: bool, store: Op) -> list[Op]:
        ops: list[Op] = []

        def op(code: str, kind: Type, *args: Value, place: Place | None = None, data: int | None = None) -> Value:
            value = self.unit.value(kind)
            region = "slot" if code == "load" else None
            ops.append(Op(code, (value,), args, place=place, region=region, data=data, node=store.node))  # type: ignore[arg-type]
            return value

        total = op("load", "a", place=temporary)
        if step.terms:
            total = op("add.i", "a", total, op("load", "i", place=self.amount(step, loop, used)))
        elif not used or abs(step.number) >= NEAR:
            total = op("add.i", "a", total, op("const", "i", data=self.terms.target.word(step.number)))
        if used:
            near = not step.terms and abs(step.number) < NEAR
            total = op("address", "a", place=Place(total, offset=step.number if near else 0))
        ops.append(Op("store", args=(total,), place=temporary, region="slot", node=store.node))
        return ops

    def amount(self, step: Form, loop: Loop, used: bool) -> Place:
        """Return a slot with a step."""
        if len(step.terms) == 1 and step.terms[0][1] == 1 and not step.number:
            term = self.terms.all[step.terms[0][0]]
            if isinstance(term, Slot):
                return term.place
        around = self.turns.outermost(step, loop)
        assert around is not None
        return self.before(Kept(Form(step.terms, step.number), used, "", 0, around, False))


def _base(op: Op) -> Value | None:
    """Return the value that an address begins with, of an element or of a possible one, or one that is handed over."""
    if op.place is None or not isinstance(op.place.base, Value):
        return None
    return op.place.base if op.region in ("elements", "any") or op.code == "address" else None
