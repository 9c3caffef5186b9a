"""In which view is a machine shown? The window, if one can be opened; else the terminal."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from emulators.errors import IronboardError
from host import registry

View = Literal["window", "terminal"]
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")  # variables; one of them is set where there is a display
WITH_DISPLAY = ("darwin", "win32")  # systems that always have one


def show(shown: Any, view: View, speed: float) -> int:
    """Show a machine, or its operator, until the user quits; return the exit status."""
    title = getattr(shown, "machine", shown).title
    model = registry.find(registry.titled(title) or title)
    run = "run_panel" if view == "window" else "run_terminal"
    status: int = getattr(importlib.import_module(model.views[view]), run)(shown, speed=speed)
    return status


def choose(wanted: View | None = None) -> View:
    """Return the view that is wanted, or else the best there is; raises IronboardError when it cannot be had."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    window = wanted != "terminal" and window_opens()
    if wanted == "window" and not window:
        raise IronboardError("there is no display for a window: --tui shows the machine in the terminal")
    if wanted == "terminal" and not terminal:
        raise IronboardError("this is no terminal to draw on; --headless runs the machine without a view")
    if window:
        return "window"
    if terminal:
        return "terminal"
    raise IronboardError(
        "there is no display for a window and no terminal to draw on; --headless runs the machine without a view"
    )


def drawing(path: Path, drawers: Mapping[str, str]) -> Callable[..., None]:
    """Return the function `screenshot` that draws such a file; raises IronboardError when there is none.

    `drawers`: ending -> the module that has it.
    """
    module = drawers.get(path.suffix.lower())
    if module is None:
        raise IronboardError(f"{path}: a screenshot is a file with the ending {', '.join(drawers)}")
    try:
        draw: Callable[..., None] = importlib.import_module(module).screenshot
    except ImportError as error:
        raise IronboardError(f"cannot draw {path}: {error}") from error
    return draw


def window_opens() -> bool:
    """Return whether pygame finds a display."""
    if sys.platform not in WITH_DISPLAY and not any(map(os.environ.get, DISPLAYS)):
        return False
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    try:
        pygame.display.init()
    except pygame.error:
        return False
    return True
