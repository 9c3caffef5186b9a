"""Where are the fields of a line? Location, operation, variable field: blanks are between them.

    1        11     18            30
    LABEL    OPERN  VARIABLE      REMARKS

What begins in column 1 or 2 is the location, unless it is an operation and no other follows; what begins further in is
the operation, unless it is none and one follows. The variable field begins before column 30 (a line with tabs has no
columns) and ends at the first blank that is not part of a text: where that is only its reader knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from emulators.errors import Place
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.source import Line

LAST_LOCATION_COLUMN = 2  # where a location may begin
REMARKS_COLUMN = 30  # what begins there or later is no variable field
WORD = re.compile(r"\S+")

IsOperation = Callable[[str], bool]


class Field(NamedTuple):
    """A part of a line, in capitals, and the column of its first character, from 1."""

    line: Line
    text: str
    column: int

    def place(self, start: int = 0, length: int | None = None) -> Place:
        """Return the place of a part of the field, of the whole where no length is given."""
        return self.line.place(self.column + start, max(1, len(self.text) - start if length is None else length))

    def part(self, start: int, end: int | None = None) -> Field:
        """Return the characters from `start` to before `end`."""
        return Field(self.line, self.text[start:end], self.column + start)


class Statement(NamedTuple):
    """The fields of a line. `rest` is all from the beginning of the variable field on, remarks included."""

    location: Field
    operation: Field
    rest: Field

    @property
    def name(self) -> str:
        """The operation."""
        return self.operation.text


def is_empty(line: Line) -> bool:
    """Return whether a line says nothing to the assembler: empty, or a remark (* in column 1)."""
    return not line.text.strip() or line.text[0] == "*"


def capitals(text: str) -> str:
    """Return the text in capitals, every character in its column."""
    if text.isascii():
        return text.upper()
    return "".join(each.upper() if len(each.upper()) == 1 else each for each in text)


def split(line: Line, is_operation: IsOperation, columns: bool = True) -> Statement | None:
    """Return the fields of a line, None for an empty one or a remark; raises AssemblyError for a continuation.

    Without `columns` it does not matter where on the line they stand.
    """
    if is_empty(line):
        return None
    if line.text[0] == ",":
        message = "continuation lines (, in column 1) are not supported"
        raise AssemblyError(line.place(), message, "a line may be as long as it needs to be")
    text = capitals(line.text)
    words = [Field(line, match[0], match.start() + 1) for match in WORD.finditer(text)]
    first, second = words[0], words[1] if len(words) > 1 else Field(line, "", len(text) + 1)
    follows = is_operation(second.text)
    at_margin = columns and first.column <= LAST_LOCATION_COLUMN and "\t" not in text[: first.column]
    labelled = at_margin and follows if is_operation(first.text) else at_margin or follows
    location, operation = (first, second) if labelled else (Field(line, "", first.column), first)
    return Statement(location, operation, _variable(line, text, operation.column - 1 + len(operation.text), columns))


def _variable(line: Line, text: str, end: int, columns: bool) -> Field:
    """Return what stands behind the operation, which ends before index `end`: empty where it is all remarks."""
    start = end + len(text[end:]) - len(text[end:].lstrip())
    if columns and "\t" not in text and start >= REMARKS_COLUMN - 1:
        start = len(text)
    return Field(line, text[start:].rstrip(), start + 1)
