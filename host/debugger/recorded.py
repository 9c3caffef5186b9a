"""Recording a machine's input for `ironboard debug --replay`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from emulators.machine import Machine
from host.formats import storage


@contextmanager
def recorded(machine: Machine, path: Path | None, overwrite: bool = False) -> Iterator[None]:
    """Record the machine's input in a file meanwhile; an existing file is replaced only with `overwrite`."""
    if path is None:
        yield
        return
    from host.debugger.recording import Recorder

    if not overwrite:
        storage.refuse_existing(path)  # before the user plays a game that cannot be kept
    recorder = Recorder(machine)
    try:
        yield
    finally:
        recorder.recording().write(path, overwrite=overwrite)
