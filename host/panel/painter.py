"""Makes the picture of a panel, pane by pane: only those are painted again that look different now.

What a pane looks like depends on its facts alone: `facts(panel)` collects them, `paint(canvas, area, facts)`
sees nothing else. So a pane whose facts are as before still looks right.
"""

from __future__ import annotations

import pygame

from host.panel import colours, front
from host.panel.canvas import Box, Canvas, Scale
from host.panel.panel import Panel
from host.panel.scene import Scene


class Painter:
    """Paints the panels of a scene on one surface of one size, which keeps what has been painted."""

    def __init__(self, scene: Scene, size: tuple[int, int]) -> None:
        self.size = size
        self.scale = Scale.fit(scene.width, scene.height, size)
        self._scene = scene
        self.forget()

    def forget(self) -> None:
        """Paint everything anew the next time: the surface has lost its picture."""
        self._painted: dict[str, object] = {}
        self._arrangement: object = self  # unlike any

    def paint(self, panel: Panel, surface: pygame.Surface) -> list[pygame.Rect]:
        """Bring the picture up to date; return which parts of it have changed."""
        canvas = Canvas(surface, self.scale)
        in_front = front.facts(panel)
        everything = (panel.arrangement, in_front) != self._arrangement
        if everything:
            self.forget()
            self._arrangement = panel.arrangement, in_front
            surface.fill(colours.DESK)
        changed = [rect for name, area in panel.panes.items() if (rect := self._update(panel, canvas, name, area))]
        if in_front and changed:
            front.paint(canvas, self._scene, in_front)
            everything = True
        return [surface.get_rect()] if everything else changed

    def _update(self, panel: Panel, canvas: Canvas, name: str, area: Box) -> pygame.Rect | None:
        """Paint a pane if it looks different now; return where."""
        pane = self._scene.panes[name]
        facts = pane.facts(panel)
        if name in self._painted and self._painted[name] == facts:
            return None
        self._painted[name] = facts
        rect = canvas.scale.rect(area)
        canvas.surface.fill(colours.DESK, rect)
        pane.paint(canvas, area, facts)
        return rect
