"""The 6600's player: its moves are those of the rules, its scores those of a search that cuts nothing off."""

from functools import cache

import pytest
from hypothesis import given, settings

from emulators.errors import IronboardError
from host.games.boards import ProgramFault
from host.games.kalah_board import opening, parse
from host.games.kalah_play import TO_THE_END, Player
from tests.games.kalah import two_sides
from tests.games.kalah.test_game_rules import positions
from tests.shared import ALL_EXAMPLES


@cache
def player(core="compiled"):
    return Player(core)


@settings(deadline=None, max_examples=200)
@given(position=positions())
def test_it_makes_all_moves_each_once(position):
    if position.over:
        return
    made = player().moves(position)
    assert len({*made}) == len(made)
    ring, side = two_sides.ring_of(position)
    assert {two_sides.ring_of(after)[0] for after in made} == two_sides.ends(ring, side, position.always)


def test_moves_that_go_on_are_put_out_last():
    made = player().moves(opening())
    kalahs = [after.rows[0].kalah for after in made]
    assert kalahs == sorted(kalahs) == [1] * 5 + [2] * 5


@pytest.mark.parametrize("core", ["compiled", "python"])
def test_both_cores_think_the_same(core):
    assert player(core).think(opening(), 2) == player().think(opening(), 2)


@settings(deadline=None, max_examples=60)
@given(position=positions(most=4))
def test_its_score_is_that_of_a_search_without_cuts_and_its_move_has_it(position):
    if position.over:
        return
    ring, side = two_sides.ring_of(position)
    for depth in (1, 2, 3):
        thought = player().think(position, depth)
        assert thought.score == two_sides.value(ring, side, position.always, depth)
        after, next_side = two_sides.ring_of(thought.after)
        assert -two_sides.value(after, next_side, position.always, depth - 1) == thought.score


def test_sequences_of_moves_from_the_beginning_are_as_many_as_by_the_rules():
    """The counts of 1 to 4 moves of the usual board."""
    places, states = [opening()], [(two_sides.start(6, 6), 0)]
    counts = []
    for _ in range(4):
        places = [after for place in places for after in player().moves(place)]
        states = [(after, 1 - side) for ring, side in states for after in two_sides.ends(ring, side, False)]
        assert len(places) == len(states)
        counts.append(len(places))
    assert counts == [10, 60, 329, 1907]


# Boards that are solved in seconds. Tables 9 and 10 of Irving, Donkers and Uiterwijk, who take the last counter always
SOLVED = [(pits, counters) for pits in (1, 2, 3) for counters in range(1, 6)] + [(4, 1), (4, 2), (5, 1), (6, 1)]


@pytest.mark.parametrize("board", SOLVED, ids=str)
def test_small_boards_are_worth_what_is_published(board):
    pits, counters = board
    thought = player().think(opening(pits, counters, always=True), TO_THE_END)
    assert thought.solved
    assert "LDW"[(thought.score > 0) - (thought.score < 0) + 1] == two_sides.OUTCOMES[pits][counters - 1]
    if board in two_sides.GAMES:
        assert thought.score == two_sides.GAMES[board][0]


@pytest.mark.parametrize("always", [False, True])
@pytest.mark.parametrize("board", [each for each in SOLVED if each < ((4, 1) if ALL_EXAMPLES else (3, 4))], ids=str)
def test_small_boards_are_worth_what_a_search_of_all_plays_finds(board, always):
    thought = player().think(opening(*board, always=always), TO_THE_END)
    assert (thought.score, thought.solved) == (two_sides.to_the_end(two_sides.start(*board), 0, always), True)


def test_a_line_that_is_not_followed_to_the_end_is_told():
    assert not player().think(opening(3, 3), 3).solved


@pytest.mark.parametrize("depth", [0, 200])
def test_depths_that_it_does_not_have_are_refused(depth):
    with pytest.raises(IronboardError, match=f"1 to 199 moves ahead, not {depth}"):
        player().think(opening(), depth)


def test_where_the_game_is_over_it_is_not_asked():
    with pytest.raises(IronboardError, match="the game is over"):
        player().think(parse("0,0,3/1,2,0"), 1)


def test_a_move_against_the_rules_is_a_fault_of_the_program():
    spoilt = Player()
    place = spoilt.place

    def with_another_board(position):
        place(opening(position.size, 2))

    spoilt.place = with_another_board
    with pytest.raises(ProgramFault, match="no move leads there"):
        spoilt.think(opening(3, 3), 1)
