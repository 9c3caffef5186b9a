"""Calls: arguments are moved into their registers all at once; values still used that a call destroys are put away.

v3:i = add.i v1, v2           IX6    X1+X2
SA6    T..1
v4:i = call G X1=v2           BX1    X2
RJ     G
v5:i = add.i v3, v4           SA2    T..1
IX7    X2+X6
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from host.compilers.backends.cdc6600.compute import integer
from host.compilers.backends.cdc6600.fields import IN_REGISTERS, NOTHING, joined, literal, made, offset_from
from host.compilers.backends.cdc6600.operands import Address, Constant, Difference, Operands, Sum
from host.compilers.backends.cdc6600.registers import ALL, LOADED, STORED, Key
from host.compilers.backends.cdc6600.runtime import call_directly
from host.compilers.ir.form import Elements, Frame, Op, Place, Routine, Value


class Calls(Operands):
    """The parts of operations that call routines."""

    def element(self, op: Op) -> None:
        """Call the routine that gives the address of an element."""
        data: Elements = op.data
        name = self.runtime.element(len(op.args), data.checked)
        place = data.description
        arguments: list[tuple[str, Value]] = []
        if len(op.args) > IN_REGISTERS:
            for number, each in enumerate(op.args):
                self._push(each, offset_from("B7", number))
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

    def _push(self, value: Value, field: str) -> None:
        source = self.registers.where.get(value)
        if source not in STORED:
            source = self.reg(value, STORED)
            if source not in STORED:
                register = self.take(STORED, STORED)
                self.text.op(f"BX{register}", f"X{source}")
                source = register
        self.text.op(f"SA{source}", field)
        self.pins.clear()

    def call(self, op: Op) -> None:
        """Call a routine, or a unit."""
        routine: Routine = op.data
        given = list(zip(routine.registers, op.args, strict=True))
        listed = [value for register, value in given if register[0] == "@"]
        self._go(op, routine.name, [each for each in given if each[0][0] != "@"], self._list(op, listed))

    def _list(self, op: Op, addresses: Sequence[Value]) -> str:
        """Return the symbol of a list of addresses, an empty one for none; those that are not constant are stored."""
        fields, computed = [], []
        for number, each in enumerate(addresses):
            lazy = self.lazy.get(each) if each not in self.registers.where else None
            constant = isinstance(lazy, Address) and lazy.place.base is None
            fields.append(joined("", lazy.place.symbol, lazy.place.offset) if constant else "0")  # type: ignore[union-attr]
            if not constant:
                computed.append((number, each))
        if not fields:
            return ""
        symbol = self.stubs.list_of(tuple(fields), op if computed else None)
        for number, each in computed:
            self._push(each, joined("", symbol, number))
        return symbol

    def _go(self, op: Op, name: str, arguments: Sequence[tuple[str, Value]], listed: str = "") -> None:
        """Call a routine, or a unit, with values in registers, and with a list of addresses at A1."""
        registers = self.registers
        effects = NOTHING if op.code == "invoke" else self.effects.get(name, NOTHING)
        kept = {int(each[1]) for each in effects.keeps if each[0] == "X"}
        given = [(value, int(register[1])) for register, value in arguments if register[0] == "X"]  # one may be in two
        stay = {value: number for value, number in given if number in kept and value not in self.lazy}
        untouched = kept - {number for _, number in given}
        self._save(untouched, stay)
        self._bring(arguments, untouched)
        if listed:
            self.text.op("SA1", listed)
        if name in self.runtime.direct:
            call_directly(self.text, name)
        else:
            self.text.op("RJ", name)
        for each in op.uses():
            self.done(each)
        for value, register in list(registers.where.items()):  # values used later are away or kept
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
        """Put away values used after a call, except those in registers that are kept, or moved into one."""
        registers = self.registers
        lost = [each for each in (*STORED, *range(6)) if each not in kept]
        while True:  # one register at a time: the value of another may move meanwhile
            register = next((each for each in lost if self._unsaved(each, stay)), -1)
            if register < 0:
                return
            values = self._unsaved(register, stay)
            field = self._spill()
            source = register
            if source not in STORED:
                source = next((each for each in STORED if not registers.owners[each]), -1)
                if source < 0:
                    away = [each for each in STORED if all(value in registers.away for value in registers.owners[each])]
                    source = registers.take(away or STORED, away or STORED)
                self.text.op(f"BX{source}", f"X{register}")
                registers.copies[source].clear()
            self.text.op(f"SA{source}", field)
            for each in values:
                registers.away[each] = field

    def _unsaved(self, register: int, stay: Container[Value]) -> list[Value]:
        """Return the values that only a register holds and that are used after a call."""
        registers = self.registers
        return [
            each
            for each in registers.owners[register]
            if not registers.dies(each, self.now)
            and each not in self.lazy
            and each not in registers.away
            and each not in stay
        ]

    def _bring(self, arguments: Iterable[tuple[str, Value]], untouched: Container[int] = ()) -> None:
        """Bring values into certain registers, all at once; of the others, `untouched` may hold values still needed."""
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
                busy.update(each for each in ALL if registers.owners[each] and each in untouched)
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
            field = self._field_of(lazy)
            if field != f"B{number}":
                self.text.op(f"SB{number}", field)
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
