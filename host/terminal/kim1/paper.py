"""The teletype as a green terminal: what it has received, with scrollback; what is typed here is sent."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from host.teletype_screen import TeletypeScreen, sent_by_key

INK = Style.parse("rgb(80,255,120)")
CURSOR = Style.parse("rgb(80,255,120) reverse")


class Paper(ScrollView, can_focus=True):
    """The terminal's screen and keyboard."""

    class Typed(Message):
        """The user has typed (or pasted) characters."""

        def __init__(self, text: str, pasted: bool) -> None:
            super().__init__()
            self.text = text
            self.pasted = pasted

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.screen_model = TeletypeScreen()
        self._drawn = 0  # lines ever begun, when last drawn

    def show(self, received: bytes | bytearray) -> None:
        """Print what has been received since the last time; stay where the user has scrolled to."""
        model = self.screen_model
        bells = model.bells
        if not model.follow(received):
            return
        if model.bells > bells:
            self.app.bell()
        at_end = self.scroll_offset.y >= self.max_scroll_y - 1
        self._resize()
        if at_end:
            self.scroll_to_cursor()
        self.refresh()

    def start_afresh(self) -> None:
        """Forget everything: another session has been loaded."""
        self.screen_model.clear()
        self._resize()
        self.refresh()

    def _resize(self) -> None:
        self.virtual_size = Size(self.screen_model.columns + 1, len(self.screen_model.lines))

    def on_mount(self) -> None:
        """Begin with one empty line."""
        self._resize()

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self.scroll_to_cursor()

    def scroll_to_cursor(self) -> None:
        """Scroll so that the last line, and in it the cursor, can be seen."""
        place = Region(self.screen_model.column, len(self.screen_model.lines) - 1, 1, 1)
        self.scroll_to_region(place, animate=False, force=True, immediate=True)

    def render_line(self, y: int) -> Strip:
        """Return a line of the window."""
        model, left = self.screen_model, self.scroll_offset.x
        row = y + self.scroll_offset.y
        line = model.lines[row] if row < len(model.lines) else ""
        if row != len(model.lines) - 1:
            strip = Strip([Segment(line, INK)])
        else:
            at = model.column
            under = line[at : at + 1] or " "
            parts = [(line[:at].ljust(at), INK), (under, CURSOR), (line[at + 1 :], INK)]
            strip = Strip([Segment(text, style) for text, style in parts])
        return strip.crop_extend(left, left + self.size.width, self.rich_style).apply_style(self.rich_style)

    def on_key(self, event: events.Key) -> None:
        """Send what the key stands for."""
        text = sent_by_key(event.key, event.character)
        if text:
            event.stop()
            event.prevent_default()
            self.post_message(self.Typed(text, False))

    def on_paste(self, event: events.Paste) -> None:
        """Send a pasted text, patiently."""
        event.stop()
        self.post_message(self.Typed(event.text.replace("\r\n", "\r").replace("\n", "\r"), True))
