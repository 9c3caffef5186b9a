"""The console of the CDC 6600 in a text terminal: two round screens beside each other, or one at a time.

╭──────────╮ ╭──────────╮     From 116 columns on, both are shown, and Ctrl-B chooses which;
│   left   │ │  right   │     below that, it goes from one to the other.
╰──────────╯ ╰──────────╯
  status, hints
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import PurePath
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from emulators.errors import IronboardError
from emulators.machine import Stop
from host.desk.cdc6600 import media
from host.desk.cdc6600.console import Console
from host.desk.cdc6600.keys import CLEAR, COMMANDS, ENTER, PAGES, RUB_OUT
from host.terminal.app import FRAMES, MachineApp, bindings, run
from host.terminal.cdc6600 import texts
from host.terminal.cdc6600.glass import Glass, Shown
from host.terminal.dialogs import OpenDialog, SaveDialog, Saving
from host.terminal.line import Line

WIDE = 116  # columns from which both screens are shown
TEXTUAL_KEYS = {"pageup": "page up", "pagedown": "page down"}  # Textual's name -> ours
BOTH, LEFT, RIGHT = "both", "left", "right"
LINES, PICTURE = "AO", "K"  # displays whose end matters, not their beginning; K is one if it shows OUTPUT


class App6600(MachineApp):
    """The application."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["../common.tcss", "cdc6600.tcss"]
    TITLE = "Ironboard CDC 6600"
    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS | texts.VIEW_COMMANDS)
    own_actions = frozenset(name for name, _ in (COMMANDS | texts.VIEW_COMMANDS).values())
    help_text = texts.HELP + "\n" + "\n".join(texts.key_lines())

    def __init__(
        self,
        console: Console,
        *,
        speed: float = 1.0,
        now: Callable[[], float] = time.perf_counter,
        frames: int = FRAMES,
    ) -> None:
        super().__init__(console.machine, speed=speed, now=now, frames=frames)
        self.desk = console
        console.start(speed, now)
        self.pacer = console.pacer
        self.glasses = (Glass(id=LEFT), Glass(id=RIGHT))
        self.status = Line(id="status")
        self._wide = False
        self._wanted = BOTH
        self._shifts = [0, 0]  # rows by which the user has moved the screens

    def compose(self) -> ComposeResult:
        """Yield the widgets."""
        with Horizontal(id="desk"):
            yield from self.glasses
        yield self.status
        yield Static(texts.HINTS, id="hints", markup=False)

    def on_mount(self) -> None:
        """Start the clock."""
        self.start_clock()

    # ------------------------------------------------------------ time

    def stopped(self, stop: Stop) -> None:
        """Leave it at that: the screens say why."""

    def show(self) -> None:
        """Bring every widget up to date."""
        desk = self.desk
        screens = (desk.left, desk.right)
        for number, (glass, screen) in enumerate(zip(self.glasses, screens, strict=True)):
            letter = desk.shown[number]
            typed = number == self._at_hand
            glass.show(
                Shown(
                    screen._replace(foot=desk.foot) if typed else screen,
                    typed=typed,
                    refused=typed and desk.refused and not desk.line,
                    at_end=letter in LINES or (letter == PICTURE and not desk.machine.system.picture),
                    shift=self._shifts[number],
                )
            )
        self.status.show(texts.status(desk))

    # ------------------------------------------------------------ layout

    @property
    def _choices(self) -> tuple[str, ...]:
        return (BOTH, LEFT, RIGHT) if self._wide else (LEFT, RIGHT)

    @property
    def _seen(self) -> str:
        """What of the two screens is seen."""
        return self._wanted if self._wanted in self._choices else LEFT

    @property
    def _at_hand(self) -> int:
        """The screen on which is typed and paged: the left one, unless the right one is alone."""
        return int(self._seen == RIGHT)

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout."""
        self._wide = event.size.width >= WIDE
        self._arrange()

    def action_screens(self) -> None:
        """Show the next screen, or both."""
        choices = self._choices
        self._wanted = choices[(choices.index(self._seen) + 1) % len(choices)]
        self._arrange()

    def _arrange(self) -> None:
        layout = self.screen_stack[0]
        for each in (BOTH, LEFT, RIGHT):
            layout.set_class(each == self._seen, each)
        self.call_after_refresh(self.show)

    # ------------------------------------------------------------ hands

    def on_key(self, event: events.Key) -> None:
        """Type a character, or do what a key of the keyboard does."""
        if len(self.screen_stack) > 1:
            return
        key = TEXTUAL_KEYS.get(event.key, event.key)
        if key in PAGES:
            self.turn(PAGES[key])
        elif key == ENTER:
            self.enter()
        elif key == RUB_OUT:
            self.desk.rub_out()
        elif key == CLEAR:
            self.desk.clear()
        elif event.character and event.is_printable:
            self.desk.type(event.character)
        else:
            return
        event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """Type what is pasted, every line of it."""
        if len(self.screen_stack) > 1:
            return
        for line in event.text.splitlines(keepends=True):
            self.desk.type(line.rstrip("\r\n"))
            if line.endswith(("\r", "\n")):
                self.enter()

    def enter(self) -> None:
        """Do what the line says."""
        self.desk.enter()
        self._shifts = [0, 0]

    def turn(self, pages: int) -> None:
        """Move the rows of the screen, if it has too many, by pages back or forth; at their end, turn the display."""
        number, desk = self._at_hand, self.desk
        glass = self.glasses[number]
        away = pages if glass.shown.at_end else -pages  # from the rows that are shown at first
        wanted = self._shifts[number] + away * glass.page
        if self._shifts[number] == (glass.beyond if away > 0 else 0):
            before = list(desk.groups), dict(desk.back)
            desk.turn(pages, number)
            if before != (list(desk.groups), dict(desk.back)):
                wanted = 0 if away > 0 else glass.beyond
        self._shifts[number] = max(0, min(glass.beyond, wanted))

    def action_pause(self) -> None:
        """Let the job stand still, or go on."""
        if self.pacer.paused:
            self._try(self.desk.go)
        else:
            self.desk.hold()

    def action_rerun(self) -> None:
        """Begin the job anew."""
        self._try(self.desk.rerun)

    def action_step(self) -> None:
        """Execute one instruction."""
        self._try(self.desk.step)

    def _try(self, act: Callable[[], None]) -> None:
        """Do something that may be refused."""
        try:
            act()
        except IronboardError as error:
            self.report(error)

    # ------------------------------------------------------------ files

    def action_open(self) -> None:
        """Ask for a file and open it."""
        self.push_screen(OpenDialog(*texts.OPEN), self._open)

    def _open(self, answer: str | None) -> None:
        if answer:
            self._tell(lambda: media.open_file(self.desk, answer))

    def action_save(self) -> None:
        """Ask what to save, and save it."""
        self.push_screen(SaveDialog(texts.SAVE), self._save)

    def _save(self, answer: Saving | None) -> None:
        if answer:
            self._tell(lambda: media.save_file(self.desk, answer.path, overwrite=answer.overwrite))

    def _tell(self, act: Callable[[], str]) -> None:
        """Do something with a file, and tell what came of it."""
        try:
            self.notify(act(), markup=False)
        except IronboardError as error:
            self.report(error)


def run_terminal(console: Console, *, speed: float = 1.0) -> int:
    """Show the console of a 6600 in this terminal until the user quits; return the exit status."""
    return run(lambda: App6600(console, speed=speed))
