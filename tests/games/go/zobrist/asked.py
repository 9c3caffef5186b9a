"""Zobrist's program asked about positions, and positions drawn as the side to move sees them: X own, O the enemy's."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from host.games.go.program import Go6600
from host.machines.cdc6600.calls import integer

from .model import BOARDS, CARDS, Board, Choice, Zobrist, bit, read_cards, singles

STRIDE, ROWS_ABOVE = 29, 9  # of the program's arrays: node 29 * (row + 9) + column
PASS = "0 0"
DECK = read_cards(CARDS.read_text(encoding="utf-8"))


class Asked(Go6600):
    """The program where it waits for a line."""

    def __init__(self, size: int = 19, seed: int = 0, templates: Path | None = None) -> None:
        super().__init__("zobrist", size, exact=False, seed=seed, templates=templates)

    def element(self, array: str, index: int) -> int:
        """Return an element of an array whose first subscript is 0."""
        return integer(self.machine.peek(self.first(array) + index))

    def at(self, array: str, row: int, column: int) -> int:
        """Return the element of one of the seven arrays for a node."""
        return self.element(array, STRIDE * (row + ROWS_ABOVE) + column)

    def put_board(self, board: Board, plies: int = 2) -> None:
        """Let this be the position, the program to move after the other side's pass; `plies`: with this pass."""
        first = self.first("board")
        for each, code in enumerate(board.codes()):
            self.machine.poke(first + each, code)
        self.set(ko=0, last=0, taken=0, lost=0, plies=max(plies - 1, 0))

    def moves(self, board: Board, plies: int = 2) -> list[str]:
        """Return what it prints when it is to move in a position."""
        self.put_board(board, plies)
        return self.type(PASS)

    def evaluates(self, board: Board) -> list[str]:
        """Return what it prints of a position."""
        self.put_board(board)
        return self.type("-2 0")


@cache
def program(size: int = 19) -> Asked:
    """Return the program with its own cards, waiting for the first move."""
    asked = Asked(size)
    asked.new_game()
    return asked


def with_cards(folder: Path, cards: Iterable[str], size: int = 19) -> Asked:
    """Return the program with other templates."""
    return Asked(size, templates=deck(folder, cards))


def deck(folder: Path, cards: Iterable[str]) -> Path:
    """Write cards into a file: stages, the least weight 5, then these."""
    path = folder / "cards.txt"
    path.write_text("\n".join(["STAGES 19 40 140", "LEAST 5", *cards, "END", ""]), encoding="utf-8")
    return path


def model_move(board: Board, plies: int, size: int = 19) -> Choice:
    """Return the model's answer with the program's own cards."""
    return Zobrist(DECK, size).choose(board, plies)


def drawn(picture: str, size: int | None = None, row: int = 1, column: int = 1) -> Board:
    """Return a board on which a picture has its first character at a row and column; else it is empty."""
    lines = picture.split()
    size = size or len(lines)
    sets = {"X": 0, "O": 0, ".": 0}
    for down, line in enumerate(lines):
        for right, each in enumerate(line):
            sets[each] |= bit(row + down, column + right)
    return Board(sets["X"], sets["O"], 0, BOARDS[size])


def stones(size: int, own: str = "", enemy: str = "") -> Board:
    """Return a board with stones on nodes like `3,4`: row and column."""
    sets = [sum(bit(*map(int, each.split(","))) for each in text.split()) for text in (own, enemy)]
    return Board(sets[0], sets[1], 0, BOARDS[size])


def random_board(size: int, source: random.Random) -> Board:
    """Return stones on a part of the nodes, few or many; no chain is without a breathing space."""
    board = Board(0, 0, 0, BOARDS[size])
    for move in source.sample([*singles(board.nodes)], source.randrange(1, size * size * 3 // 4)):
        board = board.after(move) or board
    return board
