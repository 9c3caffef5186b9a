"""The 6600's search: its score is that of a model without alpha and beta, and its move is one that has it."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings

from host.games.draughts import BY_SQUARES, LOOP, OPENING, WORDS, Generator, Position, board_of, move_between, parse
from tests.games.draughts.boards import any_position, played

LOST = 100_000


@cache
def thinker(program=WORDS):
    return Generator(program)


def reach(position, colour):
    """Return how many squares the pieces of a side can step on."""
    board = Position(position.pieces, colour)
    own = [square for square, piece in board.pieces.items() if piece.colour is colour]
    return len({end for square in own for end in board._steps(square)})


def score(position):
    side = position.to_move
    pieces = sum((48 if each.king else 16) * (1 if each.colour is side else -1) for each in position.pieces.values())
    return pieces + reach(position, side) - reach(position, side.other)


def value(position, depth, made=0):
    """Return what a position is worth; all is looked at."""
    moves = position.legal_moves()
    if not moves:
        return made - LOST
    if made >= depth and not moves[0].captured:
        return score(position)
    return max(-value(position.played(move), depth, made + 1) for move in moves)


def assert_best(position, depth):
    found = thinker().think(position, depth)
    assert found.score == value(position, depth), position.fen
    if position.legal_moves():
        move = move_between(board_of(position), found.best)
        assert move in position.legal_moves()
        assert -value(position.played(move), depth, 1) == found.score
    else:
        assert (found.best, found.score, found.boards) == (None, -LOST, 1)


def test_positions_of_games_have_the_best_move_and_its_score():
    for index, position in enumerate(played(40, seed=7)):
        assert_best(position, 2 if index % 8 == 0 else 1)


@settings(derandomize=True, deadline=None, max_examples=30)
@given(any_position())
def test_any_position_has_the_score_of_the_model(position):
    """Few moves that capture follow one another where there are few pieces."""
    few = Position(dict(list(position.pieces.items())[:8]), position.to_move)
    assert_best(few, 1)


def test_an_earlier_win_is_better_and_a_later_loss():
    assert thinker().think(parse("W:WK5:B"), 5).score == LOST - 1
    assert thinker().think(parse("W:WK48,27:B6,16"), 4).score == value(parse("W:WK48,27:B6,16"), 4)


@pytest.mark.parametrize("program", [LOOP, BY_SQUARES])
def test_the_other_programs_find_the_same_score(program):
    for position in played(20, seed=3):
        ours, theirs = thinker().think(position, 2), thinker(program).think(position, 2)
        assert ours.score == theirs.score
        if program == LOOP:
            assert ours[:3] == theirs[:3]


def test_deeper_it_looks_at_less_than_there_is():
    found = thinker().think(OPENING, 3)
    assert found.score == value(OPENING, 3)
    assert 9 + 81 < found.boards < 9 + 81 + 658
