"""A 6600's console in a terminal that is driven by a test: its clock moves only when the test says so."""

from __future__ import annotations

from contextlib import asynccontextmanager

from textual.widgets import Input

from host.cdc6600 import Cdc6600
from host.desk.cdc6600 import media
from host.desk.cdc6600.console import Console
from host.desk.screen_text import text
from host.terminal.cdc6600.app import App6600
from tests.terminal.kim1.desk import Clock

FRAME = 0.0005  # seconds: 5,000 cycles, which the plain core does in an instant
SMALL, LARGE = (80, 24), (120, 40)


def console(source=None, folder=None):
    """Return a console, with the program of this source as its job."""
    found = Console(Cdc6600(core="compiled"))
    if source is None:
        found.hold()
    else:
        file = folder / f"{source.split()[1].lower()}.compass"
        file.write_text(source)
        media.begin(found, str(file))
    return found


class Desk:
    """The application, its user, and the clock."""

    def __init__(self, app, pilot, clock):
        self.app, self.pilot, self.clock = app, pilot, clock
        self.console, self.machine = app.desk, app.desk.machine

    async def wait(self, seconds=FRAME):
        """Let time pass, a frame after the other."""
        await self.pilot.pause()
        for _ in range(round(seconds / FRAME)):
            self.clock.time += FRAME
            self.app.tick()
        await self.pilot.pause()

    async def press(self, *keys):
        await self.pilot.press(*keys)
        self.app.show()
        await self.pilot.pause()

    async def type(self, line):
        """Type a line and enter it."""
        names = {".": "full_stop", ",": "comma", " ": "space"}
        await self.press(*(names.get(each, each) for each in line), "enter")

    async def fill(self, **fields):
        for name, value in fields.items():
            self.app.screen.query_one(f"#{name}", Input).value = value
        await self.press("enter")

    @property
    def screen(self):
        """What the terminal shows, as text."""
        return text(self.app)

    @property
    def foot(self):
        """What is at the foot of the screen on which is typed."""
        return self.app.glasses[self.app._at_hand].shown.screen.foot.text

    @property
    def notices(self):
        return [notice.message for notice in self.app._notifications]


@asynccontextmanager
async def opened(source=None, folder=None, size=LARGE, **options):
    """Open the application on a console."""
    clock = Clock()
    app = App6600(console(source, folder), now=clock, frames=0, **options)
    async with app.run_test(size=size, tooltips=False) as pilot:
        await pilot.pause()
        app.show()
        await pilot.pause()
        yield Desk(app, pilot, clock)
