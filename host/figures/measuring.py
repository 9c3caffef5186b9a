"""Which function measures which figure? A function of machines/*.py says so itself.

    @measures("kalah.moves-6")
    def moves_with_six_pits() -> Measured:
        return Measured(count(6), "asm/cdc6600/kalah.s, until it stops")

It lets the emulated machine do the thing, and returns what is the same on every host: cycles, bytes, counts.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from typing import NamedTuple

from host.figures import machines
from host.figures.agreement import Value
from host.figures.table import Figure, FiguresError


class Measured(NamedTuple):
    """Our value, and how it was found."""

    value: Value
    how: str


Measurement = Callable[[], Measured]

MEASUREMENTS: dict[str, Measurement] = {}  # figure's id -> function


def measures(figure: str) -> Callable[[Measurement], Measurement]:
    """Mark the function that measures the figure with this id."""

    def mark(function: Measurement) -> Measurement:
        if figure in MEASUREMENTS:
            raise FiguresError(f"two functions measure '{figure}'")
        MEASUREMENTS[figure] = function
        return function

    return mark


def find_measurements() -> dict[str, Measurement]:
    """Load every file of machines/; return what they can measure."""
    for module in pkgutil.iter_modules(machines.__path__, f"{machines.__name__}."):
        importlib.import_module(module.name)
    return MEASUREMENTS


def measure(figures: Iterable[Figure], measurements: dict[str, Measurement]) -> dict[str, Measured]:
    """Measure the figures that can be; raises FiguresError if there is a measurement of no figure."""
    ids = [figure.id for figure in figures]
    strays = set(measurements) - set(ids)
    if strays:
        raise FiguresError(f"measured, but published nowhere: {', '.join(sorted(strays))}")
    return {each: measurements[each]() for each in ids if each in measurements}
