"""How is a SAP source assembled? Card by card: the symbol in the location field, then the operation.

The source is read once; what depends on symbols further down is filled in at the end. Where the cards come from stands
in `feed`, pseudo-operations in `pseudo`, words of instructions in `words`. The language is UA SAP's (Roy Nutt, 1956).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from os import PathLike
from pathlib import Path

from emulators.errors import ImageError, Place
from emulators.ibm704.disassembler import octal_fields
from emulators.ibm704.isa import CORE_SIZES, MOST_WORDS, WORD_BITS
from emulators.image import Part, stretch
from host.assemblers.assembly import Assembly
from host.assemblers.diagnostics import AssemblyError, TooManyErrorsError, did_you_mean
from host.assemblers.expressions import Evaluation, Expression, Literal, Reference, known
from host.assemblers.program import Program, Target
from host.assemblers.sap import pseudo, words
from host.assemblers.sap.card import COLUMNS, LAST_COLUMN, Field, Statement, blank_card, split
from host.assemblers.sap.feed import Feed
from host.assemblers.sap.operands import LONGEST_SYMBOL, Names, check_name, expression, is_name, subfields
from host.assemblers.sections import Section, loaded
from host.assemblers.source import Line, read_lines
from host.assemblers.symbols import Kind, Scope, Symbol, define
from host.formats import storage

SPLIT_FIELD = re.compile(r"[,+\-/] \S|\S [,+\-/]")  # one blank beside a comma or an operator
HEADER = re.compile(r" {3}[A-Z]{2} ?[A-Z]{2,6}[0-9]{1,2}[A-Z ]")  # the card with which SHARE's programs were sent
NO_REMARK = re.compile(r"[\d,*]")  # what begins like this behind an operation without address is no remark


class Assembler:
    """The state while a source is read."""

    def __init__(
        self,
        core: int = MOST_WORDS,
        include_dirs: Iterable[Path] = (),
        defines: Mapping[str, int] | None = None,
        tables: Path | None = None,
        uasap: bool = False,
    ) -> None:
        self.program = Program(Target(core.bit_length() - 1, WORD_BITS, 8, octal_fields))
        self.program.use(Section("", loads=False))  # room that is reserved reaches no card
        self.program.set_origin(0)
        self.program.may_overlap = True
        self.program.may_define_again = uasap
        self.uasap = uasap  # what UA SAP only flagged is a warning
        self.full = False  # FUL: cards of 24 words
        self.punching: list[tuple[bool, Expression | None]] = []  # of each part so far: full? its transfer card
        self.part_areas: list[int] = []  # where the parts behind begin
        self.tables, self.tables_to_write = tables, list[Path]()  # WST and RST: the folder, what to write at the end
        self.displacement = 0  # LOC: from where words are loaded to where they will be
        self.feed = Feed(self.program, include_dirs)
        self.names = Names(self._refer, lambda field: self.here(field.place()), self._literal)
        self.literals = Scope("literals")
        self.program.hidden.append(self.literals)
        self.literal_words: dict[int, Symbol] = {}
        self.definitions: tuple[int, Field] | None = None  # DEF: where undefined symbols lie
        self.operations: dict[str, words.Operation] = {}  # OPD: the source's own
        self.known = set(KNOWN)
        for name, value in (defines or {}).items():
            symbol = self.program.root.symbol(name.upper())
            symbol.expression = Literal(value, Place("command line", 1, 1))

    # --- the run ----------------------------------------------------------------------------------------

    def assemble_lines(self, name: str, lines: list[Line]) -> Assembly:
        """Assemble the lines of a text and return the result; `name` stands for the text in messages."""
        self.feed.start(lines)
        try:
            self._run()
        except TooManyErrorsError:
            self.program.diagnostics.raise_errors()
        assembly = self.program.finish({})
        self._make_parts(assembly)
        self._write_tables(assembly)
        if not assembly.image.segments:
            raise ImageError(f"'{name}' produces no words: there is nothing to assemble in it")
        return assembly

    def _run(self) -> None:
        """Assemble line by line, then what only the end of the source decides."""
        while line := self.feed.next():
            self.program.attempt(partial(self._line, line))
        if self.program.records:
            self.program.attempt(self._put_literals)
            self.program.attempt(self._define_the_rest)
            if self.uasap:
                self._define_as_zero()

    # --- one card ---------------------------------------------------------------------------------------

    def _line(self, line: Line) -> None:
        statement = split(line, self.known, columns=self.uasap)
        if statement is None and self.uasap and not line.text.strip():
            statement = blank_card(line)
        if statement is None:
            return
        name = statement.operation.text
        if statement.runs_on:
            message = f"columns {LAST_COLUMN + 1} to {COLUMNS} are for the identification: the remark ends before"
            self.program.warn(line.place(LAST_COLUMN + 1, len(line.text.rstrip()) - LAST_COLUMN), message)
        if statement.location.text.strip() and not name and not statement.rest.text.strip() and not statement.card:
            hint = "write BSS 0 or EQU * for a name alone, PZE for a word of zeros"
            self.program.warn(statement.location.place(), "a symbol alone makes a word of zeros", hint)
        if name in self.operations:
            self.label(statement)
            self._word(statement, self.operations[name])
        elif name in pseudo.PSEUDO_OPERATIONS:
            pseudo.PSEUDO_OPERATIONS[name](self, statement)
        elif name in words.OPERATIONS:
            self.label(statement)
            self._word(statement, words.OPERATIONS[name])
        elif name in pseudo.UNSUPPORTED:
            raise AssemblyError(statement.operation.place(), *pseudo.UNSUPPORTED[name])
        elif HEADER.match(line.text) and not self.program.section.length:
            self.program.warn(line.whole(), "SHARE's header card is taken for a remark")
        else:
            hint = did_you_mean(name, self.known)
            message = f"unknown operation '{name}'"
            if not self.uasap:
                raise AssemblyError(statement.operation.place(), message, hint)
            self.program.warn(statement.operation.place(), message + ": a word of its fields", hint)
            self.label(statement)
            self._word(statement, words.OPERATIONS["***"])

    def punch(self, *, full: bool, transfer: Expression | None = None) -> None:
        """Begin a part of the deck on full cards or absolute ones; `transfer` ends the one before."""
        if full != self.full or transfer is not None:
            self.punching.append((self.full, transfer))
            self.full = full
            self.program.new_part()
            self.part_areas.append(self.program.boundaries[-1])

    def transfer(self, address: Expression) -> None:
        """Put a transfer card here."""
        self.punch(full=self.full, transfer=address)

    def define_operation(self, name: str, word: int) -> None:
        """Make a name an operation with this word."""
        self.operations[name] = words.Operation(name, word)
        self.known.add(name)

    def label(self, statement: Statement) -> None:
        """Define the symbol in the location field, if there is one, as this location."""
        if symbol := self.location(statement):
            place = statement.location.place()
            self.program.define(symbol, self.here(place), Kind.LABEL, place)

    def location(self, statement: Statement) -> Symbol | None:
        """Return the symbol in the location field, None when there is none to define. Blanks inside do not count.

        A number there is where to go on, as in ORG.
        """
        field = statement.location
        squeezed = "".join(field.text.split())
        if not squeezed or self.feed.repeating:
            return None
        start = len(field.text) - len(field.text.lstrip())
        if squeezed.isdecimal() and squeezed.isascii():
            self.go_to(int(squeezed), field)
            return None
        heading, dollar, _ = squeezed.rpartition("$")
        if dollar:
            message = "a symbol is defined under the heading in force"
            raise AssemblyError(field.place(), message, f"HED {heading}".rstrip() + " puts another one in force")
        part = field.part(start)._replace(text=squeezed)
        return self._symbol(check_name(part), self.feed.heading)

    def _symbol(self, name: str, heading: str) -> Symbol:
        """Return the symbol of that name under a heading; one of six characters has none."""
        full = f"{heading}${name}" if heading and len(name) < LONGEST_SYMBOL else name
        return self.program.root.symbol(full)

    def _refer(self, name: str, heading: str | None, field: Field) -> Expression:
        symbol = self._symbol(name, self.feed.heading if heading is None else heading)
        self.program.refer(symbol, field.place())
        return Reference(symbol, field.place())

    # --- variable fields --------------------------------------------------------------------------------

    def _word(self, statement: Statement, operation: words.Operation) -> None:
        """Assemble an instruction or a constant with a prefix."""
        field = self.variable(statement)
        if operation.last == 0 and not NO_REMARK.match(field.text):
            field = field.part(0, 0)
        parts = list(subfields(field)) if field.text else []
        where = statement.operation.place() if statement.operation.text else statement.location.place()
        if operation.last and not field.text:
            raise AssemblyError(where, f"{operation.mnemonic} needs a number from 1 to {operation.last}")
        if len(parts) > len(words.FIELDS):
            raise AssemblyError(parts[len(words.FIELDS)].place(), "a word has address, tag and decrement, no more")
        values = [expression(each, self.names) if each.text else Literal(0, each.place()) for each in parts]
        places = [each.place() for each in parts]
        if doubt := words.doubts(operation, bool(field.text)):
            self.program.warn(where, doubt, "write ** where the program puts it in")
        self._doubt_values(operation, values, [*places, where])
        uasap = self.uasap
        self.program.defer(1, values, lambda *numbers: [words.encode(operation, numbers, places, uasap)], where)

    def _doubt_values(self, operation: words.Operation, values: list[Expression], places: list[Place]) -> None:
        """Look at the fields at the end, and warn about what is probably not meant."""
        context, program = self.program.context, self.program

        def look(*numbers: int) -> list[int]:
            if doubt := words.doubts_of_values(operation, numbers, program.target.size):
                index, message = doubt
                program.diagnostics.warn(places[min(index, len(places) - 1)], message, "", context)
            return []

        program.check(values, look)

    def variable(self, statement: Statement) -> Field:
        """Return the variable field; warns of what looks as if it belonged to it, but stands behind a blank."""
        field, remark = statement.variable, statement.remark.text
        if field.text and SPLIT_FIELD.match(field.text[-1] + remark):
            hint = "what is behind it is a remark: leave the blank out if it is not"
            self.program.warn(statement.remark.place(0, 1), "the variable field ends at this blank", hint)
        return field

    def constant(self, field: Field) -> int:
        """Return the value of an expression that must be known by now."""
        tree = expression(field, self.names)
        value = known(tree)
        if value is None or value.bases:
            hint = "the symbols in it must be defined further up"
            raise AssemblyError(field.place(), "the value is not known yet", hint)
        return value.number

    def go_to(self, address: int, field: Field) -> None:
        """Go on at an address."""
        self._check_core(address, field)
        self.program.set_origin(address)
        self.displacement = 0

    def displace(self, address: int, field: Field) -> None:
        """Go on where the words are loaded, but take this for the address."""
        self._check_core(address, field)
        self.displacement = address - (self.program.origin or 0)

    def _check_core(self, address: int, field: Field) -> None:
        if not 0 <= address < self.program.target.size:
            last = self.program.target.size - 1
            raise AssemblyError(field.place(), f"the address {address} is outside the core", f"its last word is {last}")

    def here(self, place: Place) -> Expression:
        """Return the location of this card."""
        return Literal((self.program.origin or 0) + self.displacement, place)

    # --- the end ----------------------------------------------------------------------------------------

    def _make_parts(self, assembly: Assembly) -> None:
        """Note what deck the source asks for, if it is not absolute cards and one transfer card."""
        if not self.punching and not self.full:
            return
        image, chunks = assembly.image, loaded(self.program.sections.values())
        transfers = [(full, None if each is None else Evaluation().number(each)) for full, each in self.punching]
        bounds = [0, *self.part_areas, 1 << 62]
        parts = [
            Part(
                tuple(
                    stretch(each.address, each.words, WORD_BITS)
                    for each in chunks
                    if low <= each.area < high and not each.reserved
                ),
                full,
                transfer,
            )
            for (full, transfer), low, high in zip(
                [*transfers, (self.full, image.entry)], bounds[:-1], bounds[1:], strict=True
            )
        ]
        image.parts = tuple(part for part in parts if part.segments or part.transfer is not None)
        image.entry = next((part.transfer for part in image.parts if part.transfer is not None), None)

    def _write_tables(self, assembly: Assembly) -> None:
        """Keep the symbols for other assemblies (WST): a name and an octal value a line."""
        rows = [f"{name} {value % (1 << WORD_BITS):o}\n" for name, value in sorted(assembly.symbols.items())]
        for path in self.tables_to_write:
            storage.write_all(path, "".join(rows).encode(), overwrite=True)

    def _define_as_zero(self) -> None:
        """Give the symbols that nothing defines the value 0, and warn where each is used first."""
        for symbol in list(self.program.root.symbols.values()):
            if symbol.expression is None and symbol.used:
                place = symbol.used[0]
                self.program.diagnostics.warn(
                    place, f"undefined symbol '{symbol.name}': taken for 0", "", self.program.context
                )
                symbol.expression = Literal(0, place)

    def _literal(self, field: Field) -> Expression:
        """Return the address of a literal; equal ones are one word."""
        word = pseudo.literal(field)
        if word not in self.literal_words:
            symbol = self.literals.symbol(f"={field.text}")
            symbol.private = True
            symbol.place = field.place()
            self.literal_words[word] = symbol
        symbol = self.literal_words[word]
        self.program.refer(symbol, field.place())
        return Reference(symbol, field.place())

    def _put_literals(self) -> None:
        """Put the literals behind the last card, each as if it stood on a card of its own."""
        last = self.program.record.line
        for word, symbol in self.literal_words.items():
            line = Line(last.file, last.number, f"{'':11}{symbol.name}")
            self.program.begin(line, None)
            place = line.whole()
            symbol.expression = self.here(place)
            self.program.emit([word], place)

    def _define_the_rest(self) -> None:
        """Give the symbols that nothing defines one word each, if the source asks for it (DEF)."""
        if self.definitions is None:
            return
        address, field = self.definitions
        for symbol in list(self.program.root.symbols.values()):
            if symbol.expression is None:
                if address >= self.program.target.size:
                    raise AssemblyError(field.place(), f"'{symbol.name}' would lie outside the core")
                define(symbol, Literal(address, field.place()), Kind.LABEL, field.place())
                address += 1


KNOWN = frozenset({*words.OPERATIONS, *pseudo.PSEUDO_OPERATIONS, *pseudo.UNSUPPORTED} - {""})


def assemble(
    path: str | PathLike[str],
    *,
    core: int = MOST_WORDS,
    defines: Mapping[str, int] | None = None,
    include_dirs: Iterable[str | PathLike[str]] = (),
    tables: str | PathLike[str] | None = None,
    uasap: bool = False,
) -> Assembly:
    """Assemble a SAP source and return image, listing, symbols and warnings.

    `core` is the number of words of the machine, 4096, 8192 or 32768. `defines` are symbols set before the first card.
    `tables` is a folder where WST writes symbol tables and RST finds them. `uasap`: undefined symbols, symbols
    defined twice and unknown operations, which UA SAP only flagged, are warnings.
    Raises SourceErrors with all errors of the source, ImageError when there is no source to read.
    """
    if core not in CORE_SIZES:
        raise ImageError(f"a 704 has {', '.join(map(str, CORE_SIZES))} words of core, not {core}")
    for name in defines or {}:
        if not is_name(name.upper()):
            raise ImageError(f"'{name}' cannot be the name of a symbol")
    folder = None if tables is None else Path(tables)
    assembler = Assembler(core, map(Path, include_dirs), defines, folder, uasap)
    return assembler.assemble_lines(str(path), read_lines(Path(path), str(path)))
