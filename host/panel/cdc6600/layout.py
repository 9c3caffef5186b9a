"""Where everything in the window of the 6600's console is: tables of boxes in logical units.

+---------------------------------------------------------------+
| toolbar                                                       |
+-------------------------------+-------------------------------+
|                               |                               |
|         left screen           |         right screen          |
|                               |                               |
+-------------------------------+-------------------------------+
| keyboard: what is being typed | displays, and what can be done|
+-------------------------------+-------------------------------+
| status line                                                   |
+---------------------------------------------------------------+
"""

from __future__ import annotations

from host.panel.buttons import places
from host.panel.canvas import Box
from host.panel.cdc6600 import commands

WIDTH, HEIGHT = 1360, 850
TOOLBAR = Box(0, 0, WIDTH, 42)
STATUS = Box(0, 822, WIDTH, 28)
LEFT = Box(0, 44, WIDTH / 2, 672)
RIGHT = Box(WIDTH / 2, 44, WIDTH / 2, 672)
KEYBOARD = Box(8, 722, WIDTH - 16, 96)
PANES = {"toolbar": TOOLBAR, "left": LEFT, "right": RIGHT, "keyboard": KEYBOARD, "status": STATUS}

RADIUS = 320.0  # of the glass
GLASSES = {
    "left": Box(LEFT.x + LEFT.w - 2 * RADIUS - 18, LEFT.y + 16, 2 * RADIUS, 2 * RADIUS),
    "right": Box(RIGHT.x + 18, RIGHT.y + 16, 2 * RADIUS, 2 * RADIUS),
}

FIELD = Box(KEYBOARD.x + 12, KEYBOARD.y + 40, 640, 44)
TOOLS = places(commands.TOOLBAR, TOOLBAR.x + 14, TOOLBAR.y + 7, 29)
OPERATOR_LEFT = FIELD.x + FIELD.w + 24
OPERATOR = {
    **places(commands.LEFT, OPERATOR_LEFT + 60, KEYBOARD.y + 10, 34),
    **places(commands.RIGHT, OPERATOR_LEFT + 60, KEYBOARD.y + 52, 34),
    **places(commands.TYPED, OPERATOR_LEFT + 448, KEYBOARD.y + 10, 34),
    **places(commands.PAGES, OPERATOR_LEFT + 448, KEYBOARD.y + 52, 34),
}
BUTTONS = TOOLS | OPERATOR
