"""The dialogs: open a file, save a file."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Checkbox, Input, Label

from host.terminal.dialogs import Dialog, PathSuggester


@dataclass(frozen=True)
class Saving:
    """What to save, and whether it may replace another file."""

    path: str
    overwrite: bool


class OpenDialog(Dialog[str]):
    """Which deck, program, tape or state to open."""

    def compose(self) -> ComposeResult:
        """Yield the fields."""
        with Vertical(classes="dialog"):
            yield Label("Put a deck into the hopper; open a program, a tape or a saved state")
            yield Input(
                placeholder="file, or the name of a program such as perft", id="path", suggester=PathSuggester()
            )
            yield Label("Enter opens, Escape leaves; → completes a name", classes="hint")

    def result(self) -> str:
        """Return what to open."""
        return self.text("path")


class SaveDialog(Dialog[Saving]):
    """What to save, and where."""

    def compose(self) -> ComposeResult:
        """Yield the fields."""
        with Vertical(classes="dialog"):
            yield Label("Save the paper (.txt), the punched cards (.deck, .cbn), or the state (.state)")
            yield Input(placeholder="file", id="path", suggester=PathSuggester())
            yield Checkbox("replace a file that exists", id="overwrite")
            yield Label("Enter in the field saves, Escape leaves", classes="hint")

    def result(self) -> Saving:
        """Return what to save."""
        return Saving(self.text("path"), self.query_one("#overwrite", Checkbox).value)
