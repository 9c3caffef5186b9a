"""`ironboard figures`: print the page, write it, or say whether the one that is there is current."""

from __future__ import annotations

import sys
from pathlib import Path

from host.figures.measuring import find_measurements, measure
from host.figures.page import page
from host.figures.table import FiguresError, documents, figures
from host.formats import storage

PAGE = Path(__file__).parents[2] / "docs" / "figures.md"
LIMIT = 1 << 20  # bytes of a page


def generated() -> str:
    """Measure everything that can be measured; return the page."""
    everything = documents()
    try:
        return page(everything, measure(figures(everything), find_measurements(), show_progress))
    finally:
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr)


def show_progress(number: int, total: int, figure: str) -> None:
    """Say which figure is being measured: on a terminal in one line, elsewhere in a line each."""
    start, end = ("\r\x1b[K", "") if sys.stderr.isatty() else ("", "\n")
    print(f"{start}figures: {number} of {total}: {figure}", end=end, file=sys.stderr, flush=True)


def run(output: Path | None = None, overwrite: bool = False, write: bool = False, check: bool = False) -> None:
    """Print the page, or write it to `output`, or into the checkout, or compare it with the one there."""
    if (write or check) and not PAGE.parent.is_dir():
        raise FiguresError(f"there is no {PAGE.parent}: --write and --check need a checkout of the sources")
    if check:
        storage.read_head(PAGE)  # what is missing is told before measuring
    text = generated()
    if check:
        compare(text)
    elif output or write:
        storage.write_all(output or PAGE, text.encode(), overwrite or write)
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
