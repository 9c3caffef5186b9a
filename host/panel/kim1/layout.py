"""Where everything in the window is: tables of boxes in logical units.

+--------------------------------------------------------------+
| toolbar                                                      |
+----------------------+---------------------------------------+
|                      | terminal                              |
|  the KIM-1           |                                       |
|                      +--------------------+------------------+
|                      | Go board           | tape deck        |
|                      |                    | keys             |
+----------------------+--------------------+------------------+
| status line                                                  |
+--------------------------------------------------------------+
"""

from __future__ import annotations

from host.games.wally_board import LINES, SIZE
from host.panel.buttons import places
from host.panel.canvas import Box, Point
from host.panel.kim1 import commands, kim_board

WIDTH, HEIGHT = 1460, 900
TOOLBAR = Box(0, 0, WIDTH, 44)
STATUS = Box(0, 872, WIDTH, 28)
BOARD = Box(14, 54, 622, 810)  # 8.25 by 10.75 inches

ALWAYS = {"toolbar": TOOLBAR, "status": STATUS, "board": BOARD}
WITH_GO_BOARD = ALWAYS | {
    "terminal": Box(652, 54, 794, 386),
    "go": Box(652, 452, 412, 412),
    "deck": Box(1076, 452, 370, 128),
    "legend": Box(1076, 592, 370, 272),
}
WITHOUT_GO_BOARD = ALWAYS | {
    "terminal": Box(652, 54, 794, 526),
    "deck": Box(652, 592, 391, 272),
    "legend": Box(1055, 592, 391, 272),
}


def panes(go_board: bool) -> dict[str, Box]:
    """Return the places of all panes."""
    return WITH_GO_BOARD if go_board else WITHOUT_GO_BOARD


# ------------------------------------------------------------ what can be clicked

KEYS = {key: kim_board.on_board(box, BOARD) for key, box in kim_board.key_boxes().items()}
TOOLS = places(commands.TOOLBAR, TOOLBAR.x + 14, TOOLBAR.y + 8, 29)
DECK_GAP = 4.0


def deck_buttons(area: Box) -> dict[str, Box]:
    """Return the places of the tape recorder's buttons in its pane."""
    width = sum(button.width + DECK_GAP for button in commands.DECK) - DECK_GAP
    x = area.x + (area.w - width) / 2
    return places(commands.DECK, x, area.y + area.h - 38, 28, DECK_GAP)


def buttons(go_board: bool) -> dict[str, Box]:
    """Return command -> place of all buttons."""
    return TOOLS | deck_buttons(panes(go_board)["deck"])


# ------------------------------------------------------------ the points of the Go board

GO_MARGIN = 30.0  # of the wood round the outermost lines


def go_spacing(area: Box) -> float:
    """Return the distance between two lines."""
    return (min(area.w, area.h) - 2 * GO_MARGIN) / (SIZE - 1)


def go_place(area: Box, point: int) -> Point:
    """Return where a point is in the pane."""
    row, column = point >> 4, point & 15
    step = go_spacing(area)
    return area.x + GO_MARGIN + (column - 1) * step, area.y + GO_MARGIN + (row - 1) * step


def go_point_at(area: Box, at: Point) -> int | None:
    """Return the point nearest to a place in the pane, if it is near enough to be meant."""
    step = go_spacing(area)
    column = round((at[0] - area.x - GO_MARGIN) / step) + 1
    row = round((at[1] - area.y - GO_MARGIN) / step) + 1
    return 16 * row + column if row in LINES and column in LINES else None


# ------------------------------------------------------------ the glass of the terminal

SIDE, TOP, BOTTOM = 26.0, 20.0, 34.0  # of the bezel
LINE_HEIGHT = 16.6


def tube_box(area: Box) -> Box:
    """Return the part of the pane that is glass."""
    return Box(area.x + SIDE, area.y + TOP, area.w - 2 * SIDE, area.h - TOP - BOTTOM)


def rows_of(area: Box) -> int:
    """Return how many lines the glass shows."""
    return int(tube_box(area).inset(8).h / LINE_HEIGHT)
