"""Consoles of a 6600 for the tests, with a job from a source, and a clock that moves when a test says so."""

from __future__ import annotations

from host.machines.cdc6600.machine import Cdc6600
from host.panels.cdc6600.controller import Controller6600

FRAME = 0.0005  # seconds: 5,000 cycles, which the plain core does in an instant


class Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


def console(source=None, folder=None, *, core="compiled", **files):
    """Return a console, with the program of this source as its job; `files`: name -> path."""
    clock = Clock()
    found = Controller6600(Cdc6600(core=core), now=clock)
    found.files, found.time = files, clock
    if source is None:
        found.command("pause")
    else:
        file = folder / f"{source.split()[1].lower()}.compass"
        file.write_text(source)
        found.begin(str(file))
    return found


def wait(found, frames=20):
    """Let time pass."""
    for _ in range(frames):
        found.time.time += FRAME
        found.advance()


def enter(found, *lines):
    """Type lines; return the answer to the last one."""
    for line in lines:
        found.type(line + "\r")
    return found.ui["answer"]


def texts(found, side):
    """Return the rows on a screen."""
    rows = found.shown[f"{side} rows"]
    return [row for row in (*rows["head"], *rows["body"], rows["foot"]) if row.strip()]
