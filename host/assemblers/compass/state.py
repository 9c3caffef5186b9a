"""The state while a COMPASS source is read: locations, symbols, literals, and words being filled.

Instructions and fields of bits are packed into words one after the other, from the left:

    | 15 bits | 15 bits |      30 bits      |       an instruction of 30 bits begins in one of the first three parcels

The rest of a word of instructions is filled with NO (46000), of a word of VFD with zeros.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from emulators.cdc6600.isa import MOST_WORDS, PARCEL_BITS, PASS, WORD_BITS
from emulators.errors import Place
from host.assemblers.columns import Field, define_all
from host.assemblers.compass.operands import (
    REMARKS_COLUMN,
    Here,
    Reader,
    Statement,
    check_name,
    is_remark,
    joined,
    split,
)
from host.assemblers.expressions import ADD, Binary, Expression, Kind, Literal, Reference, Relative, Scope, Symbol
from host.assemblers.feed import LibraryFeed
from host.assemblers.program import Program, Target
from host.assemblers.sections import Chunk, Section
from host.languages.assembly import Line, entering

FIRST_WORD = 0o100  # of a program: the words below are shared with the system
LITERALS = "(literals)"
AFTER = "(after)"
LOCAL_MARK = "::"  # begins the names that LOCAL makes
DEEPEST = dict.fromkeys(("file", "macro", "repetition"), (64, "texts and macros"))
UPPER, STAY = "+", "-"  # in the location field: begin a word, go on in the one that a jump has ended
DIGIT_BITS = 3


def octal_parcels(word: int) -> str:
    """Return a word as listings print it, parcel by parcel."""
    digits = f"{word:020o}"
    return " ".join(digits[start : start + 5] for start in range(0, 20, 5))


class Later(NamedTuple):
    """Bits that depend on an expression: encoded when everything is defined."""

    expression: Expression
    encode: Callable[[int], int]  # from its value


@dataclass(slots=True)
class Word:
    """A word that is being filled: the number of bits in it, and whether the next field begins another."""

    chunk: Chunk
    start: int  # in the chunk
    used: int = 0
    fill: int = PASS  # for its rest, in each parcel
    closed: bool = False


class Piece(NamedTuple):
    """Bits that a statement put into a word."""

    chunk: Chunk
    start: int
    used: int  # bits of the word before them
    length: int

    def shown(self) -> tuple[int | None, str]:
        """Return the text of a listing: the address, of the first in a word, and the digits at their place in it."""
        address = None if self.used else self.chunk.address + self.start
        bits = self.chunk.words[self.start] >> WORD_BITS - self.used - self.length & (1 << self.length) - 1
        column = self.used // DIGIT_BITS + self.used // PARCEL_BITS
        return address, f"{'':{column}}{bits:0{-(-self.length // DIGIT_BITS)}o}"


class Packer:
    """The words being filled, one for each block."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._words: dict[str, Word] = {}  # by the name of the block

    @property
    def word(self) -> Word | None:
        """The word being filled in this block, None between words."""
        return self._words.get(self.program.section.name)

    @property
    def left(self) -> int:
        """Bits left in this word; all of them between words."""
        word = self.word
        return WORD_BITS if word is None else WORD_BITS - word.used

    def upper(self) -> None:
        """Complete the word: the next instruction begins another."""
        word = self._words.pop(self.program.section.name, None)
        if word is None:
            return
        used = word.used + -word.used % PARCEL_BITS
        for shift in range(WORD_BITS - used - PARCEL_BITS, -1, -PARCEL_BITS):
            word.chunk.words[word.start] |= word.fill << shift

    def close(self) -> None:
        """Begin another word next, unless the next instruction declines."""
        if word := self.word:
            word.closed = True

    def leave_closed(self) -> None:
        """Finish the word if a jump has closed it."""
        if self.word and self.word.closed:
            self.upper()

    def make_room(self, length: int, stay: bool = False) -> None:
        """Advance to room for an instruction of `length` bits; `stay` continues even in a closed word."""
        word = self.word
        if word is None:
            return
        word.used += -word.used % PARCEL_BITS
        if word.used + length > WORD_BITS or (word.closed and not stay):
            self.upper()

    def put(self, length: int, bits: int | Later, field: Field, fill: int) -> None:
        """Store bits; those without room in a word go into the next one."""
        whole = length
        while length:
            word = self.word or self._begin(field.place())
            used, part = word.used, min(length, WORD_BITS - word.used)
            length -= part
            self.program.share(word.chunk, word.start, used)
            self.program.record.pieces.append(Piece(word.chunk, word.start, used, part))
            mask, left = (1 << part) - 1, WORD_BITS - used - part
            if isinstance(bits, Later):
                self._amend(word, bits, length, mask, left, (left, part) if part == whole else None)
            else:
                word.chunk.words[word.start] |= (bits >> length & mask) << left
            word.used += part
            word.fill, word.closed = fill, False
            if not left:
                self.upper()

    def _begin(self, place: Place) -> Word:
        span = self.program.emit([0], place)
        word = self._words[self.program.section.name] = Word(span.chunk, span.start)
        return word

    def _amend(self, word: Word, bits: Later, shift: int, mask: int, left: int, field: tuple[int, int] | None) -> None:
        words, start = word.chunk.words, word.start

        def encode(value: int) -> list[int]:
            return [words[start] | (bits.encode(value) >> shift & mask) << left]

        self.program.fill_in(word.chunk, start, bits.expression, encode, field)


