"""What editors want to know of assembler sources: the assemblers read them, and this looks at what came of it.

A source that is only a member of a program (XTEXT, LIB, .include) has errors alone: then the program is read that it is
a part of, the first one beside it that takes it in.
"""

from __future__ import annotations

import inspect
import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from emulators.errors import ImageError, IronboardError, Place, SourceError, SourceErrors, did_you_mean
from host.assemblers.expressions import Evaluation, Expression, Scope, Symbol
from host.assemblers.expressions import Kind as SymbolKind
from host.assemblers.program import Assembly, Program, Record
from host.assemblers.source import Editing, Line, editing, read_lines
from host.language_server.analysis import Analysis, Explained, Kind, Name, Rows, Word

MOST_STATEMENTS = 100_000  # of a program that is analysed at every key: some seconds
KINDS = {
    SymbolKind.LABEL: Kind.LABEL,
    SymbolKind.CONSTANT: Kind.CONSTANT,
    SymbolKind.VARIABLE: Kind.VARIABLE,
}
EVERYWHERE, NOWHERE = None, Rows("", 0, 0)
LAST_LINE = 1 << 30


class Assembler(Protocol):
    """An assembler of any language."""

    program: Program

    def assemble_lines(self, name: str, lines: list[Line]) -> Assembly:
        """Assemble the lines of a text."""


