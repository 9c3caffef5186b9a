"""Files of positions with the moves that each allows: a position on each line.

    game B:W18,22,K5:B1,10,14 10-15,14x23 2/9/31

A line has a kind (any word), a position as PDN writes it, all of its moves with all of their squares (sorted by these;
- if there is none), and how many sequences of 1, 2, 3 ... moves there are. The last two may be missing. Lines that
begin with # are remarks.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from emulators.errors import Place, SourceError, SourceErrors
from host.formats import storage
from host.games.checkers import fen
from host.games.checkers.notation import within
from host.games.checkers.rules import Position

LARGEST = 1 << 28  # bytes of a file of positions
REMARK, NONE = "#", "-"
MOVE = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}|(?:x[0-9]{1,2})+)")


class KnownPosition(NamedTuple):
    """A line of a file of positions."""

    line: int  # from 1
    kind: str
    position: Position
    moves: tuple[str, ...] | None  # as Move writes itself; None if the file does not say
    counts: tuple[int, ...]  # of sequences of 1, 2, 3 ... moves; empty if the file does not say


def read_file(path: Path) -> list[KnownPosition]:
    """Return the positions of a file; raises ImageError if it cannot be read, SourceErrors if it is wrong."""
    data = storage.read_all(path, LARGEST, "a file of positions")
    return read(data.decode("utf-8", "replace"), str(path))


def read(text: str, file: str) -> list[KnownPosition]:
    """Return the positions of a file's text; raises SourceErrors with everything that is wrong in it."""
    found, errors = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith(REMARK):
            try:
                found.append(read_line(Place(file, number, 1, max(1, len(line)), line)))
            except SourceError as error:
                errors.append(error)
    if errors:
        raise SourceErrors(errors)
    return found


def read_line(place: Place) -> KnownPosition:
    """Return the position on a line; raises SourceError."""
    words = list(re.finditer(r"\S+", place.text))
    if not 2 <= len(words) <= 4:
        raise SourceError(place, "expected a kind, a position, perhaps its moves and their counts")
    places = [within(place, word.start(), len(word[0])) for word in words]
    kind, position = words[0][0], fen.parse(words[1][0], places[1])
    moves = parsed_moves(words[2][0], places[2]) if len(words) > 2 else None
    counts = parsed_counts(words[3][0], places[3]) if len(words) > 3 else ()
    return KnownPosition(place.line, kind, position, moves, counts)


def parsed_moves(text: str, place: Place) -> tuple[str, ...]:
    """Return the moves of the third column."""
    moves = () if text == NONE else tuple(text.split(","))
    for move in moves:
        if not MOVE.fullmatch(move):
            raise SourceError(place, f"'{move}' is not a move: expected 11-15 or 9x18x27")
    return moves


def parsed_counts(text: str, place: Place) -> tuple[int, ...]:
    """Return the counts of the fourth column."""
    if not re.fullmatch(r"[0-9]{1,15}(?:/[0-9]{1,15})*", text):
        raise SourceError(place, f"'{text}' are no counts: expected 7/49/302")
    return tuple(map(int, text.split("/")))


def written(kind: str, position: Position, moves: list[str], counts: list[int]) -> str:
    """Return a position as a line."""
    return f"{kind} {fen.write(position)} {','.join(moves) or NONE} {'/'.join(map(str, counts))}"
