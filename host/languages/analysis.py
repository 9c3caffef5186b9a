"""Analysis of a source for editors: errors, names and their places, the meanings of words, possible next words.

A language has one function for it (`Analyse`), which reads the source as its assembler or compiler does, errors or not.
Places are `emulators.errors.Place`: lines and columns from 1, columns and lengths in characters.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from emulators.errors import Place, SourceError
from host.options import DEFINES, INCLUDES, Option


class Kind(Enum):
    """The nature of a named thing."""

    LABEL = "label"
    CONSTANT = "constant"
    VARIABLE = "variable"
    ARRAY = "array"
    PARAMETER = "parameter"
    PROCEDURE = "procedure"
    SCOPE = "scope"
    STRUCTURE = "structure"
    ENUMERATION = "enumeration"
    MEMBER = "member"
    COMMON = "COMMON block"
    BLOCK = "block"
    MACRO = "macro"
    OPERATION = "operation"  # that the program defines, as one word
    FILE = "file"


class Rows(NamedTuple):
    """Lines of a file, from 1, the last one included."""

    file: str
    first: int
    last: int

    def hold(self, place: Place) -> bool:
        """Return whether a place is in them."""
        return place.file == self.file and self.first <= place.line <= self.last


def nothing() -> str:
    """Return no text."""
    return ""


class Signature(NamedTuple):
    """A form of a call."""

    label: str
    parameters: tuple[str, ...] = ()  # as they are in the label, in this order
    about: str = ""  # Markdown


def no_signatures() -> Sequence[Signature]:
    """Return no forms: this is not called."""
    return ()


@dataclass(eq=False)
class Name:
    """Something that has a name, with all places of the name."""

    text: str  # with its scopes: outer::inner
    kind: Kind
    place: Place | None = None  # of the definition; None for names not defined in a source
    uses: list[Place] = field(default_factory=list)  # the definition not among them
    about: Callable[[], str] = nothing  # the text of a hover, in Markdown
    detail: Callable[[], str] = nothing  # a few words beside the name in a list
    rows: Rows | None = None  # the lines that belong to it, where it has more than its own
    seen: Rows | None = None  # where it means something without its scopes; None: everywhere
    short: str = ""  # its name there
    changeable: bool = True  # all its places are known, and the source has them in this form
    nature: str = ""  # the facts in the name itself: another name has to have the same
    signatures: Callable[[], Sequence[Signature]] = no_signatures  # the forms of its calls
    traits: tuple[str, ...] = ()  # facts beside its kind, for colours: "zeroPage", "static"

    @property
    def places(self) -> Iterator[Place]:
        """All places, the definition first."""
        if self.place:
            yield self.place
        yield from self.uses


class Word(NamedTuple):
    """A word that could be typed: an instruction, a directive, a delimiter."""

    text: str
    kind: str  # "operation" begins a statement, "operand" is in one, "any" is either
    about: str = ""


class Explained(NamedTuple):
    """The meaning of a word of the language itself, where it is."""

    place: Place
    text: str  # Markdown


Explain = Callable[[Place], Explained | None]  # of a character


class Call(NamedTuple):
    """A call that a cursor is in."""

    start: int  # of the word that is called, in characters from the start of the text
    word: str
    argument: int  # from 0


class Fold(NamedTuple):
    """Lines that an editor can hide."""

    rows: Rows
    kind: str = "region"  # or "comment"


class Inlay(NamedTuple):
    """A fact that an editor can show within a line."""

    place: Place  # of a character that it follows
    kind: str  # one of INLAYS
    text: str
    about: str = ""


INLAYS = ("time", "size", "value")  # cycles and words of an instruction, the value of an expression


@dataclass
class Analysis:
    """The facts about a source and the files that it takes in. `find_names` is called when names are asked for."""

    problems: Sequence[SourceError]  # errors and warnings
    files: Mapping[str, Sequence[str]]  # the lines of everything that was read, by the name that places have
    find_names: Callable[[], Iterable[Name]]
    explain: Explain
    words: Callable[[], Sequence[Word]]
    operands: Callable[[str], bool] | None = (
        None  # of a line up to the cursor: operands are typed here; None: no matter
    )
    links: Sequence[tuple[Place, str]] = ()  # names of files in the source, and the files
    bare: Callable[[str], str] = str  # a line without its remark
    caseless: bool = True  # small letters are capitals
    columns: bool = False  # columns matter
    width: int = 0  # columns that are read of a line; 0: all of it
    later: Callable[[], Sequence[SourceError]] | None = None  # finds further errors, and takes longer
    called: Callable[[str], Call | None] | None = None  # the call that the end of a text is in
    forms: Callable[[str], Sequence[Signature]] | None = None  # of a word of the language that takes operands
    remark: Callable[[str], bool] | None = None  # of a line: it holds nothing but a comment
    folds: Callable[[str], Iterable[Fold]] | None = None  # of a file, beside names with rows and comments
    inactive: Callable[[str], Iterable[Rows]] | None = None  # lines of a file that are not assembled
    inlays: Callable[[Rows], Iterable[Inlay]] | None = None  # of these lines
    outcome: Callable[[], object] | None = None  # the program that the source makes: equal where that is the same

    @cached_property
    def names(self) -> list[Name]:
        """All names, in the order of their definitions."""
        return sorted(self.find_names(), key=lambda each: (each.place is None, where(each.place)))

    @cached_property
    def _by_line(self) -> dict[tuple[str, int], list[tuple[int, int, Name]]]:
        found: dict[tuple[str, int], list[tuple[int, int, Name]]] = {}
        for name in self.names:
            for place in name.places:
                found.setdefault((place.file, place.line), []).append((place.column, place.length, name))
        for row in found.values():
            row.sort(key=lambda each: each[:2])
        return found

    def name_at(self, at: Place) -> tuple[Name, Place] | None:
        """Return the name at a character, or just before it, and its whole place."""
        row = self._by_line.get((at.file, at.line), ())
        index = bisect_right(row, at.column, key=lambda each: each[0])
        for column, length, name in reversed(row[:index]):
            if at.column <= column + length:
                return name, Place(at.file, at.line, column, length, at.text)
        return None

    def visible(self, at: Place) -> dict[str, Name]:
        """Return the names that mean something at a place, as they are written there."""
        found: dict[str, Name] = {}
        inner = sorted(self.names, key=lambda each: -(each.seen.last - each.seen.first) if each.seen else -(1 << 60))
        for name in inner:  # the innermost last: it counts
            if name.kind is Kind.MEMBER:
                found[name.text] = name
            elif name.seen is None or name.seen.hold(at):
                found[name.short or name.text] = name
            elif name.short != name.text:
                found.setdefault(name.text, name)
        return found


def where(place: Place | None) -> tuple[str, int, int]:
    """Return the sorting key of places."""
    return (place.file, place.line, place.column) if place else ("", 0, 0)


OPENING = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*$")
PARAMETER_COMMENT = re.compile(r"\)[A-Za-z\s]*:\s*\(")  # of ALGOL 60: a comma


def call_in_parentheses(text: str) -> Call | None:
    """Return the innermost call of a text with parentheses that are still open at its end."""
    opened: list[Call | None] = []
    at = 0
    while at < len(text):
        each = text[at]
        if each == '"' and (end := text.find('"', at + 1)) > 0:
            at = end
        elif each in "([":
            match = OPENING.search(text, max(0, at - LONGEST_WORD), at) if each == "(" else None
            opened.append(Call(match.start(), match[1], 0) if match else None)
        elif each in ")]" and opened:
            if opened[-1] and (match := PARAMETER_COMMENT.match(text, at)):
                at, each = match.end() - 1, ","
            else:
                opened.pop()
        if each == "," and opened and opened[-1]:
            opened[-1] = opened[-1]._replace(argument=opened[-1].argument + 1)
        at += 1
    return opened[-1] if opened else None


LONGEST_WORD = 80

Analyse = Callable[[str, Mapping[str, str], Mapping[str, Any]], Analysis]
"""From the path of a source, the texts of files that are open (real path -> text) and options to what is known of it.

