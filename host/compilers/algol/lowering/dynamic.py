"""Facts that only the running program knows: the types and actual parameters of formal ones without specification.

A value of unknown type is two values: its word and its type, 0 integer, 1 real, 2 Boolean. Operations on them are
routines of the library, which take a word and its type in X1 and X2, a second one in X3 and X4, and give the result in
X6 and X7.

Actual parameters are compared with the formal ones' types while the program runs where an unspecified parameter is
used, or handed on to one that is specified, and where a formal procedure is called. Everything else is compared when a
program is compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from host.compilers.algol import syntax
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.lowering import arrays, calls, expressions
from host.compilers.algol.lowering.unit import KINDS, Unit
from host.compilers.algol.syntax import Kind, Operator, Type
from host.compilers.ir import form
from host.compilers.ir.form import Value

OPERATIONS = {Operator.PLUS: "DADD", Operator.MINUS: "DSUB", Operator.TIMES: "DMUL", Operator.POWER: "DPOW"}
TRANSFERS = {Type.INTEGER: "DINT", Type.REAL: "DREAL", Type.BOOLEAN: "DBOOL"}


class Pair(NamedTuple):
    """A value and its type."""

    word: Value
    type: Value


PAIR: tuple[form.Type, form.Type] = ("w", "i")  # their types in the IR


def is_dynamic(node: syntax.Expression) -> bool:
    """Whether only the running program knows the type of an expression, as its surroundings get it."""
    return node.type in (Type.UNKNOWN, Type.NUMBER) and node.transfer not in TRANSFERS


POWERS = {Type.INTEGER: "POWXI", Type.REAL: "POWXR"}


def transferred(unit: Unit, node: syntax.Expression) -> Value:
    """Lower an expression of unknown type where its context needs a certain one."""
    assert node.transfer is not None
    kind = KINDS[node.transfer]
    if isinstance(node, syntax.Binary) and _of_integers(node) and node.transfer in POWERS:
        left, right = expressions.operands(unit, node)
        return unit.call(POWERS[node.transfer], kind, X1=left, X2=right)[0]
    word, type_ = pair(unit, node)
    return unit.call(TRANSFERS[node.transfer], kind, X1=word, X2=type_)[0]


def whole(unit: Unit, node: syntax.Expression) -> Value:
    """Lower an operand of ÷ of unknown type: one that is real stops the program."""
    word, type_ = pair(unit, node)
    return unit.call("DWHOLE", "i", X1=word, X2=type_)[0]


def pair(unit: Unit, node: syntax.Expression, stored: bool = False) -> Pair:
    """Lower an expression of any type, before any transfer; an integer to be stored must have 48 bits."""
    if node.type in words.TYPES:
        kind = expressions.type_of(node) if node.transfer in words.TYPES else node.type
        value = expressions.value(unit, node)
        if stored:
            expressions.limited_if_large(unit, node, value)
        return Pair(value, unit.number(words.TYPES[kind]))
    match node:
        case syntax.Subscripted():
            return Pair(arrays.element(unit, node), element_type(unit, node))
        case syntax.Name(called=False):
            return Pair(*unit.call("NAMED", *PAIR, X1=unit.fetch(node.declared)))
        case syntax.Name() | syntax.Call():
            return Pair(*calls.called(unit, node, PAIR))
        case syntax.Unary(operator=Operator.MINUS):
            zero = Pair(unit.number(0), unit.number(0))
            return _operation(unit, "DSUB", zero, pair(unit, node.operand))
        case syntax.Unary():
            return pair(unit, node.operand)
        case syntax.Binary() if _of_integers(node):
            left, right = expressions.operands(unit, node)
            return Pair(*unit.call("POWX", *PAIR, X1=left, X2=right))
        case syntax.Binary():
            return _operation(unit, OPERATIONS[node.operator], pair(unit, node.left), pair(unit, node.right))
        case syntax.IfExpression():
            # An integer part must have 48 bits: the value is not known to be an integer any more.
            return Pair(*expressions.chosen(unit, node, PAIR, lambda part: pair(unit, part, stored=True)))
    raise AssertionError(f"no value: {node}")


def _of_integers(node: syntax.Binary) -> bool:
    """Whether a power is one of two integers: the sign of the exponent decides of which type it is."""
    types = (expressions.type_of(each) for each in (node.left, node.right))
    return node.operator is Operator.POWER and all(each is Type.INTEGER for each in types)


def _operation(unit: Unit, routine: str, left: Pair, right: Pair) -> Pair:
    return Pair(*unit.call(routine, *PAIR, X1=left.word, X2=left.type, X3=right.word, X4=right.type))


def element_type(unit: Unit, node: syntax.Subscripted) -> Value:
    """Return the type of the elements of an array, from its description."""
    first = unit.load(arrays.description(unit, node.array), "description", "w")
    return unit.value("shr", first, kind="i", data=48)


def element_address(unit: Unit, node: syntax.Subscripted) -> Value:
    """Return the address of an element with its type in bits 59-54, as NAMEA gives it."""
    address = arrays.address(unit, node)
    kind = unit.value("shl", element_type(unit, node), kind="w", data=54)
    return unit.value("or", address, kind, kind="w")


def total(unit: Unit, left: syntax.Expression, right: syntax.Expression) -> Pair:
    """Lower the sum of two numbers."""
    return _operation(unit, "DADD", pair(unit, left), pair(unit, right))


def compared(unit: Unit, left: syntax.Expression, right: syntax.Expression) -> Value:
    """Return -1, 0 or 1, as the one number is less than the other, equal, or more."""
    first, second = pair(unit, left), pair(unit, right)
    return unit.call("DCMP", "i", X1=first.word, X2=first.type, X3=second.word, X4=second.type)[0]


def put(unit: Unit, value: Pair, address: Value) -> None:
    """Store a value at NAMEA's address, transferred to the type of the variable there."""
    unit.call("DPUT", X1=value.word, X2=value.type, X3=address)


