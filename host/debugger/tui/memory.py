"""Memory: words in the machine's radix, and as characters. Changes are highlighted; typed digits edit the memory.

The pane follows an expression (100+S, [10], BOARD+X): the word at its value stays visible and marked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events

from emulators.errors import IronboardError
from host.debugger.activity import EXECUTED, READ, WRITTEN, Activity
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
        self._ask = ask  # asks for the address to follow
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


# ---------------------------------------------------------------- the map of memory

# A live map of memory: every word is in a cell, coloured by its last access, and how long ago.
#
# A cell is a word, or 2, 4, 8 ... of them; then the latest access to any of these counts. Where a cell is
# shown as read, written and executed at the same look, written goes before executed, and executed before read.
#
# While the machine runs, looking takes 5 % of the time at most; it costs nothing while the map is not shown.


PAUSE = 20  # times a look's own time, between two looks while the machine runs: 5 % of the time at most


class Sign(NamedTuple):
    """How a cell looks."""

    ink: str
    character: str
    name: str


SIGNS = {
    0: Sign("faint", "·", "untouched"), READ: Sign("label", "▒", "read"), EXECUTED: Sign("good", "▚", "executed"),
    WRITTEN: Sign("lamp", "█", "written"),
}  # fmt: skip
AGES = ((0, 1.0), (3, 0.75), (25, 0.5))  # looks up to which a cell is so bright
OLD = 0.35  # the brightness of older accesses


class MapPane(WordsWindow):
    """The map. The last row describes the cell under the cursor, or under the mouse."""

    title = "map"
    heading_rows = 2  # legend and last row

    def __init__(self, context: Context, name: str, show_word: Callable[[int], None]) -> None:
        super().__init__(context, name)
        self._show_word = show_word
        self._activity = Activity(context.session)
        self.words: int | None = None  # in a cell, a power of two; None: so that all of memory is seen
        self._pointed: int | None = None  # the address under the mouse
        self._due = 0.0  # when the next look may be, while the machine runs

    # ------------------------------------------------------------ cells

    @property
    def _per_row(self) -> int:
        room = self.size.width - len(self.context.layout.address(0)) - 3
        return 1 << max(0, room.bit_length() - 1) if room > 0 else 1

    @property
    def row_words(self) -> int:
        return self.words_in_cell * self._per_row

    @property
    def words_in_cell(self) -> int:
        if self.words is not None:
            return self.words
        least = -(-(self.session.top + 1) // (self._per_row * self.rows_shown))
        return 1 << (least - 1).bit_length()

    def show(self) -> None:
        """Collect the accesses, and draw the map."""
        control = self.context.control
        began = control.now()
        if began >= self._due or not control.running:
            self._activity.look()
            ended = control.now()
            self._due = ended + PAUSE * (ended - began)
        words, per_row, layout = self.words_in_cell, self._per_row, self.context.layout
        seen = self.in_sight()
        marks = [max(self._activity.marks[first : first + words]) for first in seen[::words]]
        self.long_title = "map" if words == 1 else f"map, {words} words a cell"
        rows = [self._legend()]
        for start in range(0, len(marks), per_row):
            first = self.top + start * words
            row = self.text((f" {layout.address(first)} ", "dim"))
            for number, mark in enumerate(marks[start : start + per_row]):
                address = first + number * words
                style = self._style(mark)
                if self.has_focus and address <= self.address < address + words:
                    style += Style(reverse=True)
                row.append(SIGNS[mark & 3].character, style)
            rows.append(row)
        self.put([*rows, self._told()])

    def _style(self, mark: int) -> Style:
        style = self.context.palette.style(SIGNS[mark & 3].ink)
        if not mark:
            return style
        age = self._activity.looks - (mark >> 2)
        return self.context.palette.faded(style, next((bright for looks, bright in AGES if age <= looks), OLD))

    def _legend(self) -> Text:
        row = self.text(" ")
        for kind in (READ, WRITTEN, EXECUTED, 0):
            row.append(f"{SIGNS[kind].character} ", self.context.palette.style(SIGNS[kind].ink))
            row.append(f"{SIGNS[kind].name}  ", self.context.palette.style("dim"))
        return row.append("the dimmer, the longer ago", self.context.palette.style("dim"))

    def _told(self) -> Text:
        """Describe the cell under the mouse, or under the cursor."""
        address = self.address if self._pointed is None else self._pointed
        words = self.words_in_cell
        first = address - address % words
        last = min(first + words - 1, self.session.top)
        mark = max(self._activity.marks[first : last + 1])
        layout, session = self.context.layout, self.session
        span = layout.near(first) if words == 1 else f"{layout.near(first)} to {layout.address(last)}"
        happened = SIGNS[mark & 3].name
        if mark:
            passed = self._activity.moments[-1] - self._activity.moments[mark >> 2]
            happened += f" {passed / session.clock:.3f} s ago" if passed else " just now"
        return self.text((f" {span}: ", "label"), (happened, "text"))

    # ------------------------------------------------------------ moving

    def zoom_to(self, address: int) -> None:
        """Show every word in a cell of its own, round an address."""
        self.words, self.address = 1, address
        self.zoom(0)

    def zoom(self, step: int) -> None:
        """Show half as many words in a cell with 1, twice as many with -1, round the cursor."""
        words, self.words = self.words_in_cell, None
        words = max(1, words >> step if step > 0 else words << -step)
        self.words = words if words < self.words_in_cell else None
        self.top = self.address - self.row_words * (self.rows_shown // 2)
        self.put_address(self.address)

    def aside(self, step: int) -> None:
        """Go a cell to the left or right."""
        super().aside(step * self.words_in_cell)

    # ------------------------------------------------------------ the user

    def _address_at(self, row: int, column: int) -> int | None:
        cell = column - len(self.context.layout.address(0)) - 2
        address = self.top + ((row - 1) * self._per_row + cell) * self.words_in_cell
        inside = 0 <= cell < self._per_row and 1 <= row <= self.rows_shown and address <= self.session.top
        return address if inside else None

    def clicked(self, row: int, column: int) -> None:
        """Put the cursor on the cell that was clicked."""
        address = self._address_at(row, column)
        if address is not None:
            self.put_address(address)

    def chosen(self, row: int) -> None:
        """Show the word under the cursor in the memory pane."""
        self._show_word(self.address)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Describe the cell under the mouse."""
        self._pointed = self._address_at(event.y, event.x)
        self.show_if_free()

    def on_leave(self) -> None:
        """Describe the cell under the cursor again."""
        self._pointed = None
        self.show_if_free()
