"""Analysis of assembler sources for editors: the assemblers read them, and this module evaluates the results.

A member of a program (XTEXT, LIB, .include) is read as part of it: of the first source that takes it in, beside it or
open elsewhere.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from emulators.errors import ImageError, IronboardError, Place, SourceError, SourceErrors, did_you_mean, documentation
from host.assemblers.expressions import Evaluation, Expression, Symbol
from host.assemblers.expressions import Kind as SymbolKind
from host.assemblers.program import Assembly, Program, Record
from host.languages.analysis import Explained, Kind, Name, Rows, Signature
from host.languages.assembly import Editing, Line, editing, noting_files

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
        except ImageError as wrong:  # missing words are not reported: they may follow
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
        more = f"\n\nassembled {len(found)} times, here the first one" if len(found) > 1 else ""
        return found[0], self.words(found[0]), more

    def words(self, record: Record) -> list[int]:
        """Return the words of a record."""
        return [word for each in record.spans for word in each.chunk.words[each.start : each.start + each.length]]

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
        number = self.number(value)
        return f"{number}, decimal {value}" if self.program.target.radix == 16 else f"octal {number}, decimal {value}"

    def number(self, value: int) -> str:
        """Return a value in the machine's radix."""
        sign, size = "-" * (value < 0), abs(value)
        return f"{sign}${size:0{2 if size < 0x100 else 4}X}" if self.program.target.radix == 16 else f"{sign}{size:o}"

    def outcome(self) -> object:
        """Return the words of the program, where they are, and the lines that have made them."""
        parts = [
            (chunk.load_address, chunk.address, tuple(chunk.words))
            for section in self.program.sections.values()
            for chunk in section.chunks
        ]
        entry = self.value(self.program.entry)
        return parts, entry, [(each.line.file, each.line.number, each.skipped) for each in self.program.records]

    @cached_property
    def links(self) -> list[tuple[Place, str]]:
        """The places that include files, and the files."""
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
                where.short, traits=where.traits,
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

    def macros(self, macros: Mapping[str, Any], words: Callable[[Any], Iterable[tuple[Place, str]]]) -> Iterator[Name]:
        """Yield the macros and their parameters as names; those of a supplied package have no place.

        `words` are the names in the head and in the body of a macro that may be parameters.
        """
        calls: dict[str, dict[tuple[str, int, int], Place]] = {}
        for record in self.program.records:
            expansion = record.expansion
            while expansion:
                at = expansion.place
                if expansion.kind == "macro":
                    calls.setdefault(expansion.name, {})[at.file, at.line, at.column] = at
                expansion = expansion.outer
        for name, macro in macros.items():
            place = macro.place if self.stands(macro.place, name) else None
            uses = [at for at in calls.get(macro.name, {}).values() if self.stands(at, name)]
            defaults = getattr(macro, "defaults", {})
            given = tuple(f"{each}={defaults[each]}" if defaults.get(each) else each for each in macro.parameters)
            heading = f"**{name}** macro {', '.join(given)}".rstrip()
            about = f"{heading}\n\n{self.defined(place)}" if place else heading
            form = Signature(f"{name} {', '.join(given)}".rstrip(), given)
            rows = None
            if place:
                body = [each for each in macro.lines if each.file == place.file]
                rows = Rows(place.file, place.line, body[-1].number + 1 if body else place.line + 1)
            yield Name(
                name, Kind.MACRO, place, uses, partial(str, about), partial(str, "macro"), rows, short=name,
                changeable=False, signatures=partial(list, [form]),
            )  # fmt: skip
            if rows and macro.parameters:
                yield from _parameters(name, macro, rows, words(macro))


def _parameters(name: str, macro: Any, rows: Rows, words: Iterable[tuple[Place, str]]) -> Iterator[Name]:
    """Yield the parameters of a macro."""
    places: dict[str, list[Place]] = {each: [] for each in macro.parameters if each}
    for place, word in words:
        if word in places and rows.hold(place):
            places[word].append(place)
    for each, found in places.items():
        if found:
            about = partial(str, f"**{each}** parameter of the macro {name}")
            yield Name(
                each, Kind.PARAMETER, found[0], found[1:], about, seen=rows, short=each, changeable=False
            )  # fmt: skip


class Spot(NamedTuple):
    """A symbol for the editor: its name there, its lines; its nature, if it is not only a symbol."""

    short: str
    seen: Rows | None = EVERYWHERE
    kind: Kind | None = None
    rows: Rows | None = None
    changeable: bool = True
    traits: tuple[str, ...] = ()


def times(count: int) -> str:
    """Return a count in words."""
    return {0: "nowhere", 1: "once"}.get(count, f"{count} times")


