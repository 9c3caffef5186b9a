"""The parts on the KIM-1's board: tables of places in hundredths of an inch from the top left corner, and shapes.

The board is 8.25 by 10.75 inches, the two edge connectors on its left side (E expansion, A application), the
keypad in the lower right corner, the display above it, as in the KIM-1 User Manual. The large chips, the RAM, the
decoders, the tape's and the keypad's chips are its parts; their places, and the types of the other logic, are only
roughly so: this is for the eye.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from host.ui.parts import Box, Colour, Disc, Line, Point, Rect, Shape, Text

SIZE = (825, 1075)

CONNECTORS = {"E": Box(0, 60, 34, 372), "A": Box(0, 610, 34, 372)}
CONTACTS = 22
HOLES: tuple[Point, ...] = ((60, 30), (795, 30), (60, 1045), (440, 1052), (806, 584), (60, 520))


class Chip(NamedTuple):
    """An integrated circuit: reference, marking, place, pins, ceramic or plastic."""

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
    """Parallel traces along a path, `step` hundredths of an inch apart."""

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


# ---------------------------------------------------------------- colours

PCB: Colour = (22, 74, 52)
PCB_EDGE: Colour = (12, 46, 32)
TRACE: Colour = (34, 98, 68)
SILK: Colour = (226, 232, 222)
GOLD: Colour = (206, 172, 92)
HOLE: Colour = (24, 23, 22)
SOLDER: Colour = (176, 180, 178)
CERAMIC: Colour = (222, 216, 202)
LID: Colour = (196, 160, 84)
PLASTIC: Colour = (30, 30, 32)
CHIP_INK: Colour = (178, 178, 172)
SILVER: Colour = (190, 194, 196)
BODY: Colour = (196, 160, 112)  # resistors
BANDS: tuple[Colour, ...] = ((150, 80, 30), (40, 40, 40), (190, 40, 40), (200, 160, 70))  # of a resistor
DISC: Colour = (202, 132, 58)  # ceramic capacitors
CAN: Colour = (62, 88, 138)  # electrolytic capacitors
KEYPAD_GROUND: Colour = (26, 26, 28)


def shade(colour: Colour, factor: float) -> Colour:
    """Return a darker or lighter colour."""
    red, green, blue = (min(255, round(channel * factor)) for channel in colour)
    return red, green, blue


# ---------------------------------------------------------------- shapes

Shapes = list[Shape]


def board_shapes(place: Box) -> tuple[Shape, ...]:
    """Return the board with all keys off and no digits, when it fills `place` of the window."""
    shapes = sheet()
    for bus in BUSES:
        shapes += bus_shapes(bus)
    for at in HOLES:
        shapes += [Disc(at, 11, SOLDER), Disc(at, 7, HOLE)]
    for small in SMALLS:
        for number in range(small.number):
            shapes += SMALL_PARTS[small.kind](small.box.moved(number * small.step[0], number * small.step[1]))
    for chip in CHIPS:
        shapes += chip_shapes(chip)
    shapes += [
        Rect(CRYSTAL, shade(SILVER, 0.6), 10),
        Rect(CRYSTAL.inset(2.5), SILVER, 9),
        Rect(CRYSTAL.inset(8), shade(SILVER, 1.1), 5),
        Text(CRYSTAL.centre, "1.000", 16, (80, 80, 84), "centre"),
        Disc(TRIMMER, 24, (56, 62, 70)),
        Disc(TRIMMER, 15, (222, 218, 206)),
        Line(((TRIMMER[0] - 9, TRIMMER[1] - 5), (TRIMMER[0] + 9, TRIMMER[1] + 5)), (60, 60, 60), 4),
    ]
    shapes += [Text(silk.at, silk.text, silk.size, SILK, "centre", silk.turned) for silk in SILKS]
    shapes += [Rect(KEYPAD, shade(KEYPAD_GROUND, 1.6), 8), Rect(KEYPAD.inset(2), KEYPAD_GROUND, 7)]
    return tuple(placed(shapes, place))


def on_board(box: Box, board: Box) -> Box:
    """Return where something of these tables is in the window, when the board fills `board`."""
    scale = board.w / SIZE[0]
    return Box(board.x + box.x * scale, board.y + box.y * scale, box.w * scale, box.h * scale)


def placed(shapes: Iterable[Shape], board: Box) -> Iterable[Shape]:
    """Yield shapes of these tables as they are in the window."""
    scale = board.w / SIZE[0]

    def at(point: Point) -> Point:
        return board.x + point[0] * scale, board.y + point[1] * scale

    for shape in shapes:
        match shape:
            case Rect(box, colour, radius, outline):
                yield Rect(on_board(box, board), colour, radius * scale, outline * scale)
            case Line(points, colour, width):
                yield Line(tuple(at(point) for point in points), colour, width * scale)
            case Disc(centre, radius, colour, outline):
                yield Disc(at(centre), radius * scale, colour, outline * scale)
            case Text(place, text, size, colour, align, turned):
                yield Text(at(place), text, size * scale, colour, align, turned)


def sheet() -> Shapes:
    """Return the bare board: its outline, with the edge connectors standing out on the left."""
    outline = Box(24, 0, SIZE[0] - 24, SIZE[1])
    shapes: Shapes = [Rect(outline, PCB_EDGE, 10), Rect(outline.inset(2.5), PCB, 8)]
    for connector in CONNECTORS.values():
        shapes.append(Rect(Box(connector.x, connector.y, 44, connector.h), PCB_EDGE, 3))
        shapes.append(Rect(Box(connector.x + 1.5, connector.y + 1.5, 43, connector.h - 3), PCB, 3))
        pitch = (connector.h - 24) / CONTACTS
        for contact in range(CONTACTS):
            y = connector.y + 12 + contact * pitch
            shapes.append(Rect(Box(connector.x + 3, y + pitch * 0.16, 31, pitch * 0.68), GOLD, 1))
    return shapes


def bus_shapes(bus: Bus) -> Shapes:
    """Return parallel traces: each one shifted down and to the left, so that they stay apart round the corners."""
    shapes: Shapes = []
    for number in range(bus.number):
        shift = number * bus.step
        points = tuple((x - shift * (x > 36), y + shift) for x, y in bus.points)
        shapes += [Line(points, TRACE, 2.2), Disc(points[-1], 4, TRACE)]
    return shapes


def chip_shapes(chip: Chip) -> Shapes:
    """Return a chip in its package, pins, notch and writing."""
    box, upright = chip.box, chip.box.h > chip.box.w
    pitch = (box.h if upright else box.w) / (chip.pins // 2)
    shapes: Shapes = []
    for pin in range(chip.pins // 2):
        along = (pin + 0.5) * pitch - 2
        across = (
            Box(box.x - 5, box.y + along, box.w + 10, 4) if upright else Box(box.x + along, box.y - 5, 4, box.h + 10)
        )
        shapes.append(Rect(across, SOLDER))
    if chip.ceramic:
        lid = Box(box.centre[0] - 27, box.y + 6, 54, box.h - 12)
        words = zip(chip.type.split(), (box.x + 45, box.x + 162), strict=True)
        return [
            *shapes,
            Rect(box, CERAMIC, 3),
            Rect(lid, LID, 2),
            Rect(lid.inset(3), shade(LID, 1.12), 2),
            Disc((box.x + 5, box.centre[1]), 4, shade(CERAMIC, 0.7)),
            *(Text((x, box.centre[1]), word, 18, (70, 60, 50), "centre") for word, x in words),
            Text((box.x - 4, box.y - 11), chip.reference, 14, SILK),
        ]
    label = (box.centre[0], box.y + box.h + 11) if upright else (box.x + 12, box.y + box.h + 13)
    return [
        *shapes,
        Rect(box, PLASTIC, 2),
        Rect(Box(box.x + 2, box.y + 2, box.w - 4, 3), shade(PLASTIC, 1.5), 1),
        Disc((box.centre[0], box.y + 3) if upright else (box.x + 3, box.centre[1]), 4, shade(PLASTIC, 0.4)),
        Text(box.centre, chip.type, 14, CHIP_INK, "centre", upright),
        Text(label, chip.reference, 12, SILK, "centre"),
    ]


def lead(box: Box) -> Shapes:
    """Return the wire that an axial part hangs on."""
    x, y = box.centre
    ends = ((box.x - 8, y), (box.x + box.w + 8, y)) if box.w > box.h else ((x, box.y - 8), (x, box.y + box.h + 8))
    return [Line(ends, SOLDER, 2), *(Disc(end, 3.5, SOLDER) for end in ends)]


def resistor(box: Box) -> Shapes:
    """Return a resistor with its colour bands."""
    flat = box.w > box.h
    body = Box(box.x + 8, box.y, box.w - 16, box.h) if flat else Box(box.x, box.y + 5, box.w, box.h - 10)
    shapes: Shapes = [*lead(box), Rect(body, BODY, 4)]
    for number, colour in enumerate(BANDS):
        place = 0.2 + 0.18 * number
        if flat:
            shapes.append(Rect(Box(body.x + body.w * place, body.y, 3.5, body.h), colour))
        else:
            shapes.append(Rect(Box(body.x, body.y + body.h * place, body.w, 3.5), colour))
    return shapes


def ceramic(box: Box) -> Shapes:
    """Return a ceramic capacitor."""
    return [Rect(box, shade(DISC, 0.75), box.h / 2), Rect(box.inset(2), DISC, box.h / 2)]


def can(box: Box) -> Shapes:
    """Return an electrolytic capacitor lying on the board."""
    if box.w > box.h:
        light = Box(box.x + 3, box.y + box.h * 0.18, box.w - 6, box.h * 0.16)
        band = Box(box.x + box.w - 14, box.y, 8, box.h)
    else:
        light = Box(box.x + box.w * 0.18, box.y + 3, box.w * 0.16, box.h - 6)
        band = Box(box.x, box.y + box.h - 14, box.w, 8)
    return [*lead(box), Rect(box, CAN, 5), Rect(light, shade(CAN, 1.5), 2), Rect(band, shade(CAN, 0.6))]


def transistor(box: Box) -> Shapes:
    """Return a transistor from above: a disc with a flat side."""
    legs = (Disc((box.x + box.w * (0.2 + 0.3 * number), box.y + box.h * 0.9), 2.5, SOLDER) for number in range(3))
    flat = Box(box.x - 1, box.y + box.h * 0.8, box.w + 2, box.h * 0.22)
    return [Disc(box.centre, box.w / 2, (20, 20, 22)), Rect(flat, PCB), *legs]


def diode(box: Box) -> Shapes:
    """Return a diode with the ring at its cathode."""
    ring = Box(box.x + box.w - 12, box.y, 5, box.h)
    return [*lead(box), Rect(box, (170, 70, 40), 4), Rect(ring, (20, 20, 20))]


SMALL_PARTS: dict[str, Callable[[Box], Shapes]] = {
    "resistor": resistor,
    "disc": ceramic,
    "can": can,
    "transistor": transistor,
    "diode": diode,
}
