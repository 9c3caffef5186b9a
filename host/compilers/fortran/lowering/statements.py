"""Statements, one after the other: a block begins where a statement number is that is gone to."""

from __future__ import annotations

from collections.abc import Callable

from emulators.errors import SourceErrors
from host.compilers.fortran import syntax
from host.compilers.fortran.lowering import calls, elements, expressions, loops, transfers
from host.compilers.fortran.lowering.unit import Unit
from host.compilers.fortran.syntax import Indicator, Type
from host.compilers.ir.form import Place, Region, Value


def statements(unit: Unit, listed: list[syntax.Statement]) -> None:
    """Lower the statements of a unit."""
    begun: dict[syntax.Do, loops.Loop] = {}
    used = gone_to(listed)
    for number, each in enumerate(listed):
        if isinstance(each, syntax.Specification | syntax.Format | syntax.StatementFunction):
            continue
        if each in used:
            unit.label(unit.labels_of.setdefault(each, unit.new_label()))
        if unit.ended and each not in used:
            unit.label(unit.new_label())  # not reached
        if isinstance(each, syntax.Do):
            unit.begin(each)
            unit.begin_statement()
            after = listed[number + 1 : listed.index(each.end, number) + 1]
            begun[each] = loops.begin(unit, each, loops.changes(after), after)
        else:
            statement(unit, each)
        for loop in each.ends:
            loops.end(unit, begun[loop])


def gone_to(listed: list[syntax.Statement]) -> set[syntax.Statement]:
    """Return the statements that others of the unit go to."""
    labels = (each for each in syntax.walk(*listed) if isinstance(each, syntax.Label))
    own = {each.label for each in syntax.walk(*listed) if isinstance(each, syntax.Statement)}
    ends = {each.last for each in listed if isinstance(each, syntax.Do)}
    return {each.statement for each in labels if each not in own and each not in ends and each.statement is not None}


def statement(unit: Unit, node: syntax.Statement) -> None:
    """Lower a statement that is not a DO."""
    unit.begin(node)
    unit.begin_statement()
    STATEMENTS[type(node)](unit, node)


# ---------------------------------------------------------------- assignments


def _assignment(unit: Unit, node: syntax.Assignment) -> None:
    values = node.values
    if len(values) == 1:
        _put(unit, node.targets[0], expressions.words(unit, values[0]))
        return
    given = expressions.words(unit, node.value)
    kind = node.value.type
    for target in reversed(node.targets):
        given, kind = expressions.converted(unit, given, kind, target.type), target.type
        _put(unit, target, given)


def _put(unit: Unit, target: syntax.Expression, given: tuple[Value, ...]) -> None:
    place, region = target_of(unit, target)
    unit.keep(place, region, given)


def target_of(unit: Unit, target: syntax.Expression) -> tuple[Place, Region]:
    """Return the place that is assigned to."""
    assert isinstance(target, syntax.Name | syntax.Element)
    place = unit.place(target.symbol) if isinstance(target, syntax.Name) else elements.place(unit, target)
    return place, unit.region(target.symbol)


def give(unit: Unit, target: syntax.Expression, word: Value) -> None:
    """Lower the assignment of an integer or a real to an argument of a subroutine of the language."""
    if not isinstance(target, syntax.Name | syntax.Element):
        raise SourceErrors([target.at.error("this gets a value: a variable is needed")])
    kind = Type.REAL if word.type == "r" else Type.INTEGER
    _put(unit, target, expressions.converted(unit, (word,), kind, target.type))


def _assign(unit: Unit, node: syntax.Assign) -> None:
    label = unit.label_of(node.target)
    (word,) = unit.op("label", kinds=("a",), targets=(label,))
    _put(unit, node.variable, (word,))


# ---------------------------------------------------------------- where to go on


def _go_to(unit: Unit, node: syntax.GoTo) -> None:
    unit.jump(unit.label_of(node.target))


def _computed(unit: Unit, node: syntax.ComputedGoTo) -> None:
    value = expressions.value(unit, node.value)
    if unit.shared.checks:
        check = unit.shared.check("go to", node)
        unit.bounded(value, unit.integer(1), unit.integer(len(node.targets)), check)
    unit.end("table", value, targets=tuple(unit.label_of(each) for each in node.targets))


def _assigned(unit: Unit, node: syntax.AssignedGoTo) -> None:
    labels = [unit.label_of(each) for each in node.targets]
    assigns = [each for each in syntax.walk(*unit.source.statements) if isinstance(each, syntax.Assign)]
    for each in assigns:
        if not isinstance(each.target.statement, syntax.Format):
            labels.append(unit.label_of(each.target))
    if not labels:
        raise SourceErrors([node.at.error(f"no ASSIGN statement gives {node.variable.name} a statement number")])
    value = unit.load(unit.place(node.variable.symbol), unit.region(node.variable.symbol), "a")
    unit.end("indirect", value, targets=tuple(dict.fromkeys(labels)))


