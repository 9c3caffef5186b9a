"""Wally's board as it stands in the machine's memory: a page of 256 bytes, the address is row and column.

    00-7F  empty          88-9F  white stone          column 0 and row 0 are off the board;
    80-87  being counted  A0 up  black stone          column 0 holds FF

Source: asm/kim1/wally.s and wally-walk.s, "THE BOARD"; only the second has stones whose byte does not show the colour.
"""

from __future__ import annotations

from enum import Enum

PROGRAMS = ("wally", "wally-walk")  # names of the manifest
SIZE = 15
LINES = range(1, SIZE + 1)  # rows from the top, columns from the left: hex digits 1 to F
POINTS = tuple(16 * row + column for row in LINES for column in LINES)
STARS = (0x44, 0x48, 0x4C, 0x84, 0x88, 0x8C, 0xC4, 0xC8, 0xCC)
MARGIN = 0xFF
WHITES = range(0x88, 0xA0)
BLACKS = range(0xA0, 0x100)
BOARD = 0x0300  # address of the page
BLACK_CODE, WHITE_CODE = 0x0000, 0x0001  # addresses of the codes that stones have now
EMPTY_CODE = 0x00


class Point(Enum):
    """What is on a point."""

    EMPTY = "."
    BLACK = "#"
    WHITE = "0"
    COUNTED = "?"  # a stone whose colour is not in its byte while its group is being counted


def is_board(page: bytes) -> bool:
    """Return whether the page holds a board: its margin is loaded with the program."""
    return all(page[16 * row] == MARGIN for row in LINES)


def decode(page: bytes) -> dict[int, Point]:
    """Return what is on each of the 225 points."""
    return {point: meaning(page[point]) for point in POINTS}


def meaning(byte: int) -> Point:
    """Return what the byte of a point says."""
    if byte < 0x80:
        return Point.EMPTY
    if byte in WHITES:
        return Point.WHITE
    return Point.BLACK if byte in BLACKS else Point.COUNTED


def move_keys(point: int) -> tuple[str, str, str]:
    """Return the keys that enter a move on the keypad: row, column, GO."""
    return (f"{point >> 4:X}", f"{point & 15:X}", "GO")
