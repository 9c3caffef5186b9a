"""The arguments of a command line, read from left to right; errors point at the wrong word.

Blanks and commas separate words, except within ( ), [ ] or quotes. Addresses and words of memory are expressions of the
debugger (`host/debugger/expressions.py`); counts and cycles are decimal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from emulators.errors import IronboardError
from host.debugger.commands.command import CommandError, Parameter, command_error
from host.debugger.commands.runner import Runner
from host.debugger.expressions import ExpressionError
from host.languages.running import Spot

SEPARATORS = " \t,"
OPENING, CLOSING = "([", ")]"
ESCAPES = {"r": "\r", "n": "\n", "t": "\t", "e": "\x1b", "b": "\b", "0": "\0", "\\": "\\", '"': '"'}
ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|.?)", re.DOTALL)
DURATION = re.compile(r"(\d[\d_]*|\d[\d_]*\.\d*|\.\d+)(s|ms|us)?", re.IGNORECASE | re.ASCII)
UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6}
LONGEST = 1 << 60  # cycles
HIGHEST = 10**12  # counts
PLACE_MEANT = "an address, a label or FILE:LINE"


class WordError(IronboardError):
    """An error in the last word of a command's arguments."""


class Word(NamedTuple):
    text: str
    start: int  # in the line, from 0


