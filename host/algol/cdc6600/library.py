"""The run-time library: which of its parts a program needs, and what these have to know of the program.

A part is a routine or a group of words: lines of a file of the library up to an empty one, an equation by itself. Those
are needed that the program names, and what these name; what runs on into the next part needs it. Conditions on symbols
of the program (`//REALS.`) are decided here, other lines are taken as they stand: the assembler sees one program.

Each channel that is a file other than INPUT and OUTPUT needs room at the end of storage.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from emulators.cdc6600.isa import MOST_WORDS
from host.algol.cdc6600 import words
from host.algol.cdc6600.emit import FILES, SLOTS, Line
from host.algol.cdc6600.unit import Options
from host.algol.syntax import (
    Actual,
    Assignment,
    Call,
    Expression,
    For,
    Formal,
    ForValue,
    Integer,
    Kind,
    Name,
    Procedure,
    Program,
    String,
    Type,
    Variable,
    walk,
)
from host.assemblers import source
from host.assemblers.compass.operands import REMARKS_COLUMN
from host.assemblers.dialects import LIBRARY
from host.assemblers.feed import is_empty
from host.assemblers.source import read_lines

OF_REALS = frozenset({"OUTRL", "INRL", "SQRT", "EXP", "LN", "SIN", "COS", "ARCTAN", "ENTIER", "ROUND", "POWI", "POWR",
                      "POWX", "POWXI", "POWXR", "POWRI", "DPOW"})  # fmt: skip
OF_CALLS = frozenset({"CALL", "BIND"})
FILE_WORDS = 72  # of a file, as in algio.compass
END = "ENDPROG"  # the routine where all programs end, those that are stopped, too
FAILED = "ALGRUN", "OUTSIDE"  # the part of the library that stubs go to
ITEMS: Mapping[str, str] = {  # of formats, by what the library calls them
    "A": "A", "F": "F", "P": "P", "N": "N", "S": "S", "X": "X", "B": "B",
    "LINE": "/^'↑", "TEXT": '"', "GROUP": "()", "NUMBER": "ZD+-.V",
}  # fmt: skip
WAYS: Mapping[str, str] = {"output": "OUT", "input": "IN", "either": "FORM"}
QUOTE = re.compile(r'"([()])"')


def library(
    program: Program, options: Options, code: Iterable[Line], stubs: Sequence[Line]
) -> tuple[list[Line], list[source.Line]]:
    """Return the lines that tell the library what it must know, and the lines of the library that the code needs.

    `stubs`: lines that are counted among those of the library, because they are not of any line of the program.
    """
    # A procedure with the name of a routine takes that in, by its remark: addresses, and so times, depend on it.
    fields = {each.variable.removeprefix("PROCEDURE ") for each in (*code, *stubs)}
    names = {name for text in fields for name in names_of(text)} | {END}
    slots = files_of(program)
    files = MOST_WORDS - slots * FILE_WORDS if slots else 0
    flags = {
        "REALS.": has_reals(program, names) or _has_exponents(program),
        FILES: files,
        "CALLS.": bool(OF_CALLS & names),
        "OWN.": "OWNARR" in names,
        "STRICT.": options.strict_power,
        "UNSET.": options.check_unset,
        "KINDS.": "INPUTF" in names
        or any(isinstance(each, Formal) and not each.specification for each in walk(program)),
        **dict(_items(program)),
    }
    at = begins(FAILED, flags)
    behind = [source.Line(at.file, at.number, each.text) for each in stubs]
    told = [Line(FILES, "EQU", f"{files:o}B"), Line(SLOTS, "EQU", str(slots))]
    return told, [*behind, *taken_in(names, flags)]


def has_reals(program: Program, names: set[str]) -> bool:
    """Return whether real numbers may occur."""
    real = any(getattr(each, "type", None) is Type.REAL for each in walk(program))
    return real or bool(OF_REALS & names)


def _has_exponents(program: Program) -> bool:
    """Return whether a format of output may print an integer like a real number."""
    formats = _formats(program)["output"]
    if None in formats:
        formats = [each.text for each in walk(program) if isinstance(each, String)]
    return any("E" in codes_of(each or "") for each in formats)


def _items(program: Program) -> Iterator[tuple[str, bool]]:
    """Yield for each kind of item whether formats of output, and of input, may have it."""
    formats = _formats(program)
    formats["either"] = formats["output"] + formats["input"]
    for name, some in formats.items():
        for item, codes in ITEMS.items():
            yield f"{WAYS[name]}.{item}", any(each is None or bool(codes_of(each) & {*codes}) for each in some)


def _formats(program: Program) -> dict[str, list[str | None]]:
    """Return the formats of output and of input; None for one that only the running program knows."""
    formats: dict[str, list[str | None]] = {"output": [], "input": []}
    for each in walk(program):
        if isinstance(each, Call) and isinstance(each.procedure.declared, Procedure):
            declared = each.procedure.declared
            if declared.standard and declared.name in formats:
                text = each.actuals[1].expression
                formats[declared.name].append(text.text if isinstance(text, String) else None)
    for declared in handed_over(program):
        if declared.name in formats:
            formats[declared.name].append(None)
    return formats


def codes_of(text: str) -> set[str]:
    """Return the characters of a format that are outside of its texts; a quote for these."""
    pieces = QUOTE.split("".join(words.QUOTES.get(each, each) for each in text.upper()))
    depth, found = 0, set()
    for piece, quote in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        if depth == 0:
            found |= {*piece, *('"' if quote else "")}
        depth += {"(": 1, ")": -1, "": 0}[quote]
    return found


SOURCES = (
    "textio", "arith", "reals", "intio", "realio", "algrun", "algcall", "algcopy", "algany", "algown", "algio",
    "algint", "algreal", "algbool", "algarr", "algform", "algout", "algin",
)  # fmt: skip
BEGINS = frozenset({"MACRO", "USE"})  # without a symbol
NEVER_RETURN = frozenset({"FAIL", "BADLINE"})
TEXT = re.compile(r"C\*[^*]*\*")
NAME = re.compile(r"(?<![A-Z0-9.])(?:/([A-Z]*)/)?([A-Z][A-Z0-9.]*)")
CONDITION = re.compile(r"//(\S+),0")

Symbol = tuple[str, str]  # qualifier, symbol


class Fields(NamedTuple):
    """What a line of the library says: its symbol, its operation, the names of its variable field."""

    line: source.Line
    location: str
    operation: str
    variable: str
    names: tuple[tuple[str | None, str], ...]  # with the qualifiers that are written


@dataclass
class Part:
    """Lines that are taken in together."""

    qualifier: str
    lines: list[Fields] = field(default_factory=list)

    @property
    def runs_on(self) -> bool:
        """Whether the last instruction goes on with what comes after it."""
        last = self.lines[-1]
        if last.operation == "RJ":
            return last.variable.rpartition("/")[2] not in NEVER_RETURN
        if last.operation == "EQ":
            return "," in last.variable
        return last.operation not in ("JP", "EQU", "BSS", "BSSZ", "CON", "VFD", "DATA", "FILE", "ENDM", "USE")


class Library:
    """The parts of the library for one kind of program, and where its symbols are defined."""

    def __init__(self, flags: Mapping[str, int]) -> None:
        self.parts: list[Part] = []
        self.defined: dict[Symbol, int] = {}
        for file in SOURCES:
            self._read(_active(_fields(file), flags))
        for number, part in enumerate(self.parts):
            self.defined.update(dict.fromkeys(_defined(part), number))

    def _read(self, lines: Iterable[Fields]) -> None:
        qualifier, fresh, macro = "", True, False
        for each in lines:
            if not each.operation:
                fresh = fresh or not macro
                continue
            if each.operation == "QUAL":
                qualifier, fresh = each.variable, True
                continue
            if not macro and (each.operation == "EQU" or (fresh and (each.location or each.operation in BEGINS))):
                self.parts.append(Part(qualifier))
            self.parts[-1].lines.append(each)
            macro = each.operation == "MACRO" or (macro and each.operation != "ENDM")
            fresh = each.operation in ("EQU", "ENDM")

    def resolve(self, qualifier: str, name: tuple[str | None, str]) -> int | None:
        """Return the part that defines a name which stands in another one."""
        written, symbol = name
        found = self.defined.get((qualifier if written is None else written, symbol))
        return self.defined.get(("", symbol)) if found is None and written is None else found

    def needed(self, names: Iterable[str]) -> list[Part]:
        """Return the parts that some names need, in their order."""
        waiting = [self.defined["", each] for each in names if ("", each) in self.defined]
        found: set[int] = set()
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                waiting.extend(self._beside(number))
        return [self.parts[number] for number in sorted(found)]

    def _beside(self, number: int) -> Iterator[int]:
        part = self.parts[number]
        if part.runs_on:
            yield number + 1
        for each in part.lines:
            for name in (*each.names, (None, each.operation)):
                found = self.resolve(part.qualifier, name)
                if found is not None:
                    yield found


def taken_in(names: Iterable[str], flags: Mapping[str, int]) -> Iterator[source.Line]:
    """Yield the lines of the library that a program with these names takes in."""
    qualifier = ""
    parts = _library(tuple(sorted(flags.items()))).needed(names)
    for part in [*parts, Part("")]:
        if part.qualifier != qualifier:
            qualifier = part.qualifier
            yield parts[0].lines[0].line._replace(text=f"{'':9}QUAL   {qualifier}".rstrip())
        yield from (each.line for each in part.lines)


def begins(name: Symbol, flags: Mapping[str, int]) -> source.Line:
    """Return the line where the part begins that defines a symbol."""
    library = _library(tuple(sorted(flags.items())))
    return library.parts[library.defined[name]].lines[0].line


def names_of(variable: str) -> Iterator[str]:
    """Yield the names in a variable field of COMPASS."""
    return (each[2] for word in TEXT.sub("", variable).split()[:1] for each in NAME.finditer(word))


@cache
def _library(flags: tuple[tuple[str, int], ...]) -> Library:
    return Library(dict(flags))


@cache
def _fields(file: str) -> list[Fields]:
    """Return the lines of a file of the library; raises ImageError where it cannot be read."""
    paths = [folder / f"{file}.compass" for folder in LIBRARY]
    path = next((each for each in paths if each.is_file()), paths[0])
    return [_split(each) for each in read_lines(path, str(path))]


def _split(line: source.Line) -> Fields:
    text = line.text
    if is_empty(line):
        return Fields(line, "", "", "", ())
    location = "" if text[0] == " " else text.split(maxsplit=1)[0]
    operation = text[len(location) :].split(maxsplit=1)[0]
    behind = text[text.index(operation, len(location)) + len(operation) :]
    near = len(text) - len(behind.lstrip()) < REMARKS_COLUMN - 1
    variable = TEXT.sub("", behind).split(maxsplit=1)[:1] if near else []
    names = tuple((each[1], each[2]) for each in NAME.finditer("".join(variable)))
    return Fields(line, location, operation, "".join(variable), names)


def _defined(part: Part) -> Iterator[Symbol]:
    """Yield the symbols that a part defines, or its macro."""
    first = part.lines[0]
    if first.operation == "MACRO":
        yield "", first.location or first.variable.split(",")[0]
        return
    for each in part.lines:
        if each.location and each.location[0].isalpha():
            yield part.qualifier, each.location


def _active(lines: Iterable[Fields], flags: Mapping[str, int]) -> Iterator[Fields]:
    """Yield the lines that a program with these flags has; other conditions stay."""
    taken: list[bool | None] = []  # of each condition that is open: whether its lines are; None: it stays
    for each in lines:
        keep = each.operation != "XTEXT"
        if each.operation.startswith("IF"):
            condition = CONDITION.fullmatch(each.variable)
            flag = flags.get(condition[1]) if condition else None
            taken.append(None if flag is None else (flag == 0) == (each.operation == "IFEQ"))
            keep = flag is None
        elif each.operation == "ELSE":
            keep = taken[-1] is None
            taken[-1] = None if keep else not taken[-1]
        elif each.operation == "ENDIF":
            keep = taken.pop() is None
        if keep and False not in taken:
            yield each


INPUT, OUTPUT = 60, 61  # the channels that are not files of their own
MOST_FILES = 8  # that a program may use
ANY: None = None  # a channel that only the running program knows

Numbers = list[int | None]


def files_of(program: Program) -> int:
    """Return for how many files a program needs room: channels that stand in it, or that a variable of it may be."""
    assigned = _assigned(program)
    channels: Numbers = []
    for call in (each for each in walk(program) if isinstance(each, Call)):
        if _has_channel(call.procedure.declared):
            channels += _values(call.actuals[0].expression, assigned)
    if any(_has_channel(each) for each in handed_over(program)):
        channels.append(ANY)
    known = {each for each in channels if each not in (INPUT, OUTPUT)}
    return MOST_FILES if ANY in known else min(MOST_FILES, len(known))


def handed_over(program: Program) -> list[Procedure]:
    """Return the standard procedures that are parameters somewhere: what they are called with is not known."""
    actuals = (each.expression for each in walk(program) if isinstance(each, Actual) and each.kind is Kind.PROCEDURE)
    declared = (each.declared for each in actuals if isinstance(each, Name))
    return [each for each in declared if isinstance(each, Procedure) and each.standard]


def _has_channel(procedure: object) -> bool:
    if not isinstance(procedure, Procedure) or not procedure.standard:
        return False
    return bool(procedure.formals) and procedure.formals[0].name == "channel"


def _values(channel: Expression, assigned: dict[Variable, Numbers]) -> Numbers:
    """Return what a channel may be."""
    if isinstance(channel, Name) and isinstance(channel.declared, Variable):
        return assigned.get(channel.declared, [])
    return [_constant(channel)]


def _constant(value: Expression) -> int | None:
    return value.value if isinstance(value, Integer) else ANY


def _assigned(program: Program) -> dict[Variable, Numbers]:
    """Return what each variable may be: what is assigned to it, ANY where a procedure may do that."""
    found: dict[Variable, Numbers] = {}
    for target, value in _assignments(program):
        if isinstance(target, Name) and isinstance(target.declared, Variable):
            found.setdefault(target.declared, []).append(value)
    return found


def _assignments(program: Program) -> Iterator[tuple[Expression, int | None]]:
    for node in walk(program):
        match node:
            case Assignment():
                yield from ((each, _constant(node.value)) for each in node.targets)
            case For():
                for element in node.elements:
                    yield node.variable, _constant(element.value) if isinstance(element, ForValue) else ANY
            case Actual(formal=formal) if formal is None or not formal.by_value:
                yield node.expression, ANY
