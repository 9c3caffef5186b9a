"""A user before the window of a KIM-1."""

from __future__ import annotations

from host.kim1 import Kim1
from host.panel.kim1 import kim_board, layout
from host.panel.kim1.panel import KimPanel
from host.panel.kim1.scene import SCENE
from tests.panel import user


class User(user.User):
    scene = SCENE

    def __init__(self, kim: Kim1, **options) -> None:
        super().__init__()
        self.kim = kim
        self.panel = KimPanel(kim, now=lambda: self.time, **options)

    def click_key(self, key: str) -> None:
        self.click(layout.KEYS[key].centre)

    def key_picture(self, key: str) -> bytes:
        return self.part(kim_board.on_board(kim_board.key_boxes()[key], layout.BOARD))
