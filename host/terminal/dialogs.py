"""The dialogs: open a file, save a file, help."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import Checkbox, Input, Label, Static

from host.terminal.texts import HELP, key_lines


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


class PathSuggester(Suggester):
    """Completes the names of files."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """Return the first file or folder that begins like `value`."""
        return complete(value)


def complete(value: str) -> str | None:
    """Return `value` completed to the first file or folder in the order of their names, None if there is none."""
    folder, _, start = value.rpartition("/")
    if not value or not start:
        return None
    try:
        names = sorted(each.name for each in Path(f"{folder}/" if "/" in value else ".").expanduser().iterdir())
    except OSError:
        return None
    name = next((name for name in names if name.startswith(start) and name != start), None)
    return None if name is None else value[: len(value) - len(start)] + name


class Dialog(ModalScreen[Opening | Saving]):
    """Some fields; Enter accepts, Escape leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "leave")]

    def on_input_submitted(self) -> None:
        """Accept, once there is a path."""
        if self.text("path"):
            self.dismiss(self.result())

    def text(self, name: str) -> str:
        """Return what is in a field."""
        return self.query_one(f"#{name}", Input).value.strip()

    def result(self) -> Opening | Saving:
        """Return what the fields say."""
        raise NotImplementedError


class OpenDialog(Dialog):
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


class SaveDialog(Dialog):
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


class HelpScreen(ModalScreen[None]):
    """The keys."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter,f12,question_mark", "dismiss", "back")]

    def compose(self) -> ComposeResult:
        """Yield the text."""
        with VerticalScroll(classes="dialog"):
            yield Static(HELP + "\n" + "\n".join(key_lines()), markup=False)
