"""Where something stands in a program's text."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError, Place, SourceError
from host.formats import storage

TEXT_LIMIT = 16 << 20  # bytes of a program


def read_text(path: Path) -> str:
    """Return the text of a program; raises IronboardError."""
    data = storage.read_all(path, TEXT_LIMIT, "an ALGOL program")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise IronboardError(f"{path}:{line}:{column}: error: this is no text: not UTF-8") from None


class Text:
    """A program's text with the name of its file. Lines end with a line feed."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(at + 1 for at, character in enumerate(self.text) if character == "\n")]

    def line(self, offset: int) -> int:
        """Return the number, from 1, of the line that holds a character."""
        return bisect_right(self._starts, offset)

    def column(self, offset: int) -> int:
        """Return the column, from 1, of a character."""
        return offset - self._starts[self.line(offset) - 1] + 1

    def line_text(self, number: int) -> str:
        """Return a whole line without its end."""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)]


class Span(NamedTuple):
    """The characters `start` to `end` (exclusive) of a text: what a piece of the tree was written as."""

    source: Text
    start: int
    end: int

    @property
    def file(self) -> str:
        """The name of the file."""
        return self.source.file

    @property
    def line(self) -> int:
        """The number of the first line, from 1."""
        return self.source.line(self.start)

    @property
    def column(self) -> int:
        """The column of the first character, from 1."""
        return self.source.column(self.start)

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    @property
    def place(self) -> Place:
        """The place of an error: as much of the span as stands on its first line."""
        line, column = self.line, self.column
        text = self.source.line_text(line)
        length = max(1, min(self.end - self.start, len(text) - column + 1))
        return Place(self.file, line, column, length, text)

    def to(self, last: Span) -> Span:
        """Return the span from here to the end of `last`."""
        return Span(self.source, self.start, max(self.end, last.end))

    def error(self, message: str, hint: str = "") -> SourceError:
        """Return the error `message` about these characters."""
        return SourceError(self.place, message, hint)
