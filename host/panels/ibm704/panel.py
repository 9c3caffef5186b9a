"""The panel of the 704: the operator's console and the units around it, as data.

+---------------------------------------------------------------------+
| toolbar; the line of possible actions                               |
+-------------------------------------------+-------------------------+
| the operator's console                    | printer                 |
|                                           |                         |
|   lamps                                   |                         |
|                                           +-------------------------+
|   panel entry keys                        | the program's board,    |
|   switches and keys                       | or display tube,        |
+---------------------+---------------------+ or the PC's keys        |
| card reader         | card punch          |                         |
+---------------------+---------------------+-------------------------+
| status line                                                         |
+---------------------------------------------------------------------+
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

from host.machines.ibm704.console import (
    ADDRESSES,
    INDICATORS,
    KEYS,
    LAMPS,
    PANEL_KEYS,
    PC_KEYS,
    REGISTERS,
    SENSE_LIGHTS,
    SWITCH_KEYS,
    SWITCHES,
    WORDS,
    Register,
)
from host.panels.ibm704 import view
from host.panels.ibm704.sounds import SOUNDS
from host.ui import commands
from host.ui.parts import (
    Box,
    Buttons,
    Cards,
    Colour,
    Command,
    Game,
    Key,
    Keys,
    Label,
    LampRow,
    Lamps,
    Line,
    Pane,
    Panel,
    Paper,
    Point,
    Points,
    Rect,
    Shape,
    Text,
    row,
)

WIDTH, HEIGHT = 1460, 930
SIDE = Box(908, 534, 538, 360)  # the place of the board, the tube, or the PC's keys
INK, FAINT_INK, FOCUS = (232, 228, 218), (160, 155, 145), (226, 170, 70)

CABINET, CABINET_LIGHT, CABINET_DARK = (158, 160, 158), (188, 190, 187), (96, 98, 98)
PLATE, PLATE_EDGE, PLATE_LINE = (34, 35, 37), (18, 18, 20), (58, 59, 62)  # behind the lamps
LETTERING, FAINT_LETTERING, ENGRAVED = (214, 212, 204), (128, 127, 122), (38, 40, 42)
NEON, NEON_DARK = (255, 132, 44), (58, 38, 30)
KEY_LIGHT, KEY_DARK, KEY_SLOT = (226, 222, 210), (92, 98, 108), (24, 25, 27)
GREEN, RED, BLUE, GREY = (62, 122, 80), (150, 52, 44), (56, 88, 132), (82, 84, 86)

COMMANDS = (
    *(
        each
        for each in commands.first("a deck, program, tape, state", "paper, cards, tape, state")
        if each.name != "step"  # the console has keys for it
    ),
    Command("side", "", "tab", "board, display tube, or keys", page=False),
    Command("show tube", "DISPLAY TUBE", "", "the display tube"),
    Command("show legend", "KEYS", "", "the keys of the PC"),
    Command("punch", "PUNCH", "ctrl+u", "punch cards by hand, into the hopper"),
    Command("put_cards", "PUT CARDS IN", "", "put a deck into the hopper", page=False),
    Command("take_cards", "TAKE THEM OUT", "ctrl+e", "empty the hopper"),
    Command("save_cards", "SAVE CARDS", "ctrl+p", "save the cards punched", page=False),
    Command("take_punched", "TAKE THEM OUT", "", "empty the punch's stacker"),
    Command("save_paper", "SAVE PAPER", "", "save the paper", page=False),
    Command("tear_off", "TEAR OFF", "ctrl+r", "tear off the paper"),
    *commands.last("card machines and printer"),
)
MOUSE = (
    ("click", "a key: it is down as long as the button is"),
    ("click", "a panel entry key or a switch: it stays as it is put"),
    ("point", "at a lamp or a key: what it means is below"),
    ("wheel", "older lines of the paper; also PgUp, PgDn"),
    ("drop", "a file on the window: deck, program, tape or state"),
)


def panel(game: Game | None, at: Mapping[str, int], cells: Iterable[int]) -> Panel:
    """Return the panel with a program's additions. `at`: its symbols' addresses; `cells`: words with lamps."""
    cells = list(cells)
    own = [dataclasses.replace(pane, group="side") for pane in game.panes(SIDE)] if game else []
    side = own[0].name if own else "legend"
    return Panel(
        title="IBM 704",
        size=(WIDTH, HEIGHT),
        panes=(
            toolbar(own), now_line(), console(), printer(), *own, tube(), legend(), reader(), stacker(), status_line(),
        ),
        look=view.look,
        act=view.act,
        standing=view.standing,
        sample=view.sample,
        widths=(*(register.width for register in REGISTERS), len(LAMPS), *(36 for _ in cells)),
        commands=(*COMMANDS, *(Command(f"show {pane.name}", pane.title, "", "the program's board") for pane in own)),
        keys=pc_keys(),
        help=(
            ("CONSOLE", tuple((key.pc_key.capitalize(), f"{key.name}: {key.meaning}") for key in KEYS)),
            ("PANEL KEYS AND SWITCHES", PANEL_KEYS),
            ("MOUSE", MOUSE),
        ),
        ui={
            "at": dict(at), "cells": cells, "more": 0, "deck_end": 0, "taken": 0, "down": [], "keys": -1,
            "entered": [], "heard": [0, 0, 0], "glow": {}, "points": [], "plotted": 1 << 40, "faded_at": 0,
            "read_at": 0, "pane side": side, "sides": [*(pane.name for pane in own), "tube", "legend"],
        },
        sounds=SOUNDS,
        hear=view.hear,
        game=game,
        least=(80, 24),
    )  # fmt: skip


def pc_keys() -> dict[str, tuple[str, str]]:
    """Return the keys of the PC that are keys and switches of the console."""
    return {
        **{key: ("console", name) for key, name in PC_KEYS.items()},
        **{key: ("switches", str(number)) for key, number in SWITCH_KEYS.items()},
        **{digit: ("digits", digit) for digit in "01234567-"},
        "backspace": ("digits", "rub out"),
        "delete": ("digits", "clear"),
        "space": ("automatic", "AUTOMATIC"),
    }


# ---------------------------------------------------------------- toolbar and lines


def toolbar(own: Iterable[Pane]) -> Pane:
    """Return the row of buttons."""
    boards = [(f"show {pane.name}", 90.0) for pane in own]
    places = row(
        14, 8, 29, ("open", 58), ("save", 58), ("keep", 108), ("back", 76), ("", 12), ("pause", 66), ("", 12),
        ("slower", 28), ("speed", 74), ("faster", 28), ("turbo", 66), ("", 12), *boards, ("show tube", 112),
        ("show legend", 58), ("", 12), ("sound", 66), ("more", 58), ("help", 56),
    )  # fmt: skip
    return Pane(
        name="toolbar",
        box=Box(0, 0, WIDTH, 44),
        parts=(Buttons(name="tools", places=places),),
        tab="Commands",
        column=-1,
    )


def now_line() -> Pane:
    """Return the label of possible actions."""
    label = Label(name="now", at=(18, 58), size=22, colour=FOCUS, width=WIDTH - 36, terminal=False)
    return Pane(name="now line", box=Box(0, 44, WIDTH, 32), parts=(label,), column=-1)


def status_line() -> Pane:
    """Return the last line."""
    label = Label(name="status", at=(14, 915), size=18, colour=INK, width=WIDTH - 28, terminal=False)
    return Pane(name="status line", box=Box(0, 902, WIDTH, 28), parts=(label,), tab="Commands", column=-1)


# ---------------------------------------------------------------- the console

CONSOLE = Box(14, 84, 880, 654)
LAMP_PLATE = Box(28, 126, 852, 376)
PITCH, OCTAL_GAP = 20.0, 5.0  # from lamp to lamp, and more between octal digits
FIRST_PLACE = 98.0  # of S, under P of the accumulator
WORD_TOP, WORD_STEP = 202.0, 58.0  # of the first row of words, and from row to row
ADDRESS_TOP, ADDRESS_LEFT, ADDRESS_STEP = 140.0, 44.0, 165.0
ADDRESS_PITCH, ADDRESS_GAP = 9.2, 2.6
INDICATOR_TOP = 438.0
INDICATOR_STEP = (LAMP_PLATE.w - 16) / len(LAMPS)
NUMBERS_RIGHT = LAMP_PLATE.x + LAMP_PLATE.w - 18  # the right end of the registers' contents in octal

ENTRY_TOP, ENTRY_HEIGHT, ENTRY_WIDTH = 530.0, 44.0, 17.0
SWITCH_TOP, SWITCH_STEP = 608.0, 41.0
UPPER = (
    "ENTER MQ", "ENTER INSTRUCTION", "DISPLAY STORAGE", "DISPLAY EFFECTIVE ADDRESS", "DISPLAY A", "DISPLAY B",
    "DISPLAY C",
)  # fmt: skip
LOWER = (
    "START", "SINGLE STEP", "MULTIPLE STEP", "LOAD CARDS", "LOAD TAPE", "LOAD DRUM", "RESET", "CLEAR",
)  # fmt: skip
UPPER_LEFT, UPPER_STEP, LOWER_STEP = 369.0, 73.0, 106.5
CAPS = {"START": GREEN, "RESET": RED, "CLEAR": RED, "LOAD CARDS": BLUE, "LOAD TAPE": BLUE, "LOAD DRUM": BLUE}


def column(place: int) -> float:
    """Return the x of a place of a word, S is 0."""
    return FIRST_PLACE + place * PITCH + place // 3 * OCTAL_GAP


def word_lamps(number: int, register: Register) -> tuple[Point, ...]:
    """Return where the lamps of a row of words are; the accumulator has S and Q left of the places of a word."""
    y = WORD_TOP + number * WORD_STEP + 26
    more = register.width - 36
    left = [column(0) - (more - each) * PITCH - OCTAL_GAP for each in range(more)]
    return tuple((x, y) for x in (*left, *(column(place) for place in range(36))))


def address_lamps(number: int, register: Register) -> tuple[Point, ...]:
    """Return where the lamps of an address are."""
    left = ADDRESS_LEFT + number * ADDRESS_STEP
    return tuple(
        (left + place * ADDRESS_PITCH + place // 3 * ADDRESS_GAP + 4, ADDRESS_TOP + 22)
        for place in range(register.width)
    )


def indicator(number: int) -> Point:
    """Return where a single lamp is."""
    return LAMP_PLATE.x + 8 + (number + 0.5) * INDICATOR_STEP, INDICATOR_TOP + 16


def console() -> Pane:
    """Return the operator's console."""
    address_places = [address_lamps(*each) for each in enumerate(ADDRESSES)]
    word_places = [word_lamps(*each) for each in enumerate(WORDS)]
    numbers = [
        Label(name=f"{register.name} number", at=(places[-1][0] + 5, ADDRESS_TOP + 5), size=14, colour=NEON,
              align="right", terminal=False)
        for register, places in zip(ADDRESSES, address_places, strict=True)
    ] + [
        Label(name=f"{register.name} number", at=(NUMBERS_RIGHT, WORD_TOP + number * WORD_STEP + 7), size=15,
              colour=NEON, align="right", terminal=False)
        for number, register in enumerate(WORDS)
    ]  # fmt: skip
    keyed = Label(name="KEYS number", at=(NUMBERS_RIGHT, ENTRY_TOP - 15), size=16, colour=ENGRAVED, align="right")
    return Pane(
        name="console",
        tab="Console",
        title="704 operator's console",
        box=CONSOLE,
        shapes=(*cabinet(), *lettering()),
        parts=(
            Lamps(name="addresses", rows=rows(ADDRESSES, address_places), radius=3.9, lit=NEON, dark=NEON_DARK),
            Lamps(name="words", rows=rows(WORDS, word_places), radius=6.6, lit=NEON, dark=NEON_DARK),
            Lamps(
                name="single",
                rows=tuple(
                    LampRow(lamp.title, (indicator(number),), meanings=(f"{lamp.title}: {lamp.meaning}",))
                    for number, lamp in enumerate(LAMPS)
                ),
                radius=7.4,
                lit=NEON,
                dark=NEON_DARK,
            ),
            *numbers,
            entry_keys(),
            keyed,
            Keys(name="digits", keys=(Key("clear", Box(36, ENTRY_TOP + 2, 44, 40), "KEYS UP", "all panel keys up"),)),
            sense_switches(),
            automatic(),
            keys(),
        ),
    )


