"""Of which type is the result of an operation, and what does it do to its operands.

Source: Revised Report on ALGOL 60, 3.3.4, 3.4.3.

The type of the power of two integers depends on the sign of the exponent. Where that is a number it is known; else
only the running program knows it. `strict`: it is integer, unless the exponent is written with a minus sign
(2↑(-1)); another negative exponent is an error of the running program, as the Modified Report has it. With a real base
or a real exponent the result is real.
"""

from __future__ import annotations

from typing import NamedTuple

from host.algol.syntax import Operator, Type

LOGICAL = frozenset((Operator.EQUIVALENT, Operator.IMPLIES, Operator.OR, Operator.AND))
RELATIONS = frozenset(
    (Operator.LESS, Operator.NOT_GREATER, Operator.EQUAL, Operator.NOT_LESS, Operator.GREATER, Operator.NOT_EQUAL)
)


class Operation(NamedTuple):
    """What an operation needs of its operands (NUMBER: either type, as it is) and what it gives."""

    left: Type
    right: Type
    result: Type


def common(left: Type, right: Type) -> Type:
    """Return the arithmetic type two operands are brought to: real if one is, integer if both are."""
    if Type.REAL in (left, right):
        return Type.REAL
    return Type.INTEGER if left is right is Type.INTEGER else Type.NUMBER


def operation(operator: Operator, left: Type, right: Type, sign: int | None = None, strict: bool = False) -> Operation:
    """Return the operation for operands of these types; `sign` is that of an exponent that is a number: -1, 0, 1."""
    if operator in LOGICAL:
        return Operation(Type.BOOLEAN, Type.BOOLEAN, Type.BOOLEAN)
    if operator is Operator.DIVIDE:
        return Operation(Type.REAL, Type.REAL, Type.REAL)
    if operator is Operator.QUOTIENT:
        return Operation(Type.INTEGER, Type.INTEGER, Type.INTEGER)
    if operator is Operator.POWER:
        return _power(left, right, sign, strict)
    both = common(left, right)
    return Operation(both, both, Type.BOOLEAN if operator in RELATIONS else both)


def _power(base: Type, exponent: Type, sign: int | None, strict: bool) -> Operation:
    if Type.REAL in (base, exponent) or sign == -1:
        return Operation(Type.REAL, exponent if exponent.arithmetic else Type.NUMBER, Type.REAL)
    result = common(base, exponent) if strict or sign is not None else Type.NUMBER
    return Operation(Type.NUMBER, Type.NUMBER, result)
