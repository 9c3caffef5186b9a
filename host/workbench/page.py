"""The page, as the parts of the worker know it: messages go there, and it has files and a clock."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

Message = dict[str, Any]


class Page(Protocol):
    """Whoever talks to a page: the worker."""

    post: Callable[[Message], None]
    breath: Callable[[], bool] | None  # lets messages in during long work, and returns whether it can; None: never
    now: Callable[[], float]  # the wall clock, in seconds
    folder: Path  # of the page's files

    def fault(self, text: str) -> None:
        """Report a fault of Ironboard's own."""


def as_text(value: Any) -> str:
    """Return plain data as compact JSON; tuples are lists."""
    return json.dumps(value, separators=(",", ":"), default=list)
