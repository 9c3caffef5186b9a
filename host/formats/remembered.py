"""JSON files in which Ironboard keeps something for the user from one start to the next. Anything may be in them.

settings, trouble = remembered.load(file, "the file of settings", understood)
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from emulators.errors import IronboardError
from host.formats import storage, strict

LIMIT = 1 << 20  # bytes of a file
T = TypeVar("T")


def load(file: Path, title: str, understood: Callable[[dict[str, Any]], T]) -> tuple[T, str]:
    """Return what `understood` makes of the content, and in a line what is wrong with the file, if something is.

    Without a file the content is empty. `understood` raises ValueError. A file that is wrong is given another name;
    what is no file stays where it is.
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
    return strict.an_object(strict.value(storage.read_all(file, LIMIT, title)))


def set_aside(file: Path) -> str:
    """Give a file, if it is one, a name that no other has; return what has happened to it."""
    if not os.path.isfile(file):
        return "nothing is remembered"
    names = (file.with_name(f"{file.name}.broken{number or ''}") for number in itertools.count())
    aside = next(each for each in names if not os.path.lexists(each))
    try:
        os.rename(file, aside)
    except OSError as error:
        return f"it stays there, for it cannot be renamed: {error.strerror}"
    return f"it is {aside.name} now, and nothing is remembered"
