"""Statements: code that does something.

For statements are as the Report writes them out: every expression is evaluated anew each time it is needed. The body
stands once, the test of a counting loop after it. Where the for list has several elements, a word says where to go on
after the body.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from host.algol import syntax
from host.algol.cdc6600 import arrays, calls, dynamic, expressions, jumps
from host.algol.cdc6600.registers import STORED, Value
from host.algol.cdc6600.unit import Level, Unit, by_name
from host.algol.cdc6600.words import Home
from host.algol.syntax import Type, walk

# Routines that store values where formal parameters by name stand for variables; they transfer numbers to their types.
ASSIGNED = {Type.INTEGER: "NAMESI", Type.REAL: "NAMESR", Type.BOOLEAN: "NAMESB"}


def statement(unit: Unit, node: syntax.Statement) -> None:
    """Write code for a statement."""
    for label in node.labels:
        unit.label(unit.shared.entries[label])
    if not isinstance(node, syntax.Compound | syntax.Block | syntax.Dummy):
        unit.begin(node)
    unit.begin_statement()
    match node:
        case syntax.Compound():
            for each in node.statements:
                statement(unit, each)
        case syntax.Block():
            block(unit, node)
        case syntax.Assignment():
            assignment(unit, node)
        case syntax.Goto():
            jumps.go_to(unit, node.target)
        case syntax.If():
            conditional(unit, node)
        case syntax.CallStatement():
            unit.registers.drop(calls.function(unit, node.call, valued=False))
        case syntax.For():
            loop(unit, node)
        case syntax.Dummy():
            pass


def block(unit: Unit, node: syntax.Block) -> None:
    """Write code for a block; where it has arrays on the stack, that is afterwards as it was."""
    declared = (each for each in node.declarations if isinstance(each, syntax.TypeDeclaration))
    unit.unset(unit.shared.homes[each] for those in declared for each in those.variables if not each.own)
    arrays.unset(unit, arrays.standing(unit, node))
    segments = arrays.made(unit, node)
    on_stack = any(not each.arrays[0].own for each in segments)
    outer: Level = unit.level
    if segments:
        unit.begin(segments[0].arrays[0])
    arrays.declare(unit, segments)
    if on_stack:
        jumps.keep_height(unit, node)
        unit.level = node
    for each in node.statements:
        statement(unit, each)
    if on_stack:
        unit.begin_statement()
        unit.op("SB7", unit.height(outer))
        unit.level = outer


def assignment(unit: Unit, node: syntax.Assignment) -> None:
    """Write an assignment: where to, from left to right; what; then it is stored."""
    addresses = [address_of(unit, each) for each in node.targets]
    if any(each.type is Type.UNKNOWN for each in node.targets):
        any_type(unit, node.targets, addresses, node.value)
        return
    value = expressions.stored_value(unit, node.value, STORED)
    for target, address in zip(node.targets, addresses, strict=True):
        put(unit, target, address, value)
    unit.registers.drop(value)


def any_type(
    unit: Unit,
    targets: Sequence[syntax.Name | syntax.Subscripted],
    addresses: Sequence[Value | None],
    node: syntax.Expression,
) -> None:
    """Write an assignment to parameters of which nothing is specified: each is given the value in its own type."""
    pair = dynamic.pair(unit, node, stored=True)
    for target, address in zip(targets, addresses, strict=True):
        put_any(unit, target, address, dynamic.copy(unit, pair))
    unit.registers.drop(*pair)


def put_any(unit: Unit, target: syntax.Name | syntax.Subscripted, address: Value | None, pair: dynamic.Pair) -> None:
    """Store a value whose type only the running program knows; neither it nor the address is needed any more."""
    if address is not None:
        dynamic.put(unit, pair, address)
    else:
        assert isinstance(target, syntax.Name)
        value = unit.routine(dynamic.TRANSFERS[expressions.declared_type(target)], *pair, keeps=())
        unit.store(value, unit.shared.homes[target.declared])
        unit.registers.drop(value)
    unit.registers.forget_variables()


def address_of(unit: Unit, target: syntax.Name | syntax.Subscripted) -> Value | None:
    """Write code for where a value goes; None: the place is known."""
    if isinstance(target, syntax.Subscripted):
        unknown = target.type is Type.UNKNOWN
        return dynamic.element_address(unit, target) if unknown else arrays.place(unit, target)
    if not by_name(target.declared):
        return None
    return unit.routine("NAMEA", unit.fetch(unit.shared.homes[target.declared], (1,)), keeps=())  # its kind in 59-54


def put(unit: Unit, target: syntax.Name | syntax.Subscripted, address: Value | None, value: Value) -> None:
    """Store a value. The address is needed no more, the value may be."""
    if address is None:
        assert isinstance(target, syntax.Name)
        unit.store(value, unit.shared.homes[target.declared])
        return
    if (
        isinstance(target, syntax.Name)
        and isinstance(target.declared, syntax.Formal)
        and target.declared.type in ASSIGNED
    ):
        kind = ASSIGNED[target.declared.type]
        kept = unit.registers.own(unit.registers.ready(value))
        unit.registers.drop(unit.routine(kind, kept, address))
        unit.registers.forget_variables()
        return
    register = unit.registers.ready(value, STORED)
    unit.op(f"SA{register}", unit.registers.reached(address))
    unit.registers.drop(address)
    if isinstance(target, syntax.Name):
        unit.registers.forget_variables()


def conditional(unit: Unit, node: syntax.If) -> None:
    """Write a conditional statement."""
    near = jumps.near_label(unit, node.then)
    if near is not None:
        expressions.branch(unit, node.condition, unit.shared.entries[near], when=True)
        if node.otherwise is not None:
            statement(unit, node.otherwise)
        return
    otherwise = unit.new_label()
    expressions.branch(unit, node.condition, otherwise, when=False)
    statement(unit, node.then)
    if node.otherwise is None:
        unit.label(otherwise)
        return
    behind = unit.new_label()
    unit.jump(behind)
    unit.label(otherwise)
    statement(unit, node.otherwise)
    unit.label(behind)


def loop(unit: Unit, node: syntax.For) -> None:
    """Write a for statement."""
    if len(node.elements) > 1:
        _several(unit, node)
        return
    match node.elements[0]:
        case syntax.ForValue() as element:
            _assign(unit, node, element.value)
            statement(unit, node.body)
        case syntax.ForWhile() as element:
            again = unit.new_label()

            def turn() -> None:
                statement(unit, node.body)
                unit.jump(again)

            _while(unit, node, element, again, turn)
        case syntax.ForStep() as element:
            _counted(unit, node, element)


def _several(unit: Unit, node: syntax.For) -> None:
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
            case syntax.ForValue():
                _assign(unit, node, element.value)
                to_body(again)
                unit.label(again)
            case syntax.ForWhile():
                _while(unit, node, element, again, partial(to_body, again))
            case syntax.ForStep():
                _steps(unit, node, element, again, partial(to_body, again))
    unit.jump(behind)
    unit.label(body)
    statement(unit, node.body)
    unit.begin_statement()
    back_to = unit.fetch(cell)
    unit.op("SB4", f"X{unit.registers.ready(back_to)}")
    unit.registers.drop(back_to)
    unit.op("JP", "B4")
    unit.label(behind)


def _assign(unit: Unit, node: syntax.For, expression: syntax.Expression) -> None:
    unit.at(node)
    unit.begin_statement()
    address = address_of(unit, node.variable)
    if node.variable.type is Type.UNKNOWN:
        any_type(unit, [node.variable], [address], expression)
        return
    wanted = STORED if _variable(unit, node) is None else (6,)
    value = expressions.stored_value(unit, expression, wanted)
    unit.registers.ready(value, wanted)
    put(unit, node.variable, address, value)
    unit.registers.drop(value)


def _while(unit: Unit, node: syntax.For, element: syntax.ForWhile, again: str, turn: Callable[[], None]) -> None:
    """Write the turns of a while element; each goes back to `again`."""
    behind = unit.new_label()
    unit.label(again)
    _assign(unit, node, element.value)
    expressions.branch(unit, element.condition, behind, when=False)
    turn()
    unit.label(behind)


def _steps(unit: Unit, node: syntax.For, element: syntax.ForStep, again: str, turn: Callable[[], None]) -> None:
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


def _counted(unit: Unit, node: syntax.For, element: syntax.ForStep) -> None:
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
    statement(unit, node.body)
    unit.at(node)
    _step(unit, node, element)
    if not sure:
        _label(unit, node, test)
    _go(unit, node, element, turn, when=True)
    _compare(unit, node, element)


def _variable(unit: Unit, node: syntax.For) -> Home | None:
    """Return where the controlled variable is, if it is a plain one."""
    declared = node.variable.declared if isinstance(node.variable, syntax.Name) else None
    if declared is None or by_name(declared) or _dynamic(node, node.variable):
        return None
    return unit.shared.homes[declared]


def _label(unit: Unit, node: syntax.For, symbol: str) -> None:
    """Write a label to which one comes with the controlled variable in X6, if it is a plain one."""
    unit.label(symbol)
    home = _variable(unit, node)
    if home is not None:
        unit.registers.note(6, home)


def _simple(limit: syntax.Expression) -> bool:
    """Whether a limit leaves the controlled variable in X6: a number or a variable."""
    return expressions.number_of(limit) is not None or (
        isinstance(limit, syntax.Name) and expressions.simple(limit) and expressions.type_of(limit) is Type.INTEGER
    )


def _begins(element: syntax.ForStep) -> bool:
    """Whether it is known now that there is a first turn."""
    start, step, limit = map(expressions.number_of, (element.start, element.step, element.limit))
    if isinstance(start, int) and isinstance(step, int) and isinstance(limit, int):
        return (limit - start) * step >= 0
    return False


def _step(unit: Unit, node: syntax.For, element: syntax.ForStep) -> None:
    """Write v := v + step."""
    unit.begin_statement()
    address = address_of(unit, node.variable)
    if _dynamic(node, element.step):
        total = dynamic.total(unit, node.variable, element.step)
        put_any(unit, node.variable, address, total)
        return
    real = _real(node.variable, element.step)
    before = expressions.as_number(unit, node.variable, real)
    step = expressions.as_number(unit, element.step, real)
    after = unit.compute("RX" if real else "IX", "X{}+X{}", before, step, wanted=(6,), normal=real)
    if real and not _real(node.variable):
        after = unit.routine("ROUND", after)
    elif not real and not _within(unit, node, element):
        after = expressions.limited(unit, after)
    put(unit, node.variable, address, after)
    unit.registers.drop(after)


def _within(unit: Unit, node: syntax.For, element: syntax.ForStep) -> bool:
    """Whether the controlled variable has 48 bits as long as there are turns: the limit has, and counts come to it."""
    if _variable(unit, node) is None or not isinstance(expressions.number_of(element.step), int):
        return False
    integer = expressions.type_of(element.limit) is Type.INTEGER and not dynamic.is_dynamic(element.limit)
    return integer and not expressions.may_be_large(unit, element.limit)


def _compare(unit: Unit, node: syntax.For, element: syntax.ForStep) -> None:
    """Write the check of the controlled variable that has gone beyond the limit, unless that is far from 48 bits."""
    home, step, limit = (
        _variable(unit, node),
        expressions.number_of(element.step),
        expressions.most(unit, element.limit),
    )
    if (
        home is None
        or not isinstance(step, int)
        or not step
        or _real(node.variable)
        or not _within(unit, node, element)
    ):
        return
    inner = (each.variable for each in walk(node.body) if isinstance(each, syntax.For))
    assert isinstance(node.variable, syntax.Name)
    others = any(isinstance(each, syntax.Name) and each.declared is node.variable.declared for each in inner)
    if limit + abs(step) > expressions.LARGEST or others or node.variable.declared in unit.shared.assigned:
        unit.registers.drop(expressions.limited(unit, unit.fetch(home)))


def _real(*nodes: syntax.Expression) -> bool:
    return any(expressions.type_of(each) is Type.REAL for each in nodes)


def _dynamic(node: syntax.For, other: syntax.Expression) -> bool:
    return dynamic.is_dynamic(node.variable) or dynamic.is_dynamic(other)


def _go(unit: Unit, node: syntax.For, element: syntax.ForStep, target: str, when: bool) -> None:
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


def _distance(unit: Unit, node: syntax.For, element: syntax.ForStep, upwards: bool) -> Value:
    """Write limit - v; downwards, v - limit."""
    if _dynamic(node, element.limit):
        order = dynamic.compared(unit, node.variable, element.limit)  # v - limit
        return unit.compute("IX", "X{}-X{}", unit.constant(0), order) if upwards else order
    real = _real(node.variable, element.limit)
    value = expressions.as_number(unit, node.variable, real)
    limit = expressions.as_number(unit, element.limit, real)
    left, right = (limit, value) if upwards else (value, limit)
    return unit.compute("FX" if real else "IX", "X{}-X{}", left, right, normal=real)
