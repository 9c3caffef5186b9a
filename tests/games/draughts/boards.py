"""Positions of international draughts for the tests, and the moves that another program finds in them."""

from __future__ import annotations

import random

from draughts.core.game import Game as TheirGame
from hypothesis import strategies as st

from host.games.boards import Colour
from host.games.checkers.rules import KINGS, MEN
from host.games.draughts import FAR_ROW, OPENING, SQUARES, Move, Position, place

# Sequences of 1, 2, 3 ... moves, ways with the same ends and the same captures being one: the thread "Perft" on the
# forum of the World Draughts Federation, and the tests of R. Halbersma's dctl.
PUBLISHED = {
    OPENING.fen: (9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423),
    "B:W6,9,10,11,20,21,22,23,30,33,37,41,42,43,44,46,K31:BK17,K24": (14, 55, 1168, 5432, 87195, 629010, 9041010),
    "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26":
        (6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050, 377436, 1910989, 9872645),
    "W:WK31-50:BK1-20": (17, 79, 352, 1399, 7062, 37589, 217575, 1333217, 8558321),
    "W:W6-10:B41-45": (9, 81, 795, 7578, 86351, 936311, 11448262),
}  # fmt: skip


@st.composite
def any_position(draw):
    """Any pieces anywhere, but no man on the row that would have crowned him."""
    share = draw(st.sampled_from((0, 1, 3, 10)))  # of kings, in tenths
    pieces = {}
    for square in draw(st.sets(st.sampled_from(SQUARES), max_size=40)):
        colour = draw(st.sampled_from(Colour))
        king = draw(st.integers(0, 9)) < share or place(square)[0] == FAR_ROW[colour]
        pieces[square] = (KINGS if king else MEN)[colour]
    return Position(pieces, draw(st.sampled_from(Colour)))


def played(count, seed):
    """Yield positions of random games."""
    chance, position = random.Random(seed), OPENING
    for _ in range(count):
        yield position
        moves = position.legal_moves()
        position = position.played(chance.choice(moves)) if moves else OPENING


def their_moves(position):
    """Return the moves as pydraughts has them; it has every way of a capture."""
    game = TheirGame(variant="standard", fen=position.fen)
    return {
        Move(path[0][0], path[-1][1], frozenset(square for square in captured if square))
        for path, captured in zip(*game.legal_moves(), strict=True)
    }
