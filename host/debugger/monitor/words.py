"""The words of a command line, one after the other: what is wrong with one is pointed at.

Blanks and commas stand between words, but not within ( ), [ ] or quotes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from host.debugger.monitor.errors import CommandError, command_error

SEPARATORS = " \t,"
OPENING, CLOSING = "([", ")]"
ESCAPES = {"r": "\r", "n": "\n", "t": "\t", "e": "\x1b", "b": "\b", "0": "\0", "\\": "\\", '"': '"'}
ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|.?)", re.DOTALL)


@dataclass(frozen=True)
class Word:
    """A piece of the line."""

    text: str
    start: int  # in the line, from 0


class Words:
    """Reads a line from left to right, from `start` on."""

    def __init__(self, line: str, start: int = 0) -> None:
        self.line = line
        self._at = start
        self.last = Word("", start)  # what was read last: errors without a place of their own point at it

    @property
    def ended(self) -> bool:
        """Whether nothing is left."""
        return not self.ahead

    @property
    def ahead(self) -> str:
        """The next word, empty at the end; it is not taken."""
        return self._next().text

    def _next(self) -> Word:
        start = self._at
        while start < len(self.line) and self.line[start] in SEPARATORS:
            start += 1
        return Word(self.line[start : self._end_of_word(start)], start)

    def _end_of_word(self, start: int) -> int:
        if self.line.startswith('"', start):
            return self._end_of_string(start)
        depth, end = 0, start
        while end < len(self.line) and (depth > 0 or self.line[end] not in SEPARATORS):
            depth += (self.line[end] in OPENING) - (self.line[end] in CLOSING)
            end += 1
        return end

    def _end_of_string(self, start: int) -> int:
        end = start + 1
        while end < len(self.line) and self.line[end] != '"':
            end += 2 if self.line[end] == "\\" else 1
        return min(end + 1, len(self.line))

    def word(self, what: str) -> str:
        """Take the next word; `what` is what it should have been."""
        found = self._next()
        self.last = found
        if not found.text:
            self.last = Word("", max(len(self.line.rstrip()), self._at))
            raise self.error(f"expected {what}")
        self._at = found.start + len(found.text)
        return found.text

    def keyword(self, *names: str) -> str | None:
        """Take the next word if it is one of these."""
        found = self.ahead.lower()
        if found not in names:
            return None
        self.word(found)
        return found

    def rest(self, what: str | None = None) -> str:
        """Take everything that is left; it must not be nothing if it is called something."""
        return self.until((), what)

    def until(self, keywords: tuple[str, ...], what: str | None = None) -> str:
        """Take everything up to one of these words."""
        start = self._next().start
        self.last = Word("", start)
        end = start
        while self.ahead and self.ahead.lower() not in keywords:
            word = self._next()
            end = self._at = word.start + len(word.text)
        text = self.line[start:end] if keywords else self.line[start:].rstrip()
        self._at = start + len(text)
        if what and not text:
            raise self.error(f"expected {what}")
        self.last = Word(text, start)
        return text

    def end(self) -> None:
        """Raise an error if something is left."""
        found = self._next()
        if found.text:
            self.last = found
            raise self.error(f"'{found.text}' is one too many")

    def error(self, message: str, hint: str = "") -> CommandError:
        """Return an error at the word that was taken last."""
        return command_error(self.line, message, self.last.start, max(1, len(self.last.text)), hint)

    def without_place(self, message: str, hint: str = "") -> CommandError:
        """Return an error that is not about a particular word."""
        return command_error(self.line, message, hint=hint)

    # ------------------------------------------------------------ texts

    def text(self, what: str) -> str:
        """Take the rest as text: in quotes or as it stands, escapes such as those of ESCAPES replaced."""
        self.rest(what)
        return self.unquoted(self.last)

    def file_name(self, what: str = "a file name") -> str:
        """Take a file name; one with blanks stands in quotes. Backslashes are what they are."""
        text = self.word(what)
        if text.startswith('"'):
            if len(text) < 3 or not text.endswith('"'):
                raise self.error("the quote has no end" if len(text) != 2 else "expected a file name")
            return text[1:-1]
        return text

    def unquoted(self, word: Word) -> str:
        """Return a text without its quotes, its escapes replaced."""
        self.last = word
        text = word.text
        if text.startswith('"'):
            if self._end_of_string(word.start) != word.start + len(text) or len(text) < 2 or text[-1] != '"':
                raise self.error("expected one text in quotes")
            text = text[1:-1]
        return ESCAPE.sub(self._escaped, text)

    def _escaped(self, match: re.Match[str]) -> str:
        code = match[1]
        if code.startswith("x") and len(code) == 3:
            return chr(int(code[1:], 16))
        if code not in ESCAPES:
            raise self.error(f"'{match[0]}' is no character: there are \\r \\n \\t \\e \\b \\0 \\\\ and \\x0D")
        return ESCAPES[code]
