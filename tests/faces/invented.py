"""A panel with a part of each kind, for a machine that only counts cycles."""

from __future__ import annotations

from emulators.machine import Stop
from host.ui.controller import Controller
from host.ui.parts import (
    Board,
    Box,
    Cards,
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
    Points,
    Tube,
)

AMBER, BROWN, WHITE = (255, 140, 50), (92, 70, 60), (240, 240, 240)
SEVEN = [8, 8, 8, 0, 0, 0, 0]  # the segments of a 7
PITCH = 40.0


class Record:
    """What view functions see."""

    def __init__(self):
        self.word, self.down, self.sense = 0o52, [], 1
        self.cells, self.marks, self.chosen = [" "] * 225, [], -1
        self.squares = [" "] * 64
        self.points, self.tube, self.cards = [], {}, []


class Machine:
    """A machine that keeps what it is given; a cycle is a thousandth of a second."""

    title, clock, program_counter = "Invented", 1000, "PC"

    def __init__(self):
        self.m, self.cycles, self.printed, self.given = Record(), 0, bytearray(), []

    def run_to(self, cycle):
        self.cycles = cycle
        return Stop.NONE

    def give(self, kind, value):
        self.given.append((kind, value))
        if kind == "down":
            self.m.down.append(value)
        elif kind == "up":
            self.m.down.remove(value)
        elif kind == "type":
            self.printed += value.encode()

    def snapshot(self):
        return self.cycles, bytes(self.printed)

    def read_register(self, name):
        return 0

    def disassemble(self, address):
        return "NOP", 1

    def digits(self, number):
        return f"{number:o}"


def look(m, ui):
    """Show everything."""
    bits = [16 * (m.word >> place & 1) for place in range(5, -1, -1)]
    return {
        "digits": [*SEVEN, *[0] * 7],
        "lamps": [bits, [8]],
        "word": f"{m.word:02o}",
        "title": "a label",
        "pad": m.down,
        "switches": [f"{place}" for place in range(12) if m.sense >> place & 1],
        "go": {"cells": m.cells, "marks": m.marks, "chosen": -1},
        "squares": {"cells": m.squares, "marks": m.marks, "chosen": m.chosen},
        "pits": {"cells": ["7", "12", "-"], "marks": [], "chosen": -1},
        "points": m.points,
        "screen": [],
        "screen rows": m.tube,
        "cards": {"count": len(m.cards), "texts": m.cards, "columns": []},
        "now": ui.get("say", "press a key"),
        "status": "running",
    }


def act(m, ui, what, value):
    """Give it all to the machine, as inputs."""
    if what == "pad":
        return [["give", "down", value]]
    if what == "pad up":
        return [["give", "up", value]]
    if what.endswith(" up"):
        return []
    if what == "command" and value == "wrong":
        return [["give", *WRONG]]
    return [["give", what, value]]


WRONG = ("wrong", "too", "many")  # makes `give` fail


def grid(names, columns, **options):
    """Return keys in rows."""
    return tuple(
        Key(name=name, box=Box(PITCH * (place % columns), PITCH * (place // columns), 30, 30), **options)
        for place, name in enumerate(names)
    )


def pane(name, *parts, **options):
    """Return a pane of the window, somewhere."""
    return Pane(name=name, title=name, box=Box(0, 0, 600, 400), parts=parts, **options)


def places(count):
    """Return points in a row."""
    return tuple((20.0 * place, 20.0) for place in range(count))


PAD = Keys(name="pad", columns=2, keys=grid(["GO", "ST", "7", "8"], 2, meaning="a key of the pad"))
DISPLAY = pane(
    "display",
    Digits(name="digits", boxes=(Box(0, 0, 20, 30), Box(30, 0, 20, 30)), gaps=(0, 1)),
    PAD,
)
CONSOLE = pane(
    "console",
    Lamps(
        name="lamps", rows=(LampRow("AC", places(6), number="word"), LampRow("READY", places(1))),
        radius=5, lit=AMBER, dark=BROWN,
    ),
    Label(name="word", at=(0, 0), size=14, colour=WHITE, terminal=False),
    Label(name="title", at=(0, 0), size=14, colour=WHITE),
    Keys(name="switches", columns=12, keys=grid([str(place) for place in range(12)], 12, style="toggle")),
)  # fmt: skip
GO = Board(
    name="go", box=Box(0, 0, 300, 300), rows=15, columns=15, style="go", men={"#": "black", "o": "white"},
    row_names=tuple("123456789ABCDEF"), column_names=tuple("123456789ABCDEF"), stars=(112,),
)  # fmt: skip
SQUARES = Board(
    name="squares", box=Box(0, 0, 300, 300), rows=8, columns=8, style="squares",
    men={"b": "black", "B": "blackking", "w": "white", "W": "whiteking", "Q": "Q", "q": "q"},
    row_names=tuple("87654321"), column_names=tuple("abcdefgh"),
)  # fmt: skip
PITS = Board(name="pits", box=Box(0, 0, 300, 300), rows=1, columns=3, style="pits", men={})
PAPER = Paper(name="paper", box=Box(0, 0, 300, 300), columns=40, line=20, typed=True)
COMMANDS = (
    Command("pause", "PAUSE", "f7", "stand still, go on"),
    Command("open", "OPEN", "ctrl+o", "open a file"),
    Command("help", "HELP", "f12", "help"),
    Command("wrong", "WRONG", "f4", "goes wrong"),
    Command("quit", "QUIT", "ctrl+q", "leave"),
)
KEYS = {"enter": ("pad", "GO"), "f1": ("pad", "ST"), "7": ("pad", "7"), "8": ("pad", "8"), "x": ("pad", "8")}


def panel(*panes, **options):
    """Return a panel with these panes."""
    options = {"keys": KEYS, "commands": COMMANDS, **options}
    return Panel(title="Invented", size=(800, 600), panes=panes, look=look, act=act, **options)


class Clock:
    """The clock on the wall."""

    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


def controller(*panes, **options):
    """Return a controller with a panel of these panes; its clock is `controller.now`."""
    return Controller(Machine(), panel(*panes, **options), now=Clock())


TUBE = Tube(name="screen", box=Box(0, 0, 300, 300), typed=True)
POINTS = Points(name="points", box=Box(0, 0, 300, 300))
CARDS = Cards(name="cards", box=Box(0, 0, 300, 300))
GAME = Game(
    programs=("game",),
    look=lambda m, ui: {"now": "your move"},
    commands=(Command("pass", "PASS", "p", "pass"),),
    help=(("00", "your move"),),
)
