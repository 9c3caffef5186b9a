"""The window of the 6600's console: the screens as they are now, and what every command does."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from emulators.machine import Stop
from host.desk.cdc6600 import media
from host.desk.cdc6600.commands import LETTERS
from host.desk.cdc6600.console import Console
from host.desk.cdc6600.displays import DISPLAYS
from host.desk.cdc6600.keys import CLEAR, ENTER, PAGES, RUB_OUT
from host.desk.cdc6600.screens import Line
from host.panel.canvas import Box
from host.panel.cdc6600 import commands, layout
from host.panel.panel import Commands, Panel

LOOKING_SECONDS = 0.04  # between two looks at the machine: about as often as the real screens are drawn
SIDES = ("left", "right")


class Readings(NamedTuple):
    """What is in the status line."""

    state: str
    pace: str
    time: str
    instruction: str


class Panel6600(Panel):
    """The console of a CDC 6600 in a window, without the window."""

    pc_keys = commands.BY_KEY
    open_title = "Job, saved state, or file for the job"
    open_hint = "Tab completes. A job by name: mates. A file: TAPE1=games.txt"
    save_hint = "output.txt | moment.state | job.dayfile | TAPE1=games.txt"

    def __init__(self, console: Console, *, speed: float = 1.0, now: Callable[[], float] = time.perf_counter) -> None:
        self.console = console
        console.start(speed, now)
        super().__init__(console.machine, speed=speed, now=now)
        self.pacer = console.pacer
        self.commands = self.make_commands()
        self.refresh(still=True)

    # ------------------------------------------------------------ what there is to see

    def refresh(self, still: bool = False) -> None:
        """Look at what the machine shows."""
        now = self.now()
        if still or not self.running or now - self._looked_at >= LOOKING_SECONDS:
            self.look()

    def look(self) -> None:
        """Draw the screens anew."""
        console = self.console
        self._looked_at = self.now()
        self.screens: dict[str, tuple[Line, ...]] = {
            "left": tuple(console.left.lines),
            "right": tuple(console.right.lines),
        }
        machine = self.machine
        place = machine.read_register("P")
        self.readings = Readings(
            console.state.lower(),
            f"{self.pacer.megahertz:.1f} MHz" if self.pacer.megahertz else "",
            f"{machine.cycles:,} minor cycles",
            f"{place:06o}  {machine.disassemble(place)[0]}",
        )

    def stopped(self, stop: Stop) -> None:
        """Tell why the machine has stopped."""
        self.tell(self.console.reason or stop.name.lower())

    @property
    def panes(self) -> dict[str, Box]:
        """Where the panes are."""
        return layout.PANES

    @property
    def buttons(self) -> dict[str, Box]:
        """Where the buttons are."""
        return layout.BUTTONS

    @property
    def running(self) -> bool:
        """Whether pictures go on changing by themselves."""
        return not self.pacer.paused or bool(self.notice)

    @property
    def pointed(self) -> str:
        """What the button under the mouse is for."""
        side, _, letter = (self.hovered_button or "").partition(" ")
        return f"{side} screen: {DISPLAYS[letter].title.lower()}" if side in SIDES else ""

    # ------------------------------------------------------------ hands

    def typed(self, text: str) -> None:
        """Type at the console's keyboard."""
        self.console.type(text)
        self.look()

    def key_pressed(self, name: str, code: int, character: str) -> None:
        """Do what a key of the PC stands for that types nothing."""
        if name == ENTER:
            self.console.enter()
        elif name == RUB_OUT:
            self.console.rub_out()
        elif name == CLEAR:
            self.console.clear()
        elif name in PAGES:
            self.console.turn(PAGES[name])
        else:
            return
        self.look()

    def scrolled(self, lines: int) -> None:
        """Turn pages on the screen under the mouse."""
        screen = int(layout.RIGHT.holds(self.mouse))
        self.console.turn(int(math.copysign(1, lines)), screen)
        self.look()

    # ------------------------------------------------------------ commands

    def make_commands(self) -> Commands:
        """Return name -> what it does."""
        showing: Commands = {
            f"{side} {letter}": partial(self.show, number, letter)
            for number, side in enumerate(SIDES)
            for letter in LETTERS
        }
        typing: Commands = {each.command: partial(self.type_line, f"{each.label}.") for each in commands.TYPED}
        paging: Commands = {name: partial(self.turn, pages) for name, pages in PAGES.items()}
        own: Commands = {"step": partial(self.type_line, "STEP."), "pause": self.pause}
        return super().make_commands() | showing | typing | paging | own

    def show(self, screen: int, letter: str) -> None:
        """Show a display on a screen."""
        self.console.shown[screen] = letter
        self.look()

    def type_line(self, line: str) -> None:
        """Type a command, whatever has been typed before."""
        kept = self.console.line
        self.console.clear()
        self.console.type(line)
        self.console.enter()
        self.console.line = kept
        if self.console.refused:
            self.tell(self.console.answer.lower())
        self.look()

    def turn(self, pages: int) -> None:
        """Turn pages on the left screen."""
        self.console.turn(pages)
        self.look()

    def pause(self) -> None:
        """Stop, or go on."""
        self.type_line("GO." if self.pacer.paused else "STOP.")

    # ------------------------------------------------------------ files and states

    def open(self, text: str) -> None:
        """Open a file or a program by the line of a prompt, or one dropped on the window."""
        self.path_in(text)
        self.tell(media.open_file(self.console, text))
        self.time_has_jumped()

    def time_has_jumped(self) -> None:
        """Let time go on from another moment."""
        if self.pacer.stop != Stop.NONE:
            self.pacer.resume()
        super().time_has_jumped()

    def write(self, text: str, overwrite: bool) -> None:
        """Save a file by the line of a prompt."""
        self.tell(media.save_file(self.console, text, overwrite=overwrite))
