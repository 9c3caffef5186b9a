"""Draws the KIM-1's board from the table in kim_board.py. All of it but keys and light is drawn once."""

from __future__ import annotations

from collections.abc import Callable

from host.desk.kim1.keys import SST
from host.panel import colours
from host.panel.canvas import Box, Canvas, Colour, Point
from host.panel.kim1 import kim_board, leds

BANDS: tuple[Colour, ...] = ((150, 80, 30), (40, 40, 40), (190, 40, 40), (200, 160, 70))  # of a resistor


def draw_board(canvas: Canvas) -> None:
    """Draw the board with all keys up and all segments dark."""
    draw_sheet(canvas)
    for bus in kim_board.BUSES:
        draw_bus(canvas, bus)
    for at in kim_board.HOLES:
        canvas.circle(at, 11, colours.SOLDER)
        canvas.circle(at, 7, colours.HOLE)
    for small in kim_board.SMALLS:
        draw_row(canvas, small)
    for chip in kim_board.CHIPS:
        draw_chip(canvas, chip)
    draw_crystal(canvas, kim_board.CRYSTAL)
    draw_trimmer(canvas, kim_board.TRIMMER)
    for silk in kim_board.SILKS:
        canvas.text(silk.at, silk.text, silk.size, colours.SILK, "centre", silk.turned)
    for digit in kim_board.DIGITS:
        leds.draw_dark(canvas, digit)
    draw_keypad(canvas)


def draw_sheet(canvas: Canvas) -> None:
    """Draw the bare board: its outline, with the edge connectors standing out on the left."""
    width, height = kim_board.SIZE
    canvas.box(Box(24, 0, width - 24, height), colours.PCB_EDGE, 10)
    canvas.box(Box(24, 0, width - 24, height).inset(2.5), colours.PCB, 8)
    for connector in kim_board.CONNECTORS.values():
        canvas.box(Box(connector.x, connector.y, 44, connector.h), colours.PCB_EDGE, 3)
        canvas.box(Box(connector.x + 1.5, connector.y + 1.5, 43, connector.h - 3), colours.PCB, 3)
        pitch = (connector.h - 24) / kim_board.CONTACTS
        for contact in range(kim_board.CONTACTS):
            y = connector.y + 12 + contact * pitch
            canvas.box(Box(connector.x + 3, y + pitch * 0.16, 31, pitch * 0.68), colours.GOLD, 1)


def draw_bus(canvas: Canvas, bus: kim_board.Bus) -> None:
    """Draw parallel traces: each one shifted down and to the left, so that they stay apart round the corners."""
    for number in range(bus.number):
        shift = number * bus.step
        canvas.line([(x - shift * (x > 36), y + shift) for x, y in bus.points], colours.TRACE, 2.2)
        end_x, end_y = bus.points[-1]
        canvas.circle((end_x - shift, end_y + shift), 4, colours.TRACE)


def draw_chip(canvas: Canvas, chip: kim_board.Chip) -> None:
    """Draw a chip in its package, pins, notch and writing."""
    box = chip.box
    draw_pins(canvas, chip)
    if chip.ceramic:
        canvas.box(box, colours.CERAMIC, 3)
        lid = Box(box.centre[0] - 27, box.y + 6, 54, box.h - 12)
        canvas.box(lid, colours.LID, 2)
        canvas.box(lid.inset(3), shade(colours.LID, 1.12), 2)
        canvas.circle((box.x + 5, box.centre[1]), 4, shade(colours.CERAMIC, 0.7))
        for part, x in zip(chip.type.split(), (box.x + 45, box.x + 162), strict=True):
            canvas.text((x, box.centre[1]), part, 18, (70, 60, 50), "centre")
        canvas.text((box.x - 4, box.y - 11), chip.reference, 14, colours.SILK)
        return
    upright = box.h > box.w
    canvas.box(box, colours.PLASTIC, 2)
    canvas.box(Box(box.x + 2, box.y + 2, box.w - 4, 3), shade(colours.PLASTIC, 1.5), 1)
    notch = (box.centre[0], box.y + 3) if upright else (box.x + 3, box.centre[1])
    canvas.circle(notch, 4, shade(colours.PLASTIC, 0.4))
    canvas.text(box.centre, chip.type, 14, colours.CHIP_INK, "centre", turned=upright)
    label = (box.centre[0], box.y + box.h + 11) if upright else (box.x + 12, box.y + box.h + 13)
    canvas.text(label, chip.reference, 12, colours.SILK, "centre")


