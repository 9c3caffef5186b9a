"""How is a SAP source assembled? Card by card: the symbol in the location field, then the operation.

The source is read once; what depends on symbols further down is filled in at the end. Pseudo-operations stand in
`pseudo`, words of instructions in `words`. Instructions and headings as UA SAP had them (Roy Nutt, 1956).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from os import PathLike
from pathlib import Path

from emulators.errors import ImageError, Place, SourceError
from emulators.ibm704.isa import CORE_SIZES, MOST_WORDS, WORD_BITS
from host.assemblers.assembly import Assembly
from host.assemblers.diagnostics import AssemblyError, TooManyErrorsError, did_you_mean
from host.assemblers.expressions import Expression, Literal, Reference, known
from host.assemblers.program import TOO_DEEP, Program, Target
from host.assemblers.sap import pseudo, words
from host.assemblers.sap.card import Field, Statement, split
from host.assemblers.sap.operands import LONGEST_SYMBOL, Names, check_name, expression, subfields
from host.assemblers.sections import Section
from host.assemblers.source import Expansion, Input, Line, depth_of, read_lines
from host.assemblers.symbols import Kind, Symbol

MOST_STATEMENTS = 500_000
DEEPEST_LIBRARY = 16
SUFFIX = ".sap"


class Assembler:
    """The state while a source is read."""

    def __init__(
        self, core: int = MOST_WORDS, include_dirs: Iterable[Path] = (), defines: Mapping[str, int] | None = None
    ) -> None:
        self.program = Program(Target(core.bit_length() - 1, WORD_BITS, 8))
        self.program.use(Section("", loads=False))  # room that is reserved reaches no card
        self.program.set_origin(0)
        self.include_dirs = tuple(include_dirs)
        self.input: Input[Line] = Input()
        self.heading = ""
        self.headings: list[str] = []  # in force where each library member was called
        self.members: set[tuple[Path, str]] = set()  # taken so far, under which heading
        self.ended = False
        self.names = Names(self._refer, lambda field: self.program.here(field.place()))
        for name, value in (defines or {}).items():
            symbol = self.program.root.symbol(name.upper())
            symbol.expression = Literal(value, Place("command line", 1, 1))

    # --- the run ----------------------------------------------------------------------------------------

    def assemble_lines(self, name: str, lines: list[Line]) -> Assembly:
        """Assemble the lines of a text and return the result; `name` stands for the text in messages."""
        self.input.push(lines, None)
        try:
            self._run()
        except TooManyErrorsError:
            self.program.diagnostics.raise_errors()
        assembly = self.program.finish({})
        if not assembly.image.segments:
            raise ImageError(f"'{name}' produces no words: there is nothing to assemble in it")
        return assembly

    def _run(self) -> None:
        while self.input.frames:
            line = None if self.ended else self.input.next_in_frame()
            if line is None:
                self._leave()
                continue
            self.program.begin(line, self.input.expansion)
            if len(self.program.records) > MOST_STATEMENTS:
                self._give_up(line.whole(), f"the program grows beyond {MOST_STATEMENTS} lines")
            self._with_problems(partial(self._line, line))

    def _leave(self) -> None:
        """Leave a library member, or the source."""
        self.input.leave()
        self.ended = False
        if self.headings:
            self.heading = self.headings.pop()

    def _give_up(self, place: Place, message: str, hint: str = "") -> None:
        self.program.diagnostics.report(AssemblyError(place, message, hint), self.program.context)
        raise TooManyErrorsError

    def _with_problems(self, act: Callable[[], None]) -> None:
        context = self.program.context
        try:
            act()
        except SourceError as error:
            self.program.diagnostics.report(error, context)
        except RecursionError:
            self.program.diagnostics.report(AssemblyError(self.program.record.line.whole(), TOO_DEEP), context)

    # --- one card ---------------------------------------------------------------------------------------

    def _line(self, line: Line) -> None:
        statement = split(line, KNOWN)
        if statement is None:
            return
        name = statement.operation.text
        if name in pseudo.PSEUDO_OPERATIONS:
            pseudo.PSEUDO_OPERATIONS[name](self, statement)
        elif name in words.OPERATIONS:
            self.label(statement)
            self._word(statement, words.OPERATIONS[name])
        elif name in pseudo.UNSUPPORTED:
            raise AssemblyError(statement.operation.place(), *pseudo.UNSUPPORTED[name])
        else:
            hint = did_you_mean(name, KNOWN)
            raise AssemblyError(statement.operation.place(), f"unknown operation '{name}'", hint)

    def label(self, statement: Statement) -> None:
        """Define the symbol in the location field, if there is one, as this location."""
        if symbol := self.location(statement):
            place = statement.location.place()
            self.program.define(symbol, self.program.here(place), Kind.LABEL, place)

    def location(self, statement: Statement) -> Symbol | None:
        """Return the symbol in the location field, None when it is blank. Blanks inside do not count."""
        field = statement.location
        squeezed = "".join(field.text.split())
        if not squeezed:
            return None
        start = len(field.text) - len(field.text.lstrip())
        heading, dollar, _ = squeezed.rpartition("$")
        if dollar:
            message = "a symbol is defined under the heading in force"
            raise AssemblyError(field.place(), message, f"HED {heading}".rstrip() + " puts another one in force")
        part = field.part(start)._replace(text=squeezed)
        return self._symbol(check_name(part), self.heading)

    def _symbol(self, name: str, heading: str) -> Symbol:
        """Return the symbol of that name under a heading; one of six characters has none."""
        full = f"{heading}${name}" if heading and len(name) < LONGEST_SYMBOL else name
        return self.program.root.symbol(full)

    def _refer(self, name: str, heading: str | None, field: Field) -> Expression:
        symbol = self._symbol(name, self.heading if heading is None else heading)
        self.program.refer(symbol, field.place())
        return Reference(symbol, field.place())

    # --- variable fields --------------------------------------------------------------------------------

    def _word(self, statement: Statement, operation: words.Operation) -> None:
        """Assemble an instruction or a constant with a prefix."""
        field = self.variable(statement, bool(operation.last != 0))
        parts = list(subfields(field)) if field.text else []
        where = statement.operation.place() if statement.operation.text else field.place()
        words.check_count(operation, bool(field.text), where)
        if len(parts) > len(words.FIELDS):
            message = f"a word has {', '.join(words.FIELDS[:2])} and {words.FIELDS[2]}, and nothing more"
            raise AssemblyError(parts[len(words.FIELDS)].place(), message)
        values = [expression(each, self.names) if each.text else Literal(0, each.place()) for each in parts]
        places = [each.place() for each in parts]
        self.program.defer(1, values, lambda *numbers: [words.encode(operation, numbers, places)], where)

    def variable(self, statement: Statement, wanted: bool = True) -> Field:
        """Return the variable field; where none is wanted, only one that cannot be a remark."""
        field = statement.variable
        if not wanted and not field.text.startswith(","):
            return field._replace(text="")
        return field

    def constant(self, field: Field) -> int:
        """Return the value of an expression that must be known by now."""
        tree = expression(field, self.names)
        value = known(tree)
        if value is None or value.bases:
            hint = "the symbols in it must be defined further up"
            raise AssemblyError(field.place(), "the value is not known yet", hint)
        return value.number

    # --- the library ------------------------------------------------------------------------------------

    def library(self, field: Field) -> None:
        """Assemble a member of the library: NAME.sap beside the source, or in a folder of the options.

        A member is taken once, under each heading.
        """
        place = field.place()
        folders = [Path(place.file).parent, *self.include_dirs]
        file = f"{field.text.lower()}{SUFFIX}"
        path = next((folder / file for folder in folders if (folder / file).is_file()), None)
        if path is None:
            where = " and ".join(str(folder) for folder in dict.fromkeys(folders))
            raise AssemblyError(place, f"there is no '{file}' in the library", f"looked for in {where}")
        key = (path.resolve(), self.heading)
        if key in self.members:
            return
        self.members.add(key)
        try:
            lines = read_lines(path, str(path))
        except ImageError as error:
            raise AssemblyError(place, str(error)) from None
        depth = depth_of(self.input.expansion) + 1
        if depth > DEEPEST_LIBRARY:
            self._give_up(place, f"library members call one another more than {DEEPEST_LIBRARY} deep")
        self.headings.append(self.heading)
        line = (place.file, place.line)
        self.input.push(lines, Expansion("file", field.text, place, line, self.input.expansion, depth))


KNOWN = frozenset({*words.OPERATIONS, *pseudo.PSEUDO_OPERATIONS, *pseudo.UNSUPPORTED} - {""})


def assemble(
    path: str | PathLike[str],
    *,
    core: int = MOST_WORDS,
    defines: Mapping[str, int] | None = None,
    include_dirs: Iterable[str | PathLike[str]] = (),
) -> Assembly:
    """Assemble a SAP source and return image, listing, symbols and warnings.

    `core` is the number of words of the machine, 4096, 8192 or 32768. `defines` are symbols set before the first card.
    Raises SourceErrors with all errors of the source, ImageError when there is no source to read.
    """
    if core not in CORE_SIZES:
        raise ImageError(f"a 704 has {', '.join(map(str, CORE_SIZES))} words of core, not {core}")
    assembler = Assembler(core, map(Path, include_dirs), defines)
    return assembler.assemble_lines(str(path), read_lines(Path(path), str(path)))
