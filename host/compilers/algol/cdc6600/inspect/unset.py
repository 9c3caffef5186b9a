"""Which variables of an ALGOL program surely have no value yet."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property

from host.compilers.algol import syntax
from host.compilers.algol.cdc6600.inspect.codemap import AlgolCode
from host.compilers.algol.syntax import walk


class Unset:
    """Which variables of a program have surely not been given a value yet: by its text, where that leaves no doubt.

    Nothing that may give it a value has been executed if all of that stands further down in the block (or the body of
    the procedure), and nothing leads back up: no for statement around the place with one of them inside, no label
    before it.
    """

    def __init__(self, code: AlgolCode) -> None:
        self._code = code

    def surely(self, declared: syntax.Declared, at: syntax.Node, under_way: bool) -> bool:
        """Return whether a variable, or a function, has no value before a statement, or while that is under way."""
        function = isinstance(declared, syntax.Procedure)
        home: syntax.Node | None = declared if isinstance(declared, syntax.Procedure) else declared.block
        if (
            home is None
            or isinstance(declared, syntax.Formal)
            or (isinstance(declared, syntax.Variable) and declared.own)
        ):
            return False
        outwards = list(self._code.outwards(at))
        if home not in outwards or self._code.owner(at) is not (declared if function else declared.owner):
            return False
        begin, end = home.at.start, at.at.end if under_way else at.at.start
        if any(begin <= label.at.start <= end for label in self._code.labels):
            return False
        given = self._given.get(declared, [])
        if declared.value_captured if isinstance(declared, syntax.Procedure) else declared.captured:
            given = sorted([*given, *(each.at.start for each in self._calls)])
        loops = (each for each in outwards[: outwards.index(home)] if isinstance(each, syntax.For))
        return not any(
            _between(given, *each) for each in [(begin, end), *((loop.at.start, loop.at.end) for loop in loops)]
        )

    @cached_property
    def _calls(self) -> list[syntax.Node]:
        """Everything that may run code of procedures."""
        return [
            each
            for each in self._code.parents
            if isinstance(each, syntax.Call)
            or (isinstance(each, syntax.Name) and (each.called or isinstance(each.declared, syntax.Formal)))
        ]

    @cached_property
    def _given(self) -> dict[syntax.Declared, list[int]]:
        """Where each variable may be given a value: assigned to, controlled, or handed over."""
        found: dict[syntax.Declared, list[int]] = {}
        for node in self._code.parents:
            for target in _targets(node):
                if isinstance(target, syntax.Name):
                    found.setdefault(target.declared, []).append(node.at.start)
        return {declared: sorted(places) for declared, places in found.items()}


def _targets(node: syntax.Node) -> list[syntax.Expression]:
    match node:
        case syntax.Assignment():
            return list(node.targets)
        case syntax.For():
            return [node.variable]
        case syntax.Call():
            return [name for each in node.actuals for name in walk(each) if isinstance(name, syntax.Name)]
    return []


def _between(places: list[int], begin: int, end: int) -> bool:
    """Whether one of some places, in order, lies in a stretch."""
    first = bisect_left(places, begin)
    return first < len(places) and places[first] < end
