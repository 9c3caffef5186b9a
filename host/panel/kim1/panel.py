"""The KIM-1's window: the machine, what the user has set up around it, and what every command does."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import NamedTuple

import pygame

from emulators.machine import Stop
from host.desk.kim1 import media
from host.desk.kim1.finger import Finger
from host.desk.kim1.keys import PC_KEYS, SST
from host.desk.kim1.move_entry import MoveEntry
from host.games import wally_board
from host.games.wally_board import BoardWatch
from host.kim1 import READY_SECONDS, RUBOUT, Kim1
from host.panel.canvas import Box, Point
from host.panel.kim1 import commands, layout
from host.panel.kim1.deck import Deck
from host.panel.kim1.leds import Persistence
from host.panel.kim1.terminal import Terminal
from host.panel.kim1.wanted import parse
from host.panel.panel import STOPS, Commands, Panel
from host.teletype_screen import SPECIAL_KEYS, sent_by_key

READING_SECONDS = 0.2  # between two readings of the instruments: numbers that people can read
PAGE = 256
WALLY_PAGE = 0x0300


class Readings(NamedTuple):
    """What the instruments of the status line show."""

    megahertz: float
    cycles: int
    core: str
    instruction: str
    registers: str


class KimPanel(Panel):
    """A KIM-1 in a window, without the window."""

    pc_keys = commands.BY_KEY
    open_title = "Open a program, a tape (WAV) or a saved state"
    open_hint = "Tab completes. A raw binary needs its address: dump.bin @0200"
    save_hint = "moment.state | tape.wav | program.ptp 0200-03FF (also .hex .srec .bin)"

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
        self.finger = Finger(kim)
        self.deck = Deck(kim)
        self.terminal = Terminal()
        self.go = BoardWatch()
        self.light = Persistence()
        self.focus = "keypad"  # or "terminal": who gets what is typed
        self.pc_keys_down: dict[int, str] = {}  # code of the PC's key -> the KIM-1's
        self.move = MoveEntry(kim, self.finger)
        super().__init__(kim, speed=speed, now=now)
        self._seen_at = now()
        self._read_at = -READING_SECONDS
        self.refresh(still=True)

    # ------------------------------------------------------------ what there is to see

    def refresh(self, still: bool = False) -> None:
        """Look at what the machine shows; `still`: for a single picture, without what was before."""
        now = self.now()
        self.light.follow(self.kim.brightness, None if still else now - self._seen_at)
        self._seen_at = now
        self.terminal.follow(self.kim.printed)
        if still or self.pacer.paused or now - self._read_at >= READING_SECONDS:
            self.readings, self._read_at = self._read(), now
        if self.shows_go:
            self._look_at_board(still)
        self.move.look()

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
    def arrangement(self) -> Hashable:
        """Whether the Go board is shown."""
        return self.shows_go

    @property
    def panes(self) -> dict[str, Box]:
        """Where the panes are now."""
        return layout.panes(self.shows_go)

    @property
    def buttons(self) -> dict[str, Box]:
        """Where the buttons are now."""
        return layout.buttons(self.shows_go)

    @property
    def hover(self) -> int | None:
        """The point of the Go board under the mouse."""
        box = self.panes.get("go")
        return layout.go_point_at(box, self.mouse) if box and box.holds(self.mouse) else None

    @property
    def on_teletype(self) -> bool:
        """Whether the strap connects the monitor to the Teletype."""
        return self.kim.strapped

    # ------------------------------------------------------------ the keypad, the Teletype, the Go board

    def press(self, key: str) -> None:
        """Put the finger on a key; throw the switch SST."""
        if key == SST:
            self.kim.single_step(not self.kim.single_stepping)
        else:
            self.finger.down(key)

    def type(self, text: str, patient: bool = False) -> None:
        """Send characters from the Teletype; scroll to where they will appear."""
        self.terminal.back = 0
        if text:
            self.kim.type(text, patient=patient or self.kim.typing)

    def key_pressed(self, name: str, code: int, character: str) -> None:
        """Give a key of the PC to the terminal or the keypad."""
        if name in ("page up", "page down"):
            rows = layout.rows_of(self.panes["terminal"]) - 1
            self.terminal.scroll(rows if name == "page up" else -rows)
        elif self.focus == "terminal" and not (name in PC_KEYS and name.startswith("f") and len(name) > 1):
            self._terminal_key(name)
        elif key := PC_KEYS.get(name) or PC_KEYS.get(character.lower()):
            self.pc_keys_down[code] = key
            self.press(key)

    def _terminal_key(self, name: str) -> None:
        """Send what a key without a printable character stands for; the others come as text."""
        if name in SPECIAL_KEYS:
            self.type(sent_by_key(name, None))
        elif name.startswith("ctrl+") and len(name) == 6 and name[5].isalpha():
            self.type(chr(ord(name[5].upper()) & 0x1F))

    def key_released(self, code: int) -> None:
        """Let go of the KIM-1's key when the PC's is let go of."""
        if key := self.pc_keys_down.pop(code, None):
            self.finger.up(key)

    def typed(self, text: str) -> None:
        """Send typed text, if the keyboard is the Teletype's."""
        if self.focus == "terminal":
            self.type("".join(sent_by_key(each, each) for each in text))

    def clicked(self, at: Point) -> None:
        """Press whatever is under the mouse."""
        key = next((key for key, box in layout.KEYS.items() if box.holds(at)), None)
        point = self.hover
        if key:
            self.press(key)
        elif point is not None:
            self.move.choose(point)
        if self.panes["terminal"].holds(at):
            self.focus = "terminal"
        elif point is not None or layout.BOARD.holds(at):
            self.focus = "keypad"

    def let_go(self) -> None:
        """Let go of the key that the mouse has pressed."""
        self.finger.up()

    def deserted(self) -> None:
        """Let go of everything."""
        self.finger.up()
        self.pc_keys_down.clear()

    def scrolled(self, lines: int) -> None:
        """Scroll the terminal, wherever the mouse is."""
        self.terminal.scroll(lines)

    # ------------------------------------------------------------ commands

    def make_commands(self) -> Commands:
        """Return name -> what it does."""
        deck = self.deck
        return super().make_commands() | {
            "insert": lambda: self.ask("Tape to put into the recorder (WAV)", self.open, "Tab completes."),
            "save_tape": lambda: self.ask("Save the recording as (WAV)", self.save, "", "recording.wav"),
            "instruction": self.one_instruction,
            "reset": lambda: self.finger.press("RS"),
            "sst": lambda: self.press(SST),
            "strap": lambda: self.kim.connect_terminal(not self.on_teletype),
            "log_on": self.log_on,
            "focus": self.switch_focus,
            "go_board": self.switch_go_board,
            "play": lambda: deck.stop() if deck.playing else deck.play(),
            "record": lambda: deck.stop() if deck.recording else deck.record(),
            "stop": deck.stop,
            "rewind": deck.rewind,
            "paste": self.paste,
        }

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

    def paste(self) -> None:
        """Type what is on the clipboard, as fast as the program takes it."""
        text = pygame.scrap.get_text()
        self.type(text.replace("\r\n", "\r").replace("\n", "\r").upper(), patient=True)

    # ------------------------------------------------------------ files and states

    def path_in(self, text: str) -> Path:
        """Return the file of a prompt's line."""
        return parse(text).path

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
            self.time_has_jumped()

    def write(self, text: str, overwrite: bool) -> None:
        """Save a file by the line of a prompt."""
        wanted = parse(text)
        self.tell(media.save_file(self.kim, wanted.path, wanted.first, wanted.last, overwrite=overwrite))

    def time_has_jumped(self) -> None:
        """Start counting anew everything that counts the machine's time."""
        self.finger.forget()
        self.deck.forget()
        self.move.forget()
        super().time_has_jumped()

    def boot(self, program: str | os.PathLike[str]) -> None:
        """Start a program, as Kim1.boot does."""
        self.attempt(lambda: self.kim.boot(program))
        self.shows_go = self.shows_go or self.has_board
        self.pacer.restart()
        self.refresh(still=True)
