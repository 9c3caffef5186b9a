"""The KIM-1's panel: the board on the left, the devices connected to it on the right.

+--------------------------------------------------------------+
| toolbar                                                      |
| the line of possible actions                                 |
+----------------------+---------------------------------------+
|                      | Teletype                              |
|  the KIM-1           |                                       |
|                      +--------------------+------------------+
|                      | a program's pane:  | cassette         |
|                      | the Go board       | keys             |
+----------------------+--------------------+------------------+
| status line                                                  |
+--------------------------------------------------------------+
"""

from __future__ import annotations

import math
import textwrap

from emulators.kim1.display import GLYPHS
from host.machines.kim1.operate import PC_KEYS, SST
from host.panels.kim1 import view
from host.panels.kim1.board import DIGITS, KEYPAD, board_shapes, on_board
from host.panels.kim1.sounds import SOUNDS
from host.ui import commands
from host.ui.parts import (
    Box,
    Buttons,
    Colour,
    Command,
    Digits,
    Game,
    Key,
    Keys,
    Label,
    LampRow,
    Lamps,
    Pane,
    Panel,
    Paper,
    Rect,
    Shape,
    Text,
    row,
)
from host.ui.teletype_screen import COLUMNS

# ---------------------------------------------------------------- keys and commands

PAD = (
    ("GO", "ST", "RS", SST),
    ("AD", "DA", "PC", "+"),
    ("C", "D", "E", "F"),
    ("8", "9", "A", "B"),
    ("4", "5", "6", "7"),
    ("0", "1", "2", "3"),
)  # as on the board
MEANINGS = {
    "AD": "address: digits go to the left four places",
    "DA": "data: digits go into the memory cell",
    "+": "next memory cell",
    "GO": "run from the address shown",
    "PC": "show where the program was stopped",
    "ST": "stop (when 17FA holds 00 1C)",
    "RS": "reset",
    SST: "switch: GO executes a single instruction",
}  # actions of keys in the monitor; digits explain themselves

COMMANDS = (
    *commands.first("a program, tape or state", "a program, tape or state"),
    Command("reset", "RESET", "", "press RS"),
    Command("sst", "SST", "", "the switch SST"),
    Command("strap", "STRAP", "ctrl+t", "connect the monitor to the Teletype or to the keypad"),
    Command("log_on", "LOG ON", "ctrl+l", "make the Teletype known to the monitor"),
    Command("focus", "", "tab", "keyboard to the keypad or to the Teletype", page=False),
    Command("go_board", "", "ctrl+g", "show or hide the Go board", page=False),
    Command("insert", "INSERT", "ctrl+u", "put a tape (WAV) into the recorder", page=False),
    Command("rewind", "REW", "ctrl+w", "rewind the tape", page=False),
    Command("play", "PLAY", "ctrl+p", "play the tape, stop", page=False),
    Command("record", "REC", "ctrl+r", "record on a tape, stop", page=False),
    Command("stop", "STOP", "", "stop the tape", page=False),
    Command("save_tape", "SAVE", "", "save the recording (WAV)", page=False),
    *commands.last("Teletype and tape"),
)
TOOLBAR = (
    *(("open", 58), ("save", 58), ("keep", 108), ("back", 76), ("", 12)),
    *(("pause", 66), ("step", 58), ("", 12)),
    *(("slower", 28), ("speed", 74), ("faster", 28), ("turbo", 66), ("", 12)),
    *(
        ("reset", 64),
        ("sst", 46),
        ("", 12),
        ("strap", 170),
        ("log_on", 70),
        ("", 12),
        ("sound", 66),
        ("more", 58),
        ("help", 56),
    ),
)
DECK = (("insert", 62), ("rewind", 46), ("play", 52), ("record", 46), ("stop", 52), ("save_tape", 52))
MOUSE = (
    ("click", "a key, down as long as the button is; the Teletype, to type there"),
    ("wheel", "older lines of the Teletype; also PgUp, PgDn"),
    ("drop", "a file on the window: program, tape or state"),
)

# ---------------------------------------------------------------- places and colours

SIZE = (1460, 930)
BOARD = Box(14, 84, 622, 810)  # 8.25 by 10.75 inches
TTY, WIDE_TTY = Box(652, 84, 794, 354), Box(652, 84, 794, 526)
PROGRAM = Box(652, 448, 412, 446)  # the place for a program's panes
LINE = 16.6  # of the Teletype
SIDE, TOP, BOTTOM = 26.0, 20.0, 34.0  # of its housing

