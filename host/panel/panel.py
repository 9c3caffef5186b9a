"""The window's state: the machine, what the user has set up around it, and what every command does.

Events come from events.py, pictures are made by painter.py; nothing here draws or waits.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pygame

from emulators.errors import IronboardError
from emulators.kim1.keypad import STRAP_ROW
from emulators.machine import Stop
from host.desk import media
from host.desk.finger import Finger
from host.desk.keys import SST
from host.desk.move_entry import MoveEntry
from host.desk.pacing import Pacer
from host.games import wally_board
from host.games.board_watch import BoardWatch
from host.kim1 import READY_SECONDS, RUBOUT, Kim1
from host.panel import layout
from host.panel.canvas import Box, Point
from host.panel.deck import Deck
from host.panel.leds import Persistence
from host.panel.prompt import Prompt, parse
from host.panel.terminal import Terminal

NOTICE_SECONDS = 6.0
READING_SECONDS = 0.2  # between two readings of the instruments: numbers that people can read
PAGE = 256
WALLY_PAGE = 0x0300
STOPS = {
    Stop.BREAKPOINT: "breakpoint",
    Stop.WATCH_READ: "a watched address was read",
    Stop.WATCH_WRITE: "a watched address was written",
    Stop.ILLEGAL_INSTRUCTION: "illegal instruction",
}
OPEN_HINT = "Tab completes. A raw binary needs its address: dump.bin @0200"
SAVE_HINT = "moment.state | tape.wav | program.ptp 0200-03FF (also .hex .srec .bin)"


class Readings(NamedTuple):
    """What the instruments of the status line show."""

    megahertz: float
    cycles: int
    core: str
    instruction: str
    registers: str


class Panel:
    """A KIM-1 in a window, without the window."""

    def __init__(
        self,
        kim: Kim1,
        *,
        board_page: int | None = None,
        speed: float = 1.0,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.kim = kim
        self.board_page = board_page
        self.shows_go = self.has_board
        self.pacer = Pacer(kim, speed, now)
        self.finger = Finger(kim)
        self.deck = Deck(kim)
        self.terminal = Terminal()
        self.go = BoardWatch()
        self.light = Persistence()
        self.focus = "keypad"  # or "terminal": who gets what is typed
        self.prompt: Prompt | None = None
        self.error = ""
        self.notice = ""
        self.shows_help = False
        self.quitting = False
        self.mouse: Point = (-1.0, -1.0)
        self.pc_keys_down: dict[int, str] = {}  # code of the PC's key -> the KIM-1's
        self._now = now
        self._notice_until = 0.0
        self._seen_at = now()
        self._read_at = -READING_SECONDS
        self._kept: bytes | None = None
        self.move = MoveEntry(kim, self.finger)
        self.commands = self._commands()
        self.refresh(still=True)

    # ------------------------------------------------------------ time

    def advance(self) -> None:
        """Let the machine run to where it should be now, and look at what it shows."""
        before = self.pacer.stop
        self.pacer.advance()
        if self.pacer.stop not in (before, Stop.NONE):
            reason = STOPS.get(self.pacer.stop, self.pacer.stop.name.lower())
            self.tell(f"stopped at {self.kim.read_register('PC'):04X}: {reason}")
        self.refresh()

    def refresh(self, still: bool = False) -> None:
        """Look at what the machine shows; `still`: for a single picture, without what was before."""
        now = self._now()
        self.light.follow(self.kim.brightness, None if still else now - self._seen_at)
        self._seen_at = now
        self.terminal.follow(self.kim.printed)
        if still or self.pacer.paused or now - self._read_at >= READING_SECONDS:
            self.readings, self._read_at = self._read(), now
        if self.shows_go:
            self._look_at_board(still)
        self.move.look()
        if self.notice and now >= self._notice_until:
            self.notice = ""

    def _read(self) -> Readings:
        """Read the instruments."""
        kim, pc = self.kim, self.kim.read_register("PC")
        registers = (f"{name} {kim.read_register(name):02X}" for name in kim.registers if name != "PC")
        return Readings(
            self.pacer.megahertz,
            kim.cycles,
            kim.processor.running_on,
            f"PC {pc:04X}  {kim.disassemble(pc)[0]}",
            "  ".join(registers),
        )

    def _look_at_board(self, still: bool) -> None:
        page = self._page()
        if still:
            self.go.look_now(page)
        else:
            self.go.look(page, self.kim.cycles)

    def _page(self) -> bytes:
        """Return the page of memory that may hold a Go board."""
        start = WALLY_PAGE if self.board_page is None else self.board_page
        return self.kim.memory[start : start + PAGE]

    @property
    def has_board(self) -> bool:
        """Whether there is a Go board in memory."""
        return self.board_page is not None and wally_board.is_board(self._page())

    @property
    def running(self) -> bool:
        """Whether pictures go on changing by themselves."""
        return not self.pacer.paused

    # ------------------------------------------------------------ telling the user

    def tell(self, text: str) -> None:
        """Show a notice for some seconds."""
        self.notice = text
        self._notice_until = self._now() + NOTICE_SECONDS

    def attempt(self, action: Callable[[], object]) -> bool:
        """Do something; show its error, if there is one, until the user has seen it. Return whether it went well."""
        try:
            action()
        except IronboardError as error:
            self.error = str(error)
            return False
        self.error = ""
        return True

    # ------------------------------------------------------------ the keypad, the Teletype, the Go board

    def press(self, key: str) -> None:
        """Put the finger on a key; throw the switch SST."""
        if key == SST:
            self.kim.single_step(not self.kim.m.sst)
        else:
            self.finger.down(key)

    def type(self, text: str, patient: bool = False) -> None:
        """Send characters from the Teletype; scroll to where they will appear."""
        self.terminal.back = 0
        if text:
            self.kim.type(text, patient=patient or self.kim.typing)

    @property
    def hover(self) -> int | None:
        """The point of the Go board under the mouse."""
        box = self.panes.get("go")
        return layout.go_point_at(box, self.mouse) if box and box.holds(self.mouse) else None

    @property
    def hovered_button(self) -> str | None:
        """The command of the button under the mouse."""
        boxes = layout.buttons(self.shows_go)
        return next((command for command, box in boxes.items() if box.holds(self.mouse)), None)

    @property
    def panes(self) -> dict[str, Box]:
        """Where the panes are now."""
        return layout.panes(self.shows_go)

    @property
    def on_teletype(self) -> bool:
        """Whether the strap connects the monitor to the Teletype."""
        return bool(self.kim.m.keys[STRAP_ROW])

    # ------------------------------------------------------------ commands

    def command(self, name: str) -> None:
        """Do what a button or a key stands for."""
        self.attempt(self.commands[name])

    def _commands(self) -> dict[str, Callable[[], object]]:
        """Return name -> what it does."""
        pacer = self.pacer
        return {
            "open": lambda: self._ask("Open a program, a tape (WAV) or a saved state", self.open, OPEN_HINT),
            "save": lambda: self._ask("Save as", self.save, SAVE_HINT),
            "insert": lambda: self._ask("Tape to put into the recorder (WAV)", self.open, "Tab completes."),
            "save_tape": lambda: self._ask("Save the recording as (WAV)", self.save, "", "recording.wav"),
            "keep": self.keep,
            "back": self.go_back,
            "pause": lambda: pacer.resume() if pacer.paused else pacer.pause(),
            "instruction": self.one_instruction,
            "slower": pacer.slower,
            "faster": pacer.faster,
            "speed": lambda: self.set_speed(1.0),
            "turbo": lambda: self.set_speed(1.0 if math.isinf(pacer.speed) else math.inf),
            "reset": lambda: self.finger.press("RS"),
            "sst": lambda: self.press(SST),
            "strap": lambda: self.kim.connect_terminal(not self.on_teletype),
            "log_on": self.log_on,
            "focus": self.switch_focus,
            "go_board": self.switch_go_board,
            "help": self.switch_help,
            "quit": self.quit,
            "play": lambda: self.deck.stop() if self.deck.playing else self.deck.play(),
            "record": lambda: self.deck.stop() if self.deck.recording else self.deck.record(),
            "stop": self.deck.stop,
            "rewind": self.deck.rewind,
            "paste": self.paste,
        }

    def quit(self) -> None:
        """Close the window."""
        self.quitting = True

    def set_speed(self, speed: float) -> None:
        """Run at so many times the original's clock."""
        self.pacer.speed = speed

    def one_instruction(self) -> None:
        """Execute one instruction and stand still."""
        self.pacer.resume()
        self.pacer.pause()
        stop = self.kim.step()
        if stop != Stop.NONE:
            self.tell(STOPS.get(stop, stop.name.lower()))

    def log_on(self) -> None:
        """Connect the monitor to the Teletype, reset it, and send the RUBOUT by which it measures the speed."""
        self.kim.connect_terminal(True)
        ready = self.finger.press("RS") + round(READY_SECONDS * self.kim.clock)
        self.kim.at(ready, "send", ord(RUBOUT))
        self.focus = "terminal"

    def switch_focus(self) -> None:
        """Let the keyboard be the keypad, or the Teletype's."""
        self.focus = "terminal" if self.focus == "keypad" else "keypad"

    def switch_go_board(self) -> None:
        """Show or hide the Go board."""
        self.shows_go = not self.shows_go
        self.refresh(still=True)

    def switch_help(self) -> None:
        """Show or hide the help."""
        self.shows_help = not self.shows_help

    def paste(self) -> None:
        """Type what is on the clipboard, as fast as the program takes it."""
        text = pygame.scrap.get_text()
        self.type(text.replace("\r\n", "\r").replace("\n", "\r").upper(), patient=True)

    # ------------------------------------------------------------ files and states

    def _ask(self, title: str, done: Callable[[str], None], hint: str, text: str = "") -> None:
        self.prompt = Prompt(title, done, hint, text)

    def answer(self) -> None:
        """Take the line of the prompt; it stays when something is wrong with it."""
        prompt = self.prompt
        if prompt and self.attempt(lambda: prompt.done(prompt.text)) and self.prompt is prompt:
            self.prompt = None

    def open(self, text: str) -> None:
        """Open a file by the line of a prompt, or one dropped on the window."""
        wanted = parse(text)
        if wanted.path.suffix.lower() == media.TAPE:
            self.tell(self.deck.insert(wanted.path))
            return
        before = self.kim.cycles
        self.tell(media.open_file(self.kim, wanted.path, origin=wanted.origin))
        self.shows_go = self.shows_go or self.has_board
        if self.kim.cycles != before:
            self._time_has_jumped()

    def save(self, text: str) -> None:
        """Save a file by the line of a prompt; one that exists is replaced after asking."""
        wanted = parse(text)
        if wanted.path.exists():
            self._ask(f"{wanted.path.name} exists: Enter replaces it, Esc does not", self._save_over, "", text)
        else:
            self._save(text, False)

    def _save_over(self, text: str) -> None:
        self._save(text, True)

    def _save(self, text: str, overwrite: bool) -> None:
        wanted = parse(text)
        self.tell(media.save_file(self.kim, wanted.path, wanted.first, wanted.last, overwrite=overwrite))

    def keep(self) -> None:
        """Keep this moment."""
        self._kept = self.kim.save_state()
        self.tell(f"kept cycle {self.kim.cycles:,}")

    def go_back(self) -> None:
        """Go back to the moment kept."""
        if self._kept is None:
            raise IronboardError("no moment has been kept yet: KEEP MOMENT does")
        self.kim.load_state(self._kept)
        self._time_has_jumped()
        self.tell(f"back at cycle {self.kim.cycles:,}")

    def _time_has_jumped(self) -> None:
        """Start counting anew everything that counts the machine's time."""
        self.pacer.restart()
        self.finger.forget()
        self.deck.forget()
        self.move.forget()
        self.refresh(still=True)

    def boot(self, program: str | os.PathLike[str]) -> None:
        """Start a program, as Kim1.boot does."""
        self.attempt(lambda: self.kim.boot(program))
        self.shows_go = self.shows_go or self.has_board
        self.pacer.restart()
        self.refresh(still=True)

    def dropped(self, path: str) -> None:
        """Open a file dropped on the window."""
        self.attempt(lambda: self.open(str(Path(path))))
