"""The console of a CDC 6600 in a window: its two round screens, and the keyboard."""

from __future__ import annotations

import os
from collections.abc import Callable

import pygame

from host.desk.cdc6600.console import Console
from host.panel import window
from host.panel.cdc6600.panel import Panel6600
from host.panel.cdc6600.scene import SCENE

__all__ = ["render", "run_panel", "screenshot"]


def run_panel(console: Console, *, speed: float = 1.0, each_frame: Callable[[Panel6600], None] | None = None) -> int:
    """Show the console of a CDC 6600 in a window until it is closed; return the exit status.

    `speed`: times the original's, infinity for turbo. `each_frame` is called before each picture.
    """
    title = console.machine.title
    return window.run(title, SCENE, lambda: Panel6600(console, speed=speed), each_frame=each_frame)


def render(console: Console, *, size: tuple[int, int] | None = None) -> pygame.Surface:
    """Return a picture of the console as its window would show it."""
    return window.picture(Panel6600(console), SCENE, size)


def screenshot(console: Console, path: str | os.PathLike[str], *, size: tuple[int, int] | None = None) -> None:
    """Write a picture of the console in its window to an image file (PNG); no screen is needed."""
    window.save_picture(render(console, size=size), path)
