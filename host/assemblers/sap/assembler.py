"""The SAP assembler, card by card: the symbol in the location field, then the operation.

The source is read once; values of symbols further down are filled in at the end. The state in between is in
`state`, pseudo-operations in `pseudo`, words of instructions in `words`. The language is UA SAP's (Roy Nutt, 1956).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from emulators.errors import ImageError, Place, did_you_mean
from emulators.ibm704.isa import CORE_SIZES, FIELD, MOST_WORDS, WORD_BITS
from emulators.image import Cards, Part, stretch
from host.assemblers.columns import names_in
from host.assemblers.expressions import Evaluation, Expression, Kind, Literal, define
from host.assemblers.program import Assembly, words_at
from host.assemblers.sap.fields import (
    COLUMNS,
    LAST_COLUMN,
    OrZero,
    Statement,
    blank_card,
    is_name,
    split,
    subfields,
)
from host.assemblers.sap.pseudo import PSEUDO_OPERATIONS, RELATIVE, UNSUPPORTED
from host.assemblers.sap.state import State, doubles
from host.assemblers.sap.words import FIELDS, OPERATIONS, OPTIONAL, Operation, doubts_of_values, encode
from host.assemblers.sections import loaded
from host.formats import storage
from host.languages.assembly import LIBRARY_704, AssemblyError, Line, TooManyErrorsError, read_lines

HEADER = re.compile(r" {3}[A-Z]{2} ?[A-Z]{2,6}[0-9]{1,2}[A-Z ]")  # the card with which SHARE's programs were sent
NO_REMARK = re.compile(r"[\d,*]")  # a text with this beginning, after an operation without address, is not a remark
KNOWN = frozenset({*OPERATIONS, *PSEUDO_OPERATIONS, *UNSUPPORTED} - {""})
TYPED_NAMES = re.compile(r"[^+\-*/,\s]+")


class Assembler(State):
    """Reads a source."""

    def assemble_lines(self, name: str, lines: list[Line]) -> Assembly:
        """Assemble the lines of a text and return the result; `name` stands for the text in messages."""
        self.known |= KNOWN
        self.feed.push(lines)
        try:
            for line in self.feed.lines():
                self.program.attempt(partial(self._line, line))
            if self.program.records:
                self._choose_definitions()
                self.program.attempt(self._put_literals)
                self.program.attempt(self._define_the_rest)
        except TooManyErrorsError:
            self.program.diagnostics.raise_errors()
        assembly = self.program.finish({})
        self._make_parts(assembly)
        for path, entries in self.tables_to_write:  # WST: a name, an octal value and the name of the address, a line
            rows = [
                f"{each.symbol.name} {Evaluation().number(each.expression) % (1 << WORD_BITS):o}"
                f"{f' {RELATIVE}' if each.relative else ''}\n"
                for each in entries
            ]
            storage.write_text(path, "".join(rows), overwrite=True)
        if not assembly.image.segments:
            raise ImageError(f"{name}: this source produces no words")
        return assembly

    def _line(self, line: Line) -> None:
        statement = split(line, self.known, columns=self.uasap)
        if statement is None and self.uasap and not line.text.strip():
            statement = blank_card(line)
        if statement is None:
            return
        name, warn = statement.operation.text, self.program.warn
        if statement.runs_on:
            message = f"columns {LAST_COLUMN + 1} to {COLUMNS} are for the identification: the remark ends before"
            warn(line.place(LAST_COLUMN + 1, len(line.text.rstrip()) - LAST_COLUMN), message)
        if statement.location.text.strip() and not name and not statement.rest.text.strip() and not statement.card:
            hint = "write BSS 0 or EQU * for a name alone, PZE for a word of zeros"
            warn(statement.location.place(), "a symbol alone makes a word of zeros", hint)
        if name in self.operations:
            self._word(statement, self.operations[name])
        elif name in PSEUDO_OPERATIONS:
            PSEUDO_OPERATIONS[name](self, statement)
        elif name in UNSUPPORTED:
            raise statement.operation.error(*UNSUPPORTED[name])
        elif HEADER.match(line.text) and not self.program.section.length and not self.uasap:
            warn(line.whole(), "SHARE's header card is taken for a remark")
        else:
            hint = did_you_mean(name, self.known)
            message = f"unknown operation '{name}'"
            if not self.uasap:
                raise statement.operation.error(message, hint)
            warn(statement.operation.place(), message + ": a word of its fields", hint)
            self._word(statement, OPERATIONS["***"])

    def _word(self, statement: Statement, operation: Operation) -> None:
        """Assemble an instruction or a constant with a prefix."""
        self.label(statement)
        field = self.variable(statement)
        uasap = self.uasap
        if operation.last == 0 and not uasap and not NO_REMARK.match(field.text):
            field = field.part(0, 0)
        parts = list(subfields(field)) if field.text else []
        where = statement.operation.place() if statement.operation.text else statement.location.place()
        if operation.last and not field.text and not uasap:
            raise AssemblyError(where, f"{operation.mnemonic} needs a number from 1 to {operation.last}")
        if len(parts) > len(FIELDS):
            raise parts[len(FIELDS)].error("a word has address, tag and decrement, no more")
        values = [self.value(each) if each.text else Literal(0, each.place()) for each in parts]
        places = [each.place() for each in parts]
        if not field.text and operation.last is None and operation.mnemonic not in OPTIONAL:
            self.program.warn(
                where, f"{operation.mnemonic} has no address", "write ** if the program stores the address"
            )
        self._doubt_values(operation, values, [*places, where])
        self.program.defer(1, values, lambda *numbers: [encode(operation, numbers, places, uasap)], where)
        if self.cards == Cards.RELOCATABLE:
            fields = (
                [Literal(0, where), *values[1:]] if operation.mnemonic == "SWT" else values
            )  # a switch does not move
            self.relative_words.append((self.program.record.spans[-1], fields))

    def _doubt_values(self, operation: Operation, values: list[Expression], places: list[Place]) -> None:
        """Look at the fields at the end, and warn about doubtful ones."""
        size = self.program.target.size

        def look(*numbers: int) -> tuple[Place, str, str] | None:
            doubt = doubts_of_values(operation, numbers, size)
            return (places[min(doubt[0], len(places) - 1)], doubt[1], "") if doubt else None

        self.program.check(values, look)

    # --- the end ----------------------------------------------------------------------------------------

    def _put_literals(self) -> None:
        """Put the literals after the last card, each as if it were on a card of its own."""
        last = self.program.record.line
        for word, symbol in self.literal_words.items():
            line = Line(last.file, last.number, f"{'':11}{symbol.name}")
            self.program.begin(line, None)
            place = line.whole()
            symbol.expression = self.here(place)
            self.relative.add(symbol)
            self.program.emit([word], place)

    def _choose_definitions(self) -> None:
        """Take the definitions that UA SAP's second pass finds of symbols that have several."""
        for chosen, entries in doubles(self.entries) if self.uasap else ():
            symbol, place = chosen.symbol, chosen.place
            for each in entries[1:]:
                message = f"'{symbol.name}' is already defined: {place.file}:{place.line} counts in instructions"
                self.program.warn(each.place, message)
            symbol.expression, symbol.place = chosen.expression, place
            (self.relative.add if chosen.relative else self.relative.discard)(symbol)

    def _define_the_rest(self) -> None:
        """Give the symbols that nothing defines one word each, if the source asks for it (DEF), or, as UA SAP, 0."""
        open_ = [each for each in self.program.root.symbols.values() if each.expression is None]
        if self.definitions:
            first, field = self.definitions
            for address, symbol in enumerate(open_, first):
                if address >= self.program.target.size:
                    raise field.error(f"'{symbol.name}' would lie outside the core")
                define(symbol, Literal(address, field.place()), Kind.LABEL, field.place())
                self.relative.add(symbol)
        elif self.uasap:
            for symbol in open_:
                if symbol.used:
                    message = f"undefined symbol '{symbol.name}': 0 for the field that it is in"
                    self.program.warn(symbol.used[0], message)
                    symbol.expression = Literal(0, symbol.used[0])
                    self.undefined.add(symbol)
            self._find_undefined()

    def _find_undefined(self) -> None:
        """Find the symbols that are defined by undefined ones: they are as good as these."""
        by_others = [
            (each, each.expression)
            for each in self.program.root.symbols.values()
            if isinstance(each.expression, OrZero) and each not in self.undefined
        ]
        while found := [s for s, e in by_others if s not in self.undefined and self.undefined.intersection(e.symbols)]:
            self.undefined.update(found)

    def _make_parts(self, assembly: Assembly) -> None:
        """Note the kind of deck that the source asks for, if it is not absolute cards and one transfer card."""
        if not self.uasap and not self.punching and self.cards == Cards.ABSOLUTE:
            return
        image, chunks = assembly.image, loaded(self.program.sections.values())
        transfers = [(cards, None if each is None else self._address(each)) for cards, each in self.punching]
        if self.program.entry is not None:
            image.entry = self._address(self.program.entry)
        bounds = [0, *self.part_areas, 1 << 62]
        kinds = zip([*transfers, (self.cards, image.entry)], bounds[:-1], bounds[1:], strict=True)
        codes = {(id(span.chunk), span.start): self.relative_fields(fields) for span, fields in self.relative_words}
        parts = []
        for (cards, transfer), low, high in kinds:
            own = [each for each in chunks if low <= each.area < high and not each.reserved]
            relative = [tuple(codes.get((id(each), at), 0) for at in range(len(each.words))) for each in own]
            segments = tuple(stretch(each.address, each.words, WORD_BITS) for each in own)
            parts.append(Part(segments, cards, transfer, tuple(relative) if cards == Cards.RELOCATABLE else ()))
        image.parts = tuple(part for part in parts if part.segments or part.transfer is not None)
        image.entry = next((part.transfer for part in image.parts if part.transfer is not None), None)

    def _address(self, expression: Expression) -> int:
        """Return the address on a transfer card; UA SAP took it modulo 2**15."""
        address = Evaluation().number(expression)
        return address & FIELD if self.uasap else address


