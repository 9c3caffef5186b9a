"""Files of saved states: read, written, told from others. The machine checks their contents (`Machine.load_state`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from emulators.errors import StateError
from emulators.record import magic
from host.formats import storage

if TYPE_CHECKING:
    from emulators.machine import Machine

SUFFIX = ".state"  # of the files that panels save
LIMIT = 64 << 20  # bytes


def is_state(path: Path, title: str) -> bool:
    """Return whether a file begins as the saved states of a machine do."""
    return path.is_file() and storage.read_head(path).startswith(magic(title))


def load(machine: Machine, path: Path) -> None:
    """Put a machine back into a saved state; raises IronboardError for anything else, the machine as it was."""
    if not storage.read_head(path).startswith(magic(machine.title)):
        raise StateError(f"{path}: this is not a saved {machine.title} state of this version of Ironboard")
    machine.load_state(storage.read_all(path, LIMIT, "a saved state"))


def save(machine: Machine, path: Path, overwrite: bool) -> None:
    """Write a machine's state to a file."""
    storage.write_all(path, machine.save_state(), overwrite)
