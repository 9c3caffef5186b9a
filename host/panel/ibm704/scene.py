"""The 704's window: its panes and its help."""

from __future__ import annotations

from host.desk.ibm704.console import KEYS
from host.panel.buttons import shown
from host.panel.ibm704 import (
    cards_panes,
    checkers_pane,
    commands,
    console_pane,
    layout,
    legend_pane,
    printer_pane,
    toolbar,
    tube_pane,
)
from host.panel.scene import Column, Pane, Scene

MOUSE = (
    ("click", "a key of the console: it is down as long as the button is"),
    ("click", "a panel entry key or a switch: it stays as it is put"),
    ("point", "at a lamp or a key: the last line says what it means"),
    ("wheel", "older lines of the paper; also PgUp, PgDn"),
    ("drop", "a file on the window: deck, program, tape or state"),
)
CONSOLE = tuple((key.pc_key.capitalize(), f"{key.name}: {key.meaning}") for key in KEYS)

SCENE = Scene(
    width=layout.WIDTH,
    height=layout.HEIGHT,
    panes={
        "toolbar": Pane(toolbar.toolbar_facts, toolbar.paint_toolbar),
        "status": Pane(toolbar.status_facts, toolbar.paint_status),
        "console": Pane(console_pane.facts, console_pane.paint),
        "reader": Pane(cards_panes.reader_facts, cards_panes.paint_reader),
        "punch": Pane(cards_panes.punch_facts, cards_panes.paint_punch),
        "printer": Pane(printer_pane.facts, printer_pane.paint),
        "checkers": Pane(checkers_pane.facts, checkers_pane.paint),
        "tube": Pane(tube_pane.facts, tube_pane.paint),
        "legend": Pane(legend_pane.facts, legend_pane.paint),
    },
    help=(
        Column((30, 36), "CONSOLE", CONSOLE),
        Column((30, 536), "PANEL KEYS AND SWITCHES", legend_pane.ENTRY),
        Column((610, 36), "WINDOW", tuple((shown(key), text) for key, text in commands.HELP.items())),
        Column((610, 536), "MOUSE", MOUSE),
    ),
)
