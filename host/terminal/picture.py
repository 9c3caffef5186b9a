"""A picture of a terminal view, without a terminal: as text or as SVG."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from emulators.errors import IronboardError
from host.desk.screen_text import text
from host.formats import storage
from host.terminal.app import MachineApp

TEXT, VECTORS = ".txt", ".svg"
KINDS = (TEXT, VECTORS)


def save(app: MachineApp, path: str | os.PathLike[str], size: tuple[int, int], *, overwrite: bool = True) -> None:
    """Write what an application shows in a terminal of `size` columns and rows."""
    file = Path(path)
    if file.suffix.lower() not in KINDS:
        raise IronboardError(f"{file}: a picture of the terminal is a file with the ending {' or '.join(KINDS)}")
    storage.write_all(file, asyncio.run(draw(app, file.suffix.lower(), size)).encode(), overwrite)


async def draw(app: MachineApp, kind: str, size: tuple[int, int]) -> str:
    """Return the picture; the machine does not move if the application's clock stands still."""
    async with app.run_test(size=size, tooltips=False) as pilot:
        await pilot.pause()
        app.show()
        await pilot.pause()
        return app.export_screenshot(simplify=True) if kind == VECTORS else text(app)
