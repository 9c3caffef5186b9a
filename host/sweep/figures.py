"""Figures of many results: how they are spread, in bars, in tables.

A percentile is the smallest value that so many per cent of all values do not exceed (nearest rank), so it is always
one that has occurred. Of equal values the first is named.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

MOST_BARS = 20
SPREAD = ("number", "least", "mean", "median", "90 %", "99 %", "most", "where")

Cell = int | float | str


class Sample(NamedTuple):
    """A value, and the item it comes from."""

    value: int
    where: str


class Table(NamedTuple):
    """Rows under titles; the first column says what each row is about."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]


class Histogram(NamedTuple):
    """How many values lie in each of the bars."""

    title: str
    unit: str
    width: int  # of a bar
    counts: dict[int, int]  # where a bar begins -> values from there on; those between without values are there, too


class Report(NamedTuple):
    """What all results together say."""

    remarks: list[str]
    tables: list[Table]
    histograms: list[Histogram]


def percentile(ordered: Sequence[int], percent: int) -> int:
    """Return the percentile of values in their order; there must be some."""
    return ordered[max(1, math.ceil(len(ordered) * percent / 100)) - 1]


def spread(title: str, samples: Sequence[Sample]) -> tuple[Cell, ...]:
    """Return the row of a table with the columns SPREAD behind the title's."""
    if not samples:
        return (title, 0, *[""] * (len(SPREAD) - 1))
    ordered = sorted(sample.value for sample in samples)
    most = max(samples, key=lambda sample: sample.value)
    middle = statistics.median(ordered)
    exact: Cell = int(middle) if middle == int(middle) else middle
    percentiles = (percentile(ordered, 90), percentile(ordered, 99))
    return (title, len(ordered), ordered[0], statistics.fmean(ordered), exact, *percentiles, most.value, most.where)


def spreads(title: str, of: str, groups: Iterable[tuple[str, Sequence[Sample]]]) -> Table:
    """Return a table of the spread of several groups of samples."""
    return Table(title, (of, *SPREAD), [spread(name, samples) for name, samples in groups])


class Line(NamedTuple):
    """A straight line through points."""

    slope: float
    intercept: float
    error: float  # standard error of the slope


def line(points: Sequence[tuple[float, float]]) -> Line | None:
    """Return the line of least squares; None if the points do not decide it, or say nothing of its error."""
    across = [x for x, _ in points]
    if len(points) < 3 or len(set(across)) < 2:
        return None
    slope, intercept = statistics.linear_regression(across, [y for _, y in points])
    left = sum((y - intercept - slope * x) ** 2 for x, y in points) / (len(points) - 2)
    middle = statistics.fmean(across)
    return Line(slope, intercept, math.sqrt(left / sum((x - middle) ** 2 for x in across)))


def mean_and_errors(values: Sequence[float]) -> tuple[Cell, Cell, Cell]:
    """Return mean, standard deviation of the sample, and standard error of the mean; blank where there is none."""
    if not values:
        return ("", "", "")
    deviation = statistics.stdev(values) if len(values) > 1 else None
    error: Cell = "" if deviation is None else deviation / math.sqrt(len(values))
    return (statistics.fmean(values), "" if deviation is None else deviation, error)


def bar_width(low: int, high: int) -> int:
    """Return 1, 2 or 5 times a power of ten, so that not too many bars reach from `low` to `high`."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if high // (digit * power) - low // (digit * power) < MOST_BARS:
                return digit * power
        power *= 10


def histogram(title: str, unit: str, values: Sequence[int]) -> Histogram:
    """Return the bars of some values."""
    if not values:
        return Histogram(title, unit, 1, {})
    width = bar_width(min(values), max(values))
    counts = Counter(value // width * width for value in values)
    return Histogram(title, unit, width, {low: counts[low] for low in range(min(counts), max(counts) + 1, width)})
