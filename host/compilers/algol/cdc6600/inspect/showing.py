"""Names with their values, as text for people: variables, arrays, parameters, labels, procedures."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import islice, product
from typing import NamedTuple

from emulators.errors import IronboardError
from host.compilers.algol import syntax
from host.compilers.algol.cdc6600.inspect.codemap import AlgolCode
from host.compilers.algol.cdc6600.inspect.evaluate import Evaluator
from host.compilers.algol.cdc6600.inspect.storage import (
    ADDRESS,
    Described,
    Environment,
    Named,
    Stands,
    decoded,
    written,
)
from host.compilers.algol.syntax import Kind, Type, walk
from host.compilers.debuginfo.values import RunsCodeError
from host.languages import running

FEW = 12  # elements that are shown in a line
NO_VALUE = "no value yet"


class Moment(NamedTuple):
    """How far an activation has come: to the beginning of a statement, or into it. None: that is not known."""

    node: syntax.Node | None = None
    under_way: bool = False


class Showing:
    """Shows what the names of one program stand for."""

    def __init__(self, evaluator: Evaluator, unset: Unset) -> None:
        self._evaluator = evaluator
        self._storage = evaluator.storage
        self._unset = unset

    def variable(self, declared: syntax.Declared, here: Environment, at: Moment, names: Named) -> running.Variable:
        """Return a declared thing, seen from an environment at a moment."""
        name = declared.spelling
        try:
            match declared:
                case syntax.Variable() | syntax.Procedure(standard=False, valued=True):
                    return self._simple(declared, here, at)
                case syntax.Array() | syntax.Formal(kind=Kind.ARRAY):
                    return self._array(declared, here)
                case syntax.Formal(kind=Kind.EXPRESSION, by_value=True):
                    return self._simple(declared, here, at)
                case syntax.Formal():
                    return self._parameter(declared, here, names)
                case syntax.Label():
                    return running.Variable(name, f"line {declared.at.line}", "label")
                case syntax.Switch():
                    text = ", ".join(each.at.text for each in declared.elements)
                    return running.Variable(name, text, "switch")
                case syntax.Procedure():
                    return running.Variable(name, f"line {declared.at.line}", _kind(declared))
        except IronboardError as error:
            return running.Variable(name, f"({error})", _kind(declared))
        return running.Variable(name, "", _kind(declared))

    def _simple(
        self, declared: syntax.Variable | syntax.Formal | syntax.Procedure, here: Environment, at: Moment
    ) -> running.Variable:
        address = self._storage.word(declared, here)
        never = at.node is not None and self._unset.surely(declared, at.node, at.under_way)
        value = f"({NO_VALUE})" if never else written(decoded(self._storage.peek(address), declared.type))
        return running.Variable(
            declared.spelling, value, _kind(declared), expression=declared.name, assignable=True, address=address
        )

    def _array(self, declared: syntax.Array | syntax.Formal, here: Environment) -> running.Variable:
        found = self._storage.array(declared, here)
        return self.elements_of(declared.spelling, declared.name, found, "own " if _own(declared) else "")

    def elements_of(self, name: str, expression: str, found: Described, note: str = "") -> running.Variable:
        """Return an array with its bounds, and its elements if they are few."""
        bounds = ", ".join(f"{lower}:{upper}" for lower, upper in found.bounds)
        shown = [
            written(decoded(self._storage.peek(found.first + each & ADDRESS), found.type))
            for each in range(min(FEW, found.size))
        ]
        more = ", ..." if found.size > FEW else ""
        return running.Variable(
            name, f"({', '.join(shown)}{more})", f"{note}{found.type.value} array [{bounds}]", expression=expression,
            address=found.first if found.size else None, words=found.size, children=found.size,
        )  # fmt: skip

    def elements(self, name: str, found: Described, first: int, count: int) -> Iterator[running.Variable]:
        """Yield elements of an array, from one on."""
        subscripts = product(*(range(lower, upper + 1) for lower, upper in found.bounds))
        for index, each in enumerate(islice(subscripts, first, first + count), first):
            address = found.first + index & ADDRESS
            element = f"[{','.join(map(str, each))}]"
            value = written(decoded(self._storage.peek(address), found.type))
            yield running.Variable(
                element, value, found.type.value, expression=name + element, assignable=True, address=address
            )

    # ------------------------------------------------------------ parameters

    def _parameter(self, formal: syntax.Formal, here: Environment, names: Named) -> running.Variable:
        stands = self._evaluator.stands(formal, here)
        name, kind = formal.spelling, _kind(formal)
        if stands.sort == "array" and stands.address is not None:
            found = self._storage.described(stands.address)
            array = self.elements_of(name, formal.name, found)
            return array._replace(note=noted(stands, names))
        if stands.sort == "string":
            return running.Variable(name, f"‘{stands.text}’", kind)
        if stands.sort in ("variable", "constant", "expression"):
            return self._by_name(formal, stands, here, noted(stands, names))
        return running.Variable(name, noted(stands, names) or "(nothing yet)", kind)

    def _by_name(self, formal: syntax.Formal, stands: Stands, here: Environment, note: str) -> running.Variable:
        try:
            value = written(self._evaluator.of_formal(formal, here))
        except RunsCodeError:
            value = "(its value takes a call)"
        shown = running.Variable(formal.spelling, value, _kind(formal), expression=formal.name, note=note)
        try:
            address, _ = self._evaluator.place_of(formal, here)
        except IronboardError:
            return shown
        return shown._replace(assignable=True, address=address)


def noted(stands: Stands, names: Named) -> str:
    """Return what a parameter stands for: as the caller wrote it, with its line."""
    if stands.node is not None:
        return f"{' '.join(stands.node.at.text.split())}, line {stands.node.at.line}"
    if stands.sort == "constant":
        return "a constant"
    if stands.address is not None:
        found = names(stands.address)
        return f"{found.spelling}, line {found.at.line}" if found else ""
    if stands.declared is not None:
        standard = isinstance(stands.declared, syntax.Procedure) and stands.declared.standard
        return f"{stands.declared.spelling}, {'standard' if standard else f'line {stands.declared.at.line}'}"
    return ""


def _own(declared: syntax.Declared) -> bool:
    return isinstance(declared, syntax.Array | syntax.Variable) and declared.own


def _kind(declared: syntax.Declared) -> str:
    """Return what something is declared to be, in ALGOL's words."""
    match declared:
        case syntax.Variable():
            return f"own {declared.type.value}" if declared.own else declared.type.value
        case syntax.Array():
            return f"{'own ' if declared.own else ''}{declared.type.value} array"
        case syntax.Procedure(type=Type.NONE):
            return "procedure"
        case syntax.Procedure():
            return f"{declared.type.value} procedure"
        case syntax.Formal():
            return f"{_specified(declared)} by {'value' if declared.by_value else 'name'}"
        case syntax.Label():
            return "label"
        case syntax.Switch():
            return "switch"
    return ""


def _specified(formal: syntax.Formal) -> str:
    kind = {Kind.ARRAY: "array", Kind.PROCEDURE: "procedure", Kind.SWITCH: "switch", Kind.UNKNOWN: "anything"}.get(
        formal.kind, ""
    )
    values = (Type.INTEGER, Type.REAL, Type.BOOLEAN, Type.STRING, Type.LABEL)
    return f"{formal.type.value if formal.type in values else ''} {kind}".strip()


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
