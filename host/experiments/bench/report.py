"""What the tables show, in which words: for the text on the screen and for the Markdown page alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from host.experiments.bench.document import Document
from host.experiments.bench.measuring import Cell, Goal, Result, Row, Table, times
from host.ui import notebook

# ---------------------------------------------------------------- columns
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
DIGITS = 3


class Column(NamedTuple):
    """A column of a table of rows."""

    title: str
    cell: Callable[[Row, Result], str]


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it: 1.6 s, 203 ms, 75 µs."""
    size, unit = next(((size, unit) for size, unit in UNITS if seconds >= size), UNITS[-1])
    return f"{significant(seconds / size)} {unit}"


def significant(number: float) -> str:
    """Return a number with three digits that count, or all of them before the point: 0.0750, 7.50, 75.0, 7,500."""
    magnitude = math.floor(math.log10(abs(number))) if number else 0
    return f"{number:,.{max(0, DIGITS - 1 - magnitude)}f}"


def span(low: float, high: float) -> str:
    """Return two times as a range."""
    first, second = duration(low), duration(high)
    unit = second.split()[1]
    return f"{first.removesuffix(' ' + unit)}-{second}" if first.endswith(" " + unit) else f"{first}-{second}"


def count(number: int | None) -> str:
    """Return a whole number, nothing for None."""
    return "" if number is None else f"{number:,}"


def rate(number: float | None) -> str:
    """Return a number that is not exact, nothing for None."""
    return "" if number is None else significant(number)


def against_base(row: Row, result: Result) -> str:
    """Return how many times faster than the base row."""
    return significant(times(row, result.base_row)) if result.base_row else ""


COLUMNS = (
    Column("", lambda row, _: row.label),
    Column("cycles", lambda row, _: count(row.cycles)),
    Column("original", lambda row, _: "" if row.cycles is None else f"{row.cycles / row.clock:,.3f} s"),
    Column("instructions", lambda row, _: count(row.instructions)),
    Column("here", lambda row, _: duration(row.median)),
    Column("middle half", lambda row, _: span(*row.quartiles)),
    Column("all runs", lambda row, _: span(min(row.seconds), max(row.seconds))),
    Column("MHz", lambda row, _: rate(row.megahertz)),
    Column("x original", lambda row, _: rate(row.times_real)),
    Column("x {base}", against_base),
)


def table(result: Result) -> tuple[list[str], list[list[str]]]:
    """Return the headings and the rows of a result; columns with nothing in them are left out."""
    columns = [
        (column.title.format(base=result.base), [column.cell(row, result) for row in result.rows]) for column in COLUMNS
    ]
    kept = [(title, cells) for title, cells in columns if any(cells)]
    return [title for title, _ in kept], [list(row) for row in zip(*(cells for _, cells in kept), strict=True)]


def exact(each: Table) -> list[list[str]]:
    """Return the cells of a table of exact figures as text, with as many decimals in all of a column."""
    columns = [written(column) for column in zip(*each.rows, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


def written(column: Sequence[Cell]) -> list[str]:
    """Return the cells of a column."""
    decimals = max((len(str(cell).partition(".")[2]) for cell in column if isinstance(cell, float)), default=0)
    return ["" if cell is None else cell if isinstance(cell, str) else f"{cell:,.{decimals}f}" for cell in column]


def verdict(goal: Goal) -> str:
    """Return a goal in words."""
    met = "met" if goal.met else "NOT MET"
    return f"{goal.what}: {goal.value:g} {goal.unit}; goal: below {goal.limit:g} {goal.unit}: {met}"


# ---------------------------------------------------------------- text
BAR = 50  # characters of the longest one


def text(result: Result) -> Iterator[str]:
    """Return a result as lines."""
    yield f"{result.name}: {result.title}"
    yield from aligned(*table(result))
    for each in result.tables:
        yield f"  {each.title}"
        yield from aligned(list(each.columns), exact(each), bars(each))
    for goal in result.goals:
        yield f"  {verdict(goal)}"
    for note in result.notes:
        yield f"  {note}"


def aligned(
    titles: Sequence[str], rows: Sequence[Sequence[str]], after: Sequence[str] = (), left: int = 1
) -> Iterator[str]:
    """Return a table as lines: `left` columns to the left, the others to the right, `after` after them."""
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    for row, words in zip([titles, *rows], ["", *(after or [""] * len(rows))], strict=True):
        cells = [f"{cell:{'<' if index < left else '>'}{widths[index]}}" for index, cell in enumerate(row)]
        yield f"    {'  '.join(cells)}  {words}".rstrip()


def bars(each: Table) -> list[str]:
    """Return the bars of a histogram; nothing if it is another table."""
    if not each.bars:
        return []
    numbers = [row[-1] for row in each.rows if isinstance(row[-1], int | float)]
    return ["#" * round(BAR * number / max(*numbers, 1)) for number in numbers]


# ---------------------------------------------------------------- notebooks


def html(result: Result) -> str:
    """Return a result for a cell of a notebook."""
    lines = [f"<p><b>{escape(result.name)}</b>: {escape(result.title)}</p>", *notebook.table(*table(result))]
    for each in result.tables:
        lines += [f"<p>{escape(each.title)}</p>", *notebook.table(each.columns, exact(each))]
    return "\n".join(lines + [f"<p>{escape(line)}</p>" for line in (*map(verdict, result.goals), *result.notes)])


# ---------------------------------------------------------------- markdown
SPECIAL = str.maketrans({"|": r"\|", "<": "&lt;", "*": r"\*", "`": r"\`"})


def page(document: Document) -> str:
    return "\n".join(lines(document)) + "\n"


def lines(document: Document) -> Iterator[str]:
    yield "# Benchmarks"
    yield ""
    yield f"Measured by `ironboard bench` on {document.measured}."
    yield ""
    yield from grid(["", ""], [[name, value] for name, value in document.host.items()], right=False)
    for result in document.results:
        yield from section(result)


def section(result: Result, heading: str = "##") -> Iterator[str]:
    """Return a result, under a heading of some level."""
    yield f"{heading} {result.name}"
    yield ""
    yield f"{result.title[:1].upper()}{result.title[1:]}.".translate(SPECIAL)
    yield ""
    yield from grid(*table(result))
    for each in result.tables:
        yield f"{each.title[:1].upper()}{each.title[1:]}:".translate(SPECIAL)
        yield ""
        yield from grid(list(each.columns), exact(each))
    sentences = [*map(verdict, result.goals), *result.notes]
    if sentences:
        yield from (f"* {sentence.translate(SPECIAL)}" for sentence in sentences)
        yield ""


def grid(titles: Sequence[str], rows: Sequence[Sequence[str]], right: bool = True) -> Iterator[str]:
    """Return a table: the first column to the left, the others, which are numbers, to the right."""
    yield row(titles)
    yield row(["---", *(["---:" if right else "---"] * (len(titles) - 1))], escape=False)
    yield from map(row, rows)
    yield ""


def row(cells: Sequence[str], escape: bool = True) -> str:
    """Return a row of a table."""
    return "| " + " | ".join(cell.translate(SPECIAL) if escape else cell for cell in cells) + " |"
