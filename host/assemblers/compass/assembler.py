"""The COMPASS assembler, line by line: the symbol in the location field, then the operation.

The source is read once; values of symbols further down are filled in at the end. The state in between, and how
instructions are packed into words, is in `state`, instructions in `instructions`, pseudo-operations in `pseudo` and
`macros`. The language is Control Data's COMPASS for the 6000 series.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from emulators.cdc6600.isa import PASS
from emulators.errors import Cure, ImageError, SourceError, SourceErrors, did_you_mean
from host.assemblers.columns import Field, names_in
from host.assemblers.compass import instructions, macros, micros
from host.assemblers.compass.instructions import OPERATION, Parsed, fitted
from host.assemblers.compass.macros import begin, body, parameters_of
from host.assemblers.compass.operands import Statement, is_name, split
from host.assemblers.compass.pseudo import OTHER_PROCESSORS, UNSUPPORTED
from host.assemblers.compass.state import (
    AFTER,
    FIRST_WORD,
    LITERALS,
    PSEUDO_OPERATIONS,
    STAY,
    Later,
    Macro,
    State,
    operation,
)
from host.assemblers.expressions import Base, Evaluation, Kind, Literal, Relative
from host.assemblers.feed import is_empty
from host.assemblers.program import Assembly, words_at
from host.assemblers.sections import Section
from host.languages.assembly import LIBRARY, AssemblyError, Line, TooManyErrorsError, find_file, read_lines

# ---------------------------------------------------------------- libraries

# Definitions that a program uses without having them: the system's macros, and programs of the library by their
# entries.
#
# The system text is `systext.compass` in the library. A macro there is known in every program, unless that has one of
# the same name. A program of the library is a file with ENTRY statements; =XNAME, or EXT, takes in the one that has
# NAME.


SYSTEM_TEXT = "systext.compass"
HEAD = re.compile(r"(\S*)\s+MACRO(?:\s+(\S+))?")
ENDING = re.compile(r"\S*\s+ENDM\b")
ENTRY = re.compile(r"^\s+ENTRY\s+(\S+)", re.MULTILINE | re.IGNORECASE)


class Library:
    """The library as one assembly sees it; the assembly depends on the files that it reads."""

    def __init__(self) -> None:
        self._of_folders: dict[Path, dict[str, str]] = {}

    @cached_property
    def macros(self) -> Mapping[str, Macro]:
        """The macros of the system text; none where the library has no such text."""
        path = find_file(filter(Path.is_dir, LIBRARY), SYSTEM_TEXT)
        found: dict[str, Macro] = {}
        macro: Macro | None = None
        for line in read_lines(path, str(path)) if path else ():
            if macro is not None and ENDING.match(line.text):
                found[macro.name] = macro
                macro = None
            elif macro is not None:
                macro.lines.append(line)
            elif not is_empty(line) and (head := HEAD.match(line.text)):
                names = [*filter(None, [head[1]]), *(head[2] or "").split(",")]
                location = None if head[1] else names.pop(1)
                macro = Macro(names[0], [each for each in names[1:] if each], location or None, [], line.whole())
        return found

    def member(self, folders: Iterable[Path], name: str) -> str | None:
        """Return the member of the library that has an entry of this name."""
        return next((found for each in folders if (found := self._entries(each).get(name))), None)

    def _entries(self, folder: Path) -> Mapping[str, str]:
        """Return the entries of the programs in a folder, and which member has them."""
        if folder not in self._of_folders:
            found = self._of_folders[folder] = {}
            for path in sorted(folder.glob("*.compass")):
                for names in ENTRY.findall(path.read_text(encoding="utf-8", errors="replace")):
                    found |= {each: path.stem for each in names.upper().split(",") if each not in found}
        return self._of_folders[folder]


CALL = re.compile(r"\*CALLC?\s+([A-Z0-9]+)", re.IGNORECASE)
LINKED = "(library)"  # the block of other programs' definitions
TYPED_NAMES = re.compile(r"[^+\-*/,;\s]+")
TYPED_STATEMENT = re.compile(r"[^;]+")


class External(Base):
    """The place of another program's entry; `weak`: or of a word of zeros, if there is none."""

    def __init__(self, name: str, weak: bool) -> None:
        self.name, self.weak = name, weak


class Remembered(NamedTuple):
    """The fields of a line, its words that may be operations, and whether they were."""

    fields: Statement
    words: list[str]
    known: list[bool]


