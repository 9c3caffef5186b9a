"""A report as text, as Markdown, as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from host.sweep.figures import Cell, Histogram, Report, Table

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


def as_json(report: Report) -> str:
    """Return the report for programs."""
    content: dict[str, Any] = {
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
