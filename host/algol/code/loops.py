"""For statements, as the Report writes them out: every expression is evaluated anew each time it is needed.

The body stands once. Where the for list has several elements, a word says where to go on behind the body.
"""

from __future__ import annotations

from collections.abc import Callable

from host.algol.code import dynamic, expressions, statements, sums
from host.algol.code.registers import ALL, STORED, Value
from host.algol.code.unit import Unit
from host.algol.syntax import Expression, For, ForElement, ForStep, ForValue, ForWhile, Type


def loop(unit: Unit, node: For) -> None:
    """Write a for statement."""
    if len(node.elements) > 1:
        _several(unit, node)
        return
    element = node.elements[0]
    if isinstance(element, ForValue):
        _element(unit, node, element)
        statements.statement(unit, node.body)
    else:
        _turns(unit, node, element, lambda again: _body(unit, node))


def _several(unit: Unit, node: For) -> None:
    body, behind, cell = unit.new_label(), unit.new_label(), unit.cell()

    def to_body(back: str) -> bool:
        unit.begin_statement()
        where = unit.registers.take(STORED)
        unit.op(f"SX{where.register}", back)
        unit.store(where, cell)
        unit.registers.drop(where)
        unit.jump(body)
        return False

    for element in node.elements:
        if isinstance(element, ForValue):
            _element(unit, node, element)
            back = unit.new_label()
            to_body(back)
            unit.label(back)
        else:
            _turns(unit, node, element, to_body)
    unit.jump(behind)
    unit.label(body)
    statements.statement(unit, node.body)
    unit.begin_statement()
    back_to = unit.fetch(cell)
    unit.op("SB4", f"X{unit.registers.ready(back_to)}")
    unit.registers.drop(back_to)
    unit.op("JP", "B4")
    unit.label(behind)


def _body(unit: Unit, node: For) -> bool:
    statements.statement(unit, node.body)
    return True


def _element(unit: Unit, node: For, element: ForValue) -> None:
    _assign(unit, node, element.value)


def _assign(unit: Unit, node: For, expression: Expression) -> None:
    unit.at(node)
    unit.begin_statement()
    address = statements.address_of(unit, node.variable)
    if node.variable.type is Type.UNKNOWN:
        statements.any_type(unit, [node.variable], [address], expression)
        return
    value = sums.check(unit, expression, expressions.value(unit, expression, STORED))
    statements.put(unit, node.variable, address, value)
    unit.registers.drop(value)


def _turns(unit: Unit, node: For, element: ForElement, body: Callable[[str], bool]) -> None:
    """Write the turns of a step-until or while element.

    `body` gets where to go on behind a turn; it returns whether it comes to its own end instead.
    """
    unit.at(node)
    test, behind, again = unit.new_label(), unit.new_label(), unit.new_label()
    if isinstance(element, ForWhile):
        unit.label(again)
        _assign(unit, node, element.value)
        expressions.branch(unit, element.condition, behind, when=False)
        if body(again):
            unit.jump(again)
        unit.label(behind)
        return
    assert isinstance(element, ForStep)
    _assign(unit, node, element.start)
    unit.label(test)
    _leave_when_done(unit, node, element, behind)
    body(again)
    unit.label(again)
    unit.at(node)
    _step(unit, node, element)
    unit.jump(test)
    unit.label(behind)


def _step(unit: Unit, node: For, element: ForStep) -> None:
    """Write v := v + step."""
    unit.begin_statement()
    address = statements.address_of(unit, node.variable)
    if _dynamic(node, element.step):
        total = dynamic.total(unit, node.variable, element.step)
        statements.put_any(unit, node.variable, address, total)
        return
    real = _real(node.variable, element.step)
    before = expressions.as_number(unit, node.variable, real)
    step = expressions.as_number(unit, element.step, real)
    after = expressions.combined(unit, "RX" if real else "IX", "X{}+X{}", before, step, STORED, normal=real)
    if real and not _real(node.variable):
        after = unit.routine("ROUND", after)
    elif not real and (sums.size(element.step) is None):
        after = sums.compared(unit, after)
    statements.put(unit, node.variable, address, after)
    unit.registers.drop(after)


def _real(*nodes: Expression) -> bool:
    return any(expressions.type_of(each) is Type.REAL for each in nodes)


def _dynamic(node: For, other: Expression) -> bool:
    return dynamic.is_dynamic(node.variable) or dynamic.is_dynamic(other)


def _leave_when_done(unit: Unit, node: For, element: ForStep, behind: str) -> None:
    """Write the test: (v - limit) x sign(step) > 0."""
    unit.begin_statement()
    known = expressions.number_of(element.step)
    if known == 0:
        return
    distance = _distance(unit, node, element, upwards=known is None or known > 0)
    if known is None:
        step = dynamic.pair(unit, element.step)
        unit.registers.drop(step.type)
        distance = unit.routine("FORSTEP", distance, step.word)
    _jump_if_negative(unit, distance, behind)


def _distance(unit: Unit, node: For, element: ForStep, upwards: bool) -> Value:
    """Write limit - v; downwards, v - limit."""
    if _dynamic(node, element.limit):
        order = dynamic.compared(unit, node.variable, element.limit)  # v - limit
        return expressions.combined(unit, "IX", "X{}-X{}", unit.constant(0), order, ALL) if upwards else order
    real = _real(node.variable, element.limit)
    value = expressions.as_number(unit, node.variable, real)
    limit = expressions.as_number(unit, element.limit, real)
    left, right = (limit, value) if upwards else (value, limit)
    return expressions.combined(unit, "FX" if real else "IX", "X{}-X{}", left, right, ALL, normal=real)


def _jump_if_negative(unit: Unit, value: Value, target: str) -> None:
    register = unit.registers.ready(value)
    unit.registers.drop(value)
    unit.op("NG", f"X{register},{target}")
