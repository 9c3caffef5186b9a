"""A piece of code that is being written: the main program, a procedure, or a thunk; and what all of them share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple, TypeVar

from host.algol.cdc6600 import emit, words
from host.algol.cdc6600.emit import Line, Symbols, Text
from host.algol.cdc6600.registers import ALL, LOADED, STORED, Registers, Value, loaded
from host.algol.cdc6600.words import AROUND, Fixed, Home, Room, frames_around, offset_from
from host.algol.syntax import Array, Block, Declared, Expression, Formal, Node, Procedure, Switch, Variable

KEPT = (0, 5)  # X registers that routines of the library keep


K = TypeVar("K")
V = TypeVar("V")


class Options(NamedTuple):
    """How a program is compiled. The defaults are the Report's rules; what it leaves undefined is an error."""

    no_checks: bool = False  # subscripts are not compared with their bounds, nor integers with 48 bits
    check_unset: bool = False  # the use of a variable that has no value is an error
    strict_switch: bool = False  # a go to statement by a switch that has no such element is an error, not a dummy
    strict_power: bool = False  # the power of two integers is an integer, a negative exponent an error


class Once(dict[K, V]):
    """What is made for each key when it is first asked for."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self[key] = self._make(key)
        return value


class Shared:
    """What the pieces of a program have in common."""

    def __init__(self, options: Options | None = None, labels: bool = False) -> None:
        self.options = options or Options()
        self.labels = labels  # whether labels by value occur: code of parameters and switches gives labels, not jumps
        self.checks = not self.options.no_checks  # whether subscripts and integers are looked at
        self.assigned: Collection[Declared | None] = ()  # what is given values elsewhere than by for clauses
        self.symbols = Symbols()
        self.rooms: Once[Procedure | None, Room] = Once(Room)
        self.homes: Once[Declared, Home] = Once(self._home)  # of variables, formals, functions' values, descriptions
        self.tops: dict[Block | Procedure | Formal, Home] = {}  # where the height of their stack is kept
        self.callers: dict[Procedure, Home] = {}  # where B6 of the caller is kept
        self.magnitudes: dict[Expression, int] = {}  # what integers do not exceed: expressions.most
        self.pieces: list[Callable[[], list[Line]]] = []  # pieces that are still to be written
        self.stubs: dict[tuple[Home, int], tuple[str, list[Line]]] = {}
        # Symbols: of code, of the sizes of frames; of words that VFD makes by their fields, of the characters of texts.
        self.entries: Once[Declared, str] = Once(lambda each: self.symbols.named(each.name))
        self.tables: Once[Switch, str] = Once(lambda each: self.symbols.named(each.name))  # that only go to labels
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

    def stub(self, home: Home, register: int, write: Callable[[Text], None]) -> str:
        """Return the symbol of code after the program's own for what is wrong with a variable, or with a register."""
        if (home, register) not in self.stubs:
            text, symbol = Text(), self.symbols.numbered("Q")
            text.label(symbol)
            write(text)
            self.stubs[home, register] = symbol, text.finish()
        return self.stubs[home, register][0]


# How high the stack is in a piece of code: above the arrays of a block, above copies of arrays that were handed over
# (the first of them), where a procedure began, at the bottom (None); or somewhere above, in code that others call.
Level = Block | Formal | Procedure | None | str
ELSEWHERE: Level = "elsewhere"


