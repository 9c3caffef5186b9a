"""A user before the window of a 6600's console."""

from __future__ import annotations

from host.panel.cdc6600.panel import Panel6600
from host.panel.cdc6600.scene import SCENE
from tests.panel import user


class User(user.User):
    scene = SCENE

    def __init__(self, console, **options) -> None:
        super().__init__()
        self.machine = console.machine
        self.console = console
        self.panel = Panel6600(console, now=lambda: self.time, **options)

    def wait(self, seconds: float) -> None:
        """Let frames pass; frames are short, since the plain core is slow."""
        for _ in range(round(seconds / 0.0005)):
            self.handle_events()
            self.time += 0.0005
            self.panel.advance()
        self.panel.look()

    def type(self, *lines: str) -> None:
        """Type lines, with Enter behind each."""
        for line in lines:
            self.strike(*(each if each != " " else "space" for each in line), "enter")
            self.handle_events()
