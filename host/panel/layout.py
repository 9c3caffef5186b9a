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

from host.panel.canvas import Box

WIDTH, HEIGHT = 1460, 900
TOOLBAR = Box(0, 0, WIDTH, 44)
STATUS = Box(0, 872, WIDTH, 28)
BOARD = Box(14, 54, 622, 810)  # 8.25 by 10.75 inches

WITH_GO_BOARD = {
    "terminal": Box(652, 54, 794, 386),
    "go": Box(652, 452, 412, 412),
    "deck": Box(1076, 452, 370, 128),
    "legend": Box(1076, 592, 370, 272),
}
WITHOUT_GO_BOARD = {
    "terminal": Box(652, 54, 794, 526),
    "deck": Box(652, 592, 391, 272),
    "legend": Box(1055, 592, 391, 272),
}


def panes(go_board: bool) -> dict[str, Box]:
    """Return the boxes of the panes beside the board."""
    return WITH_GO_BOARD if go_board else WITHOUT_GO_BOARD
