"""Problems for the tests: those with known figures, and random positions."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

import chess

from host.games.mates.position import Men

DATA = Path(__file__).parents[2] / "data" / "mates" / "problems.tsv"


class Known(NamedTuple):
    """What the book's program does with a problem."""

    name: str
    title: str
    fen: str
    printed: bool
    every: bool
    keys: list[str]
    counters: list[int]  # listmoves, makemove, men moved, elements of the list


def known() -> list[Known]:
    """Return the rows of the table."""
    rows = [line.split("\t") for line in DATA.read_text().splitlines() if not line.startswith("#")]
    return [
        Known(name, title, fen, promotions == "printed", which == "all", [] if keys == "-" else keys.split(),
              [int(each) for each in counters])
        for name, title, fen, promotions, which, keys, *counters in rows
    ]  # fmt: skip


def board_of(men: Men) -> chess.Board:
    """Return another program's board with these men, White to move, no castling."""
    board = chess.Board(None)
    for square, man in men.items():
        board.set_piece_at(square - 1, chess.Piece.from_symbol(man))
    return board


def positions(count: int, seed: int, men: str, pawns: tuple[range, range] = (range(2, 8), range(2, 8))) -> list[Men]:
    """Return random positions, White to move, with at most four of these men on either side beside the kings.

    `pawns`: the ranks on which White's and Black's pawns may be.
    """
    rng, found = random.Random(seed), []
    while len(found) < count:
        board = chess.Board(None)
        for white in (True, False):
            for man in "K" + "".join(rng.choices(men, k=rng.randint(white, 4))):
                ranks = pawns[not white] if man == "P" else range(1, 9)
                free = [each for each in range(64) if each // 8 + 1 in ranks and not board.piece_at(each)]
                board.set_piece_at(rng.choice(free), chess.Piece(chess.PIECE_SYMBOLS.index(man.lower()), white))
        if board.is_valid():
            found.append({square + 1: piece.symbol() for square, piece in board.piece_map().items()})
    return found
