"""The KIM-1's window: its panes and its help."""

from __future__ import annotations

from host.desk.kim1.keys import LEGENDS, PC_KEY_OF
from host.panel.buttons import shown
from host.panel.kim1 import board_pane, commands, deck_pane, go_pane, layout, legend_pane, terminal_pane, toolbar
from host.panel.scene import Column, Pane, Scene

MOUSE = (
    ("click", "a key: it is down as long as the button is"),
    ("click", "a point of the Go board: its row, its column, GO"),
    ("click", "the terminal, to type there"),
    ("wheel", "older lines of the terminal; also PgUp, PgDn"),
    ("drop", "a file on the window: program, tape or state"),
)
KEYPAD = tuple((shown(PC_KEY_OF[key]), f"{key}: {text}") for key, text in LEGENDS.items())

SCENE = Scene(
    width=layout.WIDTH,
    height=layout.HEIGHT,
    panes={
        "toolbar": Pane(toolbar.toolbar_facts, toolbar.paint_toolbar),
        "status": Pane(toolbar.status_facts, toolbar.paint_status),
        "board": Pane(board_pane.facts, board_pane.paint),
        "terminal": Pane(terminal_pane.facts, terminal_pane.paint),
        "go": Pane(go_pane.facts, go_pane.paint),
        "deck": Pane(deck_pane.facts, deck_pane.paint),
        "legend": Pane(legend_pane.facts, legend_pane.paint),
    },
    help=(
        Column((36, 40), "KEYPAD", (("0-9 A-F", "the digits"), *KEYPAD)),
        Column((36, 440), "MOUSE", MOUSE),
        Column((590, 40), "WINDOW", tuple((shown(pc_key), text) for pc_key, text in commands.HELP.items())),
    ),
)
