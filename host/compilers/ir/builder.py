"""Writing a unit of the intermediate form, operation by operation.

A language's lowering asks for values and gets them; blocks begin and end where it says. Values live in their block, but
the lowering need not care: one of an earlier block that it uses again is stored into a temporary where it was made, and
loaded where it is used. Constants and addresses are made again instead.

    builder.branch("ng", test, "L1", "L2")         v3:r = load slot [X.]
    builder.label("L1")                            store slot [T..1], v3            * inserted
    builder.store(place, "slot", v3)               ...
                                                   branch ng v5, L1, L2
                                                 L1:
                                                   v6:r = load slot [T..1]          * inserted
                                                   store slot [Y.], v6
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from host.compilers.ir.form import (
    RESULTS,
    Block,
    Elements,
    Frame,
    Label,
    Op,
    Place,
    Region,
    Routine,
    Type,
    Unit,
    Value,
)


class Builder(ABC):
    """A unit that is being written, and the block at its end."""

    def __init__(self, unit: Unit, labels: Iterator[Label]) -> None:
        self.unit = unit
        self.labels = labels
        self.node: Any = None  # the part of the program that operations come from
        self._begins = False
        self._temporaries: list[Place] = []
        self._in_use = 0
        self._block: Block | None = None
        self._made: dict[Value, tuple[Block, Op | None]] = {}  # where values were made; None: a parameter of the block
        self._kept: dict[Value, Place] = {}  # temporaries of values that blocks after theirs use
        self._here: dict[Value, Value] = {}  # values of other blocks, and their copies in this one

    @abstractmethod
    def temporary_place(self) -> Place:
        """Return a word of storage for a temporary."""

    # ------------------------------------------------------------ where operations come from

    def at(self, node: Any) -> None:
        """Attribute the operations that follow to a part of the program."""
        self.node = node

    def begin(self, node: Any) -> None:
        """Attribute the operations that follow to a part of the program that begins here: a debugger may stop."""
        self.node, self._begins = node, True

    @property
    def beginning(self) -> bool:
        """Whether the part that `begin` has announced has no operation yet."""
        return self._begins

    def begin_statement(self) -> None:
        """Free all temporaries: no value is needed any more."""
        self._in_use = 0

    # ------------------------------------------------------------ blocks

    def new_label(self) -> Label:
        return next(self.labels)

    def label(self, label: Label, *kinds: Type) -> tuple[Value, ...]:
        """Begin a block, with parameters of these types; the block before it, if it has no end, goes on there."""
        if self._block is not None:
            self._append(Op("jump", targets=(label,), node=self.node), end=True)
        values = tuple(self.unit.value(each) for each in kinds)
        self._block = Block(label, params=values)
        self.unit.blocks.append(self._block)
        self._here = {}
        for each in values:
            self._made[each] = self._block, None
        return values

    @property
    def ended(self) -> bool:
        """Whether the last block has ended: operations that follow are not reached."""
        return self._block is None

    def jump(self, label: Label, *values: Value) -> None:
        self.end("jump", *values, targets=(label,))

    def branch(self, condition: str, value: Value, then: Label, otherwise: Label) -> None:
        """Go to one label if a value is ng, pl, zr or nz, else to another."""
        self.end("branch", value, data=condition, targets=(then, otherwise))

    def leave(self, name: str, **registers: Value) -> None:
        """Go to code elsewhere, with values in registers."""
        self.end("exit", *registers.values(), data=Routine(name, tuple(registers)))

    def end(self, code: str, *args: Value, data: Any = None, targets: tuple[Label, ...] = ()) -> None:
        """End the block."""
        self.op(code, *args, data=data, targets=targets)
        self._block = None

    # ------------------------------------------------------------ operations

    def op(
        self,
        code: str,
        *args: Value,
        kinds: Sequence[Type] = (),
        place: Place | None = None,
        region: Region | None = None,
        data: Any = None,
        targets: tuple[Label, ...] = (),
    ) -> tuple[Value, ...]:
        """Append an operation; return its results, which are of these types."""
        if self._block is None:
            self.label(self.new_label())  # not reached
        block = self._block
        assert block is not None
        args = tuple([self.use(each) for each in args])
        if place is not None and isinstance(place.base, Value):
            place = place._replace(base=self.use(place.base))
        results = tuple([self.unit.value(each) for each in kinds])
        op = Op(code, results, args, place=place, region=region, data=data, targets=targets)
        self._append(op)
        for each in results:
            self._made[each] = block, op
        return results

    def _append(self, op: Op, end: bool = False) -> None:
        assert self._block is not None
        op.node = self.node
        if not end:
            op.begins, self._begins = self._begins, False
        self._block.ops.append(op)

    def value(self, code: str, *args: Value, kind: Type | None = None, data: Any = None) -> Value:
        """Append an operation on values; return its result."""
        return self.op(code, *args, kinds=(kind or RESULTS[code],), data=data)[0]

    def const(self, word: int, kind: Type) -> Value:
        return self.op("const", kinds=(kind,), data=word)[0]

    def address(self, place: Place) -> Value:
        return self.op("address", kinds=("a",), place=place)[0]

    def load(self, place: Place, region: Region, kind: Type, checked: bool = False) -> Value:
        """Load a word; `checked`: the program stops if it is that of no value."""
        return self.op("load?" if checked else "load", kinds=(kind,), place=place, region=region)[0]

    def store(self, place: Place, region: Region, value: Value) -> None:
        self.op("store", value, place=place, region=region)

    def call(self, name: str, *kinds: Type, **registers: Value) -> tuple[Value, ...]:
        """Call a routine of the library with values in registers; return its results, of these types."""
        return self.op("call", *registers.values(), kinds=kinds, data=Routine(name, tuple(registers)))

    def element(self, array: Elements, *subscripts: Value) -> Value:
        """Return the address of an element."""
        return self.value("element", *subscripts, data=array)

    # ------------------------------------------------------------ values of other blocks

    def use(self, value: Value) -> Value:
        """Return a value as it is in this block."""
        block, op = self._made[value]
        if block is self._block:
            return value
        if (here := self._here.get(value)) is not None:
            return here
        if op is not None and (op.code == "const" or (op.code == "address" and _stays(op.place))):
            here = self.op(op.code, kinds=(value.type,), place=op.place, data=op.data)[0]
        else:
            here = self.load(self._keep(value, block, op), "slot", value.type)
        self._here[value] = here
        return here

    def _keep(self, value: Value, block: Block, made: Op | None) -> Place:
        """Return the temporary of a value, which is stored where it was made."""
        if value not in self._kept:
            place = self._kept[value] = self._temporary()
            number = 0 if made is None else block.ops.index(made) + 1
            node = block.ops[0].node if made is None else made.node
            block.ops.insert(number, Op("store", args=(value,), place=place, region="slot", node=node))
        return self._kept[value]

    def _temporary(self) -> Place:
        if self._in_use == len(self._temporaries):
            self._temporaries.append(self.temporary_place())
        self._in_use += 1
        return self._temporaries[self._in_use - 1]


def _stays(place: Place | None) -> bool:
    """Whether an address is the same wherever it is made in a unit."""
    return place is not None and (place.base is None or isinstance(place.base, Frame))
