"""The command line: what is typed here is done by the monitor's interpreter."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

from host.debugger.commands import candidates
from host.debugger.monitor import DELIMITERS, Monitor

KEPT = 500  # lines


class Completion(Suggester):
    """Completes the last word, as the line mode does."""

    def __init__(self, monitor: Monitor) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._monitor = monitor

    async def get_suggestion(self, value: str) -> str | None:
        """Return the line with its last word completed, None if nothing fits."""
        word = value[max((value.rfind(each) for each in DELIMITERS), default=-1) + 1 :]
        found = candidates(self._monitor, value[: len(value) - len(word)], word) if word else []
        first = next((each for each in found if each.startswith(word) and each != word), None)
        return None if first is None else value + first[len(word) :]


class CommandLine(Input):
    """One line to type commands in; up and down go through those typed before."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "recall(-1)", show=False),
        Binding("down", "recall(1)", show=False),
        Binding("tab", "complete", show=False),
    ]

    def __init__(self, completion: Completion, *, id: str | None = None) -> None:
        super().__init__(placeholder="command, help lists them", id=id, suggester=completion)
        self._before: list[str] = []
        self._at = 0

    def action_recall(self, step: int) -> None:
        """Show an earlier command, or a later one."""
        self._at = max(0, min(self._at + step, len(self._before)))
        self.value = self._before[self._at] if self._at < len(self._before) else ""
        self.cursor_position = len(self.value)

    def action_complete(self) -> None:
        """Take over what is suggested; without a suggestion, go to the next pane."""
        if self._suggestion:
            self.action_cursor_right()
        else:
            self.app.call_later(self.run_action, "app.next_pane")

    class Entered(Message):
        """A command has been typed."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    async def action_submit(self) -> None:
        """Hand over the line; an empty one, too: it repeats."""
        line, self.value = self.value, ""
        if line.strip() and self._before[-1:] != [line]:
            self._before = [*self._before[-KEPT:], line]
        self._at = len(self._before)
        self.post_message(self.Entered(line))
