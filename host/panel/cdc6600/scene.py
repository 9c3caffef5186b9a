"""The window of the 6600's console: its panes and its help."""

from __future__ import annotations

from host.desk.cdc6600.commands import COMMANDS
from host.panel.buttons import shown
from host.panel.cdc6600 import commands, keyboard_pane, layout, screen_pane, toolbar
from host.panel.scene import Column, Pane, Scene

KEYBOARD = (
    ("Enter", "the line: a command, or else one for the program"),
    ("Blank", "before a line: it goes to the program whatever it is"),
    ("Bksp", "the last character away"),
    ("Esc", "the line away"),
    ("PgUp", "lower addresses, older lines; also the wheel"),
    ("PgDn", "higher addresses, newer lines"),
)
TYPED = tuple((each.form, each.meaning) for each in COMMANDS)

SCENE = Scene(
    width=layout.WIDTH,
    height=layout.HEIGHT,
    panes={
        "toolbar": Pane(toolbar.toolbar_facts, toolbar.paint_toolbar),
        "status": Pane(toolbar.status_facts, toolbar.paint_status),
        "left": screen_pane.pane("left"),
        "right": screen_pane.pane("right"),
        "keyboard": Pane(keyboard_pane.facts, keyboard_pane.paint),
    },
    help=(
        Column((30, 36), "COMMANDS", TYPED),
        Column((560, 36), "KEYBOARD", KEYBOARD),
        Column((560, 280), "WINDOW", tuple((shown(key), text) for key, text in commands.HELP.items())),
    ),
)
