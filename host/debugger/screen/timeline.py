"""The history as a line: where it begins and ends, where we are in it, and where something was given to the machine.

0.412 s ├━━━━╇━━━━━━━━━●────┬───┬──────┤ 12.006 s        ╇ ┬ keys and other inputs
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from host.debugger.screen.context import Context

LIVED, AHEAD, HERE = "━╇", "─┬", "●"  # without and with an input


class Timeline(Widget, can_focus=True):
    """The time line; a click or the arrow keys go elsewhere."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "scrub(-1)", show=False),
        Binding("right", "scrub(1)", show=False),
    ]

    def __init__(self, context: Context, go: Callable[[int], None], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.context = context
        self._go = go
        self._drawn: object = None
        self._dragging = False

    def show(self) -> None:
        """Draw it anew if something has changed that can be seen."""
        history = self.context.session.history
        drawn = (self._labels(), self._column(self.context.session.cycles), len(history.log), history.start, self.size)
        if drawn != self._drawn:
            self._drawn = drawn
            self.refresh()

    # ------------------------------------------------------------ cycles and columns

    @property
    def _ends(self) -> tuple[int, int]:
        start = self.context.session.history.start
        return start, max(self.context.control.end, start + 1)

    def _labels(self) -> tuple[str, str]:
        ends = self.context.session.history.start, self.context.control.end
        left, right = (f"{cycle / self.context.session.clock:.3f} s" for cycle in ends)
        return f" {left} ├", f"┤ {right} "

    @property
    def _width(self) -> int:
        return max(1, self.size.width - sum(map(len, self._labels())))

    def _column(self, cycle: int) -> int:
        start, end = self._ends
        return max(0, min(self._width - 1, (cycle - start) * self._width // (end - start)))

    def _cycle(self, column: int) -> int:
        start, end = self._ends
        return start + (end - start) * max(0, min(column, self._width - 1)) // max(1, self._width - 1)

    # ------------------------------------------------------------ drawing

    def render(self) -> Text:
        """Return the line."""
        style = self.context.palette.style
        left, right = self._labels()
        here = self._column(self.context.session.cycles)
        inputs = {self._column(entry.cycle) for entry in self.context.session.history.log}
        line = Text(left, style("dim"), end="", no_wrap=True)
        for column in range(self._width):
            if column == here:
                line.append(HERE, style("arrow"))
            elif column < here:
                line.append(LIVED[column in inputs], style("arrow" if self.has_focus else "dim"))
            else:
                line.append(AHEAD[column in inputs], style("faint"))
        return line.append(right, style("dim"))

    # ------------------------------------------------------------ the user

    def action_scrub(self, step: int) -> None:
        """Go a column to the left or right, at least an instruction's time."""
        start, end = self._ends
        here = self.context.session.cycles
        self._go(max(start, min(end, here + step * max(20, (end - start) // self._width))))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go where the line was clicked."""
        event.stop()
        self._dragging = True
        self.capture_mouse()
        self._go_to_column(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse while its button is down."""
        if self._dragging:
            self._go_to_column(event.x)

    def on_mouse_up(self) -> None:
        """Let go."""
        self._dragging = False
        self.release_mouse()

    def _go_to_column(self, x: int) -> None:
        self._go(self._cycle(x - len(self._labels()[0])))

    def on_focus(self) -> None:
        """Stand out."""
        self.refresh()

    def on_blur(self) -> None:
        """Stand back."""
        self.refresh()
