"""For statements, as the Report writes them out: every expression is evaluated anew each time it is needed.

The body stands once, the test of a counting loop behind it. Where the for list has several elements, a word says where
to go on behind the body.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from host.algol.code import dynamic, expressions, statements, sums
from host.algol.code.registers import ALL, STORED, Value
from host.algol.code.storage import Home
from host.algol.code.unit import Unit, by_name
from host.algol.syntax import Expression, For, ForStep, ForValue, ForWhile, Name, Type, walk


def loop(unit: Unit, node: For) -> None:
    """Write a for statement."""
    if len(node.elements) > 1:
        _several(unit, node)
        return
    match node.elements[0]:
        case ForValue() as element:
            _assign(unit, node, element.value)
            statements.statement(unit, node.body)
        case ForWhile() as element:
            again = unit.new_label()

            def turn() -> None:
                statements.statement(unit, node.body)
                unit.jump(again)

            _while(unit, node, element, again, turn)
        case ForStep() as element:
            _counted(unit, node, element)


def _several(unit: Unit, node: For) -> None:
    body, behind, cell = unit.new_label(), unit.new_label(), unit.cell()

    def to_body(back: str) -> None:
        unit.begin_statement()
        where = unit.registers.take(STORED)
        unit.op(f"SX{where.register}", back)
        unit.store(where, cell)
        unit.registers.drop(where)
        unit.jump(body)

    for element in node.elements:
        again = unit.new_label()
        match element:
            case ForValue():
                _assign(unit, node, element.value)
                to_body(again)
                unit.label(again)
            case ForWhile():
                _while(unit, node, element, again, partial(to_body, again))
            case ForStep():
                _steps(unit, node, element, again, partial(to_body, again))
    unit.jump(behind)
    unit.label(body)
    statements.statement(unit, node.body)
    unit.begin_statement()
    back_to = unit.fetch(cell)
    unit.op("SB4", f"X{unit.registers.ready(back_to)}")
    unit.registers.drop(back_to)
    unit.op("JP", "B4")
    unit.label(behind)


def _assign(unit: Unit, node: For, expression: Expression) -> None:
    unit.at(node)
    unit.begin_statement()
    address = statements.address_of(unit, node.variable)
    if node.variable.type is Type.UNKNOWN:
        statements.any_type(unit, [node.variable], [address], expression)
        return
    wanted = STORED if _variable(unit, node) is None else (6,)
    value = sums.check(unit, expression, expressions.value(unit, expression, wanted))
    unit.registers.ready(value, wanted)
    statements.put(unit, node.variable, address, value)
    unit.registers.drop(value)


def _while(unit: Unit, node: For, element: ForWhile, again: str, turn: Callable[[], None]) -> None:
    """Write the turns of a while element; each goes back to `again`."""
    behind = unit.new_label()
    unit.label(again)
    _assign(unit, node, element.value)
    expressions.branch(unit, element.condition, behind, when=False)
    turn()
    unit.label(behind)


def _steps(unit: Unit, node: For, element: ForStep, again: str, turn: Callable[[], None]) -> None:
    """Write the turns of a step-until element of several; each goes back to `again`."""
    test, behind = unit.new_label(), unit.new_label()
    _assign(unit, node, element.start)
    unit.jump(test)
    unit.label(again)
    _step(unit, node, element)
    _label(unit, node, test)
    _go(unit, node, element, behind, when=False)
    turn()
    unit.label(behind)
    _compare(unit, node, element)


def _counted(unit: Unit, node: For, element: ForStep) -> None:
    """Write a for statement that counts: the test is at its end."""
    test, turn = unit.new_label(), unit.new_label()
    _assign(unit, node, element.start)
    sure = _begins(element) and _variable(unit, node) is not None  # the test looks for the variable anew
    if not sure:
        unit.jump(test)
    if _simple(element.limit):
        _label(unit, node, turn)
    else:
        unit.label(turn)
    statements.statement(unit, node.body)
    unit.at(node)
    _step(unit, node, element)
    if not sure:
        _label(unit, node, test)
    _go(unit, node, element, turn, when=True)
    _compare(unit, node, element)


def _variable(unit: Unit, node: For) -> Home | None:
    """Return where the controlled variable is, if it is a plain one."""
    declared = node.variable.declared if isinstance(node.variable, Name) else None
    if declared is None or by_name(declared) or _dynamic(node, node.variable):
        return None
    return unit.shared.home(declared)


def _label(unit: Unit, node: For, symbol: str) -> None:
    """Write a label to which one comes with the controlled variable in X6, if it is a plain one."""
    unit.label(symbol)
    home = _variable(unit, node)
    if home is not None:
        unit.registers.note(6, home)


def _simple(limit: Expression) -> bool:
    """Whether a limit leaves the controlled variable in X6: a number or a variable."""
    return expressions.number_of(limit) is not None or (
        isinstance(limit, Name) and expressions.simple(limit) and expressions.type_of(limit) is Type.INTEGER
    )


def _begins(element: ForStep) -> bool:
    """Whether it is known now that there is a first turn."""
    start, step, limit = map(expressions.number_of, (element.start, element.step, element.limit))
    if isinstance(start, int) and isinstance(step, int) and isinstance(limit, int):
        return (limit - start) * step >= 0
    return False


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
    after = expressions.combined(unit, "RX" if real else "IX", "X{}+X{}", before, step, (6,), normal=real)
    if real and not _real(node.variable):
        after = unit.routine("ROUND", after)
    elif not real and not _within(unit, node, element):
        after = sums.compared(unit, after)
    statements.put(unit, node.variable, address, after)
    unit.registers.drop(after)


def _within(unit: Unit, node: For, element: ForStep) -> bool:
    """Whether the controlled variable has 48 bits as long as there are turns: the limit has, and counts come to it."""
    if _variable(unit, node) is None or not isinstance(expressions.number_of(element.step), int):
        return False
    integer = expressions.type_of(element.limit) is Type.INTEGER and not dynamic.is_dynamic(element.limit)
    return integer and not sums.may_be_large(unit, element.limit)


def _compare(unit: Unit, node: For, element: ForStep) -> None:
    """Write the check of the controlled variable that has gone beyond the limit, unless that is far from 48 bits."""
    home, step, limit = _variable(unit, node), expressions.number_of(element.step), sums.most(unit, element.limit)
    if (
        home is None
        or not isinstance(step, int)
        or not step
        or _real(node.variable)
        or not _within(unit, node, element)
    ):
        return
    inner = (each.variable for each in walk(node.body) if isinstance(each, For))
    assert isinstance(node.variable, Name)
    others = any(isinstance(each, Name) and each.declared is node.variable.declared for each in inner)
    if limit + abs(step) > sums.LARGEST or others or node.variable.declared in unit.shared.assigned:
        unit.registers.drop(sums.compared(unit, unit.fetch(home)))


def _real(*nodes: Expression) -> bool:
    return any(expressions.type_of(each) is Type.REAL for each in nodes)


def _dynamic(node: For, other: Expression) -> bool:
    return dynamic.is_dynamic(node.variable) or dynamic.is_dynamic(other)


def _go(unit: Unit, node: For, element: ForStep, target: str, when: bool) -> None:
    """Write a jump that is taken if there is another turn, or if there is none: (v - limit) x sign(step) > 0."""
    unit.begin_statement()
    known = expressions.number_of(element.step)
    if known == 0:
        if when:
            unit.jump(target)
        return
    distance = _distance(unit, node, element, upwards=known is None or known > 0)
    if known is None:
        step = dynamic.pair(unit, element.step)
        unit.registers.drop(step.type)
        distance = unit.routine("FORSTEP", distance, step.word)
    home = _variable(unit, node)
    if home is not None and when and _simple(element.limit):
        unit.registers.drop(unit.fetch(home, (6,)))  # where it is already, but for loops that mix types
    register = unit.registers.ready(distance)
    unit.registers.drop(distance)
    unit.op("PL" if when else "NG", f"X{register},{target}")


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
