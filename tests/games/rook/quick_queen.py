"""The queen ending once more, in Python, quick enough for all positions: tests/data/make_rook_games.py plays with it.

The rules are those of the program (after C. Zuidema, IW 21/76, chapter 5), found by sets of squares where it has
formulas. Moves that are stalemate, that lose the queen or lead to a position in which White has moved before do not
count. The first that mates is played; else the one with the fewest replies, then the kings nearest to each other, a
knight's jump before opposition, then the queen nearest to the centre, then the first. The board is turned first, so
that the black king is in the triangle e5, e8, h8.

queen_model.py is another one, by the rules of the package chess; test_queen.py compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from host.games.endings.perfect import KING, SIDE, Position, line

# The ways that are tried, in files and ranks: the queen's, then the king's.
QUEEN_WAYS = ((0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))
KING_WAYS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))

Value = tuple[int, int, int]


def place(square: int) -> tuple[int, int]:
    """Return file and rank, from 0."""
    return square % SIDE, square // SIDE


def distance(one: int, other: int) -> int:
    """Return the square of the distance of two squares."""
    (file, rank), (file2, rank2) = place(one), place(other)
    return (file - file2) ** 2 + (rank - rank2) ** 2


@cache
def around(square: int) -> frozenset[int]:
    """Return the squares next to one."""
    return frozenset(target for way in KING for target in list(line(square, way))[:1])


@cache
def covered(queen: int, king: int) -> frozenset[int]:
    """Return the squares that the queen covers, that of her own king included and those behind him not."""
    found = set()
    for way in KING:
        for target in line(queen, way):
            found.add(target)
            if target == king:
                break
    return frozenset(found)


def turning(position: Position) -> list[Callable[[int], int]]:
    """Return the steps that turn the board, each its own inverse."""
    steps: list[Callable[[int], int]] = []
    file, rank = place(position.black)
    if file < SIDE // 2:
        steps.append(lambda square: square ^ 7)
    if rank < SIDE // 2:
        steps.append(lambda square: square ^ 56)
    turned = applied(steps, position)
    file, rank = place(turned.black)
    below = [place(each)[1] - place(each)[0] for each in turned[:2]]
    if rank < file or (rank == file and (below[0] > 0 or (below[0] == 0 and below[1] < 0))):
        steps.append(lambda square: square % SIDE * SIDE + square // SIDE)
    return steps


def applied(steps: list[Callable[[int], int]], position: Position) -> Position:
    """Return a position behind some steps."""
    for step in steps:
        position = Position(*map(step, position))
    return position


def ways(position: Position) -> Iterator[Position]:
    """Yield where White's men can stand behind his move, in the order in which it is tried."""
    king, queen, black = position
    for way in QUEEN_WAYS:
        for target in line(queen, way):
            if target in (king, black):
                break
            yield Position(king, target, black)
    for way in KING_WAYS:
        for target in list(line(king, way))[:1]:
            if target != queen:
                yield Position(target, queen, black)


class Queen:
    """A game: White's men, Black's king, and the positions in which White has moved."""

    def __init__(self, start: Position) -> None:
        self.position = start
        self.memory: frozenset[Position] = frozenset()

    def move(self) -> None:
        """Make White's move."""
        steps = turning(self.position)
        chosen = self._choice(applied(steps, self.position))
        self.memory |= {chosen}
        self.position = applied(steps[::-1], chosen)

    def reply(self, square: int) -> None:
        """Make Black's move."""
        self.position = Position(*self.position[:2], square)

    def _choice(self, position: Position) -> Position:
        best: tuple[Value, Position] | None = None
        for after in ways(position):
            king, queen, black = after
            open_queen = queen in around(black) and queen not in around(king)
            if black in around(king) or open_queen:
                continue
            covers = covered(queen, king)
            replies = len(around(black) - around(king) - covers)
            if not replies and black in covers:
                return after
            if not replies or after in self.memory:
                continue
            apart = distance(king, black)
            centre = sum((2 * each - 7) ** 2 for each in place(queen))
            value = (replies, 3 if apart == 5 else apart, centre)
            if best is None or value < best[0]:
                best = value, after
        assert best is not None, f"{position}: White has no move"
        return best[1]