def _arithmetic_if(unit: Unit, node: syntax.ArithmeticIf) -> None:
    negative, zero, positive = (unit.label_of(each) for each in node.targets)
    turned = negative == zero != positive
    word = _sign(unit, node.value, turned)
    if negative == zero == positive:
        unit.jump(zero)
    elif negative == positive:
        unit.branch("zr", word, zero, positive)
    elif turned:
        unit.branch("ng", word, positive, zero)
    elif zero == positive:
        unit.branch("ng", word, negative, positive)
    else:  # -0 is not negative
        other = unit.new_label()
        unit.branch("zr", word, zero, other)
        unit.label(other)
        unit.branch("ng", word, negative, positive)


def _sign(unit: Unit, node: syntax.Expression, turned: bool) -> Value:
    """Return a word with the sign of a number; `turned`: with the other sign. A difference need have no more."""
    match node:
        case syntax.Binary(operator=syntax.Operator.MINUS) if node.type is Type.INTEGER and not _wide(unit, node):
            left, right = expressions.value(unit, node.left), expressions.value(unit, node.right)
            return unit.value("diff.i", *((right, left) if turned else (left, right)))
        case syntax.Binary(operator=syntax.Operator.MINUS) if node.type is Type.REAL and turned:
            left, right = expressions.value(unit, node.left), expressions.value(unit, node.right)
            return unit.value("sub.r", right, left)
    given = expressions.words(unit, node)
    return expressions.negative(unit, given, node.type)[0] if turned else given[0]


def _wide(unit: Unit, node: syntax.Binary) -> bool:
    return bool(unit.shared.magnitudes.wide(node.left, node.right))


def _two_way(unit: Unit, node: syntax.TwoWayIf) -> None:
    first, second = (unit.label_of(each) for each in node.targets)
    if node.value.type is Type.LOGICAL:
        expressions.branch(unit, node.value, first, second)
    else:
        unit.branch("nz", expressions.value(unit, node.value), first, second)


def _logical_if(unit: Unit, node: syntax.LogicalIf) -> None:
    after = unit.new_label()
    if isinstance(node.statement, syntax.GoTo):
        expressions.branch(unit, node.condition, unit.label_of(node.statement.target), after)
    else:
        then = unit.new_label()
        expressions.branch(unit, node.condition, then, after)
        unit.label(then)
        unit.at(node.statement)
        STATEMENTS[type(node.statement)](unit, node.statement)
    unit.label(after)


def _indicator_if(unit: Unit, node: syntax.IndicatorIf) -> None:
    word, condition = unit.machine.indicated(unit, node)
    if node.indicator is Indicator.UNIT:  # not ready, ready, end of file, parity error
        _, ready, end, error = (unit.label_of(each) for each in node.targets)
        other = unit.new_label()
        unit.branch("ng", word, end, other)
        unit.label(other)
        unit.branch("nz", word, error, ready)
        return
    first, second = (unit.label_of(each) for each in node.targets)
    unit.branch(condition, word, first, second)


# ---------------------------------------------------------------- calls, ends


def _call(unit: Unit, node: syntax.CallStatement) -> None:
    standard = unit.machine.subroutines.get(node.name) if node.symbol.unit is None else None
    if standard is not None and node.symbol.dummy is None:
        standard(unit, node)
    else:
        calls.invoke(unit, node, node.symbol, node.arguments)


def leave(unit: Unit) -> None:
    """Lower the return from a subprogram; of the main program, its end."""
    if unit.unit.sort == "main":
        unit.end("end")
        return
    result = unit.source.result
    if result is None or result.type is None:
        unit.end("return")
    else:
        unit.end("return", *unit.fetch(unit.place(result), unit.region(result), result.type))


STATEMENTS: dict[type, Callable[..., None]] = {
    syntax.Assignment: _assignment,
    syntax.Assign: _assign,
    syntax.GoTo: _go_to,
    syntax.ComputedGoTo: _computed,
    syntax.AssignedGoTo: _assigned,
    syntax.ArithmeticIf: _arithmetic_if,
    syntax.TwoWayIf: _two_way,
    syntax.LogicalIf: _logical_if,
    syntax.IndicatorIf: _indicator_if,
    syntax.SenseLight: lambda unit, node: unit.machine.sense_light(unit, node),
    syntax.Continue: lambda unit, node: None,
    syntax.Stop: lambda unit, node: unit.machine.stop(unit, node),
    syntax.Pause: lambda unit, node: unit.machine.pause(unit, node),
    syntax.CallStatement: _call,
    syntax.Return: lambda unit, node: leave(unit),
    syntax.Transfer: transfers.transfer,
    syntax.FileControl: lambda unit, node: unit.machine.control(unit, node),
}
