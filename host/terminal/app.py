"""What is the same in every machine's terminal view: time, pause, speed, help, errors, leaving."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from emulators.errors import IronboardError
from emulators.machine import Machine, Stop
from host.pacing import Pacer
from host.terminal.dialogs import HelpScreen

FRAMES = 40  # per second

Commands = Mapping[str, tuple[str, str]]  # PC key -> name of the command, what it does


def bindings(commands: Commands, more: Mapping[str, str] | None = None) -> list[BindingType]:
    """Return bindings that work wherever the focus is: commands, and actions by their keys.

    Tab is Textual's own while a dialog is open, so it is none of them.
    """
    table = {key: name for key, (name, _) in commands.items() if key != "tab"} | (dict(more) if more else {})
    return [Binding(key, action, show=False, priority=True) for key, action in (table | {"ctrl+c": "quit"}).items()]


class MachineApp(App[int]):
    """A machine in a terminal.

    `now` is the clock on the wall, `frames` how often a second it is looked at; with 0 somebody else calls `tick`.
    """

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    own_actions: ClassVar[frozenset[str]]  # those that must wait while a dialog is open
    help_text: ClassVar[str]

    def __init__(
        self,
        machine: Machine,
        *,
        speed: float = 1.0,
        now: Callable[[], float] = time.perf_counter,
        frames: int = FRAMES,
    ) -> None:
        super().__init__()
        self.machine = machine
        self.pacer = Pacer(machine, speed, now)
        self._frames = frames

    def start_clock(self) -> None:
        """Start the clock, and show the machine."""
        if self._frames:
            self.set_interval(1 / self._frames, self.tick)
        self.pacer.restart()
        self.show()

    # ------------------------------------------------------------ what a machine's own view says

    def show(self) -> None:
        """Bring every widget up to date."""
        raise NotImplementedError

    def look(self) -> None:
        """Do what is to be done behind each piece of the machine's time."""

    def stopped(self, stop: Stop) -> None:
        """Tell that the machine has stopped by itself."""
        raise NotImplementedError

    # ------------------------------------------------------------ time

    def tick(self) -> None:
        """Let the machine catch up with the clock, and show it."""
        running = self.pacer.stop == Stop.NONE
        try:
            self.pacer.advance()
        except IronboardError as error:
            self.pacer.pause()
            self.report(error)
        self.look()
        if running and self.pacer.stop != Stop.NONE:
            self.stopped(self.pacer.stop)
        self.show()

    def report(self, error: Exception) -> None:
        """Show an error."""
        self.notify(str(error), severity="error", timeout=8, markup=False)

    # ------------------------------------------------------------ commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a dialog is open, only quitting is possible beside it."""
        return action == "quit" or action not in self.own_actions or len(self.screen_stack) == 1

    def action_pause(self) -> None:
        """Let time stand still, or go on."""
        if self.pacer.paused:
            self.pacer.resume()
        else:
            self.pacer.pause()

    def action_slower(self) -> None:
        """Go to the next lower speed."""
        self.pacer.slower()

    def action_faster(self) -> None:
        """Go to the next higher speed."""
        self.pacer.faster()

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(HelpScreen(self.help_text))

    def action_stop(self) -> None:
        """Leave."""
        self.exit(0)

    async def action_quit(self) -> None:
        """Leave."""
        self.exit(0)


def run(build: Callable[[], MachineApp]) -> int:
    """Show a machine in this terminal until the user quits; return the exit status."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise IronboardError("this is no terminal to draw on: use --headless, or run the command in a terminal")
    app = build()
    app.run()
    return app.return_code or 0
