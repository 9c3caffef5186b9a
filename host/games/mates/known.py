"""What the book's program does with some problems: a table with its answers and counters, to compare with.

The figures come from elsewhere; the file says where from.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError

HERE = Path(__file__).parents[2]
FILES = (HERE.parent / "tests" / "data" / "mates" / "problems.tsv", HERE / "games" / "data" / "mates.tsv")
TRIVIAL = ("P26", "P27", "P28")  # king and rook, king and pawn against the king


class Known(NamedTuple):
    """A problem, and how it ends with these options."""

    name: str
    title: str
    fen: str
    printed: bool  # promotions are taken back as printed
    every: bool  # all keys
    keys: list[str]
    counters: list[int]  # calls of listmoves, of makemove, men moved, elements of moves


@cache
def known() -> list[Known]:
    """Return the rows of the table; raises IronboardError if it is not there."""
    path = next((path for path in FILES if path.is_file()), None)
    if path is None:
        raise IronboardError(f"no problems in {' or '.join(map(str, FILES))}")
    lines = path.read_text(encoding="utf-8").splitlines()
    return [row(*line.split("\t")) for line in lines if not line.startswith("#")]


def row(name: str, title: str, fen: str, promotions: str, which: str, keys: str, *counters: str) -> Known:
    """Return a row from its columns."""
    found = [] if keys == "-" else keys.split()
    return Known(name, title, fen, promotions == "printed", which == "all", found, [int(each) for each in counters])
