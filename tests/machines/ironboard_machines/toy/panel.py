"""The panel of the Toy: its printer, whose keyboard is the Toy's too, AC in lamps, PC, and what can be done now."""

from emulators.machine import Stop
from host.ui.controller import Controller
from host.ui.parts import Box, Buttons, Command, Label, LampRow, Lamps, Pane, Panel, Paper, row
from host.ui.words import octal

from .machine import DELAY

INK, FAINT, LIT, DARK = (232, 228, 218), (150, 150, 144), (255, 140, 50), (84, 62, 54)
HALT = int(Stop.HALT)
COMMANDS = (
    Command("restart", "RESTART", "f5", "go on at 0"),
    Command("pause", "PAUSE", "f7", "pause, go on"),
    Command("step", "1 INSTRUCTION", "f8", "one instruction"),
    Command("slower", "-", "f9", "slower"),
    Command("faster", "+", "f10", "faster, up to turbo"),
    Command("help", "HELP", "f12", "help"),
    Command("quit", "", "ctrl+q", "quit", page=False),
)
BUTTONS = row(14, 8, 29, ("restart", 80), ("pause", 66), ("step", 116), ("slower", 28), ("faster", 28), ("help", 56))


def look(m, ui):
    """Return what is on the lamps and lines."""
    now = "the program has not read the last character yet" if m.key else "type a character"
    return {
        "lamps": ui["light"],
        "ac": octal(m.ac, 4),
        "pc": "PC " + octal(m.pc, 3),
        "now": "the Toy has halted: RESTART goes to 0" if m.stop == HALT else now,
        "status": ui["speed"] + "   " + str(m.cycles) + " cycles" + ("   paused" if ui["paused"] else ""),
    }


def sample(m, ui):
    """Return what the lamps follow."""
    return [m.ac]


def act(m, ui, what, value):
    """Return the steps of what is typed, and of RESTART."""
    steps = []
    if what == "type":
        for character in value:
            steps += [["give", "key", ord(character)], ["wait", DELAY]]
    elif what == "command" and value == "restart":
        steps = [["give", "register", ["PC", 0]], ["say", "from 0"]]
    return steps


def line(name, y, size, colour):
    """Return a pane with a line of text."""
    label = Label(name=name, at=(16, y + 14), size=size, colour=colour, width=668, terminal=False)
    return Pane(name=name, box=Box(0, y, 700, 28), parts=(label,), column=-1)


AC = LampRow("AC", tuple((64 + 26 * place + 8 * (place // 3), 140) for place in range(12)), number="ac")
REGISTERS = (
    Lamps(name="lamps", radius=7, lit=LIT, dark=DARK, rows=(AC,)),
    Label(name="ac", at=(430, 140), size=18, colour=INK, terminal=False),
    Label(name="pc", at=(560, 140), size=18, colour=INK),
)
PAPER = Paper(name="paper", box=Box(22, 214, 656, 242), columns=72, line=15, typed=True)
PANEL = Panel(
    title="Toy", size=(700, 500), look=look, act=act, sample=sample, widths=(12,), commands=COMMANDS,
    ui={"focus": "paper"},
    panes=(
        Pane(name="tools", box=Box(0, 0, 700, 44), parts=(Buttons(name="commands", places=BUTTONS),), column=-1),
        line("now", 46, 22, LIT),
        Pane(name="registers", title="REGISTERS", box=Box(14, 84, 672, 84), parts=REGISTERS),
        Pane(name="printer", title="PRINTER AND KEYBOARD", box=Box(14, 178, 672, 286), parts=(PAPER,)),
        line("status", 470, 18, FAINT),
    ),
)  # fmt: skip


def controller(machine, program=None, **options):
    """Return a Toy with its panel."""
    return Controller(machine, PANEL, **options)
