"""The 6600's move generators: what they make of a position is what the rules make of it, move for move."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.games.checkers.rules import FORWARD
from host.games.draughts import (
    BY_SQUARES,
    DIRECTIONS,
    LOOP,
    NUMBERS,
    OPENING,
    SQUARE_AT,
    VALID,
    WORDS,
    Generator,
    board_of,
    number,
    parse,
    place,
    position_of,
    word,
)
from tests.games.draughts.boards import PUBLISHED, any_position, played, their_moves

PROGRAMS = (WORDS, LOOP, BY_SQUARES)
ALL = pytest.mark.parametrize("program", PROGRAMS)
MOST = {WORDS: 30_000, LOOP: 5_000, BY_SQUARES: 5_000}  # sequences counted here; more were counted once, by hand


@cache
def generator(program):
    return Generator(program)


def assert_same(program, position):
    """Every move is made once, leads where it should, and is counted."""
    found = Counter(generator(program).successors(position))
    assert found == Counter((move, position.played(move)) for move in position.legal_moves()), position.fen
    assert generator(program).count(position).number == found.total()


# ---------------------------------------------------------------- successors


@ALL
@settings(derandomize=True, deadline=None, max_examples=70)
@given(position=any_position())
def test_any_position_becomes_what_the_rules_make_of_it(program, position):
    assert_same(program, position)


@ALL
def test_positions_of_random_games_become_what_the_rules_make_of_them(program):
    for position in played(150, seed=60):
        assert_same(program, position)


@settings(derandomize=True, deadline=None, max_examples=30)
@given(position=any_position())
def test_any_position_has_the_moves_of_another_program(position):
    found = {successor.move for successor in generator(WORDS).successors(position)}
    assert found == their_moves(position), position.fen


@ALL
@pytest.mark.parametrize("text", PUBLISHED)
def test_there_are_as_many_sequences_of_moves_as_published(program, text):
    expected = [count for count in PUBLISHED[text] if count <= MOST[program]]
    found = generator(program).tally(parse(text), len(expected))
    assert found.counts == expected


@ALL
def test_a_side_that_cannot_move_has_no_successors(program):
    for text in ("W:W:B1", "W:W26:B17,21", "B:W37,41:BK46", "W:W", "B:WK1:B"):
        assert generator(program).expand(parse(text)).boards == []
        assert generator(program).count(parse(text)).number == 0


@settings(derandomize=True, deadline=None, max_examples=40)
@given(position=any_position())
def test_mobility_is_that_of_the_board(position):
    """Steps are looked for whether something must be captured or not."""
    own = [square for square, piece in position.pieces.items() if piece.colour is position.to_move]
    steps = {square: set(position._steps(square)) for square in own}
    reached = set().union(*steps.values())
    assert generator(WORDS).mobility(position) == (sum(map(bool, steps.values())), len(reached))


# ---------------------------------------------------------------- ones


@settings(derandomize=True, deadline=None)
@given(st.integers(0, (1 << 60) - 2))
def test_ones_are_counted_by_the_instruction_and_by_the_loop(bits):
    assert generator(WORDS).ones(bits).number == generator(LOOP).ones(bits).number == bits.bit_count()


def test_the_loop_takes_longer_for_every_one_the_instruction_does_not():
    counted = {program: [generator(program).ones((1 << n) - 1).cycles for n in (1, 2, 20)] for program in (WORDS, LOOP)}
    assert len(set(counted[WORDS])) == 1
    first, second, twentieth = counted[LOOP]
    assert twentieth == first + 19 * (second - first) > counted[WORDS][0]


# ---------------------------------------------------------------- boards


def test_a_step_is_a_circular_shift_by_a_constant_and_one_off_the_board_ends_on_no_square():
    shifts = dict(zip(DIRECTIONS, (5, 6, 54, 55), strict=True))  # down left, down right, up left, up right
    for square in NUMBERS.values():
        row, column = place(square)
        for (down, right), places in shifts.items():
            bits = 1 << number(square)
            shifted = (bits << places | bits >> 60 - places) & (1 << 60) - 1
            beside = SQUARE_AT.get((row + down, column + right))
            assert shifted & VALID == (word([beside]) if beside else 0)
    assert set(FORWARD.values()) == {1, -1}


@settings(derandomize=True, deadline=None, max_examples=50)
@given(any_position())
def test_words_are_a_position(position):
    assert position_of(board_of(position)) == position


@ALL
def test_the_programs_do_not_change_themselves(program):
    """What is executed stays as it was loaded: the words of routines but for their entries."""
    machine = Generator(program)
    first, behind = (machine.address(name) for name in ("TKPIECE", "TKOURS"))
    loaded = machine.words(first, behind - first)
    for position in played(100, seed=1):
        machine.expand(position)
    assert machine.words(first, behind - first) == loaded


@ALL
def test_where_the_stack_is_full_nothing_is_stacked(program):
    machine = Generator(program)
    board, limit = machine.place(OPENING), machine.address("LIMIT")
    machine.store(limit - 4, board)
    machine.set(B7=limit)
    with pytest.raises(IronboardError, match="MOVES has not come back"):
        machine.call("MOVES")
    assert machine.words(limit, 4 * 256) == [0] * (4 * 256)


def test_the_plain_processor_takes_the_same_cycles():
    position = parse("W:W28,32,33,37,39,48:B10,18,19,22,23,30")
    plain = Generator(WORDS, "python")
    assert plain.expand(position) == generator(WORDS).expand(position)
    assert plain.tally(position, 2) == generator(WORDS).tally(position, 2)
