"""Where everything in the 704's window is: tables of boxes in logical units.

+---------------------------------------------------------------------+
| toolbar                                                             |
+-------------------------------------------+-------------------------+
| the operator's console                    | printer                 |
|                                           |                         |
|   lamps                                   |                         |
|                                           +-------------------------+
|   panel entry keys                        | checkers board,         |
|   switches and keys                       | or display tube,        |
+---------------------+---------------------+ or the PC's keys        |
| card reader         | card punch          |                         |
+---------------------+---------------------+-------------------------+
| status line                                                         |
+---------------------------------------------------------------------+
"""

from __future__ import annotations

from host.desk.ibm704.console import ADDRESSES, INDICATORS, KEYS, LAMPS, SENSE_LIGHTS, SWITCHES, WORDS, Register
from host.panel.buttons import Button, places
from host.panel.canvas import Box, Point
from host.panel.ibm704 import commands

WIDTH, HEIGHT = 1460, 900
TOOLBAR = Box(0, 0, WIDTH, 44)
STATUS = Box(0, 872, WIDTH, 28)
CONSOLE = Box(14, 54, 880, 654)
READER = Box(14, 718, 436, 146)
PUNCH = Box(458, 718, 436, 146)
PRINTER = Box(908, 54, 538, 440)
SIDE = Box(908, 504, 538, 360)

PANES = {"toolbar": TOOLBAR, "status": STATUS, "console": CONSOLE, "reader": READER, "punch": PUNCH, "printer": PRINTER}


def panes(side: str) -> dict[str, Box]:
    """Return the places of all panes; `side` is what is shown in the lower right corner."""
    return PANES | {side: SIDE}


# ------------------------------------------------------------ the lamps

LAMP_PLATE = Box(28, 96, 852, 376)
PITCH, OCTAL_GAP = 20.0, 5.0  # from lamp to lamp, and more between octal digits
FIRST_PLACE = 98.0  # of S, under P of the accumulator
WORD_TOP, WORD_STEP = 172.0, 58.0  # of the first row of words, and from row to row
ADDRESS_TOP, ADDRESS_LEFT, ADDRESS_STEP = 110.0, 44.0, 165.0
ADDRESS_PITCH, ADDRESS_GAP = 9.2, 2.6
INDICATOR_TOP = 408.0
INDICATOR_STEP = (LAMP_PLATE.w - 16) / len(LAMPS)
WORD_RADIUS, ADDRESS_RADIUS, INDICATOR_RADIUS = 6.6, 3.9, 7.4


def column(place: int) -> float:
    """Return the x of a place of a word, S is 0."""
    return FIRST_PLACE + place * PITCH + place // 3 * OCTAL_GAP


def word_lamps(number: int, register: Register) -> list[Point]:
    """Return where the lamps of a row of words are; the accumulator has S and Q left of the places of a word."""
    y = WORD_TOP + number * WORD_STEP + 26
    more = register.width - 36
    left = [column(0) - (more - each) * PITCH - OCTAL_GAP for each in range(more)]
    return [(x, y) for x in (*left, *(column(place) for place in range(36)))]


