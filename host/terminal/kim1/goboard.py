"""The Go board as it stands in the machine's memory; a click on a point enters the move."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from host.games.wally_board import LINES, SIZE, STARS, Point, Stones

CELL = 2  # characters from one point to the next
LEFT = 2  # characters of row numbers
WIDTH, HEIGHT = LEFT + CELL * SIZE, 1 + SIZE
WOOD = "rgb(64,40,10) on rgb(214,170,104)"
STONES = {
    Point.BLACK: ("●", "bold rgb(16,16,16) on rgb(214,170,104)"),
    Point.WHITE: ("○", "bold rgb(255,255,255) on rgb(214,170,104)"),
}
LATEST = {
    Point.BLACK: "bold rgb(16,16,16) on rgb(255,236,150)",
    Point.WHITE: "bold rgb(255,255,255) on rgb(176,128,60)",
}  # the stones put down last
CORNERS = ("┌┬┐", "├┼┤", "└┴┘")

Latest = dict[Point, int]  # colour -> point


def point_at(x: int, y: int) -> int | None:
    """Return the point at a place of the drawing, None beside the board."""
    row, column = y, (x - LEFT) // CELL + 1
    return 16 * row + column if row in LINES and column in LINES else None


def crossing(point: int) -> str:
    """Return the lines that meet on an empty point."""
    vertical, horizontal = (0 if line == 1 else 2 if line == SIZE else 1 for line in divmod(point, 16))
    return "╋" if point in STARS else CORNERS[vertical][horizontal]


def draw(stones: Stones, latest: Latest) -> Text:
    """Return the board with its numbers."""
    text = Text(" " * LEFT + " ".join(f"{column:X}" for column in LINES) + "\n", no_wrap=True)
    for row in LINES:
        text.append(f"{row:X} ")
        for column in LINES:
            text.append(*sign(16 * row + column, stones, latest))
            text.append("─" if column < SIZE else "", WOOD)
        text.append("\n" if row < SIZE else "")
    return text


def sign(point: int, stones: Stones, latest: Latest) -> tuple[str, str]:
    """Return the character on a point, and its style."""
    what = stones.get(point, Point.EMPTY)
    if what not in STONES:
        return crossing(point), WOOD
    character, style = STONES[what]
    return character, LATEST[what] if latest.get(what) == point else style


class GoBoard(Widget):
    """The board."""

    class Chosen(Message):
        """The user has clicked a point."""

        def __init__(self, point: int) -> None:
            super().__init__()
            self.point = point

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: tuple[Stones, Latest] | None = None  # None: there is no board

    def show(self, stones: Stones, latest: Latest) -> None:
        """Show a position, and the latest stone of each colour."""
        self._change((stones, dict(latest)))

    def show_none(self) -> None:
        """Show that there is no board in memory."""
        self._change(None)

    def _change(self, shown: tuple[Stones, Latest] | None) -> None:
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Enter a move on the point under the mouse."""
        offset = event.get_content_offset(self)
        if offset and self._shown and (point := point_at(*offset)):
            event.stop()
            self.post_message(self.Chosen(point))

    def render(self) -> Text:
        """Return the board, or what is there instead."""
        return draw(*self._shown) if self._shown else Text("There is no board in memory.")
