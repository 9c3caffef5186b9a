"""A program that plays a game, started here and spoken to in lines: GTP (go/gtp_engine.py), Hub (checkers/hub.py).

Everything it may do wrong is an EngineError that says what it did: end, be silent, answer what the protocol does not
know.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from types import TracebackType
from typing import IO, Self

from emulators.errors import IronboardError

LONGEST = 1 << 20  # characters of a response
FAREWELL = 2.0  # seconds an engine has to end after `quit`
QUOTED = 200  # characters of what an engine says that are repeated in a message

running: set[subprocess.Popen[str]] = set()


class EngineError(IronboardError):
    """The engine does not do what the protocol expects."""


class Refusal(EngineError):
    """The engine has answered a command with a failure."""


class Crash(EngineError):
    """The engine has ended, or closed its output."""


class Silence(EngineError):
    """The engine has not answered within its time."""


class Engine:
    """A running engine. `command` is a command line; an answer may take `timeout` seconds."""

    def __init__(self, command: str, timeout: float) -> None:
        self.command, self.timeout = command, timeout
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()  # None: the engine has closed its output
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (closed by `close`)
        self._process = self._start()
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self) -> subprocess.Popen[str]:
        """Start the program, apart from the terminal: Ctrl-C is not for it."""
        try:
            words: str | list[str] = self.command if sys.platform == "win32" else shlex.split(self.command)
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="latin-1",
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError, IndexError) as error:
            self._errors.close()
            reason = getattr(error, "strerror", None) or "it is no command line"
            raise EngineError(f"cannot start the engine '{self.command}': {reason}") from error
        running.add(process)
        return process

    def _read(self, output: IO[str]) -> None:
        """Hand over the lines of the output, in a thread of its own: a pipe cannot be waited for on all systems."""
        with contextlib.suppress(ValueError, OSError):  # closed meanwhile
            while line := output.readline(LONGEST):
                self._lines.put(line)
        self._lines.put(None)

    def tell(self, line: str, command: str = "") -> None:
        """Send a line; raises Crash, which names the command, if nobody takes it any more."""
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended(command or line) from None

    def line(self, command: str, deadline: float, so_far: str = "") -> str:
        """Return the next line that the engine prints. `deadline`: on the clock time.monotonic(); raises EngineError.

        `command` is what the engine is asked, `so_far` what it has said already, for messages.
        """
        try:
            line = self._lines.get(timeout=max(0, deadline - time.monotonic()))
        except queue.Empty:
            said = f"; so far it has said {quoted(so_far)}" if so_far else ""
            raise Silence(f"no response to '{command}' within {self.timeout:g} seconds{said}") from None
        if line is None:
            raise self._ended(command)
        if len(so_far) + len(line) > LONGEST:
            raise EngineError(f"the response to '{command}' has no end; it begins {quoted(so_far or line)}")
        return line

    def _ended(self, command: str) -> Crash:
        """Return the error for an engine that has gone, with its last words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        status = self._process.poll()
        how = "closed its output" if status is None else f"ended with exit status {status}"
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - QUOTED))
        words = self._errors.read().decode("latin-1").strip()
        return Crash(f"the engine {how} at '{command}'" + (f"; it said {quoted(words)}" if words else ""))

    def close(self) -> None:
        """Send the engine home; what does not go by itself is ended."""
        process = self._process
        with contextlib.suppress(OSError):
            assert process.stdin is not None
            process.stdin.write("quit\n")
            process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(FAREWELL)
        end(process)
        self._errors.close()


def end(process: subprocess.Popen[str]) -> None:
    """End an engine, and what it has started and left behind."""
    running.discard(process)
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):  # everybody has gone
            os.killpg(process.pid, signal.SIGKILL)  # its own session: nobody else is in it
    process.wait()


def end_all() -> None:
    """End every engine that runs: for a process that is about to be ended itself."""
    for process in list(running):
        end(process)


def quoted(text: str) -> str:
    """Return text of an engine's in quotation marks, on one line, not too long."""
    line = " ".join(text.split())
    return f"'{line[:QUOTED]}...'" if len(line) > QUOTED else f"'{line}'"
