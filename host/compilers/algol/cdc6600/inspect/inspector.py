"""A running ALGOL program, for the debugger: its blocks, its parameters, its labels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, TypeAlias

from emulators.errors import IronboardError
from emulators.machine import Machine
from host.compilers.algol import syntax
from host.compilers.algol.cdc6600.inspect.codemap import AlgolCode
from host.compilers.algol.cdc6600.inspect.entered import Entered
from host.compilers.algol.cdc6600.inspect.evaluate import AlgolExpressions
from host.compilers.algol.cdc6600.inspect.names import Names, entry_of
from host.compilers.algol.cdc6600.inspect.storage import AlgolStorage, Environment, Stands, written
from host.compilers.algol.cdc6600.inspect.unset import Unset
from host.compilers.algol.syntax import Formal, Kind, Type
from host.compilers.backends.cdc6600 import debugging
from host.compilers.debuginfo import code
from host.compilers.debuginfo.inspector import FIRST, MAIN
from host.compilers.debuginfo.table import Entry, NoStorageError, Scope
from host.compilers.debuginfo.values import RunsCodeError
from host.languages.running import Spot, Variable

Here: TypeAlias = code.Here[syntax.Procedure, syntax.Node]


class AlgolInspector(debugging.Inspector[syntax.Procedure, syntax.Node]):
    """Looks into a program that runs on a 6600."""

    code: AlgolCode
    storage: AlgolStorage
    expressions: AlgolExpressions

    def __init__(self, compiled: Any, machine: Machine) -> None:
        storage = AlgolStorage(compiled.code)
        super().__init__(compiled, machine, storage, AlgolExpressions(compiled.code, storage))
        self._names = Names(storage)
        self._unset = Unset(self.code)

    # ------------------------------------------------------------ activations

    def title(self, here: Here) -> str:
        return "a parameter" if here.call.region.node is not None else super().title(here)

    def note(self, here: Here) -> str:
        node, procedure = here.call.region.node, here.call.routine
        if node is not None:
            return " ".join(node.at.text.split())
        if procedure is None or here.point is None:
            return ""
        there = self.environment(here)._replace(at=None)
        shown = (self.seen(self._entry(each), there) for each in procedure.formals)
        return ", ".join(f"{each.name} = {each.value}" + (f" ({each.note})" if each.note else "") for each in shown)

    # ------------------------------------------------------------ names

    def around(self, here: Here) -> Sequence[Scope]:
        at = self.code.node(here)
        if at is None:
            return ()
        meant = self.expressions.lookup(at)
        found = []
        for node in self.code.around(at):
            local = [*self.code.names(node).values()]
            result = isinstance(node, syntax.Procedure) and node.type is not Type.NONE and node.valued
            entries = [self._entry(node)] if isinstance(node, syntax.Procedure) and result else []  # its value
            for each in local:
                if isinstance(each, syntax.Procedure):
                    entry = Entry(each.spelling, "procedure", text=f"line {each.at.line}", declared=each)
                else:
                    entry = self._entry(each)
                entries.append(entry._replace(hidden=meant(each.name) is not each))
            if entries:
                note, whole = self._words(node, here), isinstance(node, syntax.Procedure)
                found.append(Scope(_named(node), node.at, entries, note, whole))
        return found

    def _entry(self, declared: syntax.Declared) -> Entry:
        return entry_of(declared, self.storage.shared.homes)

    def _words(self, scope: syntax.Node, here: Here) -> str:
        """Return where the words of a scope are."""
        owner = self.code.owner(scope)
        if owner is None or not owner.recursive:
            return ""
        try:
            return f"frame {self.storage.frame(owner, self.environment(here)):06o}"
        except NoStorageError as error:
            return str(error)

    def unset(self, entry: Entry, there: Environment) -> str:
        if there.at is None or entry.declared not in self.storage.shared.homes:
            return ""
        return "(no value yet)" if self._unset.surely(entry.declared, there.at, there.under_way) else ""

    # ------------------------------------------------------------ parameters by name

    def found(self, entry: Entry, there: Environment) -> Variable:
        formal = entry.declared
        if entry.location is not None:
            self.storage.check_active(formal, there)
        if not isinstance(formal, Formal) or formal.kind is Kind.ARRAY:
            return super().found(entry, there)
        if formal.kind is Kind.EXPRESSION and formal.by_value:
            return super().found(entry, there)
        stands = self.expressions.stands(formal, there)
        if stands.sort == "array" and stands.address is not None:
            return self.whole(entry, self.storage.described(stands.address))._replace(note=self._noted(stands))
        if stands.sort == "string":
            return Variable(entry.name, f"‘{stands.text}’", entry.type)
        if stands.sort in ("variable", "constant", "expression"):
            return self._by_name(entry, there)._replace(note=self._noted(stands))
        return Variable(entry.name, self._noted(stands) or "(nothing yet)", entry.type)

    def _by_name(self, entry: Entry, there: Environment) -> Variable:
        try:
            value = written(self.expressions.of_formal(entry.declared, there))
        except RunsCodeError:
            value = "(its value takes a call)"
        shown = Variable(entry.name, value, entry.type, expression=entry.expression)
        try:
            address, _ = self.expressions.place_of(entry.declared, there)
        except IronboardError:
            return shown
        return shown._replace(assignable=True, address=address)

    def _noted(self, stands: Stands) -> str:
        """Return what a parameter stands for: as the caller wrote it, with its line."""
        if stands.node is not None:
            return f"{' '.join(stands.node.at.text.split())}, line {stands.node.at.line}"
        if stands.sort == "constant":
            return "a constant"
        if stands.address is not None:
            found = self._name(stands.address)
            return f"{found.spelling}, line {found.at.line}" if found else ""
        if stands.declared is not None:
            standard = isinstance(stands.declared, syntax.Procedure) and stands.declared.standard
            return f"{stands.declared.spelling}, {'standard' if standard else f'line {stands.declared.at.line}'}"
        return ""

    def _name(self, address: int) -> syntax.Declared | None:
        """Return the owner of an address, in the activations that go on."""
        frames = (
            (each.frame, each.routine)
            for each in islice(self.calls(), FIRST)
            if each.routine is not None and each.routine.recursive
        )
        return self._names.at(address, frames)

    # ------------------------------------------------------------ places

    def entered(self, name: str) -> Entered:
        """Return a procedure of the outermost block, which the machine is about to enter."""
        wanted = "".join(name.lower().split())
        found = next(each for each in self.code.program.procedures if each.name == wanted and each.owner is None)
        return Entered(self.machine, found, self.storage, self.expressions)

    def place(self, text: str) -> tuple[str, list[Spot]] | None:
        """Return where a procedure, or the statement after a label, begins."""
        name = "".join(text.lower().split())
        procedures = [each for each in self.code.program.procedures if each.name == name]
        labels = [each for each in self.code.labels if each.name == name and not name.isdecimal()]
        spots = [spot for each in procedures for spot in self._begin(each)]
        spots += [spot for each in labels for spot in self._labelled(each)]
        found: list[syntax.Procedure | syntax.Label] = [*procedures, *labels]
        return (found[0].spelling, spots) if spots else None

    def _begin(self, procedure: syntax.Procedure) -> list[Spot]:
        symbol = self.code.shared.entries.get(procedure)
        region = None if symbol is None else self.code.region(self.storage.symbols[symbol])
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

    @property
    def routines(self) -> set[str]:
        return {each.spelling for each in self.code.program.procedures}


def _named(node: syntax.Node) -> str:
    match node:
        case syntax.Procedure():
            return f"procedure {node.spelling}"
        case syntax.Block():
            return f"block of line {node.at.line}"
    return MAIN
