"""Choosing the view of a machine: the window, if one can be opened, else the terminal. And pictures of both."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Any, Literal

from emulators.errors import IronboardError
from emulators.pacing import speed_name
from host import interruption
from host.streams import complain
from host.ui import settings
from host.ui.controller import Controller

View = Literal["window", "terminal"]
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")  # variables; one of them is set where there is a display
DRIVER = "TEXTUAL_DRIVER"  # the variable that `textual serve` sets: the terminal is drawn in a browser, not here
WITH_DISPLAY = ("darwin", "win32")  # systems that always have one
DRAWERS = {".png": "window", ".txt": "terminal", ".svg": "terminal"}  # ending of a picture -> the view that it shows


def show(controller: Controller, view: View) -> int:
    """Show a controller until the user quits; return the exit status."""
    found = settings.load(controller.machine.title)
    put_up(controller, found)
    began = controller.pacer.speed
    with interruption.silence():
        status: int = view_module(view).run(controller)
    if controller.pacer.speed != began:  # a speed given by an option is not remembered
        found.speed = controller.pacer.speed
    if view == "window":  # a terminal has neither
        found.sound, found.full_screen = controller.sound, controller.full_screen
    try:
        found.save()
    except IronboardError as error:
        complain(error)
    return status


def put_up(controller: Controller, found: settings.Settings) -> None:
    """Restore the user's settings in a controller, and tell those that may surprise."""
    controller.settings = found
    controller.sound, controller.full_screen = found.sound, found.full_screen
    if not controller.speed_given and found.speed != controller.pacer.speed:
        controller.pacer.speed = found.speed
        said = f"speed {speed_name(found.speed)}, as you left it"
        controller.tell(f"{controller.notice}; {said}" if controller.notice else said)
    controller.error = "\n".join(filter(None, [controller.error, *found.troubles]))


def view_module(view: str) -> Any:
    """Return the module of a view; raises IronboardError when a package that it needs is not installed."""
    try:
        return importlib.import_module(f"host.ui.{view}")
    except ImportError as error:
        raise IronboardError(f"the {view} cannot be shown: {error}") from error


def choose(wanted: View | None = None) -> View:
    """Return the wanted view, or else the best available one; raises IronboardError when it is not available."""
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
    """Return the view that draws such a file, before the machine runs. Raises IronboardError for other endings."""
    view = DRAWERS.get(path.suffix.lower())
    if view is None:
        raise IronboardError(f"{path}: a screenshot is a file with the ending {', '.join(DRAWERS)}")
    return view_module(view)


def screenshot(controller: Controller, path: Path) -> None:
    """Write a picture of a controller: PNG of its window, text or SVG of its terminal."""
    drawer(path).screenshot(controller, path)