@dataclass
class Reading:
    """An assembled source: its assembler, its errors, its files."""

    path: str
    assembler: Any
    editing: Editing
    problems: list[SourceError] = field(default_factory=list)

    @property
    def program(self) -> Program:
        """The program."""
        program: Program = self.assembler.program
        return program

    def run(self, lines: list[Line], check: Callable[[], None] | None = None) -> None:
        """Assemble the source; `check` looks at it afterwards."""
        try:
            self.problems += self.assembler.assemble_lines(self.path, lines).warnings
            if check:
                check()
        except SourceErrors as wrong:
            self.problems += [*wrong.errors, *self.program.diagnostics.warnings]
        except ImageError as wrong:  # of words that are not there nothing is said: they may come
            if self.program.records and "produces no words" not in str(wrong):
                self.problems.append(SourceError(self.program.records[0].line.place(), str(wrong)))

    # -------------------------------------------------------------- looking at it

    @cached_property
    def records(self) -> dict[tuple[str, int], list[Record]]:
        """The statements by file and line, in the order of assembly."""
        found: dict[tuple[str, int], list[Record]] = {}
        for record in self.program.records:
            found.setdefault((record.line.file, record.line.number), []).append(record)
        return found

    @cached_property
    def wrong(self) -> set[tuple[str, int]]:
        """The lines with errors."""
        return {(each.place.file, each.place.line) for each in self.problems}

    def assembled(self, place: Place) -> tuple[Record, list[int], str] | None:
        """Return the first record of a line that has words, its words, and a remark if there are more."""
        if (place.file, place.line) in self.wrong:
            return None
        found = [each for each in self.records.get((place.file, place.line), ()) if each.spans]
        if not found:
            return None
        words = [word for each in found[0].spans for word in each.chunk.words[each.start : each.start + each.length]]
        more = f"\n\nassembled {len(found)} times, here the first one" if len(found) > 1 else ""
        return found[0], words, more

    def raw(self, file: str, line: int) -> str:
        """Return a line of the source."""
        lines = self.editing.lines.get(file, ())
        return lines[line - 1] if 0 < line <= len(lines) else ""

    def value(self, expression: Expression | None) -> int | None:
        """Return a value, if known."""
        try:
            return None if expression is None else Evaluation().number(expression)
        except (SourceError, RecursionError):
            return None

    def shown(self, value: int | None) -> str:
        """Return a value in the machine's radix and in decimal."""
        if value is None:
            return "not known"
        sign, size = "-" * (value < 0), abs(value)
        if self.program.target.radix == 16:
            return f"{sign}${size:0{2 if size < 0x100 else 4}X}, decimal {value}"
        return f"octal {sign}{size:o}, decimal {value}"

    def links(self) -> list[tuple[Place, str]]:
        """Return the places that include files, and the files."""
        found = {}
        for record in self.program.records:
            expansion = record.expansion
            if expansion and expansion.kind == "file":
                found[expansion.place.file, expansion.place.line, expansion.place.column] = (
                    expansion.place,
                    record.line.file,
                )
        return [*found.values()]

    # -------------------------------------------------------------- names

    def stands(self, place: Place, name: str) -> bool:
        """Return whether a name is in the source there; a macro may have changed it."""
        written = self.raw(place.file, place.line)[place.column - 1 : place.column - 1 + place.length]
        return written.upper() == name.upper() or written.startswith(":")

    def names(self, spot: Callable[[Symbol], Spot]) -> Iterator[Name]:
        """Yield the symbols as names; `spot` describes the appearance of each."""
        found: dict[tuple[str, int, int], Name] = {}
        for symbol in self.program.symbols():
            if symbol.alias or symbol.expression is None or "=" in symbol.name[:1]:
                continue
            where = spot(symbol)
            known = symbol.place is not None and self.stands(symbol.place, where.short)
            place = symbol.place if known else None
            uses = [each for each in symbol.used if self.stands(each, where.short)]
            key = (place.file, place.line, place.column) if place else (symbol.full_name, 0, 0)
            if key in found:  # a label in a macro is one name, whatever it is in each call
                found[key].uses += uses
                continue
            name = Name(
                symbol.local_name or symbol.full_name, where.kind or KINDS[symbol.kind], place, uses,
                partial(self._about, symbol, where), partial(self._detail, symbol), where.rows, where.seen,
                where.short, where.kind is None or where.kind is not Kind.BLOCK,
            )  # fmt: skip
            name.changeable = known and len(uses) == len(symbol.used) and where.changeable
            found[key] = name
        for name in found.values():
            name.uses = list(dict.fromkeys(each for each in name.uses if name.place is None or each != name.place))
            yield name

    def _detail(self, symbol: Symbol) -> str:
        return f"= {self.shown(self.value(symbol.expression))}"

    def _about(self, symbol: Symbol, where: Spot) -> str:
        kind = (where.kind or KINDS[symbol.kind]).value
        lines = [f"**{symbol.local_name or symbol.full_name}** {kind} = {self.shown(self.value(symbol.expression))}"]
        if symbol.length:
            unit = "byte" if self.program.target.word_bits == 8 else "word"
            lines.append(f"{symbol.length} {unit}{'s' * (symbol.length > 1)}")
        if symbol.place:
            lines += [self.defined(symbol.place), f"used {times(len(symbol.used))}"]
        return "\n\n".join(lines)

    def defined(self, place: Place) -> str:
        """Return the line that contains a definition, and its place."""
        return f"```\n{self.raw(place.file, place.line).rstrip()}\n```\n{os.path.basename(place.file)}:{place.line}"

    def macros(self, macros: Mapping[str, Any], caseless: bool) -> Iterator[Name]:
        """Yield the macros as names; those of a supplied package have no place."""
        calls: dict[tuple[str, int, int, str], Place] = {}
        for record in self.program.records:
            expansion = record.expansion
            while expansion:
                at = expansion.place
                if expansion.kind == "macro":
                    calls[at.file, at.line, at.column, expansion.name] = at
                expansion = expansion.outer
        for name, macro in macros.items():
            place = macro.place if self.stands(macro.place, name) else None
            uses = [at for (*_, called), at in calls.items() if called == name and self.stands(at, name)]
            heading = f"**{name}** macro {', '.join(macro.parameters)}".rstrip()
            about = f"{heading}\n\n{self.defined(place)}" if place else heading
            yield Name(
                name, Kind.MACRO, place, uses, partial(str, about), partial(str, "macro"), short=name,
                changeable=False,
            )  # fmt: skip


