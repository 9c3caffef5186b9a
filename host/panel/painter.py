"""Makes the picture of a panel, pane by pane: only those are painted again that look different now.

What a pane looks like depends on its facts alone: `facts(panel)` collects them, `paint(canvas, area, facts)`
sees nothing else. So a pane whose facts are as before still looks right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pygame

from host.panel import board_pane, colours, deck_pane, front, go_pane, layout, legend_pane, terminal_pane, toolbar
from host.panel.canvas import Box, Canvas, Scale
from host.panel.panel import Panel


class Pane(NamedTuple):
    """A part of the window."""

    facts: Callable[[Panel], object]
    paint: Callable[[Canvas, Box, Any], None]  # its last argument is what its `facts` returns


PANES = {
    "toolbar": Pane(toolbar.toolbar_facts, toolbar.paint_toolbar),
    "status": Pane(toolbar.status_facts, toolbar.paint_status),
    "board": Pane(board_pane.facts, board_pane.paint),
    "terminal": Pane(terminal_pane.facts, terminal_pane.paint),
    "go": Pane(go_pane.facts, go_pane.paint),
    "deck": Pane(deck_pane.facts, deck_pane.paint),
    "legend": Pane(legend_pane.facts, legend_pane.paint),
}


class Painter:
    """Paints panels on one surface of one size, which keeps what has been painted."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.scale = Scale.fit(layout.WIDTH, layout.HEIGHT, size)
        self.forget()

    def forget(self) -> None:
        """Paint everything anew the next time: the surface has lost its picture."""
        self._painted: dict[str, object] = {}
        self._arrangement: object = self  # unlike any

    def paint(self, panel: Panel, surface: pygame.Surface) -> list[pygame.Rect]:
        """Bring the picture up to date; return which parts of it have changed."""
        canvas = Canvas(surface, self.scale)
        in_front = front.facts(panel)
        everything = (panel.shows_go, in_front) != self._arrangement
        if everything:
            self.forget()
            self._arrangement = panel.shows_go, in_front
            surface.fill(colours.DESK)
        changed = [rect for name, area in panel.panes.items() if (rect := self._update(panel, canvas, name, area))]
        if in_front and changed:
            front.paint(canvas, in_front)
            everything = True
        return [surface.get_rect()] if everything else changed

    def _update(self, panel: Panel, canvas: Canvas, name: str, area: Box) -> pygame.Rect | None:
        """Paint a pane if it looks different now; return where."""
        pane = PANES[name]
        facts = pane.facts(panel)
        if name in self._painted and self._painted[name] == facts:
            return None
        self._painted[name] = facts
        rect = canvas.scale.rect(area)
        canvas.surface.fill(colours.DESK, rect)
        pane.paint(canvas, area, facts)
        return rect
