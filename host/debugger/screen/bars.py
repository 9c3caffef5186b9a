"""The lines that are no panes: headings with tabs, the status line, the keys at the bottom."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual import events
from textual.widget import Widget

from host.debugger.screen import texts
from host.debugger.screen.context import Context
from host.debugger.screen.keys import FOOTER, key_name, plain_name

Spot = tuple[int, int, str]  # first column, column behind, what a click there means


class Bar(Widget):
    """One line of text; parts of it can be clicked."""

    def __init__(
        self, context: Context, act: Callable[[str], None], *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.context = context
        self._act = act
        self._line = Text(end="")
        self._spots: list[Spot] = []

    def put(self, line: Text, spots: list[Spot]) -> None:
        """Show a line."""
        if line != self._line or spots != self._spots:
            self._line, self._spots = line, spots
            self.refresh()

    def render(self) -> Text:
        """Return the line."""
        return self._line

    def on_click(self, event: events.Click) -> None:
        """Do what the clicked part means."""
        for first, end, meaning in self._spots:
            if first <= event.x < end:
                event.stop()
                self._act(meaning)


class Heading(Bar):
    """The heading of a place: the pane that is shown, and those that share the place with it."""

    def show(self, tabs: list[tuple[str, str, str]], shown: str, focused: bool, width: int) -> None:
        """Show tabs: pane, key, title; where not all titles find room, only that of the pane that is shown."""
        style = self.context.palette.style
        full = sum(len(title) + len(key) + 3 for _, key, title in tabs) <= width
        line, spots = Text(end="", no_wrap=True), []
        for name, key, title in tabs:
            chosen = name == shown
            words = f" {key} {title} " if full or chosen else f" {key} "
            ground = "chosen" if chosen and len(tabs) > 1 else "heading"
            ink = style("focus") if chosen and focused else style("strong" if chosen else "dim", ground)
            spots.append((line.cell_len, line.cell_len + len(words), name))
            line.append(words, ink)
        self.put(line, spots)


class Status(Bar):
    """What the machine does, why it stands still, when that is, and how fast it runs."""

    def show(self, keyboard: bool) -> None:
        """Bring it up to date."""
        control, style = self.context.control, self.context.palette.style
        words, ground = texts.badge(control)
        line = Text(end="", no_wrap=True)
        line.append(words, style("strong", ground))
        if keyboard:
            line.append(" KEYS ", style("strong", "chosen"))
        right = f"{texts.moment(control)}  {texts.pace(control)} "
        left = f" {texts.why(control, self.context.layout)}"
        room = self.size.width - line.cell_len - len(right) - 1
        left = left if len(left) <= room else f"{left[: max(0, room - 1)]}…"
        line.append(left.ljust(max(0, room)) + " ", style("text"))
        line.append(right, style("dim"))
        self.put(line, [])

    def show_busy(self) -> None:
        """Say that something takes long, and how to end it."""
        style = self.context.palette.style
        line = Text(end="", no_wrap=True)
        line.append(" BUSY ", style("strong", "past"))
        line.append(" F5, Escape or Ctrl-C breaks it off", style("text"))
        self.put(line, [(0, line.cell_len, "halt")])


class KeyBar(Bar):
    """The keys that are needed most, or those of the machine."""

    def show(self, machine_keys: dict[str, str] | None) -> None:
        """Show the keys; `machine_keys`: PC's key -> the machine's, while the keyboard is the machine's."""
        if machine_keys is None:
            pairs = [(plain_name(each), each.short, each.action) for each in FOOTER]
        else:
            own = [(key_name(key), name, "") for key, name in machine_keys.items() if key.upper() != name]
            pairs = [("Ctrl-K", "back to the debugger", "keyboard"), ("F8", "pause, continue", "resume"), *own]
        style = self.context.palette.style
        line, spots = Text(end="", no_wrap=True), []
        for name, words, action in pairs:
            if line.cell_len + len(name) + len(words) + 3 > self.size.width:
                break
            first = line.cell_len
            line.append(f" {name} ", style("strong"))
            line.append(f"{words} ", style("dim"))
            spots.append((first, line.cell_len, action))
        self.put(line, spots)
