"""A machine's panel as plain data, for whoever draws it elsewhere: a page by itself, or one that is told what is shown.

json.dumps(front(controller))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from emulators import pacing
from host.ui import controller as controllers
from host.ui import glyphs, operating, sound
from host.ui.controller import Controller
from host.ui.parts import Pane, Panel, Part

CONSTANTS = {
    name: getattr(module, name)
    for module, names in (
        (controllers, "NOTICE_SECONDS PERSISTENCE".split()),
        (operating, ("HISTORY",)),
        (pacing, "BUDGET FIRST_SLICE".split()),
        (sound, "RATE FASTEST APART DELAY STALE VOLUME".split()),
    )
    for name in names
} | {"SPEEDS": [each for each in pacing.SPEEDS if each < pacing.FAR]}
GLYPHS = {
    **{
        name: getattr(glyphs, name) for name in ("SEGMENT_WIDTH", "SEGMENT_HEIGHT", "SLANT", "SEGMENTS", "CROWN", "MEN")
    },
    "STROKES": {
        sign: [[[int(point[0]), int(point[1])] for point in stroke.split("-")] for stroke in strokes.split()]
        for sign, strokes in glyphs.STROKES.items()
    },
}


def front(controller: Controller, whole: bool = False) -> dict[str, Any]:
    """Return the constant data for drawing a panel: panel, commands, lamps, sounds, glyphs.

    `whole`: with the panes, parts and commands that need the controller of controller.py; a page by itself lacks it.
    """
    panel = controller.panel
    return {
        "panel": plain(panel, whole),
        "commands": [plain(each) for each in controller.commands if each.page or whole],
        "widths": panel.widths,
        "sounds": {name: sound.plan(recipe) for name, recipe in panel.sounds.items()},
        "clock": controller.machine.clock,
        "constants": CONSTANTS,
        "glyphs": GLYPHS,
    }


def plain(value: Any, whole: bool = False) -> Any:
    """Return a panel, or a part of one, as JSON: shapes and parts are objects of their kind, boxes are lists."""
    if isinstance(value, Panel):
        help_of_game = [("THE PROGRAM", value.game.help)] if value.game and value.game.help else []
        sections = [(title, [row for row in rows if row[0] != "drop"]) for title, rows in (*help_of_game, *value.help)]
        panes = [each for each in value.panes if (not each.page if whole else each.page is not False)]
        return {
            **{name: plain(getattr(value, name)) for name in ("title", "size", "keys", "background")},
            "panes": [plain(pane, whole) for pane in panes],
            "help": plain(sections),  # no files are dropped on a page
        }
    if isinstance(value, Pane):
        return {
            **{name: plain(getattr(value, name)) for name in ("name", "box", "title", "shapes", "group", "tab")},
            "parts": [plain(each) for each in value.parts if each.page or whole],
        }
    if isinstance(value, Part) and is_dataclass(value):
        return {"kind": type(value).__name__} | {
            each.name: plain(getattr(value, each.name))
            for each in fields(value)
            if each.name not in ("terminal", "page")
        }
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    named = getattr(value, "_asdict", None)
    if named and type(value).__name__ != "Box":
        return {"kind": type(value).__name__} | {name: plain(each) for name, each in named().items()}
    return [plain(each) for each in value]
