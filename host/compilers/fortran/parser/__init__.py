"""From the statements of a program to the tree: units, their headers, specifications, and the rest.

A unit is read twice: first its specifications, for only they say whether A(I) is an element of an array.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from host.compilers.fortran import cards, formats, lexer, syntax
from host.compilers.fortran.lexer import Line
from host.compilers.fortran.parser.declarations import TYPES, names_in
from host.compilers.fortran.parser.statements import HABITS, SPECIFICATIONS, Statements, assigns
from host.compilers.fortran.parser.stream import Context, Fault, Parts, Stream
from host.compilers.fortran.syntax import Sort
from host.languages.source import Diagnostics, Span, Text

END = re.compile(r"END(?:\([0-9](?:,[0-9])*\))?")
HEADER = re.compile(
    r"(?P<program>PROGRAM)(?=[A-Z]|$)|(?P<subroutine>SUBROUTINE)|(?P<block>BLOCKDATA)"
    r"|(?P<type>INTEGER|REAL|DOUBLEPRECISION|COMPLEX|LOGICAL)?(?P<length>\*[0-9]+)?(?P<function>FUNCTION)(?=[A-Z])"
)
FILE = re.compile(r"([A-Z][A-Z0-9]*)(?:=([A-Z][A-Z0-9]*|[0-9]+B?))?(?:[/=][0-9]+B?)?")
TAPE = re.compile(r"TAPE([0-9]{1,2})")


@dataclass(eq=False)
class Parsed:
    """The parser's result: the tree, and the specifications of each unit."""

    program: syntax.Program
    parts: dict[syntax.Unit, Parts] = field(default_factory=dict)
    faulty: set[syntax.Statement] = field(default_factory=set)  # in place of statements that could not be understood
    headless: bool = False  # the header of a unit is missing, or could not be understood


