"""The rules of the game: those written for the tests agree, and games published with their results come to them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.games.kalah_board import (
    MOST_PITS,
    IllegalMove,
    Position,
    Row,
    Side,
    most_counters,
    opening,
    parse,
    picture,
    text,
)
from tests.games.kalah import two_sides


@st.composite
def positions(draw, most=MOST_PITS):
    """Positions with as many counters as the program has room for, at most."""
    size = draw(st.integers(1, most))
    counters = st.integers(0, min(30, most_counters(size) // (2 * size + 2)))
    rows = [Row(tuple(draw(st.lists(counters, min_size=size, max_size=size))), draw(counters)) for _ in range(2)]
    if not any(map(any, (row.pits for row in rows))):
        rows[0] = Row((1,) * size)
    return Position(tuple(rows), draw(st.sampled_from(Side)), draw(st.booleans()))


@settings(deadline=None, max_examples=300)
@given(position=positions())
def test_moves_end_where_the_rules_of_the_tests_say(position):
    ring, side = two_sides.ring_of(position)
    moves = position.moves()
    assert {two_sides.ring_of(after)[0] for after in moves} == two_sides.ends(ring, side, position.always)
    for after, move in moves.items():
        assert position.played(move) == after
        assert after.over or after.to_move is position.to_move.other


@pytest.mark.parametrize("board", two_sides.GAMES, ids=str)
def test_published_games_come_to_their_results(board):
    pits, counters = board
    margin, game = two_sides.GAMES[board]
    position = opening(pits, counters, always=True)
    for count, turn in enumerate(game.split("-")):
        assert position.to_move == count % 2
        position = position.played(tuple(pits - int(hole) for hole in turn))
    assert position.over
    south, north = position.totals
    assert (south - north, south + north) == (margin, 2 * pits * counters)


def test_a_last_counter_in_an_empty_pit_captures_what_is_opposite():
    position = parse("0,3,0,0,0/2,5,1,4,0")  # pit 3 holds three: they end in the kalah
    assert str(position.sow(3)) == "0,0,1,1,1/2,5,1,4,0 south"
    position = parse("0,2,0,0,0/2,5,1,4,0")  # two end in pit 1: opposite is North's pit 4
    assert str(position.sow(3)) == "0,0,1,0,3/0,5,1,4,0 north"


@pytest.mark.parametrize(("always", "after"), [(False, "0,0,1,1,0/0,5,1,4,0"), (True, "0,0,1,0,1/0,5,1,4,0")])
def test_where_nothing_is_opposite_it_stays_there_unless_it_is_always_taken(always, after):
    assert str(parse("0,2,0,0,0/0,5,1,4,0", always=always).sow(3)) == f"{after} north"


def test_counters_that_go_round_pass_the_other_kalah_and_come_to_the_pit_they_were_in():
    assert str(parse("0,5,0/1,0,0").sow(1)) == "1,0,4/0,1,0 north"  # the fifth is captured with the two opposite


def test_the_game_is_over_when_one_side_is_empty_and_the_rest_is_the_others():
    after = parse("0,1,4/2,3,5").sow(1)
    assert (after.over, after.totals, after.moves()) == (True, (5, 10), {})
    with pytest.raises(IllegalMove, match="the game is over"):
        after.sow(1)


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ((3,), "pit 3 is empty"),
        ((5,), "there is no pit 5: expected 1 to 4"),
        ((2, 1), "2 ends the move: 1 cannot follow"),
        ((1, 1), "pit 1 is empty"),
    ],
)
def test_moves_against_the_rules_are_refused(move, message):
    with pytest.raises(IllegalMove, match=message):
        parse("4,0,3,1,0/1,1,1,1,0").played(move)


@given(position=positions())
def test_positions_are_read_as_they_are_written(position):
    assert parse(str(position), always=position.always) == position


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("6", "is not a position of the game"),
        ("1,2/1,2,3", "South has 1 pits, North 2"),
        ("0,0/0,0", "there are 1 to 255 counters in all"),
        ("200,0/56,0", "there are 1 to 255 counters in all"),
        ("1,1,1,1,1,1,1,1,1,0/1,1,1,1,1,1,1,1,1,0", "1 to 8 pits"),
        ("1,2/1,2 east", "is not a position of the game"),
    ],
)
def test_other_texts_are_refused(wrong, message):
    with pytest.raises(IronboardError, match=message):
        parse(wrong)


@pytest.mark.parametrize(("board", "message"), [((9, 1), "1 to 8"), ((6, 22), "1 to 21"), ((8, 4), "1 to 3")])
def test_boards_that_the_program_does_not_have_are_refused(board, message):
    with pytest.raises(IronboardError, match=message):
        opening(*board)


def test_the_board_in_characters():
    assert text(parse("4,0,12,1/1,22,3,10 north"), ascii=True).splitlines() == [
        "       1    2    3    North to move",
        "+----+----+----+----+----+",
        "|    | 3  | 22 | 1  |    |",
        "| 10 +----+----+----+ 1  |",
        "|    | 4  | 0  | 12 |    |",
        "+----+----+----+----+----+",
        "       3    2    1    South",
    ]


def test_the_drawing_has_every_number_and_marks_the_last_move():
    drawn = picture(parse("4,0,12,1/1,22,3,10"), marked=(Side.SOUTH, (3,)))
    texts = [shape.text for shape in drawn.shapes if shape.text]
    assert sorted(texts) == sorted(["4", "0", "12", "1", "1", "22", "3", "10", *"123" * 2])
    assert sum(shape.fill == "#d9b44a" for shape in drawn.shapes) == 1
