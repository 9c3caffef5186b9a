"""How a command ends early: Ctrl-C, or SIGTERM; a line says what is kept, and the exit status which of them it was.

    with keeping("the games so far are in games.pgn; the same command plays on"):
        play()

The innermost `keeping` is what the user reads. Nothing here needs POSIX.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TextIO

INTERRUPTED, TERMINATED = 130, 143  # exit statuses
AGAIN = "nothing is changed; the same command begins anew"
STOOD = "that was the machine after {:,} cycles; the same command begins anew"


class Ending:
    """Which signal ends the process, if one does."""

    terminated = False
    asked = False  # an event loop to end its work

    @property
    def status(self) -> int:
        """The exit status that says so."""
        return TERMINATED if self.terminated else INTERRUPTED


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
    """Let an interrupt end this block, and wait for `Early.end`."""
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
    """Let both signals raise KeyboardInterrupt; outside, before and after, they end the process without a word."""
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
    """Let either signal call `end` in the event loop that is running, where loops hear signals: not on Windows."""
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
    """Let either signal end the process where it is: nothing waits for a thread that waits for its input."""

    def end(number: int, frame: FrameType | None) -> None:
        ending.terminated = number == signal.SIGTERM
        os._exit(told(what))

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
