"""Linear forms: the integers of a block as sums of terms with factors, and of a number.

    v1:i = load slot [I.]          [I.]                        a slot: its word when the block begins
    v2:i = const 1                 1
    v3:i = add.i v1, v2            [I.] + 1
    v4:i = const 40                40
    v5:i = mul.i v3, v4            40 [I.] + 40
    v6:i = load slot [J.]          [J.]
    v7:i = mul.i v5, v6            (40 [I.] + 40) x [J.]       a product is a term of its own
    v8:i = add.i v7, v3            (40 [I.] + 40) x [J.] + [I.] + 1

Integers are added exactly (around, where a word is not enough), so two values of one form are one word. A word of a
description is a term, too: at a direct place, or at one after the address that a form is. All other values are terms
that nothing is known of. Terms are numbered in their unit (`Terms`), so that forms are quickly compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from host.compilers.ir.form import Block, Op, Place, Program, Region, Type, Unit, Value
from host.compilers.ir.slots import Bits, Slots
from host.compilers.ir.target import Target

FACTOR, NUMBER = 1 << 17, 1 << 20  # beyond these a product is not multiplied out
MULTIPLY = 4  # the cost of a multiplication, in other operations


class Form(NamedTuple):
    """A sum of terms, by their numbers in rising order, each with a factor that is not 0; and of a number."""

    terms: tuple[tuple[int, int], ...] = ()
    number: int = 0

    def plus(self, other: Form, factor: int = 1) -> Form:
        """Return the sum of two forms, the other one times a factor."""
        if not other.terms:
            return Form(self.terms, self.number + factor * other.number)
        factors = dict(self.terms)
        for term, each in other.terms:
            factors[term] = factors.get(term, 0) + factor * each
        terms = tuple(sorted(each for each in factors.items() if each[1]))
        return Form(terms, self.number + factor * other.number)

    def times(self, factor: int) -> Form:
        """Return the form times a number."""
        return Form(tuple((term, factor * each) for term, each in self.terms if factor), factor * self.number)

    def split(self, wanted: Callable[[int], bool]) -> tuple[Form, Form]:
        """Return the sum of certain terms, and that of all others; the number is with the former."""
        one = tuple(each for each in self.terms if wanted(each[0]))
        return Form(one, self.number), Form(tuple(each for each in self.terms if each not in one))


class Slot(NamedTuple):
    """A term: the word of a slot when the block begins."""

    place: Place


class Word(NamedTuple):
    """A term: a word of a description, at a direct place, or at one after an address."""

    place: Place
    through: Form | None


class Product(NamedTuple):
    """A term: a product of two forms."""

    left: Form
    right: Form


class Other(NamedTuple):
    """A term: a value that nothing is known of."""

    value: Value


Term = Slot | Word | Product | Other


class Changes(NamedTuple):
    """The words that change somewhere."""

    slots: Bits = 0
    made: bool = False  # whether descriptions do
    asked: Bits = 0  # slots that a routine checks for the address of an array: before that it is not known


class Terms:
    """The terms of a unit."""

    def __init__(self, program: Program, unit: Unit, slots: Slots, target: Target) -> None:
        self.program, self.unit, self.slots, self.target = program, unit, slots, target
        self.all: list[Term] = []
        self._numbers: dict[Term, int] = {}

    def form(self, term: Term) -> Form:
        """Return a term as a form."""
        number = self._numbers.get(term)
        if number is None:
            number = self._numbers[term] = len(self.all)
            self.all.append(term)
        return Form(((number, 1),))

    def product(self, left: Form, right: Form) -> Form:
        """Return the product of two forms."""
        if not left.terms:
            left, right = right, left
        if not right.terms and abs(right.number) <= FACTOR:
            single = len(left.terms) < 2 and abs(left.number) <= NUMBER
            if (single and all(abs(each * right.number) <= FACTOR for _, each in left.terms)) or right.number in (0, 1):
                return left.times(right.number)
        return self.form(Product(*sorted((left, right))))

    def makes(self, op: Op) -> bool:
        """Whether an operation may change descriptions."""
        if op.code == "call":
            effects = self.program.effects[op.data.name]
            return effects.runs or "description" in effects.writes
        return op.code == "invoke" or (op.code == "store" and op.region == "description")

    def stays(self, form: Form, changes: Changes) -> bool:
        """Whether a form remains the same in spite of changes, and is there before them."""
        return all(self.term_stays(term, changes) for term, _ in form.terms)

    def term_stays(self, number: int, changes: Changes) -> bool:
        """Whether a term remains the same, and is there before."""
        term = self.all[number]
        match term:
            case Slot():
                return not self.slots.bit(self.unit, term.place) & changes.slots
            case Word():
                if changes.made or term.through is None:
                    return not changes.made
                if any(self.slots.bit(self.unit, each) & changes.asked for each in self.slots_of(term.through)):
                    return False
                return self.stays(term.through, changes)
            case Product():
                return self.stays(term.left, changes) and self.stays(term.right, changes)
        return False

    def slots_of(self, form: Form) -> set[Place]:
        """Return the places of the slots that a form depends on."""
        found: set[Place] = set()
        for number, _ in form.terms:
            match self.all[number]:
                case Slot(place):
                    found.add(place)
                case Word(_, through) if through is not None:
                    found |= self.slots_of(through)
                case Product(left, right):
                    found |= self.slots_of(left) | self.slots_of(right)
        return found

    def step(self, form: Form, steps: Mapping[Place, Form], stays: Callable[[int], bool]) -> Form | None:
        """Return the increase of a form when some terms are stepped; None if it is not the same each time."""
        total = Form()
        for number, factor in form.terms:
            term = self.all[number]
            if isinstance(term, Slot) and term.place in steps:
                more: Form | None = steps[term.place]
            elif isinstance(term, Product):
                more = self._product_step(term, steps, stays)
            else:
                more = Form() if stays(number) else None
            if more is None:
                return None
            total = total.plus(more, factor)
        return total

    def _product_step(self, term: Product, steps: Mapping[Place, Form], stays: Callable[[int], bool]) -> Form | None:
        left, right = self.step(term.left, steps, stays), self.step(term.right, steps, stays)
        if left == Form() and right is not None:
            return self.product(term.left, right)
        if right == Form() and left is not None:
            return self.product(left, term.right)
        return None

    def cost(self, form: Form) -> int:
        """Return the approximate number of operations that compute the terms of a form."""
        return sum(self._cost(number, factor) for number, factor in form.terms) + max(0, len(form.terms) - 1)

    def _cost(self, number: int, factor: int) -> int:
        term = self.all[number]
        cost = 0 if abs(factor) == 1 else 1 if factor & factor - 1 == 0 else MULTIPLY // 2
        match term:
            case Word(_, through):
                return cost + 1 + (0 if through is None else self.cost(through))
            case Product(left, right):
                return cost + MULTIPLY + self.cost(left) + self.cost(right)
        return cost + 1


class Forms:
    """The linear forms of a block: of its values, and of the slots at its end."""

    def __init__(self, block: Block, terms: Terms) -> None:
        self.terms = terms
        self.values: dict[Value, Form] = {}
        self.stored: dict[Place, Form] = {}
        self._changed: Bits = 0
        self._made = False
        for op in block.ops:
            self._look(op)

    def of(self, value: Value) -> Form:
        """Return the form of a value."""
        found = self.values.get(value)
        if found is None:
            found = self.values[value] = self.terms.form(Other(value))
        return found

    def _look(self, op: Op) -> None:
        code, terms = op.code, self.terms
        if code in ("store", "call", "invoke"):
            changed = terms.slots.writes(terms.unit, op)
            if op.code == "store" and op.region == "slot" and op.place is not None:
                self.stored[op.place] = self.of(op.args[0])
            elif changed:
                gone = [each for each in self.stored if terms.slots.bit(terms.unit, each) & changed]
                for each in gone:
                    del self.stored[each]
            self._changed |= changed
            self._made = self._made or terms.makes(op)
        elif op.results:
            form = self._form(op)
            if form is not None:
                self.values[op.results[0]] = form

    def _form(self, op: Op) -> Form | None:
        match op.code:
            case "const":
                number = self.terms.target.integer(op.data)
                return Form((), number) if abs(number) <= self.terms.target.largest else None
            case "load":
                return self._load(op)
            case "add.i" | "sub.i":
                return self.of(op.args[0]).plus(self.of(op.args[1]), 1 if op.code == "add.i" else -1)
            case "neg.i":
                return self.of(op.args[0]).times(-1)
            case "mul.i":
                return self.terms.product(self.of(op.args[0]), self.of(op.args[1]))
            case "shl" if op.result.type in ("i", "a") and 1 << op.data <= FACTOR:
                return self.terms.product(self.of(op.args[0]), Form((), 1 << op.data))
        return None

    def _load(self, op: Op) -> Form | None:
        place, terms = op.place, self.terms
        assert place is not None
        if op.region == "slot":
            if place in self.stored:
                return self.stored[place]
            if terms.slots.bit(terms.unit, place) & self._changed or op.result.type == "r":
                return None
            return terms.form(Slot(place))
        if op.region == "description" and not self._made:
            if isinstance(place.base, Value):
                return terms.form(Word(place._replace(base=None), self.of(place.base)))
            return terms.form(Word(place, None)) if place.base is None or place.direct else None
        return None


class Writer:
    """Writes operations that compute forms at the end of a block, before the operation that ends it."""

    def __init__(self, block: Block, terms: Terms) -> None:
        self.block, self.terms = block, terms
        self._known: dict[Form, Value] = {}

    def op(self, code: str, kind: Type, *args: Value, place: Place | None = None, region: Region | None = None,
           data: int | None = None) -> Value:  # fmt: skip
        """Write an operation; return its result."""
        result = self.terms.unit.value(kind)
        end = self.block.ops[-1]
        op = Op(code, (result,), args, place=place, region=region, data=data, node=end.node)
        self.block.ops.insert(-1, op)
        return result

    def store(self, place: Place, value: Value) -> None:
        """Store a value in a slot."""
        node = self.block.ops[-1].node
        self.block.ops.insert(-1, Op("store", args=(value,), place=place, region="slot", node=node))

    def number(self, number: int) -> Value:
        return self.op("const", "i", data=self.terms.target.word(number))

    def value(self, form: Form) -> Value:
        """Return a value of a form."""
        found = self._known.get(form)
        if found is None:
            found = self._known[form] = self._written(form)
        return found

    def _written(self, form: Form) -> Value:
        total: Value | None = None
        for number, factor in sorted(form.terms, key=lambda each: each[1] < 0):
            value = self._term(number)
            if abs(factor) != 1:
                value = self.op("mul.i", "i", value, self.number(abs(factor)))
            if total is None:
                total = value if factor > 0 else self.op("neg.i", "i", value)
            else:
                total = self.op("add.i" if factor > 0 else "sub.i", "i", total, value)
        if total is None:
            return self.number(form.number)
        if form.number:
            code = "add.i" if form.number > 0 else "sub.i"
            total = self.op(code, "i", total, self.number(abs(form.number)))
        return total

    def _term(self, number: int) -> Value:
        term = self.terms.all[number]
        match term:
            case Slot():
                return self.op("load", "i", place=term.place, region="slot")
            case Word():
                place = term.place if term.through is None else term.place._replace(base=self.value(term.through))
                return self.op("load", "i", place=place, region="description")
            case Product():
                return self.op("mul.i", "i", self.value(term.left), self.value(term.right))
        raise AssertionError(term)
