"""The operator at the console of a 6600: two screens, a keyboard, and whether and how fast the job runs.

A view starts the time (`start`), calls `advance` for each of its pictures, gives the keyboard what is typed and shows
`left` and `right`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.display_code import CodeError
from emulators.cdc6600.system import INPUT
from emulators.errors import IronboardError
from emulators.image import Image
from emulators.machine import Snapshot, Stop
from host.cdc6600 import BAD_ENDS, Cdc6600
from host.desk.cdc6600 import commands
from host.desk.cdc6600.displays import DISPLAYS, GROUP_WORDS, GROUPS, LINES, state
from host.desk.cdc6600.paper import Paper
from host.desk.cdc6600.screens import MEDIUM, SMALL, TEXT_COLUMNS, Row, Screen
from host.desk.cdc6600.stopped import in_brackets
from host.pacing import Pacer, speed_name

LONGEST = 80  # characters of a line
ILLEGAL = "ILLEGAL ENTRY"
OVER = "THE JOB IS OVER. RERUN. STARTS IT"
FIRST = 0o100  # where storage is shown at first


class Console:
    """The console of one machine, which has a job: `name` is the job's."""

    def __init__(self, machine: Cdc6600, name: str = "JOB") -> None:
        self.machine = machine
        self.name = name
        self.shown = ["A", "K"]  # the letters of the displays, left and right
        self.groups = [FIRST + GROUP_WORDS * number for number in range(GROUPS)]  # addresses in storage displays
        self.back: Counter[str] = Counter()  # lines scrolled back, by display
        self.line = ""  # what has been typed so far
        self.answer = ""  # to the last line
        self.refused = False  # whether that was an error
        self.paper = Paper(TEXT_COLUMNS)  # OUTPUT
        self.files: Mapping[str, Path] = {}  # what every job finds
        self.kept: Collection[str] = ()  # the files that are kept of it
        self.image = Image()  # the job's program, if it is known
        self.pacer = Pacer(machine)
        self._empty = machine.snapshot()
        self._beginning: Snapshot | None = None  # of the job: RERUN goes back there

    # ------------------------------------------------------------ time

    def start(self, speed: float = 1.0, now: Callable[[], float] = time.perf_counter) -> None:
        """Begin to count time; `speed` is times the original's clock, infinity as fast as the host can."""
        paused = self.pacer.paused
        self.pacer = Pacer(self.machine, speed, now)
        if paused:
            self.pacer.pause()

    def advance(self) -> None:
        """Let the machine run to where it should be now."""
        self.pacer.advance()

    @property
    def held(self) -> bool:
        """Whether the operator lets the machine stand still."""
        return self.pacer.paused and self.pacer.stop == Stop.NONE

    @property
    def over(self) -> bool:
        """Whether the job is over."""
        return self.machine.cause in (Cause.END, Cause.ABORT)

    @property
    def reason(self) -> str:
        """Why the machine stands still, with the line of the source where the program was stopped."""
        bad = self.machine.cause in BAD_ENDS
        return self.machine.reason + (in_brackets(self.machine, self.image) if bad else "")

    @property
    def pace(self) -> str:
        """How fast the machine runs: what was asked for, and what is reached."""
        reached = f"  {self.pacer.megahertz:.1f} MHZ" if self.pacer.megahertz else ""
        return speed_name(self.pacer.speed).upper() + reached

    def go(self) -> None:
        """Let the job go on."""
        if self.over:
            raise IronboardError(OVER)
        self.pacer.resume()

    def hold(self) -> None:
        """Let the machine stand still."""
        self.pacer.pause()

    def step(self, count: int = 1) -> None:
        """Let the machine stand still behind so many instructions."""
        if self.over:
            raise IronboardError(OVER)
        self.pacer.resume()
        self.pacer.pause()
        for _ in range(count):
            if self.machine.step() != Stop.NONE:
                break

    def set_speed(self, speed: float) -> None:
        """Run at so many times the original's clock."""
        self.pacer.speed = speed

    # ------------------------------------------------------------ jobs

    def empty(self) -> None:
        """Let the machine be as it was when it was switched on."""
        if self.machine.cycles or self._beginning:
            self._go_back(self._empty)

    def take(self, name: str, image: Image | None = None) -> None:
        """Take what the machine holds for the job, and let it run. `image`: its program."""
        self.name = name
        self.image = image or Image()
        self.back.clear()
        self._beginning = self.machine.snapshot()
        self.pacer.resume()

    def rerun(self) -> None:
        """Begin the job anew."""
        if self._beginning is None:
            raise IronboardError("THERE IS NO JOB TO RERUN")
        self._go_back(self._beginning)
        self.pacer.resume()

    def _go_back(self, snapshot: Snapshot) -> None:
        """Go back to a moment, as an input that can be recorded; states are large, so they are made only now."""
        other = Cdc6600(core="python", words=self.machine.words)
        other.restore(snapshot)
        self.machine.load_state(other.save_state())

    # ------------------------------------------------------------ screens

    @property
    def left(self) -> Screen:
        """What is on the left screen; what is being typed is at its foot."""
        return DISPLAYS[self.shown[0]].show(self)._replace(foot=self.foot)

    @property
    def right(self) -> Screen:
        """What is on the right screen."""
        return DISPLAYS[self.shown[1]].show(self)

    @property
    def foot(self) -> Row:
        """What is being typed, or the answer to the line before; its end, as much as there is room for."""
        text = self.line or self.answer
        fits = 26
        if len(text) <= fits:
            return Row(text, MEDIUM)
        return Row(text[-44:], SMALL)

    @property
    def asked(self) -> bool:
        """Whether the program waits for a line."""
        return INPUT in self.machine.system.waiting_for

    @property
    def state(self) -> str:
        """What the job is doing, in a few words."""
        return state(self)

    def turn(self, pages: int, screen: int = 0) -> None:
        """Go so many pages back (or forth, if negative) on a screen: to lower addresses, or older lines."""
        letter = self.shown[screen]
        if letter in "CD":
            self.show_from(max(0, self.groups[0] - pages * GROUPS * GROUP_WORDS))
        else:
            self._scroll("O" if letter == "K" else letter, pages * (SMALL.rows - 1))

    def _scroll(self, letter: str, lines: int) -> None:
        """Go so many lines back in a display that shows the end of something."""
        if letter in LINES:
            most = len(LINES[letter](self)) - SMALL.rows
            self.back[letter] = max(0, min(most, self.back[letter] + lines))

    def show_from(self, address: int) -> None:
        """Show storage from an address on, all groups one behind the other."""
        last = self.machine.words - GROUPS * GROUP_WORDS
        self.groups = [min(address, last) + GROUP_WORDS * number for number in range(GROUPS)]

    def show_group(self, group: int, address: int) -> None:
        """Show storage from an address on in one group."""
        self.groups[group] = address

    # ------------------------------------------------------------ keyboard

    def type(self, text: str) -> None:
        """Take typed characters; one that display code does not have is an illegal entry."""
        self.answer, self.refused = "", False
        for character in text:
            if display_code.code(character) is None or len(self.line) == LONGEST:
                self.answer, self.refused = ILLEGAL, True
            else:
                self.line += character.upper()

    def rub_out(self) -> None:
        """Take the last character away."""
        self.line, self.answer = self.line[:-1], ""

    def clear(self) -> None:
        """Take the whole line away."""
        self.line = self.answer = ""

    def enter(self) -> None:
        """Do what the line says: a command, or else a line for the program."""
        line, self.line = self.line, ""
        try:
            self.answer, self.refused = commands.obey(self, line), False
        except IronboardError as error:
            self.answer, self.refused = str(error).upper(), True

    def say(self, line: str) -> str:
        """Type a line for the program; return what there is to say about it."""
        if self.over:
            raise IronboardError(OVER)
        if not self.connected:
            raise IronboardError("INPUT IS NOT THE KEYBOARD")
        try:
            self.machine.give("line", [INPUT, display_code.line(line)])
        except CodeError as error:
            raise IronboardError(str(error)) from None
        return line

    @property
    def connected(self) -> bool:
        """Whether INPUT is the keyboard."""
        file = self.machine.system.files.get(INPUT)
        return file is not None and file.connected
