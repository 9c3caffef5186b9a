"""What stands behind a command: numbers, places, ranges, counts, times. Whatever is wrong is pointed at.

Addresses and words are expressions of the debugger (`host/debugger/expressions.py`); counts and cycles are decimal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from emulators.errors import IronboardError
from host.debugger.expressions import ExpressionError
from host.debugger.language import Spot
from host.debugger.monitor.errors import CommandError
from host.debugger.monitor.words import SEPARATORS, Word, Words
from host.debugger.session import Session

DURATION = re.compile(r"(\d[\d_]*|\d[\d_]*\.\d*|\.\d+)(s|ms|us)?", re.IGNORECASE | re.ASCII)
UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6}
LONGEST = 1 << 60  # cycles
HIGHEST = 10**12  # counts


class Arguments(Words):
    """Reads the arguments of one command, from left to right."""

    def __init__(self, session: Session, line: str, start: int = 0) -> None:
        super().__init__(line, start)
        self._session = session

    # ------------------------------------------------------------ expressions

    def value_of(self, word: Word) -> int:
        """Return the value of an expression of the line; errors in it are pointed at."""
        self.last = word
        try:
            return self._session.value(word.text)
        except ExpressionError as error:
            raise self.inside(word, error) from None

    def inside(self, word: Word, error: ExpressionError) -> CommandError:
        """Return an error of an expression as one of the line."""
        place = error.place
        self.last = Word(word.text[place.column - 1 :][: place.length], word.start + place.column - 1)
        return self.error(error.message, error.hint)

    def expression(self, what: str) -> int:
        """Take a word that is an expression, and return its value."""
        self.word(what)
        return self.value_of(self.last)

    def whole_expression(self, what: str, keywords: tuple[str, ...] = ()) -> Word:
        """Take an expression that may contain blanks, after checking that it is one; return it."""
        self.until(keywords, what)
        found = self.last
        try:
            self._session.expression(found.text)
        except ExpressionError as error:
            raise self.inside(found, error) from None
        return found

    # ------------------------------------------------------------ addresses

    def address(self, what: str = "an address") -> int:
        """Take an address."""
        self.word(what)
        return self._address(self.last)

    def _address(self, word: Word) -> int:
        value = self.value_of(word)
        top = (1 << self._session.machine.address_bits) - 1
        if not 0 <= value <= top:
            shown = self._session.sources.number(top)
            raise self.error(f"'{word.text}' is no address: they go from 0 to {shown}")
        return value

    def place(self, what: str = "an address, a label or FILE:LINE") -> tuple[str, list[int]]:
        """Take a place; return its name and its addresses. `:LINE` is in the file of the current instruction."""
        return self._addresses(*self._place(what))

    def spots(self, what: str = "an address, a label or FILE:LINE") -> tuple[str, list[Spot]]:
        """Take a place; return its name and its instructions. A decimal number is a line of the program's language."""
        return self._place(what, lines=self._session.language is not None)

    @staticmethod
    def _addresses(name: str, spots: list[Spot]) -> tuple[str, list[int]]:
        return name, [each.address for each in spots]

    def _place(self, what: str, *, lines: bool = False) -> tuple[str, list[Spot]]:
        self.word(what)
        word = self.last
        text = word.text.strip('"')
        if lines and re.fullmatch(r"\d+(:\d+)?", text, re.ASCII):
            text = f":{text}"
        if re.fullmatch(r":\d+(:\d+)?", text, re.ASCII):
            here = self._session.line_here()
            if here is None:
                raise self.error("the current instruction comes from no source: write FILE:LINE")
            text = here[0] + text
        try:
            return self._session.spots(text)
        except ExpressionError as error:
            raise self.inside(word, error) from None
        except IronboardError as error:
            raise self.error(str(error)) from None

    def place_or_range(self, what: str = "a place or a range") -> tuple[str, list[int], int | None]:
        """Take a place, or a range; return its name, the addresses where it begins, and its last address."""
        word = self._next()
        parts = split_range(word)
        if len(parts) == 2 and not self._is_line(word):
            first, last = self.open_range(what)
            return word.text, [first], last
        name, addresses = self.place(what)
        if self.ended or len(addresses) > 1:
            return name, addresses, None
        last = self.address("the last address")
        self._check_order(addresses[0], last)
        return name, addresses, last

    def _is_line(self, word: Word) -> bool:
        """Return whether a word is FILE:LINE rather than FIRST:LAST."""
        file, _, line = word.text.rpartition(":")
        if not line.isdecimal():
            return False
        try:
            return not file or bool(self._session.sources.file(file))
        except IronboardError:
            return False

    def _check_order(self, first: int, last: int) -> None:
        if last < first:
            number = self._session.sources.number
            raise self.error(f"the range ends at {number(last)}, before it begins at {number(first)}")

    def until_sign(self, sign: str, what: str) -> str:
        """Take a name and the sign behind it; blanks may stand round the sign."""
        start = self._next().start
        end = self.line.find(sign, start)
        text = self.line[start:end].strip() if end >= 0 else self._next().text
        self.last = Word(text, min(start, len(self.line)))
        if end < 0 or not text or any(each in SEPARATORS for each in text):
            raise self.error(f"expected {what}")
        self._at = end + len(sign)
        return text

    def range(self, what: str = "a range: FIRST LAST", stop: tuple[str, ...] = ()) -> tuple[int, int]:
        """Take `FIRST LAST`, `FIRST..LAST`, `FIRST:LAST` or a single address."""
        first, last = self.open_range(what, stop)
        return first, first if last is None else last

    def whole_range(self) -> tuple[int, int]:
        """Take a range whose end must be said."""
        start = self._next()
        first, last = self.open_range("a range: FIRST LAST")
        if last is None:
            self.last = start
            raise self.error("expected a range: FIRST LAST or FIRST..LAST")
        return first, last

    def open_range(self, what: str, stop: tuple[str, ...] = ()) -> tuple[int, int | None]:
        """Take a range whose end may be missing; words in `stop` are no end."""
        self.word(what)
        word = self.last
        parts = split_range(word)
        first = self._address(parts[0])
        if len(parts) == 2:
            last = self._address(parts[1])
        elif self.ended or self.ahead.lower() in stop:
            return first, None
        else:
            last = self.address("the last address")
        self._check_order(first, last)
        return first, last

    # ------------------------------------------------------------ words of memory

    def memory_words(self, what: str = "words to put there") -> list[int]:
        """Take words, and strings whose characters are words, up to the end."""
        return [each for each in self._memory_words(what, wildcards=False) if each is not None]

    def pattern(self) -> list[int | None]:
        """Take words and strings up to the end; `??` and `xx` stand for any word: None."""
        return list(self._memory_words("words to look for", wildcards=True))

    def _memory_words(self, what: str, wildcards: bool) -> Iterator[int | None]:
        first = True
        while first or not self.ended:
            first = False
            text = self.word(what)
            if wildcards and text.lower() in ("??", "xx"):
                yield None
            elif text.startswith('"'):
                yield from self._characters(self.last)
            else:
                yield self._fitting(self.value_of(self.last))

    def _characters(self, word: Word) -> list[int]:
        text = self.unquoted(word)
        return [self._fitting(ord(character)) for character in text]

    def _fitting(self, value: int) -> int:
        bits = self._session.machine.word_bits
        if not 0 <= value < 1 << bits:
            raise self.error(f"'{self.last.text}' does not fit into a word of {bits} bits")
        return value

    # ------------------------------------------------------------ counts

    def count(self, what: str = "how often", default: int | None = 1, most: int = HIGHEST) -> int:
        """Take a decimal count above zero."""
        if default is not None and self.ended:
            return default
        text = self.word(what)
        if not re.fullmatch(r"[0-9][0-9_]*", text) or not 0 < int(text) <= most:
            raise self.error(f"'{text}' is no count: expected {what}, a decimal number from 1 to {most:,}")
        return int(text)

    def sign(self) -> int:
        """Take a sign right before a number: 1 or -1; 0 if there is none."""
        found = self._next()
        signs = {"+": 1, "-": -1}
        if found.text[:1] not in signs:
            return 0
        self._at = found.start + 1
        return signs[found.text[0]]

    def duration(self, what: str = "cycles, or seconds such as 0.5s") -> int:
        """Take a time; return it in cycles."""
        text = self.word(what)
        match = DURATION.fullmatch(text)
        if match is None or (match[2] is None and "." in text):
            raise self.error(f"'{text}' is no time: expected {what}")
        number, unit = match[1].replace("_", ""), (match[2] or "").lower()
        cycles = float(number) * UNITS[unit] * self._session.clock if unit else int(number)
        if cycles > LONGEST:
            raise self.error(f"'{text}' is too long")
        return round(cycles)


def split_range(word: Word) -> list[Word]:
    """Return the two sides of `FIRST..LAST` or `FIRST:LAST`, or the word itself. `a::b` is a name."""
    match = re.search(r"\.\.|(?<!:):(?!:)", word.text)
    if match is None or word.text.startswith('"'):
        return [word]
    return [Word(word.text[: match.start()], word.start), Word(word.text[match.end() :], word.start + match.end())]
