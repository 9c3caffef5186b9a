"""The 704's window: the machine, what stands around it, and what every command does."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import NamedTuple

from emulators.machine import Stop
from host.desk.ibm704 import media
from host.desk.ibm704.board import Board, cells_of
from host.desk.ibm704.console import KEY_OF, LAMPS, REGISTERS
from host.desk.ibm704.keys import AUTOMATIC, DIGITS, KEYS_UP, PC_KEYS, RUB_OUT, SIGN, SWITCH_KEYS
from host.desk.ibm704.lamps import Lamps
from host.desk.ibm704.operator import Operator
from host.desk.ibm704.paper import Paper
from host.desk.ibm704.tube import Tube
from host.ibm704 import Ibm704
from host.pacing import Pacer
from host.panel.canvas import Box, Point
from host.panel.ibm704 import commands, layout
from host.panel.panel import Commands, Panel
from host.panel.prompt import path_of

READING_SECONDS = 0.1  # between two readings of the numbers: so that people can read them


class Readings(NamedTuple):
    """What is written: in the status line, and in octal beside the lamps."""

    state: str
    pace: str
    time: str
    instruction: str
    words: tuple[int, ...]  # of the registers
    cells: tuple[int, ...]  # of storage


class Panel704(Panel):
    """An IBM 704 in a window, without the window."""

    pc_keys = commands.BY_KEY
    open_title = "Deck for the hopper, program, tape or saved state"
    open_hint = "Tab completes. A program by name: perft. Cards punched by hand: =MOVE 11-15; PLAY"
    save_hint = "paper.txt | punched.deck | moment.state | tape.p7b @2"

    def __init__(self, operator: Operator, *, speed: float = 1.0, now: Callable[[], float] = time.perf_counter) -> None:
        machine = operator.machine
        self.machine: Ibm704 = machine
        self.operator = operator
        self.lamps = Lamps(machine)
        self.paper = Paper()
        self.board = Board()
        self.tube = Tube()
        self.back = 0  # lines of paper scrolled back
        self.side = "legend"
        super().__init__(machine, speed=speed, now=now)
        self.pacer = Pacer(self.lamps, speed, now)
        self.commands = self.make_commands()
        self._seen_at = self._read_at = now()
        self.look_for_board()
        self.refresh(still=True)

    # ------------------------------------------------------------ time

    def advance(self) -> None:
        """Let the machine run to where it should be now; nothing passes while it stands still."""
        if self.machine.running:
            super().advance()
            return
        self.pacer.restart()
        self.refresh()
        self.forget_notice()

    def stopped(self, stop: Stop) -> None:
        """Tell why the machine has stopped, or waits. START, not the pacer, lets it go on; tapes are waited for."""
        if stop != Stop.INPUT:
            self.pacer.resume()
        self.tell(self.machine.reason or stop.name.lower())

    @property
    def running(self) -> bool:
        """Whether pictures go on changing by themselves."""
        return bool(self.machine.running and not self.pacer.paused) or bool(self.tube.points) or bool(self.notice)

    # ------------------------------------------------------------ what there is to see

    def refresh(self, still: bool = False) -> None:
        """Look at what the machine shows; `still`: for a single picture, without what was before."""
        now = self.now()
        seconds = None if still else now - self._seen_at
        self._seen_at = now
        self.lamps.look(seconds)
        lines = len(self.paper.lines)
        if self.paper.follow(self.machine.printed) and self.back:
            self.scrolled(len(self.paper.lines) - lines)
        was_used = self.tube.used
        self.tube.follow(self.machine.display, seconds)
        if self.tube.used and not was_used and self.side == "legend":
            self.side = "tube"
        if cells := len(self.lamps.cells):
            self.board.look(self.lamps.words[-cells:])
        if still or not self.machine.running or self.pacer.paused or now - self._read_at >= READING_SECONDS:
            self.readings, self._read_at = self._read(), now

    def _read(self) -> Readings:
        """Read the instruments."""
        machine, words = self.machine, self.lamps.words
        running = machine.running
        state = "paused" if self.pacer.paused else "running" if running else "stopped"
        pace = f"{1000 * self.pacer.megahertz:,.1f} kHz" if running and self.pacer.megahertz else ""
        place = machine.read_register("IC")
        return Readings(
            state,
            pace,
            f"{machine.cycles:,} cycles  {media.time_of(machine)}",
            f"{place:05o}  {machine.disassemble(place)[0]}",
            words[: len(REGISTERS)],
            words[len(REGISTERS) + 1 :],
        )

    def look_for_board(self) -> None:
        """Watch the words of the checkers board, if the program has one."""
        cells = cells_of(self.operator.symbols)
        if cells != self.lamps.cells:
            self.lamps.watch(cells)
        if cells:
            self.side = "checkers"

    @property
    def arrangement(self) -> Hashable:
        """What is shown in the lower right corner."""
        return self.side

    @property
    def panes(self) -> dict[str, Box]:
        """Where the panes are now."""
        return layout.panes(self.side)

    @property
    def buttons(self) -> dict[str, Box]:
        """Where the buttons are."""
        return layout.BUTTONS

    @property
    def pointed(self) -> str:
        """What the lamp, the key or the switch under the mouse means."""
        at = self.mouse
        if name := under(layout.KEY_BOXES, at):
            key = KEY_OF[name]
            return f"{name}: {key.meaning}" + (f" ({key.mode})" if key.mode else "")
        if name := under(layout.LAMP_BOXES, at):
            return next(f"{lamp.title}: {lamp.meaning}" for lamp in LAMPS if lamp.name == name)
        if name := under(layout.REGISTER_BOXES, at):
            return next(f"{each.title}: {each.width} places" for each in REGISTERS if each.name == name)
        if any(box.holds(at) for box in layout.ENTRY_KEYS):
            return "panel entry keys: a word, an instruction or an address; digits 0-7 enter it, too"
        if any(box.holds(at) for box in layout.SENSE_SWITCHES):
            return "sense switches: SWT tests them"
        if layout.AUTOMATIC.holds(at):
            return "AUTOMATIC: programs run; MANUAL: the machine obeys the keys one at a time"
        return ""

    # ------------------------------------------------------------ hands

    def press(self, name: str) -> None:
        """Press a key of the console."""
        if said := self.operator.press(name):
            self.tell(said)
        self.go_on()
        self.refresh()

    def go_on(self) -> None:
        """Let time go on that stood still for want of something, and count it from now."""
        if self.pacer.stop != Stop.NONE:
            self.pacer.resume()
        self.pacer.restart()

    def clicked(self, at: Point) -> None:
        """Press whatever is under the mouse."""
        if name := under(layout.KEY_BOXES, at):
            self.attempt(lambda: self.press(name))
        elif layout.ENTRY_CLEAR.holds(at):
            self.operator.entered = 0
        elif layout.AUTOMATIC.holds(at):
            self.operator.switch_automatic()
        else:
            for place, box in enumerate(layout.ENTRY_KEYS):
                if box.holds(at):
                    self.operator.flip(place)
            for number, box in enumerate(layout.SENSE_SWITCHES):
                if box.inset(-2).holds(at):
                    self.operator.switch(number + 1)

    def let_go(self) -> None:
        """Let go of all keys of the console."""
        self.operator.release()

    def key_pressed(self, name: str, code: int, character: str) -> None:
        """Press what a key of the PC stands for."""
        if name in SWITCH_KEYS:
            self.operator.switch(SWITCH_KEYS[name])
        elif name in DIGITS:
            self.operator.enter_digit(int(name))
        elif name == SIGN:
            self.operator.flip(0)
        elif name == RUB_OUT:
            self.operator.rub_out()
        elif name == KEYS_UP:
            self.operator.entered = 0
        elif name == AUTOMATIC:
            self.operator.switch_automatic()
        elif name in ("page up", "page down"):
            self.scrolled(layout.PAPER_ROWS - 1 if name == "page up" else 1 - layout.PAPER_ROWS)
        elif name in PC_KEYS and PC_KEYS[name] not in self.operator.down:
            self.attempt(lambda: self.press(PC_KEYS[name]))

    def key_released(self, code: int) -> None:
        """Let go of the console's keys when the PC's is let go of."""
        self.operator.release()

    def scrolled(self, lines: int) -> None:
        """Go so many lines back on the paper (or forward, if negative)."""
        self.back = max(0, min(self.back + lines, len(self.paper.lines) - layout.PAPER_ROWS))

    # ------------------------------------------------------------ commands

    def make_commands(self) -> Commands:
        """Return name -> what it does."""
        sides: Commands = {side: lambda side=side: self.show_side(side) for side in commands.SIDES}  # type: ignore[misc]
        return (
            super().make_commands()
            | sides
            | {
                "put_cards": lambda: self.ask("Deck to put into the hopper", self.open, self.open_hint),
                "take_cards": self.take_cards,
                "take_punched": self.take_punched,
                "save_cards": lambda: self.ask(
                    "Save the punched cards as", self.save, "Tab completes.", "punched.deck"
                ),
                "save_paper": lambda: self.ask("Save the paper as", self.save, "Tab completes.", "paper.txt"),
                "tear_off": self.tear_off,
                "side": self.next_side,
            }
        )

    def show_side(self, side: str) -> None:
        """Show something else in the lower right corner."""
        self.side = side

    def next_side(self) -> None:
        """Show the next thing in the lower right corner."""
        self.side = commands.SIDES[(commands.SIDES.index(self.side) + 1) % len(commands.SIDES)]

    def take_cards(self) -> None:
        """Take the cards out of the hopper."""
        self.tell(f"{self.operator.take_cards()} cards taken out of the hopper")

    def take_punched(self) -> None:
        """Take the cards out of the punch's stacker."""
        self.tell(f"{self.operator.take_punched()} cards taken out of the punch")

    def tear_off(self) -> None:
        """Throw the paper away that has been printed on."""
        self.paper.tear_off()
        self.back = 0

    # ------------------------------------------------------------ files and states

    def path_in(self, text: str) -> Path:
        """Return the file of a prompt's line."""
        super().path_in(text)
        return path_of(media.path_and_unit(text)[0])

    def open(self, text: str) -> None:
        """Open a file or a program by the line of a prompt, or one dropped on the window."""
        self.path_in(text)
        before = self.machine.cycles
        self.tell(media.open_file(self.operator, text))
        self.look_for_board()
        if self.machine.cycles != before:
            self.time_has_jumped()
        self.go_on()

    def write(self, text: str, overwrite: bool) -> None:
        """Save a file by the line of a prompt."""
        self.tell(media.save_file(self.operator, text, self.paper.text, overwrite=overwrite))

    def time_has_jumped(self) -> None:
        """Look at everything anew."""
        self.operator.release()
        super().time_has_jumped()


def under(boxes: dict[str, Box], at: Point) -> str | None:
    """Return the name of the box that holds a point."""
    return next((name for name, box in boxes.items() if box.holds(at)), None)
