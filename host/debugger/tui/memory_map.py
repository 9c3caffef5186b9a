"""A live map of memory: every word is in a cell, coloured by what happened to it last, and how long ago.

A cell is a word, or 2, 4, 8 ... of them; then the latest of what happened to any of these counts. Where a cell is shown
as read, written and executed at the same look, written goes before executed, and executed before read.

How it is known: at every look the map lives again what the machine has done since the look before, from a snapshot,
with a trace for the instructions executed, and with watchpoints on all of memory for the words read and written. That
is exact as long as few instructions lie between two looks (steps, and the machine at its own speed if that is not too
fast), but for discarded reads that no device can see; of long stretches the first CYCLES cycles are a sample. While the
machine runs, looking takes 5 % of the time at most; it costs nothing while the map is not shown.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from rich.style import Style
from rich.text import Text
from textual import events

from emulators.errors import IronboardError
from emulators.machine import Snapshot, Stop
from host.debugger.goals import counter_column
from host.debugger.session import Session
from host.debugger.tui.pane import Context, WordsWindow

CYCLES = 200_000  # that are lived again at a look
STOPS = 400  # words whose accesses are told of at a look
PAUSE = 20  # times a look's own time, between two looks while the machine runs: 5 % of the time at most
READ, EXECUTED, WRITTEN = 1, 2, 3  # what happened; the larger goes before


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
OLD = 0.35  # the brightness of what is older


class Activity:
    """The last access to every word of a session's memory since it was first examined."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._before: Snapshot | None = None
        self.forget()

    def forget(self) -> None:
        """Start again."""
        size = 1 << self._session.machine.address_bits
        self.marks = np.zeros(size, np.int64)  # 4 * look + what happened; 0: nothing
        self.moments = [self._session.cycles]  # the cycle of each look
        self._before = None

    @property
    def looks(self) -> int:
        return len(self.moments) - 1

    def look(self) -> bool:
        """Collect the accesses since the last look; return whether there were any."""
        machine = self._session.machine
        now = machine.cycles
        if now < self.moments[-1]:  # a journey into the past
            self.forget()
        if self._before is not None and now == self.moments[-1]:
            return False
        if self._before is not None:
            here = machine.snapshot()
            self.moments.append(now)
            try:
                with suppress(IronboardError):  # the run itself has told of it
                    self._live_again(self._before, min(now, self._before.cycle + CYCLES))
            finally:
                machine.trace(False)
                machine.restore(here)
        self._before = machine.snapshot()
        return True

    def _live_again(self, start: Snapshot, end: int) -> None:
        machine = self._session.machine
        with machine.without_marks():
            machine.restore(start)
            machine.trace(True)
            machine.run_to(end)
            rows = machine.traced()
            machine.trace(False)
        counter = counter_column(machine)
        fetched: set[int] = set()
        for address in np.unique(rows[:, counter]).tolist():
            following = machine.disassemble(address)[1]
            fetched.update(range(address, following) if address < following <= address + 8 else (address,))
        machine.restore(start)
        mark = 4 * self.looks
        self.marks[sorted(fetched)] = mark + EXECUTED
        with machine.without_marks(), machine.watching(reads=True):
            for address in fetched:
                machine.set_watchpoint(address, read=True, write=False, on=False)
            for _ in range(STOPS):
                stop = machine.run_to(end)
                if stop not in (Stop.WATCH_READ, Stop.WATCH_WRITE):
                    break
                for access in machine.watched:
                    kind = WRITTEN if access.write else READ
                    self.marks[access.address] = max(self.marks[access.address], mark + kind)
                    machine.set_watchpoint(access.address, read=not access.write, write=access.write, on=False)


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
        marks = self._activity.marks[seen.start : seen.stop].reshape(-1, words).max(axis=1).tolist()
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
        mark = int(self._activity.marks[first : last + 1].max())
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
