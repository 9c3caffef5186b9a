"""A picture of the terminal view, without a terminal: as text or as SVG."""

from __future__ import annotations

import os

from host.desk.ibm704.operator import Operator
from host.terminal import picture
from host.terminal.ibm704.app import App704
from host.terminal.panes import LARGE

SIZE = (LARGE[0] + 2, LARGE[1] + 3)


def screenshot(
    operator: Operator, path: str | os.PathLike[str], *, size: tuple[int, int] = SIZE, overwrite: bool = True
) -> None:
    """Write what `run_terminal` would show now, in a terminal of `size` columns and rows."""
    picture.save(still(operator), path, size, overwrite=overwrite)


def still(operator: Operator) -> App704:
    """Return the application with a clock that stands still."""
    return App704(operator, now=lambda: 0.0, frames=0)