INK: Colour = (232, 228, 218)
FAINT_INK: Colour = (160, 155, 145)
FOCUS: Colour = (226, 170, 70)
BEZEL: Colour = (196, 190, 174)
BEZEL_SHADE: Colour = (150, 144, 130)
BEZEL_INK: Colour = (70, 66, 58)
CAP: Colour = (38, 36, 34)
BACKGROUND: Colour = (34, 32, 30)
KEY: Colour = (52, 52, 55)
KEY_INK: Colour = (240, 238, 230)
BAR, BAR_GROUND = (226, 170, 70), (38, 36, 34)


def panel(game: Game | None = None) -> Panel:
    """Return the panel of a KIM-1, with a program's additions."""
    deck, legend = (
        (Box(1076, 448, 370, 128), Box(1076, 586, 370, 308))
        if game
        else (Box(652, 622, 391, 272), Box(1055, 622, 391, 272))
    )
    panes = (
        above(),
        board_pane(),
        *(game.panes(PROGRAM) if game else ()),  # before the Teletype, which takes the rest of a terminal
        teletype_pane(TTY if game else WIDE_TTY),
        deck_pane(deck),
        Pane(name="legend", box=legend, title="KEYS", shapes=tuple(legend_shapes(legend)), column=-1, page=False),
        signs_pane(legend._replace(y=deck.y, h=legend.y + legend.h - deck.y) if game else deck, game),
        below(),
    )
    pad = ("0-9 A-F", "the digits"), *((pc_key_of(key), f"{key}: {text}") for key, text in MEANINGS.items())
    return Panel(
        title="KIM-1",
        size=SIZE,
        panes=panes,
        look=view.look,
        act=view.act,
        ready=view.ready,
        standing=view.standing,
        commands=COMMANDS,
        keys={pc_key: ("pad", key) for pc_key, key in PC_KEYS.items()},
        help=(("KEYPAD", pad), ("MOUSE", MOUSE)),
        ui={
            "glow": [],
            "glow at": 0.0,
            "read at": -1.0,
            "reading": "",
            "core": "compiled",
            "heard": 0,
            "deck": {"name": "", "state": "", "place": "", "share": 0.0},
        },
        sounds=SOUNDS,
        hear=view.hear,
        game=game,
        least=(80, 24),
        background=BACKGROUND,
    )


def pc_key_of(key: str) -> str:
    """Return the key of the PC, as people write it."""
    return next(pc_key for pc_key, each in PC_KEYS.items() if each == key).capitalize()


def above() -> Pane:
    """Return the pane of the toolbar and the line of possible actions."""
    return Pane(
        name="tools",
        box=Box(0, 0, SIZE[0], 80),
        tab="Commands",
        column=-1,
        parts=(
            Buttons(name="commands", places=row(14, 8, 29, *TOOLBAR)),
            Label(name="now", at=(18, 60), size=22, colour=FOCUS, width=SIZE[0] - 36),
        ),
    )


def below() -> Pane:
    """Return the line that says how things are."""
    status = Label(name="status", at=(14, SIZE[1] - 15), size=18, colour=INK, width=SIZE[0] - 28)
    return Pane(name="status", box=Box(0, SIZE[1] - 30, SIZE[0], 30), tab="Commands", column=-1, parts=(status,))


def board_pane() -> Pane:
    """Return the KIM-1 itself."""
    area = KEYPAD.inset(10)
    width, height = area.w / len(PAD[0]), area.h / len(PAD)
    keys = tuple(
        Key(
            key,
            on_board(Box(area.x + column * width, area.y + line * height, width, height).inset(5), BOARD),
            meaning=MEANINGS.get(key, ""),
            style="slide" if key == SST else "key",
            colour=KEY,
            ink=KEY_INK,
        )
        for line, keys in enumerate(PAD)
        for column, key in enumerate(keys)
    )
    digits = tuple(on_board(box, BOARD) for box in DIGITS)
    return Pane(
        name="kim",
        box=BOARD,
        tab="KIM-1",
        title="KIM-1",
        shapes=(Rect(BOARD, BACKGROUND), *board_shapes(BOARD)),
        parts=(
            Digits(name="digits", boxes=digits, gaps=(0, 1, 1, 1, 3, 1), levels=view.LEVELS, signs=GLYPHS),
            Keys(name="pad", keys=keys, columns=len(PAD[0])),
        ),
    )


def teletype_pane(box: Box) -> Pane:
    """Return the Teletype: a video terminal."""
    glass = Box(box.x + SIDE, box.y + TOP, box.w - 2 * SIDE, box.h - TOP - BOTTOM)
    foot = box.y + box.h - BOTTOM / 2 - 1
    return Pane(
        name="teletype",
        box=box,
        title="Teletype",
        shapes=(
            Rect(box, BEZEL_SHADE, 14),
            Rect(box.inset(2.5), BEZEL, 12),
            Rect(glass.inset(-5), BEZEL_SHADE, 16),
        ),
        parts=(
            Paper(name="paper", box=glass, columns=COLUMNS, line=LINE, typed=True, glass=True),
            Label(name="tty", at=(glass.x + 4, foot), size=17, colour=BEZEL_INK),
            Label(name="advice", at=(glass.x + glass.w - 4, foot), size=17, colour=BEZEL_INK, align="right"),
        ),
        column=1,
    )


