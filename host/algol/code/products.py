"""Products and powers of integers that need no routine of the library, or a simpler one."""

from __future__ import annotations

from collections.abc import Iterable

from host.algol.code import expressions, sums
from host.algol.code.registers import ALL, Value
from host.algol.code.unit import Unit
from host.algol.syntax import Binary, Expression, Operator

MOST = 128  # a factor: what has 48 bits, shifted so far, does not leave a word


def product(unit: Unit, node: Binary, wanted: Iterable[int]) -> Value | None:
    """Write a product by a constant with one or two ones, by shifts, or a square; None: the library is needed."""
    if node.operator is Operator.POWER:
        return _square(unit, node)
    for factor, other in ((node.left, node.right), (node.right, node.left)):
        places = _places(factor)
        if places and node.operator is Operator.TIMES and not sums.may_be_large(unit, other, by=sums.SMALL):
            return sums.compared(unit, _shifted(unit, expressions.value(unit, other), places, wanted))
    return None


def _places(factor: Expression) -> list[int]:
    """Return where the ones of a constant are, if there are one or two."""
    number = expressions.number_of(factor)
    if not isinstance(number, int) or not 0 < number <= MOST or number.bit_count() > 2:
        return []
    return [place for place in range(number.bit_length()) if number >> place & 1]


def _shifted(unit: Unit, operand: Value, places: list[int], wanted: Iterable[int]) -> Value:
    registers = unit.registers
    parts = []
    for place in places:
        if not place:
            parts.append(registers.own(registers.ready(operand)))
            continue
        source = registers.ready(operand)
        part = registers.take(wanted if len(places) == 1 else ALL)
        unit.op(f"BX{part.register}", f"X{source}")
        unit.op(f"LX{part.register}", str(place))
        parts.append(part)
    registers.drop(operand)
    return parts[0] if len(parts) == 1 else expressions.combined(unit, "IX", "X{}+X{}", parts[0], parts[1], wanted)


def _square(unit: Unit, node: Binary) -> Value | None:
    if expressions.number_of(node.right) != 2:
        return None
    base = expressions.value(unit, node.left, (1,))
    return unit.routine("MPY", base, unit.registers.own(unit.registers.ready(base, (1,))))
