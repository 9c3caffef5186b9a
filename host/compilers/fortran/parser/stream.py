"""The characters of a statement with a place in them, and the parser's errors when others are expected."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from host.compilers.fortran import syntax
from host.compilers.fortran.lexer import CONSTANT, Line
from host.languages.source import Diagnostics, Span

T = TypeVar("T")
NAME = re.compile(r"[A-Z][A-Z0-9]*")
DIGITS = re.compile(r"[0-9]+")
LONGEST_NAME = {"ii": 6, "iv": 7}
LONGEST_NUMBER = {"ii": 32767, "iv": 99999}
LONGEST_QUOTATION = 24
WORD = re.compile(r"[A-Z0-9]+|\.[A-Z]+\.|\*\*|.", re.DOTALL)


class Fault(Exception):
    """Raised after an error has been noted, to give up the statement it is in."""


@dataclass(eq=False)
class Parts:
    """The contents of a unit's specifications, in the order of the text."""

    dimensions: list[tuple[syntax.Name, list[syntax.Expression]]] = field(default_factory=list)
    types: list[tuple[syntax.Type, syntax.Name]] = field(default_factory=list)
    implicit: dict[str, syntax.Type] = field(default_factory=dict)  # by the first letter
    common: list[tuple[str, syntax.Name]] = field(default_factory=list)  # the name of the block, empty for blank COMMON
    equivalence: list[list[syntax.Name | syntax.Element]] = field(default_factory=list)
    external: list[syntax.Name] = field(default_factory=list)
    data: list[Data] = field(default_factory=list)
    frequency: list[syntax.Label] = field(default_factory=list)
    doubtful: set[str] = field(default_factory=set)  # names in parts that could not be understood
    lost: bool = False  # something could not be understood that may have been a specification
    lost_format: bool = False  # a FORMAT has no number

    def unsure(self, name: str) -> bool:
        """Whether a name may be in a part that could not be understood: its kind is not known."""
        return self.lost or name in self.doubtful


@dataclass(eq=False)
class Data:
    """A list of names in DATA, and the constants for it."""

    at: Span
    targets: list[syntax.Item]
    values: list[tuple[int, syntax.Expression]]  # a repeat count and a constant


@dataclass(eq=False)
class Context:
    """The state that the statements of a program, and of the unit being read, share."""

    dialect: str
    diagnostics: Diagnostics
    told: set[str] = field(default_factory=set)  # warnings that have been given
    arrays: frozenset[str] = frozenset()  # of the unit
    parts: Parts = field(default_factory=Parts)
    executing: bool = False  # an executable statement of the unit has been met
    before: Line | None = None  # the statement before the one being read

    def other(self, dialect: str, what: str, at: Span, hint: str = "") -> None:
        """Warn of a form of the other dialect where it is first met."""
        if self.dialect != dialect:
            self.once(at, f"{what}: this is {'FORTRAN II' if dialect == 'ii' else 'FORTRAN IV'}", hint)

    def once(self, at: Span, message: str, hint: str = "") -> None:
        """Warn of something where it is first met."""
        if message not in self.told:
            self.told.add(message)
            self.diagnostics.warn(at, message, hint)


