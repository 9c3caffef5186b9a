"""A picture of the terminal view, without a terminal: as text or as SVG."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from emulators.errors import IronboardError
from host.desk.screen_text import text
from host.formats import storage
from host.kim1 import Kim1
from host.terminal.app import LARGE, KimApp

SIZE = (LARGE[0] + 2, LARGE[1] + 1)
TEXT, VECTORS = ".txt", ".svg"
KINDS = (TEXT, VECTORS)


def screenshot(
    kim: Kim1,
    path: str | os.PathLike[str],
    *,
    board_page: int | None = 0x0300,
    size: tuple[int, int] = SIZE,
    overwrite: bool = True,
) -> None:
    """Write what `run_terminal` would show of the machine now, in a terminal of `size` columns and rows."""
    file = Path(path)
    if file.suffix.lower() not in KINDS:
        raise IronboardError(f"{file}: a picture of the terminal is a file with the ending {' or '.join(KINDS)}")
    drawing = asyncio.run(draw(kim, file.suffix.lower(), board_page, size))
    storage.write_all(file, drawing.encode(), overwrite)


async def draw(kim: Kim1, kind: str, board_page: int | None, size: tuple[int, int]) -> str:
    """Return the picture; the machine does not move, for the clock on the wall stands still."""
    app = KimApp(kim, board_page=board_page, now=lambda: 0.0, frames=0)
    async with app.run_test(size=size, tooltips=False) as pilot:
        await pilot.pause()
        app.show()
        await pilot.pause()
        return app.export_screenshot(simplify=True) if kind == VECTORS else text(app)
