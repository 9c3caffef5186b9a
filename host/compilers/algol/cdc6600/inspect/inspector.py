"""A running ALGOL program, for the debugger: its protocol for languages (host/languages/running.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import islice
from typing import TypeAlias

from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import ADDRESS_BITS
from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.machine import Machine
from host.compilers.algol import syntax
from host.compilers.algol.cdc6600.inspect.codemap import AlgolCode, Call
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
from host.compilers.algol.compiler import Compiled
from host.compilers.algol.standard import standard_procedures
from host.compilers.algol.syntax import Type
from host.compilers.backends.cdc6600.compiled import of_integer, signed
from host.compilers.debuginfo import inspector
from host.compilers.debuginfo.inspector import FIRST, passage
from host.compilers.debuginfo.values import Real, Value
from host.compilers.ir.form import Frame
from host.compilers.program import Kept
from host.languages.running import Change, Scope, Spot, Variable

Here: TypeAlias = inspector.Here[syntax.Procedure, syntax.Node]

MAIN = "the main program"
ENTERED = "the procedure is being entered: its names are defined from its first statement on"


class AlgolInspector(inspector.Inspector[syntax.Procedure, syntax.Node]):
    """Looks into a program that runs on a machine."""

    name = "ALGOL 60"
    assign = ":="
    code: AlgolCode

    def __init__(self, compiled: Compiled, machine: Machine) -> None:
        assert isinstance(machine, Cdc6600)
        super().__init__(compiled.code, machine)
        self._compiled, self._cpu = compiled, machine
        self._held: tuple[int, dict[int, str]] = -1, {}  # when; the registers that variables are in then
        self.storage = Storage(self.code, self._peek)
        self._evaluator = Evaluator(self.storage)
        self._names = Names(self.storage)
        self._showing = Showing(self._evaluator, Unset(self.code))

    # ------------------------------------------------------------ words of variables

    def _peek(self, address: int) -> int:
        """Return a word of storage; of a variable that a loop has in a register, that one."""
        register = self._registers().get(address)
        if register is None:
            return self._cpu.peek(address)
        word = self.register(register)
        return word if register.startswith("X") else of_integer(signed(word, ADDRESS_BITS))

    def _registers(self) -> dict[int, str]:
        """Return in which registers variables are, by the addresses of these, where the program is now."""
        moment, found = self._held
        if moment != self._cpu.cycles:
            call = next(self.calls(), None)
            point = None if call is None else self.code.at(call.address, call.part)
            found = {}
            if call is not None and point is not None and point.held:
                there = self._environment(self._seen(call, 0))
                found = {self.storage.reached(place, there): register for register, place in point.held}
            self._held = self._cpu.cycles, found
        return found

    def kept(self) -> list[Kept]:
        """Return the uses of words that loops have in registers."""
        return self._compiled.kept if self._compiled.shared.settings.level != "0" else []

    def addresses(self, kept: Kept) -> list[int]:
        """Return where the word of such a use is: once, or in each activation."""
        owner = self.code.owner(kept.node)
        if not isinstance(kept.place.base, Frame):
            return [self.storage.reached(kept.place, Environment(owner, 0))]
        found = (Environment(owner, each.frame) for each in islice(self.calls(), FIRST) if each.routine is owner)
        return [self.storage.reached(kept.place, each) for each in found]

    def _environment(self, here: Here) -> Environment:
        """Return what the names of an activation mean."""
        region = here.call.region
        owner = self.code.owner(region.node) if region.node is not None else region.routine
        return Environment(owner, here.call.frame)

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

    @property
    def failed(self) -> bool:
        """Whether the machine has stopped, and not at the program's end."""
        return self._cpu.cause not in (Cause.NONE, Cause.PROGRAM_STOP, Cause.END)

    def fault(self, calls: Sequence[Call]) -> str:
        """Return why it has stopped."""
        return self._compiled.complaint(self._cpu, calls)

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
        return self._noted(self._showing.variable(declared, there, self._at(here), self._name))

    def _noted(self, shown: Variable) -> Variable:
        """Return a variable with a note of the register that it is in, which its word in storage does not follow."""
        register = None if shown.address is None or shown.children else self._registers().get(shown.address)
        return (
            shown if register is None else shown._replace(note=", ".join(filter(None, (shown.note, f"in {register}"))))
        )

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
            return self._noted(shown)
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

    def change(self, text: str, value: str, activation: int = 0) -> Change:
        """Return with what a variable has the value of an expression: registers may hold copies of it.

        They are known where a statement begins, and in procedures that wait for others: there none does.
        """
        if self._compiled.shared.settings.level != "0":
            raise IronboardError("optimised code may have used the old value already: compile the program with -O0")
        here = self.activation(activation)
        point = self.code.begins.get(self.spot)
        if point is None:
            raise IronboardError("variables can be changed only where a statement begins: continue to the next one")
        target, source = self._read(text, here), self._read(value, here)
        there = self._environment(here)
        address, kind = self._evaluator.place(target, there)
        word = encoded(self._evaluator.value(source, there), kind)
        innermost = self._environment(self.activation(0))
        copies = [each for each, place in point.copies if self.storage.reached(place, innermost) == address]
        return Change(address, word, tuple(copies))

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
        symbol = self.code.shared.entries.get(label)
        return [] if symbol is None else [Spot(self.storage.symbols[symbol])]

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
