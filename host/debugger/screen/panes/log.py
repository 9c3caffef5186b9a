"""What has been said: commands and their output, log points, halts, errors."""

from __future__ import annotations

from rich.text import Text

from host.debugger.screen.context import Context
from host.debugger.screen.panes.pane import Pane

KEPT = 5000  # lines
COMMAND, OUTPUT, ERROR, TOLD, NOTE = "strong", "text", "error", "told", "dim"  # kinds of lines: their inks


class LogPane(Pane):
    """Lines of text, the latest at the bottom; long ones are broken."""

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
        width = self.size.width - 1
        if width <= 0:
            return
        if len(self.lines) > KEPT:
            del self.lines[: len(self.lines) - KEPT // 2]
            self._shown = 0
        if width != self._width:
            self._width, self._shown = width, 0
        rows = self._rows if self._shown else []
        new = [row for text, ink in self.lines[self._shown :] for row in self._broken(text, ink)]
        if not new and self._shown:
            return
        self._shown = len(self.lines)
        self._rows = rows + new
        self.fit()
        self.refresh()
        self.scroll_to(y=self.max_scroll_y, animate=False, force=True, immediate=True)

    def colour_anew(self) -> None:
        """Take over other colours."""
        self._shown = 0
        self.show()

    def _broken(self, text: str, ink: str) -> list[Text]:
        pieces = [text[at : at + self._width] for at in range(0, len(text), self._width)] or [""]
        return [self.text((f" {piece}", ink)) for piece in pieces]

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.show()
