"""A unit that is being lowered: a main program or a subprogram; and the tables that all units of a program share.

    tree ── program.lower ──► form.Program
             │
             └ statements ── transfers
                    └ expressions ── elements, calls, functions

Units are static: a variable has one word, or two, for as long as the program runs. A dummy is the address of
its argument, which the entry of the unit puts into a word of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from emulators.errors import SourceErrors
from host.assemblers.program import Assembly
from host.compilers import lowering
from host.compilers.fortran import syntax
from host.compilers.fortran.intrinsics import Intrinsic
from host.compilers.fortran.lowering import dummies
from host.compilers.fortran.lowering.machine import Machine
from host.compilers.fortran.syntax import Area, Kind, Symbol, Type
from host.compilers.ir import form
from host.compilers.ir.builder import Builder
from host.compilers.ir.form import CODES, Bound, Place, Region, Value
from host.compilers.lowering import Magnitudes, Settings

KINDS: dict[Type, form.Type] = {
    Type.INTEGER: "i", Type.REAL: "r", Type.DOUBLE: "r", Type.COMPLEX: "r", Type.LOGICAL: "b", Type.WORD: "w",
}  # fmt: skip


class Check(NamedTuple):
    """A comparison with bounds while the program runs; the library reports its number."""

    what: str  # subscript, go to, step
    of: Symbol | syntax.Statement  # the array, the statement


CHECK = 16  # how far apart the numbers of checks are: the library adds 3 for each subscript before the one that failed


class Shared(lowering.Shared):
    def __init__(
        self, program: syntax.Program, machine: Machine, settings: Settings, magnitudes: Magnitudes[syntax.Expression]
    ) -> None:
        super().__init__(settings, machine.symbols())
        self.program, self.machine, self.settings = program, machine, settings
        self.magnitudes = magnitudes
        self.areas: dict[Area, str] = {}
        self.homes: dict[Symbol, str] = {}  # of variables and arrays that are in no area; of dummies the word of each
        self.sizes: dict[str, int] = {}  # words at each symbol, in the order in which they are reserved
        self.entries: dict[syntax.Unit, str] = {}
        self.standard: dict[Intrinsic, str] = {}  # functions of the language that are arguments: their entries
        self.pools: dict[tuple[int, ...], str] = {}  # words of constants, formats, texts
        self.saves: dict[tuple[syntax.Unit, int], str] = {}  # where units keep registers of their callers
        self.noted: dict[Check, Place] = {}
        self.copies: dict[Symbol, Place] = {}  # of dummies that are loaded when their unit is entered
        self.counted: dict[syntax.Node, Place] = {}  # DO -> the word that its variable has in the range
        self.covered = _covered(program)
        self.arrays = dummies.arrays(program)
        self.rest: list[Callable[[], form.Unit]] = []  # functions that make the units of these
        self.tests_end = any(
            isinstance(each, syntax.IndicatorIf) and each.indicator is syntax.Indicator.END_OF_FILE
            for each in syntax.walk(program)
        )
        for unit in program.units:
            self.entries[unit] = "START" if unit is program.main else self.symbols.named(unit.name)

    def home(self, symbol: Symbol) -> Place:
        """Return the place of the first word of a variable or array; of a dummy, of its address."""
        if symbol.area is not None:
            if symbol.area not in self.areas:
                name = self.symbols.named(symbol.area.name or "COMMON")
                self.areas[symbol.area] = self.room(name, symbol.area.size)
            return Place(None, self.areas[symbol.area], symbol.offset)
        if symbol not in self.homes:
            self.homes[symbol] = name = self.symbols.named(symbol.name)
            if symbol.dummy is None and symbol.type is not None:
                self.room(name, symbol.elements * symbol.type.words)
            elif not self.machine.planted:
                self.room(name, 1)
        return Place(None, self.homes[symbol])

    def pool(self, words: Sequence[int]) -> Place:
        """Return the place of words that nothing changes, unless a subprogram does that has them as an argument."""
        key = tuple(words)
        if key not in self.pools:
            self.pools[key] = self.symbols.numbered("K")
        return Place(None, self.pools[key])

    def check(self, what: str, of: Symbol | syntax.Statement) -> Place:
        """Return the number of a check, for the library to report."""
        check = Check(what, of)
        if check not in self.noted:
            self.noted[check] = Place(None, CHECKS, CHECK * (len(self.noted) + 1))
        return self.noted[check]

    def failed(self, number: int, value: int) -> str:
        """Return the message of a check that has failed, by the number that the library reports, and the value."""
        what, of = [*self.noted][number // CHECK - 1]
        if what == "go to":
            assert isinstance(of, syntax.ComputedGoTo)
            return f"a computed GO TO has {len(of.targets)} statement numbers: there is no number {value}"
        if what == "step":
            return f"the step of a DO is {value}: it must be positive"
        assert isinstance(of, Symbol)
        sizes = [each.at.text for each in of.dimensions]
        which = number % CHECK // 3
        subscripts = ", ".join(str(value) if each == which else "." for each in range(len(sizes)))
        said = f"a subscript is out of its bounds: {of.name}({subscripts}), dimensions {', '.join(sizes)}"
        return said if of.dummy is None else f"{said} of a dummy; --no-checks compares nothing"

    def name(self, assembly: Assembly) -> None:
        """Note the addresses of subprograms, and of the main program's variables, by their names."""
        symbols, main = assembly.image.symbols, self.program.main.symbols
        for unit, symbol in self.entries.items():
            if unit.sort in (syntax.Sort.SUBROUTINE, syntax.Sort.FUNCTION) and symbol in symbols:
                assembly.procedures[unit.name.lower()] = symbols[symbol]
        for variable, symbol in self.homes.items():
            if main.get(variable.name) is variable and symbol in symbols:
                assembly.variables[variable.name.lower()] = symbols[symbol]

    def room(self, symbol: str, size: int) -> str:
        """Reserve words at a symbol."""
        self.sizes[symbol] = size
        return symbol