class Parser:
    """One pass over a program."""

    def __init__(self, source: Text, dialect: str, diagnostics: Diagnostics) -> None:
        self.source, self.dialect, self.diagnostics = source, dialect, diagnostics
        self.context = Context(dialect, diagnostics)
        self.faulty: set[syntax.Statement] = set()
        self.headless = False

    def program(self) -> Parsed:
        """Read everything; errors are noted, and then the tree has holes."""
        units: list[syntax.Unit] = []
        parts: dict[syntax.Unit, Parts] = {}
        for lines in self._split():
            self.context.parts, self.context.executing, self.context.before = Parts(), False, None
            unit = self._unit(lines)
            units.append(unit)
            parts[unit] = self.context.parts
        whole = Span(self.source, 0, len(self.source.text.rstrip()))
        mains = [each for each in units if each.sort is Sort.MAIN]
        for each in mains[1:]:
            self.headless = True
            parts[each].lost = True
            message = f"there is a main program already, in line {mains[0].at.line}"
            self.diagnostics.error(each.at, message, "is SUBROUTINE or FUNCTION missing, or an END too many?")
        if not mains:
            self._no_main(units, whole)
            units.insert(0, syntax.Unit(whole, Sort.MAIN, "MAIN", [], []))
            parts[units[0]] = Parts()
        units.sort(key=lambda each: each.sort is not Sort.MAIN)
        return Parsed(syntax.Program(whole, units, self.dialect), parts, self.faulty, self.headless)

    def _no_main(self, units: list[syntax.Unit], whole: Span) -> None:
        message = "there is no main program" if units else "there is no program here"
        at = Span(self.source, whole.end, whole.end)
        self.diagnostics.error(at, message, "statements without SUBROUTINE or FUNCTION before them are one")

    # ---------------------------------------------------------------- lines to units

    def _split(self) -> list[list[Line]]:
        """Return the statements of each unit, with END."""
        units: list[list[Line]] = []
        unit: list[Line] = []
        for each in cards.read(self.source, self.dialect, self.diagnostics):
            for line in lexer.lines(each, self.diagnostics, self.context.told):
                if not line.text and not (line.numbered and line.cards.number):
                    continue
                if line.quoted is not None:
                    at = Span(self.source, line.quoted, line.quoted + 1)
                    self.context.other("iv", "text in quotation marks", at, "4HTEXT is text, too")
                if not unit and line.text.startswith("OVERLAY(") and not assigns(line.text):
                    self.diagnostics.error(line.span(0, 7), "OVERLAY is not supported", "without it all is one program")
                    continue
                if unit and self._header(line):
                    self._end_is_missing(unit, line)
                    units.append(unit)
                    unit = []
                unit.append(line)
                if END.fullmatch(line.text):
                    units.append(unit)
                    unit = []
        if unit:
            last = unit[-1].cards.at
            if self.dialect == "iv":
                self.diagnostics.warn(Span(self.source, last.start, last.end), "END is missing after this statement")
            units.append(unit)
        return units

    def _header(self, line: Line) -> re.Match[str] | None:
        return None if assigns(line.text) or line.format is not None else HEADER.match(line.text)

    def _end_is_missing(self, unit: list[Line], line: Line) -> None:
        what = self._header(line)
        assert what is not None
        word = next(each for each in ("program", "subroutine", "block", "function") if what[each])
        first = unit[0].cards.at.line
        message = f"expected END before {what[word]}: the unit that begins in line {first} has none"
        self.diagnostics.error(line.span(0, what.end()), message)

    # ---------------------------------------------------------------- units

    def _unit(self, lines: list[Line]) -> syntax.Unit:
        unit = self._begin(lines)
        if lines and END.fullmatch(lines[-1].text):
            end = lines.pop()
            unit.end = end.span(0, len(end.text))
            if end.numbered and end.cards.number_at is not None:
                hint = "a CONTINUE or RETURN before it can have one"
                self.diagnostics.error(end.cards.number_at, "END has no statement number", hint)
            if len(end.text) > 3:
                self.context.other("ii", "END with sense switches", unit.end)
                unit.switches = tuple(int(each) for each in re.findall("[0-9]", end.text))
        done: dict[Line, syntax.Statement] = {}
        for line in lines:
            if line.format is None and not line.text.startswith("DATA"):
                self._specify(line, done)
        parts = self.context.parts
        self.context.arrays = frozenset(name.name for name, _ in parts.dimensions)
        for line in lines:
            unit.statements.append(self._statement(line, unit, done))
            self.context.before = line
        return unit

    def _begin(self, lines: list[Line]) -> syntax.Unit:
        """Take the header of a unit, if it has one."""
        first = lines[0]
        at = first.span(0, len(first.text))
        header = self._header(first)
        if header is None:
            return syntax.Unit(at, Sort.MAIN, "MAIN", [], [])
        lines.pop(0)
        stream = Statements(first, self.context, header.end())
        unit = syntax.Unit(at, _sort(header), "", [], [])
        try:
            if unit.sort is Sort.BLOCK_DATA:
                unit.name = stream.name().name if stream.here else "BLOCK DATA"
            else:
                self._named(stream, unit, header)
            stream.finish()
        except Fault:
            self.context.parts.doubtful |= _doubtful(first)
            self.context.parts.lost = self.headless = True
            unit.name = unit.name or ("MAIN" if unit.sort is Sort.MAIN else "?")
        return unit

    def _named(self, stream: Statements, unit: syntax.Unit, header: re.Match[str]) -> None:
        name = stream.name("the name of the unit")
        unit.name = name.name
        if unit.sort is Sort.MAIN:
            self.context.other("iv", "a PROGRAM card", unit.at)
            if stream.accept("("):
                for _ in stream.several(lambda: self._file(stream, unit)):
                    pass
                stream.expect(")", " after the files")
            return
        if unit.sort is Sort.FUNCTION:
            if kind := header["type"]:
                self.context.other("iv", "a FUNCTION with a type", unit.at)
                at = stream.at
                stream.at = header.end("type")
                self.context.parts.types.append((stream.length(TYPES[kind]), name))
                stream.at = at
                if stream.here == "*":  # REAL FUNCTION F*8(X)
                    self.context.parts.types[-1] = (stream.length(TYPES[kind]), name)
            if stream.here != "(":
                raise stream.fault(f"expected '(' and the dummies of {unit.name}, found {stream.found()}")
        if stream.accept("(") and not stream.accept(")"):
            for each in stream.several(lambda: stream.name("the name of a dummy")):
                if any(each.name == other.name for other in unit.dummies):
                    self.diagnostics.error(each.at, f"'{each.name}' is twice among these dummies")
                    continue
                unit.dummies.append(syntax.Symbol(each.name, each.at, dummy=len(unit.dummies)))
            stream.expect(")", " after the dummies")

    def _file(self, stream: Statements, unit: syntax.Unit) -> None:
        """Read a file of a PROGRAM card: INPUT, TAPE5=INPUT, TAPE1=512."""
        found = stream.match(FILE)
        if found is None:
            raise stream.fault(f"expected the name of a file, found {stream.found()}")
        tape = TAPE.fullmatch(found[1])
        if tape:
            same = found[2] if found[2] and found[2][0].isalpha() else found[1]
            earlier = TAPE.fullmatch(same)
            known = unit.files.get(int(earlier[1])) if earlier else None
            unit.files[int(tape[1])] = known or same

    # ---------------------------------------------------------------- statements

    def _specify(self, line: Line, done: dict[Line, syntax.Statement]) -> None:
        stream = Statements(line, self.context)
        try:
            if found := stream.specification():
                done[line] = found
        except Fault:
            self.context.parts.lost = True
            done[line] = self._lost(line)

    def _lost(self, line: Line) -> syntax.Statement:
        """Return the replacement of a statement with an error."""
        self.context.parts.doubtful |= _doubtful(line)
        statement = syntax.Continue(line.span(0, len(line.text)))
        self.faulty.add(statement)
        return statement

    def _statement(self, line: Line, unit: syntax.Unit, done: dict[Line, syntax.Statement]) -> syntax.Statement:
        stream = Statements(line, self.context)
        try:
            if line in done:
                statement = done[line]
                if self.context.executing and isinstance(statement, syntax.Specification):
                    self._late(statement)
            elif line.format is not None:
                statement = self._format(stream)
            elif found := stream.specification():  # DATA
                statement = found
            else:
                statement = stream.statement()
        except Fault:
            statement = self._lost(line)
        executable = not isinstance(statement, syntax.Specification | syntax.Format | syntax.StatementFunction)
        if executable and statement not in self.faulty:
            self.context.executing = True
        if line.numbered and line.cards.number:
            self._number(statement, stream)
        return statement

    def _late(self, statement: syntax.Specification) -> None:
        if statement.keyword not in ("DATA", "FREQUENCY") and self.dialect == "iv" and "order" not in self.context.told:
            self.context.told.add("order")
            message = "specifications stand before the first executable statement"
            self.diagnostics.warn(statement.at, message)

    def _number(self, statement: syntax.Statement, stream: Stream) -> None:
        """Give a statement its number."""
        line = stream.line
        digits, at = line.cards.number, line.cards.number_at
        assert at is not None
        largest = 32767 if self.dialect == "ii" else 99999
        if not 0 < int(digits) <= largest:
            self.diagnostics.error(at, f"a statement number is from 1 to {largest}")
        else:
            statement.label = syntax.Label(at, int(digits))

    def _format(self, stream: Statements) -> syntax.Statement:
        line = stream.line
        assert line.format is not None
        statement = syntax.Format(line.span(0, len(line.text)), line.format)
        if not line.broken:
            statement.at = Span(self.source, statement.at.start, line.format_at[-1] + 1)
            if not (line.numbered and line.cards.number):
                self.context.parts.lost_format = True
                raise stream.fault_at(0, 6, "a FORMAT needs a statement number")
        try:
            statement.items = formats.parse(line.format, self.dialect)
            if len(line.text) > 6:
                stream.at = 6
                stream.finish(" after the FORMAT")
        except formats.FormatError as wrong:
            if not line.broken:
                at = line.format_at[min(wrong.at, len(line.format_at) - 1)]
                past = wrong.at >= len(line.format_at)
                self.diagnostics.error(Span(self.source, at + past, at + 1), wrong.message, wrong.hint)
            line.broken = True
            line.ended = wrong.message == formats.NOT_CLOSED
            raise Fault from None
        return statement


def _sort(header: re.Match[str]) -> Sort:
    if header["program"]:
        return Sort.MAIN
    if header["subroutine"]:
        return Sort.SUBROUTINE
    return Sort.BLOCK_DATA if header["block"] else Sort.FUNCTION


def _doubtful(line: Line) -> set[str]:
    """Return the names that a statement may have, with its blanks and without them."""
    found = names_in(line.text) | names_in(line.cards.text.upper())
    for word in (*SPECIFICATIONS, *HABITS):
        found |= {each[len(word) :] for each in found if each.startswith(word)}
    return found


def parse(source: Text, dialect: str, diagnostics: Diagnostics) -> Parsed:
    """Return the tree of a program as far as the parser knows it."""
    return Parser(source, dialect, diagnostics).program()
