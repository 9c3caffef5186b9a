"""The panes of the program: its source in colours, and the disassembly.

● ► 216 COUNT:  tya
│ │  └ line
│ └ the next instruction, ▷ the call of the frame that was chosen
└ breakpoint: ● works, ○ rests, ◆ has a condition or a hit count, ▲ says something instead of stopping
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Operator, Punctuation, is_token_subtype
from rich.text import Text

from host.debugger.layout import Instruction
from host.debugger.stops import Breakpoint
from host.debugger.tui.pane import Context, Palette, Pane, Window

LEXERS = {".s": "ca65", ".asm": "ca65", ".a65": "ca65", ".inc": "ca65"}  # ending of a file -> Pygments' name
INKS = {
    Comment: "comment", Keyword.Pseudo: "dim", Keyword: "mnemonic", Name.Label: "label", Name.Constant: "number",
    Literal.Number: "number", Literal.String: "string", Punctuation: "dim", Operator: "dim",
}  # kind of token -> ink; the special ones before the general ones  # fmt: skip
WORKS, RESTS, CONDITIONAL, SAYS = "●", "○", "◆", "▲"
SOURCE_GUTTER, CODE_GUTTER = 9, 4  # columns left of the text; a click there sets a breakpoint
AROUND = 3  # rows that shall be seen above and below the next instruction
SHOWN = 3  # words of an instruction that are shown


def mark(stops: Iterable[Breakpoint]) -> str:
    """Return the sign for the breakpoints at a place, a blank without any; the most important one wins."""
    signs = set()
    for each in stops:
        if each.owner is None:
            working = SAYS if each.message else CONDITIONAL if each.condition or each.hits_wanted else WORKS
            signs.add(working if each.enabled else RESTS)
    return next((sign for sign in (WORKS, CONDITIONAL, SAYS, RESTS) if sign in signs), " ")


def coloured(file: str, lines: list[str], palette: Palette) -> list[Text]:
    """Return the lines of a source, tabs expanded, coloured if its language is known."""
    plain = [line.expandtabs(8) for line in lines]
    name = LEXERS.get(PurePath(file).suffix.lower())
    if name is None:
        return [palette.text(line) for line in plain]
    lexer = get_lexer_by_name(name, stripnl=False, ensurenl=False)
    rows, row = [], palette.text()
    for token, words in lexer.get_tokens("\n".join(plain) + "\n"):
        ink = next((ink for kind, ink in INKS.items() if is_token_subtype(token, kind)), "text")
        for number, part in enumerate(words.split("\n")):
            if number:
                rows.append(row)
                row = palette.text()
            row.append(part, palette.style(ink))
    return rows[: len(plain)]


class SourcePane(Pane):
    """A source file."""

    title = "source"

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context, name)
        self.file: str | None = None
        self._lines: list[Text] = []
        self._now: int | None = None  # line of the next instruction, if it is in this file
        self._frame: int | None = None  # line of the frame that was chosen
        self._drawn: object = None
        self.needle = ""  # the searched text

    @property
    def count(self) -> int:
        """Lines."""
        return len(self._lines)

    def show(self) -> None:
        """Redraw changed rows."""
        stops = [(each.number, each.first, each.last, each.enabled, mark([each])) for each in self.session.stops]
        here = None if self.context.control.running else self.session.line_here(0)
        now = here[1] if here and here[0] == self.file else None
        drawn = (self.file, now, self._frame, stops, self.context.palette.dark)
        if drawn != self._drawn:
            self._drawn, self._now = drawn, now
            self.refresh()

    def show_address(self, address: int, frame: bool = False) -> bool:
        """Show the line that made the word at an address; return whether there is its text."""
        line = self.session.sources.line_at(address)
        if line is None or not self.show_line(line.file, line.line):
            self._frame = None
            return False
        self._frame = line.line if frame else None
        return True

    def mark_frame(self, place: tuple[str, int] | None) -> None:
        """Mark a line as the selected frame's, or none."""
        self._frame = place[1] if place and place[0] == self.file else None
        self.show()

    def show_line(self, file: str, line: int) -> bool:
        """Show a line of a file; return whether its text was found."""
        if file != self.file:
            lines = self.session.sources.text(file)
            if lines is None:
                return False
            self.file, self._frame = file, None
            self.colour_anew()
            self.long_title = PurePath(file).name
            self.fit()
        self.cursor = line - 1
        self.reveal(self.cursor, AROUND)
        self.show()
        self.refresh()
        return True

    def colour_anew(self) -> None:
        """Apply other colours."""
        lines = self.session.sources.text(self.file) if self.file else None
        if self.file and lines is not None:
            self._lines = self._rows = coloured(self.file, lines, self.context.palette)

    def row(self, number: int) -> Text:
        """Return a line with its margin."""
        line = number + 1
        here = self.session.stops_on(self.file, line) if self.file else []
        arrow = "►" if line == self._now else "▷" if line == self._frame else " "
        has_code = bool(self.file and self.session.sources.addresses(self.file, line))
        ink = "dim" if has_code else "faint"
        margin = self.text((f" {mark(here)}", "breakpoint"), (arrow, "arrow"), (f"{line:>4} ", ink))
        return margin.append("▏" if has_code else " ", self.context.palette.style("faint")) + self._lines[number]

    def marked(self, number: int) -> str | None:
        """Highlight the line of the next instruction."""
        return "now" if number + 1 == self._now else None

    @property
    def place(self) -> str | None:
        """The line of the cursor as a place, None if there is no source."""
        return f"{self.file}:{self.cursor + 1}" if self.file else None

    def clicked(self, row: int, column: int) -> None:
        """Put the cursor there; in the margin, set or remove a breakpoint."""
        super().clicked(row, column)
        if column - self.scroll_offset.x < SOURCE_GUTTER:
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


