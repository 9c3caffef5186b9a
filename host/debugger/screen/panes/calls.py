"""The calls that are open, the innermost first. Enter, or a click, shows where a call was made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from rich.text import Text

from host.debugger.language import Activation
from host.debugger.screen.context import Context
from host.debugger.screen.panes.pane import Pane

NAME = 20  # columns of a place's name


class CallsPane(Pane):
    """Where the machine is, and how it came there."""

    title = "calls"

    def __init__(
        self, context: Context, name: str, go_to: Callable[[int, bool], None], choose: Callable[[int], None]
    ) -> None:
        super().__init__(context, name)
        self._go_to = go_to
        self._choose = choose
        self._places: list[int] = []  # of the machine's calls; none where the language knows its own

    def show(self) -> None:
        """Read the stack, or let the program's language tell."""
        language = self.session.spoken
        if language is not None:
            self._places = []
            self.put([self._activation(number, each) for number, each in enumerate(language.activations())])
            return
        frames = self.session.frames()
        self._places = [self.session.address, *(frame.call for frame in frames)]
        notes = ["", *("interrupted" if frame.interrupt else "" for frame in frames)]
        self.put([
            self.text(
                (" ► " if number == 0 else f"{number:>2} ", "arrow" if number == 0 else "dim"),
                (f"{self.session.sources.near(place):<{NAME}} ", "label"),
                (f"{self._where(place)}  ", "text"),
                (notes[number], "dim"),
            )
            for number, place in enumerate(self._places)
        ])  # fmt: skip

    def _where(self, address: int) -> str:
        line = self.session.sources.line_at(address)
        number = self.context.layout.address(address)
        return f"{number}  {PurePath(line.file).name}:{line.line}" if line else number

    def _activation(self, number: int, each: Activation) -> Text:
        chosen = number == self.session.frame
        place = f"{PurePath(each.passage.file).name}:{each.passage.line}" if each.passage else ""
        return self.text(
            (" ► " if chosen else f"{number:>2} ", "arrow" if chosen else "dim"),
            (f"{each.name} ", "label"),
            (f"{place}  ", "text"),
            (each.note, "dim"),
        )

    def chosen(self, row: int) -> None:
        """Show a place in the source."""
        if not self._places:
            self._choose(row)
            return
        self._go_to(self._places[row], row > 0)

    def clicked(self, row: int, column: int) -> None:
        """Show the place that was clicked."""
        super().clicked(row, column)
        self.chosen(row)
