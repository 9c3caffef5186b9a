"""The source, with the next instruction, breakpoints, and a cursor.

● ► 216 COUNT:  tya
│ │  └ line
│ └ the next instruction, ▷ the call of the frame that was chosen
└ breakpoint: ● works, ○ rests, ◆ has a condition or a hit count, ▲ says something instead of stopping
"""

from __future__ import annotations

from pathlib import PurePath

from rich.text import Text

from host.debugger.screen.colouring import coloured
from host.debugger.screen.context import Context
from host.debugger.screen.panes.marks import mark
from host.debugger.screen.panes.pane import Pane

GUTTER = 9  # columns left of the text; a click there sets a breakpoint
AROUND = 3  # rows that shall be seen above and below the next instruction


class SourcePane(Pane):
    """A source file."""

    title = "source"

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context, name)
        self.file: str | None = None
        self._lines: list[Text] = []
        self._now: int | None = None  # line of the next instruction, if it is in this file
        self._frame: int | None = None
        self._drawn: object = None
        self.needle = ""  # what is searched for

    # ------------------------------------------------------------ which lines

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    def show(self) -> None:
        """Draw anew what has changed."""
        stops = [(each.number, each.first, each.last, each.enabled, mark([each])) for each in self.session.stops]
        here = None if self.context.control.running else self.session.line_here(0)
        now = here[1] if here and here[0] == self.file else None
        drawn = (self.file, now, self._frame, stops, self.context.palette.dark)
        if drawn != self._drawn:
            self._drawn, self._now = drawn, now
            self.refresh()

    def show_address(self, address: int, frame: bool = False) -> bool:
        """Show the line that an address comes from; return whether there is its text."""
        line = self.session.sources.line_at(address)
        if line is None or not self.show_line(line.file, line.line):
            self._frame = None
            return False
        self._frame = line.line if frame else None
        return True

    def mark_frame(self, place: tuple[str, int] | None) -> None:
        """Mark a line as that of the frame that was chosen, or none."""
        self._frame = place[1] if place and place[0] == self.file else None
        self.show()

    def show_line(self, file: str, line: int) -> bool:
        """Show a line of a file; return whether there is its text."""
        if file != self.file and not self._open(file):
            return False
        self.cursor = line - 1
        self.reveal(self.cursor, AROUND)
        self.show()
        self.refresh()
        return True

    def _open(self, file: str) -> bool:
        lines = self.session.sources.text(file)
        if lines is None:
            return False
        self.file, self._frame = file, None
        self._colour(lines)
        self.long_title = PurePath(file).name
        self.cursor = 0
        self.fit()
        return True

    def _colour(self, lines: list[str]) -> None:
        assert self.file is not None
        self._lines = self._rows = coloured(self.file, lines, self.context.palette)

    def colour_anew(self) -> None:
        """Take over other colours."""
        lines = self.session.sources.text(self.file) if self.file else None
        if lines is not None:
            self._colour(lines)

    # ------------------------------------------------------------ a line

    def row(self, number: int) -> Text:
        """Return a line with its margin."""
        line = number + 1
        sign, ink = self._sign(line)
        arrow = "►" if line == self._now else "▷" if line == self._frame else " "
        has_code = self._addresses(line)
        margin = self.text((f" {sign}", ink), (arrow, "arrow"), (f"{line:>4} ", "dim" if has_code else "faint"))
        return margin.append("▏" if has_code else " ", self.context.palette.style("faint")) + self._lines[number]

    def _sign(self, line: int) -> tuple[str, str]:
        here = self.session.stops_on(self.file, line) if self.file else []
        return mark(here), "breakpoint"

    def _addresses(self, line: int) -> list[int]:
        return self.session.sources.addresses(self.file, line) if self.file else []

    def marked(self, number: int) -> str | None:
        """Let the line of the next instruction stand out."""
        return "now" if number + 1 == self._now else None

    # ------------------------------------------------------------ what the user does

    @property
    def place(self) -> str | None:
        """The line of the cursor as a place, None if there is no source."""
        return f"{self.file}:{self.cursor + 1}" if self.file else None

    def clicked(self, row: int, column: int) -> None:
        """Put the cursor there; in the margin, set or remove a breakpoint."""
        super().clicked(row, column)
        if column - self.scroll_offset.x < GUTTER:
            self.app.call_later(self.run_action, "app.stop_here")

    def search(self, needle: str) -> bool:
        """Put the cursor on the next line that contains a text; return whether there is one."""
        self.needle = needle
        for step in range(1, self.count + 1):
            number = (self.cursor + step) % self.count
            if needle.lower() in self._lines[number].plain.lower():
                self.put_cursor(number)
                self.reveal(number, AROUND)
                return True
        return False
