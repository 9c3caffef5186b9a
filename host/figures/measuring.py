"""Which function measures which figure? A function of machines/*.py says so itself.

    @measures("kalah.moves-6")
    def moves_with_six_pits() -> Measured:
        return Measured(count(6), "asm/cdc6600/kalah.s, until it stops")

It lets the emulated machine do the thing, and returns what is the same on every host: cycles, bytes, counts.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import NamedTuple

from host.figures import machines
from host.figures.agreement import Value
from host.figures.table import Figure, FiguresError


class Measured(NamedTuple):
    """Our value, and how it was found."""

    value: Value
    how: str


@dataclass(frozen=True)
class Measurement:
    """A function that measures the figure with this id."""

    figure: str
    function: Callable[[], Measured]

    def __call__(self) -> Measured:
        """Measure it."""
        return self.function()


def measures(figure: str) -> Callable[[Callable[[], Measured]], Measurement]:
    """Mark the function that measures the figure with this id."""
    return lambda function: Measurement(figure, function)


def find_measurements(package: ModuleType = machines) -> dict[str, Measurement]:
    """Load every file of machines/; return what they measure, by the figures' ids.

    Measurements are names of a file, or the elements of tuples that are. Raises FiguresError if two are of one figure.
    """
    found: dict[str, Measurement] = {}
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, Measurement) and found.setdefault(each.figure, each) is not each:
                    raise FiguresError(f"two functions measure '{each.figure}'")
    return found


def measure(
    figures: Iterable[Figure],
    measurements: Mapping[str, Measurement],
    begun: Callable[[int, int, str], None] = lambda number, total, figure: None,
) -> dict[str, Measured]:
    """Measure the figures that can be; `begun` is called with number (from 1), total and id before each of them.

    Raises FiguresError if there is a measurement of no figure.
    """
    ids = [figure.id for figure in figures]
    strays = set(measurements) - set(ids)
    if strays:
        raise FiguresError(f"measured, but published nowhere: {', '.join(sorted(strays))}")
    found = {}
    wanted = [each for each in ids if each in measurements]
    for number, each in enumerate(wanted, 1):
        begun(number, len(wanted), each)
        found[each] = measurements[each]()
    return found
