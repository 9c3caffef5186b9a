"""What the names of a running ALGOL program stand for, in the interpreter of the tree; what fits a formal parameter."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from host.compilers.algol.syntax import Integer, Kind, Label, Procedure, Switch, Type
from tests.algol import arithmetic as numbers
from tests.algol.arithmetic import Failure, Undefined

if TYPE_CHECKING:
    from tests.algol.interpreter import Environment

VALUES = (Type.INTEGER, Type.REAL, Type.BOOLEAN)
KIND = "a parameter is of the wrong kind"


@dataclass
class Cell:
    """A variable."""

    type: Type
    value: Any = None


@dataclass
class Elements:
    """An array."""

    type: Type
    bounds: list[tuple[int, int]]
    zero: bool = False  # what has no value yet is zero
    cells: dict[tuple[int, ...], Cell] = field(default_factory=dict)

    def cell(self, subscripts):
        if len(subscripts) != len(self.bounds):
            raise Failure("an array has another number of subscripts")
        if not all(low <= each <= high for each, (low, high) in zip(subscripts, self.bounds, strict=True)):
            raise Failure("a subscript is out of its bounds")
        return self.cells.setdefault(subscripts, Cell(self.type, zero(self.type) if self.zero else None))

    def change(self, bounds):
        """Take other bounds; elements with the same subscripts stay."""
        self.bounds = bounds
        for key in list(self.cells):
            if not all(low <= each <= high for each, (low, high) in zip(key, bounds, strict=True)):
                del self.cells[key]


@dataclass
class Closure:
    """A procedure, and the environment it was declared in."""

    procedure: Procedure
    environment: Environment | None


@dataclass
class Thunk:
    """An actual parameter by name."""

    expression: Any
    environment: Environment


@dataclass
class Target:
    """Where a go to statement leads."""

    label: Label
    environment: Environment


@dataclass
class Switching:
    """A switch, and the environment it was declared in."""

    switch: Switch
    environment: Environment


def zero(type_):
    return {Type.INTEGER: 0, Type.REAL: numbers.Real(0), Type.BOOLEAN: False}[type_]


def converted(value, wanted):
    """A value as one of another type."""
    if wanted not in (*VALUES, Type.NUMBER):
        return value
    if isinstance(value, bool) != (wanted is Type.BOOLEAN):
        raise Failure(KIND)
    if wanted is Type.INTEGER and isinstance(value, numbers.Real):
        return numbers.rounded(value)
    if wanted is Type.REAL and isinstance(value, int):
        return numbers.real(value)
    return value


def fits(found, formal):
    """Whether an actual parameter is what a formal one is specified to be."""
    match formal.kind:
        case Kind.UNKNOWN:
            return True
        case Kind.STRING:
            return isinstance(found, str)
        case Kind.SWITCH:
            return isinstance(found, Switching)
        case Kind.LABEL:
            return isinstance(found, Target) or (isinstance(found, Thunk) and is_label(found.expression))
        case Kind.ARRAY:
            return isinstance(found, Elements) and array_fits(found.type, formal)
        case Kind.PROCEDURE:
            return isinstance(found, Closure) and procedure_fits(found.procedure.type, formal.type)
    if isinstance(found, Closure):
        return alike_types(found.procedure.type, formal.type)
    return isinstance(found, Cell | Thunk) and alike_types(found.expression.type, formal.type)


def stored(value):
    """A value that a variable is to have."""
    return numbers.small(value) if isinstance(value, int) else value


def is_label(node):
    return node.type is Type.LABEL or (isinstance(node, Integer) and node.declared is not None)


def array_fits(given, formal):
    return given is formal.type or (formal.by_value and given.arithmetic and formal.type.arithmetic)


def procedure_fits(given, wanted):
    return wanted is Type.NONE or alike_types(given, wanted)


def alike_types(given, wanted):
    return given is Type.UNKNOWN or given is wanted or (given.arithmetic and wanted.arithmetic)


def copied(array, type_):
    cells = {
        key: Cell(type_, None if each.value is None else converted(each.value, type_))
        for key in product(*(range(low, high + 1) for low, high in array.bounds))
        for each in [array.cell(key)]
    }
    return Elements(type_, array.bounds, array.zero, cells)


def defined(value):
    if value is None:
        raise Undefined("a value that is not defined")
    return value
