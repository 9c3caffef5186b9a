"""A position in four words: Samuel's numbers, the book's strings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from host.games.boards import Colour
from host.games.checkers import samuel
from host.games.checkers.rules import OPENING, SQUARES, Position, beside
from host.games.checkers.samuel import BadWords, Words, position_of, printed, words_of
from tests.games.checkers.boards import any_position, position


def test_samuels_numbers_leave_out_9_18_and_27():
    assert [samuel.samuel(square) for square in SQUARES] == [
        *range(1, 9),
        *range(10, 18),
        *range(19, 27),
        *range(28, 36),
    ]
    assert samuel.GAPS == (9, 18, 27)
    assert all(samuel.NUMBERS[samuel.samuel(square)] == square for square in SQUARES)


def test_every_step_adds_or_subtracts_4_or_5():
    """So each of figure 3.8's rows can be computed, and what lies off the board is no number."""
    for step, offset in {(1, 1): 5, (1, -1): 4, (-1, -1): -5, (-1, 1): -4}.items():
        for square in SQUARES:
            assert samuel.NUMBERS.get(samuel.samuel(square) + offset) == beside(square, step)


def test_the_opening_is_the_books_string():
    assert printed(samuel.START.black_men) == "111111110111100000000000000000000000"
    assert printed(samuel.START.white_men) == "000000000000000000000011110111111110"
    assert samuel.START[2:] == (0, 0)


def test_the_empty_squares_are_the_books_string_shifted_four_to_the_left():
    """The book prints EMPTY as it is when it has been shifted; its guard word has square 36, too."""
    assert printed(samuel.empty(samuel.START) << 4) == "000000000111101111000000000000000000"
    assert printed(samuel.GUARD)[:35] == "000000001000000001000000001000000001"[:35]
    assert samuel.VALID | samuel.GUARD == (1 << 35) - 1
    assert samuel.VALID & samuel.GUARD == 0


def test_words_have_12_octal_digits():
    assert [samuel.octal(word) for word in samuel.START] == ["377360000000", "000000017377", "0" * 12, "0" * 12]
    assert samuel.octal(samuel.VALID) == "377377377377"


@settings(derandomize=True, deadline=None)
@given(any_position())
def test_a_position_survives_as_words(board):
    words = words_of(board)
    assert position_of(words, board.to_move) == board
    assert not any(word & ~samuel.VALID for word in words)
    assert set(samuel.squares(samuel.empty(words))) == set(SQUARES) - set(board.pieces)


def test_words_that_are_no_position_are_refused():
    with pytest.raises(BadWords, match="BM is 000400000000: it has bits that are not squares"):
        position_of([samuel.bit(9), 0, 0, 0], Colour.BLACK)
    with pytest.raises(BadWords, match="WM is 400000000000"):
        position_of([0, 1 << 35, 0, 0], Colour.BLACK)
    with pytest.raises(BadWords, match=r"WK is 000000000001: there is another piece on square 32 \(bit 35\)"):
        position_of(Words(1, 0, 0, 1), Colour.BLACK)


def test_words_are_of_squares():
    assert samuel.word([1, 32, 32]) == 0o200000000001
    assert samuel.squares(0o200000000001) == [1, 32]
    assert position_of(samuel.START, Colour.BLACK) == OPENING
    assert words_of(Position({}, Colour.BLACK)) == (0, 0, 0, 0)
    assert words_of(position("B:BK1:WK32")) == (0, 0, 0o200000000000, 1)
