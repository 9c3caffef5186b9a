"""The errors Ironboard raises: one base class, and one for anything wrong in a text.

The command line prints them without a traceback; their text is written for the user.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


class IronboardError(Exception):
    """Something the user can put right; the message says what, where and what was expected."""


@dataclass(frozen=True)
class Place:
    """A stretch of one line of a text: what an error points at."""

    file: str
    line: int  # from 1
    column: int  # from 1
    length: int = 1  # characters
    text: str = ""  # the whole line, without its line end


@dataclass(eq=False)
class SourceError(IronboardError):
    """An error at a place of a source text, with the line, a caret and perhaps a hint."""

    place: Place
    message: str
    hint: str = ""

    def __str__(self) -> str:
        at = self.place
        margin = re.sub(r"[^\t]", " ", at.text[: at.column - 1])  # tabs stay tabs: the caret lines up
        lines = [
            f"{at.file}:{at.line}:{at.column}: error: {self.message}",
            f"{at.line:5} | {at.text}",
            f"      | {margin}{'^' * max(1, at.length)}",
        ]
        return "\n".join(lines + [f"       hint: {self.hint}"] * bool(self.hint))


class SourceErrors(IronboardError):
    """All the errors of one pass over a source, in the order of their places."""

    def __init__(self, errors: Iterable[SourceError]) -> None:
        self.errors = tuple(errors)
        super().__init__(*self.errors)

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self.errors)


class ImageError(IronboardError):
    """An image that cannot be read, or that does not fit the machine's memory."""


class StateError(IronboardError):
    """A saved state that is damaged, foreign, or of another version."""
