"""The location table of a compiled program: its scopes, the names in them, and where the value of each name is.

    Word        words at a symbol                          a variable of a static unit
    Framed      words in the frame of a routine            a variable of a recursive procedure
    Pointer     what the address in a word leads to        a dummy, an array that was handed over
    InLoop      one word while a loop counts, or another   the variable of a DO
    Nowhere     no word, and why

Optimised code may have a variable in a register instead, for a range of code: `Point.held` has these. A compiler makes
an entry of each name, with a location and a type; a `Storage` finds the words in a machine, seen from an environment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import Any, Generic, NamedTuple

from emulators.errors import IronboardError
from host.compilers.debuginfo.code import N, R
from host.compilers.ir.form import Frame, Place
from host.languages.source import Span

REMOVED = "not kept in storage by the optimised code: -O0 keeps it"


class NoStorageError(IronboardError):
    """A name without a value in storage: the program does not use it, has it elsewhere, or has not made it yet."""


# ---------------------------------------------------------------- locations


class Word(NamedTuple):
    """Words at a symbol."""

    symbol: str
    offset: int = 0  # in words, in the order of subscripts
    kept: bool = True  # or else the code need not store its value: it has one only in a register


class Framed(NamedTuple):
    """Words in the frame of a routine; None: of the one that runs."""

    routine: Any
    offset: int


class Pointer(NamedTuple):
    """What a word leads to, by its address."""

    word: Word | Framed
    early: str = ""  # why it leads nowhere while its routine is being entered


class InLoop(NamedTuple):
    """The word that a loop counts in, inside of it; outside another one, or none."""

    words: Mapping[Any, Word]  # by loop
    outside: Location


class Nowhere(NamedTuple):
    why: str


Location = Word | Framed | Pointer | InLoop | Nowhere


# ---------------------------------------------------------------- names


class BaseType(NamedTuple):
    """A type of values that machine words hold."""

    name: str  # as the language has it
    decoded: Callable[[Sequence[int]], Any]
    encoded: Callable[[Any], Sequence[int]]  # raises IronboardError for what is not a value of the type
    written: Callable[[Any], str]
    words: int = 1


class Entry(NamedTuple):
    """A name of a scope."""

    name: str  # as the program's author wrote it
    type: str = ""  # in the words of the language
    expression: str = ""  # that denotes it
    location: Location | None = None  # None: it has no value, or the language has a way of its own to it
    base: BaseType | None = None  # of its value
    text: str = ""  # shown for what has no value: the line of a label
    declared: Any = None  # the node of its declaration
    hidden: bool = False  # by another of its name


class Scope(NamedTuple):
    """The names of a routine, a block or a COMMON block."""

    title: str
    at: Span | None
    entries: Sequence[Entry]
    note: str = ""  # where its words are
    whole: bool = False  # the scopes around it belong to other activations


class Environment(NamedTuple, Generic[R, N]):
    """A place in the code with its activation: what names mean there."""

    routine: R | None
    frame: int
    at: N | None = None  # the statement or parameter; None: it is not known how far the activation is
    under_way: bool = False  # that has begun
    entered: bool = True  # the routine has noted where its arguments are


class Array(NamedTuple):
    """An array in storage."""

    type: str  # in the words of the language, with its bounds
    base: BaseType  # of its elements
    first: int  # the address of the first word of the first element
    bounds: tuple[tuple[int, int], ...]  # the lowest and highest value of each subscript
    brackets: str = "()"
    columns: bool = False  # the first subscript varies fastest, not the last one

    @property
    def elements(self) -> int:
        """The number of its elements."""
        return prod(max(0, upper - lower + 1) for lower, upper in self.bounds)

    def subscripts(self, first: int, count: int) -> Iterator[str]:
        """Yield the subscripts of elements in the order of storage, as the language writes them."""
        order = -1 if self.columns else 1
        found = product(*(range(lower, upper + 1) for lower, upper in self.bounds[::order]))
        for each in islice(found, first, first + count):
            yield f"{self.brackets[0]}{','.join(map(str, each[::order]))}{self.brackets[1]}"


# ---------------------------------------------------------------- storage


class Storage(Generic[R, N]):
    """The words of one program in one machine."""

    peek: Callable[[int], int]  # by address, the word of a variable: in storage, or as a register would store it

    def __init__(self, symbols: Mapping[str, int], addresses: int, step: int = 1) -> None:
        self.symbols, self.step = symbols, step
        self.mask = addresses - 1
        self.held: Callable[[], Mapping[int, str]] = dict  # the registers that variables are in, by their addresses
        self._beyond: dict[tuple[str, int], int] = {}

    def address(self, location: Location, here: Environment[R, N]) -> int:
        """Return the address of a location, seen from an environment; raises NoStorageError."""
        match location:
            case Word(symbol, offset, kept):
                address = self.placed(symbol, offset)
                if not (kept and address <= self.mask) and address not in self.held():
                    raise NoStorageError(REMOVED)
                return address
            case Framed(routine, offset):
                return self.frame(routine, here) + offset & self.mask
            case Pointer(word, early):
                if early and not here.entered:
                    raise NoStorageError(early)
                return self.peek(self.address(word, here)) & self.mask
            case InLoop(words, outside):
                within = (words[each] for each in self.loops(here) if each in words)
                return self.address(next(within, outside), here)
            case Nowhere(why):
                raise NoStorageError(why)

    def placed(self, symbol: str, offset: int) -> int:
        """Return the address of a word at a symbol; one beyond storage for a word that is in a register only."""
        if symbol in self.symbols:
            return self.moved(self.symbols[symbol], offset)
        return self._beyond.setdefault((symbol, offset), self.mask + 1 + len(self._beyond))

    def moved(self, address: int, words: int) -> int:
        """Return the address that is some words further on, in the order of subscripts."""
        return address + self.step * words & self.mask

    def reached(self, place: Place, here: Environment[R, N]) -> int | None:
        """Return the address of a place of the IR in code that runs in an environment; None if it has none."""
        if isinstance(place.base, Frame):
            return self.outwards(place.base.way, here) + place.offset & self.mask
        return self.placed(place.symbol, place.offset) if place.base is None and place.symbol else None

    def words(self, address: int, base: BaseType) -> list[int]:
        """Return the words of a value; one that is in a register only has one word."""
        return [self.peek(address), *(self.peek(self.moved(address, each)) for each in range(1, base.words))]

    def value(self, address: int, base: BaseType) -> Any:
        return base.decoded(self.words(address, base))

    # ------------------------------------------------------------ what machines and languages differ in

    def frame(self, routine: R | None, here: Environment[R, N]) -> int:
        """Return the address of the frame of a routine around an environment; raises NoStorageError."""
        return here.frame

    def outwards(self, way: int, here: Environment[R, N]) -> int:
        """Return the address of the frame `way` steps out in the static chain; without nested routines there is one."""
        assert not way
        return here.frame

    def loops(self, here: Environment[R, N]) -> Iterator[N]:
        """Yield the loops that are under way, the innermost first."""
        yield from ()
