"""A line on standard error, now and then, while a command works and prints nothing.

`told` watches the whole command: as long as it computes, it says so; a prompt or an engine that is waited for uses no
processor, and nothing is said, unless `expecting` asks for it. What exactly takes so long, `doing` says:

    with doing(lambda: f"{machine.seconds:.1f} s of the 6600's time"):
        machine.run_to(limit)
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator

TERMINAL_SECONDS, LINE_SECONDS = 4.0, 10.0  # of silence: before a user at a terminal, and elsewhere
LOOK_SECONDS = 0.5
BUSY = 0.1  # of a processor's time: below, somebody else is waited for


class Patience:
    """How long it has been silent, and the work of the command meanwhile."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, used: Callable[[], float] = time.process_time):
        self.on = True
        self.deeds: list[str | Callable[[], str]] = []
        self.expecting = False  # waiting for others is what it does
        self._clock, self._used = clock, used
        self._looked, self._before = clock(), used()
        self.said()

    def said(self) -> None:
        """Somebody has printed something: silence begins anew."""
        self._since = self._begun = self._clock()

    def look(self) -> str:
        """Return the line that is due, an empty text if none is. To be asked every LOOK_SECONDS."""
        now, used = self._clock(), self._used()
        busy = used - self._before >= BUSY * (now - self._looked)
        self._looked, self._before = now, used
        if not (busy or self.expecting) or not self.on:
            self.said()
        limit = TERMINAL_SECONDS if sys.stderr.isatty() else LINE_SECONDS
        if now - self._since < limit:
            return ""
        self._since = now
        deed = self.deeds[-1] if self.deeds else ""
        what = deed if isinstance(deed, str) else deed()
        return f"ironboard: at work for {now - self._begun:.0f} s{f', {what}' * bool(what)}; Ctrl-C ends it"


patience = Patience()


def said() -> None:
    """Remember that something has been printed just now."""
    patience.said()


@contextlib.contextmanager
def doing(what: str | Callable[[], str]) -> Iterator[None]:
    """Name the work in this block when it takes long; a function is asked each time, from another thread."""
    patience.deeds.append(what)
    try:
        yield
    finally:
        patience.deeds.remove(what)


@contextlib.contextmanager
def expecting(what: str) -> Iterator[None]:
    """Say what is waited for in this block, when it takes long, although nothing is computed."""
    before, patience.expecting = patience.expecting, True
    try:
        with doing(what):
            yield
    finally:
        patience.expecting = before


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Say nothing in this block: a view has the terminal, or a bar already shows how far the work is."""
    before, patience.on = patience.on, False
    try:
        yield
    finally:
        patience.on = before
        said()


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Print the lines that are due while this block runs."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(LOOK_SECONDS):
            with contextlib.suppress(Exception):  # the state that is told may be changing just now
                if line := patience.look():
                    print(line, file=sys.stderr, flush=True)

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        done.set()