def documented(handler: Callable[..., object]) -> str:
    """Return the docstring of a directive's function."""
    return re.sub(r"\s+", " ", documentation(handler))


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

_members: dict[str, tuple[Any, frozenset[str]]] = {}  # path -> its text if it is open, or its state; names it takes in


def program_of(path: str, taken_in: re.Pattern[str], texts: Mapping[str, str]) -> str | None:
    """Return the source beside this one that includes it, directly or indirectly, and is not itself included."""
    been = [Path(path)]
    while more := [each for each in those_that_take_in(been[-1], taken_in, texts) if each not in been]:
        been.append(more[0])
    return str(been[-1]) if len(been) > 1 else None


def those_that_take_in(own: Path, taken_in: re.Pattern[str], texts: Mapping[str, str]) -> list[Path]:
    """Return the sources beside this one that include it directly, then open ones of other folders."""
    names = {own.name.lower(), own.stem.lower()}
    folder = os.path.realpath(own.parent)
    beside = {own.parent / os.path.basename(each) for each in texts if os.path.dirname(each) == folder}
    with suppress(OSError):
        beside.update(own.parent.iterdir())
    elsewhere = {Path(each) for each in texts if os.path.dirname(each) != folder}
    found = [each for each in (*sorted(beside), *sorted(elsewhere)) if each.suffix.lower() == own.suffix.lower()]
    return [each for each in found if each != own and _taken_in(each, taken_in, texts) & names]


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
    state = _state(str(path)) if text is None else text
    if state is None:
        return frozenset()
    if _members.get(str(path), (None,))[0] != state:
        try:
            _members[str(path)] = (
                state,
                _names_taken_in(path.read_text("utf-8", "replace") if text is None else text, pattern),
            )
        except OSError:
            return frozenset()
    return _members[str(path)][1]


def _names_taken_in(text: str, pattern: re.Pattern[str]) -> frozenset[str]:
    return frozenset(match["name"].rsplit("/", 1)[-1].lower() for match in pattern.finditer(text))


Read = Callable[[str, Editing], Reading]
Files = dict[str, tuple[int, int] | None]  # files that were read, or looked for in vain, with their states

MOST_READINGS = 4  # that are kept: a program has one, whatever number of its members is open
_programs: dict[str, str] = {}  # member -> the program that was found for it
_readings: dict[tuple[str, ...], tuple[Reading, Files]] = {}  # the latest last


def read_as_part(
    path: str, texts: Mapping[str, str], read: Read, taken_in: re.Pattern[str], options: Mapping[str, Any]
) -> Reading:
    """Read a source as part of the program that takes it in, alone if there is none.

    A program is read once for all its members.
    """
    own = os.path.realpath(path)
    key = (taken_in.pattern, repr(options))
    known = _programs.pop(own, None)
    if (known := _programs.pop(own, None)) and (together := _read_in(own, known, texts, read, key)):
        return together
    whole = program_of(path, taken_in, texts)
    if whole and whole != known and (together := _read_in(own, whole, texts, read, key)):
        return together
    return _read_once(path, texts, read, key)


def _read_in(own: str, whole: str, texts: Mapping[str, str], read: Read, key: tuple[str, ...]) -> Reading | None:
    """Read a program; None if a source is no part of it."""
    try:
        together = _read_once(whole, texts, read, key)
    except IronboardError:
        return None
    if all(os.path.realpath(each) != own for each in together.editing.lines):
        return None
    _programs[own] = whole
    return together


def _read_once(path: str, texts: Mapping[str, str], read: Read, key: tuple[str, ...]) -> Reading:
    """Read a source if it, or a file that it takes in, has changed since the last time."""
    key = (*key, path)
    found, files = _readings.pop(key, (None, {}))
    if found is None or found.editing.texts != texts or any(_state(each) != files[each] for each in files):
        with editing(texts) as opened, noting_files() as noted:
            found = read(path, opened)
        files = {each: _state(each) for each in (*opened.lines, *noted) if os.path.realpath(each) not in texts}
        while len(_readings) >= MOST_READINGS:
            del _readings[next(iter(_readings))]
    _readings[key] = found, files
    return found


def _state(path: str) -> tuple[int, int] | None:
    """Return time and size of a file, None where there is none."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


def quietly(split: Callable[[str], Any], line: str) -> Any:
    """Return the fields of a line; None where there are none, or errors."""
    try:
        return split(line)
    except SourceError:
        return None


def after_operation(before: str, is_operation: Callable[[str], bool]) -> bool:
    """Return whether an operation is before the word at the end of a text."""
    words = before[: len(before.rstrip()) if before[-1:].isspace() else before.rfind(" ") + 1].upper().split()
    return len(words) > 1 or any(map(is_operation, words))
