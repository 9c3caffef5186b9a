"""Wally's board: in the machine's memory, and as one word in files.

In memory it is a page of 256 bytes, the address is row and column:

    00-7F  empty          88-9F  white stone          column 0 and row 0 are off the board;
    80-87  being counted  A0 up  black stone          column 0 holds FF

A line of a file has a kind (any word), a board, and perhaps Wally's answer (row and column as two hex digits, 00 = a
pass) and more that is not read here. The board's 15 rows come from the top, / between them: # black, o white, a number
for n empty points. Lines that begin with # are remarks:

    random-mover 15/15/15/o10#3/15/15/15/15/15/15/15/3#11/15/15/15 42 -

Source: asm/kim1/wally.s and wally-walk.s, "THE BOARD"; only the second has stones with bytes that do not show the
colour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError, Place, SourceError
from emulators.machine import Machine
from host.formats import storage
from host.games.boards import Colour, data_file, each_line, typed, within, words_of
from host.games.go.rules import Position

PROGRAMS = ("wally", "wally-walk")  # names of the manifest
SIZE = 15
LINES = range(1, SIZE + 1)  # rows from the top, columns from the left: hex digits 1 to F
POINTS = tuple(16 * row + column for row in LINES for column in LINES)
STARS = (0x44, 0x48, 0x4C, 0x84, 0x88, 0x8C, 0xC4, 0xC8, 0xCC)
MARGIN = 0xFF
EMPTIES = range(0x80)  # bytes
WHITES = range(0x88, 0xA0)
BLACKS = range(0xA0, 0x100)
BOARD = 0x0300  # address of the page
BLACK_CODE, WHITE_CODE = 0x0000, 0x0001  # addresses of the codes that stones have now
EMPTY_CODE = 0x00
SETTLED = 50_000  # cycles without a change before a board is shown: thinking tries stones out


class Point(Enum):
    """The state of a point."""

    EMPTY = "."
    BLACK = "#"
    WHITE = "0"
    COUNTED = "?"  # a stone without its colour in its byte, while its group is being counted


def is_board(page: bytes) -> bool:
    """Return whether the page holds a board: its margin is loaded with the program."""
    return all(page[16 * row] == MARGIN for row in LINES)


def decode(page: bytes) -> dict[int, Point]:
    """Return the state of each of the 225 points."""
    return {point: meaning(page[point]) for point in POINTS}


def position(machine: Machine) -> Position:
    """Return the position on the board in a machine's memory; raises IronboardError if there is none."""
    page = bytes(machine.peek(BOARD + offset) for offset in range(256))
    if not is_board(page):
        raise IronboardError(f"there is no Go board at {BOARD:04X}: boot Wally first")
    stones = {Point.BLACK: Colour.BLACK, Point.WHITE: Colour.WHITE}
    return Position(SIZE, {point: stones[sign] for point, sign in decode(page).items() if sign in stones})


def meaning(byte: int) -> Point:
    """Return the state of a point from its byte."""
    if byte in EMPTIES:
        return Point.EMPTY
    if byte in WHITES:
        return Point.WHITE
    return Point.BLACK if byte in BLACKS else Point.COUNTED


# ---------------------------------------------------------------- as text


LARGEST = 1 << 28  # bytes of a file of positions
STONES = {"#": Colour.BLACK, "o": Colour.WHITE}
MOVE = re.compile(r"00|[1-9A-F][1-9A-F]")


class StoredPosition(NamedTuple):
    """A line of a file of positions."""

    line: int  # from 1
    kind: str
    board: str
    move: int | None  # Wally's answer, 0 = a pass; None if the file has none


def stored_positions() -> Path:
    """Return the file of positions that comes with Ironboard: those of the tests."""
    return data_file("tests/data/wally/positions.txt", "positions.txt")


def read_bytes(path: Path) -> bytes:
    """Return a file of positions as it is; raises ImageError if it cannot be."""
    return storage.read_all(path, LARGEST, "a file of positions")


def written(stones: Mapping[int, Colour]) -> str:
    """Return the board with these stones as one word."""
    signs: dict[Colour | None, str] = {colour: sign for sign, colour in STONES.items()}
    rows = ("".join(signs.get(stones.get(16 * row + column), ".") for column in LINES) for row in LINES)
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows)


def parsed(board: str, at: Place | None = None) -> dict[int, Colour]:
    """Return the stones of a board; raises SourceError. `at` is the place of the text."""
    at = at or typed(board, "board")
    rows = board.split("/")
    if len(rows) != SIZE:
        raise SourceError(at, f"the board has {len(rows)} rows: expected {SIZE} with / between them")
    found: dict[int, Colour] = {}
    offset = 0
    for row, text in zip(LINES, rows, strict=True):
        column = 1
        for part in re.finditer(r"[0-9]+|.", text):
            if part[0] in STONES:
                found[16 * row + column] = STONES[part[0]]
                column += 1
            elif re.fullmatch(r"[0-9]{1,2}", part[0]):
                column += int(part[0])
            else:
                message = f"'{part[0]}' is neither a stone (# or o) nor a number of empty points"
                raise SourceError(within(at, offset + part.start(), len(part[0])), message)
        if column != SIZE + 1:
            here = within(at, offset, max(1, len(text)))
            raise SourceError(here, f"the row has {column - 1} points: expected {SIZE}")
        offset += len(text) + 1
    return found


def read_positions(text: str, file: str) -> list[StoredPosition]:
    """Return the positions of a file's text; raises SourceErrors with everything that is wrong in it."""
    return each_line(text, file, _stored)


def _stored(place: Place) -> StoredPosition:
    """Return the position on a line; raises SourceError."""
    words = words_of(place.text, place)
    if len(words) < 2:
        raise SourceError(place, "expected a kind and a board")
    (kind, _), (board, at) = words[:2]
    parsed(board, at)
    move, at = words[2] if len(words) > 2 else ("-", at)
    if move != "-" and not MOVE.fullmatch(move):
        raise SourceError(at, f"'{move}' is not a move: expected two hex digits, row and column, 00 for a pass, or -")
    return StoredPosition(place.line, kind, board, None if move == "-" else int(move, 16))
