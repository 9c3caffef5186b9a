"""The parts of a run-time library in COMPASS, and the choice of those that a program needs.

A part is a routine or a group of words: lines of a file of the library up to an empty one, an equation by itself. A
program needs the parts that it names, and those that these name; a part that runs on into the next one needs it.
Conditions on symbols of the program (`//REALS.`) are decided here, other lines are copied unchanged: the assembler sees
one program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from host.assemblers.compass.operands import REMARKS_COLUMN
from host.assemblers.dialects import LIBRARY
from host.assemblers.feed import is_empty
from host.languages import assembly
from host.languages.assembly import read_lines

BEGINS = frozenset({"MACRO", "USE"})  # without a symbol
NEVER_RETURN = frozenset({"FAIL", "BADLINE"})
TEXT = re.compile(r"C\*[^*]*\*")
NAME = re.compile(r"(?<![A-Z0-9.])(?:/([A-Z]*)/)?([A-Z][A-Z0-9.]*)")
CONDITION = re.compile(r"//(\S+),0")

Symbol = tuple[str, str]  # qualifier, symbol


class Fields(NamedTuple):
    """A parsed line of the library: its symbol, its operation, the names in its variable field."""

    line: assembly.Line
    location: str
    operation: str
    variable: str
    names: tuple[tuple[str | None, str], ...]  # with the qualifiers that are written


@dataclass
class Part:
    """Lines that are included together."""

    qualifier: str
    lines: list[Fields] = field(default_factory=list)

    @property
    def runs_on(self) -> bool:
        """Whether control runs on from the last instruction into the next part."""
        last = self.lines[-1]
        if last.operation == "RJ":
            return last.variable.rpartition("/")[2] not in NEVER_RETURN
        if last.operation == "EQ":
            return "," in last.variable
        return last.operation not in ("JP", "EQU", "BSS", "BSSZ", "CON", "VFD", "DATA", "FILE", "ENDM", "USE")


class Library:
    """The parts of the library for one kind of program, and where its symbols are defined."""

    def __init__(self, sources: Iterable[str], flags: Mapping[str, int]) -> None:
        self.parts: list[Part] = []
        self.defined: dict[Symbol, int] = {}
        self._near: dict[int, list[int]] = {}  # the parts that a part needs itself
        for file in sources:
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
        """Return the part that defines a name used in another part."""
        written, symbol = name
        found = self.defined.get((qualifier if written is None else written, symbol))
        return self.defined.get(("", symbol)) if found is None and written is None else found

    def needed(self, names: Iterable[str]) -> list[Part]:
        """Return the parts that these names need, in the order of the library."""
        waiting = [self.defined["", each] for each in names if ("", each) in self.defined]
        found: set[int] = set()
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                if number not in self._near:
                    self._near[number] = [*self._beside(number)]
                waiting.extend(self._near[number])
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


def taken_in(sources: tuple[str, ...], names: Iterable[str], flags: Mapping[str, int]) -> Iterator[assembly.Line]:
    """Yield the lines of a library that a program with these names needs."""
    qualifier = ""
    parts = _library(sources, tuple(sorted(flags.items()))).needed(names)
    for part in [*parts, Part("")]:
        if part.qualifier != qualifier:
            qualifier = part.qualifier
            yield parts[0].lines[0].line._replace(text=f"{'':9}QUAL   {qualifier}".rstrip())
        yield from (each.line for each in part.lines)


def begins(sources: tuple[str, ...], name: Symbol, flags: Mapping[str, int]) -> assembly.Line:
    """Return the first line of the part that defines a symbol."""
    library = _library(sources, tuple(sorted(flags.items())))
    return library.parts[library.defined[name]].lines[0].line


def names_of(variable: str) -> Iterator[str]:
    """Yield the names in a variable field of COMPASS."""
    return (each[2] for word in TEXT.sub("", variable).split()[:1] for each in NAME.finditer(word))


@cache
def _library(sources: tuple[str, ...], flags: tuple[tuple[str, int], ...]) -> Library:
    return Library(sources, dict(flags))


@cache
def _fields(file: str) -> list[Fields]:
    """Return the lines of a file of the library; raises ImageError where it cannot be read."""
    paths = [folder / f"{file}.compass" for folder in LIBRARY]
    path = next((each for each in paths if each.is_file()), paths[0])
    return [_split(each) for each in read_lines(path, str(path))]


def _split(line: assembly.Line) -> Fields:
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
