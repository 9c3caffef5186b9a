"""What is on the KIM-1's board and where: a table in hundredths of an inch, from the top left corner.

The board is 8.25 by 10.75 inches, the two edge connectors on its left side (E expansion, A application), the
keypad in the lower right corner, the display above it, as in the KIM-1 User Manual. The large chips, the RAM, the
decoders, the tape's and the keypad's chips are its parts; where they are, and what the other logic is, is only
roughly so: this is for the eye.
"""

from __future__ import annotations

from typing import NamedTuple

from host.desk.kim1.keys import PAD
from host.panel.canvas import Box, Point

SIZE = (825, 1075)

CONNECTORS = {"E": Box(0, 60, 34, 372), "A": Box(0, 610, 34, 372)}
CONTACTS = 22
HOLES: tuple[Point, ...] = ((60, 30), (795, 30), (60, 1045), (440, 1052), (806, 584), (60, 520))


class Chip(NamedTuple):
    """An integrated circuit: reference, what is printed on it, its place, pins, ceramic or plastic."""

    reference: str
    type: str
    box: Box
    pins: int
    ceramic: bool = False


def dip(reference: str, type: str, x: float, y: float, pins: int, upright: bool = False) -> Chip:
    """Return a plastic chip in a dual in-line package: pins a tenth of an inch apart."""
    length, width = pins * 5 + 2, 30
    return Chip(reference, type, Box(x, y, width, length) if upright else Box(x, y, length, width), pins)


CHIPS = (
    Chip("U1", "MCS 6502", Box(96, 190, 205, 60), 40, True),
    Chip("U2", "MCS 6530-002", Box(96, 420, 205, 60), 40, True),
    Chip("U3", "MCS 6530-003", Box(96, 305, 205, 60), 40, True),
    *(dip(f"U{5 + n}", "6102", 386 + 51 * n, 62, 16, upright=True) for n in range(8)),
    dip("U4", "74145", 360, 210, 16),
    dip("U13", "74125", 480, 210, 14),
    dip("U14", "74LS125", 590, 210, 14),
    dip("U15", "7438", 700, 210, 14),
    dip("U16", "7400", 360, 285, 14),
    dip("U17", "7404", 480, 285, 14),
    dip("U24", "74145", 590, 285, 16),
    dip("U26", "7406", 700, 285, 14),
    dip("U25", "556", 96, 640, 14),
    dip("U27", "565", 250, 640, 14),
    dip("U28", "311", 366, 640, 8),
)

CRYSTAL = Box(232, 112, 84, 46)
TRIMMER: Point = (330, 745)  # VR1, of the cassette's phase-locked loop


class Small(NamedTuple):
    """A row of small parts of one kind: the first one's place, the step to the next, and their number."""

    kind: str  # resistor, disc, can, transistor, diode
    box: Box
    step: Point
    number: int


SMALLS = (
    Small("resistor", Box(360, 345, 62, 12), (0, 22), 4),
    Small("resistor", Box(440, 345, 62, 12), (0, 22), 4),
    Small("transistor", Box(528, 344, 26, 26), (44, 0), 6),
    Small("resistor", Box(520, 392, 12, 46), (21, 0), 13),
    Small("resistor", Box(92, 700, 62, 12), (0, 22), 5),
    Small("resistor", Box(172, 700, 62, 12), (0, 22), 5),
    Small("resistor", Box(92, 872, 62, 12), (0, 22), 5),
    Small("resistor", Box(172, 872, 62, 12), (0, 22), 5),
    Small("disc", Box(262, 872, 44, 18), (0, 34), 4),
    Small("disc", Box(330, 872, 44, 18), (0, 34), 4),
    Small("disc", Box(92, 270, 36, 15), (84, 0), 3),
    Small("disc", Box(404, 165, 30, 13), (102, 0), 4),
    Small("can", Box(394, 700, 34, 84), (0, 0), 1),
    Small("can", Box(96, 560, 108, 36), (140, 0), 2),
    Small("diode", Box(262, 830, 50, 12), (66, 0), 2),
    Small("transistor", Box(400, 826, 26, 26), (0, 44), 4),
    Small("can", Box(96, 118, 96, 34), (0, 0), 1),
)

DIGITS = tuple(Box(496 + 46 * n + (16 if n > 3 else 0), 482, 42, 76) for n in range(6))  # MAN72A, U18-U23
KEYPAD = Box(478, 600, 320, 450)


class Silk(NamedTuple):
    """White writing on the board."""

    text: str
    at: Point
    size: float
    turned: bool = False


SILKS = (
    Silk("KIM-1", (150, 66), 56),
    Silk("MOS TECHNOLOGY, INC.", (160, 102), 17),
    Silk("EXPANSION", (56, 246), 15, True),
    Silk("APPLICATION", (56, 796), 15, True),
    Silk("E", (56, 180), 18),
    Silk("A", (56, 730), 18),
    Silk("Y1", (330, 136), 13),
    Silk("1 MHz", (274, 168), 12),
    Silk("VR1", (330, 783), 13),
    Silk("ADDRESS", (588, 574), 15),
    Silk("DATA", (749, 574), 15),
    Silk("MEMORY  1024 x 8", (580, 46), 13),
    Silk("CASSETTE  INTERFACE", (216, 620), 13),
    Silk("TTY", (400, 1020), 13),
)


class Bus(NamedTuple):
    """Parallel traces along a path, so many hundredths apart."""

    points: tuple[Point, ...]
    number: int
    step: float = 8


BUSES = (
    Bus(((34, 90), (70, 90), (90, 110), (90, 175), (340, 175), (352, 187), (800, 187)), 3),
    Bus(((34, 150), (60, 150), (60, 260), (330, 260), (350, 240), (350, 170), (372, 150)), 3, 6),
    Bus(((34, 270), (76, 270), (90, 284), (330, 284), (345, 269), (800, 269)), 3),
    Bus(((34, 330), (64, 330), (64, 388), (330, 388), (346, 404), (346, 446), (476, 446), (490, 460), (800, 460)), 4),
    Bus(((34, 640), (70, 640), (70, 508), (440, 508), (456, 524), (456, 570), (470, 584), (800, 584)), 2, 6),
    Bus(((34, 700), (76, 700), (84, 690), (84, 612), (440, 612), (452, 624), (452, 1040)), 2, 7),
    Bus(((34, 860), (440, 860), (440, 1020), (478, 1020)), 2, 6),
    Bus(((34, 940), (80, 940), (80, 1030), (380, 1030)), 3),
    Bus(((310, 200), (326, 216), (326, 470)), 4, 6),
    Bus(((386, 58), (780, 58)), 1),
    Bus(((380, 152), (780, 152)), 2, 6),
)


def key_boxes() -> dict[str, Box]:
    """Return the place of each key, SST included, on the board."""
    area = KEYPAD.inset(10)
    width, height = area.w / len(PAD[0]), area.h / len(PAD)
    return {
        key: Box(area.x + column * width, area.y + row * height, width, height).inset(5)
        for row, keys in enumerate(PAD)
        for column, key in enumerate(keys)
    }


def on_board(box: Box, board: Box) -> Box:
    """Return where something of this table is in the window, when the board fills `board`."""
    scale = board.w / SIZE[0]
    return Box(board.x + box.x * scale, board.y + box.y * scale, box.w * scale, box.h * scale)
