"""From operations to instructions, block by block.

Operations with effects have methods that write them: stores, jumps, calls. The operands of such an operation are
computed there and then (`evaluate`), by the code of the operation that makes each.

    v1:i = get XR1                (nothing)
    v2:r = load elements [v1+B.]  (nothing)
    v3:r = load elements [v1+C.]  (nothing)
    v4:r = add.r v2, v3           (nothing)
    store elements [v1+A.], v4    CLA B.,1
                                  FAD C.,1
                                  STO A.,1
    v5:i = const 1                (nothing)
    v6:i = add.i v1, v5           (nothing)
    set XR1, v6                   TXI *+1,1,1
    v7:i = get XR1                (nothing)
    v8:i = const 100              (nothing)
    v9:i = diff.i v8, v7          (nothing)
    branch pl v9, L, M            TXL L,1,100
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from host.compilers.backends.ibm704.compute import M15, largest, word
from host.compilers.backends.ibm704.operands import (
    ARITHMETIC,
    COMPLEMENTED,
    WRAP,
    Field,
    Flat,
    Pool,
    joined,
    literal,
)
from host.compilers.backends.ibm704.runtime import Plant, Runtime
from host.compilers.backends.ibm704.values import Values
from host.compilers.ir.form import IN_CODE, Block, Op, Place, Program, Routine, Unit, Value
from host.compilers.ir.slots import Slots

INVERSE = {"ng": "pl", "pl": "ng", "zr": "nz", "nz": "zr"}


class Known(NamedTuple):
    """Slots that the registers hold between two blocks."""

    ac: frozenset[Place] = frozenset()
    mq: frozenset[Place] = frozenset()
    xr: tuple[frozenset[Place], ...] = (frozenset(),) * 3
    nonzero: bool = False  # whether AC is surely not zero

    def common(self, other: Known) -> Known:
        """Return the contents common to two places."""
        xr = tuple(one & two for one, two in zip(self.xr, other.xr, strict=True))
        return Known(self.ac & other.ac, self.mq & other.mq, xr, self.nonzero and other.nonzero)


class Stub(NamedTuple):
    """The stub of a check that has failed."""

    op: Op
    tag: int  # of the index register that has the subscript, 0: AC
    offset: int  # added to the subscript
    label: str


class Compare(NamedTuple):
    """A jump by an index register: if it is above the limit (or not), a number or the name of one in an instruction."""

    high: bool
    tag: int
    limit: int | str


class Selector(Values):
    """Writes the instructions of a unit."""

    def __init__(self, program: Program, unit: Unit, runtime: Runtime, slots: Slots, pool: Pool, forgets: bool) -> None:
        super().__init__(program, unit, runtime, slots, pool, forgets)
        self.next = ""  # the label of the following block
        self.stubs: list[Stub] = []
        self.nonzero_at = ""  # the block that is reached only if AC is not zero
        self.limits: dict[str, list[str]] = {}  # instructions with the limit of a loop, by its name

    # ------------------------------------------------------------ blocks

    def write(self, block: Block, following: str, known: Known | None) -> Known:
        """Write a block; return the contents of the registers at its end."""
        self.begin(block)
        self.next = following
        self.nonzero_at = ""
        if known is not None:
            self.nonzero = set(known.ac) if known.nonzero else set()
            self.ac_keys, self.mq_keys = set(known.ac), set(known.mq)
            self.ac_modes = ARITHMETIC
            for tag, keys in zip(self.xr, known.xr, strict=True):
                if tag not in self.reserved:
                    self.xr[tag] = set(keys)
        for value, register in zip(block.params, (self.ac, self.mq), strict=False):
            self.evaluated.add(value)
            if value in self.uses:
                register.add(value)
        if block.params:
            self.ac_modes = ARITHMETIC
        self.text.held = tuple(each for each in block.held.items() if not each[1].constant)
        for self.now, op in enumerate(block.ops):
            if op.begins:
                if self.forgets:
                    self._forget_all()
                self.text.begin(op.node, tuple(self.copies()))
            elif op.node is not self.text.node:
                self.text.at(op.node)
            handler = self.HANDLERS.get(op.code)
            if handler is not None:
                handler(self, op)
            elif op.code not in self.VALUES and op.code not in LAZY:
                raise NotImplementedError(f"the 704 has no operation {op.code}")
            for each in op.results:
                if each in self.uses:
                    self.pending.append(each)
                elif each not in self.evaluated:
                    self.uses[each] = 0
                    self.free_operands(each)
        slots = [frozenset(each for each in keys if isinstance(each, Place)) for keys in self.xr.values()]
        ac = self.ac_keys if "A" in self.ac_modes else set()
        return Known(frozenset(ac), frozenset(self.mq_keys), tuple(slots))

    def _forget_all(self) -> None:
        self.ac_keys, self.mq_keys = set(), set()
        for keys in self.xr.values():
            for each in [key for key in keys if isinstance(key, Place)]:
                keys.discard(each)

    # ------------------------------------------------------------ operations: storage, registers

    def _store(self, op: Op) -> None:
        value, place = op.args[0], self._own_place(op)
        self.settle(op)
        flat = self.flat_place(place)
        self.prepare(flat)
        if self._word(value) == 0 and value not in self.ac:
            self.emit("STZ", self.address_field(flat))
        else:
            self._bring_somewhere(value)
            if not self.is_ready(flat):
                self.force(value)
                self.prepare(flat)
                self.to_ac(value)
            operation = ("STO" if "A" in self.ac_modes else "SLW") if value in self.ac else "STQ"
            self.emit(operation, self.address_field(flat))
        self.forget(op)
        if op.region == "slot":
            if value in self.ac:
                self.ac_keys.add(place)
            if value in self.mq:
                self.mq_keys.add(place)
            if self.uses[value] > 1 and value not in self.home and value in self.evaluated:
                self.home[value] = self.direct(flat)
                self.home_places[value] = place
        for each in op.uses():
            self.release(each)

    def _bring_somewhere(self, value: Value) -> None:
        """Bring a value into AC or MQ, whichever is easier."""
        if value in self.ac or value in self.mq:
            return
        busy = any(self.lost(each, [], [self.mq]) for each in self.ac)
        if busy and self.is_simple(value) and not any(self.lost(each, [], [self.ac]) for each in self.mq):
            self.to_mq(value)
        elif self.is_simple(value) or self._is_load(value) or value in self.evaluated or self.got(value) is not None:
            self.to_ac(value)
        else:
            self.evaluate(value, "MQ")

    def _set(self, op: Op) -> None:
        if op.data.startswith("XR"):
            self.settle(op)
            self._set_index(op.args[0], int(op.data[2:]))
            self.release(op.args[0])
        else:
            self.to_ac(op.args[0], "A")
            self.release(op.args[0])
            self.text.op("STD", f"={op.data}")  # the address is filled in later

    def _set_index(self, value: Value, tag: int) -> None:
        flat = self.flat(value)
        root, offset = flat.root, flat.offset
        self.tags.add(tag)
        if flat.symbol or root is None:
            if root is not None:
                self.to_ac(value, "A")
                self.emit("PDX", f",{tag}")
            elif flat.symbol:
                self.emit("LXD", f"{self.address_word(flat).text},{tag}")
            else:
                self.emit("LXA", f"={offset & M15},{tag}")
            return
        got = self.got(root)
        saved = "" if got is not None else self.index_word(root, Flat(root))
        if got is not None and got != tag:
            self.spill()
            self.emit("PXD", f",{got}")
            self.emit("PDX", f",{tag}")
            self.in_ac()
        elif got is None and saved and root not in self.ac:
            self.emit("LXD", f"{saved},{tag}")
        elif got is None:
            self.to_ac(root, "A")
            if not self.not_negative(root):
                self.spill([value])
                self.emit("ADD", literal(WRAP))
                self.in_ac()
            self.emit("PDX", f",{tag}")
        if offset:
            self.emit("TXI", f"*+1,{tag},{offset}")

    # ------------------------------------------------------------ operations: checks

    def _limit(self, op: Op) -> None:
        self.release(op.args[0])

    def _bound(self, op: Op) -> None:
        value, low, high = op.args
        least, most = self.number(low), self.number(high)
        flat = self.flat(value)
        got = self.got(flat.root) if flat.root is not None and not flat.symbol else None
        if got is not None and least is not None and most is not None and most >= flat.offset:
            stub = self._stub(op, got, flat.offset)
            if least > flat.offset:
                self.emit("TXL", f"{stub},{got},{least - flat.offset - 1}")
            if most - flat.offset < M15:
                self.emit("TXH", f"{stub},{got},{most - flat.offset}")
        else:
            self._compare_in_ac(op, least)
        if least is not None:
            self.least[value] = least
            if flat.root is not None and not flat.symbol:
                self.least[flat.root] = max(self.least.get(flat.root, -1), least - flat.offset)
        for each in op.args:
            self.release(each)

    def _compare_in_ac(self, op: Op, least: int | None) -> None:
        """Compare a subscript with its bounds; AC still has it then."""
        value, low, high = op.args
        for each in (low, high):
            self.force_copy(each)
        self.to_ac(value, "A")
        stub = self._stub(op, 0, 0)
        if least == 1:
            self.emit("TMI", stub)
            self.emit("TZE", stub)
        else:
            self.emit("CAS", self.operand(low))
            self.emit("NOP")
            self.emit("TRA", "*+2")
            self.emit("TRA", stub)
        self.emit("CAS", self.operand(high))
        self.emit("TRA", stub)
        self.emit("NOP")

    def _stub(self, op: Op, tag: int, offset: int) -> str:
        label = self.label()
        self.stubs.append(Stub(op, tag, offset, label))
        return label

    # ------------------------------------------------------------ calls

    def _call(self, op: Op) -> None:
        routine: Routine = op.data
        self.settle(op)
        given = list(zip(routine.registers, op.args, strict=True))
        fields = [(register, self._argument(value)) for register, value in given if register[0] == "@"]
        registers = {register: value for register, value in given if register[0] != "@"}
        self._bring(registers.get("AC"), registers.get("MQ"))
        effects = self.program.effects.get(routine.name if op.code == "call" else "invoke")
        keeps = effects.keeps if effects is not None else frozenset()
        for each in op.args:
            self.release(each)
        self._save_indexes(keeps)
        self.tags.add(4)
        dummy = routine.name if routine.name in self.unit.dummies else ""
        self.emit("TSX", Field("**,4", dummy) if dummy else f"{routine.name},4")
        for name, field in fields:
            prefix = "MZE" if name[1] == "-" else "TSX"
            if isinstance(field, str):
                self.text.label(field)
                self.text.op(prefix, "**")
            else:
                self.emit(prefix, field)
        if op.code == "invoke":
            self.runtime.called(op, self.text)
        self.forget(op)
        for tag in self.xr:
            if f"XR{tag}" not in keeps:
                self.xr[tag] = set()
        self.in_ac()
        self.mq, self.mq_keys = set(), set()
        for value, register in zip(op.results, (self.ac, self.mq), strict=False):
            self.evaluated.add(value)
            if value in self.uses:
                register.add(value)

    def _save_indexes(self, keeps: frozenset[str]) -> None:
        for tag in self.xr:
            if f"XR{tag}" in keeps:
                continue
            for key in self._values(tag):
                kept = key in self.index_home or (key in self.home and self.not_negative(key))
                if self.uses.get(key, 0) > 0 and not kept:
                    saved = self.index_home[key] = self.temporary()
                    self.emit("SXD", f"{saved},{tag}")

    def _bring(self, one: Value | None, other: Value | None) -> None:
        """Bring a value into AC, and another one into MQ; put away their contents that are needed later."""
        if one is not None and other is not None:
            if not self.is_simple(other):
                self.force_copy(other)
            if one in self.mq:
                self.force(one)
        if one is not None:
            self.to_ac(one, "A")
        if other is not None:
            self.to_mq(other)
        consumed = [each for each in (one, other) if each is not None]
        lost = [each for each in self.ac if self.lost(each, consumed, ())]
        if lost:
            self.put_away(lost)
        for each in [each for each in self.mq if self.lost(each, consumed, ())]:
            field = self.temporary()
            self.emit("STQ", field)
            self.home[each] = Field(field)

    def _argument(self, value: Value) -> Field | str:
        """Return the field of the word for an argument; or its label, when its address has been stored there."""
        flat = self.flat(value)
        if flat.root is None:
            return self.direct(flat)
        label = self.label()
        got = self.got(flat.root)
        if got is not None or flat.symbol:
            self.to_ac(flat.root, "A")
            self.spill()
            self.emit("ARS", "18")
        else:
            self._as_index(flat.root)
        if flat.symbol:
            self.emit("SUB", self._machine_address(flat))
        else:
            self.emit("ADD" if flat.offset > 0 else "SUB", f"={abs(flat.offset)}") if flat.offset else None
            self.emit("SUB", f"={1 << 15}")
        self.emit("STA", label)
        self.in_ac()
        return label

    def _as_index(self, root: Value) -> None:
        """Bring an address, cut to 15 bits, into the address of AC."""
        self.to_ac(root, "A")
        self.spill()
        self.emit("ANA", literal(M15 << 18))
        self.emit("ARS", "18")

    def _machine_address(self, flat: Flat) -> Field:
        """Return a word with an address in its address."""
        if flat.symbol in self.unit.dummies:
            field = self.direct(flat._replace(root=None))
            symbol = self.pool.own("**")
            self.plants.append(Plant(self.unit.dummies.index(field.dummy) + 1, field.offset, symbol))
            return Field(symbol)
        return Field(self.pool.symbol(joined(flat.symbol, flat.offset)))

    # ------------------------------------------------------------ ends of blocks

    def to(self, label: str) -> str:
        label = self.goes.get(label, label)
        self.used.add(label)
        return label

    def _jump(self, op: Op) -> None:
        self._bring(*[*op.args, None, None][:2])
        for each in op.args:
            self.release(each)
        self.go_on(op.targets[0])

    def go_on(self, label: str) -> None:
        """Jump, unless the block follows and no statement begins here."""
        if self.goes.get(label, label) != self.next or self.text.begins:
            self.text.op("TRA", self.to(label))

    def _branch(self, op: Op) -> None:
        then, other = (self.goes.get(each, each) for each in op.targets)
        condition, value = op.data, op.args[0]
        if then == other:
            self.release(value)
            self.go_on(then)
            return
        if then == self.next:
            then, other, condition = other, then, INVERSE[condition]
        compare = self._compare(value, condition)
        if compare is not None:
            self.release(value)
            field = f"{self.to(then)},{compare.tag},{compare.limit}"
            if isinstance(compare.limit, str):
                label = self.text.labelled(self.label)
                self.used.add(label)
                self.limits.setdefault(compare.limit, []).append(label)
                field = f"{self.to(then)},{compare.tag},**"
            self.text.op("TXH" if compare.high else "TXL", field)
        else:
            self._test(value, condition, then, other)
            self.release(value)
        if other != self.next:
            self.text.op("TRA", self.to(other))

    def _compare(self, value: Value, condition: str) -> Compare | None:
        """Return the jump that a difference of an index register and a number is."""
        op = self.made.get(value)
        if op is None or op.code != "diff.i" or value in self.evaluated or condition not in ("ng", "pl"):
            return None
        left, right = (self.flat(each) for each in op.args)
        if left.symbol or right.symbol:
            return None
        high = condition == "ng"  # limit - register
        if left.root is not None and self.got(left.root) is not None:
            if right.root is not None:
                return None
            tag = self.got(left.root)
            limit = right.offset - left.offset - 1
            high = not high
        else:
            tag = self.got(right.root) if right.root is not None else None
            if left.root is not None:
                name = self._limit_name(left.root)
                if not name or tag is None or left.offset or right.offset:
                    return None
                return Compare(high, tag, name)
            limit = left.offset - right.offset
        return Compare(high, tag, limit) if tag is not None and 0 <= limit <= M15 else None

    def _limit_name(self, value: Value) -> str:
        op = self.made.get(value)
        return op.data if op is not None and op.code == "get" and op.data.startswith(IN_CODE) else ""

    def _test(self, value: Value, condition: str, then: str, other: str) -> None:
        """Write jumps to a label if a condition holds; otherwise control is to go on to the other one."""
        if condition in ("zr", "nz"):
            if value not in self.ac:
                self.to_ac(value)
            if self.ac_modes == COMPLEMENTED:
                self.force(value)
                self.to_ac(value, "L")
            keys = set(self.ac_keys)
            self.spill([value])
            self.ac, self.ac_keys = {value}, keys
            self.text.op("TZE" if condition == "zr" else "TNZ", self.to(then))
            self.nonzero_at = other if condition == "zr" else then
            return
        if value not in self.ac and self._reversed(value, condition, then, other):
            return
        if value not in self.ac:
            self.to_ac(value)
        if "A" not in self.ac_modes:  # a word with its sign in P
            self.spill([value])
            if condition == "ng":
                self.emit("COM")
                self.in_ac()
            self.emit("PBT")
            self.text.op("TRA", self.to(then))
            return
        keys = set(self.ac_keys)
        self.spill([value])
        self.ac, self.ac_keys = {value}, keys
        may = self.may_be_minus(value)
        if condition == "pl":
            self.text.op("TPL", self.to(then))
            if may:
                self.text.op("TZE", self.to(then))
        elif not may:
            self.text.op("TMI", self.to(then))
        else:
            self.text.op("TZE", self.to(other))
            self.text.op("TMI", self.to(then))

    def _reversed(self, value: Value, condition: str, then: str, other: str) -> bool:
        """Test a difference the other way round if the subtrahend is in AC, or is computed there."""
        op = self.made.get(value)
        if op is None or op.code not in ("diff.i", "diff.r") or value in self.evaluated or self.uses[value] > 1:
            return False
        left, right = op.args
        if left in self.ac or not self.is_simple(left) or (right not in self.ac and self.is_simple(right)):
            return False
        if right not in self.ac and self._is_load(right):
            return False
        self.to_ac(right, "A")
        consumed = [*op.args]
        self.spill(consumed)
        number = self.number(left) if op.code == "diff.i" else None
        if number is not None and 0 <= number < largest:  # below the next number
            self.emit("SUB", literal(word(number + 1)))
            self.text.op("TMI" if condition == "pl" else "TPL", self.to(then))
        else:
            if op.code == "diff.r":
                self.spill_mq(consumed)
            self.emit("SUB" if op.code == "diff.i" else "FSB", self.operand(left))
            self.text.op("TZE", self.to(then if condition == "pl" else other))
            self.text.op("TMI" if condition == "pl" else "TPL", self.to(then))
        self.in_ac()
        return True

    def _table(self, op: Op) -> None:
        """Jump by way of a table, which lies backwards."""
        flat = self.flat(op.args[0])
        known = Flat(flat.root, "", 0)
        if flat.root is None:  # a number that no label has: the check before this has stopped the program
            self.release(op.args[0])
            self.text.op("TRA", self.to(op.targets[0]))
            return
        self.prepare(known)
        tag = self.holder(flat.root)
        if tag is None:
            saved = self.index_word(flat.root, known)
            tag = next((each for each in (4, 2, 1) if each not in self.reserved), 4)
            self.tags.add(tag)
            self.text.op("LXD", f"{saved},{tag}")
        self.release(op.args[0])
        count = len(op.targets)
        self.text.op("TRA", f"*{count + 1 - flat.offset:+},{tag}")
        for label in reversed(op.targets):
            self.text.op("TRA", self.to(label))

    def _indirect(self, op: Op) -> None:
        self.to_ac(op.args[0])
        self.release(op.args[0])
        self.text.op("STA", "*+1")
        self.text.op("TRA", "**")
        for each in op.targets:
            self.to(each)

    def _exit(self, op: Op) -> None:
        routine: Routine = op.data
        registers = dict(zip(routine.registers, op.args, strict=True))
        self._bring(registers.get("AC"), registers.get("MQ"))
        for each in op.args:
            self.release(each)
        self.text.op("TRA", routine.name)

    def _return(self, op: Op) -> None:
        self._bring(*[*op.args, None, None][:2])
        for each in op.args:
            self.release(each)
        self.text.op("TRA", "return")  # the address is filled in when it is known which index registers are changed

    def _end(self, op: Op) -> None:
        self.runtime.end(self.unit, self.text)

    HANDLERS: ClassVar[dict[str, Callable[[Selector, Op], None]]] = {
        "store": _store, "set": _set, "limit": _limit, "bound": _bound, "call": _call, "invoke": _call,
        "jump": _jump, "branch": _branch, "table": _table, "indirect": _indirect, "exit": _exit, "return": _return,
        "end": _end,
    }  # fmt: skip


LAZY = frozenset({"const", "address", "label", "get", "load", "load?"})
