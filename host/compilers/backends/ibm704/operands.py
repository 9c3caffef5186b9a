"""Where the values of a block are: in AC, in MQ, in an index register, in storage, or nowhere as long as they are lazy.

Nothing is computed before something needs it. So a load becomes the operand of the instruction that uses it, a tree of
operations is computed in the order that suits one accumulator, and the sum of an index register and a number is part of
an address. A value in AC or MQ is put away when the register is needed for something else, and the value again.

    v1:r = load slot [A.]
    v2:r = load slot [B.]
    v3:r = load slot [C.]
    v4:r = mul.r v2, v3           LDQ B.
    v5:r = sub.r v1, v4           FMP C.
    store slot [X.], v5           CHS
                                  FAD A.
                                  STO X.

A value that is needed later is computed at once if an operation changes one of its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from host.compilers.backends.ibm704.compute import M15, integer, word
from host.compilers.backends.ibm704.runtime import Plant, Runtime
from host.compilers.backends.ibm704.text import Line, Text
from host.compilers.ir.form import Block, Frame, Op, Place, Program, Top, Unit, Value
from host.compilers.ir.slots import Slots

TAGS = (1, 2, 4)
EITHER = frozenset("AL")  # a word in AC is the same for STO and SLW: it has no sign
ARITHMETIC, LOGICAL, COMPLEMENTED = frozenset("A"), frozenset("L"), frozenset("Q")
CONSTANTS = ("const", "address", "label", "get")
WRAP = word(1 << 15)  # added to a number, it makes an index of a negative one


class Field(NamedTuple):
    """The variable field of an instruction; where its address is that of a dummy, which one, and the offset from it."""

    text: str
    dummy: str = ""
    offset: int = 0


class Flat(NamedTuple):
    """A value as a part of an address: a value that has to be in an index register, if any; a symbol and a number."""

    root: Value | None
    symbol: str = ""
    offset: int = 0


class Pool:
    """Words of constants that have symbols in them; the assembler makes the others by itself."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.symbols: dict[str, str] = {}
        self.lines: list[Line] = []

    def symbol(self, field: str) -> str:
        """Return the symbol of a word with a variable field."""
        if field not in self.symbols:
            self.symbols[field] = self.own(field)
        return self.symbols[field]

    def own(self, field: str) -> str:
        """Return the symbol of a word that is not used for anything else."""
        symbol = next(iter(self.program.labels))
        self.lines.append(Line(symbol, "PZE", field))
        return symbol


def joined(symbol: str, offset: int) -> str:
    """Return the address of a word: storage counts downwards."""
    if not symbol:
        return str(-offset)
    return f"{symbol}{-offset:+}" if offset else symbol


def literal(constant: int) -> str:
    """Return the address of a word with a constant."""
    return f"=O{constant:o}"