@dataclass
class Open:
    """An IF without its ENDIF so far: its name, its place, and its depth in texts and macros."""

    name: str
    place: Place
    depth: int
    in_macro: bool  # the macro's end ends it, too
    counted: bool = False  # its ELSE says for how many lines: an ENDIF is not needed


@dataclass
class Skip:
    """Lines being skipped: to the ENDIF (or ELSE) of an IF, or `count` of them."""

    open: Open
    count: int | None = None
    to_else: bool = False
    inner: int = 0  # IFs of the same name inside


@dataclass
class Macro:
    """A macro: its parameters, the one that is the location field of the call, its lines."""

    name: str
    parameters: list[str]
    location: str | None
    lines: list[Line]
    place: Place  # where it is named
    defaults: Mapping[str, str] = field(default_factory=dict)  # of MACROE: of a parameter named without a value


class Copies(NamedTuple):
    """A REP: words that the loader copies."""

    source: Expression
    target: Expression
    length: int
    times: int
    step: int
    at_once: bool
    field: Field


class State:
    """The state of the assembly."""

    def __init__(
        self,
        include_dirs: Iterable[Path] = (),
        defines: Mapping[str, int] | None = None,
        origin: int = FIRST_WORD,
        *,
        relocatable: bool = False,
    ) -> None:
        self.program = Program(Target(MOST_WORDS.bit_length() - 1, WORD_BITS, 8, octal_parcels))
        self.main, self.literals = Section("", loads=False), Section(LITERALS, loads=False)
        self.program.sections = {"": self.main, LITERALS: self.literals}
        self.after = Section(AFTER, loads=False)  # nothing: its address is the end of all others
        self.program.use(self.main)
        self.relocatable = relocatable  # whether blocks have no place, and undefined symbols are another program's
        if not relocatable:
            self.program.set_origin(FIRST_WORD)
        self.origin = origin  # of IDENT, where its symbols are defined further down
        self.origin_later: tuple[Expression, Field] | None = None  # that origin
        self.octal_before = False  # BASE *
        self.blocks: list[Section] = []  # that USE left, for USE *
        self.packer = Packer(self.program)
        self.feed = LibraryFeed(self.program, DEEPEST, include_dirs, ".compass", joined)
        self.octal = False  # BASE
        self.scope = self.program.root  # QUAL
        self.columns = True  # whether columns of a line matter
        self.remarks = REMARKS_COLUMN  # COL
        self.open: list[Open] = []  # IFs
        self.skip: Skip | None = None
        self.macros: dict[str, Macro] = {}
        self.synonyms: dict[str, str] = {}  # OPSYN: a name -> the operation; "" for NIL
        self.opdefs: dict[str, Macro] = {}  # by the form of the instruction
        self.micros: dict[str, str] = {}
        self.remote: list[Line] = []  # RMT
        self.externals: dict[str, tuple[str, Field]] = {}  # =X, =Y, =S and EXT: how, and where it is first named
        self.programs = 0  # IDENTs
        self.entries: dict[str, tuple[Expression, Field]] = {}  # of ENTRY, in the first program
        self.copies: list[Copies] = []  # REP, REPI
        self.comment = ""  # COMMENT
        self.unit: int | None = None  # the B register that holds 1: B1=1, B7=1
        self.following: Sequence[Line] = ()  # of relocatable programs, the lines after END
        self.name = ""  # of the program: the last one
        self.first_entry: Expression | None = None  # of ENTRY: where a program starts that says so nowhere else
        self.local_count = 0  # of the names that LOCAL makes
        self.located: tuple[Expression, int] | None = None  # LOC: the location, and how long the block was there
        self.heres: list[Here] = []  # this location, where the statement speaks of it
        self.literal_words: dict[tuple[int, ...], tuple[int, str]] = {}  # words -> where in their block, their text
        self._literal_length = 0
        define_all(self.program.root, (defines or {}).items())

    def is_operation(self, name: str) -> bool:
        """Return whether that is an operation in this program."""
        raise NotImplementedError

    def is_system_macro(self, name: str) -> bool:
        """Return whether the system has a macro of this name."""
        raise NotImplementedError

    def is_remark(self, line: Line) -> bool:
        """Return whether a line says nothing here."""
        return is_remark(line, self.columns, self.remarks)

    def set_remarks(self, column: int) -> None:
        """Make remarks begin in a column."""
        self.remarks = column

    def split(self, line: Line) -> Statement | None:
        """Return the fields of a line, None for a remark; raises AssemblyError."""
        return split(line, self.is_operation, self.columns, self.remarks)

    def instruction(self, statement: Statement) -> None:
        """Assemble an instruction."""
        raise NotImplementedError

    def upper_or_label(self, statement: Statement) -> str:
        """Process the location field: define a symbol, begin a word. Return + or - if it is there."""
        field = statement.location
        if field.text in (UPPER, STAY):
            if field.text == UPPER:
                self.packer.upper()
            return field.text
        self.label(statement)
        return ""

    def label(self, statement: Statement) -> None:
        """Define the symbol in the location field, if there is one, as the location of a new word."""
        if statement.location.text:
            symbol = self.symbol_of(statement)
            self.packer.upper()
            place = statement.location.place()
            self.program.define(symbol, self.location(place), Kind.LABEL, place)

    def symbol_of(self, statement: Statement) -> Symbol:
        """Return the symbol in the location field, which is required."""
        field = statement.location
        if not field.text or field.text in (UPPER, STAY):
            raise statement.operation.error(f"{statement.name} needs a symbol before it")
        symbol = self.scope.symbol(check_name(field))
        symbol.private = symbol.name.startswith(LOCAL_MARK)
        return symbol

    def reader(self, field: Field, bits: int = WORD_BITS) -> Reader:
        """Return a reader of a variable field."""
        return Reader(field, self, bits)

    # --- places -----------------------------------------------------------------------------------------

    def location(self, place: Place) -> Expression:
        """Return the location counter: where the next word will be when the program runs."""
        if self.located is None:
            return self.program.here(place)
        start, length = self.located
        return Binary(ADD, start, Literal(self.program.section.length - length, place), place)

    def use(self, section: Section) -> None:
        """Make a block the current one."""
        program = self.program
        program.section.saved_origin = program.origin
        program.use(section)
        program.set_origin(program.section.saved_origin)
        self.located = None

    def settle_here(self, place: Place) -> None:
        """Fix the position of this statement: in the current word, or the next one."""
        for here in self.heres:
            counter = self.program.here(place) if here.origin else self.location(place)
            here.found = counter if self.packer.word is None else Binary(ADD, counter, Literal(-1, place), place)

    # --- what names mean --------------------------------------------------------------------------------

    def refer(self, name: str, qualifier: str | None, field: Field) -> Expression:
        """Return the value of a symbol; `qualifier`: None for the one in force."""
        scope = self.scope if qualifier is None else self.qualified(qualifier)
        symbol = scope.symbol(name)
        visible = scope.visible(name) or symbol
        place = field.place()
        if visible.kind == Kind.VARIABLE and visible.expression is not None:
            visible.used.append(place)
            return visible.expression
        self.program.refer(symbol, place)
        return Reference(symbol, place)

    def qualified(self, qualifier: str) -> Scope:
        """Return the symbols of a qualifier."""
        if not qualifier:
            return self.program.root
        scope = self.program.root.inner(qualifier)
        scope.prefix = f"/{qualifier}/"
        return scope

    def locate(self, which: str, field: Field) -> Expression:
        """Return this location: L, O the origin, P the position in the word; F the compiler that called: none."""
        if which == "F":
            return Literal(0, field.place())
        if which in "P$":
            return Literal(self.packer.left - (which == "$"), field.place())
        here = Here(field.place(), which == "O")
        self.heres.append(here)
        self.settle_here(field.place())
        return here

    def literal(self, words: list[int], field: Field) -> Expression:
        """Return the address of a literal; equal ones lie at the same address."""
        key = tuple(words)
        if key not in self.literal_words:
            self.literal_words[key] = self._literal_length, field.text
            self._literal_length += len(words)
        return Relative(self.literals, self.literal_words[key][0], field.place())

    def external(self, field: Field, kind: str) -> Expression:
        """Return the value of a symbol that another program may define."""
        symbol = self.program.root.symbol(check_name(field))
        if kind == "X" or symbol.name not in self.externals:
            self.externals[symbol.name] = kind, field
        self.program.refer(symbol, field.place())
        return Reference(symbol, field.place())


Handler = Callable[[State, Statement], None]
PSEUDO_OPERATIONS: dict[str, Handler] = {}
operation = entering(PSEUDO_OPERATIONS)
