"""Results as text for the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from host.bench.columns import exact, table, verdict
from host.bench.measuring import Result, Table

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
    titles: Sequence[str], rows: Sequence[Sequence[str]], behind: Sequence[str] = (), left: int = 1
) -> Iterator[str]:
    """Return a table as lines: so many columns to the left, the others to the right, `behind` behind them."""
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    for row, words in zip([titles, *rows], ["", *(behind or [""] * len(rows))], strict=True):
        cells = [f"{cell:{'<' if index < left else '>'}{widths[index]}}" for index, cell in enumerate(row)]
        yield f"    {'  '.join(cells)}  {words}".rstrip()


def bars(each: Table) -> list[str]:
    """Return the bars of a histogram; nothing if it is another table."""
    if not each.bars:
        return []
    numbers = [row[-1] for row in each.rows if isinstance(row[-1], int | float)]
    return ["#" * round(BAR * number / max(*numbers, 1)) for number in numbers]
