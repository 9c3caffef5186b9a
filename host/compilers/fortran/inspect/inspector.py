"""A running FORTRAN program, for the debugger: its protocol for languages (host/languages/running.py).

What stands in the words of a machine is the business of a `Storage`; the rest is the same on all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeAlias

from emulators.errors import IronboardError
from emulators.machine import Machine
from host.compilers.debuginfo import inspector
from host.compilers.debuginfo.code import Point
from host.compilers.debuginfo.inspector import passage
from host.compilers.debuginfo.values import Odd, Value
from host.compilers.fortran import syntax
from host.compilers.fortran.inspect.codemap import MAIN, Call, FortranCode
from host.compilers.fortran.inspect.evaluate import Array, Environment, Evaluator, NoStorageError, Storage
from host.compilers.fortran.inspect.reading import UnknownNameError, called, names_of, parsed, read
from host.compilers.fortran.inspect.showing import Showing
from host.compilers.fortran.inspect.values import Bits, Found, Pair
from host.compilers.fortran.intrinsics import INTRINSICS
from host.compilers.fortran.syntax import Area, Kind, Sort, Symbol, Type
from host.compilers.ir.form import Place
from host.compilers.program import Kept
from host.languages.running import Passage, Scope, Spot, Variable

Here: TypeAlias = inspector.Here[syntax.Unit, syntax.Node]

NUMBERED = re.compile(r"([A-Z][A-Z0-9]*)?\.([0-9]{1,5})")
NAMED = (Kind.VARIABLE, Kind.ARRAY, Kind.STATEMENT_FUNCTION)


class Inspector(inspector.Inspector[syntax.Unit, syntax.Node]):
    """Looks into a program that runs on a machine."""

    name = "FORTRAN"
    assign = "="
    code: FortranCode

    def __init__(self, compiled: Any, machine: Machine, storage: Storage) -> None:
        super().__init__(compiled, machine)
        self.storage = storage
        self.program: syntax.Program = compiled.program
        storage.held = self.registers
        self._evaluator = Evaluator(storage)
        self._showing = Showing(self._evaluator, self.program)

    # ------------------------------------------------------------ where it is

    def addresses(self, kept: Kept) -> list[int]:
        """Return where the word of such a use is."""
        return [] if kept.place.base is not None else [self.storage.address(kept.place)]

    def _environment(self, here: Here) -> Environment:
        """Return what the names of an activation mean."""
        at = here.point.node if here.point is not None else None
        return Environment(self.code.unit(here.call), here.call.frame, self._entered(here), at, not here.begins)

    def _entered(self, here: Here) -> bool:
        """Whether a subprogram has noted where its arguments are: when its first statement begins."""
        call = here.call
        return any(
            point.begins and point.place <= (call.address, call.part)
            for point in self._points_of(call.region.start)
        )  # fmt: skip

    def _points_of(self, start: int) -> Iterator[Point[syntax.Node]]:
        """Yield the first places of a stretch of code where statements begin."""
        region = self.code.region(start)
        return (each for each in self.code.points if each.begins and self.code.region(each.address) == region)

    # ------------------------------------------------------------ chains

    def title(self, here: Here) -> str:
        """Return what an activation is called."""
        return here.call.name or MAIN

    def note(self, here: Here) -> str:
        """Return a subprogram's dummies."""
        there = self._environment(here)
        shown = [self._showing.symbol(each, there) for each in there.unit.dummies]
        return ", ".join(f"{each.name} = {each.value}" if each.value else each.name for each in shown)

    def scopes(self, activation: int = 0) -> list[Scope]:
        """Return the unit and its COMMON blocks."""
        here = self.activation(activation)
        unit = self.code.unit(here.call)
        found: list[tuple[str, Passage | None]] = [(called(unit), passage(unit.at))]
        found += [(_common(area), None) for area in self._blocks(unit)]
        last = len(found) - 1
        return [Scope(title, at, level, "", level == last) for level, (title, at) in enumerate(found)]

    def _blocks(self, unit: syntax.Unit) -> list[Area]:
        """Return the COMMON blocks that a unit names."""
        symbols = (each.area for each in unit.symbols.values() if each.area is not None and each.area.unit is None)
        return list(dict.fromkeys(symbols))

    def _local(self, unit: syntax.Unit, level: int) -> list[Symbol]:
        """Return the names of a scope: dummies first, those of COMMON in the order of its words."""
        if level == 0:
            dummies = [each for each in unit.symbols.values() if each.dummy is not None]
            own = [
                each
                for each in unit.symbols.values()
                if each.dummy is None and each.kind in NAMED and (each.area is None or each.area.unit is not None)
            ]
            return [*sorted(dummies, key=lambda each: each.dummy or 0), *own]
        area = self._blocks(unit)[level - 1]
        return sorted((each for each in unit.symbols.values() if each.area is area), key=lambda each: each.offset)

    def variables(self, scope: int, activation: int = 0) -> list[Variable]:
        """Return the names of a unit, or of a COMMON block of its."""
        here = self.activation(activation)
        unit = self.code.unit(here.call)
        if not 0 <= scope <= len(self._blocks(unit)):
            raise IronboardError(f"there is no scope {scope}")
        return [self._shown(each, here, activation) for each in self._local(unit, scope)]

    def _shown(self, symbol: Symbol, here: Here, activation: int) -> Variable:
        at = here.point.node if here.point is not None else None
        shown = self._showing.symbol(symbol, self._environment(here), at, not here.begins)
        if symbol.dummy is None:
            return self.noted(shown)
        if symbol.kind in (Kind.FUNCTION, Kind.SUBROUTINE):
            shown = shown._replace(value=self._subprogram(symbol, here))
        return self.noted(shown, self._actual(symbol, activation))

    def _subprogram(self, dummy: Symbol, here: Here) -> str:
        """Return the name of the subprogram that a dummy stands for."""
        try:
            address = self.storage.first(dummy, self._environment(here))
        except NoStorageError as error:
            return f"({error})"
        region = next((each for each in self.code.regions if each.start == address), None)
        return region.title if region is not None else "a function of the library"

    def _actual(self, dummy: Symbol, activation: int) -> str:
        """Return what a dummy stands for, as the caller wrote it."""
        try:
            caller, unit = self.activation(activation + 1), self.code.unit(self.activation(activation).call)
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

    # ------------------------------------------------------------ expressions

    def _read(self, text: str, here: Here) -> syntax.Expression:
        return read(text, self.program, self.code.unit(here.call), self.storage.words.machine)

    def evaluate(self, text: str, activation: int = 0) -> Variable:
        """Return the value of an expression; of a name, everything that is known about it."""
        here = self.activation(activation)
        node, there = self._read(text, here), self._environment(here)
        if isinstance(node, syntax.Name):
            return self._shown(node.symbol, here, activation)
        value, name = self._evaluator.value(node, there), text.strip()
        if isinstance(node, syntax.Element):
            address, kind = self._evaluator.place(node, there)
            written, note = self._showing.value(node.symbol, address)
            return Variable(name, written, kind.value, name, True, address, kind.words, note=note)
        return Variable(name, self.storage.words.written(value, node.type), _type(value, node.type))

    def _array(self, text: str, here: Here) -> Array:
        node = self._read(text, here)
        if not isinstance(node, syntax.Name) or node.symbol.kind is not Kind.ARRAY:
            raise IronboardError(f"'{text}' is not an array")
        return self._evaluator.array(node.symbol, self._environment(here))

    def children(self, text: str, first: int, count: int, activation: int = 0) -> list[Variable]:
        """Return elements of an array."""
        return list(self._showing.elements(self._array(text, self.activation(activation)), first, count))

    def assigned(self, text: str, value: str, here: Here) -> list[tuple[int, int]]:
        """Return the addresses of a variable's words, and of copies of a dummy, with the words of an expression."""
        target, source = self._read(text, here), self._read(value, here)
        there = self._environment(here)
        address, kind = self._evaluator.place(target, there)
        if address in self._constants:
            raise IronboardError(f"'{text.strip()}' stands for a constant here")
        given = self._evaluator.value(source, there)
        if (kind is Type.LOGICAL) is not (source.type is Type.LOGICAL) and not isinstance(given, Bits):
            raise IronboardError(f"{self.storage.words.written(given, source.type)} is not {kind.value}")
        words = self.storage.words.encoded(self._evaluator.converted(given, source.type, kind), kind)
        firsts = [address]
        if isinstance(target, syntax.Name) and target.symbol in self.compiled.shared.copies:
            firsts.append(self.storage.address(self.compiled.shared.copies[target.symbol]))  # which the unit uses
        return [(self.storage.moved(first, number), word) for first in firsts for number, word in enumerate(words)]

    def reached(self, place: Place, call: Call) -> int | None:
        return None if place.base is not None else self.storage.address(place)

    @cached_property
    def _constants(self) -> set[int]:
        """The addresses of words that the program takes for constants."""
        pools = self.compiled.shared.pools
        symbols = self.storage.symbols
        return {
            self.storage.moved(symbols[symbol], number)
            for words, symbol in pools.items()
            if symbol in symbols
            for number in range(len(words))
        }

    def readable(self, text: str) -> bool:
        """Return whether each name of an expression is used somewhere in the program."""
        names = names_of(text)
        if not names or not all(each in self._declared or each in INTRINSICS for each in names):
            return False
        if not any(each in self._declared for each in names):
            return False
        arrays = {name for name in names if self._declared.get(name)}
        try:
            parsed(text, self.program.dialect, arrays)
        except UnknownNameError:
            return False
        return True

    @cached_property
    def _declared(self) -> dict[str, bool]:
        """The names of all units, and whether they are arrays somewhere."""
        found: dict[str, bool] = {}
        for unit in self.program.units:
            for each in unit.symbols.values():
                found[each.name] = found.get(each.name, False) or each.kind is Kind.ARRAY
        return found

    def computed(self, text: str, here: Here) -> Callable[[Here], Value]:
        """Return what computes an expression, as its names are meant in an activation."""
        node = self._read(text, here)

        def compute(where: Here) -> Value:
            found = self._evaluator.value(node, self._environment(where))
            if isinstance(found, Bits):
                return found.word
            return Odd("complex") if isinstance(found, Pair) else found

        return compute

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
        unit: syntax.Unit | None = self.code.unit(call) if call is not None else self.program.main
        if name:
            unit = next((each for each in self.program.units if each.name == name), None)
        statement = unit.labels.get(number) if unit is not None else None
        spots = [Spot(*each.place) for each in self.code.statements if each.node is statement]
        return (f"{name}.{number}", spots) if spots else None

    def names(self, prefix: str = "") -> list[str]:
        """Return the names that mean something here, and begin so."""
        try:
            unit: syntax.Unit | None = self.code.unit(self.activation(0).call)
        except IronboardError:
            unit = None
        found = {each.name for each in unit.symbols.values() if each.kind in NAMED} if unit is not None else set()
        found |= {each.name for each in self.program.units if each.sort in (Sort.SUBROUTINE, Sort.FUNCTION)}
        return sorted(each for each in found if each.startswith(prefix.upper()))


def _common(area: Area) -> str:
    return f"COMMON /{area.name}/" if area.name else "blank COMMON"


def _type(value: Found, kind: Type) -> str:
    """Return the type of a value."""
    return "" if isinstance(value, Odd) else kind.value
