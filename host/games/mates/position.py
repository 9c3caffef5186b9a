"""What is a chess position here? Men on squares, White to move; castling and en passant only where `Rights` are given.

Squares are numbered as by the program: 1 is a1, 2 is b1, 64 is h8. Men are letters as in FEN: KQRBNP White's, kqrbnp
Black's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Men = Mapping[int, str]  # square -> man

SIZE = 8
SQUARES = range(1, SIZE * SIZE + 1)
FILES = "abcdefgh"
PIECES = "PNBRQK"


class Move(NamedTuple):
    """A move. `promotion` is what a pawn becomes, a capital; nothing for other moves."""

    start: int
    end: int
    promotion: str = ""

    def __str__(self) -> str:
        return f"{name(self.start)}{name(self.end)}{self.promotion.lower()}"


class Rights(NamedTuple):
    """What a position allows besides the moves of its men."""

    castling: str = ""  # KQkq or some of them
    en_passant: int = 0  # the square that a pawn has just passed, 0: none


def name(number: int) -> str:
    """Return the name of a square."""
    file, rank = place(number)
    return f"{FILES[file]}{rank + 1}"


def numbered(text: str) -> int:
    """Return the square of a name, a1 to h8."""
    return square(FILES.index(text[0]), int(text[1]) - 1)


def place(number: int) -> tuple[int, int]:
    """Return file and rank of a square, both from 0."""
    rank, file = divmod(number - 1, SIZE)
    return file, rank


def square(file: int, rank: int) -> int:
    """Return the square of a file and a rank, 0 where there is none."""
    return SIZE * rank + file + 1 if 0 <= file < SIZE and 0 <= rank < SIZE else 0


def picture(men: Men) -> list[str]:
    """Return the lines of a diagram, White below."""
    ranks = (
        f"{rank + 1}  {' '.join(men.get(square(file, rank), '.') for file in range(SIZE))}"
        for rank in reversed(range(SIZE))
    )
    return [*ranks, f"   {' '.join(FILES)}"]
