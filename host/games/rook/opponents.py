"""Who plays Black if nobody types his moves: chance, or the best defender there is."""

from __future__ import annotations

import random
from collections.abc import Callable

from host.games.endings.board import Position
from host.games.endings.perfect import perfect
from host.games.mates.position import Men
from host.games.rook.positions import piece_of, where
from host.games.rook.replies import squares

HUMAN, BEST, RANDOM = "human", "best", "random"
NAMES = (HUMAN, BEST, RANDOM)

Opponent = Callable[[Men], int]  # returns the square to which Black's king goes


def opponent(name: str, source: random.Random) -> Opponent:
    """Return an opponent; `source` is his chance."""
    return best if name == BEST else lambda men: source.choice(squares(men))


def best(men: Men) -> int:
    """Return the way to the mate that is farthest off; of equal ones the first square of a1, a2, to h8."""
    piece = piece_of(men)
    position = Position(*(where(men, man) - 1 for man in ("K", piece, "k")))
    return perfect(piece).answer(position) + 1
