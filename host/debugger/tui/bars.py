"""The lines that are not panes: headings with tabs, the time line, the status line, the command line, the keys.

The time line shows where the history begins and ends, where we are in it, and where something was given to the machine:

    0.412 s ├━━━━╇━━━━━━━━━●────┬───┬──────┤ 12.006 s        ╇ ┬ keys and other inputs
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input

from emulators.pacing import speed_name
from host.debugger import layout as layouts
from host.debugger.cli import DELIMITERS, Monitor
from host.debugger.commands import candidates
from host.debugger.layout import Layout
from host.debugger.tui.control import Control
from host.debugger.tui.layout import FOOTER, key_name, short_name
from host.debugger.tui.pane import Context

KEPT = 500  # lines of the command line
INVITING, ELSEWHERE = "type a command; help lists them", "F2 or : types a command"
LIVED, AHEAD, HERE = "━╇", "─┬", "●"  # without and with an input

Spot = tuple[int, int, str]  # first column, column after the last, the meaning of a click there


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
        if line != self._line or spots != self._spots:
            self._line, self._spots = line, spots
            self.refresh()

    def render(self) -> Text:
        return self._line

    def on_click(self, event: events.Click) -> None:
        for first, end, meaning in self._spots:
            if first <= event.x < end:
                event.stop()
                self._act(meaning)


class Heading(Bar):
    """The heading of a place: the pane in view, and those that share the place with it."""

    def show(self, tabs: list[tuple[str, str, str]], shown: str, long: str, focused: bool, width: int) -> None:
        """Show tabs: pane, key, title; the selected one has a longer title if there is room."""
        style = self.context.palette.style
        words: dict[str, str] = {}
        for title, letters in ((long, None), ("", None), ("", 4), ("", 3), ("", 0)):  # letters of the others' titles
            words = {name: f" {key} {each[: None if name == shown else letters]} " for name, key, each in tabs}
            if title:
                words[shown] = f"{words[shown][:3]}{title} "
            if sum(map(len, words.values())) <= width:
                break
        line, spots = Text(end="", no_wrap=True), []
        for name, _, _ in tabs:
            chosen = name == shown
            ground = "chosen" if chosen and len(tabs) > 1 else "heading"
            ink = style("focus") if chosen and focused else style("strong" if chosen else "dim", ground)
            spots.append((line.cell_len, line.cell_len + len(words[name]), name))
            line.append(words[name], ink)
        self.put(line, spots)


class Status(Bar):
    """The machine's state: why it stopped, the time, and its speed."""

    def show(self, keyboard: bool) -> None:
        """Refresh. In a narrow window, the reason of the stop takes precedence over the time."""
        control, style = self.context.control, self.context.palette.style
        past = control.future > 0
        if control.running:
            badge, ground = (" LIVES AGAIN ", "past") if past else (" RUNS ", "running")
        else:
            badge, ground = (" IN THE PAST ", "past") if past else (" STANDS ", "now")
        line = Text(end="", no_wrap=True)
        line.append(badge, style("strong", ground))
        if keyboard:
            line.append(" KEYS ", style("strong", "chosen"))
        cycles, reached = self.context.session.cycles, control.pacer.megahertz if control.running else 0.0
        pace = speed_name(control.pacer.speed) + (f" {reached:.2f} MHz" if reached else "")
        moment, seconds = f"cycle {cycles:,}  ", f"{cycles / self.context.session.clock:.6f} s  "
        left = f" {why(control, self.context.layout)}"
        for right in (f"{moment}{seconds}{pace} ", f"{moment}{pace} ", f"{pace} ", ""):
            room = self.size.width - line.cell_len - len(right) - 1
            if len(left) <= room:
                break
        left = left if len(left) <= room else f"{left[: max(0, room - 1)]}…"
        line.append(left.ljust(max(0, room)) + " ", style("text"))
        line.append(right, style("dim"))
        self.put(line, [])

    def show_busy(self) -> None:
        """Show that a task takes long, and how to interrupt it."""
        style = self.context.palette.style
        line = Text(end="", no_wrap=True)
        line.append(" BUSY ", style("strong", "past"))
        line.append(" F5, Escape or Ctrl-C interrupts it", style("text"))
        self.put(line, [(0, line.cell_len, "halt")])


def why(control: Control, layout: Layout) -> str:
    """Return why and where the machine stopped; empty while it runs."""
    if control.running:
        return ""
    halt = control.session.halt
    met = (
        f"breakpoint {each.number}" if each.place else f"{each.kind} {layout.target(each)}" for each in halt.breakpoints
    )
    reason = ", ".join(met) or halt.words or layouts.why(halt)
    return f"{reason}: {layout.near(halt.address)}" if reason else layout.near(halt.address)


class KeyBar(Bar):
    """The most important keys, or those of the machine."""

    def show(self, machine_keys: dict[str, str] | None) -> None:
        """Show the keys; `machine_keys`: PC key -> the machine's key, while the machine has the keyboard."""
        if machine_keys is None:
            pairs = [(short_name(each), each.short, each.action) for each in FOOTER]
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


