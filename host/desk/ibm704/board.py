"""The checkers board in a 704's storage: four words, a bit for each square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.games.boards import Colour
from host.games.checkers import samuel
from host.games.checkers.rules import Piece

Pieces = Mapping[int, Piece]  # standard number of a square -> what stands there


def cells_of(symbols: Mapping[str, int]) -> tuple[int, ...]:
    """Return where a program keeps the four words, by its symbols; nothing for a program that has none."""
    cells = tuple(symbols.get(name, -1) for name in samuel.NAMES)
    return () if -1 in cells else cells


class Board:
    """The position seen last that was one: while a program writes the four words they may contradict each other."""

    def __init__(self) -> None:
        self.pieces: Pieces = {}

    def look(self, words: Sequence[int]) -> None:
        """Look at the four words."""
        try:
            self.pieces = samuel.position_of(words, Colour.BLACK).pieces
        except samuel.BadWords:
            return
