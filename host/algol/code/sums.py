"""Sums of integers that could have more than 48 bits: those are compared where they are stored.

Products, quotients, powers and transfers of real numbers look themselves: an integer that they give, or that stands in
a variable, is less than 2**48. A sum may be larger until it is stored: up to 2**58, some 1,000 terms of 48 bits. An
operand that could take it beyond is compared with 48 bits before it is added. So the difference of any two integers,
which decides a relation, a subscript or another turn of a loop, has 59 bits.
"""

from __future__ import annotations

from host.algol.code import expressions
from host.algol.code.registers import Value
from host.algol.code.unit import Unit
from host.algol.syntax import Binary, Call, Expression, IfExpression, Name, Operator, Procedure, Type, Unary

SMALL = 1 << 17
LARGEST = (1 << 48) - 1
WIDEST = (1 << 58) - 1  # what is not compared
ADDITIVE = (Operator.PLUS, Operator.MINUS)


def check(unit: Unit, node: Expression, value: Value) -> Value:
    """Write code that stops the program if the value of an expression that is an integer is beyond 48 bits."""
    return compared(unit, value) if may_be_large(unit, node) else value


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


def may_be_large(unit: Unit, node: Expression, by: int = 0) -> bool:
    """Whether the integer that an expression gives may be beyond 48 bits by more than a number."""
    return most(unit, node) > LARGEST + by


def most(unit: Unit, node: Expression) -> int:
    """Return what the magnitude of the word of an integer expression does not exceed; of others, LARGEST."""
    known = unit.shared.magnitudes
    if node not in known:
        known[node] = _most(unit, node)
    return known[node]


def wide(unit: Unit, node: Binary) -> list[Expression]:
    """Return the operands that have to be compared before they are added."""
    if node.operator not in ADDITIVE or node.type is not Type.INTEGER:
        return []
    found: list[Expression] = []
    total = most(unit, node.left) + most(unit, node.right)
    for each in (node.left, node.right):
        if total > WIDEST and may_be_large(unit, each):
            total -= most(unit, each) - LARGEST
            found.append(each)
    return found


def _most(unit: Unit, node: Expression) -> int:
    if node.type is not Type.INTEGER or node.transfer not in (None, Type.INTEGER):
        return LARGEST
    number = expressions.number_of(node)
    if number is not None:
        return abs(int(number))
    match node:
        case IfExpression():
            return max(most(unit, node.then), most(unit, node.otherwise))
        case Unary():
            return most(unit, node.operand)
        case Binary(operator=operator) if operator in ADDITIVE:
            compared_ones = wide(unit, node)
            return sum(LARGEST if each in compared_ones else most(unit, each) for each in (node.left, node.right))
        case Call(procedure=Name(declared=Procedure(standard=True, name="sign"))):
            return 1
        case Call(procedure=Name(declared=Procedure(standard=True, name="abs" | "iabs"))):
            return most(unit, node.actuals[0].expression)
    return LARGEST
