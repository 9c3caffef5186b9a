"""The worker of the workbench: one machine, its debugger, languages and lessons, driven by messages from a page.

In a browser it runs in Pyodide within a Web Worker (web/worker.js); nothing here knows of the browser, so that tests
drive it in any Python. Messages are plain data (JSON). To the worker:

    {"channel": "call", "id": 7, "name": "files.write", "args": [...]}    a call, which is answered
    {"channel": "lsp", "text": "{...}"}         a message of the Language Server Protocol
    {"channel": "dap", "message": {...}}        a request of the Debug Adapter Protocol
    {"channel": "panel", "hand": ["press", "pad", "GO"]}    a hand at the machine's panel (panel.py)

and to the page:

    {"channel": "reply", "id": 7, "value": ...}             or "error": {"message", "kind", "places"} instead
    {"channel": "lsp", "text": "{...}"}
    {"channel": "dap", "message": {...}}
    {"channel": "panel", "front": {...}}        another machine: its panel, commands, glyphs, sounds (panel.py)
    {"channel": "panel", "shown": {...}, "state": {...}}    its changes since the last frame
    {"channel": "panel", "file": {"name", "data"}}          a file that the user has saved at the panel, in base64
    {"channel": "panel", "program": "name"}     OPEN was answered by a source, or a program of the bundle: launch it
    {"channel": "panel", "heard": [[sound, seconds], ...]}  while the sound is on: how long ago each was made
    {"channel": "panel", "copy": "text"}        for the clipboard
    {"channel": "fault", "text": "..."}         a fault of Ironboard's own, with its traceback: for the browser's log

The machine is that of the debugger: `launch` of DAP makes it, with its panel. `program` may be a source, an image file
or the name of a program of the bundle, `machine` alone is the bare machine; a source is compiled for the
debugger, with `noDebug` as the command line does.

There are no threads. `hear` takes a message, at any time; `turn` answers all that have been heard, runs the machine
for a slice and returns the seconds until the next turn, None: when there is a message. So whoever has messages does

    worker.hear(message); wait = worker.turn()      # and turn() again after `wait` seconds, if nothing is heard before

and never calls `turn` while a turn is under way. A long journey through time lets messages in meanwhile if the
worker is given a `breath`; then `hear` is called during a turn, and a request `pause` ends the journey.

`calls` are found by their topics: `files.write` is `CALLS["write"]` of the module of "files" in `TOPICS`, a function
of the worker and the arguments that returns plain data and raises IronboardError.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emulators.errors import IronboardError, SourceError, SourceErrors
from host.workbench.page import Message

if TYPE_CHECKING:
    from host.workbench.debugger import Debugger
    from host.workbench.language import Language

Call = Callable[..., Any]  # is given the worker and the arguments; returns plain data, raises IronboardError

LANGUAGES = ("attrs", "cattrs", "lsprotocol.types", "pygls.lsp.server", "host.workbench.language")
FOLDER = Path("/work")  # of the page's files, in a browser
TOPICS = {  # loaded when they are called first
    "files": "host.workbench.files",
    "tools": "host.workbench.tools",
    "debug": "host.workbench.looking",
    "learn": "host.workbench.learning",
}


class Worker:
    """The page's partner. `post` takes the messages to it.

    `calls` are calls besides those of `TOPICS`, by name. `folder` has the page's files, by default a temporary one,
    and in a browser `FOLDER`. `breath` lets messages in during long work, and returns whether it can; without it, they
    wait. `now` is the wall clock in seconds.
    """

    def __init__(
        self,
        post: Callable[[Message], None],
        calls: Mapping[str, Call] | None = None,
        *,
        folder: Path | None = None,
        breath: Callable[[], bool] | None = None,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.post = post
        self.breath, self.now = breath, now
        self._calls = calls or {}
        self._inbox: deque[Message] = deque()
        self._debugger: Debugger | None = None
        self._language: Language | None = None
        self._unloaded = deque(LANGUAGES)  # of the language server: between two of them messages are answered
        self._unread: deque[str] = deque()  # messages to it meanwhile
        if folder is None and sys.platform != "emscripten":
            self._temporary = tempfile.TemporaryDirectory()
            folder = Path(self._temporary.name)
        self.folder = folder or FOLDER
        self.folder.mkdir(parents=True, exist_ok=True)

    @property
    def debugger(self) -> Debugger:
        """The debugger and its machine."""
        if self._debugger is None:
            from host.workbench.debugger import Debugger

            self._debugger = Debugger(self)
        return self._debugger

    @property
    def language(self) -> Language:
        """The language server."""
        if self._language is None:
            from host.workbench.language import Language

            self._language = Language(self.post)
        return self._language

    @property
    def has_language(self) -> bool:
        """Whether the language server is there: loading it takes long."""
        return self._language is not None

    def hear(self, message: Message) -> None:
        """Take a message from the page; may be called during a turn."""
        if self._debugger is not None and message["channel"] == "dap":
            self._debugger.conversation.interrupt(message["message"])  # it may be a `pause`
        self._inbox.append(message)

    def turn(self) -> float | None:
        """Answer the messages, run the machine for a slice; return the seconds until the next turn.

        None: when a message is there.
        """
        with contextlib.chdir(self.folder):
            while self._inbox:
                self._guarded(self._take, self._inbox.popleft())
            wait = self._guarded(self._debugger.turn) if self._debugger else None
            if self._unread and not self._inbox:
                self._guarded(self._load_language)
        return 0.0 if self._inbox or self._unread else wait

    def _guarded(self, action: Callable[..., float | None], *given: Any) -> float | None:
        """Do something; a page keeps its worker, whatever goes wrong in it."""
        try:
            return action(*given)
        except Exception as error:
            self.fault("".join(traceback.format_exception(error)))
            return None

    def _take(self, message: Message) -> None:
        channel = message["channel"]
        if channel == "call":
            self._call(message)
        elif channel == "dap":
            self.debugger.request(message["message"])
        elif channel == "panel":
            self.debugger.hand(message["hand"])
        elif channel == "lsp" and self._language:
            self._language.hear(message["text"])
        elif channel == "lsp":
            self._unread.append(message["text"])

    def _load_language(self) -> None:
        """Load a module of the language server; when all are there, give it its messages."""
        try:
            if self._unloaded:
                import_module(self._unloaded[0])
                self._unloaded.popleft()
                return
            while self._unread:
                self.language.hear(self._unread.popleft())
        except Exception:
            self._unread.clear()
            raise

    def _call(self, message: Message) -> None:
        answer: Message = {"channel": "reply", "id": message["id"]}
        name = message["name"]
        try:
            answer["value"] = self._found(name)(self, *message.get("args", ()))
        except (IronboardError, OSError) as error:
            answer["error"] = described(error)
        except Exception as error:  # a page keeps its worker, whatever it calls
            self.fault("".join(traceback.format_exception(error)))
            answer["error"] = {"message": f"an internal error of Ironboard: {error!r}", "kind": "Internal"}
        self.post(answer)

    def fault(self, text: str) -> None:
        """Report a fault of Ironboard's own."""
        self.post({"channel": "fault", "text": text})

    def _found(self, name: str) -> Call:
        topic, _, own = name.partition(".")
        if name in self._calls:
            return self._calls[name]
        call: Call | None = import_module(TOPICS[topic]).CALLS.get(own) if topic in TOPICS else None
        if call is None:
            raise IronboardError(f"there is no call '{name}'")
        return call


def described(error: Exception) -> dict[str, Any]:
    """Return an error as a reply has it; `places`: of errors in sources, as `place` describes them."""
    each = error.errors if isinstance(error, SourceErrors) else [error] if isinstance(error, SourceError) else []
    found: dict[str, Any] = {"message": str(error), "kind": type(error).__name__}
    return {**found, "places": [place(one) for one in each]} if each else found


def place(error: SourceError) -> dict[str, Any]:
    """Return an error or a warning in a source as plain data: lines and columns are from 1, `length` in characters."""
    at = error.place
    where = {"file": at.file, "line": at.line, "column": at.column, "length": at.length}
    return {**where, "message": error.message, "hint": error.hint, "severity": error.severity}
