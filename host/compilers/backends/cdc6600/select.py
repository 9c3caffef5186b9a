"""From operations to instructions, block by block.

Each operation has a method that writes its instructions. Values that cost nothing are not computed before it is known
where they are used: a constant, an address, a loop register, the sum of two, a difference that only a jump asks for.
Such a value is `lazy`: it becomes part of the instruction that uses it, or goes to a register if need be.

    v1:i = const 3                    (nothing)
    v2:i = load slot [I.]             SA1    I.
    v3:i = add.i v2, v1               SX5    3
                                      IX6    X1+X5
    limit v3                          BX4    X6
                                      AX4    48
                                      NZ     X4,LARGE
    store slot [I.], v3               SA6    I.

    v1:i = get B2                     (nothing)
    v2:i = const 1
    v3:i = add.i v1, v2               (nothing: it is only set)
    set B2, v3                        SB2    B2+B1
    v4:i = get B3
    v5:i = diff.i v4, v3
    branch pl v5, L, M                GE     B3,B2,L
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from host.compilers.backends.cdc6600.calls import Calls
from host.compilers.backends.cdc6600.compute import integer, largest, unset
from host.compilers.backends.cdc6600.fields import COMPARED, INVERSE, PACKED, SMALL, WITHOUT_EFFECT, WORD, made
from host.compilers.backends.cdc6600.operands import Address, Constant, Difference, Sum
from host.compilers.backends.cdc6600.registers import ALL, LOADED, STORED, Contents
from host.compilers.backends.cdc6600.runtime import WAY_BACK
from host.compilers.ir.form import Block, Frame, Op, Place, Routine, Top, Value
from host.compilers.ir.slots import key


class Selector(Calls):
    """Writes the instructions of a unit."""

    def write(self, block: Block, next_label: str, contents: Contents | None) -> None:
        """Write a block; `contents`: the originals of the copies in the registers when it begins."""
        self.block, self.next = block, next_label
        self._move_frame(block.unframed)
        self.reserved = self.reserved_in(block) | (self.entered.keys() if block.unframed else frozenset())
        self.indexes = sorted(int(each[1]) for each in self._kept_in(block) if each[0] == "B")
        self.lazy.clear()
        self.raw.clear()
        self._scan(block)
        registers = self.registers
        registers.begin(self.uses, self.reserved, contents)
        for each, register in zip(block.params, STORED, strict=False):
            if each in self.uses:
                registers.own(each, register)
        text, uses, pins, handlers = self.text, self.uses, self.pins, self.HANDLERS
        text.held = self.held_in(block)
        self._pair(block)
        for self.now, op in enumerate(block.ops):
            if op.begins:
                if self.forgets:
                    registers.forget_but()
                text.begin(op.node, self._copies())
            elif op.node is not text.node:
                text.at(op.node)
            if op.code not in WITHOUT_EFFECT or op.results[0] in uses:
                handlers[op.code](self, op)
            if pins:
                pins.clear()
            if self.temps:
                for each in self.temps:
                    registers.drop(each)
                self.temps.clear()
            for each in op.results:
                if each in self.crossing and registers.where.get(each) in STORED and each not in registers.away:
                    registers.away[each] = field = self._spill()
                    self.text.op(f"SA{registers.where[each]}", field)
            for each in op.uses():
                left = uses[each]
                while left and left[-1] <= self.now:
                    left.pop()
                if not left:
                    self._gone(each)
            for each in op.results:
                if each not in uses and each in registers.where:
                    uses[each] = [self.now]
                    registers.drop(each)

    # ------------------------------------------------------------ operations: places

    def _const(self, op: Op) -> None:
        self.lazy[op.results[0]] = Constant(op.data)

    def _address(self, op: Op) -> None:
        place = op.place
        assert place is not None
        if isinstance(place.base, Value):
            base = self.lazy.get(place.base) if place.base not in self.registers.where else None
            if isinstance(base, Sum) and not place.symbol and op.results[0] in self.only_index:
                total = base.number + place.offset
                if abs(total) <= SMALL:
                    self.lazy[op.results[0]] = base._replace(number=total)
                    return
            field = self.field(place)
            self.done(place.base)
            self.text.op(f"SX{self.result(op)}", field)
        else:
            self.lazy[op.results[0]] = Address(place)

    def _label(self, op: Op) -> None:
        label = self.goes.get(op.targets[0], op.targets[0])
        self.used.add(label)
        self.text.op(f"SX{self.result(op)}", label)

    def _load(self, op: Op) -> None:
        value, place, registers = op.results[0], op.place, self.registers
        assert place is not None
        checked = op.code == "load?"
        key = self.key(op)
        if key is not None and not checked:
            known = registers.copy_of(key)
            if known is not None:
                registers.own(value, known)
                return
        field = self.field(place)
        if isinstance(place.base, Value):
            self.done(place.base)
        if value not in self.uses:
            self.uses[value] = [self.now]
        register = self.result(op, LOADED)
        self.text.op(f"SA{register}", field)
        if checked:
            self.text.op("ID", f"X{register},{self.runtime.unset(register)}")
        if key is not None:
            registers.note(register, key)

    def _store(self, op: Op) -> None:
        value, place, registers = op.args[0], op.place, self.registers
        assert place is not None
        field = self.field(place)
        if isinstance(place.base, Value) and place.base is not value:
            self.done(place.base)
        source = registers.where.get(value)
        if source in STORED:
            register = source
        elif source is None and value in self.lazy:
            lazy = self.lazy[value]
            if isinstance(lazy, Constant):
                source = self.constant(lazy.word, STORED)
                register = source
            else:
                register = source = self.bring(value, STORED)
        if source not in STORED:
            source = self.reg(value)
            self.done(value)
            register = self.take(STORED, STORED)
            self.text.op(f"BX{register}", f"X{source}")
            registers.copies[register] = set(registers.copies[source])
        self.text.op(f"SA{register}", field)
        lazy_one = self.lazy.get(value)
        nothing = isinstance(lazy_one, Constant) and lazy_one.word == unset
        self._changed(op)
        key = self.key(op)
        if key is not None and not nothing:
            registers.note(register, key)
            if source != register:
                registers.note(source, key)

    def _changed(self, op: Op) -> None:
        """Forget copies of words that a store changes."""
        if op.region == "any":
            self.registers.forget(lambda key: isinstance(key, Place))
            if self.unframed:
                self._note_entered()
        elif op.region in ("slot", "description") and (key := self.key(op)) is not None:
            self.registers.changed(key)

    def _get(self, op: Op) -> None:
        if op.data[0] == "B":
            self.lazy[op.results[0]] = Sum((int(op.data[1]),))
        else:
            self.registers.own(op.results[0], int(op.data[1]))

    def _set(self, op: Op) -> None:
        value, number = op.args[0], int(op.data[1])
        if op.data[0] == "X":
            self._set_word(value, number)
            return
        lazy = self.lazy.get(value) if value not in self.registers.where else None
        field = str(integer(lazy.word)) if isinstance(lazy, Constant) else ""
        if isinstance(lazy, Constant) and 0 <= lazy.word <= 1:
            field = f"B{lazy.word}"
        if isinstance(lazy, Sum | Address):
            field = self._field_of(lazy)
        if not field:
            field = f"X{self.reg(value)}"
        for each, other in list(self.lazy.items()):
            uses_it = (isinstance(other, Sum) and number in other.registers) or (
                isinstance(other, Difference) and number in other
            )
            if uses_it and each is not value and not self.registers.dies(each, self.now):
                self._settle(each)
        if field != f"B{number}":
            self.text.op(f"SB{number}", field)
        if isinstance(lazy, Sum):
            self.lazy[value] = Sum((number,))

    def _set_word(self, value: Value, number: int) -> None:
        registers = self.registers
        if registers.where.get(value) == number:
            return
        others = [each for each in registers.owners[number] if each is not value and not registers.dies(each, self.now)]
        source = self.reg(value) if registers.where.get(value) is not None or value not in self.lazy else -1
        if others:
            free = self.take()
            registers.move(number, free)
        for each in list(registers.owners[number]):
            registers.drop(each)
        lazy = self.lazy.get(value)
        making = made(lazy.word) if isinstance(lazy, Constant) else None
        if source < 0 and making is not None:
            self.text.op(f"{making[0]}{number}", making[1])
        else:
            self.text.op(f"BX{number}", f"X{source if source >= 0 else self.reg(value)}")
        registers.copies[number].clear()

    def _set_base(self, op: Op) -> None:
        base = Top if op.code == "set.top" else Frame
        for value, lazy in list(self.lazy.items()):
            if isinstance(lazy, Address) and isinstance(lazy.place.base, base):
                self._settle(value)
        assert op.place is not None
        field, name = self.field(op.place), "B7" if base is Top else "B6"
        if field != name:
            self.text.op(f"S{name}", field)
            if base is Frame:
                self.registers.forget_but()

    def _frame(self, op: Op) -> None:
        self.runtime.frame(self.unit, self.text, self.take(LOADED, LOADED))
        self.text.held = ()
        self._move_frame(unframed=False)
        self.reserved = self.registers.reserved = self.reserved - self.entered.keys()

    # ------------------------------------------------------------ operations: words

    def _compute(self, op: Op, operation: str, form: str) -> int:
        """Write an operation on one or two words."""
        args = op.args
        sources = [self.reg(each) for each in args]
        for each in args:
            self.done(each)
        register = self.result(op)
        self.text.op(f"{operation}{register}", form.format(*sources))
        return register

    def _divide(self, op: Op) -> None:
        """Write a quotient in another register than the divisor's: the message of a failure depends on the divisor."""
        dividend, divisor = op.args
        sources = [self.reg(each) for each in op.args]
        if dividend != divisor:
            self.done(dividend)
        register = self.result(op)
        self.text.op(f"RX{register}", "X{}/X{}".format(*sources))
        self.done(divisor)

    def _add(self, op: Op) -> None:
        if op.results[0] in self.only_index and (total := self._sum(op)) is not None:
            self.lazy[op.results[0]] = total
            return
        if op.results[0] in self.only_index and self._indexed(op):
            return
        self._compute(op, "IX", "X{}+X{}")

    def _indexed(self, op: Op) -> bool:
        """Write an address that is the sum of an index register and a word; return whether it is one.

        Addresses have 18 bits, and so has the sum: the index register has to hold a number that is no longer.
        """
        for one, word in (op.args, op.args[::-1]):
            number = self._index(one)
            if number in self.indexes and self._short(number) and word in self.registers.where:
                source = self.reg(word)
                self.done(word)
                self.done(one)
                self.text.op(f"SX{self.result(op)}", f"X{source}+B{number}")
                return True
        return False

    def _short(self, index: int) -> bool:
        """Whether an index register holds a whole value: a small number or an address, not a part of one."""
        place = self.block.held.get(f"B{index}")
        if place is None or place.constant:
            return False
        return place in self.block.narrow or key(self.unit, place) not in self.program.temporaries

    def _subtract(self, op: Op) -> None:
        if op.results[0] in self.only_index and (total := self._sum(op)) is not None:
            self.lazy[op.results[0]] = total
            return
        self._compute(op, "IX", "X{}-X{}")

    def _sum(self, op: Op) -> Sum | None:
        """Return the sum of B registers and constants that an operation is."""
        registers: tuple[int, ...] = ()
        number = 0
        for each in op.args:
            sign = -1 if op.code == "sub.i" and each is op.args[1] else 1
            match self.lazy.get(each):
                case Sum(registers=more, number=plus) if sign > 0:
                    registers += more
                    number += plus
                case Constant(word=word) if abs(integer(word)) <= SMALL:
                    number += sign * integer(word)
                case _:
                    return None
        return Sum(registers, number) if 1 <= len(registers) <= 2 and abs(number) <= SMALL else None

    def _difference(self, op: Op) -> None:
        value = op.results[0]
        end = len(self.block.ops) - 1
        if self.block.held and self.uses.get(value) == [end] and self.block.ops[end].code == "branch":
            left, right = (self._index(each) for each in op.args)
            between = {each.data for each in self.block.ops[self.now + 1 : end] if each.code == "set"}
            if left is not None and right is not None and not between & {f"B{left}", f"B{right}"}:
                self.lazy[value] = Difference(left, right)
                return
        if self._is_zero(op.args[1]) and op.args[0] in self.registers.where:
            self.registers.own(value, self.reg(op.args[0]))  # only its sign counts
            return
        self._compute(op, "IX", "X{}-X{}")

    def _is_zero(self, value: Value) -> bool:
        lazy = self.lazy.get(value)
        return isinstance(lazy, Constant) and lazy.word == 0

    def _index(self, value: Value) -> int | None:
        """Return the B register of a value."""
        match self.lazy.get(value):
            case Sum(registers=(one,), number=0):
                return one
            case Constant(word=0 | 1 as word):
                return word
        return None

    def _negate(self, op: Op) -> None:
        zero = self.constant(0)
        self.pins.append(zero)
        source = self.reg(op.args[0])
        self.done(op.args[0])
        register = self.result(op)
        self.text.op(f"{'FX' if op.code == 'neg.r' else 'IX'}{register}", f"X{zero}-X{source}")

    def _normal(self, op: Op) -> None:
        """Add, and normalize: in another register if one is free, for nothing is issued while a result waits."""
        left, right = self.reg(op.args[0]), self.reg(op.args[1])
        for each in op.args:
            self.done(each)
        register = self.result(op)
        total = self.registers.idle(register)
        self.text.op(f"RX{total}", f"X{left}{'+' if op.code == 'add.r' else '-'}X{right}")
        self.text.op(f"NX{register}", f"X{total}")

    def _float(self, op: Op) -> None:
        """Make a real of an integer of 48 bits: with the exponent 0, and normalized."""
        source = self.reg(op.args[0])
        self.done(op.args[0])
        register = self.result(op)
        packed = self.registers.idle(register)
        self.text.op(f"PX{packed}", f"X{source}")
        self.text.op(f"NX{register}", f"X{packed}")

    def _fix(self, op: Op) -> None:
        """Make an integer of a real: bits shifted out are lost. A fraction below zero would be -0: 0 is added."""
        source = self.reg(op.args[0])
        self.done(op.args[0])
        register = self.result(op)
        self.pins.append(register)
        zero, free = self.temp(), self._free_index()
        self.text.op(f"UX{register}", f"B{free},X{source}")
        self.text.op(f"SX{zero}", "B0")
        self.text.op(f"LX{register}", f"B{free},X{register}")
        self.text.op(f"IX{register}", f"X{register}+X{zero}")

    def _product(self, op: Op) -> None:
        """Multiply two integers: of packed ones the lower half of the product is the product.

        Zero times something negative would be negative zero: zero is added, unless something else is.
        """
        packed: list[int] = []
        for each in op.args:
            lazy = self.lazy.get(each)
            if each is op.args[0] and packed:
                packed.append(packed[0])
            elif isinstance(lazy, Constant) and abs(integer(lazy.word)) <= largest:
                word = lazy.word
                packed.append(self.constant(PACKED | word if word <= WORD >> 1 else (PACKED | word ^ WORD) ^ WORD))
                self.pins.append(packed[-1])
            else:
                pins = len(self.pins)
                source = self.reg(each)
                packed.append(self.temp())
                self.pins[pins:] = [packed[-1]]  # the instructions after it read only this
                self.text.op(f"PX{packed[-1]}", f"X{source}")
        for each in op.args:
            self.done(each)
        value = op.results[0]
        ops = self.block.ops
        added = all(
            ops[at].code == "add.i" and not any(each in self.raw for each in ops[at].args)
            for at in self.uses.get(value, ())
        )
        if added:
            self.raw.add(value)
        zero = -1
        if not added:
            zero = self.occupy(self.constant(0))
            self.pins.append(zero)
        register = self.result(op, tuple(each for each in ALL if each != zero))  # zero is read after it
        self.text.op(f"DX{register}", f"X{packed[0]}*X{packed[1]}")
        self.text.op(f"UX{register}", f"X{register}")
        if not added:
            self.text.op(f"IX{register}", f"X{register}+X{zero}")

    def _shift(self, op: Op) -> None:
        """Shift a word, in its own register if it is not used any more."""
        value, operation = op.args[0], "LX" if op.code == "shl" else "AX"
        by = 59 if op.code == "sign" else op.data
        source = self.reg(value)
        self.done(value)
        register = source
        free = not self.registers.owners[source] and source not in self.reserved
        if free and source in self.prefer.get(op.results[0], (source,)):
            self.registers.copies[source].clear()
            self.registers.own(op.results[0], source)
        else:
            register = self.result(op)
            if register != source:
                self.text.op(f"BX{register}", f"X{source}")
        self.text.op(f"{operation}{register}", str(by))

    # ------------------------------------------------------------ operations: checks

    def _pair(self, block: Block) -> None:
        """Find limits that are tested together: the operations between them have no visible effects.

        A jump takes as long as five other instructions. A limit that a sum may pass on both sides would need too many.
        """
        self.waits.clear()
        self.ways.clear()
        if self.forgets or block.held:
            return
        first = -1
        made_by: dict[Value, Op] = {}
        for now, op in enumerate(block.ops):
            if op.begins:
                first = -1
            if op.code == "limit" and (way := _way_beyond(op.args[0], made_by)):
                self.ways[now] = way
                if first < 0:
                    first = now
                else:
                    value = self.unit.value("w")
                    self.waits[first] = self.waits[now] = value
                    self.uses[value] = [now]
                    first = -1
            elif op.code not in WITHOUT_EFFECT or (op.place is not None and not op.place.direct):
                first = -1
            made_by.update(dict.fromkeys(op.results, op))

    def _limit(self, op: Op) -> None:
        if self.now in self.waits:
            self._together(op)
            return
        source = self.reg(op.args[0])
        rest = self.temp()
        self.text.op(f"BX{rest}", f"X{source}")
        self.text.op(f"AX{rest}", "48")
        self.text.op("NZ", f"X{rest},{self.runtime.large}")

    def _bound(self, op: Op) -> None:
        value, low, high = op.args
        below = source = self.reg(value)
        if not self._is_zero(low):
            bottom = self.reg(low)
            below = self.temp()
            self.text.op(f"IX{below}", f"X{source}-X{bottom}")
            self.pins[:] = [source, below]
        top = self.reg(high)
        above = self.temp()
        self.text.op(f"IX{above}", f"X{top}-X{source}")
        self.text.op(f"BX{above}", f"X{below}+X{above}")
        self.text.op("NG", f"X{above},{self.stubs.symbol(op.data, source)}")

    def _most(self) -> int:
        """Return a register with the largest integer."""
        key = ("constant", largest)
        known = self.registers.copy_of(key)
        if known is None:
            known = self.take()
            self.text.op(f"MX{known}", str(60 - largest.bit_length()))
            self.text.op(f"BX{known}", f"-X{known}")
            self.registers.note(known, key)
        self.registers.touch(known)
        return known

    def _together(self, op: Op) -> None:
        """Write the first of two limits, without its jump; or the second one, and the jump of both."""
        most = self._most()
        self.pins.append(most)
        source = self.reg(op.args[0])
        found = self.temp()  # negative if the integer is beyond
        self.text.op(f"IX{found}", f"X{most}{self.ways[self.now]}X{source}")
        value = self.waits[self.now]
        if self.uses[value] != [self.now]:
            self.registers.own(value, found)
            return
        self.pins[:] = [found]
        self.text.op(f"BX{found}", f"X{self.reg(value)}+X{found}")
        self.text.op("NG", f"X{found},{self.runtime.large}")
        self._gone(value)

    # ------------------------------------------------------------ ends of blocks

    def _to(self, label: str) -> str:
        label = self.goes.get(label, label)
        self.used.add(label)
        return label

    def _jump(self, op: Op) -> None:
        self._bring(list(zip(("X6", "X7"), op.args, strict=False)))
        self._go_on(op.targets[0])

    def _go_on(self, label: str) -> None:
        """Jump, unless the block follows and no statement begins here."""
        if self.goes.get(label, label) != self.next or self.text.begins:
            self.text.op("EQ", self._to(label))

    def _branch(self, op: Op) -> None:
        then, other = (self.goes.get(each, each) for each in op.targets)
        condition = op.data
        if then == other:
            self._go_on(then)
            return
        if then == self.next:
            then, other, condition = other, then, INVERSE[condition]
        value = op.args[0]
        lazy = self.lazy.get(value) if value not in self.registers.where else None
        if isinstance(lazy, Difference):
            self.text.op(COMPARED[condition], f"B{lazy.left},B{lazy.right},{self._to(then)}")
        else:
            register = self.reg(value)
            self.text.op(condition.upper(), f"X{register},{self._to(then)}")
        if other != self.next:
            self.text.op("EQ", self._to(other))

    def _table(self, op: Op) -> None:
        table = next(iter(self.program.labels))
        free = self._free_index()
        self.text.op(f"SB{free}", f"X{self.reg(op.args[0])}")
        self.text.op("JP", f"B{free}+{table}-1")
        for number, label in enumerate(op.targets):
            self.text.label("+" if number else table)  # a word each: nothing is seen to lead to them
            self.text.op("EQ", self._to(label))

    def _free_index(self) -> int:
        """Return an index register that holds nothing now: those of a loop are free before it, until they are set."""
        free = (4, 2, 3) if self.unit.symbol in self.runtime.direct else (4, 5, 2, 3)  # B5 may have the way back
        return next(each for each in free if each not in self.indexes or self._set_later(f"B{each}"))

    def _set_later(self, name: str) -> bool:
        """Whether a register of a loop gets its first value in this block, after the operation that is written now."""
        touched = [number for number, op in enumerate(self.block.ops) if op.code in ("get", "set") and op.data == name]
        return name not in self.block.held and touched[0] > self.now and self.block.ops[touched[0]].code == "set"

    def _indirect(self, op: Op) -> None:
        free = self._free_index()
        self.text.op(f"SB{free}", f"X{self.reg(op.args[0])}")
        self.text.op("JP", f"B{free}")
        self.used.update(self._to(each) for each in op.targets)

    def _exit(self, op: Op) -> None:
        routine: Routine = op.data
        self._bring(list(zip(routine.registers, op.args, strict=True)))
        self.text.op("EQ", routine.name)

    def _note_entered(self) -> None:
        """Note that parameters are in their registers."""
        for register, place in self.entered.items():
            self.registers.note(register, place)

    def _tail(self, op: Op) -> None:
        routine: Routine = op.data
        self._bring(list(zip(routine.registers, op.args, strict=True)))
        if not self.unframed:
            self.runtime.unframe(self.text)
        self.text.op("EQ", routine.name)

    def _again(self, op: Op) -> None:
        """Begin again: nothing is known about the new activation but its parameters."""
        registers = self.registers
        routine: Routine = op.data
        self._bring(list(zip(routine.registers, op.args, strict=True)))
        if not self.unframed:
            self.runtime.unframe(self.text)
        registers.forget_but()
        self._note_entered()
        self._go_on(op.targets[0])

    def _return(self, op: Op) -> None:
        self._bring(list(zip(op.data or ("X6", "X7"), op.args, strict=False)))
        if self.unframed:
            self.text.op("JP", WAY_BACK)
        else:
            self.runtime.leave(self.unit, self.text)

    def _end(self, op: Op) -> None:
        self.runtime.end(self.unit, self.text)

    HANDLERS: ClassVar[dict[str, Callable[[Selector, Op], object]]] = {
        "const": _const, "address": _address, "label": _label, "load": _load, "load?": _load, "store": _store,
        "get": _get, "set": _set, "set.top": _set_base, "set.frame": _set_base,
        "frame": _frame,
        "add.i": _add, "sub.i": _subtract, "mul.i": _product, "diff.i": _difference, "neg.i": _negate,
        "neg.r": _negate, "add.r": _normal, "sub.r": _normal,
        "mul.r": lambda self, op: self._compute(op, "RX", "X{}*X{}"),
        "div.r": _divide,
        "diff.r": lambda self, op: self._compute(op, "FX", "X{}-X{}"),
        "and": lambda self, op: self._compute(op, "BX", "X{}*X{}"),
        "or": lambda self, op: self._compute(op, "BX", "X{}+X{}"),
        "xor": lambda self, op: self._compute(op, "BX", "X{}-X{}"),
        "eqv": lambda self, op: self._compute(op, "BX", "-X{1}-X{0}"),
        "imp": lambda self, op: self._compute(op, "BX", "-X{0}+X{1}"),
        "not": lambda self, op: self._compute(op, "BX", "-X{}"),
        "count": lambda self, op: self._compute(op, "CX", "X{}"),
        "float": _float, "fix": _fix, "shl": _shift, "shr": _shift, "sign": _shift,
        "limit": _limit, "bound": _bound, "element": Calls.element,
        "call": Calls.call, "invoke": Calls.call, "jump": _jump, "branch": _branch, "table": _table,
        "indirect": _indirect, "exit": _exit, "tail": _tail, "again": _again, "return": _return, "end": _end,
    }  # fmt: skip


def _way_beyond(limited: Value, made_by: Mapping[Value, Op]) -> str:
    """Return the side on which a limited value may be too large: "-" above, "+" below, "" if not known."""
    op = made_by.get(limited)
    if op is not None and op.code in ("add.i", "sub.i"):
        for one, other in (op.args, op.args[::-1]):
            by, base = made_by.get(other), made_by.get(one)
            plain = base is not None and base.code in ("load", "get") and one.type == "i"
            if by is not None and by.code == "const" and plain and (op.code == "add.i" or other is op.args[1]):
                return "-" if (integer(by.data) >= 0) == (op.code == "add.i") else "+"
    return ""
