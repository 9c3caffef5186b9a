"""A 704 in a terminal that is driven by a test: its clock moves only when the test says so."""

from __future__ import annotations

from contextlib import asynccontextmanager

from textual.widgets import Input

from host.desk.screen_text import text
from host.terminal.ibm704.app import App704
from host.terminal.ibm704.console import lines
from tests.desk.ibm704.room import room
from tests.terminal.kim1.desk import Clock

FRAME = 0.025
SMALL, LARGE = (80, 24), (120, 42)


class Desk:
    """The application, its user, and the clock."""

    def __init__(self, app, pilot, clock):
        self.app, self.pilot, self.clock = app, pilot, clock
        self.machine, self.operator = app.ibm704, app.operator

    async def wait(self, seconds):
        await self.pilot.pause()
        for _ in range(max(1, round(seconds / FRAME))):
            self.clock.time += FRAME
            self.app.tick()
        await self.pilot.pause()

    async def pass_time(self, seconds):
        """Let time pass in one piece."""
        self.clock.time += seconds
        self.app.tick()
        await self.pilot.pause()

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def fill(self, **fields):
        for name, value in fields.items():
            self.app.screen.query_one(f"#{name}", Input).value = value
        await self.press("enter")

    async def click(self, target):
        """Click on a part of the console."""
        for y, line in enumerate(lines(self.app.panel._shown)):
            x = 0
            for part in line:
                if part.target == target:
                    region = self.app.panel.content_region
                    inner = (region.x - self.app.panel.region.x + x, region.y - self.app.panel.region.y + y)
                    await self.pilot.click(self.app.panel, offset=inner)
                    await self.pilot.pause()
                    return
                x += len(part.text)
        raise AssertionError(f"there is no {target}")

    @property
    def screen(self):
        """What the terminal shows, as text."""
        return text(self.app)

    @property
    def notices(self):
        return [notice.message for notice in self.app._notifications]


@asynccontextmanager
async def opened(operator=None, size=LARGE, **options):
    """Open the application on a machine."""
    clock = Clock()
    app = App704(operator or room(), now=clock, frames=0, **options)
    async with app.run_test(size=size, tooltips=False) as pilot:
        await pilot.pause()
        yield Desk(app, pilot, clock)
