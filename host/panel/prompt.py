"""The line in which the window asks for a file: its name, and for some files addresses behind it.

game.ptp              open or save; the ending tells the format
dump.bin @0200        open a raw binary: where it goes
prog.hex 0200-02FF    save memory from the first to the last address
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError
from host.desk.media import parse_address

ORIGIN = re.compile(r"^(?P<path>.*\S)\s+@(?P<origin>\S+)$")
RANGE = re.compile(r"^(?P<path>.*\S)\s+\$?(?P<first>[0-9A-Fa-f]{1,4})-\$?(?P<last>[0-9A-Fa-f]{1,4})$")


class Wanted(NamedTuple):
    """What the user has asked for."""

    path: Path
    origin: int | None = None
    first: int | None = None
    last: int | None = None


def parse(text: str) -> Wanted:
    """Return the file and the addresses of a line; raises IronboardError when there is no name."""
    line = text.strip()
    if match := ORIGIN.match(line):
        return Wanted(path_of(match["path"]), origin=parse_address(match["origin"]))
    if match := RANGE.match(line):
        return Wanted(path_of(match["path"]), first=int(match["first"], 16), last=int(match["last"], 16))
    if not line:
        raise IronboardError("type the name of a file, or press Esc")
    return Wanted(path_of(line))


def path_of(text: str) -> Path:
    """Return a path as typed or dropped: quotes round it do not count, ~ is the user's folder."""
    return Path(text.strip("\"'")).expanduser()


def completed(text: str) -> str:
    """Return the line with the file's name completed as far as it is certain."""
    typed = path_of(text) if text else Path()
    folder, begun = (typed, "") if not text or text.endswith("/") else (typed.parent, typed.name)
    try:
        found = sorted(each for each in folder.iterdir() if each.name.startswith(begun))
    except OSError:
        return text
    if not found:
        return text
    common = found[0].name
    for each in found:
        while not each.name.startswith(common):
            common = common[:-1]
    path = str(folder / common)
    return path + "/" if len(found) == 1 and found[0].is_dir() else path


class Prompt:
    """One line being typed. `done` gets it when Enter is pressed; an error of it keeps the line open."""

    def __init__(self, title: str, done: Callable[[str], None], hint: str = "", text: str = "") -> None:
        self.title = title
        self.hint = hint
        self.text = text
        self.done = done

    def type(self, text: str) -> None:
        """Add characters at the end."""
        self.text += "".join(each for each in text if each.isprintable())

    def rub_out(self) -> None:
        """Take the last character away."""
        self.text = self.text[:-1]

    def complete(self) -> None:
        """Complete the file's name."""
        self.text = completed(self.text)
