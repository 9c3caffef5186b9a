"""The 6600's moves of a position, one by one and in order, against the rules; in each of its layouts."""

import importlib.util

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.games.kalah import Layout, Solver, board, run
from tests.games.kalah import rules
from tests.games.kalah.texts import pits
from tests.shared import shared

PUBLISHED = {1: 1, 2: 2, 3: 11, 4: 56, 5: 232, 6: 912, 7: 3333, 8: 12149, 9: 42800, 10: 149117}
DEPTHS_FROM_THE_LEFT = {1: 1, 2: 2, 3: 5, 4: 11, 5: 20, 6: 35, 7: 53, 8: 79, 9: 109, 10: 147}

small = st.lists(st.integers(0, 6), min_size=1, max_size=7).filter(any).map(tuple)
laps = st.lists(st.one_of(st.integers(0, 3), st.integers(0, 40)), min_size=1, max_size=5).filter(any).map(tuple)
packed = st.lists(st.integers(0, 27), min_size=3, max_size=10).filter(any).map(tuple)


@pytest.fixture(scope="module")
def solver():
    return Solver()


def same(solver, position, left, apart=False):
    """The program does what the rules say; return what it found."""
    found = solver.search(position, left=left, apart=apart)
    ended, depth = rules.search(position, left)
    assert (found.moves, found.depth) == (len(ended), depth)
    if found.layout != Layout.CHANGED:
        assert solver.positions() == ended
    return found


@settings(deadline=None)
@given(position=small, left=st.booleans(), apart=st.booleans())
def test_the_moves_are_those_of_the_rules_in_their_order(solver, position, left, apart):
    found = same(solver, position, left, apart)
    assert apart <= (found.layout == Layout.APART)


@settings(deadline=None)
@given(position=laps, left=st.booleans(), apart=st.booleans())
def test_so_they_are_when_counters_go_round_and_round(solver, position, left, apart):
    same(solver, position, left, apart)


@settings(deadline=None)
@given(position=packed, left=st.booleans())
def test_so_they_are_for_full_pits_in_a_word(solver, position, left):
    found = same(solver, position, left)
    assert found.layout in (Layout.PACKED, Layout.CHANGED)


@pytest.mark.parametrize("pits", range(3, 11))
def test_every_pit_with_every_count_is_played_in_a_word(solver, pits):
    for pit in range(pits):
        for count in range(1, 28):
            same(solver, tuple(count if each == pit else 1 for each in range(pits)), left=False)


@pytest.mark.parametrize("pits", PUBLISHED)
def test_the_counts_are_the_published_ones(solver, pits):
    found = solver.search(board(pits))
    assert (found.moves, found.depth) == (PUBLISHED[pits], pits)
    assert found.layout == (Layout.PACKED if pits >= 3 else Layout.APART)


@pytest.mark.parametrize("pits", range(1, 9))
def test_from_the_left_the_stack_grows(solver, pits):
    found = same(solver, board(pits), left=True)
    assert found.depth == DEPTHS_FROM_THE_LEFT[pits]


@pytest.mark.parametrize("pits", [5, 6, 7])
def test_boards_are_the_same_with_a_word_for_each_pit(solver, pits):
    assert same(solver, board(pits), left=False, apart=True).layout == Layout.APART


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("position", [(4, 0, 27, 1), (4, 3, 27, 27), (0, 5, 4, 27, 2, 1), (7, 27, 5, 27, 3, 2, 1)])
def test_with_28_counters_in_a_pit_the_search_goes_on_with_a_word_for_each_pit(solver, position, left):
    assert same(solver, position, left).layout == Layout.CHANGED
    with pytest.raises(IronboardError, match="no longer holds all"):
        solver.positions()
    *moves, _ = run(["PITS", *map(str, position), "LEFT" if left else "RIGHT", "LIST"])
    assert [pits(each) for each in moves] == rules.search(position, left)[0]


def test_a_position_that_does_not_fit_into_a_word_is_never_packed(solver):
    for position in ((28, 1, 1), (1, 1), (1, 0, 0, 0, 7, 0, 0, 0, 3, 2, 1)):
        assert same(solver, position, left=False).layout == Layout.APART


def test_moves_that_the_list_does_not_hold_are_an_error(solver):
    solver.search(board(9))
    with pytest.raises(IronboardError, match="no longer holds all of 42,800 moves"):
        solver.positions()


def test_the_plain_core_finds_the_same(solver):
    plain = Solver("python")
    assert plain.search(board(4)) == solver.search(board(4))


@pytest.fixture(scope="module")
def model():
    spec = importlib.util.spec_from_file_location("kalah_model", shared("models/kalah.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@settings(deadline=None)
@given(position=st.one_of(small, laps), left=st.booleans(), apart=st.booleans())
def test_the_moves_are_those_of_the_model(solver, model, position, left, apart):
    found = solver.search(position, left=left, apart=apart)
    ended, depth = model.generate(position, left)
    assert (found.moves, found.depth) == (len(ended), depth)
    if found.layout != Layout.CHANGED:
        assert solver.positions() == ended
