"""What a line says that names a file: the file, and for some files addresses behind it.

game.ptp              open or save; the ending tells the format
dump.bin @0200        open a raw binary: where it goes
prog.hex 0200-02FF    save memory from the first to the last address
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError
from host.desk.kim1.media import parse_address
from host.panel.prompt import path_of

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
