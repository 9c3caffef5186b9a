"""The instructions of each operation, which leave its result in AC or MQ.

v4:r = div.r v1, v2           CLA A.
v5:r = mul.r v4, v3           FDP B.          the quotient is in MQ, where FMP needs it
v6:r = sub.r v7, v5           FMP C.
CHS             the subtrahend is in AC
FAD D.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from emulators.ibm704.arithmetic import M36, SIGN
from host.compilers.backends.ibm704.compute import M15, WHOLE, word
from host.compilers.backends.ibm704.operands import COMPLEMENTED, EITHER, LOGICAL, WRAP, Field, Operands, literal
from host.compilers.ir.form import Op, Place, Value

ADDING = {"add.i": "ADD", "sub.i": "SUB", "diff.i": "SUB", "add.r": "FAD", "sub.r": "FSB", "diff.r": "FSB"}
OPPOSITE = {"ADD": "SUB", "SUB": "ADD", "FAD": "FSB", "FSB": "FAD"}


class Values(Operands):
    """Computes the values of a block."""

    # ------------------------------------------------------------ values

    def evaluate(self, value: Value, wish: str) -> None:
        """Compute a value; it is in AC or MQ then."""
        op = self.made[value]
        assert value not in self.evaluated, (value, op.code)
        args = op.uses()
        self.VALUES[op.code](self, op, wish)
        self.evaluated.add(value)
        for each in args:
            self.release(each)

    def _adding(self, op: Op, wish: str) -> None:
        """AC plus or minus a word in storage: the operand that is in AC already, or that takes longer, is first."""
        operation = ADDING[op.code]
        left, right = op.args
        negated = self._negated(right)
        if negated is not None and right not in self.ac:
            right, operation = negated, OPPOSITE[operation]
        commutes = operation in ("ADD", "FAD")
        turned = False
        if left is right:
            self.force(right)
        elif left not in self.ac:
            easy = self.is_simple(left)
            if right in self.ac or not (self.is_simple(right) or self._is_load(right)):
                if right not in self.ac and not easy:
                    self.to_ac(right)  # the other one is to be in AC at last
                if right in self.ac and not (easy or commutes):
                    self.force(right)
                if easy or (commutes and left in self.ac):
                    left, right, turned = right, left, not commutes
            elif self._is_load(right):
                self.ready(right)
        elif not self.is_simple(right):
            self.ready(right)
        if left not in self.ac and right in self.ac:
            self.force(right)
        self.to_ac(left, "A")
        if right not in self.home and not self.is_simple(right):
            self.force(right)
            self.to_ac(left, "A")
        consumed = [*op.args, *(each for each in (left, right) if each not in op.args)]
        self.spill(consumed)
        if turned:
            self.emit("CHS")
            operation = OPPOSITE[operation]
        if operation in ("FAD", "FSB"):
            self.spill_mq(consumed)
        self.emit(operation, self.operand(right))
        self.in_ac(op.result)
        if not turned and operation in ("SUB", "ADD") and self.not_negative(left):
            self.plus.add(op.result)

    def ready(self, value: Value) -> None:
        """Make a value an operand in storage, or an element with its index in a register."""
        if self._is_load(value):
            self.prepare(self.flat_place(self._place(value)))
        else:
            self.force(value)

    def _negated(self, value: Value) -> Value | None:
        """Return the value that another one negates, if the latter is not computed yet and not needed elsewhere."""
        op = self.made.get(value)
        if op is None or value in self.evaluated or op.code not in ("neg.i", "neg.r") or self.uses[value] > 1:
            return None
        return None if self.uses[op.args[0]] == 0 else op.args[0]

    def _negative(self, op: Op, wish: str) -> None:
        (value,) = op.args
        if value not in self.ac and self.is_simple(value):
            self.spill([value])
            self.emit("CLS", self.operand(value))
        else:
            self.to_ac(value, "A")
            self.spill([value])
            self.emit("CHS")
        self.in_ac(op.result)

    def _magnitude(self, op: Op, wish: str) -> None:
        self.to_ac(op.args[0], "A")
        self.spill([*op.args])
        self.emit("SSP")
        self.in_ac(op.result, modes=EITHER)
        self.plus.add(op.result)

    def _product(self, op: Op, wish: str) -> None:
        left, right = op.args
        if right in self.mq or (left not in self.mq and self._comes_in_mq(right)):
            left, right = right, left
        if left is right:
            self.force(right)
        elif not self.is_simple(right):
            self.ready(right)
        self.to_mq(left)
        self.spill([*op.args])
        self.spill_mq([*op.args])
        self.emit("MPY" if op.code == "mul.i" else "FMP", self.operand(right))
        if op.code == "mul.i":
            self.emit("ALS", "17")
        self.in_ac(op.result)

    def _comes_in_mq(self, value: Value) -> bool:
        op = self.made.get(value)
        return op is not None and value not in self.evaluated and op.code in ("div.r", "div.i")

    def _divide(self, op: Op) -> None:
        """Bring the dividend into AC and divide by a word in storage."""
        left, right = op.args
        if left is right:
            self.force(right)
        elif not self.is_simple(right):
            self.ready(right)
        self.to_ac(left, "A")
        self.spill([*op.args])
        self.spill_mq([*op.args])
        if op.code != "div.r":
            self.emit("LRS", "35")
        self.emit("FDP" if op.code == "div.r" else "DVP", self.operand(right))
        self.in_ac()

    def _float_quotient(self, op: Op, wish: str) -> None:
        self._divide(op)
        self.mq = {op.result}

    def _quotient(self, op: Op, wish: str) -> None:
        self._divide(op)
        self.emit("CLM")
        if wish == "MQ":
            self.emit("LLS", "18")
            self.mq = {op.result}
        else:
            self.emit("LLS", "53")
            self.in_ac(op.result)

    def _rest(self, op: Op, wish: str) -> None:
        self._divide(op)
        self.in_ac(op.result)

    def _float(self, op: Op, wish: str) -> None:
        self._one(op)
        self.spill_mq()
        self.emit("ARS", "18")
        self.emit("ORA", literal(WHOLE))
        self.emit("FAD", literal(WHOLE))

    def _fix(self, op: Op, wish: str) -> None:
        self._one(op)
        self.spill_mq()
        self.emit("UFA", literal(WHOLE))
        self.emit("LRS", "0")
        self.emit("ANA", literal(M15))
        self.emit("LLS", "0")
        self.emit("ALS", "18")

    def _whole(self, op: Op, wish: str) -> None:
        self._one(op)
        self.spill_mq()
        self.emit("UFA", literal(WHOLE))
        self.emit("FAD", literal(WHOLE))

    def _one(self, op: Op) -> None:
        """Bring the only operand into AC, which is going to be the result."""
        self.to_ac(op.args[0], "A")
        self.spill([*op.args])
        self.in_ac(op.result)

    def _shift(self, op: Op, wish: str) -> None:
        self._one(op)
        self.emit("ALS" if op.code == "shl" else "ARS", str(op.data))

    # ------------------------------------------------------------ words

    def _logical(self, op: Op, wish: str) -> None:
        left, right = op.args
        if left is right:
            self.force(left)
        elif not self.is_simple(right) and (self.is_simple(left) or right in self.ac):
            left, right = right, left
        if not self.is_simple(right):
            self.ready(right)
        self.to_ac(left, "L")
        if not self.is_simple(right):
            self.force(right)
            self.to_ac(left, "L")
        dirty = self.ac_modes == COMPLEMENTED
        self.spill([*op.args])
        self.emit("ANA" if op.code == "and" else "ORA", self.operand(right))
        modes = COMPLEMENTED if dirty and op.code == "or" else LOGICAL
        masks = [word for word in map(self._word, op.args) if word is not None]
        if op.code == "and" and any(not each & SIGN for each in masks):
            modes = EITHER
        self.in_ac(op.result, modes=modes)

    def _word(self, value: Value) -> int | None:
        op = self.made.get(value)
        return op.data if op is not None and op.code == "const" else None

    def _not(self, op: Op, wish: str) -> None:
        self.to_ac(op.args[0], "L")
        self.spill([*op.args])
        self.emit("COM")
        self.in_ac(op.result, modes=COMPLEMENTED)

    def _implies(self, op: Op, wish: str) -> None:
        left, right = op.args
        self.force_copy(right)
        self.to_ac(left, "L")
        self.spill([*op.args])
        self.emit("COM")
        self.emit("ORA", self.operand(right))
        self.in_ac(op.result, modes=COMPLEMENTED)

    def _differs(self, op: Op, wish: str) -> None:
        """Bits that differ: (x or y) and not (x and y)."""
        left, right = op.args
        self.force_copy(left)
        self.force_copy(right)
        self.to_ac(left, "L")
        self.spill([*op.args])
        self.emit("ANA", self.operand(right))
        self.emit("COM")
        saved = self.temporary()
        self.emit("SLW", saved)
        self.emit("CAL", self.operand(left))
        self.emit("ORA", self.operand(right))
        self.emit("ANA", saved)
        if op.code == "eqv":
            self.emit("COM")
        self._free.append(saved)
        self.in_ac(op.result, modes=COMPLEMENTED if op.code == "eqv" else LOGICAL)

    def _count(self, op: Op, wish: str) -> None:
        """Count ones: take away the last one until none is left."""
        self.to_ac(op.args[0], "L")
        self.spill([*op.args])
        number, saved = self.temporary(), self.temporary()
        again, out = self.label(), self.label()
        self.emit("SLW", saved)
        self.emit("STZ", number)
        self.emit("CAL", saved)
        self.text.label(again)
        self.emit("TZE", out)
        self.emit("SUB", "=1")
        self.emit("ANA", saved)
        self.emit("SLW", saved)
        self.emit("CLA", number)
        self.emit("ADD", literal(word(1)))
        self.emit("STO", number)
        self.emit("CAL", saved)
        self.emit("TRA", again)
        self.text.label(out)
        self.emit("CLA", number)
        self._free += [number, saved]
        self.in_ac(op.result)

    def _sign(self, op: Op, wish: str) -> None:
        """All ones if a number is less than zero."""
        (value,) = op.args
        self.to_ac(value, "A")
        self.spill([value])
        no, done = self.label(), self.label()
        if self.may_be_minus(value):
            self.emit("TZE", no)
        self.emit("TPL", no)
        self.emit("CLS", literal(M36 ^ SIGN))
        self.emit("TRA", done)
        self.text.label(no)
        self.emit("PXD")
        self.text.label(done)
        self.in_ac(op.result)

    def _choose(self, op: Op, wish: str) -> None:
        test, negative, other = op.args
        for each in (negative, other):
            self.force_copy(each)
        self.to_ac(test, "A")
        self.spill([*op.args])
        no, done = self.label(), self.label()
        if self.may_be_minus(test):
            self.emit("TZE", no)
        self.emit("TPL", no)
        self.emit("CLA", self.operand(negative))
        self.emit("TRA", done)
        self.text.label(no)
        self.emit("CLA", self.operand(other))
        self.text.label(done)
        self.in_ac(op.result)

    def may_be_minus(self, value: Value) -> bool:
        """Whether a value may be -0."""
        if value.type == "b" or value in self.plus or self.slot(value) in self.nonzero:
            return False
        return not (self.got(value) is not None or self.number(value) is not None)

    def force_copy(self, value: Value) -> None:
        """Put a value into a word that needs no index register, except those of loops."""
        if self._is_load(value) and value not in self.home:
            root = self.flat_place(self._place(value)).root
            if root is not None and self.got(root) is None:
                self.to_ac(value)
                field = self.temporary()
                self.emit("STO" if "A" in self.ac_modes else "SLW", field)
                self.home[value] = Field(field)
                return
        self.force(value)

    def _computed_address(self, op: Op, wish: str) -> None:
        """Compute an address as an index: the sum of a value and of the known part."""
        flat = self.flat_place(self._own_place(op))
        root = flat.root
        assert root is not None
        self.to_ac(root, "A")
        self.spill([*op.uses(), root] if root not in op.uses() else [root])
        self.in_ac(op.result)
        if not self.not_negative(root):
            self.emit("ADD", literal(WRAP))
        if flat.symbol:
            self.emit("ADD", self.address_word(flat._replace(root=None)))
        elif flat.offset > 0:
            self.emit("ADD", literal(word(flat.offset)))
        elif flat.offset:  # a negative one is counted from the end of storage
            self.emit("ADD", literal(word(flat.offset & M15)))
            self.emit("ANA", literal(M15 << 18))

    def _own_place(self, op: Op) -> Place:
        assert op.place is not None
        return op.place

    VALUES: ClassVar[dict[str, Callable[[Values, Op, str], None]]] = {
        **dict.fromkeys(ADDING, _adding),
        "neg.i": _negative, "neg.r": _negative, "abs": _magnitude, "mul.i": _product, "mul.r": _product,
        "div.r": _float_quotient, "div.i": _quotient, "rem.i": _rest, "float": _float, "fix": _fix, "whole": _whole,
        "shl": _shift, "shr": _shift, "and": _logical, "or": _logical, "not": _not, "imp": _implies,
        "xor": _differs, "eqv": _differs, "count": _count, "sign": _sign, "choose": _choose,
        "address": _computed_address,
    }  # fmt: skip
