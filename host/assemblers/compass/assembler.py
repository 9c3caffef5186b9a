"""How is a COMPASS source assembled? Line by line: the symbol in the location field, then the operation.

The source is read once; what depends on symbols further down is filled in at the end. Where the lines come from stands
in `feed`, instructions in `instructions`, how they come into words in `packing`, pseudo-operations in `pseudo` and the
files it names. The language is Control Data's COMPASS for the 6000 series.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from os import PathLike
from pathlib import Path

from emulators.cdc6600.isa import ADDRESS_BITS, MOST_WORDS, PASS, WORD_BITS
from emulators.errors import ImageError, Place, SourceError, SourceErrors
from host.assemblers.assembly import Assembly
from host.assemblers.compass import data, instructions, pseudo
from host.assemblers.compass.conditions import Conditions
from host.assemblers.compass.feed import Feed
from host.assemblers.compass.line import Field, Statement, split
from host.assemblers.compass.macros import LOCAL_MARK, Macros
from host.assemblers.compass.operands import Here, Names, Reader, check_name, is_name
from host.assemblers.compass.packing import STAY, UPPER, Packer
from host.assemblers.diagnostics import AssemblyError, TooManyErrorsError, did_you_mean
from host.assemblers.dialects import LIBRARY
from host.assemblers.expressions import ADD, Binary, Evaluation, Expression, Literal, Reference, Relative
from host.assemblers.program import Program, Target
from host.assemblers.sections import Section
from host.assemblers.source import Line, read_lines
from host.assemblers.symbols import Kind, Scope, Symbol

FIRST_WORD = 0o100  # of a program: below is what it shares with the system
LITERALS = "(literals)"
ROUND = frozenset({"MX", "LX"})  # whose number of places may be negative: 60 is added
ENDING = frozenset({"PS", "RJ", "XJ", "JP"})  # what follows is not reached from the same word


def octal_parcels(word: int) -> str:
    """Return a word as listings print it, parcel by parcel."""
    digits = f"{word:020o}"
    return " ".join(digits[start : start + 5] for start in range(0, 20, 5))


class Assembler:
    """The state while a source is read."""

    def __init__(
        self, include_dirs: Iterable[Path] = (), defines: Mapping[str, int] | None = None, origin: int = FIRST_WORD
    ) -> None:
        self.program = Program(Target(MOST_WORDS.bit_length() - 1, WORD_BITS, 8, octal_parcels))
        self.main, self.literals = Section("", loads=False), Section(LITERALS, loads=False)
        self.program.sections = {"": self.main, LITERALS: self.literals}
        self.program.use(self.main)
        self.program.set_origin(FIRST_WORD)
        self.origin = origin  # of IDENT, where its symbols are defined further down
        self.origin_later: tuple[Expression, Field] | None = None  # that origin
        self.octal_before = False  # BASE *
        self.blocks: list[Section] = []  # that USE left, for USE *
        self.packer = Packer(self.program)
        self.feed = Feed(self.program, include_dirs)
        self.conditions = Conditions(self)
        self.macros = Macros(self)
        self.names = Names(self._refer, self._location, self._literal)
        self.scope = self.program.root  # QUAL
        self.columns = True  # whether it matters where on a line something stands
        self.located: tuple[int, int] | None = None  # LOC: the location, and how long the block was there
        self.heres: list[Here] = []  # this location, where the statement speaks of it
        self._literals: dict[tuple[int, ...], tuple[int, str]] = {}  # words -> where in their block, their text
        self._literal_length = 0
        for name, value in (defines or {}).items():
            symbol = self.program.root.symbol(name.upper())
            symbol.expression = Literal(value, Place("command line", 1, 1))

    # --- the run ----------------------------------------------------------------------------------------

    def assemble_lines(self, name: str, lines: list[Line]) -> Assembly:
        """Assemble the lines of a text and return the result; `name` stands for the text in messages."""
        self.feed.start(lines)
        try:
            for line in self.feed.lines():
                self.program.attempt(partial(self._line, line))
            if self.program.records:
                self.program.attempt(self._finish)
        except TooManyErrorsError:
            self.program.diagnostics.raise_errors()
        assembly = self.program.finish({LITERALS: self._end_of_main()})
        if not assembly.image.segments and not assembly.image.symbols:
            raise ImageError(f"'{name}' produces no words: there is nothing to assemble in it")
        return assembly

    def _finish(self) -> None:
        """Finish what the end of the source leaves open, and put the literals behind the first block."""
        self.conditions.finish()
        for section in list(self.program.sections.values()):
            self.use(section)
            self.packer.upper()
        last = self.program.record.line
        self.use(self.literals)
        for words, (_, text) in self._literals.items():
            line = Line(last.file, last.number, f"{'':17}{text}")
            self.program.begin(line, None)
            self.program.emit(words, line.whole())

    def _end_of_main(self) -> int:
        """Return the address behind the first block, where the others follow."""
        ends = [chunk.address + len(chunk.words) for chunk in self.main.chunks if chunk.origin is not None]
        return max(ends, default=FIRST_WORD)

    # --- one line ---------------------------------------------------------------------------------------

    def _line(self, line: Line) -> None:
        if self.conditions.skips(line):
            return
        statement = split(line, self.is_operation, self.columns)
        if statement is not None:
            self.heres = []
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        name = statement.name
        if name in self.macros.defined:
            self.macros.call(statement)
        elif name in pseudo.PSEUDO_OPERATIONS:
            pseudo.PSEUDO_OPERATIONS[name](self, statement)
        elif instructions.is_instruction(name):
            self._instruction(statement)
        elif name in pseudo.UNSUPPORTED:
            raise AssemblyError(statement.operation.place(), *pseudo.UNSUPPORTED[name])
        elif not name:
            raise AssemblyError(statement.location.place(), "there is no operation", "write BSS 0 for a name alone")
        else:
            known = {*pseudo.PSEUDO_OPERATIONS, *instructions.PLAIN, *self.macros.defined}
            hint = did_you_mean(name, known)
            raise AssemblyError(statement.operation.place(), f"unknown operation '{name}'", hint)

    def is_operation(self, name: str) -> bool:
        """Return whether that is an operation in this program."""
        known = name in pseudo.PSEUDO_OPERATIONS or name in pseudo.UNSUPPORTED or name in self.macros.defined
        return known or instructions.is_instruction(name)

    def _instruction(self, statement: Statement) -> None:
        mark = self.upper_or_label(statement)
        parsed = instructions.parse(statement.operation, statement.rest, self.names)
        place = statement.operation.place()
        self.packer.make_room(parsed.length, place, stay=mark == STAY)
        self._settle_here(place)
        expressions = () if parsed.expression is None else (parsed.expression,)

        def encode(value: int = 0) -> int:
            return parsed.bits | _fitted(value, parsed)

        self.packer.put(parsed.length, expressions, encode, place, PASS)
        unconditional = parsed.instruction.mnemonic == "EQ" and not parsed.bits >> 18 & 0o77
        if parsed.instruction.mnemonic in ENDING or unconditional:
            self.packer.close()

    def upper_or_label(self, statement: Statement) -> str:
        """Do what the location field asks for: define a symbol, begin a word. Return + or - if that stands there."""
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
        """Return the symbol in the location field, which must be there."""
        field = statement.location
        if not field.text or field.text in (UPPER, STAY):
            raise AssemblyError(statement.operation.place(), f"{statement.name} needs a symbol before it")
        symbol = self.scope.symbol(check_name(field))
        symbol.private = symbol.name.startswith(LOCAL_MARK)
        return symbol

    def reader(self, field: Field, bits: int = WORD_BITS) -> Reader:
        """Return a reader of a variable field."""
        return Reader(field, self.names, bits)

    # --- places -----------------------------------------------------------------------------------------

    def location(self, place: Place) -> Expression:
        """Return the location counter: where the next word will be when the program runs."""
        if self.located is None:
            return self.program.here(place)
        start, length = self.located
        return Literal(start + self.program.section.length - length, place)

    def use(self, section: Section) -> None:
        """Make a block the one that is filled from here on."""
        program = self.program
        program.section.saved_origin = program.origin
        program.use(section)
        program.set_origin(program.section.saved_origin)
        self.located = None

    def _settle_here(self, place: Place) -> None:
        """Say where this statement is: in the word being filled, or the next one."""
        for here in self.heres:
            counter = self.program.here(place) if here.origin else self.location(place)
            here.found = counter if self.packer.word is None else Binary(ADD, counter, Literal(-1, place), place)

    # --- what names mean --------------------------------------------------------------------------------

    def _refer(self, name: str, qualifier: str | None, field: Field) -> Expression:
        scope = self.scope if qualifier is None else self.qualified(qualifier)
        symbol = scope.symbol(name)
        visible = scope.visible(name) or symbol
        if visible.kind == Kind.VARIABLE and visible.expression is not None:
            visible.used.append(field.place())
            return visible.expression
        self.program.refer(symbol, field.place())
        return Reference(symbol, field.place())

    def qualified(self, qualifier: str) -> Scope:
        """Return the symbols of a qualifier."""
        if not qualifier:
            return self.program.root
        scope = self.program.root.inner(qualifier)
        scope.prefix = f"/{qualifier}/"
        return scope

    def _location(self, which: str, field: Field) -> Expression:
        if which in "P$":
            return Literal(self.packer.left - (which == "$"), field.place())
        here = Here(field.place(), which == "O")
        self.heres.append(here)
        self._settle_here(field.place())
        return here

    def _literal(self, words: list[int], field: Field) -> Expression:
        """Return the address of a literal; equal ones lie at the same address."""
        key = tuple(words)
        if key not in self._literals:
            self._literals[key] = self._literal_length, field.text
            self._literal_length += len(words)
        return Relative(self.literals, self._literals[key][0], field.place())

    @property
    def has_literals(self) -> bool:
        """Whether there are words behind the program that it did not write a line for."""
        return bool(self._literals)


def _fitted(value: int, parsed: instructions.Parsed) -> int:
    """Return the expression of an instruction in its bits; raises AssemblyError where it does not fit."""
    if parsed.field_bits < ADDRESS_BITS and -WORD_BITS < value < 0 and parsed.instruction.mnemonic in ROUND:
        value += WORD_BITS  # MX0 -6 is MX0 54: ones but for the last six places; LX1 -6 goes right round
    if parsed.field_bits < ADDRESS_BITS and value < 0:
        raise AssemblyError(parsed.field.place(), f"a number of places cannot be {value}")
    return data.fit(value, parsed.field_bits, parsed.field)


def assemble(
    path: str | PathLike[str],
    *,
    defines: Mapping[str, int] | None = None,
    include_dirs: Iterable[str | PathLike[str]] = (),
) -> Assembly:
    """Assemble a COMPASS source and return image, listing, symbols and warnings.

    `defines` are symbols set before the first line. Raises SourceErrors with all errors of the source, ImageError when
    there is no source to read.
    """
    for name in defines or {}:
        if not is_name(name.upper()):
            raise ImageError(f"'{name}' cannot be the name of a symbol")
    library = filter(Path.is_dir, LIBRARY)
    folders, lines = [*map(Path, include_dirs), *library], read_lines(Path(path), str(path))
    assembler = Assembler(folders, defines)
    assembly = assembler.assemble_lines(str(path), lines)
    if assembler.origin_later is None:
        return assembly
    origin = Evaluation().number(assembler.origin_later[0])
    again = Assembler(folders, defines, origin)
    assembly = again.assemble_lines(str(path), lines)
    assert again.origin_later is not None
    expression, field = again.origin_later
    if Evaluation().number(expression) != origin:
        hint = "ORG says where the words are, whatever IDENT says"
        error = AssemblyError(field.place(), "the origin depends on itself", hint)
        raise SourceErrors([SourceError(error.place, error.message, error.hint)])
    return assembly
