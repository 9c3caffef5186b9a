"""Perfect play in endings: published counts, and every value from those one move further."""

from __future__ import annotations

from collections import Counter
from random import Random

import chess
import numpy as np
import pytest

from host.games.endings.perfect import NEVER, NOWHERE, attacks, name, perfect, possible, square, starts, white_to_move

from .rules import black_moves, board, in_check, white_moves

SAMPLE = 400
PIECES = ("R", "Q")

# Black to move, positions that are the same when turned or mirrored counted once: the classes of the data set "Chess
# (King-Rook vs. King)" of the UCI machine learning repository (M. Bain, 1994), mate in 0 to 16; then draws.
CLASSES = (27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390)
DRAWS = 2796


def turned():
    """Yield the eight ways to turn and mirror the board, as the new squares of all squares."""
    board = np.arange(64).reshape(8, 8)
    for each in (board, board.T):
        for turns in range(4):
            yield np.rot90(each, turns).ravel()


def sample(piece, of):
    places = np.argwhere(of)
    chance = Random(piece)
    return [tuple(map(int, places[chance.randrange(len(places))])) for _ in range(SAMPLE)]


def test_the_rook_s_classes_are_the_published_ones():
    black, numbers = perfect("R").black, np.arange(64**3).reshape(64, 64, 64)
    first = np.minimum.reduce([numbers[np.ix_(squares, squares, squares)] for squares in turned()])
    counts = Counter(black[possible() & (first == numbers)].tolist())
    assert counts.pop(NEVER) == DRAWS
    assert counts == dict(enumerate(CLASSES))


def test_the_published_bounds():
    for piece, number, most in (("R", 175_168, 16), ("Q", 144_508, 10)):
        white = perfect(piece).white[white_to_move(piece)]
        assert (len(starts(piece)), len(white), white.max()) == (number, number, most)
        assert white.min() == 1


@pytest.mark.parametrize("piece", PIECES)
def test_positions_are_those_of_the_rules(piece):
    for position in sample(piece, possible()):
        assert attacks(piece)[position] == in_check(piece, position)
        assert white_to_move(piece)[position] == board(piece, position, chess.WHITE).is_valid()


@pytest.mark.parametrize("piece", PIECES)
def test_white_needs_one_move_more_than_behind_his_best_one(piece):
    tables = perfect(piece)
    for position in sample(piece, white_to_move(piece)):
        assert tables.moves(position) == 1 + min(tables.black[after] for after in white_moves(piece, position))


@pytest.mark.parametrize("piece", PIECES)
def test_black_lasts_as_long_as_his_best_move_the_lowest_of_equal_ones(piece):
    tables = perfect(piece)
    for position in sample(piece, possible()):
        replies = {each: tables.white[*position[:2], each] for each in black_moves(piece, position)}
        best = max(replies.values(), default=0 if in_check(piece, position) else NEVER)
        assert tables.black[position] == best
        lowest = next((each for each, value in replies.items() if value == best), NOWHERE)
        assert tables.answer(position) == lowest


def test_squares_have_names():
    assert [square(name(each)) for each in range(64)] == list(range(64))
    assert (name(0), name(7), name(63)) == ("a1", "h1", "h8")
    for wrong in ("i1", "a9", "a", "", "a10", "a²"):
        with pytest.raises(ValueError, match="is not a square"):
            square(wrong)
