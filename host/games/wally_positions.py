"""Positions as text: a board in one word, and files with a position on each line.

    random-mover 15/15/15/o10#3/15/15/15/15/15/15/15/3#11/15/15/15 42 -

A line has a kind (any word), a board, and perhaps what Wally answers (row and column as two hex digits, 00 = a pass)
and more that is not read here. The board's 15 rows come from the top, / between them: # black, o white, a number
for so many empty points. Lines that begin with # are remarks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError, Place, SourceError, SourceErrors
from host.formats import storage
from host.games.go.rules import Colour
from host.games.wally_board import LINES, SIZE

HERE = Path(__file__).parent
FILE = "positions.txt"
FOLDERS = (HERE.parents[1] / "tests" / "data" / "wally", HERE / "data")  # checkout, installed wheel
LARGEST = 1 << 28  # bytes of a file of positions
STONES = {"#": Colour.BLACK, "o": Colour.WHITE}
SIGNS = {colour: sign for sign, colour in STONES.items()}
REMARK = "#"
MOVE = re.compile(r"00|[1-9A-F][1-9A-F]")


class StoredPosition(NamedTuple):
    """A line of a file of positions."""

    line: int  # from 1
    kind: str
    board: str
    move: int | None  # what Wally answers, 0 = a pass; None if the file does not say


class Fault(Exception):
    """What is wrong in a board: a message, the offset of the place and its length in characters."""

    def __init__(self, message: str, offset: int, length: int = 1) -> None:
        super().__init__(message)
        self.offset, self.length = offset, length


def stored_positions() -> Path:
    """Return the file of positions that comes with Ironboard: those of the tests."""
    for folder in FOLDERS:
        if (folder / FILE).is_file():
            return folder / FILE
    raise IronboardError(f"no {FILE} in {' or '.join(map(str, FOLDERS))}")


def read_bytes(path: Path) -> bytes:
    """Return a file of positions as it is; raises ImageError if it cannot be."""
    return storage.read_all(path, LARGEST, "a file of positions")


def written(stones: Mapping[int, Colour]) -> str:
    """Return the board with these stones as one word."""
    return "/".join(written_row([stones.get(16 * row + column) for column in LINES]) for row in LINES)


def written_row(points: list[Colour | None]) -> str:
    """Return a row of a board."""
    signs = "".join(SIGNS[each] if each else "." for each in points)
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), signs)


def parsed(board: str) -> dict[int, Colour]:
    """Return the stones of a board; raises Fault."""
    rows = board.split("/")
    if len(rows) != SIZE:
        raise Fault(f"the board has {len(rows)} rows: expected {SIZE} with / between them", 0, max(1, len(board)))
    found: dict[int, Colour] = {}
    offset = 0
    for row, text in zip(LINES, rows, strict=True):
        found |= {16 * row + column: colour for column, colour in parsed_row(text, offset)}
        offset += len(text) + 1
    return found


def parsed_row(text: str, offset: int) -> Iterator[tuple[int, Colour]]:
    """Yield column and colour of the stones in a row that begins at an offset; raises Fault."""
    column = 1
    for part in re.finditer(r"[0-9]+|.", text):
        if part[0] in STONES:
            yield column, STONES[part[0]]
            column += 1
        elif re.fullmatch(r"[0-9]{1,2}", part[0]):
            column += int(part[0])
        else:
            message = f"'{part[0]}' is neither a stone (# or o) nor a number of empty points"
            raise Fault(message, offset + part.start(), len(part[0]))
    if column != SIZE + 1:
        raise Fault(f"the row has {column - 1} points: expected {SIZE}", offset, max(1, len(text)))


def read_positions(text: str, file: str) -> list[StoredPosition]:
    """Return the positions of a file's text; raises SourceErrors with everything that is wrong in it."""
    found, errors = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith(REMARK):
            try:
                found.append(read_line(line, Place(file, number, 1, text=line)))
            except SourceError as error:
                errors.append(error)
    if errors:
        raise SourceErrors(errors)
    return found


def read_line(line: str, place: Place) -> StoredPosition:
    """Return the position on a line; raises SourceError."""
    words = list(re.finditer(r"\S+", line))
    if len(words) < 2:
        raise SourceError(at(place, 0, len(line)), "expected a kind and a board")
    kind, board = words[:2]
    try:
        parsed(board[0])
    except Fault as fault:
        raise SourceError(at(place, board.start() + fault.offset, fault.length), str(fault)) from None
    return StoredPosition(place.line, kind[0], board[0], wallys_move(words[2:], place))


def wallys_move(words: list[re.Match[str]], place: Place) -> int | None:
    """Return the move in the third column, if there is one; raises SourceError."""
    if not words or words[0][0] == "-":
        return None
    if not MOVE.fullmatch(words[0][0]):
        message = f"'{words[0][0]}' is not a move: expected two hex digits, row and column, 00 for a pass, or -"
        raise SourceError(at(place, words[0].start(), len(words[0][0])), message)
    return int(words[0][0], 16)


def at(place: Place, offset: int, length: int) -> Place:
    """Return a place in the same line."""
    return Place(place.file, place.line, offset + 1, length, place.text)
