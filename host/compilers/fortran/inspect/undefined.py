"""Which variables surely have no value where the program is: by its text, where that leaves no doubt.

A variable of the main program has none yet if nothing that may give it one stands before, and nothing leads back up.
The variable of a DO has none after the normal end of the loop, up to where something may give it one:

    DO 5 I = 1, N
  5 ...
    X = ...          I is undefined: this is come to from 5 only
    GO TO 7
  7 ...              who knows: 7 may have been come to from within the range

Source: X3.9-1966, 7.1.2.8 and 10.2.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from host.compilers.fortran import syntax
from host.compilers.fortran.lowering.statements import gone_to
from host.compilers.fortran.syntax import Do, Kind, Statement, Symbol, walk

NEVER = "(no value yet)"
QUIET = (syntax.Specification, syntax.Format, syntax.StatementFunction)


class Undefined:
    """Finds them in one program."""

    def __init__(self, program: syntax.Program) -> None:
        self._units = {each: _Flow(each) for each in program.units}
        self._main = program.main

    def told(self, symbol: Symbol, unit: syntax.Unit, at: syntax.Node | None, under_way: bool) -> str:
        """Return what is to be said instead of a value, where a statement begins or while it is under way."""
        flow = self._units.get(unit)  # a function of the language that is an argument has none
        place = flow.places.get(at) if flow is not None and isinstance(at, Statement) else None
        if flow is None or place is None or symbol.kind is not Kind.VARIABLE or symbol.shared:
            return ""
        if unit is self._main and symbol.area is None and not symbol.data and flow.never(symbol, place, under_way):
            return NEVER
        ended = flow.ended(symbol, place, under_way)
        return f"(undefined: the DO of line {ended.at.line} has ended)" if ended else ""


class _Flow:
    """The statements of a unit, in their order."""

    def __init__(self, unit: syntax.Unit) -> None:
        self.listed = [each for each in unit.statements if not isinstance(each, QUIET)]
        self.places = {each: number for number, each in enumerate(self.listed)}
        self.loops = [each for each in self.listed if isinstance(each, Do) and each.end in self.places]
        self.ends = {each: self.places[each.end] for each in self.loops}
        self.targets = {self.places[each] for each in gone_to(unit.statements) if each in self.places}
        for number, each in enumerate(self.listed):
            if isinstance(each, syntax.LogicalIf):
                self.places[each.statement] = number

    def never(self, symbol: Symbol, place: int, under_way: bool) -> bool:
        """Whether nothing can have given a variable of the main program a value."""
        after = self._around(0, place, under_way)
        return not self._come_to(0, after, place) and not self._given(symbol, 0, after)

    def ended(self, symbol: Symbol, place: int, under_way: bool) -> Do | None:
        """Return the DO that has counted with a variable and come to its end, if nothing has given that a value."""
        for loop in self.loops:
            if loop.variable.symbol is not symbol or not self.ends[loop] < place:
                continue
            first = self.ends[loop] + 1
            after = self._around(first, place, under_way)
            if not self._come_to(first, after, place) and not self._given(symbol, first, after):
                return loop
        return None

    def _come_to(self, first: int, after: int, place: int) -> bool:
        """Whether some statement, from the first one to the place, may have been gone to."""
        return any(each in self.targets for each in range(first, max(after, place + 1)))

    def _around(self, first: int, place: int, under_way: bool) -> int:
        """Return the number after that of the last statement that may have been done since the first one.

        That is `place`, or the end of a loop around it that has begun since.
        """
        ends = (self.ends[each] + 1 for each in self.loops
                if first <= self.places[each] < place <= self.ends[each])  # fmt: skip
        return max([place + under_way, place, *ends])

    def _given(self, symbol: Symbol, first: int, after: int) -> bool:
        common = symbol.area is not None or symbol.dummy is not None
        for number in range(first, after):
            statement = self.listed[number]
            if symbol in set(_given(statement)) or (common and _calls(statement)):
                return True
        return False


def _given(statement: Statement) -> Iterator[Symbol]:
    """Yield the variables that a statement may give a value."""
    for each in walk(statement):
        match each:
            case syntax.Assignment(targets=targets):
                yield from _named(targets)
            case Do(variable=variable) | syntax.ImpliedDo(variable=variable) | syntax.Assign(variable=variable):
                yield variable.symbol
            case syntax.Transfer(output=False):
                yield from _named([*walk(*each.items)])
            case syntax.Transfer(place=syntax.Expression() as place):
                yield from _named([place])
            case syntax.CallStatement(arguments=arguments) | syntax.Call(arguments=arguments):
                yield from _named(arguments)


def _named(nodes: list[syntax.Expression] | list[syntax.Node]) -> Iterator[Symbol]:
    yield from (each.symbol for each in nodes if isinstance(each, syntax.Name | syntax.Element))


@cache
def _calls(statement: Statement) -> bool:
    return any(
        isinstance(each, syntax.CallStatement) or (isinstance(each, syntax.Call) and each.symbol.kind is Kind.FUNCTION)
        for each in walk(statement)
    )