class Unit:
    """A piece of code. `procedure` is the one that it stands in: what its names mean."""

    def __init__(self, shared: Shared, procedure: Procedure | None, level: Level = ELSEWHERE) -> None:
        self.shared = shared
        self.procedure = procedure
        self.level = level
        self.room = shared.rooms[procedure]
        self.text = Text()
        self.registers = Registers(self.text, self._spill)
        self._temporaries: list[Home] = []
        self._in_use = 0

    # ------------------------------------------------------------ text

    def op(self, operation: str, variable: str = "") -> None:
        """Write an instruction."""
        self.text.op(operation, variable)

    def label(self, symbol: str) -> None:
        """Give the next word a symbol; control may come from elsewhere, so the registers' contents are unknown."""
        self.registers.arrive()
        self.text.label(symbol)

    def at(self, node: Node) -> None:
        """Say which line of the ALGOL program what follows is made of."""
        self.text.line, self.text.node = node.at.line, node

    def begin(self, node: Node) -> None:
        """Say that what follows is made of a statement, or a declaration, that begins here."""
        self.text.begin(node, tuple(self.registers.variables()))

    def new_label(self) -> str:
        """Return a new symbol for a place in the code."""
        return self.shared.symbols.numbered("L")

    def jump(self, symbol: str) -> None:
        self.op("EQ", symbol)

    def finish(self) -> list[Line]:
        """Return the lines, without jumps that are not needed."""
        return emit.shortened(self.text.finish())

    # ------------------------------------------------------------ words in storage

    def begin_statement(self) -> None:
        """Let words for values that were put away be used again."""
        self._in_use = 0

    def _spill(self) -> str:
        if self._in_use == len(self._temporaries):
            self._temporaries.append(self.room.reserve(self.shared.symbols.numbered("T")))
        self._in_use += 1
        return self.field(self._temporaries[self._in_use - 1])

    def cell(self) -> Home:
        """Return a word that nothing else uses."""
        return self.room.reserve(self.shared.symbols.numbered("T"))

    def field(self, home: Home) -> str:
        """Return the address field for a place; words of frames around this one's need a register for the way."""
        if isinstance(home, Fixed):
            return home.symbol
        way = list(frames_around(self.procedure)).index(home.procedure)
        return offset_from(self.frame(way), home.offset)

    def way(self, owner: Procedure | None) -> int | None:
        """Return how many frames out the one is that code of a procedure needs; None: it needs none."""
        frame = next(frames_around(owner), None)
        return None if frame is None else list(frames_around(self.procedure)).index(frame)

    def frame(self, way: int) -> str:
        """Return the register with the address of the frame that is `way` around this one's."""
        if way == 0:
            return "B6"
        key = ("frame", way)
        if (known := self.registers.copy_of(key)) is not None:
            return f"X{known}"
        around = self.frame(way - 1)
        register = self.registers.free(LOADED)
        self.op(f"SA{register}", offset_from(around, AROUND))
        self.registers.note(register, key)
        return f"X{register}"

    def height(self, level: Level) -> str:
        """Return the address field for how high the stack is at a place outside."""
        if level is None:
            return "STACK"
        assert not isinstance(level, str)
        if isinstance(level, Procedure) and level.recursive:
            way = list(frames_around(self.procedure)).index(level)
            return f"{self.frame(way)}+{self.shared.sizes[level]}"
        if level not in self.shared.tops:
            assert isinstance(level, Procedure)
            self.shared.tops[level] = self.shared.rooms[level].reserve(self.shared.symbols.numbered("T"))
        kept = self.fetch(self.shared.tops[level])
        register = self.registers.ready(kept)
        self.registers.drop(kept)
        return f"X{register}"

    def fetch(self, home: Home, wanted: Iterable[int] = ALL, may_be_unset: bool = False) -> Value:
        """Return the word at a place; a variable there may have no value."""
        known = self.registers.copy_of(home)
        wanted = list(wanted)
        if known is not None:
            value = self.registers.own(known)
            if known not in wanted:
                self.registers.ready(value, wanted)
            return value
        address = self.field(home)
        value = self.registers.take(loaded(wanted))
        self.op(f"SA{value.register}", address)
        if may_be_unset:
            self.check_set(value)
        self.registers.note(value.register or 0, home)
        self.registers.ready(value, wanted)
        return value

    def check_set(self, value: Value) -> None:
        """Write code that stops the program if the word that has just been loaded is that of no value."""
        if self.shared.options.check_unset:
            self.op("ID", f"X{value.register},UNSET{value.register}")

    def unset(self, homes: Iterable[Home]) -> None:
        """Write code that takes their values from variables, if their use is checked."""
        homes = list(homes)
        if self.shared.options.check_unset and homes:
            nothing = self.constant(words.UNSET, STORED)
            for home in homes:
                self.op(f"SA{nothing.register}", self.field(home))
                self.registers.changed(home)
            self.registers.drop(nothing)

    def push(self, values: Iterable[Value], first: int = 0) -> None:
        """Store values above the top of the stack, from a word on, and let go of them."""
        for number, each in enumerate(values, first):
            self.op(f"SA{self.registers.ready(each, STORED)}", offset_from("B7", number))
            self.registers.drop(each)

    def compute(
        self, operation: str, form: str, *operands: Value, wanted: Iterable[int] = ALL, normal: bool = False
    ) -> Value:
        """Write an operation on one or two words, which are let go of; `form` is its variable field."""
        registers, wanted = self.registers, list(wanted)
        registers.room(wanted, *operands)
        for each in operands:
            registers.ready(each)
        sources = [registers.ready(each) for each in operands[:1]] + [each.register for each in operands[1:]]
        registers.drop(*operands)
        result = registers.take(wanted)
        self.op(f"{operation}{result.register}", form.format(*sources))
        if normal:
            self.op(f"NX{result.register}", f"X{result.register}")
        return result

    def store(self, value: Value, home: Home) -> None:
        """Put a value into a place; it stays in its register."""
        register = self.registers.ready(value, STORED)
        self.op(f"SA{register}", self.field(home))
        self.registers.changed(home)
        self.registers.note(register, home)

    def constant(self, word: int, wanted: Iterable[int] = ALL) -> Value:
        """Return a word that is known."""
        wanted, key = list(wanted), ("constant", word)
        known = self.registers.copy_of(key)
        if known in wanted:
            return self.registers.own(known)
        making = words.made(word)
        if making:
            value = self.registers.take(wanted)
            self.op(f"{making[0]}{value.register}", making[1])
        elif known is not None:
            value = self.registers.own(known)
            self.registers.ready(value, wanted)
        else:
            value = self.registers.take(loaded(wanted))
            self.op(f"SA{value.register}", words.literal(word))
            self.registers.note(value.register or 0, key)
            self.registers.ready(value, wanted)
        self.registers.note(value.register or 0, key)
        return value

    def pooled(self, fields: str, wanted: Iterable[int] = ALL) -> Value:
        """Return a word that VFD makes."""
        symbol = self.shared.pools[fields]
        return self.fetch(Fixed(symbol), wanted)

    # ------------------------------------------------------------ routines

    def routine(self, name: str, *arguments: Value, keeps: Sequence[int] = KEPT) -> Value:
        """Call a routine of the library with arguments in X1, X2, ...; return its result, in X6."""
        self.bring(arguments, keeps)
        return self.result(name, keeps)

    def result(self, name: str, keeps: Sequence[int] = KEPT) -> Value:
        """Call a routine of the library whose arguments are in their places; return its result, in X6."""
        self.call(name, keeps)
        return self.registers.own(6)

    def call(self, name: str, keeps: Sequence[int] = KEPT) -> None:
        """Call a routine of the library whose arguments are in their places."""
        self.op("RJ", name)
        self.registers.forget_but(keeps)

    def bring(self, arguments: Sequence[Value], keeps: Sequence[int] = KEPT) -> None:
        """Put values into X1, X2, ..., and let go of them; put others away but for those in registers that are kept."""
        registers = self.registers
        registers.put_away_all_but(keeps, arguments)
        moves = {number: each.register for number, each in enumerate(arguments, 1) if each.register is not None}
        moves = {to: source for to, source in moves.items() if to != source}
        while moves:
            ready = [to for to in moves if to not in moves.values()]
            if not ready:  # a ring: by way of X7, which is free
                to, source = next(iter(moves.items()))
                self.op("BX7", f"X{source}")
                moves = {each: 7 if old == source else old for each, old in moves.items()}
                continue
            for to in ready:
                self.op(f"BX{to}", f"X{moves.pop(to)}")
        for number, each in enumerate(arguments, 1):
            if each.register is None:
                assert each.place is not None
                self.op(f"SA{number}", each.place)
        registers.drop(*arguments)

    # ------------------------------------------------------------ pieces of their own

    def piece(self, write: Callable[[Unit], None], node: Node) -> str:
        """Let a piece of code be written after all others, that stands in the same procedure; return its symbol.

        `node` is the actual parameter that it evaluates.
        """
        symbol, procedure = self.shared.symbols.numbered("P"), self.procedure

        def lines() -> list[Line]:
            unit = Unit(self.shared, procedure)
            unit.text.begin(node)
            unit.label(symbol)
            write(unit)
            return unit.finish()

        self.shared.pieces.append(lines)
        return symbol


def by_name(declared: Declared) -> bool:
    """Whether using a formal parameter means looking at an actual one."""
    return isinstance(declared, Formal) and not declared.by_value
