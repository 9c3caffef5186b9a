"""Figures of many results: their spread, in tables and histograms.

A percentile is the smallest value that n per cent of all values do not exceed (nearest rank), so it is always
one that has occurred. Of equal values the first is named.
"""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, NamedTuple, TypedDict

# ---------------------------------------------------------------- figures
MOST_BARS = 20
SHOWN = 10  # of many lines
SPREAD = ("number", "least", "mean", "median", "90 %", "99 %", "most", "where")

Cell = int | float | str


class Sample(NamedTuple):
    """A value, and its item."""

    value: int
    where: str


class Table(NamedTuple):
    """Rows under titles; the first column names each row."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]


class Histogram(NamedTuple):
    """The number of values in each of the bars."""

    title: str
    unit: str
    width: int  # of a bar
    counts: dict[int, int]  # start of a bar -> values in it; empty bars between others are included


class Report(NamedTuple):
    """The summary of all results."""

    remarks: list[str]
    tables: list[Table]
    histograms: list[Histogram]


def first_of(lines: Sequence[str]) -> list[str]:
    """Return the first of many lines, and one with the number of the others."""
    return [*lines[:SHOWN], *[f"{len(lines) - SHOWN:,} more"] * (len(lines) > SHOWN)]


def percentile(ordered: Sequence[int], percent: int) -> int:
    """Return a percentile of sorted values, one at least."""
    return ordered[max(1, math.ceil(len(ordered) * percent / 100)) - 1]


def spread(title: str, samples: Sequence[Sample]) -> tuple[Cell, ...]:
    """Return the row of a table with the columns SPREAD after the title's."""
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
    """Return the line of least squares; None if the points do not determine the line and its error."""
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
    """Return 1, 2 or 5 times a power of ten, so that the range from `low` to `high` has few enough bars."""
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


# ---------------------------------------------------------------- report
BAR = 50  # characters of the longest bar


def cell(value: Cell) -> str:
    """Return a figure as it is printed."""
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


def right(table: Table, column: int) -> bool:
    """Return whether a column holds numbers."""
    return any(not isinstance(row[column], str) for row in table.rows)


def bars(histogram: Histogram) -> Iterator[tuple[str, int, str]]:
    """Yield range, count and bar of a histogram."""
    longest = max(histogram.counts.values(), default=1)
    for low, count in histogram.counts.items():
        bounds = f"{low:,} to {low + histogram.width - 1:,}" if histogram.width > 1 else f"{low:,}"
        yield bounds, count, "#" * round(BAR * count / longest)


# ---------------------------------------------------------------- text


def as_text(report: Report) -> str:
    """Return the report for a terminal."""
    parts = ["\n".join(report.remarks)]
    parts += ["\n".join(text_table(table)) for table in report.tables]
    parts += ["\n".join(text_histogram(each)) for each in report.histograms if each.counts]
    return "\n\n".join(filter(None, parts)) + "\n"


def text_table(table: Table) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"{table.title}:"
    rows = [table.columns, *(tuple(map(cell, row)) for row in table.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.columns))]
    for row in rows:
        cells = (
            text.rjust(width) if right(table, column) else text.ljust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  " + "  ".join(cells).rstrip()


def text_histogram(histogram: Histogram) -> Iterator[str]:
    """Yield the lines of a histogram."""
    yield f"{histogram.title} ({histogram.unit}):"
    rows = [(bounds, f"{count:,}", bar) for bounds, count, bar in bars(histogram)]
    wide, high = max(len(row[0]) for row in rows), max(len(row[1]) for row in rows)
    yield from (f"  {bounds:>{wide}}  {count:>{high}}  {bar}".rstrip() for bounds, count, bar in rows)


# ---------------------------------------------------------------- Markdown


def as_markdown(report: Report) -> str:
    """Return the report for a page."""
    parts = ["  \n".join(report.remarks)]
    parts += ["\n".join(markdown_table(table)) for table in report.tables]
    parts += ["\n".join(markdown_histogram(each)) for each in report.histograms if each.counts]
    return "\n\n".join(filter(None, parts)) + "\n"


def markdown_table(table: Table) -> Iterator[str]:
    """Yield the lines of a table."""
    first, *others = table.columns
    yield f"| {table.title}: {first} | {' | '.join(others)} |"
    yield "|" + "|".join("---:" if right(table, column) else "---" for column in range(len(table.columns))) + "|"
    for row in table.rows:
        yield f"| {' | '.join(cell(each).replace('|', chr(92) + '|') for each in row)} |"


def markdown_histogram(histogram: Histogram) -> Iterator[str]:
    """Yield a histogram as a block of text."""
    yield from ("```", *text_histogram(histogram), "```")


# ---------------------------------------------------------------- JSON


class HistogramResult(TypedDict):
    """How many values are in each bar."""

    unit: str
    width: Annotated[int, "of a bar"]
    counts: Annotated[dict[str, int], "by the least value of a bar"]


class SummaryResult(TypedDict):
    """The summary of long work."""

    remarks: list[str]
    tables: Annotated[dict[str, list[dict[str, int | float | str]]], "rows by title: cells by column"]
    histograms: Annotated[dict[str, HistogramResult], "by title"]


def as_json(report: Report) -> str:
    """Return the report for programs."""
    content = {
        "remarks": report.remarks,
        "tables": {
            table.title: [dict(zip(table.columns, row, strict=True)) for row in table.rows] for table in report.tables
        },
        "histograms": {
            each.title: {"unit": each.unit, "width": each.width, "counts": each.counts} for each in report.histograms
        },
    }
    return json.dumps(content, indent=2) + "\n"


FORMATS: dict[str, Callable[[Report], str]] = {"text": as_text, "markdown": as_markdown, "json": as_json}
