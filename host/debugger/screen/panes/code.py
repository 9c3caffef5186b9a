"""The disassembly, with labels, and the source line of each instruction where one is known."""

from __future__ import annotations

from rich.text import Text

from host.debugger.layout import LONGEST_INSTRUCTION
from host.debugger.screen.context import Context
from host.debugger.screen.panes.marks import mark
from host.debugger.screen.panes.window import Window

GUTTER = 4  # columns; a click there sets a breakpoint
LONGEST = 3  # words of an instruction, when the way back is looked for
SHOWN = 3  # words of an instruction that are shown


class CodePane(Window):
    """Instructions."""

    title = "disassembly"

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context, name)
        self.top = self.address = context.session.address  # of the first row; under the cursor
        self._addresses: list[int] = []  # of the rows; labels have that of their instruction
        self._frame: int | None = None

    # ------------------------------------------------------------ rows

    def show(self) -> None:
        """Disassemble as many rows as there is room for."""
        rows: list[Text] = []
        self._addresses = []
        address = self.top
        while len(rows) < max(1, self.size.height):
            following = self._add(address, rows)
            if following <= address:
                break
            address = following
        self._find_cursor()
        self.put(rows)
        self.refresh()

    def _add(self, address: int, rows: list[Text]) -> int:
        """Add the rows of an instruction; return the address of the next one, the same at the end of memory."""
        name = self.session.sources.name_of(address)
        if name:
            rows.append(self.text("    ", (f"{name}:", "label")))
            self._addresses.append(address)
        text, following = self.session.machine.disassemble(address)
        rows.append(self._instruction(address, text, following))
        self._addresses.append(address)
        return following

    def _instruction(self, address: int, text: str, following: int) -> Text:
        layout, now = self.context.layout, not self.context.control.running and address == self.session.address
        size = min((following - address) & self.context.top, LONGEST_INSTRUCTION)
        peek = self.session.machine.peek
        words = layout.words(peek(address + i & self.context.top) for i in range(min(size, SHOWN)))
        words += "…" * (size > SHOWN)
        operation, _, operand = text.partition(" ")
        arrow = "►" if now else "▷" if address == self._frame else " "
        return self.text(
            (f" {mark(self.session.stops.at(address))}", "breakpoint"),
            (f"{arrow} ", "arrow"),
            (f"{layout.address(address)}  ", "dim"),
            (f"{words:{self._words_width()}}  ", "number"),
            (operation, "mnemonic"),
            f" {operand:{max(1, 15 - len(operation))}} ",
            (layout.note(address, text), "comment"),
        )

    def _words_width(self) -> int:
        return len(self.context.layout.words([0] * (SHOWN if self.session.machine.word_bits <= 8 else 1)))

    def marked(self, number: int) -> str | None:
        """Let the next instruction stand out."""
        here = not self.context.control.running and self._addresses[number] == self.session.address
        return "now" if here and self._is_instruction(number) else None

    def _is_instruction(self, number: int) -> bool:
        return number + 1 == len(self._addresses) or self._addresses[number + 1] != self._addresses[number]

    # ------------------------------------------------------------ going elsewhere

    def show_address(self, address: int, frame: bool = False) -> None:
        """Show an instruction, and put the cursor on it."""
        self._frame = address if frame else None
        self.address = address
        if address not in self._addresses[: max(1, self.size.height - 2)]:
            self.top = self.before(address, max(1, self.size.height // 3))
        self.show()

    def before(self, address: int, count: int) -> int:
        """Return where to begin so that `count` instructions stand before an address, or as many as fit.

        Instructions cannot be read backwards: a beginning is good if reading on from it arrives at the address.
        Where source lines begin is looked at first.
        """
        first = max(0, address - LONGEST * count)
        known = [each for each in range(first, address) if self._line_begins(each)]
        for start in [*known, *range(first, address)]:
            found = self._between(start, address)
            if found:
                return found[-count:][0]
        return max(0, address - 1)

    def _line_begins(self, address: int) -> bool:
        line = self.session.sources.line_at(address)
        return line is not None and line.address == address

    def _between(self, start: int, end: int) -> list[int]:
        """Return the instructions from one address to another, nothing if they do not meet it."""
        found = []
        while start < end:
            found.append(start)
            following = self.session.machine.disassemble(start)[1]
            if following <= start:
                return []
            start = following
        return found if start == end else []

    def shift(self, rows: int) -> None:
        """Scroll by instructions."""
        for _ in range(abs(rows)):
            following = self.session.machine.disassemble(self.top)[1]
            self.top = max(self.top, following) if rows > 0 else self.before(self.top, 1)
        self.show()

    # ------------------------------------------------------------ the cursor

    def _find_cursor(self) -> None:
        rows = [i for i, each in enumerate(self._addresses) if each == self.address and self._is_instruction(i)]
        self.cursor = rows[0] if rows else -1

    def put_cursor(self, row: int) -> None:
        """Put the cursor on an instruction; beyond the first and the last row, scroll."""
        instructions = [i for i in range(len(self._addresses)) if self._is_instruction(i)]
        if row < instructions[0] or row > instructions[-1]:
            self.shift(-1 if row < instructions[0] else 1)
            instructions = [i for i in range(len(self._addresses)) if self._is_instruction(i)]
            row = max(instructions[0], min(row, instructions[-1]))
        step = -1 if row < self.cursor else 1
        while not self._is_instruction(row):
            row += step
        self.address = self._addresses[max(0, row)]
        self._find_cursor()
        self.refresh()

    def page(self, step: int) -> None:
        """Scroll by what is seen."""
        self.shift(step * max(1, self.size.height - 2))
        self.put_cursor(min(1, self.count - 1) if step < 0 else self.count - 1)

    @property
    def place(self) -> str:
        """The instruction of the cursor as a place."""
        return f"0x{self.address:X}"

    def clicked(self, row: int, column: int) -> None:
        """Put the cursor there; in the margin, set or remove a breakpoint."""
        super().clicked(row, column)
        if column < GUTTER:
            self.app.call_later(self.run_action, "app.stop_here")
