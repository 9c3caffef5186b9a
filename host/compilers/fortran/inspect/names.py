"""The names of a FORTRAN program: its units with their COMMON blocks, the type and the location of each name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial

from host.compilers.debuginfo.table import (
    BaseType,
    Entry,
    Environment,
    Framed,
    InLoop,
    Location,
    Nowhere,
    Pointer,
    Scope,
    Storage,
    Word,
)
from host.compilers.fortran import syntax
from host.compilers.fortran.inspect.values import Words
from host.compilers.fortran.lowering.unit import Shared
from host.compilers.fortran.syntax import Area, Kind, Symbol, Type, walk
from host.compilers.ir.form import Place

ENTERED = "the subprogram is being entered: its dummies stand for arguments from its first statement on"
UNUSED = "the program does not use it"
COUNTED = "it has a value in the range of a DO only"
NAMED = (Kind.VARIABLE, Kind.ARRAY, Kind.STATEMENT_FUNCTION)
TEXTS = {"A", "R", "O"}  # fields of formats whose values are words

Unit = syntax.Unit
Argument = Callable[[Symbol], Word | Framed]  # the word with the address of what a dummy stands for


class FortranStorage(Storage[Unit, syntax.Node]):
    """The words of a program, as DOs count in them."""

    def loops(self, here: Environment[Unit, syntax.Node]) -> Iterator[syntax.Node]:
        if here.at is not None and here.under_way:
            yield from (each for each in walk(here.at) if isinstance(each, syntax.Do | syntax.ImpliedDo))
        loop = here.at.do if isinstance(here.at, syntax.Statement) else None
        while loop is not None:
            yield loop
            loop = loop.do


class Names:
    """The entries of the names of one program."""

    def __init__(self, program: syntax.Program, shared: Shared, words: Words, argument: Argument) -> None:
        self.program, self._shared, self._argument = program, shared, argument
        self.types = {each: _base(each, words) for each in Type}
        self._units: dict[Unit, list[Scope]] = {}
        self._entries: dict[Symbol, Entry] = {}

    def scopes(self, unit: Unit) -> list[Scope]:
        """Return a unit, with its dummies first, and its COMMON blocks, with their names in the order of words."""
        if unit not in self._units:
            symbols = unit.symbols.values()
            dummies = sorted((each for each in symbols if each.dummy is not None), key=lambda each: each.dummy or 0)
            own = [each for each in symbols if each.dummy is None and each.kind in NAMED and not _common(each)]
            blocks: dict[Area, list[Symbol]] = {}
            for each in symbols:
                if each.area is not None and _common(each):
                    blocks.setdefault(each.area, []).append(each)
            found = [Scope(called(unit), unit.at, [self.entry(each) for each in (*dummies, *own)])]
            for area, members in blocks.items():
                members.sort(key=lambda each: each.offset)
                title = f"COMMON /{area.name}/" if area.name else "blank COMMON"
                found.append(Scope(title, None, [self.entry(each) for each in members]))
            found[-1] = found[-1]._replace(whole=True)
            self._units[unit] = found
        return self._units[unit]

    def entry(self, symbol: Symbol) -> Entry:
        """Return the entry of a name."""
        if symbol not in self._entries:
            base = None if symbol.type is None else self.types[symbol.type]
            location = self._location(symbol) if symbol.kind in (Kind.VARIABLE, Kind.ARRAY) else None
            function = symbol.statement_function
            text = "" if function is None else " ".join(function.at.text.split())
            name = symbol.name
            self._entries[symbol] = Entry(name, type_of(symbol), name, location, base, text, symbol)
        return self._entries[symbol]

    def pointer(self, dummy: Symbol) -> Pointer:
        """Return the location of what a dummy stands for."""
        return Pointer(self._argument(dummy), ENTERED)

    def _location(self, symbol: Symbol) -> Location:
        shared = self._shared
        if symbol.dummy is not None:
            return self.pointer(symbol)
        loops = self._loops.get(symbol, {})
        reserved = symbol in shared.homes if symbol.area is None else symbol.area in shared.areas
        if reserved:
            outside: Location = self._word(shared.home(symbol))
        else:
            outside = Nowhere(COUNTED if loops else UNUSED)
        return InLoop(loops, outside) if loops else outside

    def _word(self, place: Place) -> Word:
        removable = self._shared.settings.level != "0" and (place.symbol, place.offset) in self._shared.temporaries
        return Word(place.symbol, place.offset, not removable)

    @cached_property
    def _loops(self) -> dict[Symbol, dict[syntax.Node, Word]]:
        """The words that variables have while DOs count with them, by DO."""
        found: dict[Symbol, dict[syntax.Node, Word]] = {}
        for loop, place in self._shared.counted.items():
            if isinstance(loop, syntax.Do | syntax.ImpliedDo):
                found.setdefault(loop.variable.symbol, {})[loop] = self._word(place)
        return found

    @cached_property
    def declared(self) -> dict[str, bool]:
        """The names of all units, and whether they are arrays somewhere."""
        found: dict[str, bool] = {}
        for unit in self.program.units:
            for each in unit.symbols.values():
                found[each.name] = found.get(each.name, False) or each.kind is Kind.ARRAY
        return found


def _base(kind: Type, words: Words) -> BaseType:
    return BaseType(
        kind.value,
        partial(words.decoded, kind=kind),
        partial(words.encoded, kind=kind),
        partial(words.written, kind=kind),
        kind.words,
    )


def _common(symbol: Symbol) -> bool:
    return symbol.area is not None and symbol.area.unit is None


def called(unit: Unit) -> str:
    """Return the name of a unit in a sentence."""
    return "the main program" if unit.sort is syntax.Sort.MAIN else f"{unit.sort.value} {unit.name}"


def type_of(symbol: Symbol, sizes: tuple[int, ...] | None = None) -> str:
    """Return the type of a name, in FORTRAN's words."""
    kind = symbol.type.value if symbol.type is not None else ""
    match symbol.kind:
        case Kind.VARIABLE:
            return kind
        case Kind.ARRAY:
            written = map(str, sizes) if sizes else (each.at.text for each in symbol.dimensions)
            return f"{kind} array ({','.join(written)})"
        case Kind.SUBROUTINE:
            return "subroutine"
    return f"{kind} {symbol.kind.value}"


def texts(program: syntax.Program) -> set[Symbol]:
    """Return the variables and arrays that hold texts or octal words, and nothing else as far as the program shows."""
    words: set[Symbol] = set()
    numbers: set[Symbol] = set()

    def note(node: syntax.Node, word: bool) -> None:
        if isinstance(node, syntax.Name | syntax.Element):
            (words if word else numbers).add(node.symbol)

    for unit in program.units:
        for symbol in unit.symbols.values():
            for value in symbol.data.values():
                inner = value.operand if isinstance(value, syntax.Convert) else value
                (words if inner.type is Type.WORD else numbers).add(symbol)
        for each in walk(*unit.statements):
            match each:
                case syntax.Assignment(targets=targets, value=given):
                    for target in targets:
                        note(target, given.type is Type.WORD)
                case syntax.Do(variable=variable) | syntax.ImpliedDo(variable=variable):
                    note(variable, False)
                case syntax.Transfer(output=False, format=form, items=items):
                    layout = form.layout if isinstance(form, syntax.Label) else None
                    text = layout is not None and layout.fields <= TEXTS
                    for part in walk(*items):
                        note(part, text)
    return words - numbers
