"""Where a terminal is too small for everything: one pane at a time, and a key for the next one."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual import events
from textual.widget import Widget

from host.terminal.app import MachineApp

LARGE = (118, 39)  # columns and rows from which everything is shown at once


class PanedApp(MachineApp):
    """A machine in a terminal of any size. The style sheet says what the classes of #desk's screen hide."""

    panes: ClassVar[tuple[str, ...]]  # what a small terminal can show
    pane: str  # what it shows

    @property
    def choice(self) -> tuple[str, ...]:
        """The panes there are something in."""
        return self.panes

    @abstractmethod
    def focused_in(self, pane: str) -> Widget:
        """Return what the keys go to when a pane is shown."""

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout."""
        self._arrange(event.size.width >= LARGE[0] and event.size.height >= LARGE[1])

    def _arrange(self, large: bool) -> None:
        desk = self.screen_stack[0]
        desk.set_class(large, "large")
        for pane in self.panes:
            desk.set_class(not large and pane == self.pane, pane)

    def action_pane(self) -> None:
        """Go to the next pane of a small terminal, or move the focus of a large one."""
        if self.screen_stack[0].has_class("large"):
            self.screen.focus_next()
            return
        self.pane = self.choice[(self.choice.index(self.pane) + 1) % len(self.choice)]
        self._arrange(False)
        self.focused_in(self.pane).focus()
