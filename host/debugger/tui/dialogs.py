"""The dialogs: some fields to fill in, a place to find, a question, the help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, NamedTuple

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from emulators.errors import IronboardError
from host.debugger.tui.layout import HELP, KEYS, key_names
from host.debugger.tui.pane import Palette

MOST = 200  # names that are listed
KEYS_WIDTH = 28  # columns of the keys, and of the commands, in the help


class Field(NamedTuple):
    """An input field."""

    name: str
    label: str
    value: str = ""
    example: str = ""


class Asking(ModalScreen[bool]):
    """A dialog; Escape closes it. When `accept` raises IronboardError, the error is shown and the dialog stays."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(False)", show=False)]

    def attempt(self, accept: Callable[[], None]) -> None:
        """Accept the answer."""
        try:
            accept()
        except IronboardError as error:
            self.query_one("#error", Label).update(str(error))
            return
        self.dismiss(True)


class Form(Asking):
    """Fields; Enter accepts. `accept` takes the fields by name."""

    def __init__(self, title: str, fields: Sequence[Field], accept: Callable[[dict[str, str]], None]) -> None:
        super().__init__()
        self._title = title
        self._fields = fields
        self._accept = accept

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self._title, classes="title", markup=False)
            for field in self._fields:
                if field.label:
                    yield Label(field.label, classes="label", markup=False)
                yield Input(field.value, placeholder=field.example, id=field.name)
            yield Label("", id="error", markup=False)
            yield Label("Enter accepts, Escape leaves", classes="hint")

    def on_input_submitted(self) -> None:
        given = {field.name: self.query_one(f"#{field.name}", Input).value.strip() for field in self._fields}
        self.attempt(lambda: self._accept(given))


class Finder(Asking):
    """A place to go to: a label from the list, an address, an expression, FILE:LINE."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "choose(1)", show=False, priority=True),
        Binding("up", "choose(-1)", show=False, priority=True),
    ]

    def __init__(self, names: Sequence[tuple[str, str]], accept: Callable[[str], None]) -> None:
        super().__init__()
        self._names = names  # name, its description
        self._accept = accept

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label("Show a place", classes="title")
            yield Input(placeholder="label, address, expression, FILE:LINE", id="place")
            yield Label("", id="error", markup=False)
            yield OptionList(id="names")
            yield Label("Enter goes there, ↑ ↓ choose a name, Escape leaves", classes="hint")

    def on_mount(self) -> None:
        """List everything."""
        self._list("")

    def on_input_changed(self, message: Input.Changed) -> None:
        """List the entries with the text."""
        self._list(message.value.strip())

    def _list(self, text: str) -> None:
        options = self.query_one("#names", OptionList)
        options.clear_options()
        found = [(name, note) for name, note in self._names if text.lower() in name.lower()]
        found.sort(key=lambda each: not each[0].lower().startswith(text.lower()))
        options.add_options([Option(Text(f"{name:<28} {note}")) for name, note in found[:MOST]])
        self._found = found

    def action_choose(self, step: int) -> None:
        """Go up or down in the list."""
        options = self.query_one("#names", OptionList)
        if step > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Go to the name that was clicked."""
        self._go(self._found[message.option_index][0])

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Go to the name chosen in the list, else to the typed one."""
        chosen = self.query_one("#names", OptionList).highlighted
        self._go(message.value.strip() if chosen is None else self._found[chosen][0])

    def _go(self, place: str) -> None:
        self.attempt(lambda: self._accept(place))


class Question(Asking):
    """Yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "dismiss(False)", show=False),
        Binding("y", "dismiss(True)", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False)
            yield Static(
                "\n[@click='screen.dismiss(True)'] y: yes [/]   [@click='screen.dismiss(False)'] n, Escape: no [/]"
            )


class Help(ModalScreen[None]):
    """The keys, and the commands of the command line."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,f1,question_mark", "dismiss", show=False)]

    def __init__(self, palette: Palette, commands: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._palette = palette
        self._commands = commands

    def compose(self) -> ComposeResult:
        """Yield the text; the description of each key wraps in its own column."""
        with VerticalScroll(classes="dialog help"):
            yield Static(HELP, markup=False)
            for group, keys in KEYS.items():
                yield Static(self._palette.text(("\n" + group, "arrow")))
                yield Static(self._table(("  ".join(key_names(key)), key.legend) for key in keys))
            yield Static(self._palette.text(("\nCommands", "arrow")))
            yield Static(self._table(self._commands))

    def _table(self, rows: Iterable[tuple[str, str]]) -> Table:
        table = Table.grid(padding=(0, 1))
        table.add_column(width=KEYS_WIDTH)
        table.add_column(ratio=1)
        for left, right in rows:
            table.add_row(Text(left, self._palette.style("strong")), Text(right, self._palette.style("text")))
        return table
