"""From lines to statements: the columns of punched cards, and lines as they are typed today.

    1     5 6 7                                                                72 73    80
    C  a comment: C, * or $ in column 1                                           not read
       10   A = B                    1-5: the statement's number
          1   + C                    6: neither blank nor 0: this card goes on with the statement before it

A short line is a card with blanks. A tab in the first columns goes to column 7, before a digit 1-9 to column 6. A line
with a letter in columns 1 to 5 is no card: it is read as a number, if it begins with one, and a statement. Such a line
cannot begin with C, which makes it a comment.

Sources: IBM, FORTRAN II for the 704, "the form of the cards"; X3.9-1966, chapter 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from host.languages.source import Diagnostics, Span, Text

FIELD = 66  # characters of a statement on a card: columns 7 to 72
LAST = 72
MOST_CARDS = {"ii": 10, "iv": 20}  # of a statement
COMMENTS = "Cc*$"

_NUMBER = re.compile(r"[ \t\d]*")
_NUMBERED_CARD = re.compile(r"[ A-Za-z0-9]*[0-9][ ]*")  # allowed in columns 73 to 80 without a warning
_STATEMENT = re.compile(r"(?i)c(?:all|ommon|ontinue|omplex)\b")
_MODE = re.compile(r"[BDFIbdfi][ \d]{4}[ 0][^=(]")
MODES = {"B": "Boolean statements", "D": "double-precision statements", "F": "lists of functions",
         "I": "complex statements"}  # fmt: skip


@dataclass(eq=False)
class Cards:
    """The cards of a statement."""

    source: Text
    number: str  # its digits; empty: none
    number_at: Span | None
    text: str  # the characters of the statement fields
    offsets: list[int]  # the place of each character in the source; of a blank after the end of a line: that end
    begins: list[int] = field(default_factory=lambda: [0])  # where in `text` each card begins
    letter: int = 0  # the line of a card that has a letter in column 6: it may be meant as a statement
    cut: int = 0  # the line of a card with text after column 72 that is hardly a card's number

    @property
    def at(self) -> Span:
        """Return the place of the first character that is not blank."""
        first = len(self.text) - len(self.text.lstrip())
        if first < len(self.text):
            return Span(self.source, self.offsets[first], self.offsets[first] + 1)
        return self.number_at or Span(self.source, self.offsets[0], self.offsets[0])


class Reader:
    """One pass over a text."""

    def __init__(self, source: Text, dialect: str, diagnostics: Diagnostics) -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.most = MOST_CARDS[dialect]
        self.statement: Cards | None = None
        self.free = False  # a line began in the first columns
        self.doubtful: list[Span] = []  # comments that look like statements
        self.told_of_cut = False

    def statements(self) -> Iterator[Cards]:
        """Yield the statements of the text."""
        start = 0
        for line in self.source.text.split("\n"):
            if line.strip() and not self._comment(line, start):
                before = self.statement
                self._card(line, start)
                if before is not None and self.statement is not before:
                    yield before
            start += len(line) + 1
        if self.statement is not None:
            yield self.statement
        if self.free:
            for each in self.doubtful:
                hint = "a statement that begins with C needs blanks before it"
                self.diagnostics.warn(each, "this is a comment, for C stands in column 1", hint)

    def _comment(self, line: str, start: int) -> bool:
        if line[0] in COMMENTS:
            if _STATEMENT.match(line):
                self.doubtful.append(self._span(start, start + len(line.rstrip())))
            return True
        return line.lstrip()[0] == "!"

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _card(self, line: str, start: int) -> None:
        """Take a line that is not a comment."""
        self._look_after_the_end(line, start)
        self._columns(line, start)
        if self.statement is not None and self._is_cut(line) and not self.statement.cut:
            self.statement.cut = self.source.line(start)

    def _columns(self, line: str, start: int) -> None:
        """Take a line by the contents of its columns."""
        tab = line.find("\t", 0, 6)
        if tab >= 0 and not line[:tab].strip(" 0123456789"):
            self._tabbed(line, start, tab)
        elif _MODE.match(line):
            what = MODES[line[0].upper()]
            hint = "EXTERNAL names functions that are arguments" if line[0] in "Ff" else ""
            message = f"{what}, cards with {line[0].upper()} in column 1, are not supported"
            self.diagnostics.error(self._span(start, start + 1), message, hint)
            self.statement = None
        elif re.search("[A-Za-z]", line[:5]) or (
            line[:5].strip() and not line[:5].strip(" 0123456789") and line[5:6].isalpha()
        ):
            self._typed(line, start)
        elif line[5:6].strip(" 0"):
            self._continued(line[:5], line[5], start + 5, line[6:LAST], start + 6)
        else:
            self._begin(line[:5], start, line[6:LAST], start + 6, FIELD)

    def _look_after_the_end(self, line: str, start: int) -> None:
        if self._is_cut(line) and not self.told_of_cut:
            self.told_of_cut = True
            message = "columns 73 on are not read"
            hint = "a statement goes on in column 7 of the next line, with a character in its column 6"
            self.diagnostics.warn(self._span(start + LAST, start + len(line.rstrip())), message, hint)

    def _is_cut(self, line: str) -> bool:
        """Whether a line has something after column 72 that is hardly a card's number."""
        rest = line[LAST:]
        return bool(rest.strip()) and (len(line.rstrip()) > 80 or not _NUMBERED_CARD.fullmatch(rest))

    def _tabbed(self, line: str, start: int, tab: int) -> None:
        after = tab + 1
        if line[after : after + 1] in tuple("123456789"):
            text = line[after + 1 : after + 1 + FIELD]
            self._continued(line[:tab], line[after], start + after, text, start + after + 1)
        else:
            self._begin(line[:tab], start, line[after : after + FIELD], start + after, FIELD)

    def _typed(self, line: str, start: int) -> None:
        """Take a line that is not in the columns of a card."""
        self.free = True
        number = _NUMBER.match(line)
        assert number is not None
        self._begin(line[: number.end()], start, line[number.end() : LAST], start + number.end(), LAST - number.end())

    def _begin(self, number: str, at: int, text: str, start: int, width: int) -> None:
        written = number.strip()
        place = None
        if written:
            first = at + number.index(written[0])
            place = self._span(first, first + len(written))
        digits = "".join(written.split())
        if (digits and not digits.isascii()) or digits.strip("0123456789"):
            message = "a statement number is of digits only"
            self.diagnostics.error(place or self._span(at, at), message, "statements begin in column 7")
            digits = ""
        self.statement = Cards(self.source, digits, place, "", [])
        self._append(self.statement, text, start, width)

    def _continued(self, number: str, mark: str, mark_at: int, text: str, start: int) -> None:
        at = self._span(mark_at, mark_at + 1)
        if self.statement is None:
            message = "a character in column 6 goes on with a statement, but there is none before it"
            self.diagnostics.error(at, message, "statements begin in column 7")
            self._begin("", mark_at, mark + text, mark_at, FIELD + 1)
            return
        if number.strip():
            message = "a card that goes on with a statement has no statement number"
            self.diagnostics.error(at, message, "a character in column 6 makes it such a card")
        if len(self.statement.begins) >= self.most:
            if len(self.statement.begins) == self.most:
                self.diagnostics.error(at, f"a statement has {self.most} cards at most")
                self.statement.begins.append(len(self.statement.text))
            return
        self.statement.begins.append(len(self.statement.text))
        if mark.isalpha() and not self.statement.letter:
            self.statement.letter = at.line
        self._append(self.statement, text, start, FIELD)

    def _append(self, statement: Cards, text: str, start: int, width: int) -> None:
        """Add a card's text, and blanks up to its column 72: Hollerith may go on over the end of a line."""
        end = start + len(text)
        missing = width - len(text)
        statement.text += text + " " * missing
        statement.offsets += [*range(start, end), *[end] * missing]


def read(source: Text, dialect: str, diagnostics: Diagnostics) -> Iterator[Cards]:
    """Yield the statements of a text."""
    return Reader(source, dialect, diagnostics).statements()