CHECKS = "CHECKS"  # a symbol with the value 0


def _covered(program: syntax.Program) -> dict[Area, set[int]]:
    """Return the words of areas that are elements of arrays somewhere: they are not reached by one place alone."""
    found: dict[Area, set[int]] = {}
    for unit in program.units:
        for each in unit.symbols.values():
            if each.area is not None and each.kind is Kind.ARRAY and each.type is not None:
                words = each.elements * each.type.words
                found.setdefault(each.area, set()).update(range(each.offset, each.offset + words))
    return found


class Counter(NamedTuple):
    """The variable of a DO statement while its range is lowered, where it has a word of its own there."""

    symbol: Symbol
    cell: Place
    range: frozenset[syntax.Statement]


class Unit(Builder):
    """A unit that is being lowered."""

    def __init__(self, shared: Shared, source: syntax.Unit) -> None:
        self.shared, self.source, self.machine = shared, source, shared.machine
        entry = shared.entries[source]
        sort: form.Sort = "main" if source is shared.program.main else "procedure"
        super().__init__(form.Unit(entry, sort, source), shared.numbered("L"))
        self.labels_of: dict[syntax.Statement, form.Label] = {}
        self.values: dict[Symbol, Place] = {}  # of dummies that are loaded when the unit is entered
        self.counters: list[Counter] = []  # of the ranges that are being lowered
        self.ways: dict[tuple[syntax.Statement, tuple[Counter, ...]], form.Label] = {}  # out of such ranges
        self.bound: dict[Symbol, tuple[Value, ...]] = {}  # values of the dummies of statement functions
        self.assigned: dict[Symbol, list[form.Label]] = {}  # labels that ASSIGN gives to each variable

    # ------------------------------------------------------------ places

    def home(self, symbol: Symbol) -> Place:
        """Return the place of the first word of a variable or array of the unit; of a dummy, of its address."""
        return self.shared.home(symbol)

    def region(self, symbol: Symbol) -> Region:
        """Return the sort of word that a variable is."""
        if symbol in self.values:
            return "slot"
        if symbol.dummy is not None:
            return "elements" if symbol in self.shared.arrays else "any"
        covered = self.shared.covered.get(symbol.area, ()) if symbol.area is not None else ()
        return "elements" if symbol.kind is Kind.ARRAY or symbol.offset in covered else "slot"

    def place(self, symbol: Symbol) -> Place:
        """Return the place of a variable, or of the first element of an array."""
        if symbol in self.values:
            return self.values[symbol]
        home = self.home(symbol)
        direct = symbol.dummy is None or self.machine.planted
        return home if direct else Place(self.load(home, "slot", "a"))

    def temporary_place(self) -> Place:
        symbol = self.shared.symbols.numbered("T")
        self.shared.room(symbol, 1)
        self.shared.temporaries.add((symbol, 0))
        return Place(None, symbol)

    def cell(self, words: int = 1) -> Place:
        """Return words that nothing else uses."""
        return Place(None, self.shared.room(self.shared.symbols.numbered("T"), words))

    def label_of(self, label: syntax.Label) -> form.Label:
        """Return the label of the block where a statement with a number begins."""
        statement = label.statement
        if statement not in self.labels_of:
            self.labels_of[statement] = self.new_label()
        left = tuple(each for each in self.counters if statement not in each.range)
        if not left:
            return self.labels_of[statement]
        if (statement, left) not in self.ways:
            self.ways[statement, left] = self.new_label()
        return self.ways[statement, left]

    def write_ways(self) -> None:
        """Write the code of jumps out of the ranges of DO statements: their variables get their values."""
        for (statement, left), label in self.ways.items():
            self.label(label)
            for each in left:
                self.store(self.home(each.symbol), "slot", self.load(each.cell, "slot", "i"))
            self.jump(self.labels_of[statement])

    # ------------------------------------------------------------ words

    def integer(self, number: int) -> Value:
        return self.const(self.machine.integer(number), "i")

    def fetch(self, place: Place, region: Region, kind: Type) -> tuple[Value, ...]:
        """Load a value of one or two words."""
        return tuple(self.load(moved(place, each), region, KINDS[kind]) for each in range(kind.words))

    def keep(self, place: Place, region: Region, values: Sequence[Value]) -> None:
        """Store a value of one or two words."""
        for number, each in enumerate(values):
            self.store(moved(place, number), region, each)

    def routine(self, operation: str, *args: Value) -> tuple[Value, ...]:
        """Call the routine for an operation, if the machine has none; raises SourceErrors if it has neither."""
        called = self.machine.routines.get(operation)
        if called is None:
            node = self.node or self.source
            message = f"the {self.machine.name}'s library has no {operation.upper()}"
            raise SourceErrors([node.at.error(message)])
        if called.name in CODES:
            return (self.value(called.name, *args),)
        return self.call(called.name, *called.results, **dict(zip(called.registers, args, strict=True)))

    def bounded(self, value: Value, low: Value, high: Value, check: Place, number: int = 0) -> None:
        """Stop the program if a value is not between two others."""
        self.op("bound", value, low, high, data=Bound(check, False, number))


def moved(place: Place, offset: int) -> Place:
    """Return the place that is `offset` words further on."""
    return place._replace(offset=place.offset + offset) if offset else place
