"""Consoles of a 6600 for the tests, with a job from a source, and a clock that moves when a test says so."""

from __future__ import annotations

from host.cdc6600 import Cdc6600
from host.desk.cdc6600 import media
from host.desk.cdc6600.console import Console

FRAME = 0.0005  # seconds: 5,000 cycles, which the plain core does in an instant


class Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


def console(source=None, folder=None, *, core="compiled", **files):
    """Return a console, with the program of this source as its job; `files`: name -> path."""
    found = Console(Cdc6600(core=core))
    found.files = files
    found.clock = Clock()
    found.start(now=found.clock)
    if source is None:
        found.hold()
    else:
        file = folder / f"{source.split()[1].lower()}.compass"
        file.write_text(source)
        media.begin(found, str(file))
    return found


def wait(found, frames=20):
    """Let time pass."""
    for _ in range(frames):
        found.clock.time += FRAME
        found.advance()


def enter(found, *lines):
    """Type lines; return the answer to the last one."""
    for line in lines:
        found.type(line)
        found.enter()
    return found.answer


def texts(screen):
    return [row.text for row in (*screen.head, *screen.body, screen.foot) if row.text.strip()]
