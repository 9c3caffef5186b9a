"""Memory: words in the machine's radix, and as characters. Changes are highlighted; typed digits edit the memory.

The pane follows an expression (100+S, [10], BOARD+X): the word at its value stays visible and marked.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.style import Style
from rich.text import Text
from textual import events

from emulators.errors import IronboardError
from host.debugger.tui.pane import Context, WordsWindow

DIGITS = "0123456789ABCDEF"
CHARACTERS = range(6, 9)  # bits of a word that is shown as a character, too
GROUP = 8  # words between two wider gaps


class MemoryPane(WordsWindow):
    title = "memory"

    def __init__(
        self,
        context: Context,
        name: str,
        expression: str,
        store: Callable[[int, int], None],
        ask: Callable[[MemoryPane], None],
    ) -> None:
        super().__init__(context, name)
        self._store = store  # puts a word into memory
        self._ask = ask  # asks what shall be followed
        self.follow = context.session.expression(expression)
        self.long_title = f"memory at {self.follow}"
        self._typed = ""  # digits of a word that is being typed
        self.go_to_expression()

    # ------------------------------------------------------------ what is shown

    def follow_expression(self, text: str) -> None:
        """Follow another expression; raises IronboardError for an invalid one."""
        expression = self.session.expression(text)
        expression.compute()
        self.follow, self.long_title = expression, f"memory at {text}"
        self.go_to_expression()
        self.show()

    def go_to_expression(self) -> None:
        """Show the target of the expression, and put the cursor on it."""
        target = self._target
        if target is not None:
            self.address = target
            self._reveal(target)

    @property
    def _target(self) -> int | None:
        try:
            return self.follow.compute() & self.session.top
        except IronboardError:
            return None

    def follow_changes(self) -> None:
        """Keep the target of the expression visible: the machine has halted."""
        target = self._target
        if target is not None:
            self._reveal(target)

    def _reveal(self, address: int) -> None:
        if address not in self.in_sight():
            self.top = address

    @property
    def row_words(self) -> int:
        """How many words fit into a row: a power of two."""
        layout = self.context.layout
        fixed = len(layout.address(0)) + 4  # margins; the gap before the characters
        each = len(layout.word(0)) + 1 + self._has_characters
        return max((n for n in (2, 4, 8, 16, 32) if fixed + n * each + (n - 1) // GROUP <= self.size.width), default=1)

    @property
    def _has_characters(self) -> bool:
        return self.session.machine.word_bits in CHARACTERS

    # ------------------------------------------------------------ rows

    def show(self) -> None:
        """Read the visible memory, and track its changes."""
        seen, per_row, target = self.in_sight(), self.row_words, self._target
        self.context.control.look_at(self, seen)
        self.put([self._row(start, min(start + per_row, seen.stop), target) for start in seen[::per_row]])

    def _row(self, first: int, end: int, target: int | None) -> Text:
        layout, style = self.context.layout, self.context.palette.style
        row, characters = self.text((f" {layout.address(first)} ", "dim")), self.text("  ")
        for address in range(first, end):
            word = self.session.machine.peek(address)
            ink = "changed" if self.context.control.word_changed(address, word) else "text"
            row.append(" " * (address > first and (address - first) % GROUP == 0))
            row.append("▸" if address == target else " ", style("arrow"))
            row.append_text(self._word(address, layout.word(word), ink))
            sign = chr(word) if 32 <= word < 127 else "·"
            characters.append(sign, style("changed" if ink == "changed" else "dim"))
        return row + characters if self._has_characters else row

    def _word(self, address: int, word: str, ink: str) -> Text:
        """Return a word; the one under the cursor is highlighted, with the digits typed so far."""
        if address != self.address or not self.has_focus:
            return self.text((word, ink))
        typed = f"{self._typed:_<{len(word)}}" if self._typed else word
        return Text(typed, self.context.palette.style("strong") + Style(reverse=True), end="")

    # ------------------------------------------------------------ the cursor

    def put_address(self, address: int) -> None:
        """Put the cursor on a word; digits typed for another one are stored."""
        self._finish()
        super().put_address(address)

    def on_blur(self) -> None:
        """Hide the cursor; a partly typed word keeps its value."""
        self._typed = ""
        super().on_blur()

    def clicked(self, row: int, column: int) -> None:
        """Put the cursor on the word that was clicked."""
        first = self.top + row * self.row_words
        size, start = len(self.context.layout.word(0)) + 1, len(self.context.layout.address(0)) + 2
        ends = [start + (n + 1) * size + n // GROUP for n in range(self.row_words)]
        word = next((n for n, end in enumerate(ends) if column < end), None)
        if word is not None:
            self.put_address(first + word)

    def chosen(self, row: int) -> None:
        """Store the typed digits, or ask for the expression to follow."""
        if not self._finish():
            self._ask(self)

    # ------------------------------------------------------------ typing

    def takes(self, event: events.Key) -> bool:
        """Take digits, and keys that finish or cancel a word."""
        digit = (event.character or "").upper()
        if event.key in ("escape", "backspace") and self._typed:
            self._typed = self._typed[:-1] if event.key == "backspace" else ""
        elif digit and digit in DIGITS[: self.session.machine.radix]:
            self._typed += digit
            if len(self._typed) == len(self.context.layout.word(0)):
                self._finish()
                self.put_address(self.address + 1)
        else:
            return super().takes(event)
        self.show()
        return True

    def _finish(self) -> bool:
        """Store the typed digits; return whether there were any."""
        typed, self._typed = self._typed, ""
        if typed:
            self._store(self.address, int(typed, self.session.machine.radix))
        return bool(typed)
