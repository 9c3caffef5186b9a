"""Draws the operator's console: all of it but light, keys that are down and octal digits is drawn once."""

from __future__ import annotations

from host.desk.ibm704.console import ADDRESSES, KEY_OF, LAMPS, REGISTERS, WORDS
from host.panel.canvas import Box, Canvas, Colour, Point
from host.panel.ibm704 import colours, layout, neon

KEY_LETTERS, LAMP_LETTERS = 12.0, 12.0  # heights
TITLE = "704  ELECTRONIC DATA-PROCESSING MACHINE"
CAPS = {
    "START": colours.GREEN,
    "RESET": colours.RED,
    "CLEAR": colours.RED,
    **dict.fromkeys(("LOAD CARDS", "LOAD TAPE", "LOAD DRUM"), colours.BLUE),
}  # the colours of keys; the others are grey


def draw_console(canvas: Canvas) -> None:
    """Draw the console with all lamps out, all keys up, all switches up."""
    draw_cabinet(canvas)
    for register, lamps in zip(REGISTERS, layout.REGISTER_LAMPS, strict=True):
        radius = layout.ADDRESS_RADIUS if register in ADDRESSES else layout.WORD_RADIUS
        for at in lamps:
            neon.draw_dark(canvas, at, radius)
    draw_register_names(canvas)
    draw_single_lamps(canvas)
    draw_entry_keys(canvas)
    draw_switches(canvas)
    for name in layout.KEY_BOXES:
        draw_key(canvas, name, False)


def draw_cabinet(canvas: Canvas) -> None:
    """Draw the sheet metal, the plate behind the lamps, and the machine's name."""
    area = layout.CONSOLE
    canvas.box(area, colours.CABINET_DARK, 10)
    canvas.box(area.inset(2), colours.CABINET_LIGHT, 9)
    canvas.box(area.inset(4), colours.CABINET, 8)
    canvas.text((area.x + 18, area.y + 22), TITLE, 21, colours.ENGRAVED)
    canvas.text((area.x + area.w - 18, area.y + 22), "OPERATOR'S CONSOLE", 17, colours.ENGRAVED, "right")
    canvas.box(layout.LAMP_PLATE.inset(-3), colours.CABINET_DARK, 8)
    canvas.box(layout.LAMP_PLATE, colours.PLATE_EDGE, 6)
    canvas.box(layout.LAMP_PLATE.inset(2), colours.PLATE, 5)
    for y in (layout.WORD_TOP - 8, layout.INDICATOR_TOP - 8):
        canvas.line(
            [(layout.LAMP_PLATE.x + 10, y), (layout.LAMP_PLATE.x + layout.LAMP_PLATE.w - 10, y)], colours.PLATE_LINE
        )


def draw_register_names(canvas: Canvas) -> None:
    """Write the names of the registers, and the numbers of the places under the lamps."""
    for number, register in enumerate(ADDRESSES):
        lamps = layout.REGISTER_LAMPS[number]
        canvas.text((lamps[0][0] - 4, layout.ADDRESS_TOP + 5), register.title, 13, colours.LETTERING)
        for place, at in zip(register.places, lamps, strict=True):
            if int(place) % 3 == 2:  # the last lamp of an octal digit
                canvas.text((at[0], at[1] + 14), place, 11, colours.FAINT_LETTERING, "centre")
    for number, register in enumerate(WORDS):
        lamps = layout.REGISTER_LAMPS[len(ADDRESSES) + number]
        canvas.text((44, layout.WORD_TOP + number * layout.WORD_STEP + 7), register.title, 14, colours.LETTERING)
        for place, at in zip(register.places, lamps, strict=True):
            canvas.text((at[0], at[1] + 16), place, 12, colours.FAINT_LETTERING, "centre")


def draw_single_lamps(canvas: Canvas) -> None:
    """Draw indicators and sense lights, their names below."""
    x = layout.SENSE_BORDER
    canvas.line([(x, layout.INDICATOR_TOP), (x, layout.INDICATOR_TOP + 54)], colours.PLATE_LINE)
    for lamp, at in zip(LAMPS, layout.SINGLE_LAMPS, strict=True):
        neon.draw_dark(canvas, at, layout.INDICATOR_RADIUS)
        lines(canvas, (at[0], at[1] + 25), lamp.title, LAMP_LETTERS, colours.LETTERING)


def lines(canvas: Canvas, at: Point, text: str, size: float, colour: Colour) -> None:
    """Write words below each other, centred at a point."""
    words = text.split()
    for number, word in enumerate(words):
        canvas.text((at[0], at[1] + (number - (len(words) - 1) / 2) * size * 0.92), word, size, colour, "centre")