MOST_REMEMBERED = 20_000
_fields_of: dict[tuple[str, bool, int], Remembered] = {}  # text of a line, whether columns matter, COL


class Assembler(State):
    """Reads a source."""

    @cached_property
    def library(self) -> Library:
        """The system's macros, and programs of others."""
        return Library()

    def assemble_lines(self, name: str, lines: list[Line]) -> Assembly:
        """Assemble the lines of a text and return the result; messages call the text `name`."""
        self.read_all(lines)
        assembly = self.program.finish({LITERALS: self.after_first_block(FIRST_WORD)})
        if not assembly.image.segments and not assembly.image.symbols:
            raise ImageError(f"{name}: this source produces no words")
        return assembly

    def read_all(self, lines: Sequence[Line]) -> None:
        """Read the lines of a text, and put literals and the definitions of others after them."""
        self.feed.push(self.feed.joined(lines))
        try:
            self._read()
            self._link()
            if self.program.records:
                self.program.attempt(self._finish)
        except TooManyErrorsError:
            self.program.diagnostics.raise_errors()

    def after_first_block(self, otherwise: int) -> int:
        """Return where the other blocks follow: after the last word of the first one that has an absolute address."""
        ends = [chunk.address + len(chunk.words) for chunk in self.main.chunks if chunk.origin is not None]
        return max(ends, default=otherwise)

    def _read(self) -> None:
        for line in self.feed.lines():
            self.program.attempt(partial(self._line, line))

    def _link(self) -> None:
        """Take in members of the library, in a block of their own, for the definitions of other programs."""
        root, tried = self.program.root, 0
        while tried < len(self.externals):  # members may name more
            name, (kind, field) = list(self.externals.items())[tried]
            tried += 1
            if root.symbol(name).expression is not None:
                continue
            if self.relocatable and kind != "S":
                there = Relative(External(name, kind == "Y"), 0, field.place())
                self.program.define(root.symbol(name), there, Kind.LABEL, field.place())
                continue
            member = None if kind == "S" else self.library.member(self.feed.folders_of(field.place()), name)
            if member is not None:
                self.use(self.program.sections.get(LINKED) or Section(LINKED, loads=False))
                self.program.attempt(partial(self.feed.take_in, member, field.place()))
                self._read()
            elif kind != "X":  # a word of its own, which holds zero
                self.use(self.program.sections.get(LINKED) or Section(LINKED, loads=False))
                address = self.program.here(field.place())
                self.program.define(root.symbol(name), address, Kind.LABEL, field.place())
                self.program.emit([0], field.place())

    def _finish(self) -> None:
        """Finish everything left open at the end of the source, and put the literals after the first block."""
        macros.report_open(self)
        self.program.entry = self.program.entry or self.first_entry
        for section in list(self.program.sections.values()):
            self.use(section)
            self.packer.upper()
        self.program.sections[AFTER] = self.after
        last = self.program.record.line
        self.use(self.literals)
        for words, (_, text) in self.literal_words.items():
            line = Line(last.file, last.number, f"{'':17}{text}")
            self.program.begin(line, None)
            self.program.emit(words, line.whole())

    def _line(self, line: Line) -> None:
        line = micros.filled(self, line)
        if self.skip is not None and macros.skips(self, line):
            self.program.record.skipped = self.skip is not None
            return
        statement = self._fields(line)
        if statement is None:
            if call := CALL.match(line.text):
                self._common_deck(line, call[1])
            return
        self.heres = []
        name = statement.name
        if name in self.synonyms and not (name := self.synonyms[name]):
            return
        if name not in self.macros and name in self.library.macros and name not in PSEUDO_OPERATIONS:
            self.macros[name] = self.library.macros[name]
        if name in self.macros:
            macros.call(self, statement)
        elif pseudo := PSEUDO_OPERATIONS.get(name):
            pseudo(self, statement)
        elif instructions.is_instruction(name):
            if not (self.opdefs and expands(self, statement)):
                self.instruction(statement)
        elif name in OTHER_PROCESSORS:  # the rest is for another processor
            self.feed.give_up(statement.operation.place(), *UNSUPPORTED[name])
        elif name in UNSUPPORTED:
            raise statement.operation.error(*UNSUPPORTED[name])
        elif not name:
            alone = statement.location.text
            cure = Cure("write BSS 0 for a name alone", alone, f"{alone:<9} BSS    0")
            raise statement.location.error("the operation is missing", cure)
        else:
            hint = did_you_mean(name, {*PSEUDO_OPERATIONS, *instructions.PLAIN, *self.macros})
            raise statement.operation.error(f"unknown operation '{name}'", hint)

    def _common_deck(self, line: Line, name: str) -> None:
        """Take in the file that *CALL names: the lines of a common deck, which MODIFY and UPDATE put there."""
        place = line.place(line.text.upper().index(name) + 1, len(name))
        if find_file(self.feed.folders_of(place), f"{name.lower()}{self.feed.suffix}"):
            self.feed.take_in(name, place)
        else:
            self.program.warn(place, f"there is no common deck '{name}' in the library", "macros may be the system's")

    def _fields(self, line: Line) -> Statement | None:
        """Return the fields of a line: most lines have been there before, those of a library in another program."""
        key = line.text, self.columns, self.remarks
        like = _fields_of.get(key)
        if like is None or like.known != [*map(self.is_operation, like.words)]:
            return self._remembered(key, line)
        location, operation, rest = like.fields
        return Statement(
            Field(line, location.text, location.column),
            Field(line, operation.text, operation.column),
            Field(line, rest.text, rest.column),
        )

    def _remembered(self, key: tuple[str, bool, int], line: Line) -> Statement | None:
        """Return the fields of a line; keep them, with the words that they depend on."""
        asked: dict[str, bool] = {}

        def is_operation(name: str) -> bool:
            asked[name] = self.is_operation(name)
            return asked[name]

        found = split(line, is_operation, self.columns, self.remarks)
        if found is not None and (key in _fields_of or len(_fields_of) < MOST_REMEMBERED):
            _fields_of[key] = Remembered(found, [*asked], [*asked.values()])
        return found

    def is_operation(self, name: str) -> bool:
        """Return whether a name is an operation in this program."""
        known = name in PSEUDO_OPERATIONS or name in UNSUPPORTED or name in self.macros or name in self.synonyms
        return known or instructions.is_instruction(name) or name in self.library.macros

    def is_system_macro(self, name: str) -> bool:
        """Return whether the system has a macro of this name."""
        return name in self.library.macros

    def instruction(self, statement: Statement) -> None:
        """Assemble an instruction."""
        mark = self.upper_or_label(statement)
        parsed = instructions.parse(statement.operation, statement.rest, self)
        if parsed.idle:
            message = f"{statement.name} compares B0 with B0: it never jumps"
            self.program.warn(statement.operation.place(), message, "a register that is left out is B0")
        self.packer.make_room(parsed.length, stay=mark == STAY)
        if self.heres:
            self.settle_here(statement.operation.place())
        self.packer.put(parsed.length, _bits(parsed), statement.operation, PASS)
        if parsed.ends:
            self.packer.close()

    def found_origin(self) -> int:
        """Return the origin of IDENT, once everything is defined."""
        assert self.origin_later is not None
        return Evaluation().number(self.origin_later[0])

    def check_origin(self) -> None:
        """Raise SourceErrors if the origin of IDENT differs from the one used in reading the source."""
        if self.origin_later is not None and self.found_origin() != self.origin:
            hint = "ORG says where the words are, whatever IDENT says"
            error = SourceError(self.origin_later[1].place(), "the origin depends on itself", hint)
            raise SourceErrors([error])


