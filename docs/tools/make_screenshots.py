"""`python docs/tools/make_screenshots.py`: make the pictures in docs/images anew, without a screen.

Each picture is a function of the table at the end: it puts a machine into a state worth seeing, and writes
what the window, or the terminal, shows of it.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from emulators.inputs import NEVER
from host import registry
from host.debugger.opening import Target, open_session
from host.debugger.stops import Kind
from host.debugger.tui.app import DebuggerApp
from host.experiments.bench import document, measuring
from host.experiments.bench import picture as chart
from host.games.checkers import learning
from host.games.go import diagrams, influence, influence_command
from host.games.pitrat.command import Options, Session
from host.games.wally_board import SIZE
from host.machines.cdc6600.machine import Cdc6600
from host.machines.ibm704.machine import Ibm704
from host.machines.kim1.machine import Kim1
from host.panels.cdc6600 import pitrat as pitrat_console
from host.panels.cdc6600.controller import Controller6600
from host.panels.cdc6600.run import run_until_asked
from host.panels.games.checkers_rules import CELLS
from host.panels.games.chess import cell_of
from host.panels.ibm704.controller import Controller704
from host.panels.kim1.controller import KimController
from host.ui import sheet
from host.ui.controller import Controller
from host.ui.window import WindowTools, drawn_icon
from host.ui.window import picture as picture_of

DOCS = Path(__file__).parents[1]
FOLDER = DOCS / "images"
FIGURES = DOCS / "benchmarks.json"  # `ironboard bench --json docs/benchmarks.json --force`
FRAME = 1 / 30  # seconds of the clock below between two looks at the machine


class Visitor:
    """Sits at a KIM-1, with a clock that runs as fast as the machine does."""

    def __init__(self, kim: Kim1, program: str | None = None) -> None:
        self._time = 0.0
        self.controller = KimController(kim, program, now=lambda: self._time)

    def wait(self, seconds: float) -> None:
        """Let the machine run."""
        for _ in range(round(seconds / FRAME)):
            self._time += FRAME
            self.controller.advance()

    def press(self, *keys: str) -> None:
        """Press keys of the keypad."""
        for key in keys:
            self.controller.press("pad", key)
            self.controller.release()


def wally() -> pygame.Surface:
    """Show Wally some moves into a game with nine stones, each position printed on the Teletype."""
    kim = Kim1()
    kim.boot("wally")
    visitor = Visitor(kim, "wally")
    visitor.wait(1)
    visitor.press("0", "9", "GO")
    visitor.wait(4)
    for point in (0x36, 0x3A, 0xA3, 0x57, 0x7D, 0xD6):
        visitor.controller.act("go", (point // 16 - 1) * SIZE + point % 16 - 1)
        visitor.wait(5)
    return picture_of(visitor.controller)


def monitor() -> pygame.Surface:
    """Show the bare monitor, a program just typed on the Teletype, a key of the keypad held down."""
    visitor = Visitor(Kim1())
    visitor.controller.command("log_on")
    visitor.wait(2)
    visitor.controller.type("0200 A9.12.85.F9.")
    visitor.wait(3)
    visitor.controller.command("strap")
    visitor.press("AD", "0", "2", "0")
    visitor.controller.press("pad", "0")
    visitor.controller.focus = ""
    visitor.wait(1)
    return picture_of(visitor.controller)


def counting() -> KimController:
    """Return a KIM-1 with the tutorial's first program, after its mistake."""
    with TemporaryDirectory() as folder:
        source = Path(folder, "count.s")
        source.write_text(written("kim1.md", source.name), "utf-8")
        kim = Kim1()
        kim.boot(source)
    visitor = Visitor(kim, source.name)
    visitor.wait(4.3)
    return visitor.controller