class CodePane(Window):
    """Instructions with labels, and the source line of each where one is known."""

    title = "disassembly"

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context, name)
        self._disassembler = context.layout.disassembler
        self.top = self.address = context.session.address  # of the first row; under the cursor
        self._addresses: list[int] = []  # of the rows; labels have that of their instruction
        self._frame: int | None = None

    # ------------------------------------------------------------ rows

    def show(self) -> None:
        """Disassemble enough rows to fill the pane."""
        rows: list[Text] = []
        self._addresses = []
        address = self.top
        while len(rows) < max(1, self.size.height):
            name = self.session.sources.name_of(address)
            if name:
                rows.append(self.text("    ", (f"{name}:", "label")))
                self._addresses.append(address)
            found = self._disassembler.at(address)
            rows.append(self._instruction(found))
            self._addresses.append(address)
            address += found.length
            if address > self.session.top:
                break
        self._find_cursor()
        self.put(rows)
        self.refresh()

    def _instruction(self, found: Instruction) -> Text:
        address, size, text = found.address, found.length, found.text
        layout, now = self.context.layout, not self.context.control.running and address == self.session.address
        machine = self.session.machine
        words = layout.words(machine.peek(address + i) for i in range(min(size, SHOWN))) + "…" * (size > SHOWN)
        width = len(layout.words([0] * (SHOWN if machine.word_bits <= 8 else 1)))
        operation, _, operand = text.partition(" ")
        arrow = "►" if now else "▷" if address == self._frame else " "
        return self.text(
            (f" {mark(self.session.stops.at(address))}", "breakpoint"),
            (f"{arrow} ", "arrow"),
            (f"{layout.address(address)}  ", "dim"),
            (f"{words:{width}}  ", "number"),
            (operation, "mnemonic"),
            f" {operand:{max(1, 15 - len(operation))}} ",
            (layout.note(address, text), "comment"),
        )

    def marked(self, number: int) -> str | None:
        """Highlight the next instruction."""
        here = not self.context.control.running and self._addresses[number] == self.session.address
        return "now" if here and number in self._instructions() else None

    def _instructions(self) -> list[int]:
        """Return the rows that are instructions rather than labels: the last one of each address."""
        return [n for n, each in enumerate(self._addresses) if self._addresses[n + 1 : n + 2] != [each]]

    # ------------------------------------------------------------ going elsewhere

    def show_address(self, address: int, frame: bool = False) -> None:
        """Show an instruction, and put the cursor on it."""
        self._frame = address if frame else None
        self.address = address
        if address not in self._addresses[: max(1, self.size.height - 2)]:
            self.top = self.before(address, max(1, self.size.height // 3))
        self.show()

    def before(self, address: int, count: int) -> int:
        """Return the address of the instruction `count` before an address, or of the earliest one."""
        return next((each.address for each in self._disassembler.before(address, count) if each.text), address)

    def shift(self, rows: int) -> None:
        """Scroll by instructions."""
        for _ in range(abs(rows)):
            following = self.top + self._disassembler.at(self.top).length
            self.top = (
                self.before(self.top, 1) if rows < 0 else following if following <= self.session.top else self.top
            )
        self.show()

    # ------------------------------------------------------------ the cursor

    def _find_cursor(self) -> None:
        self.cursor = next((row for row in self._instructions() if self._addresses[row] == self.address), -1)

    def put_cursor(self, row: int) -> None:
        """Put the cursor on an instruction; beyond the first and the last row, scroll."""
        there = self._instructions()
        if row < there[0] or row > there[-1]:
            self.shift(-1 if row < there[0] else 1)
            there = self._instructions()
        if row < self.cursor:
            row = max((each for each in there if each <= row), default=there[0])
        else:
            row = min((each for each in there if each >= row), default=there[-1])
        self.address = self._addresses[row]
        self._find_cursor()
        self.refresh()

    def page(self, step: int) -> None:
        """Scroll by the height of the pane."""
        self.shift(step * max(1, self.size.height - 2))
        self.put_cursor(min(1, self.count - 1) if step < 0 else self.count - 1)

    @property
    def place(self) -> str:
        """The instruction of the cursor as a place."""
        return f"0x{self.address:X}"

    def clicked(self, row: int, column: int) -> None:
        """Put the cursor there; in the margin, set or remove a breakpoint."""
        super().clicked(row, column)
        if column < CODE_GUTTER:
            self.app.call_later(self.run_action, "app.stop_here")