def rows(registers: Iterable[Register], places: Iterable[tuple[Point, ...]]) -> tuple[LampRow, ...]:
    """Return the lamps of registers."""
    return tuple(
        LampRow(
            register.short,
            lamps,
            meanings=(f"{register.title}: {register.width} places",),
            number=f"{register.name} number",
        )
        for register, lamps in zip(registers, places, strict=True)
    )


def cabinet() -> list[Shape]:
    """Return the sheet metal, and the plate behind the lamps."""
    lines: list[Shape] = [
        Line(((LAMP_PLATE.x + 10, y), (LAMP_PLATE.x + LAMP_PLATE.w - 10, y)), PLATE_LINE)
        for y in (WORD_TOP - 8, INDICATOR_TOP - 8)
    ]
    border = indicator(len(INDICATORS))[0] - INDICATOR_STEP / 2
    assert len(SENSE_LIGHTS) + len(INDICATORS) == len(LAMPS)
    first, last = entry_box(0), entry_box(35)
    slot = Box(first.x - 6, first.y - 6, last.x + last.w - first.x + 12, first.h + 12)
    return [
        Rect(CONSOLE, CABINET_DARK, 10),
        Rect(CONSOLE.inset(2), CABINET_LIGHT, 9),
        Rect(CONSOLE.inset(4), CABINET, 8),
        Rect(LAMP_PLATE.inset(-3), CABINET_DARK, 8),
        Rect(LAMP_PLATE, PLATE_EDGE, 6),
        Rect(LAMP_PLATE.inset(2), PLATE, 5),
        *lines,
        Line(((border, INDICATOR_TOP), (border, INDICATOR_TOP + 54)), PLATE_LINE),
        Rect(slot, CABINET_DARK, 6),
        Rect(slot.inset(2), KEY_SLOT, 5),
    ]


