"""The console of the 6600: two round tubes and a keyboard, as data.

+---------------------------------------------------------------+
| toolbar                                                       |
+-------------------------------+-------------------------------+
|                               | right screen,                 |
|         left screen           | or the board of the program's |
|                               | game                          |
+-------------------------------+-------------------------------+
| the next action, the line being typed     | displays, commands|
+---------------------------------------------------------------+
| status line                                                   |
+---------------------------------------------------------------+
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from host.panels.cdc6600.sounds import SOUNDS
from host.panels.cdc6600.view import COMMANDS, LETTERS, TITLES, act, hear, look, ready
from host.ui import commands
from host.ui.parts import (  # fmt: skip
    Box,
    Buttons,
    Colour,
    Command,
    Disc,
    Game,
    Key,
    Keys,
    Label,
    Pane,
    Panel,
    Rect,
    Shape,
    Text,
    Tube,
    row,
)

CABINET: Colour = (74, 80, 84)
CABINET_LIGHT: Colour = (112, 120, 124)
CABINET_DARK: Colour = (40, 44, 47)
BEZEL: Colour = (22, 23, 24)
BEZEL_LIGHT: Colour = (74, 77, 80)
BEZEL_EDGE: Colour = (10, 10, 11)
LIGHT: Colour = (158, 255, 206)  # P31, a bluish green
FIELD: Colour = (18, 20, 21)
INK: Colour = (232, 228, 218)
FAINT: Colour = (160, 155, 145)

WIDTH, HEIGHT = 1360, 880
TOOLBAR = Box(0, 0, WIDTH, 42)
LEFT, RIGHT = Box(0, 44, WIDTH / 2, 672), Box(WIDTH / 2, 44, WIDTH / 2, 672)
KEYBOARD = Box(8, 722, WIDTH - 16, 126)
STATUS = Box(0, 852, WIDTH, 28)
RADIUS = 320.0  # of the glass
GLASSES = {
    "left": Box(LEFT.x + LEFT.w - 2 * RADIUS - 18, LEFT.y + 16, 2 * RADIUS, 2 * RADIUS),
    "right": Box(RIGHT.x + 18, RIGHT.y + 16, 2 * RADIUS, 2 * RADIUS),
}
LINE = Box(KEYBOARD.x + 12, KEYBOARD.y + 56, 640, 44)
OPERATOR = LINE.x + LINE.w + 24

TYPED = (("type GO.", "GO", 66), ("type STOP.", "STOP", 66), ("rerun", "RERUN", 72))  # command, label, width
COMMANDS_OF_PANEL = (
    *commands.first("a job, a file, a state", "OUTPUT, dayfile, state"),
    Command("rerun", "RERUN", "ctrl+r", "the job from its beginning"),
    Command("type GO.", "GO"),
    Command("type STOP.", "STOP"),
    Command("page up", "PAGE UP", "page up", "older lines, lower addresses; also the wheel"),
    Command("page down", "PAGE DOWN", "page down", "newer lines, higher addresses"),
    *commands.last("OUTPUT printed"),
)
SHOW_BOARD = Command("show board", "BOARD", "ctrl+g", "the board, or the right screen")
KEYBOARD_HELP = (
    ("Enter", "the line: a command, or else one for the program"),
    ("Blank", "before a line: it goes to the program whatever it is"),
    ("Bksp", "the last character away"),
    ("Esc", "the line away"),
)


def screen(side: Literal["left", "right"], group: str = "") -> Pane:
    """Return the pane of a screen."""
    area, glass = (LEFT, GLASSES["left"]) if side == "left" else (RIGHT, GLASSES["right"])
    at = (area.x + 20 if side == "left" else area.x + area.w - 20, area.y + area.h - 18)
    (x, y), radius = glass.centre, glass.w / 2
    shapes: tuple[Shape, ...] = (
        Rect(area, CABINET),
        Disc((x, y + 3), radius + 15, CABINET_DARK),
        Disc((x, y), radius + 13, BEZEL_LIGHT),
        Disc((x, y), radius + 11.5, BEZEL),
        Disc((x, y), radius + 2.5, BEZEL_EDGE),
        Text(at, "CDC 6602" if side == "left" else "DISPLAY CONSOLE", 17, CABINET_LIGHT, side),
    )
    tube = Tube(name=side, box=glass, typed=side == "left")
    return Pane(
        name=side,
        box=area,
        shapes=shapes,
        parts=(tube,),
        group=group,
        tab=f"{side.capitalize()} screen",
        column=int(side == "right"),
    )


def keyboard(boards: bool) -> Pane:
    """Return the pane with the line that is being typed, and the buttons that type commands."""
    keys = tuple(
        Key(
            f"{side} {letter}",
            Box(OPERATOR + 60 + 47 * number, KEYBOARD.y + top, 42, 34),
            letter,
            f"{side} screen: {TITLES[number].lower()}",
            style="toggle",
        )
        for side, top in (("left", 40), ("right", 82))
        for number, letter in enumerate(LETTERS)
    )
    places = {
        **row(OPERATOR + 448, KEYBOARD.y + 40, 34, *[(name, width) for name, _, width in TYPED]),
        **row(OPERATOR + 448, KEYBOARD.y + 82, 34, ("page up", 102), ("page down", 107)),
        **(row(OPERATOR + 448, KEYBOARD.y + 6, 28, ("show board", 214)) if boards else {}),
    }
    shapes = (
        Rect(LINE, FIELD, 6),
        Rect(LINE, CABINET_LIGHT, 6, 1.5),
        Text((OPERATOR + 48, KEYBOARD.y + 57), "LEFT", 18, FAINT, "right"),
        Text((OPERATOR + 48, KEYBOARD.y + 99), "RIGHT", 18, FAINT, "right"),
    )
    parts = (
        Label(
            name="now",
            at=(LINE.x + 100, KEYBOARD.y + 18),
            size=21,
            colour=LIGHT,
            width=OPERATOR + 330 - LINE.x,
            terminal=False,
        ),
        Label(name="field", at=(LINE.x + 14, LINE.centre[1]), size=26, colour=INK, width=LINE.w - 28, terminal=False),
        Keys(name="displays", keys=keys, terminal=False),
        Buttons(name="operator", places=places),
    )
    return Pane(
        name="keyboard", box=KEYBOARD, title="KEYBOARD", shapes=shapes, parts=parts, tab="Left screen", column=-1
    )


def game_panes(game: Game) -> tuple[Pane, ...]:
    """Return the panes of a game, with buttons for its commands below the board."""
    first, *rest = game.panes(RIGHT)
    places = row(
        RIGHT.x + 20, RIGHT.y + RIGHT.h - 42, 32, *[(each.name, 11.0 * len(each.label) + 26) for each in game.commands]
    )
    return (replace(first, parts=(*first.parts, Buttons(name="game", places=places))), *rest)


def panel(game: Game | None = None) -> Panel:
    """Return the console; with the board of a game, where the program has one."""
    tools = row(
        TOOLBAR.x + 14, TOOLBAR.y + 7, 29,
        ("open", 58), ("save", 58), ("keep", 108), ("back", 76), ("", 12), ("pause", 66), ("step", 58), ("", 12),
        ("slower", 28), ("speed", 74), ("faster", 28), ("turbo", 66), ("", 12),
        ("sound", 66), ("more", 58), ("help", 56),
    )  # fmt: skip
    boards = game_panes(game) if game else ()
    status = Label(name="status", at=(14, STATUS.y + 14), size=18, colour=INK, width=WIDTH - 28, terminal=False)
    return Panel(
        title="CDC 6600",
        size=(WIDTH, HEIGHT),
        panes=(
            Pane(name="tools", box=TOOLBAR, parts=(Buttons(name="toolbar", places=tools),), tab="Commands", column=-1),
            screen("left"),
            *boards,
            screen("right", "right" if boards else ""),
            keyboard(bool(boards)),
            Pane(name="state", box=STATUS, parts=(status,), tab="Commands", column=-1),
        ),
        look=look,
        act=act,
        ready=ready,
        commands=(*COMMANDS_OF_PANEL, *((SHOW_BOARD,) if boards else ())),
        help=(("COMMANDS", COMMANDS), ("KEYBOARD", KEYBOARD_HELP)),
        ui={
            "line": "",
            "answer": "",
            "refused": False,
            "shown": ["K", "A"] if boards else ["A", "K"],
            "groups": [0o100, 0o110, 0o120, 0o130],
            "back": {"A": 0, "O": 0},
            "name": "JOB",
            "typed": [],
            "where": "",
            "focus": "left",
            "paper": {"words": 0, "typed": 0, "written": 0, "lines": [], "held": ""},
            "heard": 0,
            "printed until": 0,
        },
        sounds=SOUNDS,
        hear=hear,
        game=game,
        least=(80, 24),
    )
