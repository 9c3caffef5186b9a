"""What a terminal application shows, as text."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console
from textual.app import App


def text(app: App[Any]) -> str:
    """Return the screen as text, without the blanks at the ends of lines."""
    console = Console(
        width=app.size.width, height=app.size.height, file=io.StringIO(), record=True, legacy_windows=False
    )
    console.print(app.screen._compositor.render_update(full=True))  # what export_screenshot does, too
    return "\n".join(line.rstrip() for line in console.export_text().splitlines()) + "\n"