def lettering() -> list[Shape]:
    """Return the lettering of the console."""
    texts = [
        Text((CONSOLE.x + 18, CONSOLE.y + 22), "704  ELECTRONIC DATA-PROCESSING MACHINE", 21, ENGRAVED),
        Text((CONSOLE.x + CONSOLE.w - 18, CONSOLE.y + 22), "OPERATOR'S CONSOLE", 17, ENGRAVED, "right"),
        Text((36, ENTRY_TOP - 15), "PANEL ENTRY KEYS", 14, ENGRAVED),
        Text((36, SWITCH_TOP + 4), "SENSE SWITCHES", 14, ENGRAVED),
    ]
    for number, register in enumerate(ADDRESSES):
        lamps = address_lamps(number, register)
        texts.append(Text((lamps[0][0] - 4, ADDRESS_TOP + 5), register.title, 11.5, LETTERING))
        texts += [
            Text((at[0], at[1] + 14), place, 11, FAINT_LETTERING, "centre")
            for place, at in zip(register.places, lamps, strict=True)
            if int(place) % 3 == 2  # the last lamp of an octal digit
        ]
    for number, register in enumerate(WORDS):
        texts.append(Text((44, WORD_TOP + number * WORD_STEP + 7), register.title, 14, LETTERING))
        texts += [
            Text((at[0], at[1] + 16), place, 12, FAINT_LETTERING, "centre")
            for place, at in zip(register.places, word_lamps(number, register), strict=True)
        ]
    for number, lamp in enumerate(LAMPS):
        x, y = indicator(number)
        texts += lines((x, y + 25), lamp.title, 12, LETTERING)
    for place in range(36):
        box = entry_box(place)
        texts.append(Text((box.centre[0], box.y + box.h + 15), WORDS[0].places[place], 12, ENGRAVED, "centre"))
    return [*texts]


