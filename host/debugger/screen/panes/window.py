"""A pane that looks at the address space through a window: there is no end of rows, so it scrolls by itself."""

from __future__ import annotations

from textual import events
from textual.geometry import Size

from host.debugger.screen.panes.pane import Pane

WHEEL = 3  # rows of one notch of a mouse's wheel


class Window(Pane):
    """A pane whose rows are made for the height it has."""

    def shift(self, rows: int) -> None:
        """Show what is so many rows below (or above)."""

    def fit(self) -> None:
        """Never scroll what is drawn."""
        self.virtual_size = Size(
            max((row.cell_len for row in self._rows), default=0), min(self.count, self.size.height)
        )

    def _on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        if not self.context.busy:
            self.shift(WHEEL)

    def _on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        if not self.context.busy:
            self.shift(-WHEEL)

    def on_resize(self) -> None:
        """Make rows for the new height."""
        self.show_if_free()
