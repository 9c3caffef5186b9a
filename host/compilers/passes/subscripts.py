"""Elements in loops: their subscripts are compared with the bounds, and their places computed, by operations.

Outside of loops `element` is a call of a routine, which is short; in loops its parts are worth more: other passes move
the invariant ones out of the loop, and step the rest from turn to turn.

    v3:a = element v1, v2 {[A.] 1:8 0:4 at [A.+8]}      bound v1, 1, 8 {[A.] 0}
    v4:r = load elements [v3]                           bound v2, 0, 4 {[A.] 1}
                                                        v5:i = mul.i v1, 5
                                                        v6:i = add.i v5, v2
                                                        v4:r = load elements [v6+A.+8]

Bounds and distances that are not known are in the description. The order in which subscripts are compared is that of
the routine: the last one first where there are three or more.
"""

from __future__ import annotations

from host.compilers.ir.form import Block, Bound, Elements, Op, Place, Program, Region, Type, Unit, Value
from host.compilers.ir.graph import Graph
from host.compilers.ir.target import Target

ORIGIN, LOWER, UPPER, DISTANCE, WORDS = 1, 2, 3, 4, 3  # words of a description; words for each subscript
LAST_FIRST = 3  # subscripts of which the last one is checked first
NEAR = 1 << 16  # the farthest that an element may be from a known address that its place is computed from


def run(program: Program, target: Target) -> None:
    """Run the pass."""
    for unit in program.units:
        if any(op.code == "element" for op in unit.ops()):
            for block in Graph(unit).loop:
                if any(op.code == "element" for op in block.ops):
                    _Expansion(unit, block, target).run()


class _Expansion:
    """Rewrites the element operations of a block."""

    def __init__(self, unit: Unit, block: Block, target: Target) -> None:
        self.unit, self.block, self.target = unit, block, target
        self.ops: list[Op] = []
        self.now: Op = block.end  # new operations become part of its statement

    def run(self) -> None:
        places: dict[Value, Place] = {}  # of elements, without offset: from a known address
        addresses: dict[Value, Value] = {}
        for op in self.block.ops:
            base = op.place.base if op.place is not None else None
            if isinstance(base, Value) and base in places and op.place is not None and not op.place.symbol:
                op.place = places[base]._replace(offset=places[base].offset + op.place.offset)
                base = None
            self.now = op
            for each in op.uses():
                if each in places and each not in addresses:
                    addresses[each] = self.op("address", "a", place=places[each])
            op.replace(addresses)
            if op.code == "element":
                first = len(self.ops)
                places[op.result] = self.element(op)
                if first < len(self.ops):
                    self.ops[first].begins = op.begins
            else:
                self.ops.append(op)
        self.block.ops = self.ops

    def op(self, code: str, kind: Type, *args: Value, place: Place | None = None, number: int = 0) -> Value:
        result = self.unit.value(kind)
        data = self.target.word(number) if code == "const" else None
        region: Region | None = "description" if code == "load" else None
        self.ops.append(Op(code, (result,), args, place=place, region=region, data=data, node=self.now.node))
        return result

    def element(self, op: Op) -> Place:
        """Write the operations that find an element; return its place."""
        array: Elements = op.data
        known = array.bounds is not None and self.near(array.bounds)
        described = array.description
        if array.formal:
            described = Place(self.unit.value("a"))
            assert isinstance(described.base, Value)
            load = Op("load", (described.base,), place=array.description, region="slot", node=op.node)
            self.ops.append(load)

        def word(number: int, kind: Type = "i") -> Value:
            return self.op("load", kind, place=described._replace(offset=described.offset + number))

        count = len(op.args)
        if array.checked:
            order = range(count) if count < LAST_FIRST else reversed(range(count))
            for number in order:
                if array.bounds is not None:
                    low, high = (self.op("const", "i", number=each) for each in array.bounds[number])
                else:
                    low, high = (word(each + WORDS * number) for each in (LOWER, UPPER))
                bound = Bound(array.description, array.formal, number)
                self.ops.append(Op("bound", (), (op.args[number], low, high), data=bound, node=op.node))
        total: Value | None = None
        origin = array.origin if known else None
        if origin is None or origin.base is not None:
            origin = None
            total = word(ORIGIN, "a")
        strides = _strides(array.bounds) if known and array.bounds is not None else None
        for number, value in enumerate(op.args):
            far = value
            if number < count - 1:
                stride = word(DISTANCE + WORDS * number) if strides is None else None
                if strides is not None and strides[number] != 1:
                    stride = self.op("const", "i", number=strides[number])
                far = value if stride is None else self.op("mul.i", "i", value, stride)
            total = far if total is None else self.op("add.i", "a" if origin is None else "i", total, far)
        return Place(total) if origin is None else origin._replace(base=total)

    @staticmethod
    def near(bounds: tuple[tuple[int, int], ...]) -> bool:
        """Whether all elements are near the place of the element with all subscripts zero."""
        pairs = zip(bounds, _strides(bounds), strict=True)
        return sum(stride * max(abs(low), abs(high)) for (low, high), stride in pairs) < NEAR


def _strides(bounds: tuple[tuple[int, int], ...]) -> list[int]:
    """Return the distances of neighbours."""
    strides: list[int] = []
    size = 1
    for low, high in reversed(bounds):
        strides.insert(0, size)
        size *= high - low + 1
    return strides
