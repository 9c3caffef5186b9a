"""Where the values of a block are: in registers, in temporaries, or nowhere, as long as they are lazy.

A lazy value costs nothing before it is used: a constant, the address of a direct place, the sum of index registers and
a number, the difference of two index registers. It becomes a part of the instruction that uses it; where that is not
possible it goes to a register.

    v1:i = get B2                 Sum((2,))
    v2:i = const 3                Constant(3)
    v3:i = add.i v1, v2           Sum((2,), 3)
    v4:r = load elements [v3+A.]  SA1    B2+A.+3
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple
from weakref import proxy

from host.compilers.backends.cdc6600.compute import integer
from host.compilers.backends.cdc6600.fields import IN_REGISTERS, NOTHING, SMALL, joined, literal, made, offset_from
from host.compilers.backends.cdc6600.registers import ALL, LOADED, STORED, Key, Registers
from host.compilers.backends.cdc6600.runtime import AROUND, BACK, WAY_BACK, Runtime
from host.compilers.backends.cdc6600.stubs import Stubs
from host.compilers.backends.cdc6600.text import Copies, Text
from host.compilers.ir.form import Block, Frame, Op, Place, Program, Top, Unit, Value

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


class Operands:
    """The values of a block that is being written, and where they are."""

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
        # By a proxy: in a circle the unit would remain as long as no collector runs.
        self.registers = Registers(self.text, partial(Operands._spill, proxy(self)), self._free.append, self.lazy)
        self.prefer: dict[Value, tuple[int, ...]] = {}
        self.pins: list[int] = []  # registers that the next instruction reads
        self.temps: list[Value] = []
        self.waits: dict[int, Value] = {}  # limits that are tested in pairs: the result of the first test
        self.ways: dict[int, str] = {}  # limits with one side on which the value may be too large: "-" above, "+" below
        self.raw: set[Value] = set()  # products that may be negative zero: they are only operands of additions
        self.reserved: frozenset[int] = frozenset()  # X registers of loops in this block
        self.entered: Mapping[int, Place] = {}  # X registers that hold slots where the unit begins
        self.unframed = False  # whether the frame has still to be made: it will be where the stack ends
        self.indexes: list[int] = []  # the same of B registers
        self.now = 0  # the number of the operation
        self.block = unit.blocks[0]
        self.next = ""  # the label of the following block

    def _spill(self) -> str:
        return self._free.pop() if self._free else self._direct(self.runtime.temporary(self.unit))

    def _move_frame(self, unframed: bool) -> None:
        """Note whether the frame has still to be made: temporaries are at another register then."""
        if unframed != self.unframed:
            old, new = ("B6", "B7") if unframed else ("B7", "B6")
            self._free[:] = [each.replace(old, new) for each in self._free]
            away = self.registers.away
            away.update({value: field.replace(old, new) for value, field in away.items()})
            self.unframed = unframed

    # ------------------------------------------------------------ blocks

    def _kept_in(self, block: Block) -> set[str]:
        """Return the registers of loops in a block: nothing else uses them there."""
        return {*block.held, *(op.data for op in block.ops if op.code in ("get", "set"))} if self.loops else set()

    def reserved_in(self, block: Block) -> frozenset[int]:
        """Return the X registers that loops have in a block."""
        return frozenset(int(each[1]) for each in self._kept_in(block) if each[0] == "X")

    def held_in(self, block: Block) -> Copies:
        """Return the registers that variables are in, and their places, but for constants."""
        held = tuple(each for each in block.held.items() if not each[1].constant)
        if not block.unframed:
            return held
        entered = tuple((f"X{register}", place) for register, place in self.entered.items())
        return ((WAY_BACK, BACK), *entered, *held)

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
        """Return the place of a remembered word, one that needs no register."""
        place = key if isinstance(key, Place) else key[1] if isinstance(key, tuple) else None
        return place if isinstance(place, Place) and place.base in (None, Frame(0)) else None

    def _gone(self, value: Value) -> None:
        self.lazy.pop(value, None)
        self.registers.drop(value)

    def _copies(self) -> Copies:
        """Return the registers that hold variables."""
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
        pending: dict[Value, int] = {}  # values that may be computed in place, up to their `set`
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
                    prefer[each] = kept or STORED
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
            elif code in ("shl", "shr") and op.results[0] in prefer:
                prefer[args[0]] = prefer[op.results[0]]
            elif code in ("call", "exit", "tail", "again", "invoke"):
                for each, register_name in zip(args, op.data.registers, strict=True):
                    if register_name[0] == "X":
                        prefer[each] = (int(register_name[1]),)
            elif code in ("jump", "return"):
                wanted = [int(each[1]) for each in op.data] if op.data else STORED
                for each, number in zip(args, wanted, strict=False):
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
        """Free the register of a value that is not used after this operation: it may be the result's."""
        if self.uses[value][0] <= self.now:
            self.registers.drop(value)

    def take(self, wanted: Sequence[int] = ALL, allowed: Sequence[int] = ALL) -> int:
        return self.registers.take(wanted, allowed, self.pins)

    def temp(self, wanted: Sequence[int] = ALL, allowed: Sequence[int] = ALL) -> int:
        """Return a register for a word that only this operation needs."""
        return self.occupy(self.take(wanted, allowed))

    def occupy(self, register: int) -> int:
        """Keep a register's word until the operation is written."""
        value = Value(0, "w")
        self.uses[value] = [self.now]
        self.registers.own(value, register)
        self.temps.append(value)
        return register

    def result(self, op: Op, allowed: Sequence[int] = ALL) -> int:
        """Return the register for the result of an operation when its operands are not needed any more."""
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
        """Put a value that is in no register into one; its operands are not needed any more then."""
        lazy = self.lazy.get(value)
        pins, temps = len(self.pins), len(self.temps)
        if isinstance(lazy, Constant):
            register = self.constant(lazy.word, wanted)
        elif lazy is not None:
            field = self._field_of(lazy)
            register = self.take(wanted)
            self.text.op(f"{'IX' if isinstance(lazy, Difference) else 'SX'}{register}", field)
        else:
            register = self.take([each for each in wanted if each in LOADED] or LOADED, LOADED)
            self.text.op(f"SA{register}", self.registers.away[value])
        del self.pins[pins:]
        for each in self.temps[temps:]:
            self.registers.drop(each)
        del self.temps[temps:]
        self.registers.own(value, register)
        return register

    def _settle(self, value: Value) -> None:
        """Put a lazy value into a register before one of its parts changes."""
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
                    self.pins.append(pair[-1])
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
        base = self.frame(0) if isinstance(place.base, Frame) else "B7" if isinstance(place.base, Top) else ""
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
            return "B7" if self.unframed else "B6"
        if way == 1 and self.unframed:
            return AROUND
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
        """Return the key under which the word of a place is remembered."""
        place = op.place
        assert place is not None
        if isinstance(place.base, Value | Top):
            return None
        if op.region == "slot":
            return place
        return (op.region, place) if op.region in ("description", "constant") else None
