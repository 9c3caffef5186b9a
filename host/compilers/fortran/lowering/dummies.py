"""Facts about dummies, which the language guarantees or which follow from the whole program.

* A dummy variable that the unit gives no value, and does not hand on, keeps its value as long as the unit runs: where
  one that something else changes meanwhile is also a dummy, the standard does not allow it (X3.9-1966, 8.3.1, 8.4.2).
* A dummy array stands for elements of arrays, unless some call hands over a variable in its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from host.compilers.fortran import syntax
from host.compilers.fortran.syntax import Kind, Symbol, Unit, walk


def values(unit: Unit) -> list[Symbol]:
    """Return the dummy variables that are loaded when the unit is entered."""
    nodes = [*walk(*unit.statements)]
    handed = {each.symbol for actual in _actuals(nodes) for each in [actual] if isinstance(each, syntax.Name)}
    used = {each.symbol for each in nodes if isinstance(each, syntax.Name)}
    used |= {each.symbol for symbol in unit.symbols.values() for each in walk(*symbol.dimensions)
             if isinstance(each, syntax.Name)}  # fmt: skip
    return [
        each
        for each in unit.dummies
        if each.kind is Kind.VARIABLE and each.type is not None and each in used
        and not each.assigned and each not in handed
    ]  # fmt: skip


def _actuals(nodes: list[syntax.Node]) -> Iterator[syntax.Expression]:
    """Yield the expressions that are handed over by address: arguments, and items of input."""
    for each in nodes:
        match each:
            case syntax.CallStatement(arguments=arguments):
                yield from arguments
            case syntax.Call(symbol=symbol, arguments=arguments) if symbol.kind is Kind.FUNCTION:
                yield from arguments
            case syntax.Transfer(items=items):
                yield from (item for item in walk(*items) if isinstance(item, syntax.Name))


def arrays(program: syntax.Program) -> set[Symbol]:
    """Return the dummy arrays for which no call hands over a variable."""
    handed: dict[Symbol, list[syntax.Expression]] = {}
    unknown: set[Unit] = set()
    for unit in program.units:
        for node in walk(*unit.statements):
            if isinstance(node, syntax.Name) and node.symbol is not None and node.symbol.unit is not None:
                unknown.add(node.symbol.unit)  # it is an argument: its calls have unknown arguments
            if isinstance(node, syntax.Call | syntax.CallStatement) and node.symbol.unit is not None:
                for dummy, actual in zip(node.symbol.unit.dummies, node.arguments, strict=False):
                    handed.setdefault(dummy, []).append(actual)
    found = {
        each
        for unit in program.units
        if unit not in unknown
        for each in unit.dummies
        if each.kind is Kind.ARRAY
    }  # fmt: skip
    while True:
        less = {each for each in found if all(_is_elements(actual, found) for actual in handed.get(each, ()))}
        if less == found:
            return found
        found = less


def _is_elements(actual: syntax.Expression, found: set[Symbol]) -> bool:
    if not isinstance(actual, syntax.Name | syntax.Element) or actual.symbol.kind is not Kind.ARRAY:
        return False
    return actual.symbol.dummy is None or actual.symbol in found