class Arguments:
    """Reads `line`, beginning at `start`."""

    def __init__(self, monitor: Runner, line: str, start: int = 0) -> None:
        self.monitor = monitor
        self.session = monitor.session
        self.line = line
        self._at = start
        self.last = Word("", start)  # the last word read: errors without a place of their own point at it

    # ------------------------------------------------------------ words

    @property
    def ended(self) -> bool:
        """Whether the line is used up."""
        return not self.ahead

    @property
    def ahead(self) -> str:
        """The next word, empty at the end; it is not consumed."""
        return self._next().text

    def _next(self) -> Word:
        start = self._at
        while start < len(self.line) and self.line[start] in SEPARATORS:
            start += 1
        if self.line.startswith('"', start):
            return Word(self.line[start : self._end_of_string(start)], start)
        depth, end = 0, start
        while end < len(self.line) and (depth > 0 or self.line[end] not in SEPARATORS):
            depth += (self.line[end] in OPENING) - (self.line[end] in CLOSING)
            end += 1
        return Word(self.line[start:end], start)

    def _end_of_string(self, start: int) -> int:
        end = start + 1
        while end < len(self.line) and self.line[end] != '"':
            end += 2 if self.line[end] == "\\" else 1
        return min(end + 1, len(self.line))

    def word(self, what: str) -> str:
        """Take the next word; error messages call it `what`."""
        self.last = found = self._next()
        if not found.text:
            self.last = Word("", max(len(self.line.rstrip()), self._at))
            raise self.error(f"expected {what}")
        self._at = found.start + len(found.text)
        return found.text

    def keyword(self, *names: str) -> str:
        """Take the next word if it is one of these, in lower case; else return an empty text."""
        found = self.ahead.lower()
        return self.word(found).lower() if found in names else ""

    def until(self, keywords: tuple[str, ...], what: str) -> str:
        """Take all words before the first of these, at least one."""
        start = end = self._next().start
        self.last = Word("", start)
        while self.ahead and self.ahead.lower() not in keywords:
            word = self._next()
            end = self._at = word.start + len(word.text)
        text = self.line[start:end] if keywords else self.line[start:].rstrip()
        self._at = start + len(text)
        if not text:
            raise self.error(f"expected {what}")
        self.last = Word(text, start)
        return text

    def rest(self, what: str) -> str:
        """Take everything that is left, at least one word."""
        return self.until((), what)

    def until_sign(self, sign: str, what: str) -> str:
        """Take a name and the sign after it; blanks may surround the sign."""
        start = self._next().start
        end = self.line.find(sign, start)
        text = self.line[start:end].strip() if end >= 0 else self._next().text
        self.last = Word(text, min(start, len(self.line)))
        outside = re.sub(r"\(.*\)|\[.*\]", "", text)  # of subscripts
        if end < 0 or not text or any(each in SEPARATORS for each in outside):
            raise self.error(f"expected {what}")
        self._at = end + len(sign)
        return text

    def end(self) -> None:
        """Raise an error if text is left."""
        if not self.ended:
            self.last = self._next()
            raise self.error(f"'{self.last.text}' is unexpected")

    def error(self, message: str, hint: str = "") -> CommandError:
        """Return an error at the last word taken."""
        return command_error(self.line, message, self.last.start, max(1, len(self.last.text)), hint)

    @contextmanager
    def pointing(self) -> Iterator[None]:
        """Make errors point at the last word taken, or at the position within an expression."""
        word = self.last
        try:
            yield
        except CommandError:
            raise
        except ExpressionError as error:
            column = error.place.column - 1
            self.last = Word(word.text[column:][: error.place.length], word.start + column)
            raise self.error(error.message, error.hint) from None
        except IronboardError as error:
            raise self.error(str(error)) from None

    # ------------------------------------------------------------ texts

    def text(self, what: str) -> str:
        """Take the rest as text, quoted or not, and replace the escapes in ESCAPES."""
        self.rest(what)
        return self._unquoted()

    def file_name(self) -> str:
        """Take a file name; quote one with blanks. Backslashes are literal."""
        text = self.word("a file name")
        if text.startswith('"'):
            if len(text) < 3 or not text.endswith('"'):
                raise self.error("the quotation mark is not closed" if len(text) != 2 else "expected a file name")
            return text[1:-1]
        return text

    def _unquoted(self) -> str:
        """Return the last word without its quotes, its escapes replaced."""
        text, start = self.last
        if text.startswith('"'):
            if self._end_of_string(start) != start + len(text) or len(text) < 2 or text[-1] != '"':
                raise self.error("expected one text in quotes")
            text = text[1:-1]
        return ESCAPE.sub(self._escaped, text)

    def _escaped(self, match: re.Match[str]) -> str:
        code = match[1]
        if code.startswith("x") and len(code) == 3:
            return chr(int(code[1:], 16))
        if code not in ESCAPES:
            raise self.error(f"'{match[0]}' is not a character: there are \\r \\n \\t \\e \\b \\0 \\\\ and \\x0D")
        return ESCAPES[code]

    # ------------------------------------------------------------ expressions

    def value_of(self, word: Word) -> int:
        """Return the value of an expression in the line; errors point into it."""
        self.last = word
        with self.pointing():
            return self.session.value(word.text)

    def expression(self, what: str) -> int:
        """Take a word that is an expression, and return its value."""
        self.word(what)
        return self.value_of(self.last)

    def whole_expression(self, what: str, keywords: tuple[str, ...] = ()) -> str:
        """Take an expression that may contain blanks, and check it."""
        text = self.until(keywords, what)
        with self.pointing():
            self.session.expression(text)
        return text

    def memory_words(self, what: str = "words to put there") -> list[int]:
        """Take words, and strings of characters, up to the end."""
        return [each for each in self.pattern(what, wildcards=()) if each is not None]

    def pattern(self, what: str = "words to look for", wildcards: tuple[str, ...] = ("??", "xx")) -> list[int | None]:
        """Take words and strings up to the end; a wildcard is None."""
        found: list[int | None] = []
        while not found or not self.ended:
            text = self.word(what)
            if text.lower() in wildcards:
                found.append(None)
            elif text.startswith('"'):
                found += [self._fitting(ord(character)) for character in self._unquoted()]
                if self.ended:  # the text may be empty
                    break
            else:
                found.append(self._fitting(self.value_of(self.last)))
        return found

    def _fitting(self, value: int) -> int:
        bits = self.session.machine.word_bits
        if not 0 <= value < 1 << bits:
            raise self.error(f"'{self.last.text}' does not fit into a word of {bits} bits")
        return value

    # ------------------------------------------------------------ addresses

    def address(self, what: str = "an address") -> int:
        self.word(what)
        return self._address(self.last)

    def _address(self, word: Word) -> int:
        value = self.value_of(word)
        if not 0 <= value <= self.session.top:
            last = self.session.sources.number(self.session.top)
            raise self.error(f"'{word.text}' is not an address: they go from 0 to {last}")
        return value

    def place(self, what: str = PLACE_MEANT, *, lines: bool = False) -> tuple[str, list[Spot]]:
        """Take a place; return its name and the addresses of its instructions. `:LINE` is in the current file.

        With `lines`, a decimal number is a line of the program's language, if there is one.
        """
        text = self.word(what).strip('"')
        if lines and self.session.language is not None and re.fullmatch(r"\d+(:\d+)?", text, re.ASCII):
            text = f":{text}"
        if re.fullmatch(r":\d+(:\d+)?", text, re.ASCII):
            here = self.session.line_here()
            if here is None:
                raise self.error("the current instruction has no source line: write FILE:LINE")
            text = here[0] + text
        with self.pointing():
            return self.session.spots(text)

    def spots(self) -> tuple[str, list[Spot]]:
        """Take a place that holds code."""
        return self.place(lines=True)

    def place_or_range(self, what: str = "a place or a range") -> tuple[int, int | None]:
        """Take a place or a range; return its first address, and its last one if given."""
        word = self._next()
        if len(split_range(word)) == 2 and not self._is_line(word):
            return self.open_range(what)
        _, spots = self.place(what)
        if self.ended or len(spots) > 1:
            return spots[0].address, None
        last = self.address("the last address")
        self._check_order(spots[0].address, last)
        return spots[0].address, last

    def _is_line(self, word: Word) -> bool:
        """Return whether a word is FILE:LINE rather than FIRST:LAST."""
        file, _, line = word.text.rpartition(":")
        try:
            return line.isdecimal() and (not file or bool(self.session.sources.file(file)))
        except IronboardError:
            return False

    def _check_order(self, first: int, last: int) -> None:
        if last < first:
            number = self.session.sources.number
            raise self.error(f"the range ends at {number(last)}, before it begins at {number(first)}")

    def whole_range(self) -> tuple[int, int]:
        """Take `FIRST LAST`, `FIRST..LAST` or `FIRST:LAST`."""
        start = self._next()
        first, last = self.open_range("a range: FIRST LAST")
        if last is None:
            self.last = start
            raise self.error("expected a range: FIRST LAST or FIRST..LAST")
        return first, last

    def open_range(self, what: str = "an address or a range", stop: tuple[str, ...] = ()) -> tuple[int, int | None]:
        """Take a range that may have no end; words in `stop` are not an end."""
        self.word(what)
        parts = split_range(self.last)
        first = self._address(parts[0])
        if len(parts) == 2:
            last = self._address(parts[1])
        elif self.ended or self.ahead.lower() in stop:
            return first, None
        else:
            last = self.address("the last address")
        self._check_order(first, last)
        return first, last

    # ------------------------------------------------------------ numbers

    def count(self, what: str = "how often", default: int | None = 1, most: int = HIGHEST) -> int:
        """Take a positive decimal count."""
        if default is not None and self.ended:
            return default
        text = self.word(what)
        if not re.fullmatch(r"[0-9][0-9_]*", text) or not 0 < int(text) <= most:
            raise self.error(f"'{text}' is not a count: expected {what}, a decimal number from 1 to {most:,}")
        return int(text)

    def sign(self) -> int:
        """Take a sign directly before a number: 1 or -1; 0 without one."""
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
            raise self.error(f"'{text}' is not a time: expected {what}")
        number, unit = match[1].replace("_", ""), (match[2] or "").lower()
        cycles = float(number) * UNITS[unit] * self.session.clock if unit else int(number)
        if cycles > LONGEST:
            raise self.error(f"'{text}' is too long")
        return round(cycles)


