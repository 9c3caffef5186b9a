"""The keypad: 23 keys and the SST switch, to be clicked; the PC key that stands for each is on it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from host.desk.kim1.keys import PAD, PC_KEY_OF, SST

KEY_WIDTH, GAP = 8, 1
KEY_HEIGHT = 2  # a line with the legend, and half a line of the key's colour
WIDTH = len(PAD[0]) * (KEY_WIDTH + GAP) - GAP
HEIGHT = len(PAD) * KEY_HEIGHT
UP, DOWN = "white on rgb(58,58,64)", "bold black on rgb(255,176,64)"
UP_EDGE, DOWN_EDGE = "rgb(58,58,64)", "rgb(255,176,64)"
FLASH = 5  # frames for which a key that was pressed is shown down at least


def key_at(x: int, y: int) -> str | None:
    """Return the key at a place of the pad, None between the keys."""
    row, column = y // KEY_HEIGHT, x // (KEY_WIDTH + GAP)
    if not (0 <= row < len(PAD) and 0 <= column < len(PAD[0])) or x % (KEY_WIDTH + GAP) >= KEY_WIDTH:
        return None
    return PAD[row][column]


def legend(key: str, down: bool) -> str:
    """Return the text on a key: its name and the PC key; brackets show that it is down without colours, too."""
    pc_key = PC_KEY_OF[key].upper() if len(PC_KEY_OF[key]) > 1 else ""
    name = f"[{key}]" if down else f" {key} "
    return f"{name:<5}{'⏎ ' if pc_key == 'ENTER' else pc_key:>{KEY_WIDTH - 5}}"


def draw(down: Iterable[str]) -> Text:
    """Return the pad."""
    pressed = set(down)
    text = Text(no_wrap=True)
    for row in PAD:
        for key in row:
            text.append(legend(key, key in pressed), DOWN if key in pressed else UP)
            text.append(" " * GAP if key != row[-1] else "\n")
        for key in row:
            text.append("▀" * KEY_WIDTH, DOWN_EDGE if key in pressed else UP_EDGE)
            text.append(" " * GAP if key != row[-1] else "\n")
    text.rstrip()
    return text


class Pad(Widget, can_focus=True):
    """The keypad."""

    class Pressed(Message):
        """The user has pressed a key (or flipped SST)."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._down: set[str] = set()
        self._flash: dict[str, int] = {}  # key -> frames it is shown down for, still

    def show(self, down: set[str]) -> None:
        """Show which keys are down, one frame later than the last time."""
        self._flash = {key: frames - 1 for key, frames in self._flash.items() if frames > 1}
        shown = down | set(self._flash)
        if shown != self._down:
            self._down = shown
            self.refresh()

    def flash(self, key: str) -> None:
        """Show a key down for a moment, even if the machine's time is too fast to see it."""
        if key != SST:
            self._flash[key] = FLASH

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Press the key under the mouse."""
        offset = event.get_content_offset(self)
        if offset and (key := key_at(*offset)):
            event.stop()
            self.post_message(self.Pressed(key))

    def render(self) -> Text:
        """Return the pad."""
        return draw(self._down)