class Stream:
    """A statement's characters, read from a place in them."""

    def __init__(self, line: Line, context: Context, at: int = 0) -> None:
        self.line = line
        self.text = line.text
        self.context = context
        self.at = self.begin = at  # where the statement begins: one in a logical IF within its line

    # ---------------------------------------------------------------- reading

    @property
    def here(self) -> str:
        """The character here; empty at the end."""
        return self.text[self.at : self.at + 1]

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Go past the match of a pattern here."""
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def accept(self, symbol: str) -> bool:
        """Go past some characters if they are here."""
        found = self.text.startswith(symbol, self.at)
        if found:
            self.at += len(symbol)
        return found

    def expect(self, symbol: str, where: str = "", hint: str = "") -> None:
        """Go past some characters that must be here."""
        if not self.accept(symbol):
            raise self.fault(f"expected '{symbol}'{where}, found {self.found()}", hint)

    def finish(self, where: str = "", hint: str = "") -> None:
        """Make sure that the statement ends here."""
        if self.here:
            raise self.fault(f"expected the end of the statement{where}, found {self.found()}", hint)

    def several(self, read: Callable[[], T]) -> list[T]:
        """Read things with commas between them."""
        found = [read()]
        while self.accept(","):
            found.append(read())
        return found

    def name(self, what: str = "a name", hint: str = "") -> syntax.Name:
        """Read a name."""
        start = self.at
        found = self.match(NAME)
        if not found:
            raise self.fault(f"expected {what}, found {self.found()}", hint)
        self.check_name(found[0], start)
        return syntax.Name(self.span(start), found[0])

    def check_name(self, name: str, start: int) -> None:
        """Report a name that is too long; the name of one of FORTRAN II's functions may be one letter longer."""
        longest = LONGEST_NAME[self.context.dialect]
        if name.endswith("F") and self.text[start + len(name) : start + len(name) + 1] == "(":
            longest = 7
        if len(name) > longest:
            self.context.parts.doubtful.add(name)
            message = f"'{name}' has {len(name)} characters: a name has {longest} at most"
            raise self.fault_at(start, start + len(name), message, self._joined(start, start + len(name)))

    def _joined(self, start: int, end: int) -> str:
        """Return a hint if a name is of several words: there is perhaps something missing between them."""
        written = self.written(start, end)
        return "blanks do not end a name: is something missing?" if " " in written else ""

    def label(self, hint: str = "") -> syntax.Label:
        """Read a statement number where it is used."""
        start = self.at
        found = self.match(DIGITS)
        if not found:
            raise self.fault(f"expected a statement number, found {self.found()}", hint)
        return syntax.Label(self.span(start), self.number(found[0], start))

    def number(self, digits: str, start: int) -> int:
        """Return a statement number; report one that is too large."""
        largest = LONGEST_NUMBER[self.context.dialect]
        number = int(digits[-20:])
        if not 0 < number <= largest or len(digits) > 20:
            message = f"a statement number is from 1 to {largest}"
            raise self.fault_at(start, start + len(digits), message)
        return number

    # ---------------------------------------------------------------- places, errors

    def span(self, start: int, end: int | None = None) -> Span:
        """Return the place of some characters; without an end, up to here."""
        return self.line.span(start, self.at if end is None else end)

    def written(self, start: int, end: int) -> str:
        """Return some characters as they are in the text, with single blanks."""
        at = self.line.span(start, end)
        whole = at.source.text[at.start : at.end]
        return " ".join(whole.split()).upper() if "\n" not in whole else self.text[start:end]

    def found(self) -> str:
        """Return the word here, for a message."""
        if not self.here:
            return "the end of the statement"
        if self.at in self.line.constants:
            constant = self.line.constants[self.at]
            return "an octal constant" if constant.fill == "O" else f"the text '{_cut(constant.text)}'"
        word = WORD.match(self.text, self.at)
        assert word is not None
        return f"'{_cut(word[0]).replace(CONSTANT, '?')}'"

    def error(self, message: str, hint: str = "") -> None:
        """Note an error at the word here and go on."""
        word = WORD.match(self.text, self.at)
        end = word.end() if word and self.at not in self.line.constants else self.at + 1
        self.error_at(self.at, end, message, hint)

    def error_at(self, start: int, end: int, message: str, hint: str = "") -> None:
        """Note an error at some characters, unless the statement has one already."""
        if not self.line.broken:
            self.line.ended = start >= len(self.text) or message.endswith("has no ')'")
            at = self.line.span(start, end)
            cards_hint = self._cards_hint()
            hint = cards_hint if at.line == self.line.cards.letter else hint or cards_hint
            self.context.diagnostics.error(at, message, hint)
        self.line.broken = True

    def _cards_hint(self) -> str:
        cards = self.line.cards
        if cards.letter:
            return f"column 6 of line {cards.letter} is not blank: that line goes on with this statement"
        if cards.cut:
            return f"columns 73 on of line {cards.cut} are not read"
        return ""

    def fault(self, message: str, hint: str = "") -> Fault:
        """Note an error at the word here; raise the result to give up."""
        self.error(message, hint)
        return Fault()

    def fault_at(self, start: int, end: int, message: str, hint: str = "") -> Fault:
        """Note an error at some characters; raise the result to give up."""
        self.error_at(start, end, message, hint)
        return Fault()

    def warn(self, start: int, message: str, hint: str = "") -> None:
        """Warn of the characters from a place up to here."""
        self.context.diagnostics.warn(self.span(start), message, hint)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTATION else text[:LONGEST_QUOTATION] + "…"
