"""The rules of checkers: by examples, by published counts, and against a program that others wrote."""

from __future__ import annotations

import random
import re

import pytest
from draughts.core.game import Game as TheirGame
from hypothesis import given, settings

from host.games.boards import Colour
from host.games.checkers.rules import (
    FAR_ROW,
    KINGS,
    OPENING,
    SQUARES,
    IllegalMove,
    Move,
    Piece,
    Position,
    beside,
    perft,
    place,
    steps,
)
from tests.games.checkers.boards import any_position, position, stored_positions
from tests.shared import shared

BOOK = "seeds/000_4ad5417f48e11cad.txt"

# Sequences of so many moves from the opening, every path of a capture counted: facts/bell.md, by two generators.
COUNTS = (7, 49, 302, 1469, 7361, 36768)


def moves(text):
    return [str(move) for move in position(text).legal_moves()]


# ------------------------------------------------------------ the board


def test_the_squares_are_the_dark_ones_row_by_row():
    assert [place(square) for square in (1, 4, 5, 8, 29, 32)] == [(0, 1), (0, 7), (1, 0), (1, 6), (7, 0), (7, 6)]
    assert len({place(square) for square in SQUARES}) == 32
    assert all((row + column) % 2 for row, column in map(place, SQUARES))


def rows_of_figure_3_8():
    """The table of the book: square, four squares beside it, four behind these; None for -."""
    text = shared(BOOK).read_text(encoding="utf-8").partition("Position NORMAL")[2].partition("##### Fig 3.8")[0]
    for row in re.findall(r"^(\d+)((?: (?:\d+|-)){8})$", text, re.MULTILINE):
        yield int(row[0]), [None if each == "-" else int(each) for each in row[1].split()]


def test_the_neighbours_are_those_of_the_books_table():
    rows = dict(rows_of_figure_3_8())
    assert list(rows) == list(SQUARES)
    columns = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    for square, row in rows.items():
        assert [beside(square, step) for step in columns] == row[:4]
        assert [beside(square, step, 2) for step in columns] == row[4:]


# ------------------------------------------------------------ moves


def test_black_has_seven_moves_in_the_opening():
    found = {str(move) for move in OPENING.legal_moves()}
    assert found == {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}


def test_a_man_moves_forward_only_and_a_king_in_all_directions():
    assert moves("B:B18") == ["18-22", "18-23"]
    assert moves("W:W18") == ["18-14", "18-15"]
    assert sorted(moves("W:WK18")) == ["18-14", "18-15", "18-22", "18-23"]


def test_a_capture_has_to_be_made_and_any_of_them_may_be_chosen():
    """From 11 one man can be taken, from 6 two: neither has to be preferred."""
    assert sorted(moves("B:B6,11:W9,10,16,18,19")) == ["11x20", "6x13", "6x15x22", "6x15x24"]


def test_the_capture_goes_on_to_its_end():
    assert moves("B:B1:W6,14,22") == ["1x10x17x26"]
    with pytest.raises(IllegalMove):
        position("B:B1:W6,14,22").after(Move((1, 10), (6,)))


def test_a_man_that_reaches_the_far_row_by_capture_stops_there():
    """On 31 a king could go on over 27 and 26."""
    before = position("B:B22:W26,27")
    assert [str(move) for move in before.legal_moves()] == ["22x31"]
    assert before.after(Move((22, 31), (26,))).pieces == {31: Piece.BLACK_KING, 27: Piece.WHITE_MAN}
    assert moves("B:BK22:W26,27") == ["22x31x24"]


def test_a_man_is_crowned_on_the_far_row_and_a_king_stays_one():
    assert position("W:W6").after(Move((6, 1))).pieces == {1: Piece.WHITE_KING}
    assert position("W:WK6").after(Move((6, 10))).pieces == {10: Piece.WHITE_KING}


def test_a_king_may_end_where_it_began_but_takes_nobody_twice():
    ring = position("B:BK1:W6,7,14,15")
    found = ring.legal_moves()
    assert sorted(map(str, found)) == ["1x10x17", "1x10x19", "1x10x3"]
    ring = position("B:BK6:W9,10,17,18")
    assert sorted(map(str, ring.legal_moves())) == ["6x13x22x15x6", "6x15x22x13x6"]
    assert {ring.played(move).pieces[6] for move in ring.legal_moves()} == {Piece.BLACK_KING}


def test_who_cannot_move_has_no_moves():
    assert moves("W:B1") == []
    assert moves("B:B12:W16,19") == []
    assert moves("W:W5:BK1,K14") == []


def test_the_most_difficult_of_multiple_captures():
    """Figure 3.7: nine paths, four final positions."""
    before = position("B:BK29:W9,10,11,17,18,19,25,26,27")
    found = before.legal_moves()
    assert len(found) == 9
    assert {move.end for move in found} == {8}
    left = {frozenset(before.played(move).pieces) - {8} for move in found}
    assert left == {
        frozenset(),
        frozenset({9, 10, 17, 18}),
        frozenset({18, 19, 26, 27}),
        frozenset({9, 10, 17, 19, 26, 27}),
    }


