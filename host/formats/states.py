"""Files of saved states: which they are. What is in them the machine checks (`Machine.load_state`)."""

from __future__ import annotations

from pathlib import Path

from emulators.errors import StateError
from emulators.record import magic
from host.formats import storage

LIMIT = 64 << 20  # bytes


def is_state(path: Path, title: str) -> bool:
    """Return whether a file begins as the saved states of a machine do."""
    return path.is_file() and storage.read_head(path).startswith(magic(title))


def check(path: Path, title: str) -> None:
    """Raise IronboardError unless this is a saved state of a machine."""
    if not storage.read_head(path).startswith(magic(title)):
        raise StateError(f"{path}: this is not a saved {title} state of this version of Ironboard")


def read(path: Path, title: str) -> bytes:
    """Return a saved state of a machine; raises IronboardError for anything else."""
    check(path, title)
    return storage.read_all(path, LIMIT, "a saved state")
