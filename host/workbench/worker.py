"""The worker of the workbench: one machine, its debugger, languages and lessons, driven by messages from a page.

In a browser it runs in Pyodide within a Web Worker (web/worker.js); nothing here knows of the browser, so that tests
drive it in any Python. Messages are plain data (JSON). To the worker:

    {"channel": "call", "id": 7, "name": "files.write", "args": [...]}    a call, which is answered
    {"channel": "lsp", "text": "{...}"}         a message of the Language Server Protocol
    {"channel": "dap", "message": {...}}        a request of the Debug Adapter Protocol
    {"channel": "panel", "hand": ["press", "pad", "GO"]}    what the user does at the machine's panel

and to the page:

    {"channel": "reply", "id": 7, "value": ...}             or "error": {"message", "kind"} instead of the value
    {"channel": "lsp", "text": "{...}"}
    {"channel": "dap", "message": {...}}
    {"channel": "panel", "front": {...}}        another machine: its panel, commands, glyphs, sounds
    {"channel": "panel", "shown": {...}, "state": {...}}    what has changed of it since the last frame

There are no threads: `hear` answers a message, `turn` runs the machine for a slice and says when it wants to go on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from emulators.errors import IronboardError

Message = dict[str, Any]
Call = Callable[..., Any]  # is given the worker and the arguments; returns plain data, raises IronboardError


class Worker:
    """What a page talks to. `post` takes the messages to it; `calls` are the names that it can call."""

    def __init__(self, post: Callable[[Message], None], calls: Mapping[str, Call]) -> None:
        self.post = post
        self._calls = calls

    def hear(self, message: Message) -> None:
        """Answer a message from the page."""
        if message["channel"] == "call":
            self._call(message)

    def _call(self, message: Message) -> None:
        answer: Message = {"channel": "reply", "id": message["id"]}
        try:
            call = self._calls.get(message["name"])
            if call is None:
                raise IronboardError(f"there is no call '{message['name']}'")
            answer["value"] = call(self, *message.get("args", ()))
        except (IronboardError, OSError) as error:
            answer["error"] = {"message": str(error), "kind": type(error).__name__}
        self.post(answer)

    def turn(self) -> float | None:
        """Run the machine for a slice; return the seconds until the next turn, None: when a message arrives."""
        return None