def address_lamps(number: int, register: Register) -> list[Point]:
    """Return where the lamps of an address are."""
    left = ADDRESS_LEFT + number * ADDRESS_STEP
    return [
        (left + place * ADDRESS_PITCH + place // 3 * ADDRESS_GAP + 4, ADDRESS_TOP + 22)
        for place in range(register.width)
    ]


def indicator(number: int) -> Point:
    """Return where a single lamp is."""
    return LAMP_PLATE.x + 8 + (number + 0.5) * INDICATOR_STEP, INDICATOR_TOP + 16


REGISTER_LAMPS = (
    *(address_lamps(*each) for each in enumerate(ADDRESSES)),
    *(word_lamps(*each) for each in enumerate(WORDS)),
)  # in the order of console.REGISTERS
SINGLE_LAMPS = [indicator(number) for number in range(len(LAMPS))]
REGISTER_BOXES = {
    **{
        each.name: Box(ADDRESS_LEFT - 4 + number * ADDRESS_STEP, ADDRESS_TOP - 6, ADDRESS_STEP - 8, 48)
        for number, each in enumerate(ADDRESSES)
    },
    **{
        each.name: Box(LAMP_PLATE.x + 4, WORD_TOP + number * WORD_STEP, LAMP_PLATE.w - 8, WORD_STEP - 2)
        for number, each in enumerate(WORDS)
    },
}
LAMP_BOXES = {
    lamp.name: Box(at[0] - INDICATOR_STEP / 2, INDICATOR_TOP, INDICATOR_STEP, 60)
    for lamp, at in zip(LAMPS, SINGLE_LAMPS, strict=True)
}
SENSE_BORDER = SINGLE_LAMPS[len(INDICATORS)][0] - INDICATOR_STEP / 2
assert len(SENSE_LIGHTS) + len(INDICATORS) == len(LAMPS)

# ------------------------------------------------------------ keys and switches

ENTRY_TOP, ENTRY_HEIGHT, ENTRY_WIDTH = 500.0, 44.0, 17.0
ENTRY_KEYS = [Box(column(place) - ENTRY_WIDTH / 2, ENTRY_TOP, ENTRY_WIDTH, ENTRY_HEIGHT) for place in range(36)]
ENTRY_CLEAR = Box(36, ENTRY_TOP + 2, 44, 40)  # puts all of them up

SWITCH_TOP, SWITCH_STEP = 578.0, 41.0
SENSE_SWITCHES = [Box(36 + number * SWITCH_STEP, SWITCH_TOP + 16, 30, 40) for number in range(SWITCHES)]
AUTOMATIC = Box(288, SWITCH_TOP + 16, 68, 40)

UPPER = (
    "ENTER MQ", "ENTER INSTRUCTION", "DISPLAY STORAGE", "DISPLAY EFFECTIVE ADDRESS", "DISPLAY A", "DISPLAY B",
    "DISPLAY C",
)  # fmt: skip
LOWER = (
    "START", "SINGLE STEP", "MULTIPLE STEP", "LOAD CARDS", "LOAD TAPE", "LOAD DRUM", "RESET", "CLEAR",
)  # fmt: skip
UPPER_LEFT, UPPER_STEP, LOWER_STEP = 369.0, 73.0, 106.5
KEY_BOXES = {
    **{name: Box(UPPER_LEFT + n * UPPER_STEP, SWITCH_TOP, UPPER_STEP - 5, 56) for n, name in enumerate(UPPER)},
    **{name: Box(28 + n * LOWER_STEP, SWITCH_TOP + 66, LOWER_STEP - 6, 52) for n, name in enumerate(LOWER)},
}
assert set(KEY_BOXES) == {key.name for key in KEYS}

# ------------------------------------------------------------ buttons

TOOLS = places(commands.TOOLBAR, TOOLBAR.x + 14, TOOLBAR.y + 8, 29)


def at_right(buttons: tuple[Button, ...], area: Box) -> dict[str, Box]:
    """Return the places of buttons in the upper right corner of a pane."""
    width = sum(button.width + 5 for button in buttons) - 5
    return places(buttons, area.x + area.w - width - 8, area.y + 6, 24)


BUTTONS = (
    TOOLS | at_right(commands.PRINTER, PRINTER) | at_right(commands.READER, READER) | at_right(commands.PUNCH, PUNCH)
)

# ------------------------------------------------------------ the printer's paper

PAPER = Box(PRINTER.x + 8, PRINTER.y + 36, PRINTER.w - 16, PRINTER.h - 44)
PAPER_LINE = 12.6
PAPER_ROWS = int((PAPER.h - 10) / PAPER_LINE)
