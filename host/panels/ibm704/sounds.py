"""Sounds of the 704's units for cards and paper: recipes made by ear, in the rhythm of the units.

A unit's cycle begins when its clutch engages; its rows pass at the times of its tables: at these the reader's brushes
find the holes, the punch's magnets release the punches, and the printer's wheels are stopped at their digits.
"""

from __future__ import annotations

from emulators.ibm704 import printer, punch, reader
from emulators.ibm704.connection import MICROSECONDS
from host.ui.sound import Mode, Recipe, louder, struck

ROWS = 12
CLUTCH: Recipe = (Mode(130, 0.020, 0.20), Mode(620, 0.010, 0.14), Mode(2100, 0.004, 0.10))
KNOCK: Recipe = (Mode(480, 0.006, 0.10), Mode(1650, 0.003, 0.09))


def seconds(cycles: int) -> float:
    """Return cycles of the machine as seconds."""
    return cycles * MICROSECONDS / 1e6


def rows(first: int, pitch: int) -> list[float]:
    """Return when the rows of a card, or of a line, are under way, in seconds from the beginning of the cycle."""
    return [seconds(first + row * pitch) for row in range(ROWS)]


CARD: Recipe = (
    *CLUTCH,
    Mode(2600, 0.0004, 0.10, at=seconds(reader.FIRST), rub=0.05),  # brushes and rolls on the card
    *struck(louder(KNOCK, 0.5), *rows(reader.FIRST, reader.PITCH)),
    Mode(210, 0.016, 0.24, at=seconds(reader.CYCLE) - 0.03),  # it drops into the stacker
    Mode(3300, 0.0005, 0.12, at=seconds(reader.CYCLE) - 0.03, rub=0.010),
)
PUNCH: Recipe = (
    *CLUTCH,
    *struck((*louder(KNOCK, 2.0), Mode(150, 0.014, 0.26)), *rows(punch.FIRST, punch.PITCH)),
)
LINE: Recipe = (
    *louder(CLUTCH, 0.7),
    *struck(louder(KNOCK, 0.6), *rows(printer.FIRST, printer.PITCH)),
    Mode(90, 0.045, 0.50, at=seconds(printer.FIRST + ROWS * printer.PITCH)),  # the wheels press the paper
    Mode(360, 0.020, 0.30, at=seconds(printer.FIRST + ROWS * printer.PITCH)),
    Mode(1900, 0.0006, 0.20, at=seconds(printer.FIRST + ROWS * printer.PITCH), rub=0.012),
)
SOUNDS = {"card": CARD, "punched": PUNCH, "line": LINE}
