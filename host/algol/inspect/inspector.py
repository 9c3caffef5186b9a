"""A running ALGOL program, for the debugger: its protocol for languages (host/debugger/language.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import count, islice
from typing import NamedTuple

from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import PARCELS
from emulators.errors import IronboardError
from emulators.machine import Machine, Trace
from host.algol.compiler import Compiled
from host.algol.fault import Fault
from host.algol.inspect import steps
from host.algol.inspect.actuals import Names
from host.algol.inspect.codemap import CodeMap, Point
from host.algol.inspect.environment import Described, Environment, NoStorageError, Storage
from host.algol.inspect.evaluate import Evaluator
from host.algol.inspect.reading import UnknownNameError, names_of, read
from host.algol.inspect.showing import Moment, Showing
from host.algol.inspect.unset import Unset
from host.algol.inspect.values import Real, Value, encoded, written
from host.algol.standard import standard_procedures
from host.algol.syntax import (
    Array,
    Block,
    Declared,
    Expression,
    Formal,
    Label,
    Name,
    Node,
    Procedure,
    Subscripted,
    Type,
)
from host.algol.trace import Call
from host.algol.trace import Trace as Ways
from host.cdc6600 import Cdc6600
from host.debugger.language import MOST, Activation, Change, Goal, Passage, Scope, Spot
from host.debugger.language import Variable as Shown
from host.desk.cdc6600.job import GOOD_ENDS

MAIN = "the main program"
ENTERED = "the procedure is just being entered: its names mean something from its first statement on"
FIRST = 1000  # activations that are looked through for the names of variables in frames


class Here(NamedTuple):
    """An activation, and what its names mean."""

    call: Call
    point: Point | None
    environment: Environment
    at: Moment


class Inspector:
    """Looks into a program that runs on a machine."""

    name = "ALGOL 60"
    assign = ":="

    def __init__(self, compiled: Compiled, machine: Machine) -> None:
        assert isinstance(machine, Cdc6600)
        self._machine = machine
        self.codemap = CodeMap(compiled)
        self.storage = Storage(self.codemap, machine.peek)
        self.evaluator = Evaluator(self.storage)
        self._moment: tuple[int, ...] = ()
        self._known: list[Call] = []  # of the chain at that moment
        self._rest: Iterator[Call] = iter(())
        self._names = Names(self.storage)
        self._showing = Showing(self.evaluator, Unset(self.codemap))

    @property
    def ways(self) -> Ways:
        """The ways through the program."""
        return self.codemap.trace

    # ------------------------------------------------------------ where it is

    def _spot(self) -> Spot:
        return Spot(self._machine.read_register("P"), self._machine.read_register("PARCEL"))

    def knows(self, spot: Spot) -> bool:
        """Return whether an instruction is one of the program's own."""
        return self.codemap.region(spot.address) is not None

    def here(self) -> Passage | None:
        """Return the statement or parameter at whose beginning the machine stands."""
        point = self.codemap.begins.get(self._spot())
        return None if point is None else passage(point.node)

    def calls(self) -> Iterator[Call]:
        """Yield where the program is, then who has called that; in the library, from the call of the library on.

        What has been found out is kept as long as the machine stays where it is.
        """
        moment = self._machine.cycles, *map(self._machine.read_register, ("P", "PARCEL", "B6", "B7"))
        if moment != self._moment:
            self._moment, self._known, self._rest = moment, [], self._followed()
        rest = self._rest
        for number in count():
            if number == len(self._known):
                call = next(rest, None) if rest is self._rest else None
                if call is None:
                    return
                self._known.append(call)
            yield self._known[number]

    def _followed(self) -> Iterator[Call]:
        spot = self._spot()
        if self.knows(spot):
            yield from self.ways.calls(self._machine, *spot)
            return
        for frame in self._machine.frames():
            if self.knows(Spot(frame.call)):
                yield from self.ways.calls(self._machine, frame.call, PARCELS)  # the call is the last one of its word
                return

    def _activation(self, number: int) -> Here:
        """Return an activation by its number; raises IronboardError if there is none."""
        call = next(islice(self.calls(), number, None), None)
        if call is None:
            raise IronboardError("the program is not in its own code" if number == 0 else f"there is no frame {number}")
        return self._seen(call, number)

    def _seen(self, call: Call, number: int) -> Here:
        point = self.codemap.at(call.address, call.parcel)
        region, begins = call.region, number == 0 and self._spot() in self.codemap.begins
        owner = self.codemap.owner(region.node) if region.node is not None else call.procedure
        at = Moment(point.node if point else None, not begins)
        return Here(call, point, Environment(owner, call.frame), at)

    def _name(self, address: int) -> Declared | None:
        """Return what an address belongs to, in the activations that go on."""
        frames = (
            (each.frame, each.procedure)
            for each in islice(self.calls(), FIRST)
            if each.procedure is not None and each.procedure.recursive
        )
        return self._names.at(address, frames)

    def complaint(self) -> str:
        """Return why the program has been stopped before its end."""
        if self._machine.cause in (Cause.NONE, *GOOD_ENDS):
            return ""
        return Fault(self.codemap.compiled, self._machine, list(islice(self.calls(), FIRST))).message()

    # ------------------------------------------------------------ chains

    def activations(self, most: int = MOST) -> list[Activation]:
        """Return the dynamic chain."""
        spot = self._spot()
        found = []
        for number, call in enumerate(islice(self.calls(), most)):
            seen = self._seen(call, number)
            begins = number == 0 and (call.address, call.parcel) == spot and spot in self.codemap.begins
            where = passage(seen.point.node) if seen.point else None
            found.append(
                Activation(
                    self._title(seen),
                    self._note(seen),
                    Spot(call.address, call.parcel),
                    where,
                    begins,
                    call.region.node is not None,
                )
            )
        return found

    def _title(self, here: Here) -> str:
        if here.call.region.node is not None:
            return "a parameter"
        return here.call.name or MAIN

    def _note(self, here: Here) -> str:
        """Return a procedure's parameters, or the text of a parameter that is evaluated."""
        node, procedure = here.call.region.node, here.call.procedure
        if node is not None:
            return " ".join(node.at.text.split())
        if procedure is None or here.point is None:
            return ""
        shown = (self._showing.variable(each, here.environment, Moment(), self._name) for each in procedure.formals)
        return ", ".join(f"{each.name} = {each.value}" + (f" ({each.note})" if each.note else "") for each in shown)

    def scopes(self, activation: int = 0) -> list[Scope]:
        """Return the blocks and procedures around this point of the text."""
        here = self._activation(activation).environment
        return [
            Scope(_named(node), passage(node), level, self._words(node, here), isinstance(node, Procedure))
            for level, node in enumerate(self._around(activation))
        ]

    def _words(self, scope: Node, here: Environment) -> str:
        """Return where the words of a scope are."""
        owner = self.codemap.owner(scope)
        if owner is None or not owner.recursive:
            return ""
        try:
            return f"frame {self.storage.frame(owner, here):06o}"
        except NoStorageError as error:
            return str(error)

    def _around(self, activation: int) -> list[Node]:
        here = self._activation(activation)
        at = self._node(here)
        return [] if at is None else [each for each in self.codemap.around(at) if self._local(each)]

    def _node(self, here: Here) -> Node | None:
        """Return the statement or parameter that an activation is at; None where it is just being entered."""
        if here.point is not None:
            return here.point.node
        return self.codemap.compiled.program.body if here.call.procedure is None else None

    def _local(self, scope: Node) -> list[Declared]:
        """Return what is declared in a scope; a function's value is its own."""
        local = list(self.codemap.names(scope).values())
        result = [scope] if isinstance(scope, Procedure) and scope.type is not Type.NONE and scope.valued else []
        return [*result, *local]

    def variables(self, scope: int, activation: int = 0) -> list[Shown]:
        """Return what is declared in a scope."""
        around, here = self._around(activation), self._activation(activation)
        if not 0 <= scope < len(around):
            raise IronboardError(f"there is no scope {scope}")
        node = around[scope]
        owner = self.codemap.owner(node)
        try:
            there = self.storage.outer(owner, here.environment)
        except NoStorageError:
            there = here.environment
        at = self._node(here)
        meant = self._lookup(at) if at is not None else lambda name: None
        shown = ((each, self._shown(each, node, there, here)) for each in self._local(node))
        return [one if each is node or meant(each.name) is each else _hidden(one) for each, one in shown]

    def _shown(self, declared: Declared, scope: Node, there: Environment, here: Here) -> Shown:
        if isinstance(declared, Procedure) and declared is not scope:
            return Shown(declared.spelling, f"line {declared.at.line}", "procedure")
        return self._showing.variable(declared, there, here.at, self._name)

    # ------------------------------------------------------------ expressions

    def _lookup(self, at: Node) -> Callable[[str], Declared | None]:
        scopes = list(self.codemap.around(at))

        def lookup(name: str) -> Declared | None:
            for scope in scopes:
                if name in (local := self.codemap.names(scope)):
                    return local[name]
            return standard_procedures().get(name)

        return lookup

    def _read(self, text: str, here: Here) -> Expression:
        at = self._node(here)
        if at is None:
            raise IronboardError(ENTERED)
        return read(text, self._lookup(at))

    def evaluate(self, text: str, activation: int = 0) -> Shown:
        """Return the value of an expression; of a name, everything that is known about it."""
        here = self._activation(activation)
        node = self._read(text, here)
        if isinstance(node, Name) and not node.enclosed:
            there = self._home(node.declared, here.environment)
            return self._showing.variable(node.declared, there, here.at, self._name)
        value = self.evaluator.value(node, here.environment)
        shown = Shown(text.strip(), written(value), type_of(value))
        if isinstance(node, Subscripted):
            address, kind = self.evaluator.place(node, here.environment)
            return shown._replace(expression=text.strip(), type=kind.value, assignable=True, address=address)
        return shown

    def _home(self, declared: Declared, here: Environment) -> Environment:
        """Return the environment in which something was declared, if that can be reached from here."""
        owner = declared if isinstance(declared, Procedure) else declared.owner
        try:
            return self.storage.outer(owner, here)
        except NoStorageError:
            return here

    def children(self, text: str, first: int, count: int, activation: int = 0) -> list[Shown]:
        """Return elements of an array."""
        here = self._activation(activation)
        node = self._read(text, here)
        if not isinstance(node, Name):
            raise IronboardError(f"'{text}' is no array")
        return list(self._showing.elements(node.declared.name, self._array(node, here), first, count))

    def _array(self, node: Name, here: Here) -> Described:
        if not isinstance(node.declared, Array | Formal):
            raise IronboardError(f"'{node.at.text}' is no array")
        return self.evaluator.array(node.declared, here.environment)

    def change(self, text: str, value: str, activation: int = 0) -> Change:
        """Return with what a variable has the value of an expression: registers may hold copies of it.

        They are known where a statement begins, and in procedures that wait for others: there none does.
        """
        here = self._activation(activation)
        point = self.codemap.begins.get(self._spot())
        if point is None:
            raise IronboardError("variables can be changed where a statement begins: go on to the next one")
        target, source = self._read(text, here), self._read(value, here)
        address, kind = self.evaluator.place(target, here.environment)
        word = encoded(self.evaluator.value(source, here.environment), kind)
        there = self._activation(0).environment
        copies = [f"X{each}" for each, home in point.copies if self.storage.place(home, there) == address]
        return Change(address, word, tuple(copies))

    def condition(self, text: str) -> Callable[[], int] | None:
        """Return what computes an expression wherever the program is, None if its names are not of the language.

        A name must be declared somewhere in the program. Where it is not, or has no value, the condition is false.
        """
        names = names_of(text)
        if not names or not all(each in self._declared for each in names):
            return None
        try:
            read(text, self._anywhere)
        except UnknownNameError:
            return None

        known: dict[Node | None, Expression] = {}  # what it means at a statement

        def compute() -> int:
            try:
                here = self._activation(0)
                at = self._node(here)
                if at not in known:
                    known[at] = self._read(text, here)
                found = self.evaluator.value(known[at], here.environment)
            except IronboardError:
                return 0
            return _whole(found)

        return compute

    @cached_property
    def _declared(self) -> set[str]:
        return {each.name for each in self.codemap.parents if isinstance(each, Declared)} | set(standard_procedures())

    def _anywhere(self, name: str) -> Declared | None:
        return next(
            (each for each in self.codemap.parents if isinstance(each, Declared) and each.name == name),
            standard_procedures().get(name),
        )

    # ------------------------------------------------------------ places

    def place(self, text: str) -> tuple[str, list[Spot]] | None:
        """Return where a procedure, or the statement behind a label, begins."""
        name = "".join(text.lower().split())
        procedures = [each for each in self.codemap.compiled.program.procedures if each.name == name]
        labels = [each for each in self.codemap.labels if each.name == name and not name.isdecimal()]
        spots = [spot for each in procedures for spot in self._entry(each)]
        spots += [spot for each in labels for spot in self._labelled(each)]
        found: list[Procedure | Label] = [*procedures, *labels]
        return (found[0].spelling, spots) if spots else None

    def _entry(self, procedure: Procedure) -> list[Spot]:
        symbol = self.codemap.compiled.shared.entries.get(procedure)
        region = None if symbol is None else self.codemap.region(self.storage.symbols[symbol] + 1)
        if region is None or region.procedure is not procedure:
            return []
        address = self.codemap.body(region)
        begins = [each for each in self.codemap.points if each.begins and each.address == address]
        return [Spot(*each.place) for each in begins[:1]] or [Spot(address)]

    def _labelled(self, label: Label) -> list[Spot]:
        symbol = self.codemap.compiled.shared.entries.get(label)
        return [] if symbol is None else [Spot(self.storage.symbols[symbol])]

    def line(self, file: str, line: int, column: int = 1) -> tuple[int, int, list[Spot]] | None:
        """Return the first statement that begins at or behind a place: line, column, where its code begins."""
        if file != self.codemap.compiled.lines_file:
            return None
        for each in self.codemap.statements:
            at = each.node.at.line, each.node.at.column
            if at >= (line, column):
                spots = [Spot(*other.place) for other in self.codemap.statements if other.node is each.node]
                return (*at, spots)
        return None

    def columns(self, file: str, first: int, last: int) -> list[tuple[int, int]]:
        """Return lines and columns at which statements begin, on these lines."""
        if file != self.codemap.compiled.lines_file:
            return []
        found = {(each.node.at.line, each.node.at.column) for each in self.codemap.statements}
        return sorted(each for each in found if first <= each[0] <= last)

    def names(self, prefix: str = "") -> list[str]:
        """Return the names that mean something here, and begin so."""
        try:
            point = self._activation(0).point
        except IronboardError:
            point = None
        scopes = [] if point is None else self.codemap.around(point.node)
        found = {each.spelling for scope in scopes for each in self._local(scope)}
        found |= {each.spelling for each in self.codemap.compiled.program.procedures}
        return sorted(each for each in found if each.lower().startswith(prefix.lower()))

    # ------------------------------------------------------------ steps

    def step(self, *, over: bool) -> Goal:
        """Return the goal of a step to the next statement."""
        return steps.Over(self.codemap, list(self.calls())) if over else steps.Into(self.codemap)

    def out(self) -> Goal:
        """Return the goal of a run to where the procedure, or the parameter, has been called."""
        return steps.Out(self.codemap, list(self.calls()))

    def back(self, rows: Trace) -> int | None:
        """Return the row with which the statement before began, over calls."""
        return steps.before(self.codemap, list(self.calls()), rows)


def _hidden(each: Shown) -> Shown:
    """Return a variable that cannot be meant by its name: one further in has the same."""
    note = f"{each.note}, hidden" if each.note else "hidden"
    return each._replace(expression="", assignable=False, children=0, note=note)


def passage(node: Node) -> Passage:
    """Return where something stands in the text."""
    at = node.at
    return Passage(at.file, at.line, at.column, at.source.line(at.end), at.source.column(at.end))


def type_of(value: Value) -> str:
    """Return the type of a value."""
    if isinstance(value, bool):
        return Type.BOOLEAN.value
    return Type.INTEGER.value if isinstance(value, int) else Type.REAL.value if isinstance(value, Real) else ""


def _whole(value: Value) -> int:
    """Return a value as the debugger's expressions have them: whole numbers, zero for what has no value."""
    if isinstance(value, Real):
        return value.exact.__floor__()
    return int(value) if isinstance(value, int) else 0


def _named(node: Node) -> str:
    match node:
        case Procedure():
            return f"procedure {node.spelling}"
        case Block():
            return f"block of line {node.at.line}"
    return MAIN