def draw_pins(canvas: Canvas, chip: kim_board.Chip) -> None:
    """Draw the two rows of pins of a chip."""
    box = chip.box
    upright = box.h > box.w
    pitch = (box.h if upright else box.w) / (chip.pins // 2)
    for pin in range(chip.pins // 2):
        along = (pin + 0.5) * pitch - 2
        if upright:
            canvas.box(Box(box.x - 5, box.y + along, box.w + 10, 4), colours.SOLDER)
        else:
            canvas.box(Box(box.x + along, box.y - 5, 4, box.h + 10), colours.SOLDER)


def draw_crystal(canvas: Canvas, box: Box) -> None:
    """Draw the metal can of the crystal."""
    canvas.box(box, shade(colours.SILVER, 0.6), 10)
    canvas.box(box.inset(2.5), colours.SILVER, 9)
    canvas.box(box.inset(8), shade(colours.SILVER, 1.1), 5)
    canvas.text(box.centre, "1.000", 16, (80, 80, 84), "centre")


def draw_trimmer(canvas: Canvas, at: Point) -> None:
    """Draw the potentiometer."""
    canvas.circle(at, 24, (56, 62, 70))
    canvas.circle(at, 15, (222, 218, 206))
    canvas.line([(at[0] - 9, at[1] - 5), (at[0] + 9, at[1] + 5)], (60, 60, 60), 4)


def draw_row(canvas: Canvas, small: kim_board.Small) -> None:
    """Draw a row of small parts."""
    for number in range(small.number):
        SMALL_PARTS[small.kind](canvas, small.box.moved(number * small.step[0], number * small.step[1]))


def draw_lead(canvas: Canvas, box: Box) -> None:
    """Draw the wire that an axial part hangs on."""
    x, y = box.centre
    ends = [(box.x - 8, y), (box.x + box.w + 8, y)] if box.w > box.h else [(x, box.y - 8), (x, box.y + box.h + 8)]
    canvas.line(ends, colours.SOLDER, 2)
    for end in ends:
        canvas.circle(end, 3.5, colours.SOLDER)


def draw_resistor(canvas: Canvas, box: Box) -> None:
    """Draw a resistor with its colour bands."""
    draw_lead(canvas, box)
    body = Box(box.x + 8, box.y, box.w - 16, box.h) if box.w > box.h else Box(box.x, box.y + 5, box.w, box.h - 10)
    canvas.box(body, colours.BODY, 4)
    for number, colour in enumerate(BANDS):
        place = 0.2 + 0.18 * number
        if box.w > box.h:
            canvas.box(Box(body.x + body.w * place, body.y, 3.5, body.h), colour)
        else:
            canvas.box(Box(body.x, body.y + body.h * place, body.w, 3.5), colour)


def draw_disc(canvas: Canvas, box: Box) -> None:
    """Draw a ceramic capacitor."""
    canvas.box(box, shade(colours.DISC, 0.75), box.h / 2)
    canvas.box(box.inset(2), colours.DISC, box.h / 2)


def draw_can(canvas: Canvas, box: Box) -> None:
    """Draw an electrolytic capacitor lying on the board."""
    draw_lead(canvas, box)
    canvas.box(box, colours.CAN, 5)
    if box.w > box.h:
        canvas.box(Box(box.x + 3, box.y + box.h * 0.18, box.w - 6, box.h * 0.16), shade(colours.CAN, 1.5), 2)
        canvas.box(Box(box.x + box.w - 14, box.y, 8, box.h), shade(colours.CAN, 0.6))
    else:
        canvas.box(Box(box.x + box.w * 0.18, box.y + 3, box.w * 0.16, box.h - 6), shade(colours.CAN, 1.5), 2)
        canvas.box(Box(box.x, box.y + box.h - 14, box.w, 8), shade(colours.CAN, 0.6))


def draw_transistor(canvas: Canvas, box: Box) -> None:
    """Draw a transistor from above: a disc with a flat side."""
    canvas.circle(box.centre, box.w / 2, (20, 20, 22))
    canvas.box(Box(box.x - 1, box.y + box.h * 0.8, box.w + 2, box.h * 0.22), colours.PCB)
    for number in range(3):
        canvas.circle((box.x + box.w * (0.2 + 0.3 * number), box.y + box.h * 0.9), 2.5, colours.SOLDER)


def draw_diode(canvas: Canvas, box: Box) -> None:
    """Draw a diode with the ring at its cathode."""
    draw_lead(canvas, box)
    canvas.box(box, (170, 70, 40), 4)
    canvas.box(Box(box.x + box.w - 12, box.y, 5, box.h), (20, 20, 20))


SMALL_PARTS: dict[str, Callable[[Canvas, Box], None]] = {
    "resistor": draw_resistor,
    "disc": draw_disc,
    "can": draw_can,
    "transistor": draw_transistor,
    "diode": draw_diode,
}


def draw_keypad(canvas: Canvas) -> None:
    """Draw the keypad's frame and all keys up."""
    canvas.box(kim_board.KEYPAD, shade(colours.KEYPAD, 1.6), 8)
    canvas.box(kim_board.KEYPAD.inset(2), colours.KEYPAD, 7)
    for key in kim_board.key_boxes():
        draw_key(canvas, key, False)


def draw_key(canvas: Canvas, key: str, down: bool) -> None:
    """Draw a key: a cap that sinks when pressed; or the slide switch."""
    box = kim_board.key_boxes()[key]
    canvas.box(box.inset(-2), colours.KEYPAD)
    if key == SST:
        draw_switch(canvas, box, down)
        return
    canvas.box(box, colours.KEY_SIDE, 7)
    cap = Box(box.x + 1, box.y + (7 if down else 1), box.w - 2, box.h - 8)
    canvas.box(cap, colours.KEY_DOWN if down else shade(colours.KEY, 1.35), 7)
    canvas.box(Box(cap.x + 2, cap.y + 2, cap.w - 4, cap.h - 4), colours.KEY_DOWN if down else colours.KEY, 6)
    ink = shade(colours.KEY_INK, 0.75) if down else colours.KEY_INK
    canvas.text(cap.centre, key, 30 if len(key) == 1 else 26, ink, "centre")


def draw_switch(canvas: Canvas, box: Box, on: bool) -> None:
    """Draw the SST slide switch: to the right is on."""
    canvas.text((box.x + 12, box.y + 11), "SST", 15, colours.KEY_INK, "left")
    canvas.text((box.x + box.w - 6, box.y + 11), "ON", 15, colours.LED_LIT if on else colours.KEY_INK, "right")
    slot = Box(box.x + 4, box.y + 24, box.w - 8, box.h - 30)
    canvas.box(slot, (8, 8, 9), 4)
    canvas.box(slot.inset(-1.5), (90, 90, 92), 5, 1.5)
    knob = Box(slot.x + (slot.w / 2 if on else 2), slot.y + 2, slot.w / 2 - 2, slot.h - 4)
    canvas.box(knob, (216, 212, 202), 3)
    for number in range(3):
        x = knob.x + knob.w * (0.3 + 0.2 * number)
        canvas.line([(x, knob.y + 4), (x, knob.y + knob.h - 4)], (150, 146, 138), 1.5)


def shade(colour: Colour, factor: float) -> Colour:
    """Return a darker or lighter colour."""
    red, green, blue = (min(255, round(channel * factor)) for channel in colour)
    return red, green, blue
