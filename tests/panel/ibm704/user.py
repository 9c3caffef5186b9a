"""A user before the window of a 704."""

from __future__ import annotations

from host.desk.ibm704.operator import Operator
from host.panel.ibm704 import layout
from host.panel.ibm704.panel import Panel704
from host.panel.ibm704.scene import SCENE
from tests.panel import user


class User(user.User):
    scene = SCENE

    def __init__(self, operator: Operator, **options) -> None:
        super().__init__()
        self.machine = operator.machine
        self.operator = operator
        self.panel = Panel704(operator, now=lambda: self.time, **options)

    def click_key(self, name: str) -> None:
        self.click(layout.KEY_BOXES[name].centre)

    def point(self, at) -> str:
        """Move the mouse somewhere; return what the status line says."""
        self.panel.mouse = at
        return self.panel.pointed