def _bits(parsed: Parsed) -> int | Later:
    """Return the bits of an instruction; a number that does not fit is reported with later errors."""
    if parsed.expression is None:
        return parsed.bits
    if isinstance(parsed.expression, Literal):
        with suppress(AssemblyError):
            return parsed.bits | fitted(parsed.expression.number, parsed)
    return Later(parsed.expression, lambda value: parsed.bits | fitted(value, parsed))


def assembler(
    *,
    defines: Mapping[str, int] | None = None,
    include_dirs: Iterable[str | PathLike[str]] = (),
    origin: int = FIRST_WORD,
    relocatable: bool = False,
) -> Assembler:
    """Return an assembler for COMPASS; raises ImageError for invalid options.

    `defines` are symbols set before the first line; `origin` that of IDENT, where its symbols are defined further
    down. `relocatable`: see `host.assemblers.compass.relocatable`.
    """
    for name in defines or {}:
        if not is_name(name.upper()):
            raise ImageError(f"'{name}' cannot be the name of a symbol")
    folders = [*map(Path, include_dirs), *filter(Path.is_dir, LIBRARY)]
    return Assembler(folders, defines, origin, relocatable=relocatable)


def assemble(path: str | PathLike[str], **options: Any) -> Assembly:
    """Assemble a COMPASS source and return image, listing, symbols and warnings; the options are those of `assembler`.

    Raises SourceErrors with all errors of the source, ImageError when there is no source to read.
    """
    lines = read_lines(Path(path), str(path))
    first = assembler(**options)
    assembly = first.assemble_lines(str(path), lines)
    if first.origin_later is None:
        return assembly
    again = assembler(**options, origin=first.found_origin())
    assembly = again.assemble_lines(str(path), lines)
    again.check_origin()
    return assembly


