"""From operations to instructions, block by block.

Each operation has a method that writes its instructions. What costs nothing to have is not computed before it is known
where it is used: a constant, an address, a loop register, the sum of two, the difference of two that only a jump asks
for. Such a value is `lazy`: it becomes part of the instruction that uses it, or goes to a register if need be.

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

from collections.abc import Callable, Container, Iterable, Sequence
from typing import ClassVar, NamedTuple

from host.middle.cdc6600.compute import integer, largest, unset
from host.middle.cdc6600.registers import ALL, LOADED, STORED, Contents, Key, Registers
from host.middle.cdc6600.runtime import Runtime
from host.middle.cdc6600.text import Copies, Line, Text
from host.middle.form import (
    CODES,
    PURE,
    Block,
    Bound,
    Effects,
    Elements,
    Frame,
    Op,
    Place,
    Program,
    Routine,
    Top,
    Unit,
    Value,
)

WORD = (1 << 60) - 1
SMALL = (1 << 17) - 1  # the largest number that fits an address field
PACKED = 0o2000 << 48  # the exponent of an integer that is packed
IN_REGISTERS = 2  # subscripts, at most, that a routine takes in X registers
# What need not be written if nothing uses the result. Operations on reals may stop the program.
WITHOUT_EFFECT = {code for code, sort in CODES.items() if sort == PURE and not code.endswith(".r")} | {"get", "load"}
INVERSE = {"ng": "pl", "pl": "ng", "zr": "nz", "nz": "zr"}
COMPARED = {"pl": "GE", "ng": "LT", "zr": "EQ", "nz": "NE"}  # a jump by the difference of two B registers
NOTHING: Effects = Effects(writes=frozenset({"slot", "any", "elements", "description"}), runs=True)

# Values that are in no register: a constant; a direct place's address; a sum of B registers and a number; a difference
# of two B registers.


class Constant(NamedTuple):
    word: int


class Address(NamedTuple):
    place: Place


class Sum(NamedTuple):
    registers: tuple[int, ...]  # B registers, one or two
    number: int = 0


class Difference(NamedTuple):
    left: int
    right: int


Lazy = Constant | Address | Sum | Difference


class Stubs:
    """Code after the program's own: what is done where a subscript is wrong. One for each array and register."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.symbols: dict[tuple[Bound, int], str] = {}
        self.lines: list[Line] = []

    def symbol(self, bound: Bound, register: int) -> str:
        """Return where to jump with the subscript in an X register."""
        if (bound, register) not in self.symbols:
            self.symbols[bound, register] = symbol = f"Q..{len(self.symbols) + 1}"
            text = Text()
            text.label(symbol)
            self._write(text, bound, register)
            self.lines += text.finish()
        return self.symbols[bound, register]

    def _write(self, text: Text, bound: Bound, register: int) -> None:
        place, free = bound.description, 2 if register == 1 else 1
        base = ""
        if isinstance(place.base, Frame):
            base = "B6"
            for _ in range(place.base.way):
                text.op(f"SA{free}", offset_from(base, self.runtime.around))
                base = f"X{free}"
        field = joined(base, place.symbol, place.offset if bound.formal else place.offset + 3 * bound.number)
        if bound.formal:
            text.op(f"SA{free}", field)
            field = offset_from(f"X{free}", 3 * bound.number)
        text.op("SB4", field)
        if register != 1:
            text.op("BX1", f"X{register}")
        text.op("EQ", self.runtime.outside)


def offset_from(register: str, offset: int) -> str:
    """Return the address field for a word after the address in a register."""
    return register if offset == 0 else f"{register}+B1" if offset == 1 else f"{register}{offset:+}"


def joined(base: str, symbol: str, offset: int) -> str:
    """Return the address field for a register, if any, plus a symbol, if any, plus a number."""
    if not symbol:
        return offset_from(base, offset) if base else str(offset)
    if base:
        symbol = f"{base}+{symbol}"
    return f"{symbol}{offset:+}" if offset else symbol


