"""A procedure of ALGOL at its first instruction.

Its frame, if it has one, is only to be: it begins at the top of the stack, where its caller has put the parameters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emulators.errors import IronboardError
from emulators.machine import Machine
from host.compilers.algol import syntax
from host.compilers.algol.cdc6600.inspect.evaluate import AlgolExpressions
from host.compilers.algol.cdc6600.inspect.names import entry_of
from host.compilers.algol.cdc6600.inspect.storage import BASES, AlgolStorage, Environment, Stands
from host.compilers.algol.syntax import Formal, Kind, Type
from host.compilers.debuginfo import entered
from host.compilers.debuginfo.entered import Where
from host.compilers.debuginfo.table import Array, BaseType

FRAME, TOP, RESULT = "B6", "B7", "X6"


class Entered(entered.Entered):
    def __init__(
        self, machine: Machine, procedure: syntax.Procedure, storage: AlgolStorage, expressions: AlgolExpressions
    ) -> None:
        self._machine, self._storage, self._expressions = machine, storage, expressions
        self._formals = {each.name: each for each in procedure.formals}
        self.formals = [*self._formals]
        self.base = None if procedure.type is Type.NONE else BASES[procedure.type]
        frame = machine.read_register(TOP if procedure.recursive else FRAME)
        self._there = Environment(procedure, frame)
        self._names = {each: self._named(each) for each in procedure.formals if not each.by_value}

    def _named(self, formal: Formal) -> Stands:
        return self._expressions.stands(formal, self._there)

    def _array(self, formal: Formal) -> bool:
        return formal.kind is Kind.ARRAY or (formal in self._names and self._names[formal].sort == "array")

    def argument(self, name: str) -> Any:
        formal = self._formals[name]
        if self._array(formal):
            return self._described(formal)
        if formal.by_value and formal.kind is Kind.EXPRESSION:
            return self._storage.value(*self._word(formal))
        if formal.by_value:
            raise IronboardError(f"{name} is {formal.type.value} by value: it has no value of Python's")
        stands = self._names[formal]
        if stands.sort in ("variable", "constant", "expression"):
            return self._expressions.of_formal(formal, self._there)
        if stands.sort == "string":
            return stands.text
        if stands.declared is not None:
            return stands.declared.spelling
        if stands.node is not None:
            return " ".join(stands.node.at.text.split())
        raise IronboardError(f"{name} has no actual parameter")

    def place(self, name: str) -> Where:
        formal = self._formals[name]
        if formal.by_value:
            raise IronboardError(f"{name} is a parameter by value: its caller does not see it changed")
        if self._array(formal):
            return self._described(formal)
        stands = self._names[formal]
        try:
            return self._expressions.place_of(formal, self._there)
        except IronboardError as error:
            if stands.node is None:
                raise IronboardError(f"{name} stands for a {stands.sort} here, and not for a variable") from None
            at = stands.node.at
            why = f": {error}" if isinstance(stands.node, syntax.Subscripted) else ", which is no variable"
            raise IronboardError(f"{name} stands for '{' '.join(at.text.split())}' of line {at.line}{why}") from None

    def _word(self, formal: Formal) -> tuple[int, BaseType]:
        location = entry_of(formal, self._storage.shared.homes).location
        assert location is not None
        return self._storage.address(location, self._there), BASES[formal.type]

    def _described(self, formal: Formal) -> Array:
        if formal in self._names:
            address = self._names[formal].address
            if address is None:
                raise IronboardError(f"{formal.spelling} is not an array")
            return self._storage.described(address)
        entry = entry_of(formal, self._storage.shared.homes)
        assert entry.location is not None
        return self._storage.described(self._storage.address(entry.location, self._there))

    def result(self, words: Sequence[int]) -> Mapping[str, int]:
        return {RESULT: words[0]}

    def returned(self) -> Sequence[int]:
        return [self._machine.read_register(RESULT)]

    @property
    def level(self) -> int:
        return self._machine.read_register(TOP)
