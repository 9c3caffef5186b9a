"""A debugger on a terminal that is driven by a test: the clock on the wall moves when the test says so."""

from __future__ import annotations

import asyncio
import functools
import inspect
from contextlib import asynccontextmanager
from pathlib import Path
from unittest import mock

from textual.screen import Screen
from textual.widgets import Input

from emulators.image import Image, SourceLine
from host.debugger.opening import Opened, Target, open_session
from host.debugger.session import Session
from host.debugger.tui.app import DebuggerApp
from host.languages.sources import Sources
from tests.debugger.programs import COUNTING, machine
from tests.debugger.screen.screen_text import text
from tests.machines.ironboard_machines.toy import MODEL

FRAME = 0.025  # seconds between two looks at the clock
HOST = 50
SMALL, LARGE, HUGE = (80, 24), (120, 40), (200, 50)
LINES = {0: 3, 1: 4, 2: 5, 3: 6, 4: 7, 0o40: 9, 0o41: 10, 0o42: 11}  # address -> line of count.txt
LABELS = {"LOOP": 0, "TWICE": 0o40, "COUNTER": 0o100, "ONE": 0o101}


class Clock:
    """The clock on the wall, beside a computer on which the machine runs at most HOST times as fast as the original."""

    def __init__(self, machine):
        self.time = 100.0
        self._machine, self._cycles = machine, machine.cycles

    def __call__(self):
        run = max(0, self._machine.cycles - self._cycles)
        self._cycles = self._machine.cycles
        self.time += run / (HOST * self._machine.clock) + 1e-6
        return self.time


class Desk:
    """The application, its user, and the clock."""

    def __init__(self, app, pilot, clock):
        self.app, self.pilot, self.clock = app, pilot, clock
        self.session, self.machine = app.session, app.session.machine

    async def settle(self):
        """Let everything happen that is under way."""
        await self.pilot.pause()
        while len(self.app.workers):
            await self.app.workers.wait_for_complete()
            await self.pilot.pause()

    async def wait(self, seconds):
        """Let time pass."""
        await self.settle()
        end = self.clock.time + seconds
        while self.clock.time < end:
            self.clock.time += FRAME
            self.app.tick()
        await self.settle()

    async def press(self, *keys):
        """Press keys, one after the other."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def type(self, text):
        """Type a text."""
        names = {" ": "space", ":": "colon", ".": "full_stop", "=": "equals_sign", "$": "dollar_sign"}
        await self.press(*(names.get(character, character) for character in text))

    async def command(self, line):
        """Type a command on the command line."""
        self.app.command_line.focus()
        self.app.command_line.value = line
        await self.press("enter")

    async def fill(self, **fields):
        """Fill in a dialog, and accept it."""
        for name, value in fields.items():
            self.app.screen.query_one(f"#{name}", Input).value = value
        await self.press("enter")

    async def click(self, pane, column, row, times=1):
        """Click into a pane: a column and a row of its own."""
        await self.pilot.click(f"#{pane}", offset=(column, row), times=times)
        await self.settle()

    @property
    def screen(self):
        """What the terminal shows, as text."""
        self.app.show()
        return text(self.app)

    def lines(self, pane):
        """Return the lines of a pane, as they are shown."""
        region = self.app.panes[pane].region
        return [line[region.x : region.right].rstrip() for line in self.screen.splitlines()[region.y : region.bottom]]

    def heading(self, pane):
        """Return what stands above a pane."""
        region = self.app.panes[pane].region
        return self.screen.splitlines()[region.y - 1][region.x : region.right].rstrip()

    @property
    def status(self):
        """The status line."""
        return self.screen.splitlines()[-3]

    @property
    def timeline(self):
        """The time line."""
        return self.screen.splitlines()[-4]

    @property
    def now(self):
        """The line that is marked in the source: its number and its text, None if there is none."""
        marked = [line for line in self.lines("source") if "►" in line]
        return None if not marked else (int(marked[0][3:8]), marked[0][9:].strip())

    @property
    def said(self):
        """Everything in the log."""
        return "\n".join(line for line, _ in self.app.log_pane.lines)

    @property
    def dialog(self):
        """The dialog that is open, None if there is none."""
        return self.app.screen if len(self.app.screen_stack) > 1 else None

    @property
    def error(self):
        """What a dialog says is wrong."""
        return str(self.app.screen.query_one("#error").render())


def toy(program=None, folder=None):
    """Return a session on the toy machine, with a source."""
    lines = [SourceLine(address, 1, "count.txt", line) for address, line in LINES.items()]
    sources = Sources([Image(symbols=LABELS, lines=lines)], [folder or Path(__file__).parent], radix=8, address_bits=9)
    return Opened(Session(machine(COUNTING if program is None else program), sources), MODEL)


def wally():
    """Return a session on the KIM-1, Wally being about to begin."""
    return open_session(Target("wally"))


def kim1():
    """Return a session on a bare KIM-1."""
    return open_session(Target())


def leave_unpainted(screen):
    """Draw nothing for a terminal that is not there: `Desk.screen` draws everything when a test looks."""
    screen._compositor._dirty_regions.clear()
    screen._dirty_widgets.clear()


@asynccontextmanager
async def opened(session=None, size=LARGE, typing=False, **options):
    """Open the debugger; on the toy machine, if nothing else is said. Unless `typing`, leave the command line."""
    session = session or toy()
    clock = Clock(session.session.machine)
    app = DebuggerApp(session, now=clock, frames=0, **options)
    with mock.patch.object(Screen, "_compositor_refresh", leave_unpainted):
        async with app.run_test(size=size, tooltips=False) as pilot:
            await pilot.pause()
            desk = Desk(app, pilot, clock)
            if not typing:
                await desk.press("escape")
            yield desk


def driven(test):
    """Run a test that is a coroutine."""

    @functools.wraps(test)
    def run(*arguments, **options):
        asyncio.run(test(*arguments, **options))

    return run


def on_desk(session=toy, **options):
    """Run a test that is a coroutine: its first argument is the desk of a debugger opened on what `session` returns."""

    def decorator(test):
        @functools.wraps(test)
        async def on_it(*arguments, **fixtures):
            async with opened(session(), **options) as desk:
                await test(desk, *arguments, **fixtures)

        first, *others = inspect.signature(test).parameters.values()
        assert first.name == "desk"
        on_it.__signature__ = inspect.Signature(others)  # those that pytest has to give
        return driven(on_it)

    return decorator
