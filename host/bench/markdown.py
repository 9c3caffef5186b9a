"""Results as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from host.bench.columns import exact, table, verdict
from host.bench.document import Document
from host.bench.measuring import Result

SPECIAL = str.maketrans({"|": r"\|", "<": "&lt;", "*": r"\*", "`": r"\`"})


def page(document: Document) -> str:
    """Return the whole page."""
    return "\n".join(lines(document)) + "\n"


def lines(document: Document) -> Iterator[str]:
    """Return its lines."""
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
