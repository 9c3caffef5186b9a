"""Which problems are meant? FENs typed, and files of them.

problems.fen   a FEN in each line; empty lines and those with # in front say nothing
problems.tsv   a name, perhaps more columns, and a FEN, with tabs between
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError, Place, SourceError, SourceErrors
from host.formats import storage
from host.games.mates import fen

LIMIT = 1 << 20  # bytes of a file


class Problem(NamedTuple):
    """A position to solve; `title` is what a file calls it."""

    title: str
    fen: str
    position: fen.Position


def problems(typed: Sequence[str], file: Path | None, *, full: bool = False) -> list[Problem]:
    """Return the problems that were typed, then those of a file; raises SourceErrors with all faults.

    `full`: their rights are considered, see fen.parse.
    """
    found, faults = [], []
    for title, text, place in [*(("", text, None) for text in typed), *(listed(file) if file else ())]:
        try:
            found.append(Problem(title, text, fen.parse(text, place, full=full)))
        except SourceError as fault:
            faults.append(fault)
    if faults:
        raise SourceErrors(faults)
    if not found:
        raise IronboardError(f"{file}: there is no problem in this file")
    return found


def listed(path: Path) -> Iterator[tuple[str, str, Place]]:
    """Yield title, FEN and place of the problems of a file."""
    data = storage.read_all(path, LIMIT, "a file of problems")
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise IronboardError(f"{path}: this is no text: byte {error.start} is not UTF-8") from None
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        *titles, text = line.split("\t")
        yield " ".join(titles), text, Place(str(path), number, len(line) - len(text) + 1, max(1, len(text)), line)
