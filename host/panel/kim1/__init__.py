"""The KIM-1 in a window: the board, its Teletype, its tape recorder, and the Go board in its memory."""

from __future__ import annotations

import os
from collections.abc import Callable

import pygame

from host.kim1 import Kim1
from host.panel import window
from host.panel.kim1.panel import KimPanel
from host.panel.kim1.scene import SCENE

__all__ = ["render", "run_panel", "screenshot"]


def run_panel(
    kim: Kim1,
    *,
    board_page: int | None = 0x0300,
    speed: float = 1.0,
    boot: str | os.PathLike[str] | None = None,
    each_frame: Callable[[KimPanel], None] | None = None,
) -> int:
    """Show a KIM-1 in a window until it is closed; return the exit status.

    `board_page`: the page of memory that is shown as a Go board when there is one in it, None for none.
    `speed`: times 1 MHz, infinity for turbo. `boot`: a program to start once the window is there.
    `each_frame` is called before each picture.
    """
    begin = None if boot is None else lambda panel: panel.boot(boot)
    return window.run(kim.title, SCENE, lambda: KimPanel(kim, board_page=board_page, speed=speed), begin, each_frame)


def render(kim: Kim1, *, board_page: int | None = 0x0300, size: tuple[int, int] | None = None) -> pygame.Surface:
    """Return a picture of a KIM-1 as its window would show it."""
    return window.picture(KimPanel(kim, board_page=board_page), SCENE, size)


def screenshot(
    kim: Kim1,
    path: str | os.PathLike[str],
    *,
    board_page: int | None = 0x0300,
    size: tuple[int, int] | None = None,
) -> None:
    """Write a picture of a KIM-1 in its window to an image file (PNG); no screen is needed."""
    window.save_picture(render(kim, board_page=board_page, size=size), path)
