"""A unit that is being lowered: the main program, a procedure, a parameter's code, a switch; and their shared tables.

    tree ── program.lower ──► form.Program
             │
             ├ statements ── expressions ── arrays, calls, dynamic
             └ jumps

Each of these modules has a function for each construct, with the unit that it goes into as its first parameter.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from host.compilers import lowering
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.cdc6600.words import Home, Room, frames_around
from host.compilers.algol.lowering.handed import Known
from host.compilers.algol.syntax import (
    Array,
    Block,
    Declared,
    Expression,
    Formal,
    Node,
    Procedure,
    Switch,
    Type,
    Variable,
)
from host.compilers.backends.cdc6600.text import Symbols
from host.compilers.debuginfo.table import Framed, Word
from host.compilers.ir import form
from host.compilers.ir.builder import Builder
from host.compilers.ir.form import Frame, Label, Place, Sort, Value
from host.compilers.lowering import Magnitudes

K = TypeVar("K")
V = TypeVar("V")

KINDS: dict[Type, form.Type] = {Type.INTEGER: "i", Type.REAL: "r", Type.BOOLEAN: "b"}


@dataclass(frozen=True)
class Settings(lowering.Settings):
    """How a program is compiled. The defaults are the Report's rules; undefined behaviour is an error."""

    check_unset: bool = False  # the use of a variable that has no value is an error
    strict_switch: bool = False  # a go to statement by a switch that has no such element is an error, not a dummy
    strict_power: bool = False  # the power of two integers is an integer, a negative exponent an error


