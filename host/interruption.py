"""The early end of a command: Ctrl-C, or SIGTERM. A line names the results that are kept, the exit status the signal.

    with keeping("the games so far are in games.pgn; the same command plays on"):
        play()

The innermost `keeping` is the one that the user reads. Nothing here needs POSIX.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TextIO

from host.streams import Status

AGAIN = "nothing is changed; the same command begins anew"
STOOD = "that was the machine after {:,} cycles; the same command begins anew"


class Ending:
    """Which signal ends the process, if one does."""

    terminated = False
    asked = False  # an event loop to end its work

    @property
    def status(self) -> int:
        """The exit status that says so."""
        return Status.TERMINATED if self.terminated else Status.INTERRUPTED


ending = Ending()


@contextlib.contextmanager
def keeping(what: str | Callable[[], str]) -> Iterator[None]:
    """Name the results that are kept of this work, and how to go on, if it is interrupted."""
    try:
        yield
    except KeyboardInterrupt as error:
        if not error.args:
            error.args = (what if isinstance(what, str) else what(),)
        raise


class Early:
    """The interrupt of a piece of work; its results so far are to be printed and kept nevertheless."""

    error: KeyboardInterrupt | None = None

    def end(self, what: str) -> None:
        """Go on with the interrupt, if there was one: `what` is kept."""
        if self.error:
            self.error.args = self.error.args or (what,)
            raise self.error


@contextlib.contextmanager
def early() -> Iterator[Early]:
    """Make an interrupt end this block, and wait for `Early.end`."""
    found = Early()
    try:
        yield found
    except KeyboardInterrupt as error:
        found.error = error


def interrupted(error: KeyboardInterrupt) -> int:
    """Tell the user how to go on after an interrupt; return the exit status."""
    with contextlib.suppress(OSError, ValueError):  # the terminal may be gone
        sys.stdout.flush()
    return told(str(error.args[0]) if error.args else AGAIN)


def told(what: str, file: TextIO | None = None) -> int:
    """Name the kept results to the user; return the exit status."""
    say(what, file)
    return ending.status


def say(what: str, file: TextIO | None = None) -> None:
    """Name the kept results to the user, in one line."""
    file = file or sys.stderr
    with contextlib.suppress(OSError, ValueError):
        below = "\n" * file.isatty()  # ^C has been echoed
        print(f"{below}ironboard: interrupted: {what}", file=file, flush=True)


@contextlib.contextmanager
def heard() -> Iterator[None]:
    """Make both signals raise KeyboardInterrupt; outside, before and after, they end the process without a word."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if before != signal.SIG_IGN:  # as in the background of a shell
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, before)


def terminate(number: int, frame: FrameType | None) -> None:
    """End as after Ctrl-C, with another exit status."""
    ending.terminated = True
    raise KeyboardInterrupt


def in_loop(end: Callable[[], object]) -> None:
    """Make either signal call `end` in the event loop that is running, where loops hear signals: not on Windows."""
    from asyncio import get_running_loop

    def hear(number: int) -> None:
        ending.terminated, ending.asked = number == signal.SIGTERM, True
        end()

    loop = get_running_loop()
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # or in another thread
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, hear, number)


def after_loop() -> None:
    """Raise KeyboardInterrupt if a signal has ended the loop."""
    if ending.asked:
        ending.asked = False
        raise KeyboardInterrupt


def at_once(what: str) -> None:
    """Make either signal end the process where it is: nothing waits for a thread that waits for its input."""

    def end(number: int, frame: FrameType | None) -> None:
        ending.terminated = number == signal.SIGTERM
        os._exit(told(what))

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)


# ---------------------------------------------------------------- a line while a command works

# A line on standard error, now and then, while a command works and prints nothing.
#
# `breaking_silence` watches the whole command: as long as it computes, it says so; a prompt or an engine that is waited
# for uses no processor, and nothing is said, unless `expecting` asks for it. `doing` names the work:
#
#     with doing(lambda: f"{machine.seconds:.1f} s of the 6600's time"):
#         machine.run_to(limit)


TERMINAL_SECONDS, LINE_SECONDS = 4.0, 10.0  # of silence: before a user at a terminal, and elsewhere
LOOK_SECONDS = 0.5
BUSY = 0.1  # of a processor's time: below, the command waits for others


class Patience:
    """How long it has been silent, and the work of the command meanwhile."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, used: Callable[[], float] = time.process_time):
        self.on = True
        self.deeds: list[str | Callable[[], str]] = []
        self.expecting = False  # its work is to wait for others
        self._clock, self._used = clock, used
        self._looked, self._before = clock(), used()
        self.said()

    def said(self) -> None:
        """Something has been printed: silence begins anew."""
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
    """Name the awaited event in this block, when it takes long, although nothing is computed."""
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
def breaking_silence() -> Iterator[None]:
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
