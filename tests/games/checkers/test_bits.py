"""Moves by shifts and masks: the same as by the rules."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from host.games.boards import Colour
from host.games.checkers import samuel
from host.games.checkers.samuel import words_of
from tests.games.checkers import bits
from tests.games.checkers.boards import any_position, position, stored_positions

COUNTS = [7, 49, 302, 1469, 7361, 36768, 179740, 845931]  # facts/bell.md, by two generators


def by_the_rules(board):
    return Counter(words_of(board.played(move)) for move in board.legal_moves())


@settings(derandomize=True, deadline=None, max_examples=200)
@given(any_position())
def test_any_position_becomes_what_the_rules_make_of_it(board):
    assert Counter(bits.successors(words_of(board), board.to_move)) == by_the_rules(board)


def test_the_stored_positions_become_what_the_rules_make_of_them():
    for known in stored_positions():
        board = known.position
        assert Counter(bits.successors(words_of(board), board.to_move)) == by_the_rules(board), known.line
        assert tuple(bits.counts(words_of(board), board.to_move, 3)) == known.counts, known.line


def test_so_many_sequences_of_moves_are_there_from_the_opening():
    assert bits.counts(samuel.START, Colour.BLACK, 8) == COUNTS


def test_the_books_example():
    """Black's moves by 4 begin on Samuel's 10, 11, 12, 13; by 5 on the first three of them."""
    able = [bits.movers(samuel.START, Colour.BLACK, offset) for offset in bits.OFFSETS]
    assert [samuel.squares(word) for word in able] == [[9, 10, 11, 12], [9, 10, 11], [], []]


@pytest.mark.parametrize(("offset", "over", "end"), [(4, 22, 25), (5, 23, 27), (-4, 15, 11), (-5, 14, 9)])
def test_a_jump_is_over_an_enemy_on_to_an_empty_square(offset, over, end):
    king = position(f"B:BK18:W{over}")
    assert bits.jumpers(words_of(king), Colour.BLACK, offset) == samuel.word([18])
    taken = position(f"B:BK18,K{end}:W{over}")
    assert not bits.jumpers(words_of(taken), Colour.BLACK, offset) & samuel.word([18])
    man = position(f"B:B18:W{over}")
    assert bool(bits.jumpers(words_of(man), Colour.BLACK, offset)) == (offset > 0)


@settings(derandomize=True, deadline=None)
@given(any_position())
def test_movers_are_the_pieces_with_a_free_square_beside_them(board):
    words, colour = words_of(board), board.to_move
    found = {
        (square, offset) for offset in bits.OFFSETS for square in samuel.squares(bits.movers(words, colour, offset))
    }
    simple = {
        (square, offset)
        for square, piece in board.pieces.items()
        for offset in bits.OFFSETS
        if piece.colour is colour
        and (piece.king or offset in bits.FORWARD[colour])
        and samuel.NUMBERS.get(samuel.samuel(square) + offset, square) not in board.pieces
    }
    assert found == simple
