"""The panes that are lists: calls, breakpoints, variables, and the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from rich.text import Text

from emulators.errors import IronboardError
from host.debugger.stops import Breakpoint
from host.debugger.tui.pane import Context, Pane
from host.debugger.tui.program import mark
from host.languages.running import Activation, Variable

NAME = 20  # columns of a place's name
EMPTY = ("none: F9, b sets one on the line of the cursor", "B: one with a condition")
KEPT = 5000  # lines of the log
COMMAND, OUTPUT, ERROR, TOLD, NOTE = "strong", "text", "error", "told", "dim"  # kinds of lines: their inks


class CallsPane(Pane):
    """The open calls, the innermost first. Enter, or a click, shows where a call was made."""

    title = "calls"

    def __init__(self, context: Context, name: str, show_call: Callable[[int, Activation], None]) -> None:
        super().__init__(context, name)
        self._show_call = show_call
        self._listed: list[Activation] = []

    def show(self) -> None:
        self._listed, rows = self.session.activations(), []
        for number, each in enumerate(self._listed):
            address, chosen = each.spot.address, number == self.session.frame
            place = each.passage or self.session.sources.line_at(address)
            where = f"{PurePath(place.file).name}:{place.line}" if place else ""
            rows.append(self.text(
                (" ► " if chosen else f"{number:>2} ", "arrow" if chosen else "dim"),
                (f"{each.name:<{NAME}} ", "label"),
                ("" if each.passage else f"{self.context.layout.address(address)}  ", "text"),
                (f"{where}  ", "text"),
                (each.note, "dim"),
            ))  # fmt: skip
        self.put(rows)

    def chosen(self, row: int) -> None:
        """Show a place in the source."""
        self._show_call(row, self._listed[row])

    def clicked(self, row: int, column: int) -> None:
        """Show the place that was clicked."""
        super().clicked(row, column)
        self.chosen(row)


class BreakpointsPane(Pane):
    """Breakpoints, watchpoints, log points. Enter changes one, Space disables or enables it, Delete removes it."""

    title = "stops"

    def __init__(self, context: Context, name: str, edit: Callable[[Breakpoint], None]) -> None:
        super().__init__(context, name)
        self._edit = edit
        self._listed: list[Breakpoint] = []

    def show(self) -> None:
        """List them, without the temporary ones of a run."""
        self._listed = [each for each in self.session.stops if each.owner is None]
        self.put([self._row(each) for each in self._listed] or [self.text((f" {line}", "dim")) for line in EMPTY])

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
        if row < len(self._listed):
            self._edit(self._listed[row])

    def clicked(self, row: int, column: int) -> None:
        """Put the cursor there; a click on the sign disables or enables the breakpoint."""
        super().clicked(row, column)
        if column <= 2 and self.selected:
            self.app.call_later(self.run_action, "app.able_stop")


class VariablesPane(Pane):
    """The variables visible in the selected frame. Enter changes one.

    Blocks and procedures are listed from the innermost outwards.
    """

    title = "variables"

    def __init__(self, context: Context, name: str, edit: Callable[[Variable], None]) -> None:
        super().__init__(context, name)
        self._edit = edit
        self._found: list[Variable | None] = []  # of the rows; None: a scope
        self._before: dict[tuple[str, str], str] = {}  # scope and name -> value at the last halt
        self._now: dict[tuple[str, str], str] = {}
        self._cycle = -1

    def show(self) -> None:
        if self.session.cycles != self._cycle and not self.context.control.running:
            self._cycle, self._before, self._now = self.session.cycles, self._now, {}
        try:
            self._show()
        except IronboardError as error:
            self._found = [None]
            self.put([self.text((f" ({error})", "dim"))])

    def _show(self) -> None:
        language, frame = self.session.language, self.session.frame
        assert language is not None
        self._found, rows = [], []
        for scope in language.scopes(frame):
            self._found.append(None)
            rows.append(self.text((f" {scope.title}", "label")))
            for each in language.variables(scope.level, frame):
                key = scope.title, each.name
                changed = self._before.get(key, each.value) != each.value
                self._now[key] = each.value
                self._found.append(each)
                row = self.text((f"   {each.name} ", "dim"), (each.value, "changed" if changed else "strong"))
                kind = f"  {each.type}{f': {each.note}' if each.note else ''}"
                fits = row.cell_len + len(kind) <= self.room  # else the name and the value are worth more
                rows.append(row.append(kind, self.context.palette.style("faint")) if fits else row)
        self.put(rows)

    def chosen(self, row: int) -> None:
        each = self._found[row] if row < len(self._found) else None
        if each is not None:
            self._edit(each)


class LogPane(Pane):
    """Commands and their output, log points, halts, errors; the latest at the bottom, long lines wrapped."""

    title = "log"
    has_cursor = False

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context, name)
        self.lines: list[tuple[str, str]] = []  # text, ink
        self._width = 0  # for which the rows were broken
        self._shown = 0  # lines in the rows

    def say(self, text: str, ink: str = OUTPUT) -> None:
        """Add lines."""
        self.lines += [(line, ink) for line in text.expandtabs(8).split("\n")]
        self.show()

    def show(self) -> None:
        """Show what is new."""
        width = self.size.width - 2  # the margin, and the scrollbar
        if width <= 0:
            return
        if len(self.lines) > KEPT:
            del self.lines[: len(self.lines) - KEPT // 2]
            self._shown = 0
        if width != self._width:
            self._width, self._shown = width, 0
        rows = self._rows if self._shown else []
        new = [
            self.text((f" {text[at : at + width]}", ink))
            for text, ink in self.lines[self._shown :]
            for at in range(0, max(1, len(text)), width)
        ]
        if not new and self._shown:
            return
        self._shown = len(self.lines)
        self._rows = rows + new
        self.fit()
        self.refresh()
        self.scroll_to(y=self.max_scroll_y, animate=False, force=True, immediate=True)

    def colour_anew(self) -> None:
        """Apply other colours."""
        self._shown = 0
        self.show()

    def on_resize(self) -> None:
        """Wrap the lines again."""
        self.show()
