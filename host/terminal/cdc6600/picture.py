"""A picture of the terminal view, without a terminal: as text or as SVG."""

from __future__ import annotations

import os

from host.desk.cdc6600.console import Console
from host.terminal import picture
from host.terminal.cdc6600.app import App6600

SIZE = (124, 36)


def screenshot(
    console: Console, path: str | os.PathLike[str], *, size: tuple[int, int] = SIZE, overwrite: bool = True
) -> None:
    """Write what `run_terminal` would show now, in a terminal of `size` columns and rows."""
    picture.save(still(console), path, size, overwrite=overwrite)


def still(console: Console) -> App6600:
    """Return the application with a clock that stands still."""
    return App6600(console, now=lambda: 0.0, frames=0)
