"""Settings that the window and the terminal remember from one start to the next, in one JSON file.

    settings = load("KIM-1")
    settings.speed = 10.0
    settings.save()

Sound, full screen and the last folder are the same for all machines; the rest is each machine's own. Only a view that
a person uses reads or writes the file: a run without a view, a picture, a test do not.
"""

from __future__ import annotations

import copy
import json
import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from emulators.errors import IronboardError
from host.formats import storage, strict

VARIABLE = "IRONBOARD_SETTINGS"  # names another file
TITLE = "the file of settings"
RECENT = 20  # files
LEAST, MOST = 200, 20_000  # pixels of a window
TURBO = "turbo"


def path() -> Path:
    """Return the file."""
    return storage.of_user("config", "settings.json", VARIABLE)


@dataclass
class Settings:
    """The settings of a machine. `troubles`: errors in the file, in sentences."""

    machine: str
    sound: bool = False
    full_screen: bool = False
    native_dialogs: bool = True  # whether the desktop's dialog for files opens
    folder: str = ""  # of the file opened or saved last
    size: tuple[int, int] | None = None  # of the window, in pixels
    place: tuple[int, int] | None = None  # of its upper left corner on the desktop
    speed: float = 1.0  # times the original's clock; infinity is turbo
    recent: list[str] = field(default_factory=list)  # files opened and saved, the last one first
    troubles: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._loaded = {name: copy.copy(getattr(self, name)) for name in FIELDS}

    def used(self, file: Path) -> None:
        """Put a file in front of the recent ones, and save that at once."""
        file = file.absolute()
        self.folder = str(file.parent)
        self.recent = [str(file), *(each for each in self.recent if each != str(file))][:RECENT]
        self.save()

    def save(self) -> None:
        """Write the changes since it was read; those that another window has written meanwhile stay.

        Raises IronboardError if the file cannot be written.
        """
        changed = {name: getattr(self, name) for name in FIELDS if getattr(self, name) != self._loaded[name]}
        if not changed:
            return
        from filelock import FileLock, Timeout

        file = path()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(f"{file}.lock", timeout=2):
                data = strict.read(file, TITLE)
                own = table(table(data, "machines"), self.machine)
                for name, value in changed.items():
                    (data if name in COMMON else own)[name] = FIELDS[name][1](value)
                storage.write_text(file, json.dumps(data, indent=2) + "\n", overwrite=True)
        except ValueError as error:
            raise IronboardError(f"{file}: not understood: {error}; nothing is remembered") from error
        except Timeout as error:
            raise IronboardError(f"{file}: another program holds it, nothing is remembered") from error
        except OSError as error:
            raise IronboardError(f"cannot write {file}: {error.strerror or error}") from error
        self._loaded |= {name: copy.copy(value) for name, value in changed.items()}


def load(machine: str = "") -> Settings:
    """Return the settings of a machine, by its title. A file that is not JSON is kept under another name."""
    settings, file = Settings(machine), path()
    data, trouble = strict.load(file, TITLE, dict[str, Any])
    settings.troubles = [trouble] if trouble else []
    own = data.get("machines")
    own = own.get(machine) if isinstance(own, dict) else None
    for name, (understood, _, expected) in FIELDS.items():
        source = data if name in COMMON else own if isinstance(own, dict) else {}
        if name in source:
            try:
                setattr(settings, name, understood(source[name]))
            except (TypeError, ValueError):
                settings.troubles.append(f"{file}: {name} is {strict.as_json(source[name])}: expected {expected}")
    settings.__post_init__()
    return settings


def table(data: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the object with a name inside another one, made if there is none."""
    if not isinstance(data.get(name), dict):
        data[name] = {}
    found: dict[str, Any] = data[name]
    return found


# ---------------------------------------------------------------- values, from JSON and to JSON


def yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def text(value: Any) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise TypeError
    os.fsencode(value)  # a ValueError for half a character, which no name of a file has
    return value


def pair(least: int) -> Callable[[Any], tuple[int, int]]:
    """Return a function that checks a pair of whole numbers, `least` or more."""

    def understood(value: Any) -> tuple[int, int]:
        if not (isinstance(value, list) and len(value) == 2 and all(type(each) is int for each in value)):
            raise TypeError
        if not all(least <= each <= MOST for each in value):
            raise ValueError
        return value[0], value[1]

    return understood


def speed(value: Any) -> float:
    if value == TURBO:
        return math.inf
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1e6:
        raise ValueError
    return float(value)


def texts(value: Any) -> list[str]:
    if not isinstance(value, list):
        raise TypeError
    return [text(each) for each in value][:RECENT]


FIELDS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any], str]] = {
    "sound": (yes_or_no, bool, "true or false"),
    "full_screen": (yes_or_no, bool, "true or false"),
    "native_dialogs": (yes_or_no, bool, "true or false"),
    "folder": (text, str, "a text"),
    "size": (pair(LEAST), list, f"two whole numbers from {LEAST} to {MOST}"),
    "place": (pair(-MOST), list, f"two whole numbers up to {MOST}"),
    "speed": (speed, lambda value: TURBO if math.isinf(value) else value, f'a number above 0, or "{TURBO}"'),
    "recent": (texts, list, "a list of texts"),
}  # the function that reads a value, the one that writes it, the words for an error
COMMON = ("sound", "full_screen", "native_dialogs", "folder")
