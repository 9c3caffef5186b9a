"""The dialogs: open a file, save a file."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Checkbox, Input, Label

from host.terminal.dialogs import Dialog, PathSuggester


@dataclass(frozen=True)
class Opening:
    """What to open: a file or a program's name, and where a raw binary goes (as typed)."""

    path: str
    origin: str


@dataclass(frozen=True)
class Saving:
    """What to save: a file, the memory in it (as typed), and whether it may replace another."""

    path: str
    first: str
    last: str
    overwrite: bool


class OpenDialog(Dialog[Opening | Saving]):
    """Which program, tape or state to open."""

    def compose(self) -> ComposeResult:
        """Yield the fields."""
        with Vertical(classes="dialog"):
            yield Label("Open a program, a tape (.wav) or a saved state")
            yield Input(
                placeholder="file, or the name of a program such as wally", id="path", suggester=PathSuggester()
            )
            yield Input(placeholder="address of a raw binary, such as 0200", id="origin")
            yield Label("Enter opens, Escape leaves; → completes a name", classes="hint")

    def result(self) -> Opening:
        """Return what to open."""
        return Opening(self.text("path"), self.text("origin"))


class SaveDialog(Dialog[Opening | Saving]):
    """What to save, and where."""

    def __init__(self, path: str = "") -> None:
        super().__init__()
        self._path = path

    def compose(self) -> ComposeResult:
        """Yield the fields."""
        with Vertical(classes="dialog"):
            yield Label("Save a state (.state), the recorded tape (.wav), or memory (.ptp, .hex, .bin, ...)")
            yield Input(self._path, placeholder="file", id="path", suggester=PathSuggester())
            yield Input(placeholder="memory: first address, such as 0200", id="first")
            yield Input(placeholder="memory: last address, such as 03FF", id="last")
            yield Checkbox("replace a file that exists", id="overwrite")
            yield Label("Enter in a field saves, Escape leaves", classes="hint")

    def result(self) -> Saving:
        """Return what to save."""
        overwrite = self.query_one("#overwrite", Checkbox).value
        return Saving(self.text("path"), self.text("first"), self.text("last"), overwrite)
