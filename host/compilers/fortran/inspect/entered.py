"""A subprogram of FORTRAN at its first instruction: its caller has left a list of addresses, one for each dummy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emulators.errors import IronboardError
from host.compilers.debuginfo import entered
from host.compilers.debuginfo.entered import Where
from host.compilers.debuginfo.table import Framed
from host.compilers.fortran import syntax
from host.compilers.fortran.inspect.evaluate import Environment, FortranExpressions
from host.compilers.fortran.inspect.names import Names
from host.compilers.fortran.syntax import Kind, Symbol


class Entered(entered.Entered):
    """The arguments of one activation; `listed` is the address of the first word of the list."""

    def __init__(self, inspector: Any, unit: syntax.Unit, listed: int) -> None:
        self._inspector = inspector
        names = Names(inspector.program, inspector.compiled.shared, inspector.words, _argument)
        code, storage = inspector.code, inspector.storage
        self._names, self._storage = names, inspector.storage
        self._expressions = FortranExpressions(names, storage, inspector.words, code)
        self._there: Environment = Environment(unit, listed)
        self._dummies = {each.name.lower(): each for each in unit.dummies}
        self.formals = [*self._dummies]
        kind = None if unit.result is None else unit.result.type
        self.base = None if kind is None else names.types[kind]

    def argument(self, name: str) -> Any:
        dummy = self._dummies[name]
        if dummy.kind in (Kind.FUNCTION, Kind.SUBROUTINE):
            return self._inspector.called(self._storage.address(self._names.pointer(dummy), self._there))
        where = self._where(dummy)
        return self._storage.value(*where) if isinstance(where, tuple) and len(where) == 2 else where

    def place(self, name: str) -> Where:
        dummy = self._dummies[name]
        if dummy.kind not in (Kind.VARIABLE, Kind.ARRAY):
            raise IronboardError(f"{name} stands for a {dummy.kind.value}, and not for a variable")
        where = self._where(dummy)
        if isinstance(where, tuple) and where[0] in self._inspector.constants:
            raise IronboardError(f"{name} stands for a constant here, and not for a variable")
        return where

    def _where(self, dummy: Symbol) -> Where:
        entry = self._names.entry(dummy)
        array = self._expressions.array(entry, self._there)
        if array is not None:
            return array
        assert entry.location is not None
        assert entry.base is not None
        return self._storage.address(entry.location, self._there), entry.base

    def result(self, words: Sequence[int]) -> Mapping[str, int]:
        return dict(zip(self._inspector.results, map(self._inspector.in_register, words), strict=False))

    def returned(self) -> Sequence[int]:
        assert self.base is not None
        read = self._inspector.machine.read_register
        return [self._inspector.of_register(read(each)) for each in self._inspector.results[: self.base.words]]


def _argument(dummy: Symbol) -> Framed:
    return Framed(None, dummy.dummy or 0)
