"""The worker within Pyodide, for web/worker.js. Messages are JSON, for texts cross to JavaScript at no cost.

This is the only module that knows Pyodide.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from importlib import import_module

from host.workbench.worker import Worker

BREATH = 0.05  # seconds between two breaths


class Browser:
    """The worker as JavaScript has it.

    Where the browser has stack switching, `turn` is to be called by `turn.callPromising()`, and its promise awaited:
    then `hear` may be called meanwhile, and `pause` ends a long journey.
    """

    def __init__(self, post: Callable[[str], None]) -> None:
        switching = import_module("pyodide.ffi")
        can_switch, run_sync = switching.can_run_sync, switching.run_sync
        breathed = time.perf_counter()

        def breath() -> bool:
            nonlocal breathed
            if not can_switch():
                return False
            if time.perf_counter() - breathed > BREATH:
                run_sync(asyncio.sleep(0))
                breathed = time.perf_counter()
            return True

        self._worker = Worker(
            lambda message: post(json.dumps(message, separators=(",", ":"), default=list)), breath=breath
        )

    def hear(self, text: str) -> None:
        """Take a message from the page."""
        self._worker.hear(json.loads(text))

    def turn(self) -> float:
        """Answer the messages, run the machine for a slice.

        Return the seconds until the next turn, -1: when a message arrives.
        """
        seconds = self._worker.turn()
        return -1 if seconds is None else seconds
