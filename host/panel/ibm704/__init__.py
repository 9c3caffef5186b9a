"""The IBM 704 in a window: the operator's console, printer, card reader and punch, display, and the checkers board."""

from __future__ import annotations

import os
from collections.abc import Callable

import pygame

from host.desk.ibm704.operator import Operator
from host.panel import window
from host.panel.ibm704.panel import Panel704
from host.panel.ibm704.scene import SCENE

__all__ = ["render", "run_panel", "screenshot"]


def run_panel(operator: Operator, *, speed: float = 1.0, each_frame: Callable[[Panel704], None] | None = None) -> int:
    """Show an IBM 704 and its operator in a window until it is closed; return the exit status.

    `speed`: times the original's, infinity for turbo. `each_frame` is called before each picture.
    """
    title = operator.machine.title
    return window.run(title, SCENE, lambda: Panel704(operator, speed=speed), each_frame=each_frame)


def render(operator: Operator, *, size: tuple[int, int] | None = None) -> pygame.Surface:
    """Return a picture of an IBM 704 as its window would show it."""
    return window.picture(Panel704(operator), SCENE, size)


def screenshot(operator: Operator, path: str | os.PathLike[str], *, size: tuple[int, int] | None = None) -> None:
    """Write a picture of an IBM 704 in its window to an image file (PNG); no screen is needed."""
    window.save_picture(render(operator, size=size), path)
