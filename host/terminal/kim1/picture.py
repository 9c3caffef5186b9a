"""A picture of the terminal view, without a terminal: as text or as SVG."""

from __future__ import annotations

import os

from host.kim1 import Kim1
from host.terminal import picture
from host.terminal.kim1.app import KimApp
from host.terminal.panes import LARGE

SIZE = (LARGE[0] + 2, LARGE[1] + 1)


def screenshot(
    kim: Kim1,
    path: str | os.PathLike[str],
    *,
    board_page: int | None = 0x0300,
    size: tuple[int, int] = SIZE,
    overwrite: bool = True,
) -> None:
    """Write what `run_terminal` would show of the machine now, in a terminal of `size` columns and rows."""
    picture.save(still(kim, board_page), path, size, overwrite=overwrite)


def still(kim: Kim1, board_page: int | None = 0x0300) -> KimApp:
    """Return the application with a clock that stands still."""
    return KimApp(kim, board_page=board_page, now=lambda: 0.0, frames=0)
