"""Programs of others that play a game, started here and spoken to in lines: by GTP for Go, by Hub for checkers.

Everything such a program may do wrong is an EngineError with the reason: it ended, was silent, or violated the
protocol.

host/games/checkers/hub.py has the words of Hub.

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
from collections.abc import Sequence
from typing import IO, Self

from emulators.errors import IronboardError
from host.games.checkers import hub
from host.games.checkers.rules import Move, Position

LONGEST = 1 << 20  # characters of a response
FAREWELL = 2.0  # seconds an engine has to end after `quit`
QUOTED = 200  # characters of an engine's output that a message repeats

running: set[subprocess.Popen[str]] = set()


class EngineError(IronboardError):
    """The engine violates the protocol."""


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

    def __exit__(self, *error: object) -> None:
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
            reason = getattr(error, "strerror", None) or "it is not a command line"
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
        """Send a line; raises Crash, which names the command, if the engine has closed its input."""
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended(command or line) from None

    def line(self, command: str, deadline: float, so_far: str = "") -> str:
        """Return the next line that the engine prints. `deadline`: on the clock time.monotonic(); raises EngineError.

        `command` and `so_far`, the answer up to now, are for messages.
        """
        try:
            line = self._lines.get(timeout=max(0, deadline - time.monotonic()))
        except queue.Empty:
            said = f"; its output so far: {quoted(so_far)}" if so_far else ""
            raise Silence(f"no response to '{command}' within {self.timeout:g} seconds{said}") from None
        if line is None:
            raise self._ended(command)
        if len(so_far) + len(line) > LONGEST:
            raise EngineError(f"the response to '{command}' is incomplete; it begins {quoted(so_far or line)}")
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
        return Crash(f"the engine {how} at '{command}'" + (f"; its output: {quoted(words)}" if words else ""))

    def close(self) -> None:
        """Ask the engine to quit; one that does not is ended."""
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
    """End an engine, and the processes it started and left running."""
    running.discard(process)
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):  # everybody has gone
            os.killpg(process.pid, signal.SIGKILL)  # its own session: nothing else is in it
    process.wait()


def end_all() -> None:
    """End every engine that runs: for a process that is about to be ended itself."""
    for process in list(running):
        end(process)


def quoted(text: str) -> str:
    """Return an engine's text in quotation marks, on one line, not too long."""
    line = " ".join(text.split())
    return f"'{line[:QUOTED]}...'" if len(line) > QUOTED else f"'{line}'"


RESPONSE = re.compile(r"([=?])([0-9]*)(?:[ \t]+(.*))?", re.DOTALL)


class GtpEngine(Engine):
    """A running engine that speaks GTP."""

    _number = 0

    def ask(self, command: str) -> str:
        """Return the response to a command, without its mark; raises Refusal if it is a failure, or EngineError."""
        self._number += 1
        self.tell(f"{self._number} {command}", command)
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
            line = self.line(command, deadline, lines)
            if not line.strip() and lines:
                return lines.rstrip()
            lines += line.lstrip("\r\n") if not lines else line


CAREFUL = 1000  # lines that a program may print before it answers


class HubEngine(Engine):
    """A running engine that speaks Hub. `title`: its own name for itself."""

    title = ""

    def begin(self) -> None:
        """Ask who it is, and begin a game; raises EngineError."""
        self.tell("hub")
        said = self._until("hub", "wait")
        known = [line.arguments for line in said if line.command == "id"]
        self.title = " ".join(each[name] for each in known for name in ("name", "version") if name in each)
        self.tell("init")
        self._until("init", "ready")
        self.tell("new-game")

    def choose(self, start: Position, moves: Sequence[Move], seconds: float) -> Move:
        """Return its move after these; the position before them is `start`. Raises EngineError."""
        position = start
        for move in moves:
            position = position.played(move)
        made = f' moves="{" ".join(map(hub.move_written, moves))}"' if moves else ""
        self.tell(f"pos pos={hub.position_written(start)}{made}")
        self.tell(f"level move-time={seconds:g}")
        self.tell("go think")
        *_, last = self._until("go think", "done")
        try:
            return hub.read_move(last.arguments.get("move", ""), position)
        except hub.HubError as error:
            raise EngineError(f"the engine's move: {error}") from error

    def _until(self, command: str, word: str) -> list[hub.Line]:
        """Return the lines up to one that begins with a word; raises EngineError if there is none."""
        deadline, lines, text = time.monotonic() + self.timeout, list[hub.Line](), ""
        while len(lines) < CAREFUL:
            text = self.line(command, deadline, text).strip()
            if not text:
                continue
            lines.append(self._parsed(text))
            if lines[-1].command == word:
                return lines
            if lines[-1].command == "error":
                raise EngineError(f"the engine refuses '{command}': {quoted(text)}")
        raise EngineError(f"the engine answers '{command}' with {quoted(text)} and more: expected {word}")

    @staticmethod
    def _parsed(text: str) -> hub.Line:
        """Return a line of the engine's; anything outside the protocol is an ignored remark."""
        try:
            return hub.parse(text)
        except hub.HubError:
            return hub.Line("", {})
