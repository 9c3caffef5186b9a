"""Terminals that are driven by tests: the clock moves only when the test says so."""

import asyncio
import functools


class Clock:
    """The clock on the wall."""

    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


def driven(test):
    """Run a test that is a coroutine."""

    @functools.wraps(test)
    def run(*arguments, **options):
        asyncio.run(test(*arguments, **options))

    return run
