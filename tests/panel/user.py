"""A user before a window: hands that post events, eyes that look at pixels, and a clock that they turn."""

from __future__ import annotations

import pygame

from host.panel import events
from host.panel.canvas import Box, Point
from host.panel.painter import Painter
from host.panel.panel import Panel
from host.panel.scene import Scene

SIZE = (1168, 720)
FRAME = 1 / 60
NAMED = {
    "enter": pygame.K_RETURN,
    "escape": pygame.K_ESCAPE,
    "backspace": pygame.K_BACKSPACE,
    "delete": pygame.K_DELETE,
    "space": pygame.K_SPACE,
    "tab": pygame.K_TAB,
}


class User:
    """`panel` and `scene` come from a subclass."""

    panel: Panel
    scene: Scene

    def __init__(self) -> None:
        self.time = 0.0
        self.painter = Painter(self.scene, SIZE)
        self.surface = pygame.Surface(SIZE)

    # ---------------------------------------------------------------- time

    def wait(self, seconds: float) -> None:
        """Let frames pass."""
        for _ in range(max(1, round(seconds / FRAME))):
            self.handle_events()
            self.time += FRAME
            self.panel.advance()

    def pass_time(self, seconds: float) -> None:
        """Let time pass in which nothing is done, as in a window that is behind others."""
        self.time += seconds
        self.handle_events()
        self.panel.advance()

    def handle_events(self) -> None:
        for event in pygame.event.get():
            events.handle(self.panel, self.painter.scale, event)

    # ---------------------------------------------------------------- hands

    def pixel(self, at: Point) -> tuple[int, int]:
        x, y = self.painter.scale.point(*at)
        return round(x), round(y)

    def mouse(self, down: bool, at: Point, button: int = 1) -> None:
        kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
        pygame.event.post(pygame.event.Event(kind, pos=self.pixel(at), button=button))

    def click(self, at: Point) -> None:
        self.mouse(True, at)
        self.mouse(False, at)

    def click_button(self, command: str) -> None:
        self.click(self.panel.buttons[command].centre)
        self.handle_events()

    def key(self, down: bool, name: str) -> None:
        code = NAMED.get(name.removeprefix("ctrl+")) or pygame.key.key_code(name.removeprefix("ctrl+"))
        text = name if len(name) == 1 else ""
        mod = pygame.KMOD_LCTRL if name.startswith("ctrl+") else 0
        kind = pygame.KEYDOWN if down else pygame.KEYUP
        pygame.event.post(pygame.event.Event(kind, key=code, unicode=text, mod=mod, scancode=0))
        if down and text:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))

    def strike(self, *names: str) -> None:
        for name in names:
            self.key(True, name)
            self.key(False, name)

    def answer(self, text: str) -> None:
        """Write a line into the prompt, and Enter."""
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        self.strike("enter")
        self.handle_events()

    # ---------------------------------------------------------------- eyes

    def look(self) -> pygame.Surface:
        """Return the picture as it is now; like a window's surface it keeps what has not changed."""
        self.painter.paint(self.panel, self.surface)
        return self.surface

    def fresh(self) -> bytes:
        """Return the picture painted from scratch."""
        surface = pygame.Surface(SIZE)
        Painter(self.scene, SIZE).paint(self.panel, surface)
        return pygame.image.tobytes(surface, "RGB")

    def colour(self, at: Point) -> tuple[int, int, int]:
        return tuple(self.look().get_at(self.pixel(at)))[:3]

    def part(self, box: Box) -> bytes:
        """Return the pixels of a part of the picture."""
        return pygame.image.tobytes(self.look().subsurface(self.painter.scale.rect(box)), "RGB")