It does not raise SourceErrors; IronboardError for options that the language does not have, and for unreadable files.
"""


# A language of a machine's programs, as the registry has it: a row that commands, debugger and editors read.


class Dialect(NamedTuple):
    """A language; `host.registry` knows its machines."""

    name: str  # on the command line
    title: str
    suffixes: tuple[str, ...]
    assemble: Callable[..., Any]  # a source; returns an `Assembly`
    output: str  # the ending of an image file for which nothing else is said
    unit: str  # the name for the words of its memory
    options: tuple[Option, ...] = ()  # that its `assemble` takes beside `defines` and `include_dirs`
    inspected: bool = False  # its compiler knows of a program while it runs: `Assembly.inspect`
    debugged: Mapping[str, str] = MappingProxyType({})  # options of programs that are debugged, if not given
    disassemble: Callable[..., str] | None = None  # the source of an image of words of `word_bits`
    word_bits: int = 0
    grammar: Callable[[], Any] | None = None  # how editors colour its sources, if `host.editors` does not know it
    analyse: Analyse | None = None  # the analysis of a source for editors
    modules: Callable[..., Any] | None = None  # assembles a source into relocatable modules
    id: str = ""  # its name in editors, where that is another

    @property
    def every_option(self) -> tuple[Option, ...]:
        """The options of its `assemble`; compilers take neither symbols nor folders of includes."""
        return self.options if self.inspected else (*self.options, DEFINES, INCLUDES)
