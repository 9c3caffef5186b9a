"""The window on the screen: opened, kept alive and closed here; and pictures without one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pygame

from emulators.errors import IronboardError
from host.panel import events
from host.panel.painter import Painter
from host.panel.panel import Panel
from host.panel.scene import Scene

FRAMES = 60  # a second
IDLE = 400  # ms that a window waits for an event while nothing moves in it
FILL = 0.92  # share of the desktop that the window takes at most
LOST = (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSIZECHANGED)  # the screen may have lost its picture
LARGEST = 1.6  # times the layout's own size, on large screens

AnyPanel = TypeVar("AnyPanel", bound=Panel)


def run(
    title: str,
    scene: Scene,
    build: Callable[[], AnyPanel],
    begin: Callable[[AnyPanel], None] | None = None,
    each_frame: Callable[[AnyPanel], None] | None = None,
) -> int:
    """Show a panel in a window until it is closed; return the exit status.

    `build` makes the panel once there is a window, `begin` is called once it is shown, `each_frame` before each
    picture.
    """
    screen = open_window(title, scene)
    try:
        panel = build()
        painter = Painter(scene, screen.get_size())
        show(panel, painter, screen)
        if begin:
            begin(panel)
        loop(panel, scene, painter, each_frame)
    finally:
        pygame.display.quit()
    return 0


def open_window(title: str, scene: Scene) -> pygame.Surface:
    """Open the window as large as the desktop allows; raises IronboardError when there is none."""
    try:
        pygame.display.init()
        desktops = pygame.display.get_desktop_sizes()
        screen = pygame.display.set_mode(window_size(scene, desktops[0]), pygame.RESIZABLE)
    except pygame.error as error:
        raise IronboardError(f"no window can be opened here ({error}): try the terminal view instead") from error
    pygame.display.set_caption(f"Ironboard - {title}")
    pygame.key.start_text_input()
    return screen


def window_size(scene: Scene, desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the window for a desktop."""
    factor = min(LARGEST, FILL * desktop[0] / scene.width, FILL * desktop[1] / scene.height)
    return max(320, round(scene.width * factor)), max(200, round(scene.height * factor))


def show(panel: Panel, painter: Painter, screen: pygame.Surface) -> None:
    """Bring what has changed onto the screen."""
    if changed := painter.paint(panel, screen):
        pygame.display.update(changed)


def loop(panel: AnyPanel, scene: Scene, painter: Painter, each_frame: Callable[[AnyPanel], None] | None = None) -> None:
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
            painter = Painter(scene, screen.get_size())
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


def picture(panel: Panel, scene: Scene, size: tuple[int, int] | None = None) -> pygame.Surface:
    """Return a panel as its window would show it."""
    size = size or (round(scene.width), round(scene.height))
    surface = pygame.Surface(size)
    Painter(scene, size).paint(panel, surface)
    return surface


def save_picture(surface: pygame.Surface, path: str | os.PathLike[str]) -> None:
    """Write a picture to an image file (PNG)."""
    file = Path(path)
    try:
        pygame.image.save(surface, file)
    except (pygame.error, OSError) as error:
        raise IronboardError(f"cannot write {file}: {error}") from error
