"""Input and output: a beginning, items, an end.

An implied DO is a loop around the items in it. If these are the elements of one array, one after the other, they are
one item.

    WRITE (6,10) N, (A(I), I = 1, N)    call FWRITEF 6, format
                                        call FITEM N., 1, integer
                                        call FITEM A., N, real
                                        call FEND
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from host.compilers.fortran import syntax
from host.compilers.fortran.lowering import calls, elements, expressions, loops
from host.compilers.fortran.lowering.unit import Unit
from host.compilers.fortran.syntax import Kind, Type


def transfer(unit: Unit, node: syntax.Transfer) -> None:
    """Lower a statement of input or output."""
    unit.machine.begin_transfer(unit, node)
    items(unit, node.items, node.output)
    result = unit.machine.end_transfer(unit, node)
    for label, condition in ((node.at_end, "ng"), (node.at_error, "nz")):
        if label is not None and result is not None:
            after = unit.new_label()
            unit.branch(condition, result, unit.label_of(label), after)
            unit.label(after)


def items(unit: Unit, listed: Sequence[syntax.Item], output: bool) -> None:
    """Lower the items of a list."""
    for each in listed:
        if isinstance(each, syntax.ImpliedDo):
            if not _at_once(unit, each):
                loops.loop(unit, each, output, partial(items, unit, each.items, output))
        elif isinstance(each, syntax.Name) and each.symbol.kind is Kind.ARRAY:
            count = elements.count(unit, each.symbol)
            unit.machine.item(unit, calls.argument(unit, each), count, each.type, whole=True)
        else:
            unit.machine.item(unit, calls.argument(unit, each), unit.integer(1), each.type, whole=False)


def _at_once(unit: Unit, node: syntax.ImpliedDo) -> bool:
    """Lower an implied DO with adjacent elements as one item; return whether that was possible.

    The number of elements is at least one, as that of turns is. The variable has no value afterwards.
    """
    if len(node.items) != 1 or not isinstance(node.items[0], syntax.Element):
        return False
    element = node.items[0]
    first, *others = element.subscripts
    variable = node.variable.symbol
    step = 1 if node.step is None else expressions.number_of(node.step)
    if step != 1 or element.type in (Type.DOUBLE, Type.COMPLEX):
        return False
    if not isinstance(first, syntax.Name) or first.symbol is not variable:
        return False
    if any(isinstance(each, syntax.Name) and each.symbol is variable for each in syntax.walk(*others)):
        return False
    if not all(expressions.simple(each) for each in (node.start, node.limit, *others)):
        return False
    start, limit = expressions.number_of(node.start), expressions.number_of(node.limit)
    begin = syntax.Element(element.at, element.name, [node.start, *others])
    begin.symbol, begin.type = element.symbol, element.type
    if start is not None and limit is not None:
        count = unit.integer(max(limit - start, 0) + 1)
    else:
        one = unit.integer(1)
        length = unit.value("sub.i", expressions.value(unit, node.limit), expressions.value(unit, node.start))
        (length,) = calls.LOWERED["max"](unit, [(length,), (unit.integer(0),)], Type.INTEGER)
        count = unit.value("add.i", length, one)
    if unit.shared.checks and limit is None:
        end = syntax.Element(element.at, element.name, [node.limit, *others])
        end.symbol, end.type = element.symbol, element.type
        elements.place(unit, end)  # its subscript is compared
    unit.machine.item(unit, calls.address(unit, elements.place(unit, begin)), count, element.type, whole=False)
    return True