class Timeline(Widget, can_focus=True):
    """The time line; a click or the arrow keys move in time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "scrub(-1)", show=False),
        Binding("right", "scrub(1)", show=False),
    ]

    def __init__(self, context: Context, go: Callable[[int], None], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.context = context
        self._go = go
        self._drawn: object = None
        self._dragging = False

    def show(self) -> None:
        """Redraw if something visible has changed."""
        history = self.context.session.history
        drawn = (self._labels(), self._column(self.context.session.cycles), len(history.log), history.start, self.size)
        if drawn != self._drawn:
            self._drawn = drawn
            self.refresh()

    # ------------------------------------------------------------ cycles and columns

    @property
    def _ends(self) -> tuple[int, int]:
        start = self.context.session.history.start
        return start, max(self.context.control.end, start + 1)

    def _labels(self) -> tuple[str, str]:
        ends = self.context.session.history.start, self.context.control.end
        left, right = (f"{cycle / self.context.session.clock:.3f} s" for cycle in ends)
        return f" {left} ├", f"┤ {right} "

    @property
    def _width(self) -> int:
        return max(1, self.size.width - sum(map(len, self._labels())))

    def _column(self, cycle: int) -> int:
        start, end = self._ends
        return max(0, min(self._width - 1, (cycle - start) * self._width // (end - start)))

    # ------------------------------------------------------------ drawing

    def render(self) -> Text:
        style = self.context.palette.style
        left, right = self._labels()
        here = self._column(self.context.session.cycles)
        inputs = {self._column(entry.cycle) for entry in self.context.session.history.log}
        line = Text(left, style("dim"), end="", no_wrap=True)
        for column in range(self._width):
            if column == here:
                line.append(HERE, style("arrow"))
            elif column < here:
                line.append(LIVED[column in inputs], style("arrow" if self.has_focus else "dim"))
            else:
                line.append(AHEAD[column in inputs], style("faint"))
        return line.append(right, style("dim"))

    # ------------------------------------------------------------ the user

    def action_scrub(self, step: int) -> None:
        """Go a column to the left or right, at least an instruction's time."""
        start, end = self._ends
        here = self.context.session.cycles
        self._go(max(start, min(end, here + step * max(20, (end - start) // self._width))))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go to the time that was clicked."""
        event.stop()
        self._dragging = True
        self.capture_mouse()
        self._go_to_column(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse while its button is down."""
        if self._dragging:
            self._go_to_column(event.x)

    def on_mouse_up(self) -> None:
        self._dragging = False
        self.release_mouse()

    def _go_to_column(self, x: int) -> None:
        start, end = self._ends
        column = max(0, min(x - len(self._labels()[0]), self._width - 1))
        self._go(start + (end - start) * column // max(1, self._width - 1))

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()


class Completion(Suggester):
    """Completes the last word, as the line mode does."""

    def __init__(self, monitor: Monitor) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._monitor = monitor

    async def get_suggestion(self, value: str) -> str | None:
        """Return the line with its last word completed, None if nothing fits."""
        word = value[max((value.rfind(each) for each in DELIMITERS), default=-1) + 1 :]
        found = candidates(self._monitor, value[: len(value) - len(word)], word) if word else []
        first = next((each for each in found if each.startswith(word) and each != word), None)
        return None if first is None else value + first[len(word) :]


class CommandLine(Input):
    """One line to type commands in; up and down go through those typed before."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "recall(-1)", show=False),
        Binding("down", "recall(1)", show=False),
        Binding("tab", "complete", show=False),
    ]

    def __init__(self, completion: Completion, *, id: str | None = None) -> None:
        super().__init__(placeholder=ELSEWHERE, id=id, suggester=completion)
        self._before: list[str] = []
        self._at = 0

    def on_focus(self) -> None:
        """Show the prompt only while the command line has the keyboard."""
        self.placeholder = INVITING

    def on_blur(self) -> None:
        """Show how to return."""
        self.placeholder = ELSEWHERE

    def action_recall(self, step: int) -> None:
        """Show an earlier command, or a later one."""
        self._at = max(0, min(self._at + step, len(self._before)))
        self.value = self._before[self._at] if self._at < len(self._before) else ""
        self.cursor_position = len(self.value)

    def action_complete(self) -> None:
        """Accept the completion; without one, go to the next pane."""
        if self._suggestion:
            self.action_cursor_right()
        else:
            self.app.call_later(self.run_action, "app.next_pane")

    class Entered(Message):
        """A command has been typed."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    async def action_submit(self) -> None:
        """Submit the line; an empty one, too: it repeats."""
        line, self.value = self.value, ""
        if line.strip() and self._before[-1:] != [line]:
            self._before = [*self._before[-KEPT:], line]
        self._at = len(self._before)
        self.post_message(self.Entered(line))