def split_range(word: Word) -> list[Word]:
    """Return the two sides of `FIRST..LAST` or `FIRST:LAST`, or the word itself. `a::b` is a name."""
    match = re.search(r"\.\.|(?<!:):(?!:)", word.text)
    if match is None or word.text.startswith('"'):
        return [word]
    return [Word(word.text[: match.start()], word.start), Word(word.text[match.end() :], word.start + match.end())]


# ---------------------------------------------------------------- kinds of arguments


def optional(kind: Parameter) -> Parameter:
    """Return the optional form of a kind of argument; its value is None when omitted."""
    return Parameter(f"[{kind.usage}]", lambda arguments: None if arguments.ended else kind.read(arguments), kind.note)


def count(usage: str, what: str, default: int | None = 1, most: int = HIGHEST) -> Parameter:
    """Return the kind of a positive decimal count."""
    return Parameter(usage, lambda arguments: arguments.count(what, default, most))


def word(usage: str, what: str) -> Parameter:
    """Return the kind of a single word."""
    return Parameter(usage, lambda arguments: arguments.word(what))


def flag(name: str) -> Parameter:
    """Return the kind of an optional keyword: True if present."""
    return Parameter(f"[{name}]", lambda arguments: bool(arguments.keyword(name)))


ADDRESS = Parameter("ADDRESS", Arguments.address)
CONDITION = Parameter("CONDITION", lambda arguments: arguments.whole_expression("a condition"))
COUNT = count("[COUNT]", "how often")
FILE = Parameter("FILE", Arguments.file_name)
FORCE = flag("--force")
FORMAT = word("FORMAT", "a format")
PLACE = Parameter("PLACE", Arguments.spots)
RANGE = Parameter("RANGE", Arguments.whole_range)
STRETCH = Parameter("[ADDRESS | RANGE]", lambda arguments: None if arguments.ended else arguments.open_range())
WORDS = Parameter(
    "WORD...", Arguments.memory_words, 'A WORD is an expression; text in quotes gives one word per character: "HELLO".'
)
