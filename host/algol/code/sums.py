"""Sums of integers that could have more than 48 bits: those are compared where they are stored.

Products, quotients, powers and transfers of real numbers look themselves: an integer that they give, or that stands in
a variable, is less than 2**48. The terms of one expression are too few to reach 2**59.
"""

from __future__ import annotations

from math import ceil, floor

from host.algol.code import expressions
from host.algol.code.registers import Value
from host.algol.code.unit import Unit
from host.algol.syntax import Binary, Call, Expression, IfExpression, Operator, Procedure, Type, Unary

SMALL = 1 << 17
LARGEST = (1 << 48) - 1
ADDITIVE = (Operator.PLUS, Operator.MINUS)


def check(unit: Unit, node: Expression, value: Value) -> Value:
    """Write code that stops the program if the value of an expression that is an integer is beyond 48 bits."""
    return compared(unit, value) if may_be_large(node) else value


def compared(unit: Unit, value: Value) -> Value:
    """Write code that stops the program if an integer is beyond 48 bits; nothing, if it is compiled without checks."""
    if unit.shared.checks:
        register = unit.registers.ready(value)
        rest = unit.registers.take()
        unit.op(f"BX{rest.register}", f"X{register}")
        unit.op(f"AX{rest.register}", "48")
        unit.op("NZ", f"X{rest.register},LARGE")
        unit.registers.drop(rest)
    return value


def may_be_large(node: Expression, by: int = 0) -> bool:
    """Whether the integer that an expression gives may be beyond 48 bits by more than a number."""
    if node.type is not Type.INTEGER or node.transfer not in (None, Type.INTEGER):
        return False
    match node:
        case IfExpression():
            return may_be_large(node.then, by) or may_be_large(node.otherwise, by)
        case Unary():
            return may_be_large(node.operand, by)
        case Binary(operator=operator) if operator in ADDITIVE:
            sizes = [size(each) for each in terms(node)]
            return sum(LARGEST if each is None else each for each in sizes) > LARGEST + by
    return False


def terms(node: Expression) -> list[Expression]:
    """Return the terms of a sum, without their signs."""
    found, waiting = [], [node]
    while waiting:
        match waiting.pop():
            case Binary(operator=operator) as both if operator in ADDITIVE:
                waiting += (both.right, both.left)
            case Unary() as signed:
                waiting.append(signed.operand)
            case term:
                found.append(term)
    return found


def size(node: Expression) -> int | None:
    """Return what an expression does not exceed in magnitude; None for what may be anything."""
    number = expressions.number_of(node)
    if number is not None:
        return max(ceil(number), -floor(number))
    match node:
        case IfExpression():
            parts = [size(node.then), size(node.otherwise)]
            known = [each for each in parts if each is not None]
            return max(known) if len(known) == len(parts) else None
        case Binary(operator=operator) if operator in ADDITIVE:
            parts = [size(each) for each in terms(node)]
            known = [each for each in parts if each is not None]
            return sum(known) if len(known) == len(parts) else None
        case Call():
            declared = node.procedure.declared
            return 1 if isinstance(declared, Procedure) and declared.standard and declared.name == "sign" else None
    return None
