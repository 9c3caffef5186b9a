"""The 704's move generators: what they make of a position is what the rules make of it, square for square."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from emulators.ibm704.isa import FIELD
from host.games.boards import Colour
from host.games.checkers import samuel
from host.games.checkers.generators import TABLE, WORDS, Generator
from host.games.checkers.rules import OPENING, SQUARES, beside
from host.games.checkers.samuel import words_of, words_of_board
from host.machines.ibm704.calls import Bare704
from tests.games.checkers import bits
from tests.games.checkers.boards import any_position, position, stored_positions
from tests.games.checkers.test_bits import COUNTS

BOTH = pytest.mark.parametrize("program", [WORDS, TABLE])
FIGURE = "B:W9,10,11,17,18,19,25,26,27:BK29"  # the most difficult of multiple captures


@cache
def generator(program):
    return Generator(program)


def found(program, board):
    """Return moves and what they lead to, as the 704 has them."""
    return Counter(
        (each.move, each.words, each.to_move)
        for each in generator(program).successors(words_of(board), board.to_move)
    )  # fmt: skip


def by_the_rules(board):
    return Counter((str(move), words_of(board.played(move)), board.to_move.other) for move in board.legal_moves())


# ---------------------------------------------------------------- successors


@BOTH
@settings(derandomize=True, deadline=None, max_examples=200)
@given(board=any_position())
def test_any_position_becomes_what_the_rules_make_of_it(program, board):
    assert found(program, board) == by_the_rules(board)


@BOTH
def test_the_stored_positions_have_the_moves_and_counts_of_another_program(program):
    for known in stored_positions():
        words, colour = words_of(known.position), known.position.to_move
        moves = sorted(each.move for each in generator(program).successors(words, colour))
        assert moves == sorted(known.moves), known.line
        assert tuple(generator(program).tally(words, colour, 3).counts) == known.counts, known.line


@BOTH
def test_positions_of_random_games_become_what_shifts_and_masks_make_of_them_here(program):
    """Two thousand positions and all that may follow them."""
    chance = random.Random(704)
    seen = 0
    while seen < 2000:
        words, colour = samuel.START, Colour.BLACK
        while following := bits.successors(words, colour):
            boards = generator(program).expand(words, colour).boards
            there = Counter(words_of_board(board, colour.other) for board in boards)
            assert there == Counter(following), words
            seen += 1
            words, colour = chance.choice(following), colour.other


@BOTH
def test_so_many_sequences_of_moves_are_there_from_the_opening(program):
    assert generator(program).tally(samuel.START, Colour.BLACK, 6).counts == COUNTS[:6]


@BOTH
def test_a_side_without_moves_has_no_successors(program):
    for text in ("B:W21,22:B", "B:W24,27:B20", "W:W12:B3,8"):
        assert generator(program).expand(words_of(position(text)), position(text).to_move).boards == []


@BOTH
def test_the_programs_do_not_change_themselves(program):
    machine = Generator(program)
    loaded = {address: list(words) for address, words in machine.image.segments}
    for known in stored_positions():
        machine.expand(words_of(known.position), known.position.to_move)
    assert {address: machine.words(address, len(words)) for address, words in loaded.items()} == loaded


@BOTH
def test_where_the_stack_is_full_nothing_is_stacked(program):
    machine = Generator(program)
    limit = machine.address("LIMIT")
    machine.place(samuel.START, Colour.BLACK)
    machine.store(limit - machine.size, machine.words(machine.stack, machine.size))
    machine.processor.set(xa=-(limit - machine.size) & FIELD)
    machine.call("MOVES")
    machine.processor.set(xa=-limit & FIELD)
    above = machine.words(limit, 0o100000 - limit)
    with pytest.raises(IronboardError, match="MOVES has not come back"):  # there is no printer to say it
        machine.call("MOVES")
    assert machine.words(limit, 0o100000 - limit) == above


# ---------------------------------------------------------------- the multiple capture of the book


@BOTH
def test_nine_paths_of_the_multiple_capture_lead_to_four_positions(program):
    board = position(FIGURE)
    following = list(generator(program).successors(words_of(board), board.to_move))
    assert len(following) == 9
    taken = Counter(tuple(sorted(set(range(9, 28)) & men(board) - men_left(each))) for each in following)
    assert taken == {
        (9, 10, 11, 17, 18, 19, 25, 26, 27): 6,
        (11, 19, 25, 26, 27): 1,
        (9, 10, 11, 17, 25): 1,
        (11, 18, 25): 1,
    }
    assert {each.squares[-1] for each in following} == {8}
    assert {each.squares[:2] for each in following} == {(29, 22)}
    assert {each.squares[2] for each in following} == {31, 13, 15}


def men(board):
    return {square for square, piece in board.pieces.items() if not piece.king}


def men_left(successor):
    return set(samuel.squares(successor.words.white_men))


# ---------------------------------------------------------------- the table of the figure


def figure():
    machine = generator(TABLE)
    return [machine.words(machine.address("FIGURE") + 9 * row, 9) for row in range(32)]


def test_the_table_is_the_geometry_of_the_board():
    """A square; the squares +5, +4, -5, -4 in Samuel's numbers; the squares behind them; 0 for none."""
    steps = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    assert figure() == [
        [square, *(beside(square, step, far) or 0 for far in (1, 2) for step in steps)] for square in SQUARES
    ]


# ---------------------------------------------------------------- counting and locating


@settings(derandomize=True, deadline=None)
@given(st.integers(0, (1 << 36) - 1))
def test_ones_are_counted(word):
    assert generator(WORDS).count(word) == word.bit_count()


def test_squares_are_located():
    assert [generator(WORDS).square(samuel.word([square])) for square in SQUARES] == list(SQUARES)


def test_counts_and_squares_stand_in_a_table_of_512_words():
    machine = generator(WORDS)
    words = machine.words(machine.address("BITS") - 511, 512)[::-1]
    for group, word in enumerate(words[1:], 1):
        count, first = word & FIELD, word >> 18
        assert (count, first) == (group.bit_count(), 9 - group.bit_length()), group


# ---------------------------------------------------------------- boards in and out


@settings(derandomize=True, deadline=None, max_examples=50)
@given(any_position())
def test_a_board_goes_in_and_comes_out(board):
    machine = generator(WORDS)
    machine.place(words_of(board), board.to_move)
    for name in (*samuel.NAMES, "TURN"):
        machine.put(name, 0o123456701234)
    machine.call("COLOUR")
    assert tuple(machine.get(name) for name in samuel.NAMES) == words_of(board)
    assert machine.get("TURN") == (0 if board.to_move is Colour.BLACK else 1 << 35)


def test_index_b_is_left_alone():
    machine = generator(WORDS)
    for known in stored_positions():
        machine.place(words_of(known.position), known.position.to_move)
        machine.processor.set(xb=0o12345)
        machine.call("MOVES")
        assert machine.processor.get("xb") == 0o12345


def test_a_program_that_is_not_there_is_an_error():
    with pytest.raises(IronboardError, match="there is no program 'moved'"):
        Bare704("moved")


def test_the_plain_processor_takes_the_same_cycles():
    words, colour = words_of(OPENING), OPENING.to_move
    assert Generator(WORDS, "python").expand(words, colour) == Generator(WORDS).expand(words, colour)
