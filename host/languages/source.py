"""A program's text: places in it, errors in it, and room for passes that follow its nesting by recursion."""

from __future__ import annotations

import gc
import sys
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from emulators.errors import ImageError, IronboardError, Place, SourceError, SourceErrors
from host.formats import storage

TEXT_LIMIT = 16 << 20  # bytes of a program


def read_text(path: Path, what: str) -> str:
    """Return the text of a program; its kind, `what`, is in the message of the IronboardError that it may raise."""
    data = storage.read_all(path, TEXT_LIMIT, what)
    try:
        return storage.text_of(data, path)
    except ImageError:
        if set(text := data.decode("latin-1")) - LATIN:
            raise
        return text


# The characters of programs in Latin 1: ASCII, and symbols that it lacks.
LATIN = frozenset(map(chr, (*range(0x7F), *b"\xa3\xa7\xac\xb0\xb1\xb7\xba\xd7\xd8\xf7")))


class Text:
    """A program's text with the name of its file. Lines end with a line feed.

    `library` is the compiler's addition: declarations that the program uses.
    """

    def __init__(self, text: str, file: str, library: str = "") -> None:
        self.own = text
        self.text = text + library
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

    @property
    def last(self) -> int:
        """The number of the program's own last line."""
        return self.own.rstrip().count("\n") + 1

    def line_text(self, number: int) -> str:
        """Return a whole line without its end."""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)]


class Span(NamedTuple):
    """The characters `start` to `end` (exclusive) of a text: the text of a piece of the tree."""

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
        """The place of an error: the part of the span on its first line."""
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


MOST_ERRORS = 100  # more are the consequences of the first ones


@dataclass(eq=False)
class SourceWarning(SourceError):
    """Something that is allowed and probably not meant."""

    severity = "warning"


class TooManyErrorsError(Exception):
    """Raised inside the front end when it is of no use to go on."""


class Diagnostics:
    """The errors and warnings so far."""

    def __init__(self) -> None:
        self._errors: dict[int, SourceError] = {}  # one for each place: by the first character
        self._warnings: list[tuple[int, SourceWarning]] = []

    def error(self, at: Span, message: str, hint: str = "") -> None:
        """Note an error; only the first one at a place counts."""
        if at.start not in self._errors:
            self._errors[at.start] = at.error(message, hint)
        if len(self._errors) >= MOST_ERRORS:
            raise TooManyErrorsError

    @property
    def found(self) -> bool:
        """Whether there are errors so far."""
        return bool(self._errors)

    def warn(self, at: Span, message: str, hint: str = "") -> None:
        """Note a warning, unless there is an error at its place."""
        if at.start in self._errors:
            return
        self._warnings.append((at.start, SourceWarning(at.place, message, hint)))

    @property
    def first(self) -> int:
        """Where the first error is, of those that have been found."""
        return min(self._errors)

    def suspect(self, hint: str) -> None:
        """Give the first error this hint, which is about all of them; "" is none."""
        if hint and self._errors:
            self._errors[self.first].hint = hint

    @property
    def everything(self) -> tuple[SourceError, ...]:
        """Errors and warnings in the order of the text."""
        return tuple(each for _, each in sorted([*self._errors.items(), *self._warnings], key=lambda pair: pair[0]))

    @property
    def warnings(self) -> tuple[SourceError, ...]:
        """The warnings in the order of the text."""
        return tuple(warning for _, warning in sorted(self._warnings, key=lambda pair: pair[0]))

    def raise_errors(self) -> None:
        """Raise SourceErrors with all errors, and the warnings among them; do nothing when there are no errors."""
        if self._errors:
            raise SourceErrors(self.everything)


DEPTH = 12_000  # nodes from the root of a tree to a leaf, about; a chain of operators or of `else if` counts each link
FRAMES = 8  # Python functions a pass may use for each node of depth


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Allow recursion as deep as the deepest tree needs: calls between them take no room of the C stack."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + DEPTH * FRAMES)
    try:
        yield
    except RecursionError:
        raise IronboardError("the program is nested too deeply for this computer") from None
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def without_collection() -> Iterator[None]:
    """Keep Python from looking for garbage: there is much to look through, and next to nothing of it is."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.freeze()  # all objects of now count as old: to look through them takes long
            gc.unfreeze()
            gc.enable()