class Spot(NamedTuple):
    """How a symbol is seen: what it is called there, on which lines; what it is, if it is not only a symbol."""

    short: str
    seen: Rows | None = EVERYWHERE
    kind: Kind | None = None
    rows: Rows | None = None
    changeable: bool = True


def times(count: int) -> str:
    """Return a count in words."""
    return {0: "nowhere", 1: "once"}.get(count, f"{count} times")


def documented(handler: Callable[..., object]) -> str:
    """Return the docstring of a directive's function."""
    return re.sub(r"\s+", " ", inspect.getdoc(handler) or "")


def explained(line: Line, column: int, length: int, text: str) -> Explained:
    """Return an explanation of a word in a line."""
    return Explained(line.place(column, length), text)


def made(assembler: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    """Return an assembler with options; raises ImageError for unknown ones."""
    known = inspect.signature(assembler).parameters
    if unknown := next((each for each in options if each not in known), None):
        raise ImageError(f"the assembler has no option '{unknown}'; {did_you_mean(unknown, known, ', '.join(known))}")
    return assembler(**options)


# ---------------------------------------------------------------- members of programs

_members: dict[str, tuple[tuple[int, int], frozenset[str]]] = {}  # path -> state of the file, names that it takes in


def program_of(path: str, taken_in: re.Pattern[str], texts: Mapping[str, str]) -> str | None:
    """Return the source beside this one that includes it, directly or indirectly, and is not itself included."""
    been = [Path(path)]
    while more := [each for each in those_that_take_in(been[-1], taken_in, texts) if each not in been]:
        been.append(more[0])
    return str(been[-1]) if len(been) > 1 else None


def those_that_take_in(own: Path, taken_in: re.Pattern[str], texts: Mapping[str, str]) -> list[Path]:
    """Return the sources beside this one that include it directly."""
    names = {own.name.lower(), own.stem.lower()}
    try:
        beside = sorted(each for each in own.parent.iterdir() if each.suffix.lower() == own.suffix.lower())
    except OSError:
        return []
    return [each for each in beside if each.name != own.name and _taken_in(each, taken_in, texts) & names]


def certain(
    names: Callable[[], Iterable[Name]], reading: Reading, taken_in: re.Pattern[str], texts: Mapping[str, str]
) -> Iterator[Name]:
    """Yield names; those in files that other programs take in, too, have places that are not known."""
    own = {os.path.realpath(each) for each in reading.editing.lines}
    shared = {
        file
        for file in reading.editing.lines
        if any(os.path.realpath(each) not in own for each in those_that_take_in(Path(file), taken_in, texts))
    }
    for name in names():
        name.changeable &= not any(place.file in shared for place in name.places)
        yield name


def _taken_in(path: Path, pattern: re.Pattern[str], texts: Mapping[str, str]) -> frozenset[str]:
    text = texts.get(os.path.realpath(path))
    if text is not None:
        return _names_taken_in(text, pattern)
    try:
        stat = path.stat()
        state = (stat.st_mtime_ns, stat.st_size)
        if _members.get(str(path), (None,))[0] != state:
            _members[str(path)] = state, _names_taken_in(path.read_text("utf-8", "replace"), pattern)
    except OSError:
        return frozenset()
    return _members[str(path)][1]


def _names_taken_in(text: str, pattern: re.Pattern[str]) -> frozenset[str]:
    return frozenset(match["name"].rsplit("/", 1)[-1].lower() for match in pattern.finditer(text))


Read = Callable[[str, Editing], Reading]
_programs: dict[str, str] = {}  # member -> the program that was found for it


def read_as_part(path: str, texts: Mapping[str, str], read: Read, taken_in: re.Pattern[str]) -> Reading:
    """Read a source; if it has errors, read it as part of its program, if there is one."""
    own = os.path.realpath(path)
    if own in _programs and (together := _read_in(own, _programs[own], texts, read)):
        return together
    _programs.pop(own, None)
    with editing(texts) as opened:
        alone = read(path, opened)
    if any(each.severity == "error" for each in alone.problems):
        whole = program_of(path, taken_in, texts)
        if whole and (together := _read_in(own, whole, texts, read)):
            _programs[own] = whole
            return together
    return alone


def _read_in(own: str, whole: str, texts: Mapping[str, str], read: Read) -> Reading | None:
    """Read a program; None if a source is no part of it."""
    with editing(texts) as opened:
        try:
            together = read(whole, opened)
        except IronboardError:
            return None
    return together if any(os.path.realpath(each) == own for each in opened.lines) else None


# ---------------------------------------------------------------- ca65
OPERAND_OF_CA65 = re.compile(r"\s*(?:@?\w+:)?\s*(?:[.\w]+\s+|[\w@]+\s*:?=)")
INCLUDES = re.compile(r'(?im)^[^;\n]*\.include\s+"(?P<name>[^"\n]+)"')
CA65_COMMENT = re.compile(r""""[^"]*"|'[^']'|(?P<remark>;.*)""")
WITHOUT_FUNCTION = {  # directives whose functions are made by others
    ".addr": "numbers of two bytes, the low one first",
    ".word": "numbers of two bytes, the low one first",
    ".dbyt": "numbers of two bytes, the high one first",
    ".faraddr": "numbers of three bytes, the lowest first",
    ".dword": "numbers of four bytes, the lowest first",
    ".lobytes": "the low bytes of numbers",
    ".hibytes": "the high bytes of numbers",
    ".bankbytes": "the third bytes of numbers",
    **{f".{each.lower()}": f"switch to the segment {each}" for each in "BSS CODE DATA RODATA ZEROPAGE".split()},
    **dict.fromkeys((".endmac", ".endmacro"), "the end of a macro"),
    **dict.fromkeys((".endrep", ".endrepeat"), "the end of a repetition"),
    ".p02": "the documented instructions of the 6502 only",
    ".bankbyte": "the third byte of a number",
    ".hibyte": "the high byte of a number",
    ".lobyte": "the low byte of a number",
    ".hiword": "the high 16 bits of a number",
    ".loword": "the low 16 bits of a number",
    ".max": "the larger of two numbers",
    ".min": "the smaller of two numbers",
    ".match": "1 if two lists of tokens are of the same kinds",
    ".xmatch": "1 if two lists of tokens are the same",
}


def analyse_ca65(path: str, texts: Mapping[str, str], options: Mapping[str, Any]) -> Analysis:
    """Analyse a 6502 source for editors."""
    from host.assemblers import mos6502

    def read(path: str, opened: Editing) -> Reading:
        reading = Reading(path, made(mos6502.assembler, options), opened)
        reading.assembler.input.most = MOST_STATEMENTS
        reading.run(read_lines(Path(path), path))
        return reading

    reading = read_as_part(path, texts, read, INCLUDES)
    return Analysis(
        reading.problems, reading.editing.lines,
        partial(certain, partial(_ca65_names, reading), reading, INCLUDES, texts), partial(_explain_ca65, reading),
        partial(_ca65_words, reading), lambda before: OPERAND_OF_CA65.match(before) is not None, reading.links(),
        lambda line: CA65_COMMENT.sub(lambda match: "" if match["remark"] else match[0], line), caseless=False,
    )  # fmt: skip


def _ca65_names(reading: Reading) -> Iterator[Name]:
    asm = reading.assembler
    scopes = {id(scope): name for name, scope in _scopes(asm.program.root)}
    owners = {id(scope): label for label, scope in asm.cheap_scopes.items()}
    marks: dict[str, list[int]] = {}  # lines of labels: a name with @ is seen from one to the next
    for symbol in asm.program.symbols():
        if symbol.place and symbol.name[:1] not in "@:":
            marks.setdefault(symbol.place.file, []).append(symbol.place.line)
    for lines in marks.values():
        lines.sort()

    def spot(symbol: Symbol) -> Spot:
        from host.assemblers.ca65.parser import MACRO_LOCAL

        if symbol.name.startswith(":"):
            return Spot(":", NOWHERE, changeable=False)
        if owner := owners.get(id(symbol.scope)):
            at = owner.place
            if at is None:
                return Spot(symbol.name, NOWHERE)
            after = marks.get(at.file, [])
            following = after[bisect_right(after, at.line) :]
            return Spot(symbol.name, Rows(at.file, at.line, following[0] - 1 if following else LAST_LINE))
        short, rows = symbol.name.partition(MACRO_LOCAL)[0], _stretch(symbol.scope, symbol.place)
        inner = symbol.scope.scopes.get(symbol.name)
        if inner and symbol.name in scopes.values() and inner.stretches:
            opened, closed = inner.stretches[0]
            return Spot(short, rows, Kind.PROCEDURE, Rows(opened.file, opened.line, closed.line))
        return Spot(short, rows, changeable=short == symbol.name)

    procedures = {}
    for name in reading.names(spot):
        if name.kind is Kind.PROCEDURE:
            procedures[name.text] = name
        yield name
    for text, scope in _scopes(asm.program.root):
        if text in procedures:
            procedures[text].uses += scope.used
        elif scope.stretches:
            opened, closed = scope.stretches[0]
            at = opened.text.find(scope.name, opened.column + opened.length - 1)
            place = Place(opened.file, opened.line, at + 1, len(scope.name), opened.text) if at >= 0 else None
            if place:
                about = partial(str, f"**{text}** {opened.text.split()[0].lower()}\n\n{reading.defined(place)}")
                rows = Rows(opened.file, opened.line, closed.line)
                seen = _stretch(scope.parent, place)
                yield Name(text, Kind.SCOPE, place, scope.used, about, rows=rows, seen=seen, short=scope.name)
    yield from reading.macros(asm.macros, caseless=False)


def _scopes(root: Scope) -> Iterator[tuple[str, Scope]]:
    for scope in root.scopes.values():
        yield scope.prefix.removesuffix("::"), scope
        yield from _scopes(scope)


def _stretch(scope: Scope | None, place: Place | None) -> Rows | None:
    """Return the lines of a scope: those round a place, if it was opened several times."""
    stretches = scope.stretches if scope else []
    for opened, closed in stretches:
        rows = Rows(opened.file, opened.line, closed.line)
        if place is None or rows.hold(place):
            return rows
    return None


def _explain_ca65(reading: Reading, at: Place) -> Explained | None:
    from host.assemblers.ca65.macros import TEXT_FUNCTIONS
    from host.assemblers.ca65.parser import FUNCTIONS
    from host.assemblers.ca65.state import DIRECTIVES
    from host.assemblers.ca65.tokens import Kind as Token
    from host.assemblers.ca65.tokens import tokenize

    line = Line(at.file, at.line, reading.raw(at.file, at.line))
    try:
        tokens = tokenize(line, reading.assembler.features)
    except SourceError:
        return None
    for token in tokens:
        if not token.column <= at.column <= token.column + token.length:
            continue
        if token.kind is Token.NAME and token.text.upper() in reading.assembler.processor.mnemonics:
            return explained(line, token.column, token.length, _instruction_6502(reading, at, token.text.upper()))
        if token.kind is Token.DIRECTIVE:
            handler: Any = {**DIRECTIVES, **FUNCTIONS, **TEXT_FUNCTIONS}.get(token.text)
            text = WITHOUT_FUNCTION.get(token.text) or (documented(handler) if handler else "")
            return explained(line, token.column, token.length, f"**{token.text}**\n\n{text}") if text else None
    return None


def _instruction_6502(reading: Reading, at: Place, mnemonic: str) -> str:
    from emulators.mos6502.isa import INSTRUCTIONS, NAMES

    title = f"**{mnemonic}** {NAMES[mnemonic]}"
    if found := reading.assembled(at):
        record, words, more = found
        instruction = INSTRUCTIONS[words[0]]
        if instruction.mnemonic == mnemonic and len(words) == instruction.length:
            address = reading.value(record.here)
            here = f" at ${address:04X}" if address is not None else ""
            code = " ".join(f"{word:02X}" for word in words)
            return f"{title}\n\n`{code}`{here}, {_form(mnemonic, instruction.mode)}, {_cycles(instruction)}{more}"
    rows = [
        f"- `{_form(mnemonic, each.mode)}` {each.opcode:02X}, {each.length} byte{'s' * (each.length > 1)}, "
        + _cycles(each)
        for each in sorted(INSTRUCTIONS, key=lambda each: each.mode)
        if each.mnemonic == mnemonic and (each.documented or reading.assembler.processor.undocumented)
    ]
    return "\n".join([title, "", *rows])


def _form(mnemonic: str, mode: Any) -> str:
    from emulators.mos6502.isa import Mode
    from host.assemblers.mos6502 import MODE_NAMES

    return mnemonic if mode == Mode.IMPLIED else f"{mnemonic} {MODE_NAMES[mode]}"


def _cycles(instruction: Any) -> str:
    """Return the clock cycles of a 6502 instruction in words."""
    from emulators.mos6502.isa import Mode

    text = f"{instruction.cycles} cycles"
    if instruction.mode == Mode.RELATIVE:
        return f"{text}, {instruction.cycles + 1} if it branches, {instruction.cycles + 2} into another page"
    return f"{text}, {instruction.cycles + 1} if the index crosses a page" if instruction.page_penalty else text


def _ca65_words(reading: Reading) -> Sequence[Word]:
    from emulators.mos6502.isa import NAMES
    from host.assemblers.ca65.macros import TEXT_FUNCTIONS
    from host.assemblers.ca65.parser import FUNCTIONS, VALUES
    from host.assemblers.ca65.state import DIRECTIVES

    known = reading.assembler.processor.mnemonics
    return [
        *(Word(each, "operation", NAMES[each]) for each in sorted(known)),
        *(Word(each, "operation", WITHOUT_FUNCTION.get(each) or documented(h)) for each, h in DIRECTIVES.items()),
        *(Word(each, "operand", WITHOUT_FUNCTION.get(each) or documented(h)) for each, h in FUNCTIONS.items()),
        *(Word(each, "operand", documented(function)) for each, function in TEXT_FUNCTIONS.items()),
        *(Word(each, "operand") for each in VALUES),
    ]


# ---------------------------------------------------------------- SAP
TAKEN_BY_LIB = re.compile(r"(?im)^(?![*])(?:\S*\s+LIB\s+(?P<name>\S+))")


def analyse_sap(path: str, texts: Mapping[str, str], options: Mapping[str, Any]) -> Analysis:
    """Analyse a SAP source for editors; WST writes nothing."""
    from host.assemblers.sap.assembler import assembler

    def read(path: str, opened: Editing) -> Reading:
        reading = Reading(path, made(assembler, options), opened)
        reading.assembler.feed.most = MOST_STATEMENTS
        reading.assembler.tables_to_write = Unwritten()
        reading.run(read_lines(Path(path), path))
        return reading

    reading = read_as_part(path, texts, read, TAKEN_BY_LIB)

    def statement(line: str) -> Any:
        from host.assemblers.sap.fields import split

        return split(Line(path, 1, line), reading.assembler.known, columns=reading.assembler.uasap)

    def bare(line: str) -> str:
        found = _quietly(statement, line)
        return line[: found.remark.column - 1] if found else ""

    def spot(symbol: Symbol) -> Spot:
        return Spot(symbol.name.rpartition("$")[2])

    def operands(before: str) -> bool:
        return _after_operation(before, reading.assembler.known.__contains__)

    return Analysis(
        reading.problems, reading.editing.lines,
        partial(certain, partial(reading.names, spot), reading, TAKEN_BY_LIB, texts),
        partial(_explain_sap, reading, statement), partial(_sap_words, reading), operands, reading.links(), bare,
        columns=True,
    )  # fmt: skip


class Unwritten(list[Path]):
    """Discards output files: nothing is written while a source is only analysed."""

    def append(self, path: Path) -> None:
        """Discard it."""


def _quietly(split: Callable[[str], Any], line: str) -> Any:
    """Return the fields of a line; None where there are none, or errors."""
    try:
        return split(line)
    except SourceError:
        return None


def _after_operation(before: str, is_operation: Callable[[str], bool]) -> bool:
    """Return whether an operation stands before the word at the end of a text."""
    words = before[: len(before.rstrip()) if before[-1:].isspace() else before.rfind(" ") + 1].upper().split()
    return len(words) > 1 or any(map(is_operation, words))


def _explain_sap(reading: Reading, statement: Callable[[str], Any], at: Place) -> Explained | None:
    from emulators.ibm704 import isa
    from host.assemblers.sap.pseudo import PSEUDO_OPERATIONS, UNSUPPORTED

    line = Line(at.file, at.line, reading.raw(at.file, at.line))
    found = _quietly(statement, line.text)
    if not found or not found.operation.column <= at.column <= found.operation.column + len(found.operation.text):
        return None
    name, here = found.operation.text, partial(explained, line, found.operation.column, len(found.operation.text))
    operation = reading.assembler.operations.get(name)
    if operation is None:
        handler = PSEUDO_OPERATIONS.get(name)
        text = documented(handler) if handler else UNSUPPORTED.get(name, ("",))[0]
        return here(f"**{name}**\n\n{text}") if text else None
    lines = [f"**{name}** {operation.instruction.name}" if operation.instruction else f"**{name}**"]
    if assembled := reading.assembled(at):
        record, words, more = assembled
        address = reading.value(record.here)
        lines.append(f"`{reading.program.target.word(words[0]).strip()}` at {address or 0:05o}{more}")
    if each := operation.instruction:
        time = f"{each.cycles} cycles of {isa.CYCLE_MICROSECONDS} µs"
        least = " at least: operands and units add some" if each.traits & isa.Trait.UNIT or each.cycles > 2 else ""
        lines.append(f"operation {each.written}, {time}{least}")
    return here("\n\n".join(lines))


def _sap_words(reading: Reading) -> Sequence[Word]:
    from host.assemblers.sap.pseudo import PSEUDO_OPERATIONS

    operations = reading.assembler.operations.items()
    return [
        *(Word(each, "operation", op.instruction.name if op.instruction else "") for each, op in operations if each),
        *(Word(each, "operation", documented(handler)) for each, handler in PSEUDO_OPERATIONS.items()),
    ]


# ---------------------------------------------------------------- COMPASS
TAKEN_BY_XTEXT = re.compile(r"(?im)^(?![*])(?:\S*\s+XTEXT\s+(?P<name>[^\s,]+))")


def analyse_compass(path: str, texts: Mapping[str, str], options: Mapping[str, Any]) -> Analysis:
    """Analyse a COMPASS source for editors."""
    from host.assemblers.compass.assembler import assembler

    def read(path: str, opened: Editing) -> Reading:
        lines = read_lines(Path(path), path)
        reading = Reading(path, made(assembler, options), opened)
        reading.assembler.feed.most = MOST_STATEMENTS
        reading.run(lines)
        if reading.assembler.origin_later is None or reading.problems:
            return reading
        again = Reading(path, assembler(**options, origin=reading.assembler.found_origin()), opened)
        again.run(lines, again.assembler.check_origin)
        return again

    reading = read_as_part(path, texts, read, TAKEN_BY_XTEXT)
    asm = reading.assembler

    def statement(line: str) -> Any:
        from host.assemblers.compass.operands import split

        return split(Line(path, 1, line), asm.is_operation)

    def bare(line: str) -> str:
        found = _quietly(statement, line)
        return line[: found.rest.column - 1] + found.rest.text.split(" ")[0] if found else ""

    def spot(symbol: Symbol) -> Spot:
        from host.assemblers.compass.state import LOCAL_MARK

        return Spot(symbol.name, NOWHERE if symbol.name.startswith(LOCAL_MARK) else EVERYWHERE)

    def names() -> Iterable[Name]:
        return [*reading.names(spot), *reading.macros(asm.macros, caseless=True)]

    def operands(before: str) -> bool:
        return _after_operation(before, asm.is_operation)

    return Analysis(
        reading.problems, reading.editing.lines,
        partial(certain, names, reading, TAKEN_BY_XTEXT, texts), partial(_explain_compass, reading, statement),
        partial(_compass_words, reading), operands, reading.links(), bare, columns=True,
    )  # fmt: skip


def _explain_compass(reading: Reading, statement: Callable[[str], Any], at: Place) -> Explained | None:
    from host.assemblers.compass.instructions import OPERANDS, OPERATION, is_instruction
    from host.assemblers.compass.pseudo import UNSUPPORTED
    from host.assemblers.compass.state import PSEUDO_OPERATIONS

    line = Line(at.file, at.line, reading.raw(at.file, at.line))
    found = _quietly(statement, line.text)
    if not found or not found.operation.column <= at.column <= found.operation.column + len(found.name):
        return None
    name, here = found.name, partial(explained, line, found.operation.column, len(found.name))
    if name in PSEUDO_OPERATIONS or name in UNSUPPORTED:
        text = documented(PSEUDO_OPERATIONS[name]) if name in PSEUDO_OPERATIONS else UNSUPPORTED[name][0]
        return here(f"**{name}**\n\n{text or RELATIONS}")
    if not is_instruction(name):
        return None
    if assembled := reading.assembled(at):
        return here(_instruction_6600(reading, name, *assembled))
    match = OPERATION.fullmatch(name)
    letters = name if name in OPERANDS else match["letters"] if match else name
    forms = "\n".join(f"- `{name} {each}`".replace(" `", "`") for each in OPERANDS.get(letters, ()))
    return here(f"**{name}**\n\n{forms}")


RELATIONS = "assemble what follows, up to ELSE or ENDIF or a number of lines, if two values are in this relation"


def _instruction_6600(reading: Reading, name: str, record: Record, words: list[int], more: str) -> str:
    from emulators.cdc6600.isa import PARCEL_BITS, WORD_BITS, Unit, decode

    span = record.spans[0]
    word, offset = span.chunk.words[span.start], span.offset
    instruction = decode(word >> WORD_BITS - PARCEL_BITS - offset & (1 << PARCEL_BITS) - 1)
    if instruction is None:
        return f"**{name}**"
    bits = 2 * PARCEL_BITS if instruction.long else PARCEL_BITS
    code = word >> WORD_BITS - bits - offset & (1 << bits) - 1
    unit = "no unit" if instruction.unit is Unit.NONE else f"{instruction.unit.name.lower().replace('_', ' ')} unit"
    time = (
        f"{instruction.time} minor cycles ({instruction.time * 100} ns)" if instruction.time else "no time of its own"
    )
    return (
        f"**{name}** {instruction.name}\n\n`{code:0{bits // 3}o}` in parcel {offset // PARCEL_BITS} of word "
        f"{span.chunk.address + span.start:06o}\n\n{unit}, {time}{more}"
    )


def _compass_words(reading: Reading) -> Sequence[Word]:
    from emulators.cdc6600.isa import INSTRUCTIONS
    from host.assemblers.compass.state import PSEUDO_OPERATIONS

    names: dict[str, list[str]] = {}
    for each in INSTRUCTIONS:
        operation = each.syntax.split()[0]
        for key in [operation.replace("i", str(i)) for i in range(8)] if operation.endswith("i") else [operation]:
            names.setdefault(key, []).append(each.name)
    return [
        *(Word(each, "operation", ", ".join(dict.fromkeys(about))) for each, about in names.items()),
        *(Word(each, "operation", documented(handler) or RELATIONS) for each, handler in PSEUDO_OPERATIONS.items()),
    ]
