"""The KIM-1 in a text terminal: display, keypad, Teletype, Go board, and the commands around them.

┌ display ─────┬ board / Teletype ┐     From 118 x 39 characters on, the board and the Teletype are both
│ keypad       │                  │     shown, and the processor; below that, Ctrl-B chooses one.
└ status, hints┴──────────────────┘
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import PurePath
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from emulators.errors import IronboardError
from emulators.machine import Stop
from host.desk.kim1.finger import Finger
from host.desk.kim1.keys import COMMANDS, PC_KEYS, SST, keys_down
from host.desk.kim1.media import open_file, parse_address, save_file
from host.desk.kim1.move_entry import MoveEntry
from host.games.wally_board import BoardWatch, is_board
from host.kim1 import Kim1
from host.terminal.app import FRAMES, bindings, run
from host.terminal.kim1 import texts
from host.terminal.kim1.dialogs import OpenDialog, Opening, SaveDialog, Saving
from host.terminal.kim1.goboard import GoBoard
from host.terminal.kim1.leds import Leds
from host.terminal.kim1.pad import Pad
from host.terminal.kim1.paper import Paper
from host.terminal.line import Line
from host.terminal.panes import PanedApp

BOARD_EVERY = 4  # frames: nobody reads a board faster
TEXTUAL_KEYS = {"plus": "+"}  # Textual's name -> ours
PAGE = 0x100


def keys_without_characters() -> dict[str, str]:
    """Return those keys of the KIM-1 that are no characters, and what they do: they work wherever the focus is."""
    return {key: f"press('{name}')" for key, name in PC_KEYS.items() if key[0] == "f" and len(key) > 1}


class KimApp(PanedApp):
    """The application."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["../common.tcss", "kim1.tcss"]
    TITLE = "Ironboard KIM-1"
    panes = ("board", "paper", "wide")  # beside (wide: instead of) display and keypad
    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS | texts.VIEW_COMMANDS, keys_without_characters())
    own_actions = frozenset(name for name, _ in (COMMANDS | texts.VIEW_COMMANDS).values()) | {"press"}
    help_text = texts.HELP + "\n" + "\n".join(texts.key_lines())

    def __init__(
        self,
        kim: Kim1,
        *,
        board_page: int | None = 0x0300,
        speed: float = 1.0,
        now: Callable[[], float] = time.perf_counter,
        frames: int = FRAMES,
    ) -> None:
        super().__init__(kim, speed=speed, now=now, frames=frames)
        self.kim = kim
        self.finger = Finger(kim)
        self.move = MoveEntry(kim, self.finger)
        self._watch = BoardWatch()
        self._board_page = board_page
        self.pane = self.choice[0]
        self._recording = False
        self._frame = 0
        self.leds, self.pad = Leds(id="leds"), Pad(id="pad")
        self.paper, self.board = Paper(id="paper"), GoBoard(id="board")
        self.processor, self.status = Line(id="processor"), Line(id="status")

    def compose(self) -> ComposeResult:
        """Yield the widgets."""
        with Horizontal(id="desk"):
            with Vertical(id="board-side"):
                yield self.leds
                yield self.pad
                yield self.processor
                yield Static("\n".join(texts.key_lines()), id="keys", markup=False)
            with Vertical(id="paper-side"):
                yield self.paper
                yield self.board
        yield self.status
        yield Static(texts.HINTS, id="hints", markup=False)

    def on_mount(self) -> None:
        """Name the panes, and start the clock."""
        self.query_one("#keys").border_title = "keys"
        titles = {self.leds: "KIM-1", self.pad: "keypad", self.board: "board", self.processor: "processor"}
        for pane, title in titles.items():
            pane.border_title = title
        self.pad.focus()
        self.start_clock()

    # ------------------------------------------------------------ time

    def look(self) -> None:
        """Enter the moves that were clicked, as soon as the program listens."""
        self.move.look()

    def stopped(self, stop: Stop) -> None:
        """Tell that the machine has stopped by itself."""
        self.notify(f"{texts.stopped(self.kim, stop)}. RS (F5) resets, F7 goes on.", severity="warning")

    def show(self) -> None:
        """Bring every widget up to date."""
        self.leds.show(self.kim.brightness)
        self.pad.show(keys_down(self.kim))
        self.paper.show(self.kim.printed)
        self.paper.border_title = texts.teletype_title(self.kim)
        if self._board_page is not None and self._frame % BOARD_EVERY == 0:
            self._show_board(self._board_page)
        self._frame += 1
        self.status.show(texts.status(self.kim, self.pacer) + " │ REC" * self._recording)
        if self.processor.display:
            self.processor.show(texts.processor(self.kim))

    def _show_board(self, start: int) -> None:
        """Show the board in the page of memory that begins at `start`."""
        page = self.kim.memory[start : start + PAGE]
        if not is_board(page):
            self.board.show_none()
            return
        if self._frame == 0:
            self._watch.look_now(page)
        self._watch.look(page, self.kim.cycles)
        self.board.show(self._watch.stones, self._watch.last)

    # ------------------------------------------------------------ layout

    @property
    def choice(self) -> tuple[str, ...]:
        """The panes there are something in."""
        return self.panes if self._board_page is not None else self.panes[1:]

    def focused_in(self, pane: str) -> Widget:
        """Return what the keys go to when a pane is shown."""
        return self.pad if pane == "board" else self.paper

    # ------------------------------------------------------------ keys and characters

    def on_key(self, event: events.Key) -> None:
        """Press the key of the KIM-1 that a PC key stands for."""
        if len(self.screen_stack) > 1:
            return
        key = TEXTUAL_KEYS.get(event.key, event.key).lower()
        if key in PC_KEYS:
            event.stop()
            self.action_press(PC_KEYS[key])
        elif key == "q":
            self.action_stop()
        elif key == "question_mark":
            self.action_help()

    def action_press(self, key: str) -> None:
        """Press a key of the KIM-1, or flip its switch."""
        if key == SST:
            self.kim.single_step(not self.kim.single_stepping)
            return
        if self.pacer.stop == Stop.ILLEGAL_INSTRUCTION and key == "RS":
            self.finger.forget()  # it cannot wait for keys that nobody would notice any more
            self.pacer.resume()
        self.finger.press(key)
        self.pad.flash(key)

    def on_pad_pressed(self, message: Pad.Pressed) -> None:
        """Press the key that was clicked."""
        self.action_press(message.key)

    def on_go_board_chosen(self, message: GoBoard.Chosen) -> None:
        """Enter the move that was clicked, on the keypad, as soon as the program listens."""
        self.move.choose(message.point)

    def on_paper_typed(self, message: Paper.Typed) -> None:
        """Send characters; a typist presses keys at once, a pasted text waits until the machine is quiet."""
        self.kim.type(message.text, patient=message.pasted or self.kim.typing)

    # ------------------------------------------------------------ commands

    def action_instruction(self) -> None:
        """Execute one instruction, then stand still."""
        self.pacer.resume()
        self.pacer.pause()
        stop = self.kim.step()
        where = self.kim.disassemble(self.kim.read_register("PC"))[0]
        self.notify(
            texts.stopped(self.kim, stop) if stop else f"next: {self.kim.read_register('PC'):04X}  {where}",
            timeout=2,
            markup=False,
        )

    def action_strap(self) -> None:
        """Connect the monitor to the Teletype, or to the keypad."""
        self.kim.connect_terminal(not self.kim.strapped)

    # ------------------------------------------------------------ files

    def action_open(self) -> None:
        """Ask for a file and open it."""
        self.push_screen(OpenDialog(), self._open)

    def _open(self, answer: Opening | Saving | None) -> None:
        if not isinstance(answer, Opening):
            return
        try:
            self.notify(open_file(self.kim, answer.path, origin=parse_address(answer.origin)), markup=False)
        except IronboardError as error:
            self.report(error)
        self.start_afresh()

    def start_afresh(self) -> None:
        """Follow a jump of the machine's own time."""
        self.finger.forget()
        self.move.forget()
        self.pacer.restart()

    def action_save(self, path: str = "") -> None:
        """Ask what to save, and save it."""
        self.push_screen(SaveDialog(path), self._save)

    def _save(self, answer: Opening | Saving | None) -> None:
        if not isinstance(answer, Saving):
            return
        try:
            first, last = parse_address(answer.first), parse_address(answer.last)
            self.notify(save_file(self.kim, answer.path, first, last, overwrite=answer.overwrite), markup=False)
        except IronboardError as error:
            self.report(error)

    def action_record(self) -> None:
        """Start the tape recorder, or stop it and ask where the tape shall go."""
        self._recording = not self._recording
        if self._recording:
            self.kim.start_recording()
            return
        self.kim.stop_recording()
        self.action_save("tape.wav")


def run_terminal(kim: Kim1, *, board_page: int | None = 0x0300, speed: float = 1.0) -> int:
    """Show a KIM-1 in this terminal until the user quits; return the exit status."""
    return run(lambda: KimApp(kim, board_page=board_page, speed=speed))
