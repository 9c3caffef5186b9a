"""Perfect play in endings: published counts, and every value from those one move further."""

from __future__ import annotations

import io
from collections import Counter
from random import Random

import chess
import numpy as np
import pytest

from host.formats import storage
from host.games.endings.perfect import (
    NEVER,
    NOWHERE,
    analysed,
    attacks,
    keep,
    kept,
    name,
    perfect,
    place_of,
    possible,
    square,
    starts,
    white_to_move,
)
from tests.shared import spread

from .rules import black_moves, board, in_check, white_moves

SAMPLE = 400
PIECES = ("R", "Q", "BB", "BN")

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


@pytest.mark.parametrize(("pieces", "number", "most"), [("R", 175_168, 16), ("Q", 144_508, 10)])
def test_from_every_position_white_mates_within_the_published_bound(pieces, number, most):
    white = perfect(pieces).white[white_to_move(pieces)]
    assert (len(starts(pieces)), len(white), white.max()) == (number, number, most)
    assert white.min() == 1


@pytest.mark.parametrize(("pieces", "most"), spread([("BB", 19), ("BN", 33)], 1))
def test_two_pieces_need_as_many_moves_as_is_published(pieces, most):
    """19 and 33 moves: the endgame tables of K. Thompson and others."""
    white = perfect(pieces).white
    assert white[white < NEVER].max() == most


def test_two_bishops_win_on_squares_of_both_colours_only():
    colours = {sum(divmod(one, 8)) % 2 != sum(divmod(other, 8)) % 2 for _, one, other, _ in starts("BB")[::997]}
    assert colours == {True}
    white = perfect("BB").white
    assert np.array_equal(white, white.transpose(0, 2, 1, 3))  # it does not matter which bishop is which


def test_an_analysis_is_kept_and_a_damaged_one_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv(storage.CACHE, str(tmp_path))
    tables = analysed("Q")
    assert kept("Q") is None
    keep("Q", tables)
    assert all(map(np.array_equal, kept("Q"), tables))
    whole, archive = place_of("Q").read_bytes(), io.BytesIO()
    np.savez(archive, np.zeros(3))
    pickled = whole.replace(b"'|u1'", b"'|O' ", 1)
    endless = whole.replace(b"(2, ", b"(1" + b"0" * 18 + b", ", 1)
    for damaged in (b"", b"x" * 100, whole[:-1], archive.getvalue(), archive.getvalue()[:9], pickled, endless):
        assert damaged != whole
        place_of("Q").write_bytes(damaged)
        assert kept("Q") is None


@pytest.mark.parametrize("piece", PIECES)
def test_positions_are_those_of_the_rules(piece):
    for position in sample(piece, possible(len(piece))):
        assert attacks(piece)[position] == in_check(piece, position)
        assert white_to_move(piece)[position] == board(piece, position, chess.WHITE).is_valid()


@pytest.mark.parametrize("piece", PIECES)
def test_white_needs_one_move_more_than_behind_his_best_one(piece):
    tables = perfect(piece)
    for position in sample(piece, white_to_move(piece)):
        best = min(int(tables.black[after]) for after in white_moves(piece, position))
        assert tables.moves(position) == min(best + 1, NEVER)


@pytest.mark.parametrize("piece", PIECES)
def test_black_lasts_as_long_as_his_best_move_the_lowest_of_equal_ones(piece):
    tables = perfect(piece)
    for position in sample(piece, possible(len(piece))):
        replies = {each: tables.white[*position[:-1], each] for each in black_moves(piece, position)}
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
