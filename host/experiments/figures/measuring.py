"""Which function measures which figure? The tables FIGURES of the files of measured/ say so.

    FIGURES: dict[str, Measure] = {
        "kalah.moves-6": lambda: Measured(count(6), "asm/cdc6600/kalah.compass, until it stops"),
    }

A function lets the emulated machine do the thing, and returns what is the same on every host: cycles, bytes, counts.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import NamedTuple

from host.experiments.figures import measured
from host.experiments.figures.table import Figure, FiguresError, Value


class Measured(NamedTuple):
    """Our value, and how it was found."""

    value: Value
    how: str


Measure = Callable[[], Measured]


def alike(values: Iterable[int | str], several: bool = False) -> int | str:
    """Return the one value that all are; else, or if there are `several`, a text of all: it agrees with no figure."""
    found = list(dict.fromkeys(values))
    return found[0] if len(found) == 1 and not several else f"not one but {', '.join(map(str, found)) or 'none'}"


def find_measurements(package: ModuleType = measured) -> dict[str, Measure]:
    """Load every file of measured/; return what they measure, by the figures' ids.

    Raises FiguresError if two are of one figure.
    """
    found: dict[str, Measure] = {}
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for figure, function in importlib.import_module(module.name).FIGURES.items():
            if figure in found:
                raise FiguresError(f"two functions measure '{figure}'")
            found[figure] = function
    return found


def measure(
    figures: Iterable[Figure],
    measurements: Mapping[str, Measure],
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
