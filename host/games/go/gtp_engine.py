"""The other end of GTP: a program that plays Go, started here and asked for its moves.

Everything it may do wrong is an EngineError that says what it did: end, be silent, answer what is no response.

Source: G. Farnebäck, Specification of the Go Text Protocol, version 2, draft 2.
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from types import TracebackType
from typing import IO

from emulators.errors import IronboardError

RESPONSE = re.compile(r"([=?])([0-9]*)(?:[ \t]+(.*))?", re.DOTALL)
LONGEST = 1 << 20  # characters of a response
FAREWELL = 2.0  # seconds an engine has to end after `quit`
QUOTED = 200  # characters of what an engine says that are repeated in a message

running: set[subprocess.Popen[str]] = set()


class EngineError(IronboardError):
    """The engine does not do what the protocol expects."""


class Refusal(EngineError):
    """The engine has answered a command with a failure (?)."""


class Crash(EngineError):
    """The engine has ended, or closed its output."""


class Silence(EngineError):
    """The engine has not answered within its time."""


class GtpEngine:
    """A running engine. `command` is a command line; an answer may take `timeout` seconds."""

    def __init__(self, command: str, timeout: float) -> None:
        self.command, self.timeout = command, timeout
        self._number = 0
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()  # None: the engine has closed its output
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (closed by `close`)
        self._process = self._start()
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()

    def __enter__(self) -> GtpEngine:
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

    def ask(self, command: str) -> str:
        """Return the response to a command, without its mark; raises Refusal if it is a failure, or EngineError."""
        self._number += 1
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(f"{self._number} {command}\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended(command) from None
        text = self._response(command)
        match = RESPONSE.fullmatch(text)
        if match is None or match[2] not in ("", str(self._number)):
            raise EngineError(f"the engine answers '{command}' with {quoted(text)}: expected ={self._number} or ?")
        if match[1] == "?":
            raise Refusal(f"the engine refuses '{command}': {quoted(match[3] or '')}")
        return (match[3] or "").strip()

    def _response(self, command: str) -> str:
        """Return the lines up to the next empty one."""
        deadline, lines = time.monotonic() + self.timeout, ""
        while True:
            try:
                line = self._lines.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                said = f"; so far it has said {quoted(lines)}" if lines else ""
                raise Silence(f"no response to '{command}' within {self.timeout:g} seconds{said}") from None
            if line is None:
                raise self._ended(command)
            if not line.strip() and lines:
                return lines.rstrip()
            lines += line.lstrip("\r\n") if not lines else line
            if len(lines) > LONGEST:
                raise EngineError(f"the response to '{command}' has no end; it begins {quoted(lines)}")

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
