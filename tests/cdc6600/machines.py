"""Bare 6600s for the tests: a processor and its storage, on each of the cores."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from emulators.cdc6600 import core, flat, scoreboard
from emulators.cdc6600.isa import PARCELS, PASS
from emulators.cdc6600.scoreboard import COLUMNS, Column
from emulators.processor import CORES, Processor

START = 0o100


class Default:
    """The core on which machines of the tests run that `on_each_core` is for."""

    core = "python"


@pytest.fixture(autouse=True, scope="module", params=CORES)
def on_each_core(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run the tests of a module that imports this on both cores."""
    Default.core = request.param
    yield
    Default.core = "python"


def words(*texts: str) -> list[int]:
    """Return words from their parcels in octal, `36612 0520000100`; passes fill a word up."""
    return [word(text) for text in texts]


def word(text: str) -> int:
    """Return one word."""
    digits = text.replace(" ", "")
    return int(digits + f"{PASS:05o}" * (PARCELS - len(digits) // 5), 8)


class Flat:
    """A 6600 with its storage: `m` is the record, `run` goes to a cycle, `step` executes one instruction."""

    def __init__(self, kind: str, exact: int = 0) -> None:
        self.processor = Processor(flat, kind)
        self.m = self.processor.m
        core.power_on(self.m)
        self.m.exact = exact

    def run(self, cycles: int = 100_000) -> None:
        """Run for so many cycles."""
        self.processor.run(int(self.m.cycles) + cycles)

    def step(self) -> None:
        """Execute one instruction."""
        self.run(0)

    def put(self, address: int, *values: int) -> None:
        """Put words into storage."""
        for each in values:
            self.m.memory[address] = each
            address += 1

    def program(self, *texts: str, at: int = START) -> None:
        """Put a program into storage, and go to its beginning."""
        self.put(at, *words(*texts))
        core.go_to(self.m, at, 0)

    def values(self, *names: str) -> tuple[int, ...]:
        """Return fields of the record."""
        return tuple(int(getattr(self.m, name)) for name in names)

    def rows(self) -> list[dict[Column, int]]:
        """Return what the model of time has noted."""
        scoreboard.finish(self.m)
        starts = range(0, int(self.m.timing_length) * COLUMNS, COLUMNS)
        rows = [{column: int(self.m.timing_rows[start + column]) for column in Column} for start in starts]
        return sorted(rows, key=lambda row: row[Column.ISSUE])
