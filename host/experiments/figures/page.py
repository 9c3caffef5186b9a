"""The page docs/figures.md, and `ironboard figures`, which prints it, writes it, or checks that it is current.

There is a section for each document, and a table for each of its programs.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill

from host import interruption
from host.experiments.figures.table import (
    STATES,
    Document,
    Figure,
    FiguresError,
    Measured,
    Program,
    documents,
    figures,
    find_measurements,
    measure,
    shown,
    verdict,
)
from host.formats import storage

NOT_YET = "not yet"
WIDTH = 120
HEAD = (
    "| row | quantity | published | source | ours | agrees | how measured, remarks |",
    "|---|---|---|---|---:|---|---|",
)
INTRODUCTION = (
    "What the documents say about their programs in numbers, and what comes out here. `ironboard figures --write` "
    "generates this page from the tables in `host/experiments/figures/documents/` and measures ours anew: on the "
    "emulated machines, in emulated time, bytes and counts, so that every host gets the same page, and a test "
    "compares it. What takes games against another program is played once and stored. "
    "`ironboard figures ROW` measures a row alone, `ironboard figures --document NAME` a document: "
    "the names of both are in the tables and headings below. "
    "Published values stand in the words of the document, … where some are left out.",
    "*Agrees*: **same**, the published value exactly; **shifted**, the published word, rotated by one place; "
    "**within**, on the right side of a published limit; **differs**; "
    "or, where a document is only approximate, how many times its value ours is. **Not yet** is what waits for "
    "the machine that the heading names; remarks there say what is known already from models and from other programs.",
    "Statements with a result that have no row are listed after the tables, with line and state: "
    + "; ".join(f"**{state}**, {meaning}" for state, meaning in STATES.items())
    + ".",
)


def page(documents: Sequence[Document], measured: Mapping[str, Measured]) -> str:
    """Return the page as Markdown."""
    return "\n".join(lines(documents, measured)) + "\n"


def lines(documents: Sequence[Document], measured: Mapping[str, Measured]) -> Iterator[str]:
    """Return the page line by line."""
    yield "# Published figures"
    for text in (*INTRODUCTION, summary(figures(documents), measured)):
        yield from ("", fill(text, WIDTH))
    yield from ("", *inventory(documents, measured))
    for document in documents:
        yield from section(document, measured)


def inventory(documents: Sequence[Document], measured: Mapping[str, Measured]) -> Iterator[str]:
    """Return a table with the numbers of rows of each document, and of what has none."""
    yield f"| document | rows | differing | {' | '.join(STATES)} |"
    yield "|---|" + "---:|" * (2 + len(STATES))
    for document in documents:
        rows = figures([document])
        states = Counter(each.state for each in document.left_out)
        differing = sum(verdict(each, measured.get(each.id)) == "differs" for each in rows)
        numbers = (len(rows), differing, *(states[state] for state in STATES))
        yield f"| {document.title} | {' | '.join(map(str, numbers))} |"


def summary(all_figures: Sequence[Figure], measured: Mapping[str, Measured]) -> str:
    """Return a sentence with the number of figures, and of those that agree."""
    verdicts = [verdict(figure, measured.get(figure.id)) for figure in all_figures]
    kinds = Counter(each.partition(" ")[2] or each for each in verdicts)
    names = {
        "same": "the same",
        "shifted": "shifted",
        "within": "within",
        "differs": "differing",
        "times": "approximate",
        "": NOT_YET,
    }
    counts = ", ".join(f"{kinds[kind]} {name}" for kind, name in names.items())
    return f"{len(all_figures)} figures: {counts}."


def section(document: Document, measured: Mapping[str, Measured]) -> Iterator[str]:
    """Return the section of a document."""
    author = f"{document.author}: " if document.author else ""
    command = f"`ironboard figures --document {document.name}`"
    yield from ("", f"## {author}{document.title}", "", fill(f"{document.published_in}. {command}", WIDTH))
    for program in document.programs:
        yield from table(program, measured)
    if document.left_out:
        yield from ("", "### Without a row", "")
        yield from (
            f"* **{each.state}**: “{cell(each.published)}” ({each.source}, line {each.line}): {each.reason}."
            for each in document.left_out
        )


def table(program: Program, measured: Mapping[str, Measured]) -> Iterator[str]:
    """Return the figures of a program."""
    yield from ("", f"### {program.name} ({program.machine})", "")
    if program.about:
        yield from (fill(program.about.strip(), WIDTH), "")
    yield from HEAD
    yield from (row(figure, measured) for figure in program.figures)


def row(figure: Figure, measured: Mapping[str, Measured]) -> str:
    """Return a figure as a row."""
    ours = measured.get(figure.id)
    value = shown(ours.value, figure.unit) if ours else NOT_YET
    how = f"{ours.how[:1].upper()}{ours.how[1:]}. {figure.remark}" if ours else figure.remark
    cells = (figure.quantity, figure.published, figure.source, value, verdict(figure, ours), how.strip())
    return f"| `{figure.id}` | " + " | ".join(cell(each) for each in cells) + " |"


def cell(text: str) -> str:
    """Return text that is safe between the bars of a table."""
    return text.replace(" ... ", " … ").replace("|", r"\|").replace("*", r"\*").replace("_", r"\_")


# ---------------------------------------------------------------- the command


PAGE = Path(__file__).parents[3] / "docs" / "figures.md"
LIMIT = 1 << 20  # bytes of a page


def generated() -> str:
    """Measure everything that can be measured; return the page."""
    everything = documents()
    return page(everything, measure(figures(everything), find_measurements(), progress))


@contextmanager
def progress(number: int, total: int, figure: str) -> Iterator[None]:
    """Print the figure being measured: on a terminal as long as it is, elsewhere as a line of its own."""
    passing = sys.stderr.isatty()
    print(f"figures: {number} of {total}: {figure}", end="" if passing else "\n", file=sys.stderr, flush=True)
    interruption.said()
    try:
        yield
    finally:
        if passing:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def run(output: Path | None = None, overwrite: bool = False, write: bool = False, check: bool = False) -> None:
    """Print the page, or write it to `output` or into the checkout, or compare it with the one there."""
    if (write or check) and not PAGE.parent.is_dir():
        raise FiguresError(f"there is no {PAGE.parent}: --write and --check need a checkout of the sources")
    if check:
        storage.read_head(PAGE)  # a missing page is reported before the measurements, not after
    text = generated()
    if check:
        compare(text)
    elif output or write:
        storage.write_text(output or PAGE, text, overwrite or write)
    else:
        print(text, end="")


def compare(text: str) -> None:
    """Raise FiguresError, with the first line that differs, unless the page in the checkout is this one."""
    present = storage.read_all(PAGE, LIMIT, "a page").decode(errors="replace").splitlines()
    fresh = text.splitlines()
    for number, (old, new) in enumerate(zip(present, fresh, strict=False), 1):
        if old != new:
            raise stale(f"line {number} is\n  {old}\nand should be\n  {new}")
    if len(present) != len(fresh):
        raise stale(f"it has {len(present)} lines and should have {len(fresh)}")


def stale(what: str) -> FiguresError:
    """Return the error for a page that is not current."""
    return FiguresError(f"{PAGE} is not current: {what}\n`ironboard figures --write` makes it anew")
