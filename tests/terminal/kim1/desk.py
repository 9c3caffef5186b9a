"""A KIM-1 in a terminal that is driven by a test: its clock moves only when the test says so."""

from __future__ import annotations

import asyncio
import functools
from contextlib import asynccontextmanager

from textual.widgets import Input

from host.desk.screen_text import text
from host.kim1 import Kim1
from host.seven_segments import BLOCKS
from host.terminal.kim1.app import KimApp
from host.terminal.kim1.leds import GAPS

FRAME = 0.025
SMALL, LARGE = (80, 24), (120, 40)


class Clock:
    """The clock on the wall."""

    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


class Desk:
    """The application, its user, and the clock."""

    def __init__(self, app, pilot, clock):
        self.app, self.pilot, self.clock, self.kim = app, pilot, clock, app.kim

    async def wait(self, seconds):
        await self.pilot.pause()
        for _ in range(round(seconds / FRAME)):
            self.clock.time += FRAME
            self.app.tick()
        await self.pilot.pause()

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def fill(self, **fields):
        for name, value in fields.items():
            self.app.screen.query_one(f"#{name}", Input).value = value
        await self.press("enter")

    @property
    def screen(self):
        """What the terminal shows, as text."""
        return text(self.app)

    @property
    def leds(self):
        """The digits as they are drawn, five lines."""
        width = len(BLOCKS[0]) * len(GAPS) + sum(GAPS)
        region = self.app.query_one("#leds").content_region
        left = region.x + (region.width - width) // 2
        return [line[left : left + width].rstrip() for line in self.screen.splitlines()[region.y : region.bottom]]

    @property
    def notices(self):
        return [notice.message for notice in self.app._notifications]


@asynccontextmanager
async def opened(kim=None, size=SMALL, **options):
    """Open the application on a machine whose monitor is up."""
    if kim is None:
        kim = Kim1(core="compiled")
        kim.run(seconds=0.1)
    clock = Clock()
    app = KimApp(kim, now=clock, frames=0, **options)
    async with app.run_test(size=size, tooltips=False) as pilot:
        await pilot.pause()
        yield Desk(app, pilot, clock)


def driven(test):
    """Run a test that is a coroutine."""

    @functools.wraps(test)
    def run(*arguments, **options):
        asyncio.run(test(*arguments, **options))

    return run
