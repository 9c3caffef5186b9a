"""What is the same in every window: a machine that is paced, questions, errors and notices, moments kept.

Events come from events.py, pictures are made by painter.py; nothing here draws or waits. A machine's own panel says
what there is to see (`panes`, `buttons`), what its commands are, and what happens to keys and clicks that are none
of the window's.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path

from emulators.errors import IronboardError
from emulators.machine import Machine, Stop
from host.pacing import Pacer
from host.panel.canvas import Box, Point
from host.panel.prompt import Prompt, path_of

NOTICE_SECONDS = 6.0
STOPS = {
    Stop.BREAKPOINT: "breakpoint",
    Stop.WATCH_READ: "a watched address was read",
    Stop.WATCH_WRITE: "a watched address was written",
    Stop.ILLEGAL_INSTRUCTION: "illegal instruction",
}

Commands = dict[str, Callable[[], object]]


class Panel:
    """A machine in a window, without the window."""

    pc_keys: Mapping[str, str] = {}  # PC key -> command
    open_title, open_hint, save_hint = "Open", "Tab completes.", ""

    def __init__(self, machine: Machine, *, speed: float = 1.0, now: Callable[[], float] = time.perf_counter) -> None:
        self.machine = machine
        self.pacer = Pacer(machine, speed, now)
        self.prompt: Prompt | None = None
        self.error = ""
        self.notice = ""
        self.shows_help = False
        self.quitting = False
        self.mouse: Point = (-1.0, -1.0)
        self.now = now
        self._notice_until = 0.0
        self._kept: bytes | None = None
        self.commands = self.make_commands()

    # ------------------------------------------------------------ what a machine's own panel says

    @property
    def panes(self) -> Mapping[str, Box]:
        """Where the panes are now."""
        raise NotImplementedError

    @property
    def buttons(self) -> Mapping[str, Box]:
        """Where the buttons are now, by their commands."""
        raise NotImplementedError

    @property
    def arrangement(self) -> Hashable:
        """What the places of the panes depend on."""
        return None

    def refresh(self, still: bool = False) -> None:
        """Look at what the machine shows; `still`: for a single picture, without what was before."""
        raise NotImplementedError

    def stopped(self, stop: Stop) -> None:
        """Tell that the machine has stopped by itself."""
        counter = self.machine.read_register(self.machine.program_counter)
        digits = math.ceil(self.machine.address_bits / math.log2(self.machine.radix))
        place = f"{counter:0{digits}{'o' if self.machine.radix == 8 else 'X'}}"
        self.tell(f"stopped at {place}: {STOPS.get(stop, stop.name.lower())}")

    def open(self, text: str) -> None:
        """Open a file by the line of a prompt, or one dropped on the window."""
        raise NotImplementedError

    def write(self, text: str, overwrite: bool) -> None:
        """Save a file by the line of a prompt; an existing one only if that is allowed."""
        raise NotImplementedError

    def path_in(self, text: str) -> Path:
        """Return the file of a prompt's line; raises IronboardError when there is none."""
        if not text.strip():
            raise IronboardError("type the name of a file, or press Esc")
        return path_of(text)

    def time_has_jumped(self) -> None:
        """Start counting anew everything that counts the machine's time."""
        self.pacer.restart()
        self.refresh(still=True)

    def key_pressed(self, name: str, code: int, character: str) -> None:
        """Take a key of the PC that is no command: its neutral name, its code, what it types."""

    def key_released(self, code: int) -> None:
        """Take that a key of the PC has been let go of."""

    def typed(self, text: str) -> None:
        """Take typed text."""

    def clicked(self, at: Point) -> None:
        """Take a click beside the buttons."""

    def let_go(self) -> None:
        """Take that the mouse has been let go of."""

    def deserted(self) -> None:
        """Let go of everything: another window gets the keyboard, and nobody will tell of the keys."""
        self.let_go()

    def scrolled(self, lines: int) -> None:
        """Take a turn of the wheel: lines up, or (negative) down."""

    # ------------------------------------------------------------ time

    def advance(self) -> None:
        """Let the machine run to where it should be now, and look at what it shows."""
        before = self.pacer.stop
        self.pacer.advance()
        if self.pacer.stop not in (before, Stop.NONE):
            self.stopped(self.pacer.stop)
        self.refresh()
        self.forget_notice()

    @property
    def running(self) -> bool:
        """Whether pictures go on changing by themselves."""
        return not self.pacer.paused

    # ------------------------------------------------------------ telling the user

    def tell(self, text: str) -> None:
        """Show a notice for some seconds."""
        self.notice = text
        self._notice_until = self.now() + NOTICE_SECONDS

    def forget_notice(self) -> None:
        """Take a notice away that has been shown long enough."""
        if self.notice and self.now() >= self._notice_until:
            self.notice = ""

    def attempt(self, action: Callable[[], object]) -> bool:
        """Do something; show its error, if there is one, until the user has seen it. Return whether it went well."""
        try:
            action()
        except IronboardError as error:
            self.error = str(error)
            return False
        self.error = ""
        return True

    @property
    def hovered_button(self) -> str | None:
        """The command of the button under the mouse."""
        return next((command for command, box in self.buttons.items() if box.holds(self.mouse)), None)

    # ------------------------------------------------------------ commands

    def command(self, name: str) -> None:
        """Do what a button or a key stands for."""
        self.attempt(self.commands[name])

    def make_commands(self) -> Commands:
        """Return name -> what it does."""
        pacer = self.pacer
        return {
            "open": lambda: self.ask(self.open_title, self.open, self.open_hint),
            "save": lambda: self.ask("Save as", self.save, self.save_hint),
            "keep": self.keep,
            "back": self.go_back,
            "pause": lambda: pacer.resume() if pacer.paused else pacer.pause(),
            "slower": pacer.slower,
            "faster": pacer.faster,
            "speed": lambda: self.set_speed(1.0),
            "turbo": lambda: self.set_speed(1.0 if math.isinf(pacer.speed) else math.inf),
            "help": self.switch_help,
            "quit": self.quit,
        }

    def quit(self) -> None:
        """Close the window."""
        self.quitting = True

    def set_speed(self, speed: float) -> None:
        """Run at so many times the original's clock."""
        self.pacer.speed = speed

    def switch_help(self) -> None:
        """Show or hide the help."""
        self.shows_help = not self.shows_help

    # ------------------------------------------------------------ files and states

    def ask(self, title: str, done: Callable[[str], None], hint: str, text: str = "") -> None:
        """Ask for a line."""
        self.prompt = Prompt(title, done, hint, text)

    def answer(self) -> None:
        """Take the line of the prompt; it stays when something is wrong with it."""
        prompt = self.prompt
        if prompt and self.attempt(lambda: prompt.done(prompt.text)) and self.prompt is prompt:
            self.prompt = None

    def save(self, text: str) -> None:
        """Save a file by the line of a prompt; one that exists is replaced after asking."""
        self.confirmed(text, self.write)

    def confirmed(self, text: str, write: Callable[[str, bool], None]) -> None:
        """Write a file that a line names; one that exists is replaced after asking."""
        path = self.path_in(text)
        if path.exists():
            question = f"{path.name} exists: Enter replaces it, Esc does not"
            self.ask(question, lambda answer: write(answer, True), "", text)
        else:
            write(text, False)

    def keep(self) -> None:
        """Keep this moment."""
        self._kept = self.machine.save_state()
        self.tell(f"kept cycle {self.machine.cycles:,}")

    def go_back(self) -> None:
        """Go back to the moment kept."""
        if self._kept is None:
            raise IronboardError("no moment has been kept yet: KEEP MOMENT does")
        self.machine.load_state(self._kept)
        self.time_has_jumped()
        self.tell(f"back at cycle {self.machine.cycles:,}")

    def dropped(self, path: str) -> None:
        """Open a file dropped on the window."""
        self.attempt(lambda: self.open(str(Path(path))))
