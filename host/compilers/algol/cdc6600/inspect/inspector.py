"""A running ALGOL program, for the debugger: its protocol for languages (host/languages/running.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import islice
from typing import TypeAlias

from emulators.errors import IronboardError
from emulators.machine import Machine
from host.compilers.algol import syntax
from host.compilers.algol.cdc6600.inspect.codemap import AlgolCode, Call, Compiled
from host.compilers.algol.cdc6600.inspect.evaluate import Evaluator, UnknownNameError, names_of, read
from host.compilers.algol.cdc6600.inspect.showing import Moment, Showing, Unset
from host.compilers.algol.cdc6600.inspect.storage import (
    Environment,
    Names,
    NoStorageError,
    Storage,
    encoded,
    written,
)
from host.compilers.algol.standard import standard_procedures
from host.compilers.algol.syntax import Type
from host.compilers.backends.cdc6600 import debugging
from host.compilers.debuginfo import inspector
from host.compilers.debuginfo.inspector import FIRST, passage
from host.compilers.debuginfo.values import Real, Value
from host.compilers.ir.form import Frame, Place
from host.compilers.program import Kept
from host.languages.running import Scope, Spot, Variable

Here: TypeAlias = inspector.Here[syntax.Procedure, syntax.Node]

MAIN = "the main program"
ENTERED = "the procedure is being entered: its names are defined from its first statement on"


class AlgolInspector(debugging.Inspector[syntax.Procedure, syntax.Node]):
    """Looks into a program that runs on a machine."""

    name = "ALGOL 60"
    assign = ":="
    code: AlgolCode

    def __init__(self, compiled: Compiled, machine: Machine) -> None:
        super().__init__(compiled, machine)
        self.storage = Storage(self.code, self.peek)
        self._evaluator = Evaluator(self.storage)
        self._names = Names(self.storage)
        self._showing = Showing(self._evaluator, Unset(self.code))

    # ------------------------------------------------------------ words of variables

    def reached(self, place: Place, call: Call) -> int:
        return self.storage.reached(place, self._there(call))

    def addresses(self, kept: Kept) -> list[int]:
        """Return where the word of such a use is: once, or in each activation."""
        owner = self.code.owner(kept.node)
        if not isinstance(kept.place.base, Frame):
            return [self.storage.reached(kept.place, Environment(owner, 0))]
        found = (Environment(owner, each.frame) for each in islice(self.calls(), FIRST) if each.routine is owner)
        return [self.storage.reached(kept.place, each) for each in found]

    def _environment(self, here: Here) -> Environment:
        return self._there(here.call)

    def _there(self, call: Call) -> Environment:
        """Return the procedure of an activation and its frame, which give names their meanings."""
        region = call.region
        owner = self.code.owner(region.node) if region.node is not None else region.routine
        return Environment(owner, call.frame)

    @staticmethod
    def _at(here: Here) -> Moment:
        return Moment(here.point.node if here.point else None, not here.begins)

    def _name(self, address: int) -> syntax.Declared | None:
        """Return what an address belongs to, in the activations that go on."""
        frames = (
            (each.frame, each.routine)
            for each in islice(self.calls(), FIRST)
            if each.routine is not None and each.routine.recursive
        )
        return self._names.at(address, frames)

    # ------------------------------------------------------------ chains

    def title(self, here: Here) -> str:
        """Return what an activation is called."""
        return "a parameter" if here.call.region.node is not None else here.call.name or MAIN

    def note(self, here: Here) -> str:
        """Return a procedure's parameters, or the text of a parameter that is evaluated."""
        node, procedure = here.call.region.node, here.call.routine
        if node is not None:
            return " ".join(node.at.text.split())
        if procedure is None or here.point is None:
            return ""
        there = self._environment(here)
        shown = (self._showing.variable(each, there, Moment(), self._name) for each in procedure.formals)
        return ", ".join(f"{each.name} = {each.value}" + (f" ({each.note})" if each.note else "") for each in shown)

    def scopes(self, activation: int = 0) -> list[Scope]:
        """Return the blocks and procedures around this point of the text."""
        here = self.activation(activation)
        there = self._environment(here)
        return [
            Scope(_named(node), passage(node.at), level, self._words(node, there), isinstance(node, syntax.Procedure))
            for level, node in enumerate(self._around(here))
        ]

    def _words(self, scope: syntax.Node, here: Environment) -> str:
        """Return where the words of a scope are."""
        owner = self.code.owner(scope)
        if owner is None or not owner.recursive:
            return ""
        try:
            return f"frame {self.storage.frame(owner, here):06o}"
        except NoStorageError as error:
            return str(error)

    def _around(self, here: Here) -> list[syntax.Node]:
        at = self._node(here)
        return [] if at is None else [each for each in self.code.around(at) if self._local(each)]

    def _node(self, here: Here) -> syntax.Node | None:
        """Return the statement or parameter that an activation is at; None where it is just being entered."""
        if here.point is not None:
            return here.point.node
        return self.code.program.body if here.call.routine is None else None

    def _local(self, scope: syntax.Node) -> list[syntax.Declared]:
        """Return what is declared in a scope; a function's value is its own."""
        local = list(self.code.names(scope).values())
        result = [scope] if isinstance(scope, syntax.Procedure) and scope.type is not Type.NONE and scope.valued else []
        return [*result, *local]

    def variables(self, scope: int, activation: int = 0) -> list[Variable]:
        """Return what is declared in a scope."""
        here = self.activation(activation)
        around = self._around(here)
        if not 0 <= scope < len(around):
            raise IronboardError(f"there is no scope {scope}")
        node, at = around[scope], self._node(here)
        there = self._outer(self.code.owner(node), here)
        meant = self._lookup(at) if at is not None else lambda name: None
        shown = ((each, self._shown(each, node, there, here)) for each in self._local(node))
        return [one if each is node or meant(each.name) is each else _hidden(one) for each, one in shown]

    def _outer(self, owner: syntax.Procedure | None, here: Here) -> Environment:
        """Return the environment of a procedure around an activation, if that can be reached."""
        there = self._environment(here)
        try:
            return self.storage.outer(owner, there)
        except NoStorageError:
            return there

    def _shown(self, declared: syntax.Declared, scope: syntax.Node, there: Environment, here: Here) -> Variable:
        if isinstance(declared, syntax.Procedure) and declared is not scope:
            return Variable(declared.spelling, f"line {declared.at.line}", "procedure")
        return self.noted(self._showing.variable(declared, there, self._at(here), self._name))

    # ------------------------------------------------------------ expressions

    def _lookup(self, at: syntax.Node) -> Callable[[str], syntax.Declared | None]:
        """Return what gives the meaning of a name at a place."""
        names: dict[str, syntax.Declared] = {**standard_procedures()}
        for scope in reversed(list(self.code.around(at))):
            names |= self.code.names(scope)
        return names.get

    def _read(self, text: str, here: Here) -> syntax.Expression:
        at = self._node(here)
        if at is None:
            raise IronboardError(ENTERED)
        return read(text, self._lookup(at))

    def evaluate(self, text: str, activation: int = 0) -> Variable:
        """Return the value of an expression; of a name, everything that is known about it."""
        here = self.activation(activation)
        node, there = self._read(text, here), self._environment(here)
        if isinstance(node, syntax.Name) and not node.enclosed:
            owner = node.declared if isinstance(node.declared, syntax.Procedure) else node.declared.owner
            shown = self._showing.variable(node.declared, self._outer(owner, here), self._at(here), self._name)
            return self.noted(shown)
        value = self._evaluator.value(node, there)
        if isinstance(node, syntax.Subscripted):
            address, kind = self._evaluator.place(node, there)
            return Variable(text.strip(), written(value), kind.value, text.strip(), True, address)
        return Variable(text.strip(), written(value), type_of(value))

    def children(self, text: str, first: int, count: int, activation: int = 0) -> list[Variable]:
        """Return elements of an array."""
        here = self.activation(activation)
        node = self._read(text, here)
        if not isinstance(node, syntax.Name) or not isinstance(node.declared, syntax.Array | syntax.Formal):
            raise IronboardError(f"'{text}' is not an array")
        array = self._evaluator.array(node.declared, self._environment(here))
        return list(self._showing.elements(node.declared.name, array, first, count))

    def assigned(self, text: str, value: str, here: Here) -> list[tuple[int, int]]:
        """Return the address of a variable, and the word of an expression after its transfer."""
        target, source = self._read(text, here), self._read(value, here)
        there = self._environment(here)
        address, kind = self._evaluator.place(target, there)
        return [(address, encoded(self._evaluator.value(source, there), kind))]

    def readable(self, text: str) -> bool:
        """Return whether each name of an expression is declared somewhere in the program."""
        names = names_of(text)
        if not names or not all(each in self._declared for each in names):
            return False
        try:
            read(text, self._declared.get)
        except UnknownNameError:
            return False
        return True

    @cached_property
    def _declared(self) -> dict[str, syntax.Declared]:
        """Of each name what it means somewhere."""
        return {
            **standard_procedures(),
            **{each.name: each for each in self.code.parents if isinstance(each, syntax.Declared)},
        }

    def computed(self, text: str, here: Here) -> Callable[[Here], Value]:
        """Return what computes an expression, as its names are meant in an activation."""
        node = self._read(text, here)
        return lambda where: self._evaluator.value(node, self._environment(where))

    # ------------------------------------------------------------ places

    def place(self, text: str) -> tuple[str, list[Spot]] | None:
        """Return where a procedure, or the statement after a label, begins."""
        name = "".join(text.lower().split())
        procedures = [each for each in self.code.program.procedures if each.name == name]
        labels = [each for each in self.code.labels if each.name == name and not name.isdecimal()]
        spots = [spot for each in procedures for spot in self._entry(each)]
        spots += [spot for each in labels for spot in self._labelled(each)]
        found: list[syntax.Procedure | syntax.Label] = [*procedures, *labels]
        return (found[0].spelling, spots) if spots else None

    def _entry(self, procedure: syntax.Procedure) -> list[Spot]:
        symbol = self.code.shared.entries.get(procedure)
        region = None if symbol is None else self.code.region(self.storage.symbols[symbol] + 1)
        if region is None or region.routine is not procedure:
            return []
        address = self.code.body(region)
        begins = [each for each in self.code.points if each.begins and each.address == address]
        return [Spot(*each.place) for each in begins[:1]] or [Spot(address)]

    def _labelled(self, label: syntax.Label) -> list[Spot]:
        symbol = self.code.shared.entries.get(label, "")
        if symbol in self.storage.symbols:
            return [Spot(self.storage.symbols[symbol])]
        at = label.statement.at  # no code goes to the label: its statement has a place nevertheless
        found = self.line(at.source.file, at.line, at.column)
        return [] if found is None else found[2]

    def names(self, prefix: str = "") -> list[str]:
        """Return the names that mean something here, and begin so."""
        try:
            point = self.activation(0).point
        except IronboardError:
            point = None
        scopes = [] if point is None else self.code.around(point.node)
        found = {each.spelling for scope in scopes for each in self._local(scope)}
        found |= {each.spelling for each in self.code.program.procedures}
        return sorted(each for each in found if each.lower().startswith(prefix.lower()))


def _hidden(each: Variable) -> Variable:
    """Return a variable that cannot be meant by its name: one further in has the same."""
    note = f"{each.note}, hidden" if each.note else "hidden"
    return each._replace(expression="", assignable=False, children=0, note=note)


def type_of(value: Value) -> str:
    """Return the type of a value."""
    if isinstance(value, bool):
        return Type.BOOLEAN.value
    return Type.INTEGER.value if isinstance(value, int) else Type.REAL.value if isinstance(value, Real) else ""


def _named(node: syntax.Node) -> str:
    match node:
        case syntax.Procedure():
            return f"procedure {node.spelling}"
        case syntax.Block():
            return f"block of line {node.at.line}"
    return MAIN