def made(word: int) -> tuple[str, str] | None:
    """Return the instruction, but for the register's number, that makes a word; None: it must be loaded."""
    if word <= SMALL:
        return ("SX", ("B0", "B1", "B1+B1")[word]) if word < 3 else ("SX", str(word))
    other = word ^ WORD
    if other <= SMALL:
        return ("SX", "-B1") if other == 1 else ("MX", "60") if other == 0 else ("SX", str(-other))
    ones = 60 - other.bit_length()
    return ("MX", str(ones)) if other == (1 << 60 - ones) - 1 else None


def literal(word: int) -> str:
    return f"={word:o}B"


class Selector:
    """Writes the instructions of a unit."""

    def __init__(self, program: Program, unit: Unit, runtime: Runtime, stubs: Stubs, forgets: bool) -> None:
        self.effects, self.unit, self.runtime, self.stubs = program.effects, unit, runtime, stubs
        self.program = program
        self.forgets = forgets  # whether nothing is remembered where a statement begins
        self.text = Text()
        self.used: set[str] = set()  # labels that are jumped to
        self.loops = any(each.held for each in unit.blocks)  # whether loops keep something in registers
        self.goes: dict[str, str] = {}  # labels of blocks that only jump: where to
        self._free: list[str] = []  # temporaries
        self.lazy: dict[Value, Lazy] = {}
        self.registers = Registers(self.text, self._spill, self._free.append, self.lazy)
        self.prefer: dict[Value, tuple[int, ...]] = {}
        self.pins: list[int] = []  # registers that the next instruction reads
        self.temps: list[Value] = []
        self.raw: set[Value] = set()  # products that may be negative zero: they are only added to something
        self.now = 0
        self.block = unit.blocks[0]
        self.next = ""  # the label of the block that comes next

    def _spill(self) -> str:
        return self._free.pop() if self._free else self._direct(self.runtime.temporary(self.unit))

    # ------------------------------------------------------------ blocks

    def write(self, block: Block, next_label: str, contents: Contents | None) -> None:
        """Write a block; `contents`: of what registers hold copies when it begins."""
        self.block, self.next = block, next_label
        kept = self._kept_in(block)
        self.reserved = frozenset(int(each[1]) for each in kept if each[0] == "X")
        self.indexes = sorted(int(each[1]) for each in kept if each[0] == "B")
        self.lazy.clear()
        self.raw.clear()
        self._scan(block)
        registers = self.registers
        registers.begin(self.uses, self.reserved, contents)
        for each, register in zip(block.params, STORED, strict=False):
            if each in self.uses:
                registers.own(each, register)
        text, uses, pins, handlers = self.text, self.uses, self.pins, self.HANDLERS
        text.held = tuple(
            each for each in block.held.items() if each[1].symbol or each[1].base is not None
        )  # no constants
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

    def _kept_in(self, block: Block) -> set[str]:
        """Return the registers of loops in a block: nothing else uses them there."""
        return {*block.held, *(op.data for op in block.ops if op.code in ("get", "set"))} if self.loops else set()

    def reserved_in(self, block: Block) -> frozenset[int]:
        return frozenset(int(each[1]) for each in self._kept_in(block) if each[0] == "X")

    def can_make(self, register: int, key: Key) -> bool:
        """Whether a constant, or a variable, can be put into a register at the end of a block."""
        if isinstance(key, tuple) and key[0] == "constant":
            return register in LOADED or made(key[1]) is not None
        return register in LOADED and isinstance(self._place_of(key), Place)

    def make(self, register: int, key: Key) -> None:
        """Put a constant, or a variable, into a register."""
        if isinstance(key, tuple) and key[0] == "constant":
            making = made(key[1])
            self.text.op(*((f"{making[0]}{register}", making[1]) if making else (f"SA{register}", literal(key[1]))))
        else:
            place = self._place_of(key)
            assert place is not None
            self.text.op(f"SA{register}", self._direct(place))

    def _place_of(self, key: Key) -> Place | None:
        """Return the place, that needs no register, of what is remembered."""
        place = key if isinstance(key, Place) else key[1] if isinstance(key, tuple) else None
        return place if isinstance(place, Place) and place.base in (None, Frame(0)) else None

    def _gone(self, value: Value) -> None:
        self.lazy.pop(value, None)
        self.registers.drop(value)

    def _copies(self) -> Copies:
        """Return which registers hold variables."""
        found = []
        for number, copies in enumerate(self.registers.copies):
            for each in copies:
                if isinstance(each, Place):
                    found.append((f"X{number}", each))
        return tuple(found)

    def _scan(self, block: Block) -> None:
        """Find out, backwards, where values are used, and which registers they had best be in."""
        uses: dict[Value, list[int]] = {}
        prefer: dict[Value, tuple[int, ...]] = {}
        self.only_index: set[Value] = set()  # values that are needed as addresses only, or set into B registers
        self.crossing: set[Value] = (
            set()
        )  # values that are put away, for no register is kept by a call before their use
        self.straight: dict[Value, int] = {}  # values that are computed in the X register of a loop where they are set
        indexes = bool(self.indexes)
        pending: dict[Value, int] = {}  # what may become straight: between here and its `set` nothing minds
        as_word: set[Value] = set()
        kept: tuple[int, ...] = ()
        call = 1 << 30  # where the next call is
        ops = block.ops
        for now in range(len(ops) - 1, -1, -1):
            op = ops[now]
            code, args = op.code, op.args
            for each in op.results:
                if each in pending:
                    self.straight[each] = pending.pop(each)
                if uses.get(each, (0,))[0] > call:
                    if not kept:
                        self.crossing.add(each)
                    prefer.setdefault(each, kept or STORED)
                if indexes and each not in as_word:
                    self.only_index.add(each)
            for each in args:
                if each in uses:
                    if uses[each][-1] != now:
                        uses[each].append(now)
                else:
                    uses[each] = [now]
            if op.place is not None and isinstance(op.place.base, Value):
                if op.place.base in uses:
                    if uses[op.place.base][-1] != now:
                        uses[op.place.base].append(now)
                else:
                    uses[op.place.base] = [now]
            if code == "set":
                if op.data[0] == "B":
                    as_word.discard(args[0])
                    continue
                register = int(op.data[1])
                pending = {each: other for each, other in pending.items() if other != register}
                pending[args[0]] = register
            elif code == "get" and op.data[0] == "X":
                pending = {each: other for each, other in pending.items() if other != int(op.data[1])}
            elif indexes and args:
                as_word.update(args)
            if code == "store":
                prefer[args[0]] = STORED
            elif code in ("call", "exit", "invoke"):
                for each, register_name in zip(args, op.data.registers, strict=True):
                    if register_name[0] == "X":
                        prefer[each] = (int(register_name[1]),)
            elif code in ("jump", "return"):
                for each, number in zip(args, STORED, strict=False):
                    prefer[each] = (number,)
            elif code == "element" and len(args) <= IN_REGISTERS:
                for number, each in enumerate(args, 1):
                    prefer[each] = (number,)
            if code in ("call", "invoke", "element"):
                call, kept = now, self._kept(op)
            if pending and (op.begins or code in ("call", "bound", "limit", "load?", "element", "invoke")):
                pending.clear()
        self.uses, self.prefer = uses, prefer

    def _kept(self, op: Op) -> tuple[int, ...]:
        if op.code == "invoke":
            return ()
        name = op.data.name if op.code == "call" else self.runtime.element(len(op.args), op.data.checked)
        keeps = self.effects.get(name, NOTHING).keeps
        return tuple(sorted((int(each[1]) for each in keeps if each[0] == "X"), reverse=True))

    # ------------------------------------------------------------ values and registers

    def done(self, value: Value) -> None:
        """Let go of a value now if it is not used after this operation: its register may be the result's."""
        if self.uses[value][0] <= self.now:
            self.registers.drop(value)

    def take(self, wanted: Sequence[int] = ALL, allowed: Sequence[int] = ALL) -> int:
        return self.registers.take(wanted, allowed, self.pins)

    def temp(self, wanted: Sequence[int] = ALL, allowed: Sequence[int] = ALL) -> int:
        """Return a register for a word that only this operation needs."""
        return self.occupy(self.take(wanted, allowed))

    def occupy(self, register: int) -> int:
        """Let a register keep its word until the operation is written."""
        value = Value(0, "w")
        self.uses[value] = [self.now]
        self.registers.own(value, register)
        self.temps.append(value)
        return register

    def result(self, op: Op, allowed: Sequence[int] = ALL) -> int:
        """Return the register for the result of an operation, whose operands are not needed any more."""
        value = op.results[0]
        if value in self.straight:
            register = self.straight[value]
            if register in allowed and not self.registers.owners[register]:
                self.registers.copies[register].clear()
                self.registers.own(value, register)
                return register
        wanted = self.prefer.get(value, allowed)
        if allowed is not ALL:
            wanted = [each for each in wanted if each in allowed] or allowed
        register = self.registers.take(wanted, allowed, self.pins, result=True)
        self.registers.own(value, register)
        return register

    def reg(self, value: Value, wanted: Sequence[int] = ALL) -> int:
        """Return the X register of a value, which the next instruction is going to read."""
        register = self.registers.where.get(value)
        if register is None:
            register = self.bring(value, wanted)
        self.pins.append(register)
        return register

    def bring(self, value: Value, wanted: Sequence[int] = ALL) -> int:
        """Put a value that is in no register into one."""
        lazy = self.lazy.get(value)
        if isinstance(lazy, Constant):
            register = self.constant(lazy.word, wanted)
        elif lazy is not None:
            field = self._field_of(lazy)
            register = self.take(wanted)
            self.text.op(f"{'IX' if isinstance(lazy, Difference) else 'SX'}{register}", field)
        else:
            register = self.take([each for each in wanted if each in LOADED] or LOADED, LOADED)
            self.text.op(f"SA{register}", self.registers.away[value])
        self.registers.own(value, register)
        return register

    def _settle(self, value: Value) -> None:
        """Put a lazy value into a register before what it is made of changes."""
        if value not in self.registers.where:
            self.bring(value)
        del self.lazy[value]

    def _field_of(self, lazy: Lazy) -> str:
        match lazy:
            case Address(place=place):
                return self.field(place)
            case Sum(registers=(one, other), number=0):
                return f"B{one}+B{other}"
            case Sum(registers=(one,), number=number):
                return offset_from(f"B{one}", number)
            case Sum(registers=(one, other), number=number):
                register = self.temp()
                self.text.op(f"SX{register}", f"B{one}+B{other}")
                self.pins.append(register)
                return offset_from(f"X{register}", number)
            case Difference(left=left, right=right):
                pair = []
                for each in (left, right):
                    pair.append(self.temp())
                    self.text.op(f"SX{pair[-1]}", f"B{each}")
                return f"X{pair[0]}-X{pair[1]}"
        raise AssertionError(lazy)

    def constant(self, word: int, wanted: Sequence[int] = ALL) -> int:
        """Return a register that holds a constant; a new one if another than those wanted has it."""
        registers, key = self.registers, ("constant", word)
        known = registers.copy_of(key)
        if known is not None and (known in wanted or wanted is ALL):
            registers.touch(known)
            return known
        making = made(word)
        if making is not None:
            register = self.take(wanted)
            self.text.op(f"{making[0]}{register}", making[1])
        elif known is not None:
            return known
        else:
            register = self.take([each for each in wanted if each in LOADED] or LOADED, LOADED)
            self.text.op(f"SA{register}", literal(word))
        registers.note(register, key)
        return register

    # ------------------------------------------------------------ places

    def _direct(self, place: Place) -> str:
        """Return the address field of a place that needs no register."""
        base = "B6" if isinstance(place.base, Frame) else "B7" if isinstance(place.base, Top) else ""
        return joined(base, place.symbol, place.offset)

    def field(self, place: Place) -> str:
        """Return the address field for a place."""
        base = place.base
        if base is None:
            return joined("", place.symbol, place.offset)
        if isinstance(base, Frame):
            return joined(self.frame(base.way), place.symbol, place.offset)
        if isinstance(base, Top):
            return joined("B7", place.symbol, place.offset)
        match self.lazy.get(base) if base not in self.registers.where else None:
            case Constant(word=word) if abs(integer(word) + place.offset) <= SMALL:
                return joined("", place.symbol, integer(word) + place.offset)
            case Address(place=Place(symbol=symbol) as other) if not (symbol and place.symbol):
                return self.field(Place(other.base, symbol or place.symbol, other.offset + place.offset))
            case Sum(registers=(one,), number=number):
                return joined(f"B{one}", place.symbol, number + place.offset)
            case Sum(registers=(one, other), number=0) if not place.symbol and not place.offset:
                return f"B{one}+B{other}"
            case Sum(registers=(one, other), number=number):
                register = self.temp()
                self.text.op(f"SX{register}", f"B{one}+B{other}")
                self.pins.append(register)
                return joined(f"X{register}", place.symbol, number + place.offset)
        return joined(f"X{self.reg(base)}", place.symbol, place.offset)

    def frame(self, way: int) -> str:
        """Return the register with the address of the frame that is `way` around the unit's."""
        if way == 0:
            return "B6"
        key = ("frame", way)
        known = self.registers.copy_of(key)
        if known is None:
            around = self.frame(way - 1)
            known = self.take(LOADED, LOADED)
            self.text.op(f"SA{known}", offset_from(around, self.runtime.around))
            self.registers.note(known, key)
        self.pins.append(known)
        return f"X{known}"

    def key(self, op: Op) -> Key | None:
        """Return under which key the word of a place is remembered."""
        place = op.place
        assert place is not None
        if isinstance(place.base, Value | Top):
            return None
        if op.region == "slot":
            return place
        return (op.region, place) if op.region in ("description", "constant") else None

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
        """Forget copies of what a store changes."""
        if op.region == "any":
            self.registers.forget(lambda key: isinstance(key, Place))
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

    def _add(self, op: Op) -> None:
        if op.results[0] in self.only_index and (total := self._sum(op)) is not None:
            self.lazy[op.results[0]] = total
            return
        self._compute(op, "IX", "X{}+X{}")

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
                source = self.reg(each)
                packed.append(self.temp())
                self.pins.append(packed[-1])
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

    def _limit(self, op: Op) -> None:
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

    # ------------------------------------------------------------ operations: calls

    def _element(self, op: Op) -> None:
        data: Elements = op.data
        name = self.runtime.element(len(op.args), data.checked)
        place = data.description
        arguments: list[tuple[str, Value]] = []
        if len(op.args) > IN_REGISTERS:
            for number, each in enumerate(op.args):
                self._push(each, number)
            count = Value(0, "i")
            self.lazy[count], self.uses[count] = Constant(len(op.args)), [self.now]
            arguments.append(("X1", count))
        else:
            arguments += [(f"X{number}", each) for number, each in enumerate(op.args, 1)]
        if data.formal:
            register = self.registers.copy_of(place)
            if register is None:
                field = self.field(place)
                register = self.take((5, 4, 3), LOADED)
                self.text.op(f"SA{register}", field)
                self.registers.note(register, place)
            self.text.op("SB4", f"X{register}")
        else:
            self.text.op("SB4", self.field(place))
        self.pins.clear()
        self._go(op, name, arguments)

    def _push(self, value: Value, number: int) -> None:
        source = self.registers.where.get(value)
        if source not in STORED:
            source = self.reg(value, STORED)
            if source not in STORED:
                register = self.take(STORED, STORED)
                self.text.op(f"BX{register}", f"X{source}")
                source = register
        self.text.op(f"SA{source}", offset_from("B7", number))
        self.pins.clear()

    def _call(self, op: Op) -> None:
        routine: Routine = op.data
        self._go(op, routine.name, list(zip(routine.registers, op.args, strict=True)))

    def _go(self, op: Op, name: str, arguments: Sequence[tuple[str, Value]]) -> None:
        """Call a routine, or a unit, with values in registers."""
        registers = self.registers
        effects = NOTHING if op.code == "invoke" else self.effects.get(name, NOTHING)
        kept = {int(each[1]) for each in effects.keeps if each[0] == "X"}
        given = {value: int(register[1]) for register, value in arguments if register[0] == "X"}
        stay = {value: number for value, number in given.items() if number in kept and value not in self.lazy}
        untouched = kept - {*given.values()}
        self._save(untouched, stay)
        self._bring(arguments)
        self.text.op("RJ", name)
        for each in op.uses():
            self.done(each)
        for value, register in list(registers.where.items()):  # what is still used is away, or in what is kept
            if register not in untouched:
                registers.owners[register].remove(value)
                del registers.where[value]
        for value, register in stay.items():
            if value not in registers.where and not registers.dies(value, self.now):
                registers.own(value, register)
        registers.forget_but(kept)
        if effects.runs or "slot" in effects.writes or "any" in effects.writes:
            registers.forget(lambda key: isinstance(key, Place))
        if effects.runs or "description" in effects.writes:
            registers.forget(lambda key: isinstance(key, tuple) and key[0] == "description")
        for each, register in zip(op.results, STORED, strict=False):
            if each in self.uses:
                registers.own(each, register)

    def _save(self, kept: Container[int], stay: Container[Value]) -> None:
        """Put away what is used after a call, but for what is in registers that are kept, and what comes into one."""
        registers = self.registers
        for register in (*STORED, *range(6)):
            if register in kept or register in self.reserved:
                continue
            values = [
                each
                for each in registers.owners[register]
                if not registers.dies(each, self.now)
                and each not in self.lazy
                and each not in registers.away
                and each not in stay
            ]
            if not values:
                continue
            field = self._spill()
            source = register
            if source not in STORED:
                source = next((each for each in STORED if not registers.owners[each]), -1)
                if source < 0:
                    source = registers.take(STORED, STORED)
                self.text.op(f"BX{source}", f"X{register}")
                registers.copies[source].clear()
            self.text.op(f"SA{source}", field)
            for each in values:
                registers.away[each] = field

    def _bring(self, arguments: Iterable[tuple[str, Value]]) -> None:
        """Bring values into certain registers, all at once; in others nothing is needed any more."""
        registers = self.registers
        arguments = list(arguments)
        self.pins += [registers.where[each] for _, each in arguments if each in registers.where]
        for name, value in arguments:
            if name[0] == "B":
                self._bring_index(int(name[1]), value)
            elif value not in registers.where and not self._easy(int(name[1]), value):
                self.reg(value)
        self.pins.clear()
        moves: dict[int, int] = {}
        rest: list[tuple[int, Value]] = []
        for name, value in arguments:
            if name[0] == "X":
                number, source = int(name[1]), registers.where.get(value)
                if source is None:
                    rest.append((number, value))
                elif source != number:
                    moves[number] = source
        while moves:
            ready = [to for to in moves if to not in moves.values()]
            if not ready:  # a ring
                busy = {*moves, *moves.values(), *self.reserved}
                busy.update(registers.where[each] for _, each in arguments if each in registers.where)
                free = next(each for each in (7, 6, 0, 5, 4, 3, 2, 1) if each not in busy)
                to, source = next(iter(moves.items()))
                self.text.op(f"BX{free}", f"X{source}")
                registers.copies[free].clear()
                moves = {each: free if old == source else old for each, old in moves.items()}
                continue
            for to in ready:
                source = moves.pop(to)
                self.text.op(f"BX{to}", f"X{source}")
                registers.copies[to] = set(registers.copies[source])
        for number, value in rest:
            self._into(number, value)

    def _bring_index(self, number: int, value: Value) -> None:
        lazy = self.lazy.get(value) if value not in self.registers.where else None
        if isinstance(lazy, Constant):
            self.text.op(f"SB{number}", f"B{lazy.word}" if lazy.word < 2 else str(integer(lazy.word)))
        elif isinstance(lazy, Address | Sum):
            self.text.op(f"SB{number}", self._field_of(lazy))
        else:
            self.text.op(f"SB{number}", f"X{self.reg(value)}")

    def _easy(self, number: int, value: Value) -> bool:
        """Whether a value that is in no register can be made in a certain one without another."""
        match self.lazy.get(value):
            case None:
                return number in LOADED
            case Constant(word=word):
                return number in LOADED or made(word) is not None
            case Address(place=Place(base=Frame(way=way))):
                return way == 0
            case Sum(registers=registers, number=plus):
                return len(registers) == 1 or plus == 0
            case Difference():
                return False
        return True

    def _into(self, number: int, value: Value) -> None:
        """Make a value that is in no register in a certain one."""
        registers, lazy = self.registers, self.lazy.get(value)
        key: Key | None = None
        if isinstance(lazy, Constant):
            key = ("constant", lazy.word)
            making = made(lazy.word)
            if key not in registers.copies[number]:
                self.text.op(*((f"{making[0]}{number}", making[1]) if making else (f"SA{number}", literal(lazy.word))))
        elif lazy is not None:
            self.text.op(f"SX{number}", self._field_of(lazy))
        else:
            self.text.op(f"SA{number}", registers.away[value])
        registers.copies[number] = {key} if key else set()

    # ------------------------------------------------------------ ends of blocks

    def _to(self, label: str) -> str:
        label = self.goes.get(label, label)
        self.used.add(label)
        return label

    def _jump(self, op: Op) -> None:
        self._bring(list(zip(("X6", "X7"), op.args, strict=False)))
        self._go_on(op.targets[0])

    def _go_on(self, label: str) -> None:
        """Jump, unless the block comes next and no statement begins here."""
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
        return next(each for each in (4, 5, 2, 3) if each not in self.indexes)

    def _indirect(self, op: Op) -> None:
        free = self._free_index()
        self.text.op(f"SB{free}", f"X{self.reg(op.args[0])}")
        self.text.op("JP", f"B{free}")
        self.used.update(self._to(each) for each in op.targets)

    def _exit(self, op: Op) -> None:
        routine: Routine = op.data
        self._bring(list(zip(routine.registers, op.args, strict=True)))
        self.text.op("EQ", routine.name)

    def _return(self, op: Op) -> None:
        self._bring(list(zip(("X6", "X7"), op.args, strict=False)))
        self.runtime.leave(self.unit, self.text)

    def _end(self, op: Op) -> None:
        self.runtime.end(self.unit, self.text)

    HANDLERS: ClassVar[dict[str, Callable[[Selector, Op], object]]] = {
        "const": _const, "address": _address, "label": _label, "load": _load, "load?": _load, "store": _store,
        "get": _get, "set": _set, "set.top": _set_base, "set.frame": _set_base,
        "add.i": _add, "sub.i": _subtract, "mul.i": _product, "diff.i": _difference, "neg.i": _negate,
        "neg.r": _negate, "add.r": _normal, "sub.r": _normal,
        "mul.r": lambda self, op: self._compute(op, "RX", "X{}*X{}"),
        "div.r": lambda self, op: self._compute(op, "RX", "X{}/X{}"),
        "diff.r": lambda self, op: self._compute(op, "FX", "X{}-X{}"),
        "and": lambda self, op: self._compute(op, "BX", "X{}*X{}"),
        "or": lambda self, op: self._compute(op, "BX", "X{}+X{}"),
        "xor": lambda self, op: self._compute(op, "BX", "X{}-X{}"),
        "eqv": lambda self, op: self._compute(op, "BX", "-X{1}-X{0}"),
        "imp": lambda self, op: self._compute(op, "BX", "-X{0}+X{1}"),
        "not": lambda self, op: self._compute(op, "BX", "-X{}"),
        "count": lambda self, op: self._compute(op, "CX", "X{}"),
        "shl": _shift, "shr": _shift, "sign": _shift, "limit": _limit, "bound": _bound, "element": _element,
        "call": _call, "invoke": _call, "jump": _jump, "branch": _branch, "table": _table, "indirect": _indirect,
        "exit": _exit, "return": _return, "end": _end,
    }  # fmt: skip
