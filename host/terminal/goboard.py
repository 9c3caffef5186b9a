"""The Go board as it stands in the machine's memory; a click on a point enters the move."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from host.games.wally_board import LINES, SIZE, STARS, Point, decode, is_board

CELL = 2  # characters from one point to the next
LEFT = 2  # characters of row numbers
WIDTH, HEIGHT = LEFT + CELL * SIZE, 1 + SIZE
WOOD = "rgb(64,40,10) on rgb(214,170,104)"
STONES = {
    Point.BLACK: ("●", "bold rgb(16,16,16) on rgb(214,170,104)"),
    Point.WHITE: ("○", "bold rgb(255,255,255) on rgb(214,170,104)"),
}
NEWEST = "bold rgb(16,16,16) on rgb(255,236,150)"  # the black stone put down last
CORNERS = ("┌┬┐", "├┼┤", "└┴┘")

Board = dict[int, Point]


def point_at(x: int, y: int) -> int | None:
    """Return the point at a place of the drawing, None beside the board."""
    row, column = y, (x - LEFT) // CELL + 1
    return 16 * row + column if row in LINES and column in LINES else None


def crossing(point: int) -> str:
    """Return the lines that meet on an empty point."""
    vertical, horizontal = (0 if line == 1 else 2 if line == SIZE else 1 for line in divmod(point, 16))
    return "╋" if point in STARS else CORNERS[vertical][horizontal]


def draw(board: Board, newest: int | None = None) -> Text:
    """Return the board with its numbers."""
    text = Text(" " * LEFT + " ".join(f"{column:X}" for column in LINES) + "\n", no_wrap=True)
    for row in LINES:
        text.append(f"{row:X} ")
        for column in LINES:
            point = 16 * row + column
            sign, style = STONES.get(board[point], (crossing(point), WOOD))
            text.append(sign, NEWEST if point == newest else style)
            text.append("─" if column < SIZE else "", WOOD)
        text.append("\n" if row < SIZE else "")
    return text


class GoBoard(Widget):
    """The board."""

    class Chosen(Message):
        """The user has clicked a point."""

        def __init__(self, point: int) -> None:
            super().__init__()
            self.point = point

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._page = b""
        self._board: Board | None = None
        self._newest: int | None = None

    def show(self, page: bytes) -> None:
        """Show the board in this page of memory."""
        if page == self._page:
            return
        self._page = page
        if not is_board(page):
            changed, self._board, self._newest = self._board is not None, None, None
        else:
            changed = self._update(decode(page))
        if changed:
            self.refresh()

    def _update(self, board: Board) -> bool:
        """Take over a board; stones that are just being counted stay as they were. Return whether it differs."""
        before = self._board or dict.fromkeys(board, Point.EMPTY)
        for point, what in board.items():
            if what == Point.COUNTED:
                board[point] = before[point]
        if board == self._board:
            return False
        black = [point for point, what in board.items() if what == Point.BLACK != before[point]]
        if len(black) == 1:
            self._newest = black[0]
        elif black or (self._newest and board[self._newest] != Point.BLACK):
            self._newest = None
        self._board = board
        return True

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Enter a move on the point under the mouse."""
        offset = event.get_content_offset(self)
        if offset and self._board and (point := point_at(*offset)):
            event.stop()
            self.post_message(self.Chosen(point))

    def render(self) -> Text:
        """Return the board, or what is there instead."""
        return draw(self._board, self._newest) if self._board else Text("There is no board in memory.")
