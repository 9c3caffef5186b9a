"""The rules of international draughts: by examples, by published counts, and against a program that others wrote."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from host.games.checkers import pictures
from host.games.checkers.rules import IllegalMove, Piece, perft
from host.games.draughts import OPENING, SQUARES, Move, parse, place
from tests.games.draughts.boards import PUBLISHED, any_position, played, their_moves


def moves(text):
    return [(str(move), *sorted(move.captured)) for move in parse(text).legal_moves()]


def test_the_squares_are_the_dark_ones_row_by_row():
    assert [place(square) for square in (1, 5, 6, 10, 46, 50)] == [(0, 1), (0, 9), (1, 0), (1, 8), (9, 0), (9, 8)]
    assert len({place(square) for square in SQUARES}) == 50
    assert all((row + column) % 2 for row, column in map(place, SQUARES))


def test_white_has_nine_moves_in_the_opening():
    assert [str(move) for move in OPENING.legal_moves()] == [
        "31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30",
    ]  # fmt: skip


def test_a_man_moves_forward_only_and_captures_backward_too():
    assert moves("W:W28:B") == [("28-22",), ("28-23",)]
    assert moves("B:B28:W") == [("28-32",), ("28-33",)]
    assert moves("W:W28:B32") == [("28x37", 32)]


def test_a_king_moves_as_far_as_he_can_and_lands_on_any_square_behind():
    assert moves("W:WK46:B10,14") == [("46-19",), ("46-23",), ("46-28",), ("46-32",), ("46-37",), ("46-41",)]
    assert moves("W:WK46:B23") == [("46x5", 23), ("46x10", 23), ("46x14", 23), ("46x19", 23)]


def test_most_men_must_be_taken_kings_are_no_better():
    assert moves("W:W28,48:BK22,34,43") == [("48x30", 34, 43)]
    assert moves("W:W33:BK28,29") == [("33x22", 28), ("33x24", 29)]


def test_what_is_captured_stays_until_the_end_and_is_in_the_way():
    """On 22 he could turn back and take 39, if 28 were gone."""
    assert {move[1:] for move in moves("W:WK33:B28,39")} == {(28,), (39,)}


def test_a_man_that_passes_the_far_row_stays_a_man():
    before = parse("W:W14:B8,9")
    (move,) = before.legal_moves()
    assert (str(move), sorted(move.captured)) == ("14x12", [8, 9])
    assert before.after(move).pieces[12] is Piece.WHITE_MAN
    crowned = parse("W:W14:B9,17")
    assert crowned.after(Move(14, 3, frozenset({9}))).pieces[3] is Piece.WHITE_KING


def test_ways_that_take_the_same_are_one_move_and_may_end_where_they_began():
    """Round four men, one way or the other."""
    assert moves("W:W38:B32,33,22,23") == [("38x38", 22, 23, 32, 33)]


def test_an_illegal_move_is_refused():
    for move in (Move(31, 22), Move(1, 6), Move(20, 25), Move(31, 26, frozenset({27}))):
        with pytest.raises(IllegalMove, match=str(move)):
            OPENING.after(move)


@pytest.mark.parametrize("text", PUBLISHED)
def test_there_are_as_many_sequences_of_moves_as_published(text):
    for depth, count in enumerate(PUBLISHED[text], 1):
        if count < 5_000:
            assert perft(parse(text), depth) == count
    assert perft(parse(text), 0) == 1


@settings(derandomize=True, deadline=None, max_examples=50)
@given(any_position())
def test_any_position_has_the_moves_of_another_program(position):
    assert set(position.legal_moves()) == their_moves(position), position.fen


def test_random_games_have_the_moves_of_another_program():
    for position in played(80, seed=10):
        assert set(position.legal_moves()) == their_moves(position), position.fen


@settings(derandomize=True, deadline=None, max_examples=50)
@given(any_position())
def test_a_position_that_is_written_is_the_same_when_it_is_read(position):
    assert parse(position.fen) == position


def test_a_board_is_drawn():
    drawn = pictures.text(parse("W:W46,K5:B6,K45"), ascii=True).splitlines()
    assert drawn[0] == " 1    .   .   .   .   W   5"
    assert drawn[1] == " 6  b   .   .   .   .    10"
    assert drawn[8] == "41    .   .   .   .   B  45"
    assert drawn[9] == "46  w   .   .   .   .    50"
    assert len(drawn) == 10
    assert "⛀" in pictures.text(OPENING)