def deck_pane(box: Box) -> Pane:
    """Return the tape recorder."""
    right, y = box.x + box.w - 14, box.y + 44
    buttons = sum(width + 4 for _, width in DECK) - 4
    pitch = (box.w - 28) / view.BAR
    bar = tuple((box.x + 14 + (lamp + 0.5) * pitch, y + 21) for lamp in range(view.BAR))
    advice = (
        "load:    17F9 = number, AD 1873 GO, then PLAY",
        "save:    17F5-17F8 = first, last + 1, 17F9 = number,",
        "            REC, then AD 1800 GO",
        "00F1 must be 00 for both; the display returns with 0000",
    )
    return Pane(
        name="deck",
        box=box,
        title="CASSETTE",
        shapes=tuple(
            Text((box.x + 14, y + 56 + 24 * number), line, 17, FAINT_INK)
            for number, line in enumerate(advice)
            if box.h > 200
        ),
        parts=(
            Label(
                name="tape", at=(right, box.y + 18), size=18, colour=INK, width=box.w - 130, align="right", page=False
            ),
            Label(name="tape state", at=(box.x + 14, y), size=18, colour=INK, page=False),
            Label(name="tape place", at=(right, y), size=18, colour=INK, align="right", page=False),
            Lamps(
                name="tape bar",
                rows=(LampRow("", bar),),
                radius=3.2,
                lit=BAR,
                dark=BAR_GROUND,
                terminal=False,
                page=False,
            ),
            Buttons(
                name="deck commands",
                places=row(box.x + (box.w - buttons) / 2, box.y + box.h - 38, 28, *DECK, gap=4),
                terminal=False,
                page=False,
            ),
        ),
        column=-1,
        page=False,
    )


def signs_pane(box: Box, game: Game | None) -> Pane:
    """Return a page's pane instead of recorder and legend: the keys, and the meanings of the program's signs."""
    shapes, y = keys_shapes(box), box.y + 100
    for sign, meaning in game.help if game else MEANINGS.items():
        lines = textwrap.wrap(meaning, int((box.w - 96) / 5.7))
        shapes += cap((box.x + 43, y), sign, 58)
        shapes += [Text((box.x + 82, y + 17 * number), line, 15, INK) for number, line in enumerate(lines)]
        y += 17 * len(lines) + (9 if game else 4)
    return Pane(name="signs", box=box, title="KEYS", shapes=tuple(shapes), column=-1, page=True)


def keys_shapes(box: Box) -> list[Shape]:
    """Return which keys of the PC are those of the keypad."""
    shapes: list[Shape] = [Text((box.x + 70, box.y + 18), "0-9  A-F  +  are themselves", 17, INK)]
    special = [(pc_key, key) for pc_key, key in PC_KEYS.items() if len(pc_key) > 1]
    width = (box.w - 28) / len(special)
    for number, (pc_key, key) in enumerate(special):
        x = box.x + 14 + (number + 0.5) * width
        shapes += cap((x, box.y + 46), pc_key.capitalize(), width - 6)
        shapes.append(Text((x, box.y + 66), key, 16, INK, "centre"))
    return shapes


def legend_shapes(box: Box) -> list[Shape]:
    """Return the legend of the PC's keys."""
    shapes = keys_shapes(box)
    listed = [each for each in COMMANDS if each.key]
    lines = math.ceil(len(listed) / 2)
    step = (box.h - 92) / lines
    for number, each in enumerate(listed):
        x = box.x + 14 + (number // lines) * (box.w - 28) / 2
        y = box.y + 92 + (number % lines) * step
        shapes += cap((x + 29, y), "+".join(map(str.capitalize, each.key.split("+"))), 58)
        shapes.append(Text((x + 68, y), LEGEND.get(each.name, each.label.lower()), 17, INK))
    return shapes


LEGEND = {
    "slower": "slower",
    "faster": "faster",
    "strap": "TTY / keypad",
    "focus": "keypad / TTY",
    "go_board": "Go board",
    "insert": "insert tape",
    "rewind": "rewind tape",
    "record": "record",
    "quit": "quit",
}  # commands in few words


def cap(at: tuple[float, float], text: str, width: float) -> list[Shape]:
    """Return a key of the PC's keyboard, or a sign of a display."""
    box = Box(at[0] - width / 2, at[1] - 9, width, 18)
    return [Rect(box, CAP, 4), Rect(box, FAINT_INK, 4, 1), Text(at, text, 15, FOCUS, "centre")]
