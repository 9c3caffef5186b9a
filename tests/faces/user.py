"""A user at a window: hands that make events, eyes that look at pixels, and a clock that they turn."""

from __future__ import annotations

import numpy as np
import pygame

from host.ui.controller import Controller
from host.ui.parts import Box, Point
from host.ui.window import Window

FRAME = 1 / 60
NAMED = {
    "enter": pygame.K_RETURN,
    "escape": pygame.K_ESCAPE,
    "backspace": pygame.K_BACKSPACE,
    "delete": pygame.K_DELETE,
    "space": pygame.K_SPACE,
    "tab": pygame.K_TAB,
    "page up": pygame.K_PAGEUP,
    "page down": pygame.K_PAGEDOWN,
}


class Clock:
    """The clock on the wall."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


class User:
    """Somebody at a controller whose `now` is a Clock; `size` is that of the window, in pixels."""

    def __init__(self, controller: Controller, size: tuple[int, int] | None = None) -> None:
        self.controller = controller
        self.window = Window(controller, size)
        self.surface = pygame.Surface(self.window.size)

    # ---------------------------------------------------------------- time

    def wait(self, seconds: float = FRAME) -> None:
        """Let frames pass."""
        for _ in range(max(1, round(seconds / FRAME))):
            self.controller.now.time += FRAME
            self.controller.advance()

    # ---------------------------------------------------------------- hands

    def event(self, kind: int, **facts) -> None:
        self.window.handle(pygame.event.Event(kind, **facts))

    def pixel(self, at: Point) -> tuple[int, int]:
        x, y = self.window.scale.point(*at)
        return round(x), round(y)

    def point(self, at: Point) -> None:
        self.event(pygame.MOUSEMOTION, pos=self.pixel(at), rel=(0, 0), buttons=(0, 0, 0))

    def press(self, at: Point, button: int = 1) -> None:
        self.event(pygame.MOUSEBUTTONDOWN, pos=self.pixel(at), button=button)

    def release(self, at: Point, button: int = 1) -> None:
        self.event(pygame.MOUSEBUTTONUP, pos=self.pixel(at), button=button)

    def click(self, at: Point, button: int = 1) -> None:
        self.press(at, button)
        self.release(at, button)

    def wheel(self, at: Point, turns: int) -> None:
        self.point(at)
        self.event(pygame.MOUSEWHEEL, x=0, y=turns)

    def key(self, down: bool, name: str) -> None:
        plain = name.removeprefix("ctrl+")
        code = NAMED.get(plain) or (ord(plain.lower()) if len(plain) == 1 else getattr(pygame, f"K_{plain.upper()}"))
        text = plain if len(plain) == 1 and plain == name else ""
        mod = pygame.KMOD_LCTRL if name.startswith("ctrl+") else 0
        self.event(pygame.KEYDOWN if down else pygame.KEYUP, key=code, unicode=text, mod=mod, scancode=0)
        if down and text:
            self.event(pygame.TEXTINPUT, text=text)

    def strike(self, *names: str) -> None:
        for name in names:
            self.key(True, name)
            self.key(False, name)

    def answer(self, text: str) -> None:
        """Write a line into the prompt, and Enter."""
        self.event(pygame.TEXTINPUT, text=text)
        self.strike("enter")

    def part(self, name: str):
        """Return how a part is drawn."""
        return next(each for each in self.window.drawings if each.part.name == name)

    def click_button(self, command: str) -> None:
        """Click the button of a command, wherever it is."""
        places = [getattr(each.part, "places", {}) for each in self.window.drawings]
        self.click(next(each[command] for each in places if command in each).centre)

    def click_key(self, part: str, name: str) -> None:
        """Click a key of the machine."""
        self.click(next(key for key in self.part(part).part.keys if key.name == name).box.centre)

    def click_cell(self, board: str, cell: int) -> None:
        """Click a cell of a board."""
        self.click(self.part(board).place(cell))

    # ---------------------------------------------------------------- eyes

    def look(self) -> pygame.Surface:
        """Return the picture as it is now; like a window's surface it keeps what has not changed."""
        self.controller.refresh()
        self.window.paint(self.surface)
        return self.surface

    def fresh(self) -> bytes:
        """Return the picture painted from scratch."""
        window = Window(self.controller, self.window.size)
        window.mouse = self.window.mouse
        surface = pygame.Surface(window.size)
        window.paint(surface)
        return pygame.image.tobytes(surface, "RGB")

    def kept(self) -> bytes:
        """Return the picture that has been kept up to date."""
        return pygame.image.tobytes(self.look(), "RGB")

    def colour(self, at: Point) -> tuple[int, int, int]:
        return tuple(self.look().get_at(self.pixel(at)))[:3]

    def area(self, box: Box) -> bytes:
        """Return the pixels of a part of the picture."""
        return pygame.image.tobytes(self.look().subsurface(self.window.scale.rect(box)), "RGB")

    def near(self, box: Box, colour: tuple[int, int, int], distance: int = 40) -> list[Point]:
        """Return the logical points in a box whose colour is about this one."""
        picture = self.look()
        rect = self.window.scale.rect(box).clip(picture.get_rect())
        pixels = pygame.surfarray.array3d(picture.subsurface(rect)).astype(int)
        found = np.argwhere((np.abs(pixels - colour) <= distance).all(axis=2))
        return [self.window.scale.logical((rect.x + x + 0.5, rect.y + y + 0.5)) for x, y in found.tolist()]