def assemble_typed(text: str, address: int, value_of: Callable[[str], int | None]) -> tuple[int, ...]:
    """Assemble instructions that are typed into a debugger, for an address; return words of 60 bits.

    In a source 10 is ten; in a debugger of a machine of octal words it is eight, and 10D is ten. Several instructions
    have a semicolon between; they are packed into words as in a source. `value_of` knows the debugger's names. Raises
    SourceErrors, with places in the text; ImageError for a text without words.
    """
    names = names_in(text, TYPED_NAMES, value_of)
    assembler = Assembler(defines={name: value for name, value in names.items() if is_name(name)})
    assembler.octal, assembler.columns = True, False
    assembler.program.set_origin(address)
    found = TYPED_STATEMENT.finditer(text.replace("\t", " "))
    lines = [Line("line", 1, f"{'':{match.start()}}{match[0]}") for match in found]
    return words_at(address, text, assembler, lines, lambda: bool(assembler.literal_words))


# ---------------------------------------------------------------- instructions of the program's own

# OPDEF: instructions of the program's own, told by their form.
#
#     IXX/X    OPDEF  I,J,K             IX6 X1/X2 is a macro from here on, with I = 6, J = 1, K = 2
#              ...
#              ENDM
#     PURGDEF  IXX/X
#
# A form is the two letters of the operation, then the variable field: A, B, X for a register, Q for any
# expression, with the + - * / and commas between them. The parameters are the digit of the operation, if it has one,
# and the digits of the registers or texts of the expressions, in their order.


FORM = re.compile(r"(?P<letters>[A-Z]{2})(?P<shape>[ABXQ+\-*/,]*)")
PART = re.compile(r"(?P<letter>[ABX])(?P<number>[0-7])(?![A-Z0-9.])|(?P<mark>[+\-*/,])|(?P<other>[^,+\-*/]+)")


@operation("OPDEF")
def opdef(asm: State, statement: Statement) -> None:
    """OPDEF: instructions of this form are a macro."""
    form = statement.location
    if not FORM.fullmatch(form.text):
        raise statement.operation.error("OPDEF needs the form of an instruction before it", "such as IXX/X or ZRX,Q")
    parameters = parameters_of(statement.rest)
    lines = body(asm, statement, form.text)
    asm.opdefs[form.text] = Macro(form.text, parameters, None, lines, form.place())


@operation("PURGDEF")
def purgdef(asm: State, statement: Statement) -> None:
    """PURGDEF form: the instructions of this form are the machine's again."""
    asm.opdefs.pop(asm.reader(statement.rest).rest().text, None)


def expands(asm: State, statement: Statement) -> bool:
    """Continue with the lines of an OPDEF, if the program has one for this instruction; return whether it has."""
    name = OPERATION.fullmatch(statement.name)
    letters = name["letters"] if name else statement.name
    if not any(form.startswith(letters) for form in asm.opdefs):
        return False
    found = [name["digit"]] if name and name["digit"] else []
    shape = ""
    operand = asm.reader(statement.rest).rest()
    attached = name["attached"] if name and name["attached"] else ""
    for part in PART.finditer(f"{attached[1:]}{',' * bool(attached and operand.text)}{operand.text}"):
        if part["mark"]:
            shape += part["mark"]
        else:
            shape += part["letter"] or "Q"
            found.append(part["number"] or part["other"])
    macro = asm.opdefs.get(letters + shape) or asm.opdefs.get(letters + _loose(shape))
    if macro is None:
        return False
    if macro.name != letters + shape:  # one expression, whatever it consists of
        found = [*found[: len(found) - shape.count("Q")], _expression(operand)]
    begin(asm, statement, macro, dict(zip(macro.parameters, found, strict=False)))
    return True


def _loose(shape: str) -> str:
    """Return a form in which all that follows the registers is one expression."""
    head, comma, _ = shape.rpartition(",")
    return f"{head}{comma}Q"


def _expression(operand: Field) -> str:
    return operand.text.rpartition(",")[2]