class Operands:
    """The values of a block that is being written, and where they are."""

    def __init__(self, program: Program, unit: Unit, runtime: Runtime, slots: Slots, pool: Pool, forgets: bool) -> None:
        self.program, self.unit, self.runtime, self.slots, self.pool = program, unit, runtime, slots, pool
        self.forgets = forgets  # whether nothing is remembered where a statement begins
        self.text = Text()
        self.used: set[str] = set()  # labels that something goes to
        self.tags: set[int] = set()  # index registers that are changed
        self.plants: list[Plant] = []
        self.temporaries: set[str] = set()
        self._free: list[str] = []
        self.block = unit.blocks[0]
        self.now = 0
        self.begin(self.block)

    # ------------------------------------------------------------ blocks

    def begin(self, block: Block) -> None:
        """Begin a block with unknown contents of the registers."""
        self.block = block
        self.uses: dict[Value, int] = {}  # how often values are still needed
        self.last: dict[Value, int] = {}  # by which operation at last
        self.made: dict[Value, Op] = {}
        for number, op in enumerate(block.ops):
            for each in op.uses():
                self.uses[each] = self.uses.get(each, 0) + 1
                self.last[each] = number
            for each in op.results:
                self.made[each] = op
        self.pending: list[Value] = []  # those of them that have been reached, without constants
        self.evaluated: set[Value] = set()
        self.ac: set[Value] = set()
        self.ac_modes: frozenset[str] = EITHER
        self.ac_keys: set[Place] = set()  # slots that AC holds, too
        self.mq: set[Value] = set()
        self.mq_keys: set[Place] = set()
        self.home: dict[Value, Field] = {}  # words of storage with values
        self.index_home: dict[Value, str] = {}  # words of which the decrement is the value as an index
        self.xr: dict[int, set[Value | Place]] = {tag: set() for tag in TAGS}
        self.age = dict.fromkeys(TAGS, 0)
        self.time = 0
        self.plus: set[Value] = set()  # values that are surely not -0
        self.least: dict[Value, int] = {}  # lower bounds of values, from checks that have been passed
        held = {*block.held, *(op.data for op in block.ops if op.code in ("get", "set"))}
        self.reserved = {int(each[2:]) for each in held if each.startswith("XR")}
        self.borrowed: dict[int, str] = {}
        self.nonzero: set[Place] = set()  # slots that are surely not zero
        self.home_places: dict[Value, Place] = {}  # variables with values that have been stored there

    def release(self, value: Value) -> None:
        """Note that a value has been used once."""
        self.uses[value] -= 1
        if self.uses[value] == 0:
            self.ac.discard(value)
            self.mq.discard(value)
            for keys in self.xr.values():
                keys.discard(value)
            for field in (self.home.pop(value, Field("")).text, self.index_home.pop(value, "")):
                if field in self.temporaries:
                    self._free.append(field)
            self.free_operands(value)

    def free_operands(self, value: Value) -> None:
        """Note that the parts of a value are not needed for it any more."""
        if value not in self.evaluated and value in self.made:
            self.evaluated.add(value)
            for each in self.made[value].uses():
                self.release(each)

    def temporary(self) -> str:
        """Return the address of a word for a value."""
        if self._free:
            return self._free.pop()
        place = self.runtime.temporary(self.unit)
        field = joined(place.symbol, place.offset)
        self.temporaries.add(field)
        return field

    def label(self) -> str:
        """Return a new label that something goes to."""
        label = next(iter(self.program.labels))
        self.used.add(label)
        return label

    # ------------------------------------------------------------ writing

    def emit(self, operation: str, field: Field | str = "") -> None:
        """Write an instruction."""
        if isinstance(field, Field):
            if field.dummy:
                label = self.text.labelled(self.label)
                self.used.add(label)
                self.plants.append(Plant(self.unit.dummies.index(field.dummy) + 1, field.offset, label))
            field = field.text
        self.text.op(operation, field)
        if self.borrowed:
            borrowed, self.borrowed = self.borrowed, {}
            for tag, saved in borrowed.items():
                self.text.op("LXD", f"{saved},{tag}")
                self._free.append(saved)

    # ------------------------------------------------------------ AC and MQ

    def lost(self, value: Value, consumed: Sequence[Value], registers: Iterable[set[Value]]) -> bool:
        """Whether a value is needed again, and is nowhere but in the register that is going to be changed."""
        if self.uses.get(value, 0) - consumed.count(value) <= 0 or value in self.home:
            return False
        if any(value in each for each in registers):
            return False
        op = self.made.get(value)
        if op is not None and value not in self.evaluated and op.code in ("load", "load?", *CONSTANTS):
            return False
        in_index = value in self.index_home or any(value in keys for keys in self.xr.values())
        return not (in_index and self.only_index(value))

    def spill(self, consumed: Sequence[Value] = ()) -> None:
        """Put away the value in AC before AC is changed; `consumed`: by the instruction that changes it."""
        lost = [each for each in self.ac if self.lost(each, consumed, [self.mq])]
        if lost:
            self.put_away(lost)
        self.ac, self.ac_keys = set(), set()

    def put_away(self, values: Iterable[Value]) -> None:
        field = self.temporary()
        self.emit("STO" if "A" in self.ac_modes else "SLW", field)
        for number, each in enumerate(values):
            self.home[each] = Field(field) if number == 0 else Field(self._copied(field))

    def _copied(self, field: str) -> str:
        other = self.temporary()
        self.emit("STO" if "A" in self.ac_modes else "SLW", other)
        return other

    def spill_mq(self, consumed: Sequence[Value] = ()) -> None:
        """Put away the value in MQ before MQ is changed."""
        for each in [each for each in self.mq if self.lost(each, consumed, [self.ac])]:
            field = self.temporary()
            self.emit("STQ", field)
            self.home[each] = Field(field)
        self.mq, self.mq_keys = set(), set()

    def in_ac(self, *values: Value, modes: frozenset[str] = ARITHMETIC) -> None:
        """Note the new contents of AC."""
        self.ac, self.ac_modes, self.ac_keys = set(values), modes, set()

    # ------------------------------------------------------------ addresses

    def flat(self, value: Value) -> Flat:
        """Return a value as a part of an address."""
        op = self.made.get(value)
        if op is None or value in self.evaluated:
            return Flat(value)
        match op.code:
            case "const":
                return Flat(None, "", integer(op.data))
            case "address":
                assert op.place is not None
                return self.flat_place(op.place)
            case "add.i" | "sub.i":
                left, right = op.args
                if op.code == "add.i" and self.number(left) is not None:
                    left, right = right, left
                number = self.number(right)
                if number is not None:
                    inner = self.flat(left)
                    return inner._replace(offset=inner.offset + (number if op.code == "add.i" else -number))
        return Flat(value)

    def flat_place(self, place: Place) -> Flat:
        """Return a place as an address."""
        base = place.base
        if isinstance(base, Frame | Top):
            raise NotImplementedError("the 704 has no frames, and no stack")
        inner = Flat(None) if base is None else self.flat(base)
        if inner.symbol and place.symbol:
            assert base is not None
            inner = Flat(base)
        return Flat(inner.root, inner.symbol or place.symbol, inner.offset + place.offset)

    def number(self, value: Value) -> int | None:
        """Return the integer that a value is, if that is known."""
        op = self.made.get(value)
        return integer(op.data) if op is not None and op.code == "const" else None

    def only_index(self, value: Value) -> bool:
        """Whether a value is needed as a part of addresses only."""
        for number, op in enumerate(self.block.ops):
            waits = op.results and op.results[0] not in self.evaluated and self.uses.get(op.results[0], 0) > 0
            for each in op.args if number >= self.now or waits else ():
                if each is value and not (op.code in ("add.i", "sub.i") and self._leads_to_index(op)):
                    return False
        return True

    def _leads_to_index(self, op: Op) -> bool:
        result = op.results[0]
        return result not in self.evaluated and self.flat(result).root in op.args and self.only_index(result)

    # ------------------------------------------------------------ index registers

    def got(self, value: Value) -> int | None:
        """Return the index register of a loop that a value is."""
        op = self.made.get(value)
        if op is not None and op.code == "get" and value not in self.evaluated and op.data.startswith("XR"):
            return int(op.data[2:])
        return None

    def key(self, root: Value) -> Value | Place:
        """Return the key of an index register with a value."""
        op = self.made.get(root)
        if op is not None and op.code in ("load", "load?") and root not in self.evaluated and op.region == "slot":
            assert op.place is not None
            return op.place
        return root

    def index_word(self, root: Value, flat: Flat) -> str:
        """Return the address of a word that has a value as an index in its decrement, if there is one."""
        if root in self.index_home:
            return self.index_home[root]
        if not self.not_negative(root, flat):
            return ""
        field = self.home.get(root)
        if field is None:
            op = self.made.get(root)
            if op is None or op.code not in ("load", "load?") or root in self.evaluated:
                return ""
            assert op.place is not None
            inner = self.flat_place(op.place)
            if inner.root is not None:
                return ""
            field = self.direct(inner)
        return field.text if not field.dummy and "," not in field.text else ""

    def not_negative(self, value: Value, flat: Flat | None = None) -> bool:
        """Whether an integer is surely not negative; `flat`: it is a part of the address of an element.

        No element is before the first word of its symbol, so no more than that is subtracted from a part.
        """
        if flat is not None and flat.symbol and flat.offset <= 0:
            return True
        if self.least.get(value, -1) >= 0 or value.type == "b":
            return True
        op = self.made.get(value)
        if op is None:
            return False
        match op.code:
            case "const":
                return integer(op.data) >= 0
            case "load" | "load?":
                return op.place in self.block.narrow
            case "get" | "address" | "count" | "abs":
                return True
            case "shl" | "shr":
                return self.not_negative(op.args[0])
            case "add.i" | "mul.i" | "div.i":
                return all(self.not_negative(each) for each in op.args)
            case "rem.i":
                return self.not_negative(op.args[0])
            case "and":
                return any(self.not_negative(each) for each in op.args if self.number(each) is not None)
        return False

    def direct(self, flat: Flat, tag: int = 0) -> Field:
        """Return the field for an address with its index in a register."""
        index = f",{tag}" if tag else ""
        if flat.symbol in self.unit.dummies and flat.symbol:
            return Field(f"**{index}", flat.symbol, flat.offset)
        return Field(joined(flat.symbol, flat.offset) + index)

    def holder(self, root: Value) -> int | None:
        """Return the index register that holds a value."""
        tag = self.got(root)
        if tag is not None:
            return tag
        key = self.key(root)
        return next((tag for tag in TAGS if key in self.xr[tag] or root in self.xr[tag]), None)

    def is_ready(self, flat: Flat) -> bool:
        """Whether an address can be named without AC."""
        root = flat.root
        return root is None or self.holder(root) is not None or bool(self.index_word(root, flat))

    def prepare(self, flat: Flat) -> None:
        """Make an address that can be named without AC."""
        if self.is_ready(flat):
            return
        root = flat.root
        assert root is not None
        self.to_ac(root, "A")
        if not self.not_negative(root, flat):
            self.spill([root] * self.uses[root] if self.only_index(root) else [])
            self.emit("ADD", literal(WRAP))
            self.in_ac()
        tag = self._take()
        if tag is None:
            field = self.index_home[root] = self.temporary()
            self.emit("STO", field)
        else:
            self.emit("PDX", f",{tag}")
            self.xr[tag] = {root}

    def _take(self) -> int | None:
        """Return an index register for a new index, if there is one."""
        able = [each for each in TAGS if each not in self.reserved]
        if not able:
            return None
        idle = [each for each in able if not any(self.uses.get(key, 0) > 0 for key in self._values(each))]
        tag = min(idle or able, key=lambda each: (bool(self.xr[each]), self.age[each]))
        for key in self._values(tag):
            if self.uses.get(key, 0) > 0 and key not in self.index_home:
                saved = self.index_home[key] = self.temporary()
                self.emit("SXD", f"{saved},{tag}")
        self.xr[tag] = set()
        self.touch(tag)
        return tag

    def _values(self, tag: int) -> list[Value]:
        return [each for each in self.xr[tag] if isinstance(each, Value)]

    def touch(self, tag: int) -> None:
        self.time += 1
        self.age[tag] = self.time
        self.tags.add(tag)

    def field(self, place: Place) -> Field:
        """Return the field for a place; AC may change unless the place is ready."""
        return self.address_field(self.flat_place(place))

    def address_field(self, flat: Flat) -> Field:
        root = flat.root
        if root is None:
            return self.direct(flat)
        self.prepare(flat)
        tag = self.holder(root)
        if tag is None:
            saved = self.index_word(root, flat)
            tag = self._take()
            if tag is None:
                tag = self._borrow()
            else:
                self.xr[tag] = {self.key(root)} if root not in self.index_home else {root}
            self.text.op("LXD", f"{saved},{tag}")
        self.touch(tag)
        return self.direct(flat, tag)

    def _borrow(self) -> int:
        """Take an index register from its loop for one instruction."""
        tag = next(each for each in TAGS if each not in self.borrowed)
        saved = self.temporary()
        self.text.op("SXD", f"{saved},{tag}")
        self.borrowed[tag] = saved
        return tag

    # ------------------------------------------------------------ values

    def memory(self, value: Value) -> Field | None:
        """Return the field for a value that is in storage; AC stays as it is."""
        if value in self.home:
            return self.home[value]
        op = self.made.get(value)
        if op is None or value in self.evaluated:
            return None
        match op.code:
            case "const":
                return Field(literal(op.data))
            case "address":
                assert op.place is not None
                flat = self.flat_place(op.place)
                return self.address_word(flat) if flat.root is None else None
            case "label":
                label = self.goes.get(op.targets[0], op.targets[0])
                self.used.add(label)
                return Field(self.pool.symbol(label))
            case "load" | "load?":
                assert op.place is not None
                flat = self.flat_place(op.place)
                return self.address_field(flat) if self.is_ready(flat) else None
        return None

    goes: dict[str, str] = {}  # noqa: RUF012 - labels of blocks that only jump: where to

    def is_simple(self, value: Value) -> bool:
        """Whether a value is in storage, and can be named without AC."""
        if value in self.home:
            return True
        op = self.made.get(value)
        if op is None or value in self.evaluated:
            return False
        if op.code in ("load", "load?", "address"):
            assert op.place is not None
            flat = self.flat_place(op.place)
            return flat.root is None if op.code == "address" else self.is_ready(flat)
        return op.code in ("const", "label")

    def address_word(self, flat: Flat) -> Field:
        """Return a word with an address that is constant, as an index."""
        if flat.symbol in self.unit.dummies and flat.symbol:
            symbol = self.pool.own("")
            self.plants.append(Plant(self.unit.dummies.index(flat.symbol) + 1, flat.offset, symbol, decrement=True))
            return Field(symbol)
        if not flat.symbol:
            return Field(literal(word(flat.offset & M15)))
        number = f"{flat.offset:+}" if flat.offset else ""
        return Field(self.pool.symbol(f",,-{flat.symbol}{number}"))

    def operand(self, value: Value) -> Field:
        """Return the field for a value; AC may change unless it is simple."""
        if not self.is_simple(value):
            op = self.made.get(value)
            if op is not None and op.code in ("load", "load?") and value not in self.evaluated:
                assert op.place is not None
                self.prepare(self.flat_place(op.place))
            else:
                self.force(value)
        found = self.memory(value)
        assert found is not None
        return found

    def force(self, value: Value) -> None:
        """Put a value into storage."""
        if value in self.home or self.is_simple(value):
            return
        if value not in self.ac and value not in self.mq:
            if self._is_load(value):
                self.prepare(self.flat_place(self._place(value)))
                return
            if self.got(value) is not None or value in self.evaluated:
                self.to_ac(value)
            else:
                self.evaluate(value, "MQ")
        if value in self.home:
            return
        field = self.temporary()
        if value in self.mq:
            self.emit("STQ", field)
        else:
            self.emit("STO" if "A" in self.ac_modes else "SLW", field)
        self.home[value] = Field(field)

    def slot(self, value: Value) -> Place | None:
        """Return the slot that a value is loaded from."""
        op = self.made.get(value)
        if op is None or value in self.evaluated or op.code not in ("load", "load?") or op.region != "slot":
            return None
        return op.place

    def to_ac(self, value: Value, mode: str = "") -> None:
        """Bring a value into AC; mode: A as CLA does it, L as CAL does it."""
        slot = self.slot(value)
        if slot is not None and slot in self.ac_keys:
            self.ac.add(value)
        if value in self.ac:
            if not mode or mode in self.ac_modes or (mode == "L" and self.ac_modes == COMPLEMENTED):
                return
            if not self.is_simple(value):
                self.force(value)
        got = self.got(value)
        if got is not None:
            self.spill()
            self.emit("PXD", f",{got}")
            self.in_ac(value, modes=EITHER)
        elif self.is_simple(value) or self._is_load(value):
            if not self.is_simple(value):
                self.prepare(self.flat_place(self._place(value)))
            self.spill()
            field = self.operand(value)
            if field.text == "=O0":
                self.emit("PXD")
            else:
                self.emit("CAL" if mode == "L" else "CLA", field)
            self.in_ac(value, modes=LOGICAL if mode == "L" else ARITHMETIC)
            if slot is not None and value not in self.home:
                self.ac_keys.add(slot)
        elif value in self.mq:
            self.force(value)
            self.to_ac(value, mode)
        elif (tag := next((each for each in TAGS if value in self.xr[each]), None)) is not None:
            self.spill()
            self.emit("PXD", f",{tag}")
            self.in_ac(value, modes=EITHER)
        elif value in self.index_home:
            self.spill()
            self.emit("CAL", self.index_home[value])
            self.emit("ANA", literal(M15 << 18))
            self.in_ac(value, modes=EITHER)
        else:
            self.evaluate(value, "AC")
            self.to_ac(value, mode)

    def _place(self, value: Value) -> Place:
        place = self.made[value].place
        assert place is not None
        return place

    def _is_load(self, value: Value) -> bool:
        op = self.made.get(value)
        return op is not None and op.code in ("load", "load?") and value not in self.evaluated

    def to_mq(self, value: Value) -> None:
        """Bring a value into MQ."""
        slot = self.slot(value)
        if slot is not None and slot in self.mq_keys:
            self.mq.add(value)
        if value in self.mq:
            return
        if not self.is_simple(value) and value not in self.ac and not self._is_load(value):
            if self.got(value) is not None:
                self.to_ac(value)
            else:
                self.evaluate(value, "MQ")
            if value in self.mq:
                return
        if value in self.ac and not self.is_simple(value):
            self.force(value)
        if not self.is_simple(value):
            self.prepare(self.flat_place(self._place(value)))
        self.spill_mq()
        self.emit("LDQ", self.operand(value))
        self.mq, self.mq_keys = {value}, set() if slot is None or value in self.home else {slot}

    def evaluate(self, value: Value, wish: str) -> None:
        """Compute a value; it is in AC or MQ then."""
        raise NotImplementedError

    # ------------------------------------------------------------ what changes

    def settle(self, op: Op) -> None:
        """Compute values that are needed later, if their parts are going to change."""
        affects = self.changes(op)
        changed = self.slots.writes(self.unit, op)
        moved = {value for value, place in self.home_places.items() if self.slots.bit(self.unit, place) & changed}
        moved &= self.home.keys()
        for value in list(self.pending):
            waits = self.uses.get(value, 0) > 0 and self.last[value] > self.now and value not in self.evaluated
            if waits and self._depends(value, affects, moved):
                if self.made[value].code == "get":
                    self.to_ac(value, "A")
                elif self.is_simple(value) or self._is_load(value):
                    self.to_ac(value)
                else:
                    self.evaluate(value, "AC")
                self.free_operands(value)
        for value in moved:
            if value in self.home and self.last[value] > self.now:
                self.to_ac(value)
                del self.home[value]
                self.spill()
        self.home_places = {value: place for value, place in self.home_places.items() if value not in moved}

    def _depends(self, value: Value, affects: Callable[[Op], bool], moved: set[Value]) -> bool:
        if value in moved:
            return True
        op = self.made.get(value)
        if op is None or value in self.evaluated or value in self.home:
            return False
        return affects(op) or any(self._depends(each, affects, moved) for each in op.uses())

    def changes(self, op: Op) -> Callable[[Op], bool]:
        """Return whether a load finds something else after a store or call."""
        if op.code == "set":
            return lambda made: made.code == "get" and made.data == op.data
        changed = self.slots.writes(self.unit, op)
        if op.code == "store":
            beyond = op.region in ("elements", "any")
        else:
            effects = self.program.effects[op.data.name] if op.code == "call" else None
            beyond = effects is None or effects.runs or bool(effects.writes & {"elements", "any"})
        place = op.place

        def affects(load: Op) -> bool:
            if load.code not in ("load", "load?"):
                return False
            if load.region == "slot":
                return bool(self.slots.bit(self.unit, load.place) & changed)
            if load.region == "any" and changed & self.slots.escaped:
                return True
            if not beyond or load.region not in ("elements", "any"):
                return False
            other = load.place
            if place is None or other is None:
                return True
            same = place.base is other.base and place.symbol == other.symbol
            return not (same and place.offset != other.offset)

        return affects

    def forget(self, op: Op) -> None:
        """Forget copies of the slots that an operation changes."""
        changed = self.slots.writes(self.unit, op)
        for places in (self.ac_keys, self.mq_keys, self.nonzero):
            places.difference_update([each for each in places if self.slots.bit(self.unit, each) & changed])
        for keys in self.xr.values():
            there = [each for each in keys if isinstance(each, Place)]
            keys.difference_update(each for each in there if self.slots.bit(self.unit, each) & changed)

    def copies(self) -> Iterator[tuple[str, Place]]:
        """Yield the registers that hold variables, and which."""
        for name, keys in (("AC", self.ac_keys), ("MQ", self.mq_keys)):
            yield from ((name, each) for each in keys)
        for tag, others in self.xr.items():
            yield from ((f"XR{tag}", each) for each in others if isinstance(each, Place))
