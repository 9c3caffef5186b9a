"""The simplest back end for the 6600: every value goes to storage, and comes from there again.

It is what a better one is compared with: both make programs that do the same.

    v3:i = add.i v1, v2       SA1    T..1
                              SA2    T..2
                              IX6    X1+X2
                              SA6    T..3
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from host.middle.cdc6600.runtime import Runtime
from host.middle.cdc6600.text import Line, Text
from host.middle.form import Block, Frame, Op, Place, Program, Top, Unit, Value

COMPUTED: Mapping[str, str] = {  # of X1, X2; the result is X6
    "add.i": "IX6 X1+X2", "sub.i": "IX6 X1-X2", "diff.i": "IX6 X1-X2", "neg.i": "SX2 B0,IX6 X2-X1",
    "mul.i": "PX1 X1,PX2 X2,DX6 X1*X2,UX6 X6,SX4 B0,IX6 X6+X4",
    "add.r": "RX6 X1+X2,NX6 X6", "sub.r": "RX6 X1-X2,NX6 X6", "mul.r": "RX6 X1*X2", "div.r": "RX6 X1/X2",
    "diff.r": "FX6 X1-X2", "neg.r": "SX2 B0,FX6 X2-X1",
    "and": "BX6 X1*X2", "or": "BX6 X1+X2", "xor": "BX6 X1-X2", "eqv": "BX6 -X2-X1", "imp": "BX6 -X1+X2",
    "not": "BX6 -X1", "count": "CX6 X1", "sign": "BX6 X1,AX6 59",
}  # fmt: skip
SHIFTS = {"shl": "LX6", "shr": "AX6"}
RESULTS = ("X6", "X7")


def generate(program: Program, runtime: Runtime) -> list[Line]:
    """Return the code of all units."""
    text = Text()
    for unit in program.units:
        _Unit(program, runtime, unit, text).write()
    return text.finish()


class _Unit:
    def __init__(self, program: Program, runtime: Runtime, unit: Unit, text: Text) -> None:
        self._program, self._runtime, self._unit, self._text = program, runtime, unit, text
        self._op = text.op
        self._temporaries: list[Place] = []
        self._homes: dict[Value, Place] = {}  # of the values of a block

    def write(self) -> None:
        self._runtime.enter(self._unit, self._text)
        for block in self._unit.blocks:
            if block is not self._unit.blocks[0]:
                self._text.label(block.label)
            self._block(block)

    def _block(self, block: Block) -> None:
        self._homes.clear()
        self._keep(block.params)
        for op in block.ops:
            if op.begins:
                self._text.begin(op.node, ())
            else:
                self._text.at(op.node)
            if op.code in COMPUTED:
                self._fetch(op.args, ("X1", "X2"))
                for each in COMPUTED[op.code].split(","):
                    self._op(*each.split())
            elif op.code in SHIFTS:
                self._fetch(op.args, ("X6",))
                self._op(SHIFTS[op.code], str(op.data))
            else:
                WRITERS[op.code](self, op)
            self._keep(op.results)

    # ------------------------------------------------------------ values and places

    def _home(self, value: Value) -> str:
        if value not in self._homes:
            number = len(self._homes)
            if number == len(self._temporaries):
                self._temporaries.append(self._runtime.temporary(self._unit))
            self._homes[value] = self._temporaries[number]
        return self._field(self._homes[value])

    def _keep(self, values: Sequence[Value]) -> None:
        for value, register in zip(values, RESULTS, strict=False):
            self._op(f"SA{register[1]}", self._home(value))

    def _fetch(self, values: Sequence[Value], registers: Sequence[str]) -> None:
        """Load registers with values, by way of X5: B registers first, then X6 and X7."""
        pairs = zip(values, registers, strict=False)
        for value, register in sorted(pairs, key=lambda each: (each[1][0] == "X", each[1] not in RESULTS)):
            way = register if register[0] == "X" and register not in RESULTS else "X5"
            self._op(f"SA{way[1]}", self._home(value))
            if way != register:
                self._op(f"{'B' if register in RESULTS else 'S'}{register}", way)

    def _field(self, place: Place) -> str:
        """Return the address field of a place, by way of X5 if need be."""
        base = ""
        match place.base:
            case Top():
                base = "B7"
            case Frame(way=way):
                base = "B6"
                for _ in range(way):
                    self._op("SA5", f"{base}+{self._runtime.around}")
                    base = "X5"
            case Value():
                self._op("SA5", self._home(place.base))
                base = "X5"
        return "+".join(each for each in (base, place.symbol) if each) + (f"{place.offset:+}" if place.offset else "")

    def _description(self, place: Place, formal: bool) -> None:
        field = self._field(place)
        if formal:
            self._op("SA5", field)
            field = "X5"
        self._op("SB4", field)

    # ------------------------------------------------------------ operations

    def _const(self, op: Op) -> None:
        self._op("SA1", f"={op.data:o}B")
        self._op("BX6", "X1")

    def _address(self, op: Op) -> None:
        assert op.place is not None
        self._op("SX6", self._field(op.place))

    def _load(self, op: Op) -> None:
        assert op.place is not None
        self._op("SA1", self._field(op.place))
        if op.code == "load?":
            self._op("ID", f"X1,{self._runtime.unset(1)}")
        self._op("BX6", "X1")

    def _store(self, op: Op) -> None:
        assert op.place is not None
        self._fetch(op.args, ("X6",))
        self._op("SA6", self._field(op.place))

    def _set(self, op: Op) -> None:
        assert op.place is not None
        self._op("SB7" if op.code == "set.top" else "SB6", self._field(op.place))

    def _limit(self, op: Op) -> None:
        self._fetch(op.args, ("X1",))
        self._op("AX1", "48")
        self._op("NZ", f"X1,{self._runtime.large}")

    def _bound(self, op: Op) -> None:
        self._fetch(op.args, ("X1", "X2", "X3"))
        inside = next(iter(self._program.labels))
        self._op("IX2", "X1-X2")
        self._op("IX3", "X3-X1")
        self._op("BX2", "X2+X3")
        self._op("PL", f"X2,{inside}")
        self._description(op.data.description, op.data.formal)
        self._op("SB4", f"B4+{3 * op.data.number}")
        self._op("EQ", self._runtime.outside)
        self._text.label(inside)

    def _element(self, op: Op) -> None:
        if len(op.args) <= len(("X1", "X2")):
            self._fetch(op.args, ("X1", "X2"))
        else:
            for number, each in enumerate(op.args):
                self._fetch([each], ("X6",))
                self._op("SA6", f"B7+{number}")
            self._op("SX1", str(len(op.args)))
        self._description(op.data.description, op.data.formal)
        self._op("RJ", self._runtime.element(len(op.args), op.data.checked))

    def _call(self, op: Op) -> None:
        self._fetch(op.args, op.data.registers)
        self._op("RJ", op.data.name)

    def _label(self, op: Op) -> None:
        self._op("SX6", op.targets[0])

    # ------------------------------------------------------------ ends of blocks

    def _jump(self, op: Op) -> None:
        self._fetch(op.args, RESULTS)
        self._op("EQ", op.targets[0])

    def _branch(self, op: Op) -> None:
        self._fetch(op.args, ("X1",))
        self._op(op.data.upper(), f"X1,{op.targets[0]}")
        self._op("EQ", op.targets[1])

    def _table(self, op: Op) -> None:
        self._fetch(op.args, ("B4",))
        table = next(iter(self._program.labels))
        self._op("JP", f"B4+{table}-1")
        for number, each in enumerate(op.targets):
            self._text.label("+" if number else table)  # a word each
            self._op("EQ", each)

    def _indirect(self, op: Op) -> None:
        self._fetch(op.args, ("B4",))
        self._op("JP", "B4")

    def _exit(self, op: Op) -> None:
        self._fetch(op.args, op.data.registers)
        self._op("EQ", op.data.name)

    def _return(self, op: Op) -> None:
        self._fetch(op.args, RESULTS)
        self._runtime.leave(self._unit, self._text)

    def _end(self, _: Op) -> None:
        self._runtime.end(self._unit, self._text)


WRITERS: Mapping[str, Callable[[_Unit, Op], None]] = {
    "const": _Unit._const, "address": _Unit._address, "load": _Unit._load, "load?": _Unit._load,
    "store": _Unit._store, "set.top": _Unit._set, "set.frame": _Unit._set, "limit": _Unit._limit,
    "bound": _Unit._bound, "element": _Unit._element, "call": _Unit._call, "invoke": _Unit._call,
    "label": _Unit._label, "jump": _Unit._jump, "branch": _Unit._branch, "table": _Unit._table,
    "indirect": _Unit._indirect, "exit": _Unit._exit, "return": _Unit._return, "end": _Unit._end,
}  # fmt: skip
