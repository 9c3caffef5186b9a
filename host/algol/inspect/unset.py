"""Which variables have surely not been given a value yet: by the text of the program, where that leaves no doubt.

Nothing that may give it a value has been executed if all of that stands further down in the block (or the body of the
procedure), and nothing leads back up: no for statement around the place with one of them inside, no label before it.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property

from host.algol.inspect.codemap import CodeMap
from host.algol.syntax import (
    Assignment,
    Call,
    Declared,
    Expression,
    For,
    Formal,
    Name,
    Node,
    Procedure,
    Variable,
    walk,
)


class Unset:
    """Knows one program."""

    def __init__(self, codemap: CodeMap) -> None:
        self._codemap = codemap

    def surely(self, declared: Declared, at: Node, under_way: bool) -> bool:
        """Return whether a variable, or a function, has no value before a statement, or while that is under way."""
        home: Node | None = declared if isinstance(declared, Procedure) else declared.block
        if home is None or isinstance(declared, Formal) or (isinstance(declared, Variable) and declared.own):
            return False
        if not self._codemap.within(at, home) or self._codemap.owner(at) is not self._owner(declared):
            return False
        begin, end = home.at.start, at.at.end if under_way else at.at.start
        if any(begin <= label.at.start <= end for label in self._codemap.labels):
            return False
        given = self._given.get(declared, [])
        if self._captured(declared):
            given = sorted([*given, *(each.at.start for each in self._calls)])
        if self._any(given, begin, end):
            return False
        return not any(self._any(given, loop.at.start, loop.at.end) for loop in self._loops(at, home))

    @staticmethod
    def _owner(declared: Declared) -> Procedure | None:
        return declared if isinstance(declared, Procedure) else declared.owner

    @staticmethod
    def _captured(declared: Declared) -> bool:
        return declared.value_captured if isinstance(declared, Procedure) else declared.captured

    @staticmethod
    def _any(places: list[int], begin: int, end: int) -> bool:
        first = bisect_left(places, begin)
        return first < len(places) and places[first] < end

    def _loops(self, at: Node, home: Node) -> list[For]:
        found: list[For] = []
        here: Node | None = at
        while here is not None and here is not home:
            if isinstance(here, For):
                found.append(here)
            here = self._codemap.parents.get(here)
        return found

    @cached_property
    def _calls(self) -> list[Node]:
        """Everything that may run code of procedures."""
        return [
            each
            for each in self._codemap.parents
            if isinstance(each, Call) or (isinstance(each, Name) and (each.called or isinstance(each.declared, Formal)))
        ]

    @cached_property
    def _given(self) -> dict[Declared, list[int]]:
        """Where each variable may be given a value: assigned to, controlled, or handed over."""
        found: dict[Declared, list[int]] = {}
        for node in self._codemap.parents:
            for target in _targets(node):
                if isinstance(target, Name):
                    found.setdefault(target.declared, []).append(node.at.start)
        return {declared: sorted(places) for declared, places in found.items()}


def _targets(node: Node) -> list[Expression]:
    match node:
        case Assignment():
            return list(node.targets)
        case For():
            return [node.variable]
        case Call():
            return [name for each in node.actuals for name in walk(each) if isinstance(name, Name)]
    return []
