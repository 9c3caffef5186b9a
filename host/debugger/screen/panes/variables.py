"""The names that mean something in the frame that is looked at, with their values. Enter changes one.

Blocks and procedures stand as they enclose the statement, the innermost first.
"""

from __future__ import annotations

from collections.abc import Callable

from emulators.errors import IronboardError
from host.debugger.language import Variable
from host.debugger.screen.context import Context
from host.debugger.screen.panes.pane import Pane

Told = tuple[str, str]  # scope and name -> value, to see what has changed


class VariablesPane(Pane):
    """Scopes and variables of the program's own language."""

    title = "variables"

    def __init__(self, context: Context, name: str, edit: Callable[[Variable], None]) -> None:
        super().__init__(context, name)
        self._edit = edit
        self._found: list[Variable | None] = []  # of the rows; None: a scope
        self._before: dict[Told, str] = {}  # at the last halt
        self._now: dict[Told, str] = {}
        self._cycle = -1

    def show(self) -> None:
        """Read all variables."""
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
                rows.append(self.text(
                    (f"   {each.name} ", "dim"), (each.value, "changed" if changed else "strong"),
                    (f"  {each.type}{f': {each.note}' if each.note else ''}", "faint"),
                ))  # fmt: skip
        self.put(rows)

    def chosen(self, row: int) -> None:
        """Change the variable."""
        each = self._found[row] if row < len(self._found) else None
        if each is not None:
            self._edit(each)
