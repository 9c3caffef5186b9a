"""Moves as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from emulators.errors import Place, SourceError
from host.games.checkers.notation import means, parse_move, short
from host.games.checkers.rules import OPENING
from tests.games.checkers.boards import any_position, position, stored_positions

FIGURE = position("B:BK29:W9,10,11,17,18,19,25,26,27")


def refused(text, board):
    with pytest.raises(SourceError) as caught:
        parse_move(text, board)
    return caught.value


@pytest.mark.parametrize("text", ["11-15", " 11-15 ", "11 - 15", "11x15", "11:15"])
def test_a_move_may_be_written_in_several_ways(text):
    assert str(parse_move(text, OPENING)) == "11-15"


@pytest.mark.parametrize(
    "text", ["1x26", "1-26", "1x10x26", "1x17x26", "1x10x17x26", "1:10:17:26", "01x26", "1X26", "1×26"]
)
def test_squares_of_a_capture_may_be_left_out(text):
    assert str(parse_move(text, position("B:B1:W6,14,22"))) == "1x10x17x26"


@settings(derandomize=True, deadline=None)
@given(any_position())
def test_every_legal_move_is_understood_as_it_is_written_and_as_short_as_can_be(board):
    for move in board.legal_moves():
        assert parse_move(str(move), board) == move
        assert parse_move(short(move, board), board) == move
        assert len(short(move, board)) <= len(str(move))


def test_the_same_holds_for_the_stored_positions_where_paths_share_their_ends():
    for known in stored_positions():
        for move in known.position.legal_moves():
            assert parse_move(short(move, known.position), known.position) == move, known.line


def test_what_could_mean_several_moves_is_refused_with_their_names():
    error = refused("29x8", FIGURE)
    assert error.message.startswith("'29x8' can mean 29x22x31x24x15x22x13x6x15x8 or ")
    assert error.hint == "write all of its squares"
    assert str(parse_move("29x22x15x8", FIGURE)) == "29x22x15x8"  # all squares of one, some of others


def test_what_is_not_legal_is_refused_with_the_reason():
    assert refused("13-17", OPENING).message == "'13-17' is not legal: there is nothing on 13"
    assert refused("21-17", OPENING).message == "'21-17' is not legal: black is to move"
    assert refused("11-18", OPENING).message == "'11-18' is not legal: the piece on 11 cannot go there"
    forced = position("B:B1,12:W6")
    assert refused("12-16", forced).message == "'12-16' is not legal: a capture is compulsory"
    assert refused("1x10", position("B:B1:W6,14")).message == "'1x10' is not legal: the capture must continue"
    assert refused("12-16", forced).hint == "legal: 1x10"
    assert refused("11-18", OPENING).hint.startswith("legal: 9-13, ")
    assert refused("1-5", position("B:W6")).hint == "there are no legal moves"
    many = position("B:BK5,K8,K10,K14,K22,K26")
    assert refused("1-2", many).hint.endswith(", ...")


@pytest.mark.parametrize("text", ["", "11", "11-", "-15", "11-33", "0-5", "e4", "11--15", "11-15-", "11+15", "111-15"])
def test_what_is_no_move_is_refused(text):
    error = refused(text, OPENING)
    assert error.message == f"'{text}' is not a move"
    assert error.place.column == 1


def test_the_place_is_the_callers():
    place = Place("game.pdn", 3, 4, 5, "1. 11-18")
    with pytest.raises(SourceError) as caught:
        parse_move("11-18", OPENING, place)
    assert caught.value.place == place


def test_means():
    move = parse_move("1x26", position("B:B1:W6,14,22"))
    assert means((1, 26), move)
    assert not means((1, 17), move)
    assert not means((1, 17, 10, 26), move)
