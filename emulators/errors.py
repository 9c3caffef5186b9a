"""The errors Ironboard raises: one base class, and one for anything wrong in a text.

The command line prints them without a traceback; their text is written for the user.
"""

from __future__ import annotations

import inspect
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from os import PathLike
from typing import ClassVar, NamedTuple

LONGEST_LINE = 160  # characters that are shown of a line; of a longer one as many round the place that is meant
LONGEST_MESSAGE = 1000  # characters that are shown of a message: a name in it may be as long as the file
BEFORE = 60  # of them are before the place
CUT = "…"
LONGEST_VALUE, BITS = 60, 128  # characters that are shown of a value; beyond so many bits a number's size is


class IronboardError(Exception):
    """Something the user can put right; the message has the fault, its place, and the expected form."""


class Place(NamedTuple):
    """A stretch of one line of a text: the place of an error."""

    file: str
    line: int  # from 1
    column: int  # from 1
    length: int = 1  # characters
    text: str = ""  # the whole line, without its line end

    def excerpt(self) -> tuple[str, str]:
        """Return the line, or the part of a long one round the place, and carets for the line below."""
        start, end = 0, len(self.text)
        if end > LONGEST_LINE:
            start = min(max(0, self.column - 1 - BEFORE), end - LONGEST_LINE)
            end = start + LONGEST_LINE
        before, after = CUT * (start > 0), CUT * (end < len(self.text))
        length = self.length if end - start < LONGEST_LINE else min(self.length, end - self.column + 1)
        place = self.text[self.column - 1 : self.column - 1 + length]
        margin = re.sub(r"[^\t]", " ", before + _printed(self.text[start : self.column - 1]))  # tabs stay tabs
        return before + self.text[start:end] + after, margin + "^" * max(1, length - len(place) + len(_printed(place)))


def _printed(text: str) -> str:
    """Return a text without the marks that are over or under other characters and take no column."""
    return text if text.isascii() else "".join(each for each in text if not unicodedata.combining(each))


class Cure(str):
    """A hint that names its cure: a word of the text, and the text to put in its place.

    The word is at the place of the error, or at `place`.
    """

    word: str
    replacement: str
    place: Place | None

    def __new__(cls, hint: str, word: str = "", replacement: str = "", place: Place | None = None) -> Cure:
        self = super().__new__(cls, hint)
        self.word, self.replacement, self.place = word, replacement, place
        return self

    def __reduce__(self) -> tuple[type[Cure], tuple[object, ...]]:
        return Cure, (str(self), self.word, self.replacement, self.place)


@dataclass(eq=False)
class SourceError(IronboardError):
    """An error at a place of a source text, with the line, a caret and perhaps a hint."""

    severity: ClassVar[str] = "error"
    place: Place
    message: str
    hint: str = ""

    @property
    def cure(self) -> tuple[Place, str] | None:
        """The place to change and its new text, if the hint names them and the word is in the source there."""
        hint = self.hint
        if not isinstance(hint, Cure):
            return None
        at = hint.place or self.place
        start = at.column - 1
        found = at.text[start : start + max(at.length, len(hint.word))].lower().find(hint.word.lower())
        if found < 0 or not hint.word:
            return None
        return at._replace(column=at.column + found, length=len(hint.word)), hint.replacement

    def __str__(self) -> str:
        at = self.place
        text, carets = at.excerpt()
        message = self.message if len(self.message) <= LONGEST_MESSAGE else self.message[:LONGEST_MESSAGE] + CUT
        lines = [
            f"{at.file}:{at.line}:{at.column}: {self.severity}: {message}",
            f"{at.line:5} | {text}",
            f"      | {carets}",
        ]
        return "\n".join(lines + [f"       hint: {self.hint}"] * bool(self.hint))


class SourceErrors(IronboardError):
    """All the errors of one pass over a source, in the order of their places."""

    def __init__(self, errors: Iterable[SourceError]) -> None:
        self.errors = tuple(errors)
        super().__init__(*self.errors)

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self.errors)


class OptionError(IronboardError, ValueError):
    """An option of a machine that has no such value: the same words for the command line and for a program."""


class ImageError(IronboardError):
    """An image that cannot be read, or that does not fit the machine's memory."""


class StateError(IronboardError):
    """A saved state that is damaged, foreign, or of another version."""


def shown(value: object) -> str:
    """Return a value as an error shows it: on one line, printable and short."""
    if isinstance(value, int) and value.bit_length() > BITS:  # Python prints no number of more than 4,300 digits
        return f"a number of {value.bit_length():,} bits"
    text = "".join(each if each.isprintable() else repr(each)[1:-1] for each in str(value))
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + CUT


def require(value: object, expected: str, *kinds: type) -> None:
    """Raise OptionError for an argument from outside that is none of these types: `value: expected a text`.

    Without it a program would get the error of whatever first touches the argument.
    """
    if not isinstance(value, kinds):
        raise OptionError(f"{shown(value) or 'nothing'}: expected {expected}, not {type(value).__name__}")


def require_path(value: object) -> None:
    """Raise OptionError for a value that cannot name a file."""
    require(value, "the name of a file", str, PathLike)


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return a `Cure` that names the word of `known` most like `word`, or `otherwise`."""
    import difflib  # only where something is wrong

    by_lower = {each.lower(): each for each in known}
    close = difflib.get_close_matches(word.lower(), by_lower, n=1)
    return meant(word, by_lower[close[0]]) if close else otherwise


def meant(word: str, replacement: str) -> Cure:
    """Return the hint that another word is probably meant."""
    return Cure(f"did you mean '{replacement}'?", word, replacement)


def documentation(function: Callable[..., object]) -> str:
    """Return a function's docstring; `python -OO` discards docstrings, so it is read from the source there."""
    if function.__doc__ is not None or sys.flags.optimize < 2:
        return inspect.getdoc(function) or ""
    import ast
    import textwrap

    try:
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except OSError:  # a distribution without sources
        return ""
    return ast.get_docstring(node) or "" if isinstance(node, ast.FunctionDef) else ""
