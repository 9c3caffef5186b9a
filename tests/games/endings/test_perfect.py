"""Perfect play in endings: published counts, and every value from those one move further."""

from __future__ import annotations

import zlib
from collections import Counter
from random import Random

import chess
import pytest

from host.formats import storage
from host.games.endings.perfect import (
    NEVER,
    NOWHERE,
    Position,
    Sets,
    in_check,
    is_possible,
    keep,
    kept,
    name,
    number_of,
    numbers,
    perfect,
    place_of,
    position_of,
    sets,
    square,
    starts,
)
from tests.shared import ALL_EXAMPLES, spread

from .rules import black_moves, board, white_moves
from .rules import in_check as is_check

SAMPLE = 400 if ALL_EXAMPLES else 100
PIECES = ("R", "Q", "BB", "BN")

# Black to move, positions that are the same when turned or mirrored counted once: the classes of the data set "Chess
# (King-Rook vs. King)" of the UCI machine learning repository (M. Bain, 1994), mate in 0 to 16; then draws.
CLASSES = (27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390)
DRAWS = 2796


def turned(position):
    """Yield the eight ways to turn and mirror a position, as its numbers."""
    for mirrors in range(8):
        men = []
        for each in position:
            rank, file = divmod(each ^ (7 if mirrors & 1 else 0) ^ (56 if mirrors & 2 else 0), 8)
            men.append(8 * file + rank if mirrors & 4 else 8 * rank + file)
        yield number_of(men)


def members(pieces, positions):
    """Return whether a number is in a set, as a function: bits of bytes, for a shift of the set takes a millisecond."""
    bits = positions.to_bytes(sets(pieces).count // 8, "little")
    return lambda number: bool(bits[number >> 3] >> (number & 7) & 1)


def sample(pieces, positions):
    """Return some positions of a set."""
    chance, found, count = Random(pieces), [], sets(pieces).count
    is_member = members(pieces, positions)
    while len(found) < SAMPLE:
        if is_member(number := chance.randrange(count)):
            found.append(position_of(number, len(pieces)))
    return found


def test_the_rook_s_classes_are_the_published_ones():
    play = perfect("R")
    first = {min(turned([each])) for each in range(64)}  # of the squares that turning and mirroring gives for a king
    positions = (each for each in map(position_of, numbers(sets("R").possible)) if each.king in first)
    counts = Counter(play.lasts(each) for each in positions if min(turned(each)) == number_of(each))
    assert counts.pop(NEVER) == DRAWS
    assert counts == dict(enumerate(CLASSES))


@pytest.mark.parametrize(("pieces", "number", "most"), [("R", 175_168, 16), ("Q", 144_508, 10)])
def test_from_every_position_white_mates_within_the_published_bound(pieces, number, most):
    white = [perfect(pieces).white[each] for each in numbers(sets(pieces).legal)]
    assert (len(starts(pieces)), len(white), max(white)) == (number, number, most)
    assert min(white) == 1


@pytest.mark.parametrize(("pieces", "most"), spread([("BB", 19), ("BN", 33)], 1))
def test_two_pieces_need_as_many_moves_as_is_published(pieces, most):
    """19 and 33 moves: the endgame tables of K. Thompson and others."""
    assert perfect(pieces).most == most


def test_two_bishops_win_on_squares_of_both_colours_only():
    some = starts("BB")[::997]
    assert {sum(divmod(one, 8)) % 2 != sum(divmod(other, 8)) % 2 for _, one, other, _ in some} == {True}
    for king, one, other, black in some:  # it does not matter which bishop is which
        assert one < other
        exchanged = Position(king, other, one, black)
        assert perfect("BB").moves(exchanged) == perfect("BB").moves(Position(king, one, other, black))


def test_an_analysis_is_kept_and_a_damaged_one_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv(storage.CACHE, str(tmp_path))
    white = Sets("Q").distances()
    assert kept("Q") is None
    keep("Q", white)
    assert kept("Q") == white == perfect("Q").white
    whole = place_of("Q").read_bytes()
    lengths = (zlib.compress(white[:-1]), zlib.compress(white + b"x"), zlib.compress(bytes(1 << 26)))
    for damaged in (b"", b"x" * 100, whole[:-1], whole[:9], whole[:50] + b"x" + whole[51:], *lengths):
        assert damaged != whole
        place_of("Q").write_bytes(damaged)
        assert kept("Q") is None


@pytest.mark.parametrize("piece", PIECES)
def test_positions_are_those_of_the_rules(piece):
    chance, every = Random(piece), sets(piece)
    is_in_possible, is_in_legal = members(piece, every.possible), members(piece, every.legal)
    for position in sample(piece, every.possible):
        assert in_check(piece, position) == is_check(piece, position)
        assert is_in_legal(number_of(position)) == board(piece, position, chess.WHITE).is_valid()
    for _ in range(SAMPLE):
        position = Position(*(chance.randrange(64) for _ in range(len(piece) + 2)))
        assert is_possible(position) == is_in_possible(number_of(position))


@pytest.mark.parametrize("piece", PIECES)
def test_white_needs_one_move_more_than_behind_his_best_one(piece):
    play = perfect(piece)
    for position in sample(piece, sets(piece).legal):
        best = min(play.lasts(Position(*after)) for after in white_moves(piece, position))
        assert play.moves(position) == min(best + 1, NEVER)


@pytest.mark.parametrize("piece", PIECES)
def test_black_lasts_as_long_as_his_best_move_the_lowest_of_equal_ones(piece):
    play = perfect(piece)
    for position in sample(piece, sets(piece).possible):
        replies = {each: play.moves(Position(*position[:-1], each)) for each in black_moves(piece, position)}
        best = max(replies.values(), default=0 if is_check(piece, position) else NEVER)
        assert play.lasts(position) == best
        lowest = next((each for each, value in replies.items() if value == best), NOWHERE)
        assert play.answer(position) == lowest


def test_squares_have_names():
    assert [square(name(each)) for each in range(64)] == list(range(64))
    assert (name(0), name(7), name(63)) == ("a1", "h1", "h8")
    for wrong in ("i1", "a9", "a", "", "a10", "a²"):
        with pytest.raises(ValueError, match="is not a square"):
            square(wrong)
