"""A running FORTRAN program, for the debugger: its units, its dummies, its statement numbers."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from emulators.errors import IronboardError
from emulators.machine import Machine
from host.compilers.debuginfo import code, inspector
from host.compilers.debuginfo.code import Point
from host.compilers.debuginfo.table import BaseType, Entry, NoStorageError, Scope
from host.compilers.fortran import syntax
from host.compilers.fortran.inspect.codemap import FortranCode
from host.compilers.fortran.inspect.entered import Entered
from host.compilers.fortran.inspect.evaluate import Environment, FortranExpressions
from host.compilers.fortran.inspect.names import Argument, FortranStorage, Names, texts
from host.compilers.fortran.inspect.undefined import Undefined
from host.compilers.fortran.inspect.values import Bits, Words
from host.compilers.fortran.syntax import Kind, Sort, Symbol, Type
from host.languages.running import Spot, Variable

Here: TypeAlias = code.Here[syntax.Unit, syntax.Node]

NUMBERED = re.compile(r"([A-Z][A-Z0-9]*)?\.([0-9]{1,5})")


class Inspector(inspector.Inspector[syntax.Unit, syntax.Node]):
    """Looks into a program that runs on a machine; `argument` gives the word with the address for a dummy."""

    code: FortranCode
    expressions: FortranExpressions
    results: tuple[str, ...]  # the registers with the words of a function's value

    def __init__(
        self, compiled: Any, machine: Machine, storage: FortranStorage, words: Words, argument: Argument
    ) -> None:
        self.program, self.words = compiled.program, words
        self._names = Names(compiled.program, compiled.shared, words, argument)
        expressions = FortranExpressions(self._names, storage, words, compiled.code)
        super().__init__(compiled, machine, storage, expressions)
        self._undefined = Undefined(self.program)
        self._texts = texts(self.program)

    # ------------------------------------------------------------ activations

    def environment(self, here: Here) -> Environment:
        return super().environment(here)._replace(entered=self._entered(here))

    def _entered(self, here: Here) -> bool:
        """Whether a subprogram has noted where its arguments are: when its first statement begins."""
        call = here.call
        return any(
            point.begins and point.place <= (call.address, call.part)
            for point in self._points_of(call.region.start)
        )  # fmt: skip

    def entered(self, name: str) -> Entered:
        """Return a subprogram, which the machine is about to enter."""
        unit = next(each for each in self.program.units if each.name == name.upper())
        return Entered(self, unit, self.listed())

    @abstractmethod
    def listed(self) -> int:
        """Return where the caller has put the addresses of the arguments, when a subprogram is being entered."""

    def in_register(self, word: int) -> int:
        """Return what the register of a function's value holds, for a word of it."""
        return word

    def of_register(self, held: int) -> int:
        """Return the word of a function's value in a register."""
        return held

    def _points_of(self, start: int) -> Iterator[Point[syntax.Node]]:
        """Yield the first places of a stretch of code where statements begin."""
        region = self.code.region(start)
        return (each for each in self.code.points if each.begins and self.code.region(each.address) == region)

    def note(self, here: Here) -> str:
        there = self.environment(here)._replace(at=None)
        unit = self.code.routine(here.call)
        shown = [self.seen(self._names.entry(each), there) for each in unit.dummies]
        return ", ".join(f"{each.name} = {each.value}" if each.value else each.name for each in shown)

    # ------------------------------------------------------------ names

    def around(self, here: Here) -> Sequence[Scope]:
        return self._names.scopes(self.code.routine(here.call))

    def shown(self, entry: Entry, here: Here, activation: int) -> Variable:
        symbol: Symbol = entry.declared
        shown = super().shown(entry, here, activation)
        if symbol.dummy is None:
            return shown
        if symbol.kind in (Kind.FUNCTION, Kind.SUBROUTINE):
            shown = shown._replace(value=self._subprogram(symbol, here))
        note = ", ".join(filter(None, (shown.note, self._actual(symbol, activation))))
        return shown._replace(note=note)

    def _subprogram(self, dummy: Symbol, here: Here) -> str:
        """Return the name of the subprogram that a dummy stands for."""
        try:
            address = self.storage.address(self._names.pointer(dummy), self.environment(here))
        except NoStorageError as error:
            return f"({error})"
        return self.called(address)

    def called(self, address: int) -> str:
        """Return the name of the subprogram that begins at an address."""
        region = next((each for each in self.code.regions if each.start == address), None)
        return region.title if region is not None else "a function of the library"

    def _actual(self, dummy: Symbol, activation: int) -> str:
        """Return the argument that a dummy stands for, as the caller wrote it."""
        try:
            caller, unit = self.activation(activation + 1), self.code.routine(self.activation(activation).call)
        except IronboardError:
            return ""
        if caller.point is None or dummy.dummy is None:
            return ""
        calls = [
            each
            for each in syntax.walk(caller.point.node)
            if isinstance(each, syntax.Call | syntax.CallStatement)
            and each.symbol is not None
            and (each.symbol.unit is unit or each.symbol.dummy is not None)
        ]
        if len(calls) != 1 or dummy.dummy >= len(calls[0].arguments):
            return ""  # of several calls in a statement, any may be meant
        at = calls[0].arguments[dummy.dummy].at
        return f"{' '.join(at.text.split())}, line {at.line}"

    def text(self, entry: Entry, address: int, base: BaseType) -> tuple[str, str]:
        if entry.declared in self._texts and base.words == 1:
            word = self.storage.peek(address)
            return self.words.octal(word), f'"{self.words.text(word)}"'
        return super().text(entry, address, base)

    def unset(self, entry: Entry, there: Environment) -> str:
        assert there.routine is not None
        return self._undefined.told(entry.declared, there.routine, there.at, there.under_way)

    # ------------------------------------------------------------ changes

    def assigned(self, text: str, value: str, here: Here) -> list[tuple[int, int]]:
        """Return the addresses of a variable's words, and of copies of a dummy, with the words of an expression."""
        target, source = self.expressions.read(text, here), self.expressions.read(value, here)
        there = self.environment(here)
        address, base = self.expressions.place(target, there)
        if address in self.constants:
            raise IronboardError(f"'{text.strip()}' stands for a constant here")
        given = self.expressions.value(source, there)
        kind = target.type
        if (kind is Type.LOGICAL) is not (source.type is Type.LOGICAL) and not isinstance(given, Bits):
            raise IronboardError(f"{self.words.written(given, source.type)} is not {kind.value}")
        words = base.encoded(self.expressions.converted(given, source.type, kind))
        firsts = [address]
        if isinstance(target, syntax.Name) and target.symbol in self.compiled.shared.copies:
            copy = self.compiled.shared.copies[target.symbol]  # which the unit uses
            firsts.append(self.storage.placed(copy.symbol, copy.offset))
        return [(self.storage.moved(first, number), word) for first in firsts for number, word in enumerate(words)]

    @cached_property
    def constants(self) -> set[int]:
        """The addresses of words that the program takes for constants."""
        pools = self.compiled.shared.pools
        symbols = self.storage.symbols
        return {
            self.storage.moved(symbols[symbol], number)
            for words, symbol in pools.items()
            if symbol in symbols
            for number in range(len(words))
        }

    # ------------------------------------------------------------ places

    def place(self, text: str) -> tuple[str, list[Spot]] | None:
        """Return where a subprogram begins, or a statement with a number.

        `.10` is statement 10 of the unit that the program is in, SUB.10 one of another unit.
        """
        name = "".join(text.upper().split())
        if numbered := NUMBERED.fullmatch(name):
            return self._numbered(numbered[1] or "", int(numbered[2]))
        unit = next((each for each in self.program.units if each.name == name and each.sort is not Sort.MAIN), None)
        start = self.storage.symbols.get(self.compiled.shared.entries.get(unit, "")) if unit is not None else None
        if unit is None or start is None:
            return None
        points = [*self._points_of(start)]
        return unit.name, [Spot(*each.place) for each in points[:1]] or [Spot(start)]

    def _numbered(self, name: str, number: int) -> tuple[str, list[Spot]] | None:
        call = next(self.calls(), None)
        unit: syntax.Unit | None = self.code.routine(call) if call is not None else self.program.main
        if name:
            unit = next((each for each in self.program.units if each.name == name), None)
        statement = unit.labels.get(number) if unit is not None else None
        spots = [Spot(*each.place) for each in self.code.statements if each.node is statement]
        return (f"{name}.{number}", spots) if spots else None

    @property
    def routines(self) -> set[str]:
        return {each.name for each in self.program.units if each.sort in (Sort.SUBROUTINE, Sort.FUNCTION)}