class Once(dict[K, V]):
    """A dictionary that makes the value of a key when it is first asked for."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self[key] = self._make(key)
        return value


class Shared(lowering.Shared):
    def __init__(self, settings: Settings, magnitudes: Magnitudes[Expression], labels: bool) -> None:
        super().__init__(settings, Symbols(words.TOLD))
        self.settings, self.magnitudes = settings, magnitudes
        self.labels = labels  # whether labels by value occur: code of parameters and switches gives labels, not jumps
        self.assigned: Collection[Declared | None] = ()  # variables that get values otherwise than by for clauses
        self.variables: Mapping[Formal, Type] = {}  # parameters by name that are always variables: byname.py
        self.arrays: dict[Formal, Known] = {}  # properties of formal arrays
        self.rooms: Once[Procedure | None, Room] = Once(Room)
        self.homes: Once[Declared, Home] = Once(self._home)  # of variables, formals, functions' values, descriptions
        self.tops: dict[Block | Procedure | Formal, Home] = {}  # where the height of their stack is kept
        self.callers: dict[Procedure, Home] = {}  # where B6 of the caller is kept
        self.pieces: deque[Callable[[], Unit]] = deque()  # units of parameters that are still to be lowered
        self.escaped: set[str] = set()  # symbols with addresses in constant words
        self.own_moves = False  # whether there are own arrays of a size that is not known before the program runs
        # The procedures, by their symbols, that are called directly, and registers for their parameters (direct.py).
        self.direct: dict[str, Mapping[int, Place]] = {}
        self.removed: set[Framed] = set()  # parameters of these that have no word in frames
        self.owners: dict[str, Procedure | None] = {}  # the procedures that units are in, by the symbols of the units
        # Symbols: of code, of the sizes of frames; of words that VFD makes by their fields, of the characters of texts.
        self.entries: Once[Declared, str] = Once(lambda each: self.symbols.named(each.name))
        self.formal_entries: Once[Procedure, str] = Once(lambda _: f"E..{len(self.formal_entries) + 1}")
        self.sizes: Once[Procedure, str] = Once(lambda _: self.symbols.numbered("F"))
        self.pools: Once[str, str] = Once(lambda _: f"W..{len(self.pools) + 1}")
        self.strings: Once[str, str] = Once(lambda _: f"S..{len(self.strings) + 1}")

    def _home(self, declared: Declared) -> Home:
        own = isinstance(declared, Array | Variable) and declared.own
        owner = declared if isinstance(declared, Procedure) else declared.owner
        size = 2 + 3 * declared.dimensions if isinstance(declared, Array) else 1
        return self.rooms[None if own else owner].reserve(self.symbols.named(declared.name), size)

    def word(self, word: int) -> str:
        """Return the symbol of a word of a constant, for its address."""
        return self.pools[f"60/{word:o}B"]


# How high the stack is in a unit: above the arrays of a block, above copies of arrays that were handed over (the first
# of them), where a procedure began, at the bottom (None); or somewhere above, in code that others call.
Level = Block | Formal | Procedure | None | str
ELSEWHERE: Level = "elsewhere"


class Unit(Builder):
    """A unit that is being lowered. `procedure` is the one that it is in, which gives its names their meanings."""

    def __init__(
        self,
        shared: Shared,
        procedure: Procedure | None,
        symbol: str,
        sort: Sort,
        source: Node | None = None,
        level: Level = ELSEWHERE,
    ) -> None:
        self.shared = shared
        self.procedure = procedure
        self.level = level
        shared.owners[symbol] = procedure
        self.ways = list(frames_around(procedure))  # the procedures with frames that can be reached
        self._places: dict[Home, Place] = {}
        self.tables: dict[tuple[Switch, Level], Label] = {}  # of large switches: jumps.py
        frames = tuple(shared.entries[each] for each in self.ways)
        super().__init__(form.Unit(symbol, sort, source, frames), shared.numbered("L"))

    # ------------------------------------------------------------ places

    def place(self, home: Home) -> Place:
        """Return the place of a home, seen from this unit."""
        if home not in self._places:
            if isinstance(home, Word):
                self._places[home] = Place(None, home.symbol)
            else:
                self._places[home] = Place(Frame(self.ways.index(home.routine)), "", home.offset)
        return self._places[home]

    def home(self, declared: Declared) -> Place:
        """Return the place of a variable, a formal parameter, a function's value, a description."""
        return self.place(self.shared.homes[declared])

    def cell(self) -> Home:
        """Return a word that nothing else uses."""
        return self.shared.rooms[self.procedure].reserve(self.shared.symbols.numbered("T"))

    def temporary_place(self) -> Place:
        home = self.cell()
        if isinstance(home, Framed):
            self.shared.temporaries.add((self.shared.entries[home.routine], home.offset))
        else:
            self.shared.temporaries.add((home.symbol, 0))
        return self.place(home)

    def way(self, owner: Procedure | None) -> int | None:
        """Return how many frames out the one is that code of a procedure needs; None: it needs none."""
        frame = next(frames_around(owner), None)
        return None if frame is None else self.ways.index(frame)

    def height(self, level: Level) -> Place:
        """Return the height of the stack outside, as a place with that address."""
        if level is None:
            return Place(None, "STACK")
        assert not isinstance(level, str)
        if isinstance(level, Procedure) and level.recursive:
            return Place(Frame(self.ways.index(level)), self.shared.sizes[level])
        if level not in self.shared.tops:
            assert isinstance(level, Procedure)
            self.shared.tops[level] = self.shared.rooms[level].reserve(self.shared.symbols.numbered("T"))
        return Place(self.load(self.place(self.shared.tops[level]), "slot", "a"))

    # ------------------------------------------------------------ words

    def fetch(self, declared: Declared, kind: form.Type = "w", may_be_unset: bool = False) -> Value:
        """Return the word of a variable, a parameter, a function's value; a variable may have none."""
        checked = may_be_unset and self.shared.settings.check_unset
        return self.load(self.home(declared), "slot", kind, checked)

    def keep(self, declared: Declared, value: Value) -> None:
        """Store the word of a variable, a parameter, a function's value."""
        self.store(self.home(declared), "slot", value)

    def number(self, number: int) -> Value:
        """Return a small number for a routine."""
        return self.const(number, "i")

    def pooled(self, fields: str) -> Value:
        """Return a word that VFD makes."""
        return self.load(Place(None, self.shared.pools[fields]), "constant", "w")

    def unset(self, homes: Iterable[Home]) -> None:
        """Take their values from variables, if their use is checked."""
        homes = list(homes)
        if self.shared.settings.check_unset and homes:
            nothing = self.const(words.UNSET, "w")
            for home in homes:
                self.store(self.place(home), "slot", nothing)

    def push(self, values: Iterable[Value], first: int = 0) -> None:
        """Store values above the top of the stack, beginning at a word."""
        for number, each in enumerate(values, first):
            self.store(Place(form.TOP, "", number), "stack", each)

    # ------------------------------------------------------------ units of their own

    def piece(self, write: Callable[[Unit], None], node: Node) -> str:
        """Have the code of an actual parameter, `node`, lowered later, in the same procedure; return its symbol."""
        symbol, procedure = self.shared.symbols.numbered("P"), self.procedure

        def lowered() -> Unit:
            unit = Unit(self.shared, procedure, symbol, "parameter", node)
            unit.begin(node)
            unit.label(symbol)
            write(unit)
            return unit

        self.shared.pieces.append(lowered)
        return symbol


def by_name(declared: Declared) -> bool:
    """Whether using a formal parameter means looking at an actual one."""
    return isinstance(declared, Formal) and not declared.by_value