def lines(at: Point, text: str, size: float, colour: Colour) -> list[Text]:
    """Return words below each other, centred at a point."""
    words = text.split()
    return [
        Text((at[0], at[1] + (number - (len(words) - 1) / 2) * size * 0.92), word, size, colour, "centre")
        for number, word in enumerate(words)
    ]


def entry_box(place: int) -> Box:
    """Return the place of a panel entry key."""
    return Box(column(place) - ENTRY_WIDTH / 2, ENTRY_TOP, ENTRY_WIDTH, ENTRY_HEIGHT)


def entry_keys() -> Keys:
    """Return the panel entry keys, in the two colours that tell the octal digits apart."""
    meaning = "panel entry keys: a word, an instruction or an address; digits 0-7 enter it, too"
    return Keys(
        name="entry",
        columns=36,
        keys=tuple(
            Key(str(place), entry_box(place), "", meaning, "toggle", KEY_DARK if place // 3 % 2 else KEY_LIGHT)
            for place in range(36)
        ),
    )


def sense_switches() -> Keys:
    """Return the sense switches."""
    return Keys(
        name="switches",
        columns=SWITCHES,
        keys=tuple(
            Key(
                str(number),
                Box(36 + (number - 1) * SWITCH_STEP, SWITCH_TOP + 16, 30, 40),
                str(number),
                f"sense switch {number}: SWT tests it",
                "toggle",
                KEY_LIGHT,
                ENGRAVED,
            )
            for number in range(1, SWITCHES + 1)
        ),
    )


def automatic() -> Keys:
    """Return the switch AUTOMATIC - MANUAL: a key for each position."""
    meaning = "AUTOMATIC: programs run; MANUAL: the machine obeys the keys one at a time"
    return Keys(
        name="automatic",
        columns=2,
        keys=tuple(
            Key(name, Box(288, SWITCH_TOP + 16 + number * 20, 68, 20), name, meaning, "toggle", GREY, LETTERING)
            for number, name in enumerate(("AUTOMATIC", "MANUAL"))
        ),
    )


def keys() -> Keys:
    """Return the keys that are pressed and let go of."""
    upper = {name: Box(UPPER_LEFT + n * UPPER_STEP, SWITCH_TOP, UPPER_STEP - 5, 56) for n, name in enumerate(UPPER)}
    lower = {name: Box(28 + n * LOWER_STEP, SWITCH_TOP + 66, LOWER_STEP - 6, 52) for n, name in enumerate(LOWER)}
    boxes = upper | lower
    return Keys(
        name="console",
        keys=tuple(
            Key(
                key.name,
                boxes[key.name],
                key.name,
                f"{key.name}: {key.meaning}" + (f" ({key.mode})" if key.mode else ""),
                "key",
                CAPS.get(key.name, GREY),
                LETTERING,
                key.brief,
                0.6 if key.name == "MULTIPLE STEP" else 0.15,
            )
            for key in KEYS
        ),
    )


# ---------------------------------------------------------------- cards, paper, tube, legend


def buttons(name: str, box: Box, *sizes: tuple[str, float]) -> Buttons:
    """Return buttons in the upper right corner of a pane."""
    width = sum(width + 5 for _, width in sizes) - 5
    return Buttons(name=name, places=row(box.x + box.w - width - 8, box.y + 6, 24, *sizes))


def reader() -> Pane:
    """Return the card reader."""
    box = Box(14, 748, 436, 146)
    return Pane(
        name="reader",
        tab="Cards",
        title="CARD READER",
        box=box,
        parts=(
            Cards(name="hopper", box=Box(box.x + 8, box.y + 34, box.w - 16, box.h - 40)),
            buttons("reader buttons", box, ("punch", 64), ("put_cards", 108), ("take_cards", 118)),
        ),
        column=1,
    )


def stacker() -> Pane:
    """Return the card punch."""
    box = Box(458, 748, 436, 146)
    return Pane(
        name="punch",
        tab="Cards",
        title="CARD PUNCH",
        box=box,
        parts=(
            Cards(name="punched", box=Box(box.x + 8, box.y + 34, box.w - 16, box.h - 40)),
            buttons("punch buttons", box, ("save_cards", 100), ("take_punched", 122)),
        ),
        column=1,
    )


def printer() -> Pane:
    """Return the printer."""
    box = Box(908, 84, 538, 440)
    return Pane(
        name="printer",
        title="PRINTER",
        box=box,
        parts=(
            Paper(name="paper", box=Box(box.x + 8, box.y + 36, box.w - 16, box.h - 44), columns=72, line=12.6),
            buttons("printer buttons", box, ("save_paper", 96), ("tear_off", 82)),
        ),
        rows=8,
    )


def tube() -> Pane:
    """Return the display tube."""
    return Pane(
        name="tube",
        title="DISPLAY TUBE",
        box=SIDE,
        parts=(Points(name="tube", box=Box(SIDE.x + (SIDE.w - 320) / 2, SIDE.y + 34, 320, 320)),),
        group="side",
        column=1,
    )


def legend() -> Pane:
    """Return the list of the PC's keys."""
    keys = [(key.pc_key.capitalize(), key.name) for key in KEYS]
    named = [(written(each.key), each.help) for each in COMMANDS if each.key and each.name != "quit"]
    table = [*PANEL_KEYS, *keys, *named]
    half = (len(table) + 1) // 2
    step = (SIDE.h - 48) / half
    shapes: list[Shape] = []
    for number, (key, text) in enumerate(table):
        x, y = SIDE.x + 16 + number // half * (SIDE.w - 48) / 2, SIDE.y + 46 + number % half * step
        shapes += [
            Rect(Box(x, y - 9, 66, 18), (38, 36, 34), 4),
            Rect(Box(x, y - 9, 66, 18), FAINT_INK, 4, 1),
            Text((x + 33, y), key, 14, FOCUS, "centre"),
            Text((x + 74, y), text, 14, INK),
        ]
    return Pane(name="legend", title="KEYS OF THE PC", box=SIDE, shapes=tuple(shapes), group="side", column=-1)


def written(pc_key: str) -> str:
    """Return a key of the PC as people write it: `Ctrl+O`, `F7`."""
    return "+".join(part.capitalize() for part in pc_key.split("+"))