def written(tutorial: str, name: str, changes: int = 0) -> str:
    """Return a file as a tutorial's reader has it after the first ones of its changes."""
    page = (DOCS / "tutorials" / tutorial).read_text("utf-8")
    first, *others = re.findall(rf'^```\w+ title="{re.escape(name)}"\n(.*?)^```', page, re.MULTILINE | re.DOTALL)
    for change in others[:changes]:
        lines = change.splitlines(keepends=True)
        before, after = ("".join(line[1:] for line in lines if line[0] in marks) for marks in (" -", " +"))
        first = first.replace(before, after)
    return str(first)


def game() -> KimController:
    """Return a KIM-1 after the first moves of a game against Wally, who has four stones ahead."""
    kim = Kim1(core="compiled")
    kim.boot("wally")
    visitor = Visitor(kim, "wally")
    visitor.wait(1)
    visitor.press("0", "4", "GO")
    visitor.wait(2)
    for point in (0x36, 0x3A, 0xA3, 0x57):
        visitor.controller.act("go", (point // 16 - 1) * SIZE + point % 16 - 1)
        visitor.wait(5)
    return visitor.controller


def helped() -> KimController:
    """Return it with the help."""
    controller = game()
    controller.command("help")
    return controller


def refused() -> KimController:
    """Return it with a question whose answer was wrong."""
    controller = game()
    controller.command("open")
    controller.answer("nothing.ptp")
    assert controller.prompt
    controller.prompt.text = "nothing.ptp"
    return controller


def moments() -> KimController:
    """Return it with a list of moments."""
    kim = Kim1(core="compiled")
    kim.boot("wally")
    visitor = Visitor(kim, "wally")
    visitor.controller.tools = WindowTools()
    visitor.wait(1)
    visitor.press("0", "4", "GO")
    visitor.wait(2)
    for point in (0x36, 0x3A, 0xA3, 0x57):
        visitor.controller.command("keep")
        visitor.controller.act("go", (point // 16 - 1) * SIZE + point % 16 - 1)
        visitor.wait(5)
    visitor.controller.command("moments")
    menu = visitor.controller.menu
    assert menu
    assert menu.rename
    menu.rename(1)
    visitor.controller.answer("before the attack")
    assert visitor.controller.menu
    times = [f"today, 20:{minute}" for minute in (41, 38, 37, 36)]  # the real ones would be others each time
    visitor.controller.menu.choices = [
        each._replace(detail=time) for each, time in zip(visitor.controller.menu.choices, times, strict=True)
    ]
    visitor.controller.notice = ""
    return visitor.controller


def in_terminal(controller: Controller) -> Controller:
    """Return a controller that names keys, as terminals do."""
    controller.in_terminal = True
    controller.refresh(controller.ui["still"])
    return controller


def terminal(path: Path) -> None:
    """Show a large terminal."""
    path.write_text(sheet.svg_of(in_terminal(game()), 120, 42), "utf-8")


def terminal_text(path: Path) -> None:
    """Put a terminal of 80 by 24 characters into a page, where it says ```text."""
    put_text(path, sheet.text_of(in_terminal(game()), 80, 24))


def put_text(path: Path, drawing: str) -> None:
    """Put a drawing into a page, where it says ```text."""
    page = re.sub("```text\n.*?```", lambda _: f"```text\n{drawing}```", path.read_text("utf-8"), flags=re.DOTALL)
    path.write_text(page, "utf-8")


def checkers_room() -> Controller704:
    """Return a 704 some moves into a game of checkers against itself, thinking."""
    clock = [0.0]
    controller = Controller704(Ibm704(), now=lambda: clock[0])
    model = registry.find("704")
    model.runner().prepare(controller, model.setup({}))
    machine = controller.machine
    machine.run_to(machine.cycles + machine.cycles_in(51.3))
    machine.give("keys", 0o050000001234)
    machine.set_sense_switch(1)
    machine.set_sense_switch(4)
    controller.restart()
    for _ in range(60):
        clock[0] += 1 / 60
        controller.advance()
    return controller


def tube() -> Controller704:
    """Return it with the board that the program has drawn after its move."""
    controller = checkers_room()
    controller.command("show tube")
    for _ in range(400):
        controller.machine.run(seconds=0.01)
        controller.refresh(still=True)
    return controller


def squares() -> Controller704:
    """Return a 704 after the tutorial's first deck, with its mistake."""
    with TemporaryDirectory() as folder:
        source = Path(folder, "squares.sap")
        source.write_text(written("sap.md", source.name), "utf-8")
        controller = Controller704(Ibm704())
        controller.boot(str(source))
    while controller.machine.running:
        controller.machine.run(seconds=1)
    controller.refresh(still=True)
    return controller


def checkers_game() -> Controller704:
    """Return a 704 that waits for a move, a man clicked."""
    controller = Controller704(Ibm704())
    controller.boot("checkers")
    for square in (0, 11, 15, 15):
        if square:
            controller.act("board", CELLS[square - 1])
        while controller.machine.running:
            controller.machine.run(seconds=1)
        controller.refresh(still=True)
    return controller


def chess_game() -> Controller704:
    """Return a 704 that has answered White's first move, and a man clicked for the second."""
    controller = Controller704(Ibm704())
    controller.boot("chess")
    for act in (("command", "begin"), *(("board", cell_of(name, white=False)) for name in ("e2", "e4", "g1"))):
        while controller.machine.running:
            controller.machine.run(seconds=10)
        controller.refresh(still=True)
        controller.act(*act)
    controller.refresh(still=True)
    return controller


def console_terminal(path: Path) -> None:
    """Show a large terminal with the 704."""
    path.write_text(sheet.svg_of(in_terminal(checkers_room()), 120, 42), "utf-8")


def console_text(path: Path) -> None:
    """Put the 704 in a terminal of 80 by 24 characters into a page."""
    put_text(path, sheet.text_of(in_terminal(checkers_room()), 80, 24))


def mates_room(*lines: str) -> Controller6600:
    """Return a 6600's console while the machine looks for the key of a chess problem, and after these commands."""
    controller = console()
    controller.machine.run(seconds=2.5)
    for line in lines:
        controller.enter(line)
    return controller


def rook_room(*lines: str) -> Controller6600:
    """Return a 6600's console with the rook ending, after these lines."""
    controller = console(program="rook")
    for line in lines:
        run_until_asked(controller, NEVER)
        controller.enter(line)
    run_until_asked(controller, NEVER)
    return controller


def circle() -> Controller6600:
    """Return a 6600's console with a program that has a display driver, after a key."""
    controller = console(program=str(DOCS / "examples/circle.compass"))
    controller.machine.run(seconds=0.2)
    controller.type("8")
    controller.machine.run(seconds=0.5)
    controller.refresh(still=True)
    return controller


def console(**given: str) -> Controller6600:
    """Return a 6600's console, with a clock that runs as fast as the machine does."""
    clock = itertools.count()
    controller = Controller6600(Cdc6600(), now=lambda: next(clock) / 1000)
    model = registry.find("6600")
    model.runner().prepare(controller, model.setup(given))
    return controller


def screens_terminal(path: Path) -> None:
    """Show a large terminal with a screen of the 6600 and the board beside it."""
    path.write_text(sheet.svg_of(in_terminal(mates_room()), 120, 42), "utf-8")


def screens_text(path: Path) -> None:
    """Put one screen, in a terminal of 80 by 24 characters, into a page."""
    put_text(path, sheet.text_of(in_terminal(mates_room("K.")), 80, 24))


def screens(controller: Controller6600, typed: str = "", board: bool = True) -> pygame.Surface:
    """Show the console of the 6600, with another line begun; the right screen, or the board in its place."""
    if not board:
        controller.command("show board")
    controller.restart()
    for _ in range(60):
        controller.advance()
    controller.type(typed)
    return picture_of(controller)


def debugger(path: Path) -> None:
    """Show the debugger in COUNT, three calls deep, after a game's first moves."""
    path.write_text(asyncio.run(debugger_drawing()), "utf-8")


async def debugger_drawing() -> str:
    """Return a picture of the full-screen view."""
    opened = open_session(Target("wally"))
    session = opened.session
    for keys in ("09", "36", "A3"):
        session.press(*keys, "GO")
        session.run_for(1_000_000)
    session.stops.add(Kind.EXECUTE, session.value("COUNT"), condition="X == $A3", place="COUNT")
    session.press("7", "D", "GO")
    app = DebuggerApp(opened)
    async with app.run_test(size=(140, 44)) as pilot:
        await pilot.press("f5")
        while session.running:
            await pilot.pause(0.05)
        for line in ("who BOARD+A3", "history"):
            await pilot.press("f2", *line, "enter")
        await pilot.press("escape")
        await pilot.pause(0.3)
        return app.export_screenshot()


def memory_map(path: Path) -> None:
    """Show the debugger's map of memory while Wally thinks."""
    path.write_text(asyncio.run(map_drawing()), "utf-8")


async def map_drawing() -> str:
    """Return a picture of the full-screen view with the map."""
    opened = open_session(Target("wally"))
    opened.session.press("0", "9", "GO")
    opened.session.run_for(1_000_000)
    opened.session.stops.add(Kind.EXECUTE, opened.session.value("COUNT"))
    opened.session.press("3", "6", "GO")  # up to there: Wally thinks
    opened.session.stops.clear()
    app = DebuggerApp(opened, speed=0.1)
    async with app.run_test(size=(100, 36)) as pilot:
        await pilot.press("f2", *"map 0", "enter")
        await pilot.pause(0.5)
        await pilot.press("escape", "m", "f5")
        await pilot.pause(1)
        return app.export_screenshot()


def algol_debugger(path: Path) -> None:
    """Show the debugger in the parameter of Jensen's device."""
    path.write_text(asyncio.run(algol_drawing()), "utf-8")


async def algol_drawing() -> str:
    """Return a picture of the full-screen view."""
    return await after_commands(DOCS / "examples" / "sums.alg", "break 10:39 if k = 3", "continue", "print list")


async def after_commands(source: Path, *lines: str) -> str:
    """Return a picture of the full-screen view of a program after these commands."""
    opened = open_session(Target(str(source)))
    app = DebuggerApp(opened)
    async with app.run_test(size=(140, 40)) as pilot:
        for line in lines:
            await pilot.press("f2", *line, "enter")
            await pilot.pause(0.3)
        await pilot.press("escape")
        await pilot.pause(0.3)
        return app.export_screenshot()


def perfect(path: Path) -> None:
    """Show the debugger at the mistake in the tutorial's ALGOL program."""
    with TemporaryDirectory() as folder:
        source = Path(folder, "perfect.alg")
        source.write_text(written("algol.md", source.name, changes=1), "utf-8")
        commands = ("break 12 if n = 6", "continue", "lineback", "print sum", "print d")
        path.write_text(asyncio.run(after_commands(source, *commands)), "utf-8")


def race() -> Controller6600:
    """Return a 6600's console with the game of the tutorial on rules, two moves into it."""
    clock = [0.0]
    with TemporaryDirectory() as folder:
        rules = Path(folder, "race.rules")
        rules.write_text(written("rules.md", rules.name, changes=2), "utf-8")
        position = rules.with_suffix(".position")
        position.write_text(written("rules.md", position.name), "utf-8")
        session = Session(Options(rules=str(rules), modifications=2, weight=100, situations=1000))
    controller = pitrat_console.console(session, 1, now=lambda: clock[0])
    for cell in (None, 17, 13):  # its first questions; (2,1) and (2,2)
        if cell is not None:
            controller.act("board", cell)
        for _ in range(200):
            clock[0] += 0.05
            controller.advance()
    return controller


def influence_board(path: Path) -> None:
    """Draw the influence of the stones in the paper's figure, with segments and lost pockets."""
    position = diagrams.read(DOCS / "examples" / "influence.txt")
    found = influence.analysed(position, wanted=influence.POCKETS)
    title = "Influence, segments and lost pockets: the position of the paper's figure 2"
    influence_command.drawing(found, position, title).write(path, overwrite=True)


def benchmark_plot(path: Path) -> None:
    """Draw the stored figures."""
    path.write_bytes(chart.plot(document.read(FIGURES)))


def benchmark_tables(path: Path) -> None:
    """Put the stored figures at the end of a page."""
    figures = document.read(FIGURES)
    words, mark, _ = path.read_text("utf-8").partition("<!-- generated from here on -->\n")
    host = ", ".join(
        f"{name} {figures.host[name]}"
        for name in ("Python", "compiler", "py65", "system", "processor")
        if name in figures.host
    )
    lines = [f"Measured on {figures.measured}: {host}.", ""]
    lines += [line for result in figures.results for line in measuring.section(result, "###")]
    path.write_text(words + mark + "\n" + "\n".join(lines).strip() + "\n", "utf-8")


def window(visit: Callable[[], pygame.Surface]) -> Callable[[Path], None]:
    """Return the function that saves what a visit to the window has shown."""
    return lambda path: pygame.image.save(visit(), path)


def coefficients(path: Path) -> None:
    """Draw how the coefficients changed that the 704 learned."""
    memory = DOCS / "ibm704" / "learning" / "seed-1.deck"
    path.write_text(learning.plot(learning.parse(memory.read_text("ascii"), memory.name).history).svg(), "utf-8")


PICTURES: dict[str, Callable[[Path], None]] = {
    "images/kim1-window.png": window(wally),
    "images/kim1-monitor.png": window(monitor),
    "images/kim1-help.png": window(lambda: picture_of(helped())),
    "images/kim1-question.png": window(lambda: picture_of(refused())),
    "images/kim1-count.png": window(lambda: picture_of(counting())),
    "images/kim1-moments.png": window(lambda: picture_of(moments())),
    "images/icon.png": window(lambda: drawn_icon(256)),
    "images/kim1-terminal.svg": terminal,
    "kim1/terminal.md": terminal_text,
    "images/ibm704-window.png": window(lambda: picture_of(checkers_room())),
    "images/ibm704-tube.png": window(lambda: picture_of(tube())),
    "images/ibm704-checkers.png": window(lambda: picture_of(checkers_game())),
    "images/ibm704-chess.png": window(lambda: picture_of(chess_game())),
    "images/ibm704-squares.png": window(lambda: picture_of(squares())),
    "images/ibm704-terminal.svg": console_terminal,
    "ibm704/terminal.md": console_text,
    "images/cdc6600-window.png": window(lambda: screens(mates_room())),
    "images/cdc6600-exchange.png": window(lambda: screens(mates_room("STOP.", "XD."), typed="step,10", board=False)),
    "images/cdc6600-rook.png": window(
        lambda: screens(rook_room("2 KH1 RA1 KD5", "KE5", "KE1", "KE4", "KF4", "KG4"), typed="kf4")
    ),
    "images/cdc6600-circle.png": window(lambda: picture_of(circle())),
    "images/cdc6600-race.png": window(lambda: screens(race())),
    "images/cdc6600-perfect.svg": perfect,
    "images/cdc6600-terminal.svg": screens_terminal,
    "cdc6600/terminal.md": screens_text,
    "images/influence.svg": influence_board,
    "images/debugger.svg": debugger,
    "images/debugger-algol.svg": algol_debugger,
    "images/debugger-map.svg": memory_map,
    "images/benchmarks.svg": benchmark_plot,
    "images/samuel-coefficients.svg": coefficients,
    "benchmark-figures.md": benchmark_tables,
}  # below docs/


def main() -> None:
    """Make the pictures named on the command line, or all."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        PICTURES[name](DOCS / name)
        print(DOCS / name)


if __name__ == "__main__":
    main()
