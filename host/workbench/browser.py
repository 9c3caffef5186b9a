"""The worker within Pyodide, for web/worker.js. Messages are JSON, for texts cross to JavaScript at no cost."""

from __future__ import annotations

import json
from collections.abc import Callable

from host.workbench.calls import CALLS
from host.workbench.worker import Worker


class Browser:
    """The worker as JavaScript has it."""

    def __init__(self, post: Callable[[str], None]) -> None:
        self._worker = Worker(lambda message: post(json.dumps(message, separators=(",", ":"))), CALLS)

    def hear(self, text: str) -> None:
        """Answer a message from the page."""
        self._worker.hear(json.loads(text))

    def turn(self) -> float:
        """Run the machine for a slice; return the seconds until the next turn, -1: when a message arrives."""
        seconds = self._worker.turn()
        return -1 if seconds is None else seconds
