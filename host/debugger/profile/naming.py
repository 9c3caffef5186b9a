"""What do reports look like? Names of routines and files, shares, ranges, tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from itertools import groupby
from pathlib import PurePath

from host.debugger.profile.calltree import Routine
from host.debugger.sources import Sources

NOBODY = "main"  # code that nobody called, in a program without a name
IDLE = "[no instruction]"  # time before the first one


def routine_name(sources: Sources, routine: Routine) -> str:
    """Return the name of a routine; code that nobody called is named after its program, in brackets."""
    if routine.entry is None:
        return f"[{PurePath(routine.origin).name or NOBODY}]"
    return sources.near(routine.entry) + (" (interrupt)" if routine.interrupt else "")


def short_names(files: Iterable[str]) -> dict[str, str]:
    """Return the last part of every path, the whole path where several end the same."""
    every = list(files)
    ends = Counter(PurePath(file).name for file in every)
    return {file: PurePath(file).name if ends[PurePath(file).name] == 1 else file for file in every}


def share(part: int, whole: int) -> str:
    """Return a part of a whole in per cent."""
    return f"{100 * part / whole:.1f} %" if whole else "-"


def ranges(numbers: Container[int], of: Iterable[int]) -> str:
    """Return some of the numbers in `of` as text, joined where none of the others lies between: 3-7, 12."""
    rows = [list(group) for some, group in groupby(sorted(of), lambda number: number in numbers) if some]
    return ", ".join(f"{row[0]}-{row[-1]}" if len(row) > 1 else str(row[0]) for row in rows)


def times(count: int) -> str:
    """Return how often something happened."""
    return "once" if count == 1 else f"{count:,} times"


def table(title: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Return the lines of a table; the first column is aligned left, the others right."""
    every = [list(title), *(list(row) for row in rows)]
    widths = [max(len(row[column]) for row in every) for column in range(len(every[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in every
    ]
