"""The base of all panes: lines of text, one of them under the cursor, scrolled by keys and wheel; and their colours."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.theme import Theme

from host.debugger.layout import Layout
from host.debugger.session import Session
from host.debugger.tui.control import Control

# The colours of the full-screen view, by their meanings, for dark and for light terminals.
#
# Nothing is said by colour alone: a lit, changed or marked field also has a character or a weight of its own.


class Ink(NamedTuple):
    """A colour in either theme, and how it is written."""

    dark: str
    light: str
    attributes: str = ""


class Ground(NamedTuple):
    """A background in either theme."""

    dark: str
    light: str


GROUNDS = {
    "gap": Ground("#0d0f13", "#c9cdd6"),  # between the panes
    "pane": Ground("#15181e", "#fbfbfc"),
    "heading": Ground("#262b35", "#dfe2e9"),
    "chosen": Ground("#3d4656", "#ffffff"),  # the tab that is shown
    "cursor": Ground("#28323f", "#dde7f5"),
    "now": Ground("#40350e", "#ffe9ad"),  # the line with the next instruction
    "paper": Ground("#0b160d", "#f4f8ee"),  # of a Teletype
    "digits": Ground("#1c0707", "#2a0a0a"),  # behind LED digits
    "accent": Ground("#ffb347", "#a85a00"),
    "running": Ground("#1d4a2a", "#bfe6c8"),
    "past": Ground("#23346b", "#cfdcff"),
}
TEXT_GROUNDS = ("pane", "cursor", "now")  # every ink must be readable on these

INKS = {
    "text": Ink("#d9dde5", "#1b1f27"),
    "strong": Ink("#ffffff", "#000000", "bold"),
    "dim": Ink("#9ba3b3", "#545c6b"),
    "faint": Ink("#7d8698", "#69707e"),  # lamps that are off, rulers
    "label": Ink("#82c9ff", "#0a539d"),
    "mnemonic": Ink("#f0c674", "#7a4300"),
    "number": Ink("#c8adff", "#61379a"),
    "comment": Ink("#93b893", "#33613a", "italic"),
    "string": Ink("#f0a582", "#8c3d1a"),
    "changed": Ink("#ffb347", "#a03c00", "bold underline"),
    "breakpoint": Ink("#ff7a70", "#bd1a1a", "bold"),
    "arrow": Ink("#ffd24a", "#7a4c00", "bold"),
    "lamp": Ink("#ff8a4c", "#b23a00"),
    "good": Ink("#7ddc94", "#17632c"),
    "error": Ink("#ff8a80", "#b01414", "bold"),
    "told": Ink("#8fd8cf", "#0c5f58"),  # messages of log points
}
OTHERS: dict[str, tuple[Ink, str]] = {
    "focus": (Ink("#15181e", "#ffffff", "bold"), "accent"),
    "typed": (Ink("#6cf58c", "#0d4f1e"), "paper"),
    "segment": (Ink("#ff4030", "#ff6a5c"), "digits"),
}  # inks with a ground of their own


class Palette:
    """The inks of the theme that is shown."""

    dark = True

    def style(self, name: str, ground: str | None = None) -> Style:
        """Return the style of an ink, on a ground if one is named."""
        return _style(name, self.dark, ground)

    def ground(self, name: str) -> Style:
        """Return a background."""
        return Style(bgcolor=_of(GROUNDS[name], self.dark))

    def faded(self, ink: Style, bright: float) -> Style:
        """Return an ink nearer to the ground of panes: 1 is the ink itself, 0 the ground."""
        return _faded(ink, bright, self.dark)

    def text(self, *parts: str | tuple[str, str]) -> Text:
        """Return a line made of texts, each with the name of its ink."""
        line = Text(no_wrap=True, end="")
        for part in parts:
            words, name = (part, "text") if isinstance(part, str) else part
            line.append(words, self.style(name))
        return line


@cache
def _style(name: str, dark: bool, ground: str | None) -> Style:
    ink, own = (INKS[name], ground) if name in INKS else OTHERS[name]
    background = _of(GROUNDS[own], dark) if own else None
    return Style(color=_of(ink, dark), bgcolor=background) + Style.parse(ink.attributes or "none")


@cache
def _faded(ink: Style, bright: float, dark: bool) -> Style:
    ground = Color.parse(_of(GROUNDS["pane"], dark)).get_truecolor()
    assert ink.color is not None
    mixed = (round(g + (i - g) * bright) for i, g in zip(ink.color.get_truecolor(), ground, strict=True))
    return ink + Style(color=Color.from_rgb(*mixed))


def _of(pair: Ink | Ground, dark: bool) -> str:
    return pair.dark if dark else pair.light


def theme(dark: bool) -> Theme:
    """Return the theme with which the style sheet draws everything except text."""
    variables = {f"ground-{name}": _of(ground, dark) for name, ground in GROUNDS.items()}
    variables |= {f"ink-{name}": _of(ink, dark) for name, ink in INKS.items()}
    variables["input-selection-background"] = _of(GROUNDS["past"], dark)
    return Theme(
        name=theme_name(dark),
        dark=dark,
        primary=_of(GROUNDS["accent"], dark),
        accent=_of(GROUNDS["accent"], dark),
        foreground=_of(INKS["text"], dark),
        background=_of(GROUNDS["gap"], dark),
        surface=_of(GROUNDS["pane"], dark),
        panel=_of(GROUNDS["heading"], dark),
        warning=_of(GROUNDS["accent"], dark),
        error=_of(INKS["error"], dark),
        success=_of(INKS["good"], dark),
        variables=variables,
    )


def theme_name(dark: bool) -> str:
    """Return the name of a theme."""
    return "ironboard-dark" if dark else "ironboard-light"


MOVES = {
    "up": ("move", -1), "down": ("move", 1), "pageup": ("page", -1), "pagedown": ("page", 1),
    "left": ("aside", -1), "right": ("aside", 1),
}  # key -> what it does, in which direction  # fmt: skip
ASIDE = 8  # columns by which a pane is shifted
WHEEL = 3  # rows of one notch of a mouse's wheel
MORE = "…"  # at the edge where a row goes on


@dataclass
class Context:
    """The objects shared by all panes: the session, its control, the number format, and the colours."""

    control: Control
    layout: Layout
    palette: Palette = field(default_factory=Palette)
    keyboard: bool = False  # whether the keyboard is the machine's
    busy: bool = False  # a journey or a command is under way in a thread, which alone may touch the session

    @property
    def session(self) -> Session:
        return self.control.session


class Pane(ScrollView, can_focus=True, inherit_bindings=False):
    """Lines of text. A subclass defines them (`rows`, or `count` and `row`), and the actions of click and Enter."""

    title = ""  # in its tab
    long_title = ""  # the same while it is shown, if there is more to say
    ground = "pane"
    has_cursor = True

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(id=name)
        self.context = context
        self.session = context.session
        self.text = context.palette.text
        self.cursor = 0
        self._rows: list[Text] = []

    # ------------------------------------------------------------ what a subclass says

    def show(self) -> None:
        """Refresh the pane."""

    def show_if_free(self) -> None:
        """Refresh the pane, unless the session is on a journey; it is refreshed afterwards, too."""
        if not self.context.busy:
            self.show()

    def chosen(self, row: int) -> None:
        """Perform the Enter action of a row."""

    def takes(self, event: events.Key) -> bool:
        """Handle a movement key, or a key that is text here and a command elsewhere; return whether it was one."""
        move = MOVES.get(event.key)
        if move is None:
            return False
        getattr(self, move[0])(move[1])
        return True

    def clicked(self, row: int, column: int) -> None:
        """Perform the action of a click: by default, the cursor moves there."""
        self.put_cursor(row)

    @property
    def count(self) -> int:
        """Rows."""
        return len(self._rows)

    def row(self, number: int) -> Text:
        return self._rows[number]

    def marked(self, number: int) -> str | None:
        """Return the ground of a highlighted row."""
        return None

    # ------------------------------------------------------------ rows and cursor

    @property
    def room(self) -> int:
        """Visible columns: without the scrollbar."""
        return self.scrollable_content_region.width

    def put(self, rows: list[Text]) -> None:
        if rows != self._rows:
            self._rows = rows
            self.fit()
            self.refresh()

    def fit(self) -> None:
        """Take the number and the width of the rows over into the scrollbars."""
        width = max((row.cell_len for row in self._rows), default=0)
        self.virtual_size = Size(width, self.count)
        self.cursor = max(0, min(self.cursor, self.count - 1))

    def put_cursor(self, row: int) -> None:
        """Put the cursor on a row, and scroll it into view."""
        self.cursor = max(0, min(row, self.count - 1))
        self.reveal(self.cursor)
        self.refresh()

    def reveal(self, row: int, margin: int = 0) -> None:
        """Scroll so that a row is visible, with n rows around it."""
        top, height = self.scroll_offset.y, self.size.height
        margin = min(margin, max(0, (height - 1) // 2))
        if row - margin < top:
            self.scroll_to(y=row - margin, animate=False, force=True, immediate=True)
        elif row + margin >= top + height:
            self.scroll_to(y=row + margin - height + 1, animate=False, force=True, immediate=True)

    def move(self, step: int) -> None:
        """Move the cursor; without one, scroll."""
        if self.has_cursor:
            self.put_cursor(self.cursor + step)
        else:
            self.scroll_relative(y=step, animate=False)

    def page(self, step: int) -> None:
        """Move by the height of the pane."""
        self.move(step * max(1, self.size.height - 1))

    def aside(self, step: int) -> None:
        """Scroll to the left or right."""
        self.scroll_relative(x=step * ASIDE, animate=False)

    def on_click(self, event: events.Click) -> None:
        """Find the row that was clicked; a second click is like Enter."""
        row, column = event.y + self.scroll_offset.y, event.x + self.scroll_offset.x
        if not 0 <= row < self.count or self.context.busy:
            return
        event.stop()
        if event.chain > 1:
            self.chosen(row)
        else:
            self.clicked(row, column)

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()

    # ------------------------------------------------------------ drawing

    def render_line(self, y: int) -> Strip:
        """Return a visible line; a sign shows that a row continues to the right."""
        number = y + self.scroll_offset.y
        palette = self.context.palette
        base = palette.style("text", self.ground)
        if not 0 <= number < self.count:
            return Strip.blank(self.size.width, base)
        ground = self.marked(number)
        if self.has_cursor and self.has_focus and number == self.cursor:
            ground = ground or "cursor"
        base = base + palette.ground(ground) if ground else base
        row, left, width = self.row(number), self.scroll_offset.x, self.room
        parts = row.render(self.app.console)
        strip = Strip([Segment(part.text, base + part.style if part.style else base) for part in parts])
        if row.cell_len <= left + width or width < 2:
            return strip.crop_extend(left, left + self.size.width, base)
        end = Strip([Segment(MORE, base + palette.style("dim") + Style(bgcolor=base.bgcolor))])
        return Strip.join([strip.crop_extend(left, left + width - 1, base), end])


class Window(Pane):
    """A pane on the address space: its rows are made for its height."""

    def shift(self, rows: int) -> None:
        """Show the rows n below (or above)."""

    def fit(self) -> None:
        """Do nothing: the rows always fit."""
        width = max((row.cell_len for row in self._rows), default=0)
        self.virtual_size = Size(width, min(self.count, self.size.height))

    def _on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        if not self.context.busy:
            self.shift(WHEEL)

    def _on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        if not self.context.busy:
            self.shift(-WHEEL)

    def on_resize(self) -> None:
        """Make rows for the new height."""
        self.show_if_free()


class WordsWindow(Window):
    """A window on words, n in a row, with a cursor on one of them. A subclass says n (`row_words`)."""

    heading_rows = 0  # rows that show no words
    has_cursor = False  # of rows

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context, name)
        self.top = self.address = 0  # of the first row; under the cursor

    @property
    def row_words(self) -> int:
        raise NotImplementedError

    @property
    def rows_shown(self) -> int:
        return max(1, self.size.height - self.heading_rows)

    def in_sight(self) -> range:
        """Return the visible addresses, from the beginning of a row."""
        last_top = max(0, self.session.top + 1 - self.row_words * self.rows_shown)
        self.top = max(0, min(self.top - self.top % self.row_words, last_top))
        return range(self.top, min(self.session.top + 1, self.top + self.row_words * self.rows_shown))

    def put_address(self, address: int) -> None:
        """Put the cursor on a word, and scroll it into view."""
        self.address = max(0, min(address, self.session.top))
        row = self.address - self.address % self.row_words
        self.top = max(row - self.row_words * (self.rows_shown - 1), min(self.top, row))
        self.show_if_free()

    def shift(self, rows: int) -> None:
        """Scroll."""
        self.top += rows * self.row_words
        self.show()

    def move(self, step: int) -> None:
        """Go a row up or down."""
        self.put_address(self.address + step * self.row_words)

    def page(self, step: int) -> None:
        """Move by the visible height."""
        words = step * max(1, self.rows_shown - 1) * self.row_words
        self.top += words
        self.put_address(self.address + words)

    def aside(self, step: int) -> None:
        """Go a word to the left or right."""
        self.put_address(self.address + step)

    def on_focus(self) -> None:
        """Show the cursor."""
        self.show_if_free()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.show_if_free()
