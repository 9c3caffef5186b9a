"""JSON and plain values from files that anybody may have written.

Each function returns a value of its type, or raises ValueError with one line that names the expected one.

JSON files in which Ironboard keeps something for the user from one start to the next. Anything may be in them.

settings, trouble = remembered.load(file, "the file of settings", understood)
"""

from __future__ import annotations

import itertools
import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from emulators.errors import IronboardError
from emulators.record import LAST
from host.formats import storage

DEEPEST = 64  # lists and objects within each other
LARGEST = 256 << 20  # characters
LONGEST = 4300  # digits of a number, as Python reads them unless it is told otherwise


def value(text: str | bytes, limit: int = LARGEST) -> Any:
    """Return a JSON value: no longer than the limit, not nested deeper than DEEPEST, all its numbers finite."""
    if len(text) > limit:
        raise ValueError(f"expected JSON of at most {limit:,} characters")
    try:
        found = json.loads(text, parse_constant=_constant, parse_float=_finite, parse_int=_whole)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    level = [found]
    for _ in range(DEEPEST + 1):
        level = [each for outer in level if isinstance(outer, (list, dict)) for each in _inner(outer)]
        if not level:
            return found
    raise ValueError(_TOO_DEEP)


_TOO_DEEP = f"the JSON is nested too deeply: {DEEPEST} levels are the most"


def _inner(outer: list[Any] | dict[str, Any]) -> Any:
    return outer.values() if isinstance(outer, dict) else outer


def _constant(name: str) -> float:
    raise ValueError(f"{name} is not a number of JSON")


def _finite(digits: str) -> float:
    if not math.isfinite(number := float(digits)):
        raise ValueError(f"the number {digits[:40]} is too large")
    return number


def _whole(digits: str) -> int:
    if len(digits) > LONGEST:
        raise ValueError(f"a number has {len(digits):,} digits: {LONGEST:,} are the most")
    return int(digits)


def an_object(found: Any, *names: str) -> dict[str, Any]:
    """Return a dictionary that has these names, at least."""
    if not isinstance(found, dict):
        raise ValueError(f"expected a JSON object, not {shown(found)}")
    if missing := [name for name in names if name not in found]:
        raise ValueError(f"there is no '{missing[0]}'")
    return found


def a_list(found: Any, name: str) -> list[Any]:
    """Return a list; `name` says in the message of which thing."""
    if not isinstance(found, list):
        raise ValueError(f"'{name}' is {shown(found)}: expected a list")
    return found


def text(found: Any, name: str) -> str:
    """Return a text."""
    if not isinstance(found, str):
        raise ValueError(f"'{name}' is {shown(found)}: expected a text")
    return found


def whole(found: Any, name: str, most: int = LAST) -> int:
    """Return a whole number from 0 to `most`."""
    if type(found) is not int or not 0 <= found <= most:
        raise ValueError(f"'{name}' is {shown(found)}: expected a number from 0 to {most:,}")
    return found


def seconds(found: Any, name: str) -> float:
    """Return a time in seconds since 1970, up to the end of the year 9998."""
    if type(found) not in (int, float) or not 0 <= found < 253_370_000_000:
        raise ValueError(f"'{name}' is {shown(found)}: expected seconds since 1970")
    return float(found)


def as_json(found: Any) -> str:
    """Return the beginning of a value as JSON has it, for a message."""
    try:
        return json.dumps(found)[:60]
    except ValueError:
        return shown(found)


def shown(found: Any) -> str:
    """Return the beginning of a value, for a message. A number has too many digits to be written out, perhaps."""
    try:
        return repr(found)[:60]
    except ValueError:
        return "a number of thousands of digits"


# ---------------------------------------------------------------- what is kept for the user from one start to the next

LIMIT = 1 << 20  # bytes of a file
T = TypeVar("T")


def load(file: Path, title: str, understood: Callable[[dict[str, Any]], T]) -> tuple[T, str]:
    """Return the content as `understood` reads it, and a line with the error of the file, if it has one.

    Without a file the content is empty. `understood` raises ValueError. A file that is wrong is given another name;
    anything else than a file stays where it is.
    """
    try:
        return understood(read(file, title)), ""
    except ValueError as error:
        trouble = f"{file}: not understood: {error}"
    except IronboardError as error:
        trouble = str(error)
    return understood({}), f"{trouble}; {set_aside(file)}"


def read(file: Path, title: str) -> dict[str, Any]:
    """Return the content, empty if there is no file.

    Raises IronboardError if it cannot be read, ValueError if it is not a JSON object.
    """
    if not os.path.exists(file):
        return {}
    if not os.path.isfile(file):
        raise IronboardError(f"cannot read {file}: {title} should be there, and it is no file")
    return an_object(value(storage.read_all(file, LIMIT, title)))


def set_aside(file: Path) -> str:
    """Give a file, if it is one, a name that no other has; return a line that says so."""
    if not os.path.isfile(file):
        return "nothing is remembered"
    names = (file.with_name(f"{file.name}.broken{number or ''}") for number in itertools.count())
    aside = next(each for each in names if not os.path.lexists(each))
    try:
        os.rename(file, aside)
    except OSError as error:
        return f"it stays there, for it cannot be renamed: {error.strerror}"
    return f"it is {aside.name} now, and nothing is remembered"
