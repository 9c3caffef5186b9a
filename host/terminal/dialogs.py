"""What dialogs are made of: fields, completion of files' names; and the help."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import Checkbox, Input, Label, Static

Answer = TypeVar("Answer")


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


class Dialog(ModalScreen[Answer]):
    """Some fields; Enter accepts, Escape leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "leave")]

    def on_input_submitted(self) -> None:
        """Accept, once there is a path."""
        if self.text("path"):
            self.dismiss(self.result())

    def text(self, name: str) -> str:
        """Return what is in a field."""
        return self.query_one(f"#{name}", Input).value.strip()

    def result(self) -> Answer:
        """Return what the fields say."""
        raise NotImplementedError


class OpenDialog(Dialog[str]):
    """Which file to open, or program by its name."""

    def __init__(self, title: str, placeholder: str) -> None:
        super().__init__()
        self._title, self._placeholder = title, placeholder

    def compose(self) -> ComposeResult:
        """Yield the fields."""
        with Vertical(classes="dialog"):
            yield Label(self._title)
            yield Input(placeholder=self._placeholder, id="path", suggester=PathSuggester())
            yield Label("Enter opens, Escape leaves; → completes a name", classes="hint")

    def result(self) -> str:
        """Return what to open."""
        return self.text("path")


@dataclass(frozen=True)
class Saving:
    """What to save, and whether it may replace another file."""

    path: str
    overwrite: bool


class SaveDialog(Dialog[Saving]):
    """What to save, and where."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        """Yield the fields."""
        with Vertical(classes="dialog"):
            yield Label(self._title)
            yield Input(placeholder="file", id="path", suggester=PathSuggester())
            yield Checkbox("replace a file that exists", id="overwrite")
            yield Label("Enter in the field saves, Escape leaves", classes="hint")

    def result(self) -> Saving:
        """Return what to save."""
        return Saving(self.text("path"), self.query_one("#overwrite", Checkbox).value)


class HelpScreen(ModalScreen[None]):
    """The keys."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter,f12,question_mark", "dismiss", "back")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Yield the text."""
        with VerticalScroll(classes="dialog"):
            yield Static(self._text, markup=False)
