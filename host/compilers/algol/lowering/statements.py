"""Statements: code that does something.

For statements are as the Report writes them out: every expression is evaluated anew each time it is needed. The body
is written once, the test of a counting loop after it, and before it, too, if it is simple and not known to hold:

    for i := 1 step 1 until n do S            store slot [I.], v1                  * 1
                                              ...
                                              branch pl v3, L1, L2                 * n - i
                                            L1:
                                              S
                                              v5:i = add.i v4, v1                  * i + 1
                                              store slot [I.], v5
                                              ...
                                              branch pl v7, L1, L2
                                            L2:

Where the for list has several elements, a word says where to go on after the body.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from host.compilers.algol import syntax
from host.compilers.algol.lowering import arrays, calls, dynamic, expressions, jumps, names
from host.compilers.algol.lowering.unit import KINDS, Level, Unit, by_name
from host.compilers.algol.syntax import Type, walk
from host.compilers.ir.form import Label, Place, Value


def statement(unit: Unit, node: syntax.Statement) -> None:
    """Lower a statement."""
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
            calls.statement(unit, node.call)
        case syntax.For():
            loop(unit, node)
        case syntax.Dummy():
            pass


def block(unit: Unit, node: syntax.Block) -> None:
    """Lower a block; where it has arrays on the stack, that is afterwards as it was."""
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
        unit.op("set.top", place=unit.height(outer))
        unit.level = outer


# ---------------------------------------------------------------- assignments


def assignment(unit: Unit, node: syntax.Assignment) -> None:
    """Lower an assignment: the addresses from left to right, the value, then the stores."""
    if _is_choice(node):
        _choice(unit, node, node.value)
        return
    addresses = [address_of(unit, each) for each in node.targets]
    if any(each.type is Type.UNKNOWN for each in node.targets):
        any_type(unit, node.targets, addresses, node.value)
        return
    value = expressions.stored_value(unit, node.value)
    for target, address in zip(node.targets, addresses, strict=True):
        put(unit, target, address, value)


def _is_choice(node: syntax.Assignment) -> bool:
    """Whether a conditional expression is assigned to a plain variable: each part of it may be."""
    target, value = node.targets[0], node.value
    plain = len(node.targets) == 1 and isinstance(target, syntax.Name) and not by_name(target.declared)
    return plain and isinstance(value, syntax.IfExpression) and value.transfer in (None, value.type)


def _choice(unit: Unit, node: syntax.Assignment, value: syntax.Expression) -> None:
    """Lower the assignment of an expression, or of a part of a conditional one."""
    if not isinstance(value, syntax.IfExpression) or value.transfer not in (None, value.type):
        put(unit, node.targets[0], None, expressions.stored_value(unit, value))
        return
    true, false, after = unit.new_label(), unit.new_label(), unit.new_label()
    expressions.branch(unit, value.condition, true, false)
    unit.label(true)
    _choice(unit, node, value.then)
    unit.jump(after)
    unit.label(false)
    _choice(unit, node, value.otherwise)
    unit.label(after)


def any_type(
    unit: Unit,
    targets: Sequence[syntax.Name | syntax.Subscripted],
    addresses: Sequence[Place | Value | None],
    node: syntax.Expression,
) -> None:
    """Lower an assignment to parameters of which nothing is specified: each is given the value in its own type."""
    pair = dynamic.pair(unit, node, stored=True)
    for target, address in zip(targets, addresses, strict=True):
        put_any(unit, target, address, pair)


def put_any(
    unit: Unit, target: syntax.Name | syntax.Subscripted, address: Place | Value | None, pair: dynamic.Pair
) -> None:
    """Store a value of a type that only the running program knows."""
    if isinstance(address, Value):
        dynamic.put(unit, pair, address)
    else:
        kind = target.type if isinstance(target, syntax.Subscripted) else expressions.declared_type(target)
        put(unit, target, address, unit.call(dynamic.TRANSFERS[kind], "w", X1=pair.word, X2=pair.type)[0])


def address_of(unit: Unit, target: syntax.Name | syntax.Subscripted) -> Place | Value | None:
    """Find where a value goes: to the place of an element, or by an address with its type; None: to a known word."""
    if isinstance(target, syntax.Subscripted):
        unknown = target.type is Type.UNKNOWN
        return dynamic.element_address(unit, target) if unknown else arrays.place(unit, target)
    if isinstance(target.declared, syntax.Formal) and by_name(target.declared):
        return names.address(unit, target.declared)
    return None


def put(unit: Unit, target: syntax.Name | syntax.Subscripted, address: Place | Value | None, value: Value) -> None:
    """Store a value."""
    if isinstance(address, Place):
        unit.store(address, "elements", value)
        return
    assert isinstance(target, syntax.Name)
    if address is None:
        unit.keep(target.declared, value)
        return
    assert isinstance(target.declared, syntax.Formal)
    names.assign(unit, target.declared, address, value)


def conditional(unit: Unit, node: syntax.If) -> None:
    """Lower a conditional statement."""
    near = jumps.near_label(unit, node.then)
    true, false = unit.new_label() if near is None else unit.shared.entries[near], unit.new_label()
    expressions.branch(unit, node.condition, true, false)
    if near is None:
        unit.label(true)
        statement(unit, node.then)
        if node.otherwise is not None:
            after = unit.new_label()
            if not unit.ended:
                unit.jump(after)
            unit.label(false)
            false = after
    else:
        unit.label(false)
        false = ""
    if node.otherwise is not None:
        statement(unit, node.otherwise)
    if false:
        unit.label(false)


# ---------------------------------------------------------------- for statements


def loop(unit: Unit, node: syntax.For) -> None:
    """Lower a for statement."""
    match node.elements:
        case (syntax.ForValue() as value,):
            _assign(unit, node, value.value)
            statement(unit, node.body)
        case (syntax.ForStep() as step,):
            _counted(unit, node, step)
        case (syntax.ForWhile() as condition,):
            _repeated(unit, node, condition, unit.new_label())
        case (syntax.ForValue() as value, syntax.ForWhile() as condition):
            body = unit.new_label()
            _assign(unit, node, value.value)
            unit.jump(body)  # after it one goes on as after all other turns
            _repeated(unit, node, condition, body)
        case _:
            _several(unit, node)


def _several(unit: Unit, node: syntax.For) -> None:
    body, after, cell = unit.new_label(), unit.new_label(), unit.place(unit.cell())
    backs: list[Label] = []

    def to_body(back: Label) -> None:
        unit.begin_statement()
        backs.append(back)
        unit.store(cell, "slot", unit.op("label", kinds=("a",), targets=(back,))[0])
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
    unit.jump(after)
    unit.label(body)
    statement(unit, node.body)
    unit.begin_statement()
    unit.end("indirect", unit.load(cell, "slot", "a"), targets=tuple(backs))
    unit.label(after)


def _assign(unit: Unit, node: syntax.For, expression: syntax.Expression) -> None:
    unit.at(node)
    unit.begin_statement()
    if _is_same(unit, node.variable, expression):
        return
    address = address_of(unit, node.variable)
    if node.variable.type is Type.UNKNOWN:
        any_type(unit, [node.variable], [address], expression)
        return
    put(unit, node.variable, address, expressions.stored_value(unit, expression))


def _repeated(unit: Unit, node: syntax.For, element: syntax.ForWhile, body: Label) -> None:
    """Lower a for statement that goes on while a condition holds: the test is at its end, but lowered first."""
    again, after, blocks = unit.new_label(), unit.new_label(), unit.unit.blocks
    start = len(blocks)
    unit.label(again)
    _assign(unit, node, element.value)
    expressions.branch(unit, element.condition, body, after)
    end = len(blocks)
    unit.label(body)
    statement(unit, node.body)
    if not unit.ended:
        unit.jump(again)
    blocks[start:] = blocks[end:] + blocks[start:end]
    unit.label(after)


def _is_same(unit: Unit, variable: syntax.Expression, value: syntax.Expression) -> bool:
    """Whether a plain variable is given the value that it has."""
    if (
        unit.shared.settings.check_unset
        or not isinstance(value, syntax.Name)
        or value.transfer not in (None, value.type)
    ):
        return False
    plain = isinstance(value.declared, syntax.Variable) or (
        isinstance(value.declared, syntax.Formal) and value.declared.by_value
    )
    return plain and isinstance(variable, syntax.Name) and variable.declared is value.declared


def _while(unit: Unit, node: syntax.For, element: syntax.ForWhile, again: Label, turn: Callable[[], None]) -> None:
    """Lower the turns of a while element; each goes back to `again`."""
    body, after = unit.new_label(), unit.new_label()
    unit.label(again)
    _assign(unit, node, element.value)
    expressions.branch(unit, element.condition, body, after)
    unit.label(body)
    turn()
    unit.label(after)


def _steps(unit: Unit, node: syntax.For, element: syntax.ForStep, again: Label, turn: Callable[[], None]) -> None:
    """Lower the turns of a step-until element of several; each goes back to `again`."""
    test, body, after = unit.new_label(), unit.new_label(), unit.new_label()
    _assign(unit, node, element.start)
    unit.jump(test)
    unit.label(again)
    _step(unit, node, element)
    unit.label(test)
    _test(unit, node, element, body, after)
    unit.label(body)
    turn()
    unit.label(after)
    _compare(unit, node, element)


def _counted(unit: Unit, node: syntax.For, element: syntax.ForStep) -> None:
    """Lower a for statement that counts: the test is at its end."""
    test, turn, after = unit.new_label(), unit.new_label(), unit.new_label()
    _assign(unit, node, element.start)
    sure = _begins(element) and _variable(node) is not None  # the test looks for the variable anew
    twice = not sure and _variable(node) is not None and _is_short(element)
    if twice:
        _test(unit, node, element, turn, after)
    elif not sure:
        unit.jump(test)
    unit.label(turn)
    statement(unit, node.body)
    unit.at(node)
    _step(unit, node, element)
    if not sure and not twice:
        unit.label(test)
    _test(unit, node, element, turn, after)
    unit.label(after)
    _compare(unit, node, element)


def _variable(node: syntax.For) -> syntax.Declared | None:
    """Return the controlled variable, if it is a plain one."""
    declared = node.variable.declared if isinstance(node.variable, syntax.Name) else None
    if declared is None or by_name(declared) or _dynamic(node, node.variable):
        return None
    return declared


def _is_short(element: syntax.ForStep) -> bool:
    """Whether the test of a loop is short enough to be there twice."""
    known = expressions.number_of(element.step) is not None or isinstance(element.step, syntax.Name)
    return known and all(expressions.simple(each) for each in (element.step, element.limit))


def _begins(element: syntax.ForStep) -> bool:
    """Whether it is known now that there is a first turn."""
    start, step, limit = map(expressions.number_of, (element.start, element.step, element.limit))
    if isinstance(start, int) and isinstance(step, int) and isinstance(limit, int):
        return (limit - start) * step >= 0
    return False


def _step(unit: Unit, node: syntax.For, element: syntax.ForStep) -> None:
    """Lower v := v + step."""
    unit.begin_statement()
    address = address_of(unit, node.variable)
    if _dynamic(node, element.step):
        total = dynamic.total(unit, node.variable, element.step)
        put_any(unit, node.variable, address, total)
        return
    real = _real(node.variable, element.step)
    before = expressions.as_number(unit, node.variable, real)
    step = expressions.as_number(unit, element.step, real)
    after = unit.value("add.r" if real else "add.i", before, step)
    if real and not _real(node.variable):
        after = expressions.converted(unit, after, Type.INTEGER)
    elif not real and not _within(unit, node, element):
        after = expressions.limited(unit, after)
    put(unit, node.variable, address, after)


def _within(unit: Unit, node: syntax.For, element: syntax.ForStep) -> bool:
    """Whether the controlled variable has 48 bits as long as there are turns: the limit has, and is reached."""
    if _variable(node) is None or not isinstance(expressions.number_of(element.step), int):
        return False
    integer = expressions.type_of(element.limit) is Type.INTEGER and not dynamic.is_dynamic(element.limit)
    return integer and not expressions.may_be_large(unit, element.limit)


def _compare(unit: Unit, node: syntax.For, element: syntax.ForStep) -> None:
    """Check the controlled variable that has gone beyond the limit, unless that is far from 48 bits."""
    declared, step, limit = (
        _variable(node),
        expressions.number_of(element.step),
        unit.shared.magnitudes.most(element.limit),
    )
    if (
        declared is None
        or not isinstance(step, int)
        or not step
        or _real(node.variable)
        or not _within(unit, node, element)
    ):
        return
    inner = (each.variable for each in walk(node.body) if isinstance(each, syntax.For))
    others = any(isinstance(each, syntax.Name) and each.declared is declared for each in inner)
    if limit + abs(step) > expressions.LARGEST or others or declared in unit.shared.assigned:
        expressions.limited(unit, unit.fetch(declared, "i"))


def _real(*nodes: syntax.Expression) -> bool:
    return any(expressions.type_of(each) is Type.REAL for each in nodes)


def _dynamic(node: syntax.For, other: syntax.Expression) -> bool:
    return dynamic.is_dynamic(node.variable) or dynamic.is_dynamic(other)


def _test(unit: Unit, node: syntax.For, element: syntax.ForStep, turn: Label, after: Label) -> None:
    """Go to another turn or not: that is over if (v - limit) x sign(step) > 0."""
    unit.begin_statement()
    known = expressions.number_of(element.step)
    if known == 0:
        unit.jump(turn)
        return
    if known is None:
        up, down = _distances(unit, node, element)
        typed = element.step.type in KINDS
        step = expressions.value(unit, element.step) if typed else dynamic.pair(unit, element.step).word
        distance = _by_sign(unit, up, down, step)
    else:
        distance = _distance(unit, node, element, upwards=known > 0)
    unit.branch("pl", distance, turn, after)


def _by_sign(unit: Unit, up: Value, down: Value | None, step: Value) -> Value:
    """Return one distance if the step is positive, the other one if it is negative, else a positive number."""
    sign = unit.value("sign", step)
    if down is None:
        left = unit.value("sub.i", unit.value("xor", up, sign, kind="i"), sign)  # no -0
    else:
        downwards = unit.value("and", down, sign, kind="i")
        upwards = unit.value("and", up, unit.value("not", sign, kind="b"), kind="i")
        left = unit.value("or", upwards, downwards, kind="i")
    some = unit.value("or", step, unit.value("neg.i", step), kind="i")
    return unit.value("and", left, some, kind="i")


def _distances(unit: Unit, node: syntax.For, element: syntax.ForStep) -> tuple[Value, Value | None]:
    """Return limit - v and, for reals, v - limit: a real difference is zero in many ways, with a sign of its own."""
    if _dynamic(node, element.limit) or not _real(node.variable, element.limit):
        return _distance(unit, node, element, upwards=True), None
    value = expressions.as_number(unit, node.variable, real=True)
    limit = expressions.as_number(unit, element.limit, real=True)
    return unit.value("diff.r", limit, value), unit.value("diff.r", value, limit)


def _distance(unit: Unit, node: syntax.For, element: syntax.ForStep, upwards: bool) -> Value:
    """Return limit - v; downwards, v - limit."""
    if _dynamic(node, element.limit):
        order = dynamic.compared(unit, node.variable, element.limit)  # v - limit
        return unit.value("neg.i", order) if upwards else order
    real = _real(node.variable, element.limit)
    value = expressions.as_number(unit, node.variable, real)
    limit = expressions.as_number(unit, element.limit, real)
    left, right = (limit, value) if upwards else (value, limit)
    return unit.value("diff.r" if real else "diff.i", left, right)
