"""Positions in one word, and what is said of wrong ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import Place, SourceError
from host.games.boards import Colour
from host.games.checkers.notation import parse_position
from host.games.checkers.rules import OPENING, Piece, Position
from tests.games.checkers.boards import any_position

EXAMPLE = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"


@settings(derandomize=True, deadline=None)
@given(any_position())
def test_a_position_that_is_written_is_the_same_when_it_is_read(board):
    assert parse_position(board.fen) == board


def test_an_example_is_written_as_it_was_read():
    assert parse_position(EXAMPLE).fen == EXAMPLE
    board = parse_position(EXAMPLE)
    assert board.to_move is Colour.BLACK
    assert (board.pieces[18], board.pieces[10]) == (Piece.WHITE_MAN, Piece.WHITE_KING)
    assert (board.pieces[12], board.pieces[29]) == (Piece.BLACK_MAN, Piece.BLACK_KING)
    assert len(board.pieces) == 12


@pytest.mark.parametrize(
    "text",
    ["B:W21-32:B1-12", "B:B1-12:W21-32", "B:W21-32:B1-12.", " b : w21 - 32 : b 1-4, 5-12 . ",
     "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"],
)  # fmt: skip
def test_ranges_blanks_small_letters_and_a_dot_are_understood(text):
    assert parse_position(text) == OPENING


def test_a_range_of_kings_is_of_kings():
    assert parse_position("W:BK1-3:WK30-K32") == parse_position("W:BK1,K2,K3:WK30,K31,K32")


def test_a_side_may_have_no_pieces():
    alone = Position({5: Piece.WHITE_KING}, Colour.BLACK)
    assert [parse_position(text) for text in ("B:WK5", "B:WK5:B", "B:B:WK5")] == [alone] * 3
    assert alone.fen == "B:WK5:B"
    assert parse_position("W") == Position({}, Colour.WHITE)


@pytest.mark.parametrize(
    ("text", "column", "length", "message"),
    [
        ("", 1, 1, "expected B or W, the side to move"),
        ("X:W5", 1, 1, "expected B or W, the side to move"),
        ("black:W5", 1, 5, "expected B or W, the side to move"),
        ("B:5", 3, 1, "expected B or W and the squares of that side"),
        ("B:W5::B1", 6, 1, "expected B or W and the squares"),
        ("B:W5:W6", 6, 2, "white's pieces are given twice"),
        ("B:W5,:B1", 6, 1, "'' is not a square"),
        ("B:W5,x7:B1", 6, 2, "'x7' is not a square"),
        ("B:W5:B1,33", 9, 2, "there is no square 33"),
        ("B:W0:B1", 4, 1, "there is no square 0"),
        ("B:W9-5:B1", 4, 3, "'9-5' is not a range"),
        ("B:W5-K7:B1", 4, 4, "'5-K7' is not a range"),
        ("B:W5:B1,K5", 9, 2, "square 5 is taken already"),
        ("B:W5,5:B1", 6, 1, "square 5 is taken already"),
        ("B:W4:B9", 4, 1, "a white man on 4 would be a king"),
        ("B:W9:B29", 7, 2, "a black man on 29 would be a king"),
    ],
)
def test_what_is_wrong_is_shown_with_its_place(text, column, length, message):
    with pytest.raises(SourceError) as caught:
        parse_position(text)
    assert caught.value.message.startswith(message)
    assert (caught.value.place.column, caught.value.place.length) == (column, length)


def test_the_place_in_a_file_is_counted_from_the_words_own():
    line = '[FEN "B:W99:B1"]'
    with pytest.raises(SourceError) as caught:
        parse_position("B:W99:B1", Place("games.pdn", 7, 7, 8, line))
    assert caught.value.place == Place("games.pdn", 7, 10, 2, line)
    assert str(caught.value).startswith("games.pdn:7:10: error: there is no square 99: expected 1 to 32")


@settings(derandomize=True, deadline=None)
@given(st.text(alphabet="BWK:,-.0123456789 x", max_size=40))
def test_any_text_is_a_position_or_an_error_inside_it(text):
    board, column = None, 1
    try:
        board = parse_position(text)
    except SourceError as error:
        column = error.place.column
    assert 1 <= column <= len(text) + 1
    assert board is None or parse_position(board.fen) == board