def test_an_illegal_move_is_refused():
    for move in (Move((9, 18)), Move((1, 5)), Move((21, 17)), Move((13, 17)), Move((9, 14), (10,))):
        with pytest.raises(IllegalMove, match=str(move)):
            OPENING.after(move)


def test_advances_are_captures_and_moves_of_men():
    board = position("W:WK18,30:B14")
    assert [board.advances(move) for move in board.legal_moves()] == [True]
    board = position("W:WK18,30")
    assert {str(move): board.advances(move) for move in board.legal_moves()}["30-25"]
    assert not {str(move): board.advances(move) for move in board.legal_moves()}["18-14"]


def test_equal_positions_are_one_and_the_side_to_move_is_part_of_them():
    one, other = position("B:W31,K5:B1"), position("B:B1:WK5,31")
    assert one == other
    assert hash(one) == hash(other)
    assert one != position("W:W31,K5:B1")


# ------------------------------------------------------------ counts


def test_so_many_sequences_of_moves_are_there_from_the_opening():
    assert [perft(OPENING, depth) for depth in range(1, 6)] == list(COUNTS[:5])
    assert perft(OPENING, 0) == 1


def distinct(position):
    """Legal moves where paths with the same ends and the same captures are one."""
    return {(move.start, move.end, frozenset(move.captured)) for move in position.legal_moves()}


def test_the_stored_positions_have_the_moves_and_counts_of_another_program():
    for known in stored_positions():
        assert sorted(map(str, known.position.legal_moves()), key=by_squares) == list(known.moves), known.line
        assert tuple(perft(known.position, depth) for depth in (1, 2)) == known.counts[:2], known.line
    for known in stored_positions()[::8]:
        assert perft(known.position, 3) == known.counts[2], known.line


def by_squares(move):
    return [int(square) for square in re.findall(r"\d+", move)]


def test_the_stored_positions_hold_what_makes_generators_fail():
    found = {known.kind: known for known in stored_positions()}
    assert len(stored_positions()) > 300
    superfluous = found["superfluous"].position
    assert len(distinct(superfluous)) < len(superfluous.legal_moves())
    assert any(move.start == move.end for move in found["round"].position.legal_moves())
    assert any(len(move.captured) >= 4 for move in found["long"].position.legal_moves())
    assert not found["blocked"].position.legal_moves()


# ------------------------------------------------------------ against another program


def their_moves(position):
    game = TheirGame(variant="english", fen=position.fen)
    for path, captured in zip(*game.legal_moves(), strict=True):
        yield (path[0][0], *(step[1] for step in path)), tuple(square for square in captured if square)


def assert_same_moves(position):
    ours = sorted((move.path, move.captured) for move in position.legal_moves())
    assert ours == sorted(their_moves(position)), position.fen


@pytest.mark.parametrize("seed", range(4))
def test_random_games_have_the_moves_of_another_program(seed):
    choose, board = random.Random(seed), OPENING
    for _ in range(200):
        assert_same_moves(board)
        if not (legal := board.legal_moves()):
            break
        board = board.played(choose.choice(legal))


@settings(derandomize=True, deadline=None, max_examples=200)
@given(any_position())
def test_any_position_has_the_moves_of_another_program(board):
    assert_same_moves(board)


# ------------------------------------------------------------ what holds for every move


@settings(derandomize=True, deadline=None)
@given(any_position())
def test_a_move_changes_what_it_says_and_nothing_else(board):
    for move in board.legal_moves():
        after = board.after(move)
        piece = board.pieces[move.start]
        assert after.to_move is board.to_move.other
        assert set(board.pieces) - set(after.pieces) == {move.start, *move.captured} - {move.end}
        assert after.pieces[move.end] in (piece, KINGS[piece.colour])
        assert after.pieces[move.end].king == (piece.king or place(move.end)[0] == FAR_ROW[piece.colour])
        others = set(after.pieces) - {move.end}
        assert all(after.pieces[square] is board.pieces[square] for square in others)
        assert all(board.pieces[square].colour is board.to_move.other for square in move.captured)


def mirrored(board):
    pieces = {33 - square: turned(piece) for square, piece in board.pieces.items()}
    return Position(pieces, board.to_move.other)


def turned(piece):
    return next(each for each in Piece if each.king == piece.king and each.colour is piece.colour.other)


@settings(derandomize=True, deadline=None)
@given(any_position())
def test_the_sides_have_the_same_rules(board):
    """The board turned round, the colours exchanged: the same moves."""
    seen = {tuple(33 - square for square in move.path) for move in mirrored(board).legal_moves()}
    assert seen == {move.path for move in board.legal_moves()}


def test_steps_are_diagonal():
    assert steps(Piece.BLACK_MAN) == [(1, -1), (1, 1)]
    assert steps(Piece.WHITE_MAN) == [(-1, -1), (-1, 1)]
    assert sorted(steps(Piece.WHITE_KING)) == sorted([*steps(Piece.BLACK_MAN), *steps(Piece.WHITE_MAN)])


def test_the_next_turn_is_the_others():
    board = OPENING
    for _ in range(3):
        before, board = board, board.played(board.legal_moves()[0])
        assert (before.to_move, board.to_move) in ((Colour.BLACK, Colour.WHITE), (Colour.WHITE, Colour.BLACK))