def assembler(
    *,
    core: int = MOST_WORDS,
    defines: Mapping[str, int] | None = None,
    include_dirs: Iterable[str | PathLike[str]] = (),
    tables: str | PathLike[str] | None = None,
    uasap: bool = False,
) -> Assembler:
    """Return the reader of a SAP source.

    `core` is the number of words of the machine, 4096, 8192 or 32768. `defines` are symbols set before the first card.
    `tables` is a folder where WST writes symbol tables and RST finds them. `uasap`: undefined symbols, symbols
    defined twice and unknown operations, which UA SAP only flagged, are warnings.
    Raises ImageError for options that cannot be.
    """
    if core not in CORE_SIZES:
        raise ImageError(f"a 704 has {', '.join(map(str, CORE_SIZES))} words of core, not {core}")
    for name in defines or {}:
        if not is_name(name.upper()):
            raise ImageError(f"'{name}' cannot be the name of a symbol")
    folder = None if tables is None else Path(tables)
    folders = [*map(Path, include_dirs), *filter(Path.is_dir, LIBRARY_704)]
    return Assembler(core, folders, defines, folder, uasap)


def assemble(path: str | PathLike[str], **options: Any) -> Assembly:
    """Assemble a SAP source and return image, listing, symbols and warnings; the options are those of `assembler`.

    Raises SourceErrors with all errors of the source, ImageError when there is no source to read.
    """
    return assembler(**options).assemble_lines(str(path), read_lines(Path(path), str(path)))


def assemble_typed(text: str, address: int, value_of: Callable[[str], int | None]) -> tuple[int, ...]:
    """Assemble a card that is typed into a debugger, for an address; return its words of 36 bits.

    In a source 10 is ten; in a debugger of a machine of octal words it is eight, and +10 is ten. The operands of DEC,
    OCT and BCD mean the same as in a source. `value_of` knows the debugger's names. Raises SourceErrors, with places in
    the text; ImageError for a text without words.
    """
    assembler = Assembler(defines=names_in(text, TYPED_NAMES, value_of))
    assembler.radix = 8
    assembler.program.set_origin(address)
    return words_at(address, text, assembler, [Line("line", 1, text)], lambda: bool(assembler.literal_words))
