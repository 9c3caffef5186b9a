"""The IBM 704 in a text terminal: console, printer, cards, checkers board or display tube.

┌ console ──────┬ checkers ┐     From 118 x 39 characters on, everything is shown at once;
│               │          │     below that, Ctrl-B chooses.
├ paper ────────┼ cards ───┤
│               │ keys     │
└ status, hints ┴──────────┘
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
from host.desk.ibm704 import media
from host.desk.ibm704.board import Board, cells_of
from host.desk.ibm704.console import REGISTERS
from host.desk.ibm704.keys import AUTOMATIC, COMMANDS, DIGITS, KEYS_UP, PC_KEYS, RUB_OUT, SIGN, SWITCH_KEYS
from host.desk.ibm704.lamps import Lamps
from host.desk.ibm704.operator import Operator
from host.desk.ibm704.tube import Tube
from host.pacing import Pacer
from host.terminal.app import FRAMES, bindings, run
from host.terminal.dialogs import OpenDialog, SaveDialog, Saving
from host.terminal.ibm704 import texts
from host.terminal.ibm704.console import Console, Shown
from host.terminal.ibm704.paper import Printout
from host.terminal.ibm704.side import Side
from host.terminal.line import Line
from host.terminal.panes import PanedApp

TEXTUAL_KEYS = {"minus": SIGN}  # Textual's name -> ours
FRAME = 1 / FRAMES
HELD = {"MULTIPLE STEP": 0.6}  # seconds that a key is held: a terminal does not tell when it is let go of
TOUCHED = 0.15  # the others


class App704(PanedApp):
    """The application."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["../common.tcss", "ibm704.tcss"]
    TITLE = "Ironboard IBM 704"
    panes = ("console", "paper", "side")
    BINDINGS: ClassVar[list[BindingType]] = bindings(
        COMMANDS | texts.VIEW_COMMANDS, {key: f"switch({number})" for key, number in SWITCH_KEYS.items()}
    )
    own_actions = frozenset(name for name, _ in (COMMANDS | texts.VIEW_COMMANDS).values()) | {"switch"}
    help_text = texts.HELP + "\n" + "\n".join(texts.key_lines())

    def __init__(
        self,
        operator: Operator,
        *,
        speed: float = 1.0,
        now: Callable[[], float] = time.perf_counter,
        frames: int = FRAMES,
    ) -> None:
        machine = operator.machine
        super().__init__(machine, speed=speed, now=now, frames=frames)
        self.ibm704 = machine
        self.operator = operator
        self.lamps = Lamps(machine)
        self.pacer = Pacer(self.lamps, speed, now)
        self.board_watch = Board()
        self.tube = Tube()
        self._now = now
        self._seen_at = now()
        self._release_at = 0.0
        self.pane = self.panes[0]
        self._shows_tube = False
        self.panel, self.paper, self.side = Console(id="console"), Printout(id="paper"), Side(id="side")
        self.cards, self.status = Line(id="cards"), Line(id="status")
        self.look_for_board()

    def compose(self) -> ComposeResult:
        """Yield the widgets."""
        with Horizontal(id="desk"):
            with Vertical(id="left"):
                yield self.panel
                yield self.paper
            with Vertical(id="right"):
                yield self.side
                yield self.cards
                yield Static("\n".join(texts.more_key_lines()), id="keys", markup=False)
        yield self.status
        yield Static(texts.HINTS, id="hints", markup=False)

    def on_mount(self) -> None:
        """Name the panes, and start the clock."""
        self.query_one("#keys").border_title = "keys"
        titles = {self.panel: "704 operator's console", self.paper: "printer", self.cards: "cards"}
        for pane, title in titles.items():
            pane.border_title = title
        self.panel.focus()
        self.start_clock()

    # ------------------------------------------------------------ time

    def tick(self) -> None:
        """Let the machine catch up with the clock, if it runs, and show it."""
        if self.operator.down and self._now() >= self._release_at:
            self.operator.release()
        if self.ibm704.running:
            super().tick()
        else:
            self.pacer.restart()
            self.show()

    def stopped(self, stop: Stop) -> None:
        """Tell why the machine has stopped, or waits. START, not the pacer, lets it go on; tapes are waited for."""
        if stop != Stop.INPUT:
            self.pacer.resume()
        self.notify(self.ibm704.reason or stop.name.lower(), severity="warning", markup=False)

    def show(self) -> None:
        """Bring every widget up to date."""
        now = self._now()
        seconds, self._seen_at = now - self._seen_at, now
        self.lamps.look(seconds)
        self.tube.follow(self.ibm704.display, seconds)
        cells = len(self.lamps.cells)
        if cells:
            self.board_watch.look(self.lamps.words[-cells:])
        self.panel.show(
            Shown(
                self.lamps.levels,
                self.lamps.words[: len(REGISTERS)],
                self.ibm704.panel_keys,
                self.ibm704.sense_switches,
                self.ibm704.automatic,
                frozenset(self.operator.down),
            )
        )
        self.paper.show(self.ibm704.printed)
        self.side.border_title = "display tube" if self._shows_tube else "checkers: BM WM BK WK"
        if self._shows_tube:
            self.side.show_tube(self.tube.points)
        else:
            levels, words = self.lamps.levels, self.lamps.words
            self.side.show_board(
                self.board_watch.pieces, levels[-cells:] if cells else (), words[-cells:] if cells else ()
            )
        self.cards.show(texts.cards(self.operator.hopper, self.operator.punched))
        self.status.show(texts.status(self.ibm704, self.pacer))

    def look_for_board(self) -> None:
        """Watch the words of the checkers board, if the program has one."""
        cells = cells_of(self.operator.symbols)
        if cells != self.lamps.cells:
            self.lamps.watch(cells)

    # ------------------------------------------------------------ layout

    def focused_in(self, pane: str) -> Widget:
        """Return what the keys go to when a pane is shown."""
        return self.paper if pane == "paper" else self.panel

    def action_side(self) -> None:
        """Show the checkers board, or the display tube."""
        self._shows_tube = not self._shows_tube
        self.screen_stack[0].set_class(self._shows_tube, "tube")
        self.show()

    # ------------------------------------------------------------ hands

    def on_key(self, event: events.Key) -> None:
        """Press what a key of the PC stands for."""
        if len(self.screen_stack) > 1:
            return
        key = TEXTUAL_KEYS.get(event.key, event.key)
        if key in PC_KEYS:
            event.stop()
            self.press(PC_KEYS[key])
        elif key in DIGITS:
            self.operator.enter_digit(int(key))
        elif key == SIGN:
            self.operator.flip(0)
        elif key == RUB_OUT:
            self.operator.rub_out()
        elif key == KEYS_UP:
            self.operator.entered = 0
        elif key == AUTOMATIC:
            self.operator.switch_automatic()
        elif key == "q":
            self.action_stop()
        elif key == "question_mark":
            self.action_help()

    def press(self, name: str) -> None:
        """Press a key of the console, and hold it for a moment."""
        try:
            if name not in self.operator.down:
                self.operator.release()
                if said := self.operator.press(name):
                    self.notify(said, severity="warning", timeout=4, markup=False)
        except IronboardError as error:
            self.report(error)
        self._release_at = self._now() + HELD.get(name, TOUCHED)
        self.go_on()

    def go_on(self) -> None:
        """Let time go on that stood still for want of something, and count it from now."""
        if self.pacer.stop != Stop.NONE:
            self.pacer.resume()
        self.pacer.restart()

    def on_console_touched(self, message: Console.Touched) -> None:
        """Press what was clicked."""
        what, _, which = message.target.partition(" ")
        if what == "key":
            self.press(which)
        elif what == "entry":
            self.operator.flip(int(which))
        elif what == "switch":
            self.operator.switch(int(which))
        elif what == "automatic":
            self.operator.switch_automatic()
        elif what == "keys_up":
            self.operator.entered = 0

    def action_switch(self, number: int) -> None:
        """Throw a sense switch."""
        self.operator.switch(number)

    def action_take_cards(self) -> None:
        """Take the cards out of the hopper."""
        self.notify(f"{self.operator.take_cards()} cards taken out of the hopper", timeout=3, markup=False)

    def action_tear_off(self) -> None:
        """Tear the paper off."""
        self.paper.tear_off()

    # ------------------------------------------------------------ files

    def action_open(self) -> None:
        """Ask for a file and open it."""
        self.push_screen(OpenDialog(*texts.OPEN), self._open)

    def _open(self, answer: str | None) -> None:
        if not answer:
            return
        try:
            self.notify(media.open_file(self.operator, answer), markup=False)
        except IronboardError as error:
            self.report(error)
        self.look_for_board()
        self.go_on()

    def action_save(self) -> None:
        """Ask what to save, and save it."""
        self.push_screen(SaveDialog(texts.SAVE), self._save)

    def _save(self, answer: Saving | None) -> None:
        if answer is None:
            return
        try:
            paper = self.paper.paper.text
            self.notify(media.save_file(self.operator, answer.path, paper, overwrite=answer.overwrite), markup=False)
        except IronboardError as error:
            self.report(error)


def run_terminal(operator: Operator, *, speed: float = 1.0) -> int:
    """Show an IBM 704 and its operator in this terminal until the user quits; return the exit status."""
    return run(lambda: App704(operator, speed=speed))
