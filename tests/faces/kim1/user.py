"""A user at a KIM-1, whatever face it has: hands on keys, board and commands, and a clock that they turn."""

from __future__ import annotations

from host.games.wally_board import SIZE
from host.panels.kim1.controller import KimController

FRAME = 1 / 60


class User:
    def __init__(self, kim, program=None, **options):
        self.time = 0.0
        self.kim = kim
        self.controller = KimController(kim, program, now=lambda: self.time, **options)

    def wait(self, seconds=FRAME):
        for _ in range(max(1, round(seconds / FRAME))):
            self.time += FRAME
            self.controller.advance()

    def strike(self, *names):
        """Strike keys of the PC."""
        for name in names:
            assert self.controller.key(name), name
            self.controller.release()

    def press(self, *keys):
        """Click keys of the keypad."""
        for key in keys:
            self.controller.press("pad", key)
            self.controller.release()

    def click(self, point):
        """Click a point of the Go board."""
        self.controller.act("go", (point // 16 - 1) * SIZE + point % 16 - 1)

    def answer(self, text):
        """Answer the question; return what went wrong."""
        assert self.controller.prompt
        self.controller.answer(text)
        return self.controller.error

    @property
    def now(self):
        return self.controller.shown["now"]

    @property
    def shown(self):
        return self.controller.shown