VALUE = 0o40  # by value; the rest is the kind, ANY if it is not specified or if it is an array
ANY = 0o77
SORTS = {Kind.STRING: words.STRING, Kind.LABEL: words.LABEL, Kind.SWITCH: words.SWITCH}

ANY_TYPE, ALIKE, SUBSCRIPT = 3, 4, 0o10  # of arrays: for the type; integer for real and the other way; how many


def unspecified(declared: syntax.Declared) -> bool:
    """Whether only the running program knows the actual parameter of a formal one."""
    return isinstance(declared, syntax.Formal) and declared.kind is Kind.UNKNOWN


def wanted(formal: syntax.Formal) -> int:
    """Return the required kind of a formal parameter, as MATCH has it (algcall.compass)."""
    if formal.kind in (Kind.UNKNOWN, Kind.ARRAY):
        return ANY
    by_value = VALUE if formal.by_value else 0
    if formal.kind is Kind.PROCEDURE:
        return words.of_procedure(formal.type)
    return by_value + (SORTS[formal.kind] if formal.kind in SORTS else words.TYPES[formal.type])


def wanted_array(formal: syntax.Formal) -> int:
    """Return the required kind of a formal array, as ISARR has it (algcall.compass)."""
    return words.TYPES[formal.type] + ALIKE * formal.by_value + SUBSCRIPT * (formal.dimensions or 0)


def match(unit: Unit, word: Value, formal: syntax.Formal) -> None:
    """Compare the word of an unspecified parameter with the specification of another one."""
    if formal.kind is Kind.ARRAY:
        looked_at(unit, word, "ISARR", wanted_array(formal))
    elif formal.kind is not Kind.UNKNOWN:
        looked_at(unit, word, "MATCH", wanted(formal))


def looked_at(unit: Unit, word: Value, routine: str, what: int) -> None:
    """Check the word of a parameter against the required kind."""
    unit.call(routine, X1=word, X2=unit.number(what))
