"""What only the running program knows: the types of formal parameters without specification, and what they stand for.

A value of unknown type is two words: the value and its type, 0 integer, 1 real, 2 Boolean. Operations on them are
routines of the library, which take a value and its type in X1 and X2, a second one in X3 and X4, and give the result in
X6 and X7.

Actual parameters are compared with what the formal ones want while the program runs where an unspecified parameter is
used, or handed on to one that is specified, and where a formal procedure is called. Everything else is compared when a
program is compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from host.algol import syntax
from host.algol.cdc6600 import arrays, calls, expressions, words
from host.algol.cdc6600.registers import Value
from host.algol.cdc6600.unit import Unit
from host.algol.syntax import Kind, Operator, Type

OPERATIONS = {Operator.PLUS: "DADD", Operator.MINUS: "DSUB", Operator.TIMES: "DMUL", Operator.POWER: "DPOW"}
TRANSFERS = {Type.INTEGER: "DINT", Type.REAL: "DREAL", Type.BOOLEAN: "DBOOL"}


class Pair(NamedTuple):
    """A value and its type."""

    word: Value
    type: Value


def is_dynamic(node: syntax.Expression) -> bool:
    """Whether only the running program knows the type of an expression, as its surroundings get it."""
    return node.type in (Type.UNKNOWN, Type.NUMBER) and node.transfer not in TRANSFERS


POWERS = {Type.INTEGER: "POWXI", Type.REAL: "POWXR"}


def transferred(unit: Unit, node: syntax.Expression) -> Value:
    """Write code for an expression of unknown type whose surroundings need a certain one."""
    assert node.transfer is not None
    if isinstance(node, syntax.Binary) and _of_integers(node) and node.transfer in POWERS:
        left, right = expressions.operands(unit, node, (1,), (2,))
        return unit.routine(POWERS[node.transfer], left, right)
    return unit.routine(TRANSFERS[node.transfer], *pair(unit, node), keeps=())


def pair(unit: Unit, node: syntax.Expression, stored: bool = False) -> Pair:
    """Write code for an expression of any type, before any transfer; an integer to be stored must have 48 bits."""
    if node.type in words.TYPES:
        kind = expressions.type_of(node) if node.transfer in words.TYPES else node.type
        value = expressions.value(unit, node)
        return Pair(
            expressions.limited_if_large(unit, node, value) if stored else value, unit.constant(words.TYPES[kind])
        )
    match node:
        case syntax.Subscripted():
            word = arrays.element(unit, node, range(1, 6))
            return Pair(word, element_type(unit, node))
        case syntax.Name(called=False):
            return _result(unit, "NAMED", unit.fetch(unit.shared.homes[node.declared], (1,)))
        case syntax.Name() | syntax.Call():
            return Pair(calls.function(unit, node), unit.registers.own(7))
        case syntax.Unary(operator=Operator.MINUS):
            zero = Pair(unit.constant(0), unit.constant(0))
            return _result(unit, "DSUB", *zero, *pair(unit, node.operand))
        case syntax.Unary():
            return pair(unit, node.operand)
        case syntax.Binary() if _of_integers(node):
            return _result(unit, "POWX", *expressions.operands(unit, node, (1,), (2,)))
        case syntax.Binary():
            return _result(unit, OPERATIONS[node.operator], *pair(unit, node.left), *pair(unit, node.right))
        case syntax.IfExpression():
            # An integer part must have 48 bits: the value is not known to be an integer any more.
            return Pair(*expressions.chosen(unit, node, lambda unit, part: pair(unit, part, stored=True)))
    raise AssertionError(f"no value: {node}")


def _of_integers(node: syntax.Binary) -> bool:
    """Whether a power is one of two integers: the sign of the exponent decides of which type it is."""
    types = (expressions.type_of(each) for each in (node.left, node.right))
    return node.operator is Operator.POWER and all(each is Type.INTEGER for each in types)


def _result(unit: Unit, routine: str, *arguments: Value) -> Pair:
    return Pair(unit.routine(routine, *arguments, keeps=()), unit.registers.own(7))


def element_type(unit: Unit, node: syntax.Subscripted) -> Value:
    """Write code for the type of the elements of an array, from its description."""
    first = unit.registers.take(range(1, 6))
    unit.op(f"SA{first.register}", arrays.description(unit, node.array))
    unit.op(f"AX{first.register}", "48")
    return first


def element_address(unit: Unit, node: syntax.Subscripted) -> Value:
    """Write code for the address of an element with its type in bits 59-54, as NAMEA gives it."""
    address = arrays.address(unit, node)
    kind = element_type(unit, node)
    unit.op(f"LX{kind.register}", "54")
    return unit.compute("BX", "X{}+X{}", address, kind, wanted=range(8))


def total(unit: Unit, left: syntax.Expression, right: syntax.Expression) -> Pair:
    """Write the sum of two numbers."""
    return _result(unit, "DADD", *pair(unit, left), *pair(unit, right))


def compared(unit: Unit, left: syntax.Expression, right: syntax.Expression) -> Value:
    """Write code that gives -1, 0 or 1, as the one number is less than the other, equal, or more."""
    return unit.routine("DCMP", *pair(unit, left), *pair(unit, right), keeps=())


def put(unit: Unit, value: Pair, address: Value) -> None:
    """Store a value where NAMEA has said, transferred to the type of what is there."""
    unit.registers.drop(unit.routine("DPUT", *value, address, keeps=()))


def copy(unit: Unit, value: Pair) -> Pair:
    """Return a value once more, for a routine that uses it up."""
    return Pair(*(unit.registers.own(unit.registers.ready(each)) for each in value))


VALUE = 0o40  # by value; the rest is the kind, ANY if it is not specified or if it is an array
ANY = 0o77
KINDS = {Kind.STRING: words.STRING, Kind.LABEL: words.LABEL, Kind.SWITCH: words.SWITCH}

ANY_TYPE, ALIKE, SUBSCRIPT = 3, 4, 0o10  # of arrays: for the type; integer for real and the other way; how many


def unspecified(declared: syntax.Declared) -> bool:
    """Whether only the running program knows what a parameter stands for."""
    return isinstance(declared, syntax.Formal) and declared.kind is Kind.UNKNOWN


def wanted(formal: syntax.Formal) -> int:
    """Return what a formal parameter must be, as MATCH has it (algcall.compass)."""
    if formal.kind in (Kind.UNKNOWN, Kind.ARRAY):
        return ANY
    by_value = VALUE if formal.by_value else 0
    if formal.kind is Kind.PROCEDURE:
        return words.of_procedure(formal.type)
    return by_value + (KINDS[formal.kind] if formal.kind in KINDS else words.TYPES[formal.type])


def wanted_array(formal: syntax.Formal) -> int:
    """Return what a formal array must be, as ISARR has it (algcall.compass)."""
    return words.TYPES[formal.type] + ALIKE * formal.by_value + SUBSCRIPT * (formal.dimensions or 0)


def matched(unit: Unit, word: Value, formal: syntax.Formal) -> Value:
    """Write code that compares the word of an unspecified parameter with what a specified one wants."""
    if formal.kind is Kind.UNKNOWN:
        return word
    if formal.kind is Kind.ARRAY:
        return looked_at(unit, word, "ISARR", wanted_array(formal))
    return looked_at(unit, word, "MATCH", wanted(formal))


def looked_at(unit: Unit, word: Value, routine: str, what: int) -> Value:
    """Write code that looks whether the word of a parameter is what is wanted; return it again, in X1."""
    unit.bring([word])
    unit.op("SX2", f"{what:o}B")
    unit.call(routine, keeps=(0, 5))
    return unit.registers.own(1)
