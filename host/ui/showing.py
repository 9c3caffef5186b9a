"""In which face is a machine shown? The window, if one can be opened; else the terminal. And pictures of both."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Any, Literal

from emulators.errors import IronboardError
from host import waiting
from host.reporting import complain
from host.ui import settings
from host.ui.desk import Desk
from host.ui.pacing import speed_name

View = Literal["window", "terminal"]
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")  # variables; one of them is set where there is a display
DRIVER = "TEXTUAL_DRIVER"  # the variable that `textual serve` sets: the terminal is drawn in a browser, not here
WITH_DISPLAY = ("darwin", "win32")  # systems that always have one
DRAWERS = {".png": "window", ".txt": "terminal", ".svg": "terminal"}  # ending of a picture -> the face that it shows


def show(desk: Desk, view: View) -> int:
    """Show a desk until the user quits; return the exit status."""
    found = settings.load(desk.machine.title)
    put_up(desk, found)
    began = desk.pacer.speed
    with waiting.silence():
        status: int = face(view).run(desk)
    if desk.pacer.speed != began:  # what an option said is not remembered
        found.speed = desk.pacer.speed
    if view == "window":  # a terminal has neither
        found.sound, found.full_screen = desk.sound, desk.full_screen
    try:
        found.save()
    except IronboardError as error:
        complain(error)
    return status


def put_up(desk: Desk, found: settings.Settings) -> None:
    """Let a desk be as the user left it, and say what may surprise."""
    desk.settings = found
    desk.sound, desk.full_screen = found.sound, found.full_screen
    if not desk.speed_given and found.speed != desk.pacer.speed:
        desk.pacer.speed = found.speed
        said = f"speed {speed_name(found.speed)}, as you left it"
        desk.tell(f"{desk.notice}; {said}" if desk.notice else said)
    desk.error = "\n".join(filter(None, [desk.error, *found.troubles]))


def face(view: str) -> Any:
    """Return the module of a face; raises IronboardError when what it needs is not installed."""
    try:
        return importlib.import_module(f"host.ui.{view}")
    except ImportError as error:
        raise IronboardError(f"the {view} cannot be shown: {error}") from error


def choose(wanted: View | None = None) -> View:
    """Return the face that is wanted, or else the best there is; raises IronboardError when it cannot be had."""
    terminal = DRIVER in os.environ or (sys.stdin.isatty() and sys.stdout.isatty())
    window = wanted != "terminal" and window_opens()
    if wanted == "window" and not window:
        raise IronboardError("there is no display for a window: --tui shows the machine in the terminal")
    if wanted == "terminal" and not terminal:
        raise IronboardError("this is not a terminal to draw on; --headless runs the machine without a view")
    if window:
        return "window"
    if terminal:
        return "terminal"
    raise IronboardError(
        "there is no display for a window and no terminal to draw on; --headless runs the machine without a view"
    )


def window_opens() -> bool:
    """Return whether pygame finds a display."""
    if sys.platform not in WITH_DISPLAY and not any(map(os.environ.get, DISPLAYS)):
        return False
    import pygame

    try:
        pygame.display.init()
    except pygame.error:
        return False
    return True


def drawer(path: Path) -> Any:
    """Return the face that draws such a file: known before the machine runs. Raises IronboardError for others."""
    view = DRAWERS.get(path.suffix.lower())
    if view is None:
        raise IronboardError(f"{path}: a screenshot is a file with the ending {', '.join(DRAWERS)}")
    return face(view)


def screenshot(desk: Desk, path: Path) -> None:
    """Write a picture of a desk: PNG of its window, text or SVG of its terminal."""
    drawer(path).screenshot(desk, path)
