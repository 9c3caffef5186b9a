"""The characters of a statement that mean something: no blanks, no small letters, Hollerith constants set apart.

The words of a statement cannot be known before its kind is: DO 10 I = 1.5 has the name DO10I. So there are no
symbols here, only characters; the parser finds names and numbers where it expects them.

    IF (K .EQ. 3H A ) GO TO 15      IF(K.EQ.■)GOTO15        ■: a constant, " A "
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from host.compilers.fortran.cards import Cards
from host.languages.source import Diagnostics, Span, Text

CONSTANT = "\x01"  # stands for a Hollerith or octal constant
_COUNTED = re.compile(r"(\d[\d \t]*)([HLR])", re.IGNORECASE)
_LENGTH = re.compile(r"(?:IMPLICIT)?(?:INTEGER|REAL|LOGICAL|COMPLEX|CHARACTER)(?:FUNCTION[A-Z0-9]*)?\*")  # REAL*8 H
_REPEATED = re.compile(r"[(,/][0-9]+$")
_DIRECT = re.compile(r".*?(FIND|READ|WRITE)\([A-Z0-9]+")  # the IBM 360's READ (8'5, 10)
QUOTES = "'\""


@dataclass(frozen=True)
class Constant:
    """A constant in a statement."""

    text: str
    fill: str  # H, L, R; O: the digits of an octal number


@dataclass(eq=False)
class Line:
    """A statement without blanks."""

    cards: Cards
    numbered: bool  # its cards' number belongs to it: it is the first one on them
    text: str = ""
    starts: list[int] = field(default_factory=list)  # of each character, in the source
    ends: list[int] = field(default_factory=list)
    constants: dict[int, Constant] = field(default_factory=dict)  # by the position in `text`
    format: str | None = None  # of a FORMAT the text with its parentheses; Hollerith is written nH in it
    format_at: list[int] = field(default_factory=list)  # the places of its characters in the source
    quoted: int | None = None  # where the first constant in quotation marks begins
    ended: bool = False  # the error is that there is not more of it: the next line may be the rest
    broken: bool = False  # an error has been noted: others that follow from it are not reported

    @property
    def source(self) -> Text:
        return self.cards.source

    def span(self, start: int, end: int) -> Span:
        """Return the place of some characters; of none, the place after those before."""
        if start >= len(self.text):
            last = self.ends[-1] if self.ends else self.cards.at.start
            return Span(self.source, last, last)
        return Span(self.source, self.starts[start], self.ends[max(start, end - 1)])


class Lexer:
    """The characters of one statement's cards."""

    def __init__(self, cards: Cards, diagnostics: Diagnostics, told: set[str]) -> None:
        self.cards = cards
        self.text = cards.text
        self.diagnostics = diagnostics
        self.told = told  # warnings that have been given
        self.line = Line(cards, numbered=True)
        self.found: list[str] = []  # the characters of the line

    def lines(self) -> list[Line]:
        """Return the statements: one, or several with $ between them."""
        done = []
        at = 0
        while at < len(self.text):
            character = self.text[at]
            if character == "$":
                done.append(self._finished())
                self.line = Line(self.cards, numbered=False)
                at += 1
            elif character in " \t":
                at += 1
            elif character == "!":
                at = self._remark(at)
            elif character in QUOTES:
                at = self._quoted(at)
            elif character.isdigit() and (counted := self._counted(at)):
                at = self._hollerith(at, *counted)
            elif character == "(" and self.found == [*"FORMAT"] and (end := self._format(at)):
                at = end
            else:
                self._add(character.upper() if character.isascii() else character, at, at + 1)
                at += 1
        done.append(self._finished())
        return done

    def _finished(self) -> Line:
        self.line.text = "".join(self.found)
        self.found = []
        return self.line

    def _add(self, character: str, start: int, end: int) -> None:
        self.found.append(character)
        self.line.starts.append(self._offset(start))
        self.line.ends.append(self._offset(end - 1) + 1)

    def _offset(self, at: int) -> int:
        return self.cards.offsets[at]

    def _span(self, start: int, end: int) -> Span:
        return Span(self.cards.source, self._offset(start), self._offset(end - 1) + 1)

    def _error(self, start: int, end: int, message: str) -> None:
        self.diagnostics.error(self._span(start, end), message)
        self.line.broken = True

    def _remark(self, at: int) -> int:
        """Return the end of a card's text if the rest is a remark."""
        if "!" not in self.told:
            self.told.add("!")
            hint = "comments have cards of their own, with C in column 1"
            self.diagnostics.warn(self._span(at, at + 1), "'!' begins a remark only today", hint)
        return min((each for each in self.cards.begins if each > at), default=len(self.text))

    def _constant(self, text: str, fill: str, start: int, end: int) -> int:
        self.line.constants[len(self.found)] = Constant(text, fill)
        self._add(CONSTANT, start, end)
        return end

    def _quoted(self, start: int) -> int:
        if self.text[start] == "'" and (direct := _DIRECT.fullmatch("".join(self.found))):
            message = f"{direct[1]} with the number of a record is not supported"
            self._error(start, start + 1, message)
            return len(self.text)
        text, end = self._until(start)
        if end > len(self.text):
            return end
        if self.text[start] == '"' and self.found[-1:] == ["O"] and not "".join(self.found[-2:-1]).isalnum():
            self.found.pop()
            first = self.line.starts.pop()
            self.line.ends.pop()
            self._constant("".join(text.split()), "O", start, end)
            self.line.starts[-1] = first
            return end
        if self.line.quoted is None:
            self.line.quoted = self._offset(start)
        return self._constant(text, "H", start, end)

    def _until(self, start: int) -> tuple[str, int]:
        """Return a text up to the closing mark, which is doubled inside of it, and where it ends."""
        mark, text, at = self.text[start], "", start + 1
        while (end := self.text.find(mark, at)) >= 0:
            text += self.text[at:end]
            if self.text[end + 1 : end + 2] != mark or mark == "*":
                return text, end + 1
            text, at = text + mark, end + 2
        last = len(self.text.rstrip())
        self._error(start, max(last, start + 1), f"this text has no end: {mark} is missing")
        return text, len(self.text) + 1

    def _counted(self, at: int) -> tuple[int, str, int] | None:
        """Return (characters, letter, their beginning) of a Hollerith constant at this place, if there is one."""
        match = _COUNTED.match(self.text, at)
        if match is None:
            return None
        before = "".join(self.found[-2:])
        if before[-1:].isalnum() or before[-1:] == ")" or (before[-1:] == "." and before[:1].isdigit()):
            return None
        if before[-1:] == "*" and _LENGTH.fullmatch("".join(self.found)):
            return None
        return int("".join(match[1].split())[:9]), match[2].upper(), match.end()

    def _hollerith(self, start: int, count: int, letter: str, first: int) -> int:
        end = first + count
        if not 0 < count <= len(self.text) - first:
            self._short(start, count, letter, first)
            end = len(self.text)
        return self._constant(self.text[first:end] or " ", letter, start, end)

    def _short(self, start: int, count: int, letter: str, first: int) -> None:
        if count == 0:
            self._error(start, first, f"a constant of 0 characters before {letter}")
        else:
            left = len(self.text) - first
            message = f"{letter} wants {count} characters after it, there are {left} up to the end of the statement"
            self._error(start, first, message)

    # ---------------------------------------------------------------- FORMAT

    def _format(self, start: int) -> int:
        """Take the text of a FORMAT; return where it ends, 0 if this is not one but an assignment to an element."""
        text: list[str] = []
        offsets: list[int] = []
        at, depth, done = start, 0, False
        while at < len(self.text) and not done:
            character = self.text[at]
            if character in " \t":
                at += 1
            elif character == "!":
                at = self._remark(at)
            elif character in QUOTES or (character == "*" and self._starred(at, text)):
                inside, end = self._until(at)
                if self.line.quoted is None and character in QUOTES:
                    self.line.quoted = self._offset(at)
                if _REPEATED.search("".join(text[-8:])):  # an error, which `formats` knows
                    text += self.text[at:end]
                    offsets += [self._offset(min(each, len(self.text) - 1)) for each in range(at, end)]
                    at = end
                    continue
                if not inside:  # nothing to print: neither is there a comma for it
                    rest = self.text[end:].lstrip()
                    at = end + len(self.text[end:]) - len(rest) + rest.startswith(",")
                    continue
                if text[-1] not in "(,/":
                    text.append(",")
                    offsets.append(self._offset(at))
                constant = f"{len(inside)}H{inside}"
                text += constant
                offsets += [self._offset(at)] * len(constant)
                at = end
            elif character.isdigit() and (match := _COUNTED.match(self.text, at)) and match[2] in "Hh":
                count = int("".join(match[1].split())[:9])
                if not 0 < count <= len(self.text) - match.end():
                    self._short(at, count, "H", match.end())
                    count = min(count, len(self.text) - match.end())
                number = f"{count}H"
                text += number + self.text[match.end() : match.end() + count]
                offsets += [self._offset(at)] * len(number)
                offsets += [self._offset(each) for each in range(match.end(), match.end() + count)]
                at = match.end() + count
            else:
                depth += {"(": 1, ")": -1}.get(character, 0)
                text.append(character.upper() if character.isascii() else character)
                offsets.append(self._offset(at))
                at += 1
                done = depth == 0
        at = min(at, len(self.text))
        rest = self.text[at:].lstrip()
        if rest.startswith("=") or ((rest or not done) and self._assigned(start)):
            return 0
        self.line.format, self.line.format_at = "".join(text), offsets
        return at

    def _starred(self, at: int, before: list[str]) -> bool:
        """Whether a * begins CDC's *text*: where a field may begin, or another * follows, for commas may be missing."""
        return "".join(before[-1:]) in ("(", ",", "/") or "*" in self.text[at + 1 :]

    def _assigned(self, start: int) -> bool:
        """Whether an = follows the parenthesis that begins here, and nothing is open at the end."""
        text = "".join(self.text[start:].split())
        depth = 0
        for at, character in enumerate(text):
            depth += {"(": 1, ")": -1}.get(character, 0)
            if not depth:
                return text.startswith("=", at + 1) and text.count("(") == text.count(")")
        return False


def lines(cards: Cards, diagnostics: Diagnostics, told: set[str]) -> list[Line]:
    """Return the statements on some cards; `told`: the warnings already given for this program."""
    return Lexer(cards, diagnostics, told).lines()
