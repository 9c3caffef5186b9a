"""Files that a user opens and saves while a KIM-1 runs: programs, tapes and saved states, told apart by content.

game.ptp              open or save; the ending tells the format
dump.bin @0200        open a raw binary: where it goes
prog.hex 0200-02FF    save memory from the first to the last address
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError
from host.formats import states
from host.machines.kim1.machine import Kim1, find_program
from host.ui.files import path_of

TAPE = ".wav"
ORIGIN = re.compile(r"^(?P<path>.*\S)\s+@(?P<origin>\S+)$")
RANGE = re.compile(r"^(?P<path>.*\S)\s+\$?(?P<first>[0-9A-Fa-f]{1,4})-\$?(?P<last>[0-9A-Fa-f]{1,4})$")


def open_file(kim: Kim1, path: str | os.PathLike[str], *, origin: int | None = None) -> str:
    """Go back to a saved state, or load a program; return the outcome as a sentence."""
    file = Path(path)
    if states.is_state(file, kim.title):
        states.load(kim, file)
        return f"{file.name}: back at cycle {kim.cycles:,}"
    image = find_program(path, origin=origin)
    kim.load(image)
    start = image.beginning()
    assert start is not None  # it is not empty
    return "; ".join([f"{file.name}: {image.size} bytes loaded; start at {start:04X}", *image.notes])


def save_file(
    kim: Kim1,
    path: str | os.PathLike[str],
    first: int | None = None,
    last: int | None = None,
    *,
    overwrite: bool = False,
) -> str:
    """Save the recorded tape (.wav), the machine's state (.state), or memory from `first` to `last` (inclusive).

    Return the outcome as a sentence.
    """
    file = Path(path)
    if file.suffix.lower() == TAPE:
        if not kim.recorded:
            raise IronboardError("nothing has been recorded: start the recorder first")
        kim.save_tape(file, overwrite=overwrite)
        return f"{file.name}: tape saved"
    if file.suffix.lower() == states.SUFFIX:
        states.save(kim, file, overwrite)
        return f"{file.name}: state saved"
    if first is None or last is None or not 0 <= first <= last <= 0xFFFF:
        raise IronboardError("to save a program, give its first and last address (hex)")
    kim.save(file, first, last, overwrite=overwrite)
    return f"{file.name}: {first:04X}-{last:04X} saved"


def parse_address(text: str) -> int | None:
    """Return the address a user has typed in hex, with or without $; None for nothing."""
    digits = text.strip().lstrip("$")
    if not digits:
        return None
    try:
        address = int(digits, 16)
    except ValueError:
        address = -1
    if not 0 <= address <= 0xFFFF:
        raise IronboardError(f"'{text.strip()}' is not an address: expected four hex digits, such as 0200")
    return address


class Wanted(NamedTuple):
    """A file that a line names, and for some files addresses after it."""

    path: Path
    origin: int | None = None
    first: int | None = None
    last: int | None = None


def wanted(text: str) -> Wanted:
    """Return the file that a line names; raises IronboardError when there is no name. ~ is the user's folder."""
    line = text.strip()
    if match := ORIGIN.match(line):
        return Wanted(path_of(match["path"]), origin=parse_address(match["origin"]))
    if match := RANGE.match(line):
        return Wanted(path_of(match["path"]), first=int(match["first"], 16), last=int(match["last"], 16))
    if not line:
        raise IronboardError("type the name of a file, or press Esc")
    return Wanted(path_of(line))
