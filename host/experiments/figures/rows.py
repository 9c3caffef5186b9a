"""Rows of published figures, chosen by name, pattern or document, each measured alone (`ironboard figures ROW`).

go.board: rows and columns of the board
  document   A. Author: A Title, Chapter 2, line 103 of the text
  program    Go (KIM-1)
  published  15 by 15
  ours       15, 15
  agrees     same
  measured   first moves that the program accepts
  again      ironboard figures go.board
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from textwrap import fill
from typing import Annotated, Any, NamedTuple, TypedDict

from host.experiments.figures.page import NOT_YET, WIDTH, progress
from host.experiments.figures.table import (
    Document,
    Figure,
    FiguresError,
    Measured,
    Program,
    documents,
    find_measurements,
    shown,
    verdict,
)
from host.formats import results

INDENT = 13  # columns, of what follows the name of a field


class Row(NamedTuple):
    """A figure in its place."""

    document: Document
    program: Program
    figure: Figure

    @property
    def place(self) -> str:
        """The document and the place in it."""
        author = f"{self.document.author}: " if self.document.author else ""
        line = f", line {self.figure.line} of the text" if self.figure.line else ""
        return f"{author}{self.document.title}, {self.figure.source}{line}"

    @property
    def command(self) -> str:
        """The command that measures this row."""
        return f"ironboard figures {self.figure.id}"


class FigureRow(TypedDict):
    """A published figure, and ours."""

    id: str
    document: str
    program: str
    machine: str
    quantity: str
    published: Annotated[str, "in the words of the document"]
    source: Annotated[str, "where in the document"]
    line: Annotated[int | None, "of the document's text, where the quotation begins; null: the text is not at hand"]
    unit: str
    ours: Annotated[Any, "the value here, a number, text or list; null: not yet measured"]
    agrees: Annotated[str | None, "same, shifted, within, differs, or how many times its value ours is"]
    how: Annotated[str | None, "how ours was measured"]
    remark: str
    command: Annotated[str, "measures this row again"]


class FigureList(TypedDict):
    """Published figures, and ours."""

    figures: list[FigureRow]


def run(names: Sequence[str] = (), document: str | None = None, listed: bool = False, as_json: bool = False) -> None:
    """Measure the rows of these names or patterns, of one document or of all; print each as soon as it is measured."""
    rows = chosen(names, documents(), document)
    if listed:
        width = max(len(each.figure.id) for each in rows)
        print("\n".join(f"{each.figure.id:{width}}  {each.figure.quantity}" for each in rows))
        return
    measurements = find_measurements()
    found: list[FigureRow] = []
    for number, row in enumerate(rows, 1):
        with progress(number, len(rows), row.figure.id):
            measure = measurements.get(row.figure.id)
            ours = measure() if measure else None
        if as_json:
            found.append(as_data(row, ours))
        else:
            print("\n" * (number > 1) + "\n".join(lines(row, ours)), flush=True)
    if as_json:
        results.show(FigureList(figures=found))


def chosen(names: Sequence[str], known: Sequence[Document], document: str | None = None) -> list[Row]:
    """Return the rows of these names or patterns (* ? []), in the order of the page; all of them for no name.

    Raises FiguresError for a name or document that is not known, with the nearest ones.
    """
    if document is not None:
        here = [each for each in known if each.name == document]
        if not here:
            raise FiguresError(f"no document '{document}': there are {', '.join(each.name for each in known)}")
        known = here
    rows = [Row(each, program, figure) for each in known for program in each.programs for figure in program.figures]
    if not rows:
        raise FiguresError(f"no rows in '{document}'")
    ids = [each.figure.id for each in rows]
    for name in names:
        if not any(fnmatchcase(each, name) for each in ids):
            near = difflib.get_close_matches(name, ids, n=3)
            hint = f"is it {' or '.join(near)}? " if near else ""
            raise FiguresError(f"no row '{name}': {hint}`ironboard figures --list` prints the names")
    return [each for each in rows if not names or any(fnmatchcase(each.figure.id, name) for name in names)]


def lines(row: Row, ours: Measured | None) -> Iterator[str]:
    """Return the lines that show a row."""
    figure = row.figure
    yield f"{figure.id}: {figure.quantity}"
    fields = {
        "document": row.place,
        "program": f"{row.program.name} ({row.program.machine})",
        "published": figure.quote or figure.published,
        "ours": shown(ours.value, figure.unit) if ours else NOT_YET,
        "agrees": verdict(figure, ours),
        "measured": ours.how if ours else "",
        "remark": figure.remark,
        "again": row.command,
    }
    for name, text in fields.items():
        if text:
            start = f"  {name:{INDENT - 2}}"
            yield fill(text, WIDTH, initial_indent=start, subsequent_indent=" " * INDENT, break_on_hyphens=False)


def as_data(row: Row, ours: Measured | None) -> FigureRow:
    """Return a row for `--json`."""
    document, program, figure = row
    return FigureRow(
        id=figure.id, document=document.title, program=program.name, machine=program.machine, quantity=figure.quantity,
        published=figure.published, source=figure.source, line=figure.line or None, unit=figure.unit,
        ours=ours.value if ours else None,
        agrees=verdict(figure, ours) or None,
        how=ours.how if ours else None, remark=figure.remark, command=row.command,
    )  # fmt: skip