def draw_entry_keys(canvas: Canvas) -> None:
    """Draw the panel entry keys, up, in the two colours that tell the octal digits apart."""
    first, last = layout.ENTRY_KEYS[0], layout.ENTRY_KEYS[-1]
    slot = Box(first.x - 6, first.y - 6, last.x + last.w - first.x + 12, first.h + 12)
    canvas.text((36, first.y - 15), "PANEL ENTRY KEYS", 14, colours.ENGRAVED)
    canvas.box(slot, colours.CABINET_DARK, 6)
    canvas.box(slot.inset(2), colours.KEY_SLOT, 5)
    for place, box in enumerate(layout.ENTRY_KEYS):
        draw_entry_key(canvas, place, False)
        canvas.text((box.centre[0], box.y + box.h + 15), WORDS[0].places[place], 12, colours.ENGRAVED, "centre")
    canvas.box(layout.ENTRY_CLEAR, colours.CABINET_DARK, 5)
    canvas.box(layout.ENTRY_CLEAR.inset(1.5), colours.GREY, 4)
    lines(canvas, layout.ENTRY_CLEAR.centre, "KEYS UP", 13, colours.LETTERING)


def draw_entry_key(canvas: Canvas, place: int, down: bool) -> None:
    """Draw a panel entry key: a lever that tips forward when it is down."""
    box = layout.ENTRY_KEYS[place]
    colour = colours.KEY_LIGHT if place // 3 % 2 == 0 else colours.KEY_DARK
    canvas.box(box.inset(-1), colours.KEY_SLOT)
    if down:
        canvas.box(Box(box.x, box.y + 12, box.w, box.h - 12), shade(colour, 0.55), 3)
        canvas.box(Box(box.x + 1, box.y + 17, box.w - 2, box.h - 18), shade(colour, 0.82), 3)
        canvas.box(Box(box.x + 3, box.y + box.h - 10, box.w - 6, 3), colours.NEON_LIT, 1)
    else:
        canvas.box(Box(box.x, box.y, box.w, box.h - 6), shade(colour, 0.55), 3)
        canvas.box(Box(box.x + 1, box.y + 1, box.w - 2, box.h - 13), colour, 3)


def draw_switches(canvas: Canvas) -> None:
    """Draw the sense switches and AUTOMATIC - MANUAL, all up."""
    canvas.text((36, layout.SWITCH_TOP + 4), "SENSE SWITCHES", 14, colours.ENGRAVED)
    for number in range(len(layout.SENSE_SWITCHES)):
        draw_sense_switch(canvas, number, False)
    draw_automatic(canvas, True)


def draw_sense_switch(canvas: Canvas, number: int, down: bool) -> None:
    """Draw a sense switch with its number on it."""
    box = layout.SENSE_SWITCHES[number]
    colour = colours.NEON_LIT if down else colours.KEY_LIGHT
    canvas.box(box.inset(-1.5), colours.CABINET_DARK, 5)
    canvas.box(box, colours.KEY_SLOT, 4)
    cap = Box(box.x + 2, box.y + (14 if down else 2), box.w - 4, box.h - 16)
    canvas.box(cap, shade(colour, 0.6), 4)
    canvas.box(Box(cap.x + 1, cap.y + 1, cap.w - 2, cap.h - 5), colour, 3)
    canvas.text((cap.centre[0], cap.centre[1] - 1), str(number + 1), 17, colours.ENGRAVED, "centre")


def draw_automatic(canvas: Canvas, on: bool) -> None:
    """Draw the switch AUTOMATIC - MANUAL: the word that holds stands on the lit side."""
    box = layout.AUTOMATIC
    canvas.box(box.inset(-1.5), colours.CABINET_DARK, 5)
    canvas.box(box, colours.KEY_SLOT, 4)
    for number, (text, lit) in enumerate((("AUTOMATIC", on), ("MANUAL", not on))):
        part = Box(box.x + 2, box.y + 2 + number * (box.h - 2) / 2, box.w - 4, box.h / 2 - 3)
        canvas.box(part, colours.NEON_LIT if lit else colours.GREY, 3)
        canvas.text(part.centre, text, 12, colours.ENGRAVED if lit else colours.LETTERING, "centre")


def draw_key(canvas: Canvas, name: str, down: bool) -> None:
    """Draw a key of the console with its name, and the PC's key in the corner."""
    box = layout.KEY_BOXES[name]
    colour = CAPS.get(name, colours.GREY)
    canvas.box(box, colours.CABINET_DARK, 6)
    cap = Box(box.x + 1.5, box.y + (4 if down else 1.5), box.w - 3, box.h - 6)
    canvas.box(cap, shade(colour, 0.7 if down else 1.25), 5)
    canvas.box(Box(cap.x + 1, cap.y + 1.5, cap.w - 2, cap.h - 2.5), shade(colour, 0.85) if down else colour, 5)
    lines(canvas, (cap.centre[0], cap.centre[1] - 4), name, KEY_LETTERS, colours.LETTERING)
    canvas.text((cap.x + cap.w - 6, cap.y + cap.h - 8), KEY_OF[name].pc_key.capitalize(), 12, (232, 196, 120), "right")


def shade(colour: Colour, factor: float) -> Colour:
    """Return a darker or lighter colour."""
    red, green, blue = (min(255, round(channel * factor)) for channel in colour)
    return red, green, blue
