"""The window on the screen: opened, kept alive and closed here; and pictures without one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pygame

from emulators.errors import IronboardError
from host.kim1 import Kim1
from host.panel import events, layout
from host.panel.painter import Painter
from host.panel.panel import Panel

FRAMES = 60  # a second
IDLE = 400  # ms that a window waits for an event while nothing moves in it
FILL = 0.92  # share of the desktop that the window takes at most
LOST = (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSIZECHANGED)  # the screen may have lost its picture
LARGEST = 1.6  # times the layout's own size, on large screens


def run_panel(
    kim: Kim1,
    *,
    board_page: int | None = 0x0300,
    speed: float = 1.0,
    boot: str | os.PathLike[str] | None = None,
    each_frame: Callable[[Panel], None] | None = None,
) -> int:
    """Show a KIM-1 in a window until it is closed; return the exit status.

    `board_page`: the page of memory that is shown as a Go board when there is one in it, None for none.
    `speed`: times 1 MHz, infinity for turbo. `boot`: a program to start once the window is there.
    `each_frame` is called before each picture.
    """
    screen = open_window(kim.title)
    try:
        panel = Panel(kim, board_page=board_page, speed=speed)
        painter = Painter(screen.get_size())
        show(panel, painter, screen)
        if boot is not None:
            panel.boot(boot)
        loop(panel, painter, each_frame)
    finally:
        pygame.display.quit()
    return 0


def open_window(title: str) -> pygame.Surface:
    """Open the window as large as the desktop allows; raises IronboardError when there is none."""
    try:
        pygame.display.init()
        desktops = pygame.display.get_desktop_sizes()
        screen = pygame.display.set_mode(window_size(desktops[0]), pygame.RESIZABLE)
    except pygame.error as error:
        raise IronboardError(f"no window can be opened here ({error}): try the terminal view instead") from error
    pygame.display.set_caption(f"Ironboard - {title}")
    pygame.key.start_text_input()
    return screen


def window_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the window for a desktop."""
    factor = min(LARGEST, FILL * desktop[0] / layout.WIDTH, FILL * desktop[1] / layout.HEIGHT)
    return max(320, round(layout.WIDTH * factor)), max(200, round(layout.HEIGHT * factor))


def show(panel: Panel, painter: Painter, screen: pygame.Surface) -> None:
    """Bring what has changed onto the screen."""
    if changed := painter.paint(panel, screen):
        pygame.display.update(changed)


def loop(panel: Panel, painter: Painter, each_frame: Callable[[Panel], None] | None = None) -> None:
    """Take events, let the machine run, show it: until the window is closed."""
    clock = pygame.time.Clock()
    while not panel.quitting:
        take_events(panel, painter)
        panel.advance()
        if each_frame:
            each_frame(panel)
        screen = pygame.display.get_surface()
        assert screen
        if screen.get_size() != painter.size:
            painter = Painter(screen.get_size())
        if pygame.display.get_active():
            show(panel, painter, screen)
        if panel.running:
            clock.tick(FRAMES)


def take_events(panel: Panel, painter: Painter) -> None:
    """Handle all events; while nothing moves, sleep until there is one."""
    if not panel.running:
        first = pygame.event.wait(IDLE)
        if first.type != pygame.NOEVENT:
            take(panel, painter, first)
    for event in pygame.event.get():
        take(panel, painter, event)


def take(panel: Panel, painter: Painter, event: pygame.event.Event) -> None:
    """Handle an event."""
    if event.type in LOST:
        painter.forget()
    events.handle(panel, painter.scale, event)


def render(
    kim: Kim1, *, board_page: int | None = 0x0300, size: tuple[int, int] = (layout.WIDTH, layout.HEIGHT)
) -> pygame.Surface:
    """Return a picture of a KIM-1 as its window would show it."""
    panel = Panel(kim, board_page=board_page)
    surface = pygame.Surface(size)
    Painter(size).paint(panel, surface)
    return surface


def screenshot(
    kim: Kim1,
    path: str | os.PathLike[str],
    *,
    board_page: int | None = 0x0300,
    size: tuple[int, int] = (layout.WIDTH, layout.HEIGHT),
) -> None:
    """Write a picture of a KIM-1 in its window to an image file (PNG); no screen is needed."""
    file = Path(path)
    try:
        pygame.image.save(render(kim, board_page=board_page, size=size), file)
    except (pygame.error, OSError) as error:
        raise IronboardError(f"cannot write {file}: {error}") from error
