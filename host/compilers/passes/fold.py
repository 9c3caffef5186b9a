"""Value numbering: a block computes and loads nothing twice, and constants are folded.

    v1:i = load slot [I.]                  v1:i = load slot [I.]
    v2:i = const 4                         v2:i = const 4
    v3:i = mul.i v1, v2                    v3:i = shl v1, 2
    store slot [J.], v3                    store slot [J.], v3
    v4:i = load slot [J.]         ->
    v5:i = load slot [I.]
    v6:i = const 4
    v7:i = mul.i v5, v6
    v8:i = add.i v4, v7                    v8:i = add.i v3, v3
    v9:r = load elements [v8+A.+7]         v9:r = load elements [v8+A.+7]

A block is walked once. Expressions are found by their parts: code, arguments, data. Of storage it is known
which value a place holds: after a load, and after a store, until something else may have changed it. A call takes the
registers away, and a value that is needed after it would have to be kept somewhere: so everything is forgotten there,
but for places that hold constants. These are known to a block that is reached from one other block only, too.

Algebra is that of one's complement: x-x is zero, but x+0 is x only if x is not the negative zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from host.compilers.ir.form import CODES, PURE, Block, Frame, Label, Op, Place, Program, Type, Unit, Value
from host.compilers.ir.slots import Slots
from host.compilers.ir.target import Target
from host.compilers.passes.blocks import tidy

COMMUTATIVE = frozenset(("add.i", "mul.i", "and", "or", "xor", "eqv"))
# Codes that never give the negative zero, of integers.
POSITIVE_ZERO = frozenset(("add.i", "mul.i", "neg.i", "count", "load", "load?"))
SUMS = frozenset(("add.i", "sub.i"))
FAR = 1 << 15  # offsets of places are smaller


def run(program: Program, target: Target) -> None:
    """Give numbers to the values of all blocks."""
    slots = Slots(program)
    for unit in program.units:
        tidy(unit)
        folder = _Folder(unit, slots, target)
        folder.fold()
        if folder.shorter:
            tidy(unit)


class _Folder:
    """Numbers the values of a unit."""

    def __init__(self, unit: Unit, slots: Slots, target: Target) -> None:
        self.unit, self.slots, self.target = unit, slots, target
        self.ones = target.fold("not", (0,)) or 0  # all of them: true
        self.shorter = False  # whether a way has gone
        self.words: dict[Value, int] = {}  # of constants
        self.made: dict[Value, Op] = {}  # by which operation, in this block
        self.same: dict[Value, Value] = {}  # the values to use instead
        self.table: dict[tuple[object, ...], Value] = {}  # expressions
        self.slot: dict[Place, Value] = {}  # the contents of slots
        self.heap: dict[Place, Value] = {}  # the contents of elements and words of descriptions
        self.constant: dict[Place, int] = {}  # slots that hold constants
        self.sound: set[Value] = set()  # that surely are not the word of no value
        self.formals: set[Place] = set()
        self.out: list[Op] = []
        self.uses: Counter[Value] = Counter()  # how often values are used in this block
        self.first: Op | None = None  # that is gone, where a statement begins

    def fold(self) -> None:
        """Walk over the blocks."""
        ways = Counter(label for block in self.unit.blocks for op in block.ops for label in op.targets)
        known: dict[Label, dict[Place, int]] = {}  # constants, at blocks that are reached from one other
        opened = {block.label for block in self.unit.blocks if block.open}
        for block in self.unit.blocks:
            self.constant = known.pop(block.label, {})
            self.block(block)
            if self.constant:
                for label in block.end.targets:
                    if ways[label] == 1 and label not in opened and label != self.unit.blocks[0].label:
                        known[label] = dict(self.constant)

    def block(self, block: Block) -> None:
        self.words, self.made, self.same, self.out = {}, {}, {}, []
        self.uses = Counter(each for op in block.ops for each in op.uses())
        self.forget()
        self.sound = set()
        for op in block.ops:
            if self.same:
                op.replace(self.same)
            code = op.code
            if CODES[code] == PURE or code == "div.r":
                self.pure(op)
            elif code in MEMORY:
                MEMORY[code](self, op)
            else:
                self.keep(op)
        block.ops = self.out

    # ------------------------------------------------------------ results

    def keep(self, op: Op) -> None:
        """Keep an operation."""
        first = self.first
        if first is not None:
            if op.node is first.node and not op.begins:
                op.begins = True
            else:
                self.out.append(first)
            self.first = None
        self.out.append(op)
        for each in op.results:
            self.made[each] = op

    def drop(self, op: Op, value: Value | None = None) -> None:
        """Leave an operation out; its result is another value."""
        if value is not None:
            self.same[op.results[0]] = value
        if op.begins:
            if self.first is not None:
                self.out.append(self.first)
            self.first = op

    def new(self, op: Op, code: str, kind: Type, *args: Value, data: object = None) -> Value:
        """Insert a pure operation before another one; return its value."""
        new = Op(code, (self.unit.value(kind),), args, data=data, node=op.node)
        self.pure(new)
        return self.same.get(new.result, new.result)

    def constant_of(self, op: Op, word: int, kind: Type) -> Value:
        return self.new(op, "const", kind, data=word)

    def forget(self) -> None:
        """Forget which values there are."""
        self.table.clear()
        self.slot.clear()
        self.heap.clear()
        self.formals.clear()

    # ------------------------------------------------------------ pure operations

    def pure(self, op: Op) -> None:
        """Compute an operation, find it, or let it stay."""
        code, args, words = op.code, op.args, self.words
        if args:
            if all(each in words for each in args):
                word = self.target.fold(code, [words[each] for each in args], op.data)
                if word is not None:
                    self.become(op, "const", data=word)
            elif code in RULES:
                same = RULES[code](self, op)
                if same is not None and same.type == op.results[0].type:
                    self.drop(op, same)
                    return
            code, args = op.code, op.args
        if op.place is not None:
            self.place(op)
            key: tuple[object, ...] = (code, op.place)
        elif code == "const":
            key = (code, op.data, op.results[0].type)
        elif code in COMMUTATIVE and args[0].number > args[1].number:
            key = (code, args[1], args[0], op.results[0].type)
        else:
            key = (code, *args, op.data, op.targets, op.results[0].type)
        found = self.table.get(key)
        if found is not None:
            self.drop(op, found)
            return
        self.keep(op)
        result = op.results[0]
        self.table[key] = result
        if code == "const":
            words[result] = op.data

    def become(self, op: Op, code: str, *args: Value, data: object = None) -> None:
        """Make another operation of an operation."""
        op.code, op.args, op.data, op.place = code, args, data, None

    def word(self, value: Value) -> int | None:
        return self.words.get(value)

    def never_negative_zero(self, value: Value) -> bool:
        """Whether an integer is surely not the negative zero."""
        if value.type not in "ia":
            return False
        if value in self.words:
            return self.words[value] != self.ones
        op = self.made.get(value)
        return op is not None and op.code in POSITIVE_ZERO

    # ------------------------------------------------------------ rules return a value, or change the operation

    def add(self, op: Op) -> Value | None:
        left, right = op.args
        if left in self.words:
            left, right = right, left
        word = self.word(right)
        if word is None:
            return None
        if word == 0 and self.never_negative_zero(left):
            return left
        return self.sum(op, left, self.target.integer(word))

    def subtract(self, op: Op) -> Value | None:
        left, right = op.args
        if left is right and not self.target.signed_zero:
            self.become(op, "const", data=0)
            return None
        word = self.word(right)
        if word == 0:
            return left
        if self.word(left) == 0 and op.code == "sub.i" and not self.target.signed_zero:
            self.become(op, "neg.i", right)
        elif word is not None and word != self.ones and op.code == "sub.i":
            return self.sum(op, left, -self.target.integer(word))
        return None

    def sum(self, op: Op, left: Value, number: int) -> Value | None:
        """Make x + c of (x + a) + b, if both numbers are small."""
        base, more = self.parts(left)
        if self.target.signed_zero and more * number < 0:
            return None  # the sum of both may be zero with another sign
        if base is not left and abs(total := number + more) < FAR and self.word(op.args[0]) != self.ones:
            if total == 0:
                return base if self.never_negative_zero(base) else None
            self.become(op, "add.i", base, self.constant_of(op, self.target.word(total), "i"))
        return None

    def parts(self, value: Value) -> tuple[Value, int]:
        """Return x and c of a value that is x + c; c is 0 if it is not, or if c is not small."""
        op = self.made.get(value)
        if op is not None and op.code in SUMS:
            left, right = op.args
            if op.code == "add.i" and left in self.words:
                left, right = right, left
            word = self.word(right)
            if word is not None and word != self.ones:
                number = self.target.integer(word)
                if abs(number) < FAR:
                    return left, number if op.code == "add.i" else -number
        return value, 0

    def multiply(self, op: Op) -> Value | None:
        left, right = op.args
        if left in self.words:
            left, right = right, left
        word = self.word(right)
        if word == 0 and not self.target.signed_zero:
            self.become(op, "const", data=0)
        if not word or not self.never_negative_zero(left):
            return None
        number = self.target.integer(word)
        if number == 1:
            return left
        if number == -1:
            self.become(op, "neg.i", left)
        elif number > 0:
            low = (number & -number).bit_length() - 1
            odd = number >> low
            if odd == 1:
                self.become(op, "shl", left, data=low)
            elif (odd - 1) & (odd - 2) == 0 and low == 0:  # 2**k + 1
                self.become(op, "add.i", left, self.new(op, "shl", "i", left, data=(odd - 1).bit_length() - 1))
            elif odd & (odd + 1) == 0 and low == 0:  # 2**k - 1; the product has room for it, 2**k times may not
                shifted = self.new(op, "shl", "i", left, data=odd.bit_length())
                self.become(op, "sub.i", shifted, left)
            elif (odd - 1) & (odd - 2) == 0:  # 2**k + 2**low
                high = self.new(op, "shl", "i", left, data=low + (odd - 1).bit_length() - 1)
                self.become(op, "add.i", self.new(op, "shl", "i", left, data=low), high)
        return None

    def difference(self, op: Op) -> Value | None:
        """Only the sign of a difference counts."""
        left, right = op.args
        if left is right:
            self.become(op, "const", data=0)
        return left if self.word(right) == 0 else None

    def conjunction(self, op: Op) -> Value | None:
        left, right = op.args
        if left is right:
            return left
        for one, other in ((left, right), (right, left)):
            word = self.word(one)
            if word is not None and word in (0, self.ones):
                return other if (word == 0) == (op.code == "or") else one
        return None

    def difference_of_bits(self, op: Op) -> Value | None:
        left, right = op.args
        if left is right:
            self.become(op, "const", data=0)
            return None
        for one, other in ((left, right), (right, left)):
            if self.word(one) == 0:
                return other
        return None

    def complement(self, op: Op) -> Value | None:
        made = self.made.get(op.args[0])
        return made.args[0] if made is not None and made.code == "not" else None

    def shift(self, op: Op) -> Value | None:
        return op.args[0] if op.data == 0 else None

    def sign(self, op: Op) -> Value | None:
        return op.args[0] if op.args[0].type == "b" else None

    # ------------------------------------------------------------ storage

    def place(self, op: Op) -> None:
        """Make the place of an operation as direct as it can be."""
        place = op.place
        assert place is not None
        while isinstance(place.base, Value):
            base, offset, symbol = place.base, place.offset, place.symbol
            word = self.word(base)
            made = self.made.get(base)
            if word is not None:
                number, to = self.target.integer(word), None
            elif made is not None and made.code == "address" and made.place is not None and not symbol:
                if not (made.place.base is None or isinstance(made.place.base, Value)):
                    return
                number, to, symbol = made.place.offset, made.place.base, made.place.symbol
            else:
                to, number = self.parts(base)
                if to is base or self.uses[base] > 1:  # then the sum is needed anyway: it serves as well
                    return
            if abs(offset + number) >= FAR:
                return
            place = op.place = Place(to, symbol, offset + number)

    def load(self, op: Op) -> None:
        """Find the contents of a place."""
        self.place(op)
        place, result = op.place, op.results[0]
        assert place is not None
        if op.region in ("stack", None):
            self.keep(op)
            return
        holds = self.slot if op.region == "slot" else self.heap
        found = holds.get(place)
        if found is not None and found.type == result.type and (op.code == "load" or found in self.sound):
            self.drop(op, found)
            return
        if op.region == "slot" and place in self.constant and op.code == "load":
            self.become(op, "const", data=self.constant[place])
            op.region = None
            self.pure(op)
            holds[place] = self.same.get(result, result)
            return
        self.keep(op)
        holds[place] = result
        if op.code == "load?":
            self.sound.add(result)

    def store(self, op: Op) -> None:
        """Note the new contents of a place."""
        self.place(op)
        place, value = op.place, op.args[0]
        assert place is not None
        self.keep(op)
        if op.region == "slot":
            self.slot[place] = value
            word = self.words.get(value)
            if word is not None:
                self.constant[place] = word
            else:
                self.constant.pop(place, None)
            if place in self.formals:
                self.table.clear()
            if self.slots.bit(self.unit, place) & self.slots.escaped:
                self.heap.clear()  # words of the region `any` may be this one
        elif op.region in ("elements", "any"):
            # Another word of the same base is another word; all others may be this one.
            near = {
                each: held
                for each, held in self.heap.items()
                if each.base == place.base and each.symbol == place.symbol and each.offset != place.offset
            }
            self.heap = near
            near[place] = value
            if op.region == "any":
                self.changed(op)
        elif op.region != "stack":
            self.heap.clear()
            self.table.clear()
        if self.is_given(value):
            self.sound.add(value)

    def is_given(self, value: Value) -> bool:
        """Whether a value is not the word of no value: arithmetic on reals stops at that, constants are not it."""
        made = self.made.get(value)
        return made is not None and (
            made.code in ("add.r", "sub.r", "mul.r", "div.r") or (made.code == "const" and value.type in "irb")
        )

    def changed(self, op: Op) -> None:
        """Forget the slots that an operation may change."""
        writes = self.slots.writes(self.unit, op)
        if writes:
            bit, unit = self.slots.bit, self.unit
            for holds in (self.slot, self.constant):
                for place in [each for each in holds if bit(unit, each) & writes]:
                    del holds[place]

    def call(self, op: Op) -> None:
        self.forget()
        self.changed(op)
        self.keep(op)

    def move(self, op: Op) -> None:
        """Forget the values that depend on where frame and stack are."""
        self.place(op)
        self.forget()
        if op.code == "set.frame":
            self.constant = {each: word for each, word in self.constant.items() if not isinstance(each.base, Frame)}
        self.keep(op)

    # ------------------------------------------------------------ checks, branches

    def check(self, op: Op) -> None:
        """Keep a check where it is needed: once."""
        key = (op.code, *op.args)
        words = [self.words.get(each) for each in op.args]
        if key in self.table or (None not in words and self.holds(op, [each or 0 for each in words])):
            self.drop(op)
            return
        self.keep(op)
        self.table[key] = op.args[0]
        if op.code == "limit":
            self.sound.add(op.args[0])

    def holds(self, op: Op, words: list[int]) -> bool:
        """Whether a check of constants succeeds."""
        number, *bounds = (self.target.integer(each) for each in words)
        if op.code == "limit":
            return abs(number) <= self.target.largest
        return bounds[0] <= number <= bounds[1]

    def element(self, op: Op) -> None:
        key = (op.code, *op.args, op.data)
        found = self.table.get(key)
        if found is not None:
            self.drop(op, found)
            return
        self.keep(op)
        self.table[key] = op.results[0]
        if op.data.formal:
            self.formals.add(op.data.description)

    def branch(self, op: Op) -> None:
        """Simplify a condition; a known one makes a jump."""
        while (made := self.made.get(op.args[0])) is not None:
            if made.code == "sign" and op.data in ("ng", "pl"):
                op.args = made.args
            elif made.code == "not" and op.data in ("ng", "pl"):
                op.args, op.data = made.args, "pl" if op.data == "ng" else "ng"
            else:
                break
        word = self.word(op.args[0])
        if word is not None:
            self.jump(op, op.targets[0 if self.target.holds(op.data, word) else 1])
        elif op.targets[0] == op.targets[1]:
            self.jump(op, op.targets[0])
        self.keep(op)

    def table_of_labels(self, op: Op) -> None:
        word = self.word(op.args[0])
        if word is not None and 1 <= (number := self.target.integer(word)) <= len(op.targets):
            self.jump(op, op.targets[number - 1])
        self.keep(op)

    def jump(self, op: Op, label: Label) -> None:
        op.targets = (label,)
        self.become(op, "jump")
        self.shorter = True


Rule = Callable[[_Folder, Op], Value | None]
RULES: dict[str, Rule] = {
    "add.i": _Folder.add, "sub.i": _Folder.subtract, "mul.i": _Folder.multiply, "diff.i": _Folder.difference,
    "and": _Folder.conjunction, "or": _Folder.conjunction, "xor": _Folder.difference_of_bits,
    "not": _Folder.complement, "shl": _Folder.shift, "shr": _Folder.shift, "sign": _Folder.sign,
}  # fmt: skip
MEMORY: dict[str, Callable[[_Folder, Op], None]] = {
    "load": _Folder.load, "load?": _Folder.load, "store": _Folder.store, "call": _Folder.call, "invoke": _Folder.call,
    "set.top": _Folder.move, "set.frame": _Folder.move, "limit": _Folder.check, "bound": _Folder.check,
    "element": _Folder.element, "branch": _Folder.branch, "table": _Folder.table_of_labels,
}  # fmt: skip
