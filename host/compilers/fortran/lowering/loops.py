"""DO: the range is done, the variable stepped and compared with the limit, and so on: once at least.

    DO 5 I = 1, N       store slot [I.], 1
                      L1:
    5 ...               ...
                        v2:i = add.i [I.], 1
                        store slot [I.], v2
                        v3:i = diff.i [N.], v2
                        branch pl v3, L1, L2
                      L2:

Limit and step are evaluated before the loop; a variable that nothing in the range may change is looked at where it is
used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from host.compilers.fortran import syntax
from host.compilers.fortran.lowering import expressions
from host.compilers.fortran.lowering.unit import Counter, Unit
from host.compilers.fortran.syntax import Kind, Symbol
from host.compilers.ir.form import Label, Place, Region, Value

Counted = syntax.Do | syntax.ImpliedDo


@dataclass
class Loop:
    """A loop that has begun."""

    node: Counted
    top: Label
    limit: Callable[[], Value]
    step: Callable[[], Value]
    counter: Counter | None
    blocks: int  # of the unit before the range


def begin(
    unit: Unit, node: Counted, changed: Callable[[Symbol], bool], statements: Sequence[syntax.Statement] = ()
) -> Loop:
    """Lower the beginning of a loop, before its range; `changed`: whether the range may change a variable."""
    start = expressions.value(unit, node.start)
    limit = _parameter(unit, node.limit, changed)
    step = _parameter(unit, node.step, changed) if node.step is not None else lambda: unit.integer(1)
    if node.step is not None and expressions.number_of(node.step) is None and unit.shared.checks:
        check = unit.shared.check("step", unit.node)
        unit.bounded(step(), unit.integer(1), unit.integer(unit.machine.target.largest), check)
    counter = _counter(unit, node, statements)
    _store(unit, node, start)
    loop = Loop(node, unit.new_label(), limit, step, counter, len(unit.unit.blocks))
    unit.label(loop.top)
    return loop


def end(unit: Unit, loop: Loop) -> None:
    """Lower the end of a loop, after its range."""
    if not unit.beginning:  # a CONTINUE has no other code than this
        unit.at(loop.node)
    unit.begin_statement()
    place, region = _variable(unit, loop.node)
    value = unit.load(place, region, "i")
    unit.at(loop.node)
    after = unit.value("add.i", value, loop.step())
    unit.store(place, region, after)
    limit = loop.limit()
    left = unit.value("diff.i", limit, unit.load(place, region, "i"))
    out = unit.new_label()
    unit.branch("pl", left, loop.top, out)
    if loop.counter is not None:
        unit.counters.remove(loop.counter)
        del unit.values[loop.counter.symbol]
        slots = [op.place for op in unit.unit.blocks[-1].ops if op.results == (limit,) and op.region == "slot"]
        for block in unit.unit.blocks[loop.blocks :]:
            block.narrow.add(loop.counter.cell)
            block.narrow.update(each for each in slots if each is not None)
    unit.label(out)


def _counter(unit: Unit, node: Counted, statements: Sequence[syntax.Statement]) -> Counter | None:
    """Give the variable of a DO a word of its own in the range, on machines that keep it in an index register.

    Its own word then is as it was before after the last turn, as IBM's compiler left it, and gets the value on a jump
    out of the range.
    """
    symbol = node.variable.symbol
    if not unit.machine.planted or symbol.area is not None or symbol.dummy is not None or symbol in unit.values:
        return None
    if any(isinstance(each, syntax.Assign) for each in unit.source.statements):
        return None  # a jump may come from anywhere
    counter = Counter(symbol, unit.temporary_place(), frozenset(statements))
    unit.values[symbol] = counter.cell
    unit.counters.append(counter)
    unit.shared.counted[node] = counter.cell
    return counter


def loop(unit: Unit, node: syntax.ImpliedDo, output: bool, body: Callable[[], None]) -> None:
    """Lower an implied DO; input may change all that is in the list."""
    found = changes([node])
    listed = set() if output else {
        each.symbol for each in syntax.walk(*node.items) if isinstance(each, syntax.Name | syntax.Element)
    }  # fmt: skip
    begun = begin(unit, node, lambda symbol: symbol in listed or found(symbol))
    body()
    end(unit, begun)


def _parameter(unit: Unit, node: syntax.Expression, changed: Callable[[Symbol], bool]) -> Callable[[], Value]:
    """Return a function that gives the value of a limit or a step."""
    if (number := expressions.number_of(node)) is not None:
        return lambda: unit.integer(number)
    if isinstance(node, syntax.Name) and node.symbol.kind is Kind.VARIABLE and not changed(node.symbol):
        return lambda: expressions.value(unit, node)
    cell = unit.cell()
    unit.store(cell, "slot", expressions.value(unit, node))
    return lambda: unit.load(cell, "slot", "i")


def _variable(unit: Unit, node: Counted) -> tuple[Place, Region]:
    symbol = node.variable.symbol
    return unit.place(symbol), unit.region(symbol)


def _store(unit: Unit, node: Counted, value: Value) -> None:
    place, region = _variable(unit, node)
    unit.store(place, region, value)


def changes(nodes: Iterable[syntax.Node]) -> Callable[[Symbol], bool]:
    """Return whether some statements, or parts of them, may give a variable of their unit another value."""
    assigned: set[Symbol] = set()
    calls = False
    for each in syntax.walk(*nodes):
        match each:
            case syntax.Assignment(targets=targets):
                assigned.update(target.symbol for target in targets)  # type: ignore[attr-defined]
            case syntax.Do(variable=variable) | syntax.ImpliedDo(variable=variable) | syntax.Assign(variable=variable):
                assigned.add(variable.symbol)
            case syntax.Transfer(output=False, items=items):
                names = (each for each in syntax.walk(*items) if isinstance(each, syntax.Name | syntax.Element))
                assigned.update(each.symbol for each in names)
            case syntax.CallStatement(arguments=actuals):
                calls = True
                assigned.update(_named(actuals))
            case syntax.Call(symbol=symbol, arguments=actuals) if symbol.kind is Kind.FUNCTION:
                calls = True
                assigned.update(_named(actuals))
    stores = any(each.dummy is not None or each.kind is Kind.ARRAY for each in assigned)

    def changed(symbol: Symbol) -> bool:
        if symbol in assigned or (calls and (symbol.area is not None or symbol.dummy is not None)):
            return True
        return stores and (symbol.dummy is not None or symbol.shared)

    return changed


def _named(actuals: Iterable[syntax.Expression]) -> Iterable[Symbol]:
    return (each.symbol for each in actuals if isinstance(each, syntax.Name))
