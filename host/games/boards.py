"""The common parts of the games: two sides, faults of programs, error positions in texts, signs of a terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Iterator
from enum import Enum
from pathlib import Path
from typing import TypeVar

from emulators.errors import IronboardError, Place, SourceError, SourceErrors

REMARK = "#"  # begins a line that is not read

T = TypeVar("T")


class ProgramFault(IronboardError):
    """A program in a machine broke a rule or gave no valid answer."""


class Colour(Enum):
    """The two sides."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> Colour:
        """The opponent."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    @property
    def label(self) -> str:
        """Black or White."""
        return self.value.capitalize()

    @property
    def letter(self) -> str:
        """B or W."""
        return self.value[0].upper()


def can_show(text: str) -> bool:
    """Return whether all characters of a text are in the encoding of standard output."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def clock(seconds: float) -> str:
    """Return a time as people say it."""
    if seconds < 100:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min {rest:02} s" if hours else f"{minutes} min {rest:02} s"


def data_file(checkout: str, installed: str) -> Path:
    """Return a file or folder of data: in a checkout, or by its name in a wheel; raises IronboardError.

    pyproject.toml puts it into the wheel.
    """
    host = Path(__file__).parents[1]
    files = (host.parent / checkout, host / "games" / "data" / installed)
    found = next((path for path in files if path.exists()), None)
    if found is None:
        raise IronboardError(f"no data in {' or '.join(map(str, files))}")
    return found


# ---------------------------------------------------------------- text and its places


def typed(text: str, file: str = "move") -> Place:
    """Return the place of a text that is not in a file."""
    return Place(file, 1, 1, max(1, len(text)), text)


def within(place: Place, offset: int, length: int = 1) -> Place:
    """Return the part of a place that begins `offset` characters after its start."""
    return place._replace(column=place.column + offset, length=length)


def words_of(text: str, place: Place) -> list[tuple[str, Place]]:
    """Return the words of a text, which begins at a place, with their places."""
    return [(found[0], within(place, found.start(), len(found[0]))) for found in re.finditer(r"\S+", text)]


def each_line(text: str, file: str, read: Callable[[Place], T]) -> list[T]:
    """Return the results of `read` for all lines but empty ones and remarks; raises SourceErrors with all errors."""
    found, errors = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith(REMARK):
            try:
                found.append(read(Place(file, number, 1, max(1, len(line)), line)))
            except SourceError as error:
                errors.append(error)
    if errors:
        raise SourceErrors(errors)
    return found


def men_of_rows(
    text: str, at: Place, width: int, height: int, men: Container[str], expected: str, *, row: str = "row"
) -> Iterator[tuple[int, int, str, Place]]:
    """Yield column and row, both from 1, letter and place of the men in rows such as `8/8/3k4`, the top row first.

    Digits are empty squares, and so is a dot. Raises SourceError; `expected` is its hint, `row` its word for a row.
    """
    x, y = 1, height
    for found in re.finditer(r"/|[0-9]+|.", text):
        here = within(at, found.start(), len(found[0]))
        if found[0] == "/":
            if x <= width:
                raise SourceError(here, f"{row} {y} has {x - 1} squares, not {width}")
            x, y = 1, y - 1
            if y == 0:
                raise SourceError(here, f"the board has {height} {row}s")
        elif found[0].isdigit() or found[0] == ".":
            x += int(found[0].replace(".", "1").lstrip("0")[:6] or 0)  # Python takes no number of 5,000 digits
        elif found[0] in men:
            if x <= width:
                yield x, y, found[0], here
            x += 1
        else:
            raise SourceError(here, f"'{found[0]}' is neither a man nor a number of empty squares", expected)
        if x > width + 1:
            raise SourceError(here, f"{row} {y} has more than {width} squares")
    if y > 1 or x <= width:
        raise SourceError(within(at, len(text) - 1), f"the position ends before the end of {row} {y}")
