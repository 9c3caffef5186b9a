"""The list of breakpoints. Enter changes one, Space lets it rest or work, Delete removes it."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from host.debugger.screen.context import Context
from host.debugger.screen.panes.marks import mark
from host.debugger.screen.panes.pane import Pane
from host.debugger.stops import Breakpoint

EMPTY = "none: F9 or b sets one on the line of the cursor, B one with a condition"


class BreakpointsPane(Pane):
    """Breakpoints, watchpoints, log points."""

    title = "stops"

    def __init__(self, context: Context, name: str, edit: Callable[[Breakpoint], None]) -> None:
        super().__init__(context, name)
        self._edit = edit
        self._listed: list[Breakpoint] = []

    def show(self) -> None:
        """List them; those that a run has set for itself are nobody's business."""
        self._listed = [each for each in self.session.stops if each.owner is None]
        self.put([self._row(each) for each in self._listed] or [self.text((f" {EMPTY}", "dim"))])

    def _row(self, each: Breakpoint) -> Text:
        met = each in self.session.halt.breakpoints and not self.context.control.running
        notes = [
            f"if {each.condition}" if each.condition else "",
            f"hits {each.hits_wanted}" if each.hits_wanted else "",
            f'says "{each.message}"' if each.message else "",
            "once" if each.temporary else "",
        ]
        return self.text(
            (f" {mark([each])} ", "breakpoint"),
            (f"{each.number:<3}", "strong" if met else "dim"),
            (f"{each.kind:<8}", "text" if each.enabled else "dim"),
            (f"{self.context.layout.target(each):<16}", "label" if each.enabled else "dim"),
            (f"  met {each.hits}x" if each.hits else "", "dim"),
            (f"  {'  '.join(filter(None, notes))}", "text"),
        )

    @property
    def selected(self) -> Breakpoint | None:
        """The breakpoint under the cursor."""
        return self._listed[self.cursor] if self.cursor < len(self._listed) else None

    def chosen(self, row: int) -> None:
        """Change a breakpoint."""
        if row < len(self._listed):
            self._edit(self._listed[row])

    def clicked(self, row: int, column: int) -> None:
        """Put the cursor there; a click on the sign lets the breakpoint rest, or work."""
        super().clicked(row, column)
        if column <= 2 and self.selected:
            self.app.call_later(self.run_action, "app.able_stop")
