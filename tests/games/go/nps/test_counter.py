"""COUNTER, BLOCK and BUILD of the thesis' program: who makes the move, and where.

Source: thesis, II.F.7, 9 and 11; what it leaves open: docs/cdc6600/nps.md.
"""

import pytest

from host.games.go.program import answer, chain, point, step

from .positions import asked, places, said

AWAY = {  # where a second stone of the opponent is, three and four lines from the first -> the sector
    (3, 0): 1, (4, 2): 1, (3, 3): 1, (0, 3): 2, (1, 4): 2, (-1, 3): 3, (-3, 3): 3, (-3, 0): 4, (-4, 1): 4,
    (-3, -1): 5, (-3, -3): 5, (0, -3): 6, (-2, -4): 6, (2, -3): 7, (3, -3): 7, (4, -3): 8,
}  # fmt: skip


def test_two_stones_of_the_opponent_less_than_three_apart_are_blocked():
    lines = asked("10,10", theirs="12,10", count=18)
    assert chain(lines) == ["ANALYZE", "COUNTER", "BLOCK"]
    assert said(lines)["OPPONENT"] == [12, 10, 2]
    assert answer(lines) == point(11, 10)  # beside both, and touching both


@pytest.mark.parametrize(("away", "sector"), AWAY.items())
def test_from_three_lines_on_the_sector_decides(away, sector):
    column, row = away
    lines = asked("10,10", theirs=f"{10 + column},{10 + row}", count=18)
    assert chain(lines) == ["ANALYZE", "COUNTER", f"COUNTER{sector}"]
    assert said(lines)["SECTOR"] == [sector]
    assert said(lines)["OPPONENT"] == [10 + column, 10 + row, max(map(abs, away))]


@pytest.mark.parametrize("away", AWAY)
def test_it_goes_two_steps_towards_the_other_stone(away):
    sign = [(each > 0) - (each < 0) for each in away]
    lines = asked("10,10", theirs=f"{10 + away[0]},{10 + away[1]}", count=18)
    assert step(point(10, 10), answer(lines)) == (2 * sign[0], 2 * sign[1])


def test_it_goes_one_step_where_two_cannot_be_defended():
    lines = asked("10,10", theirs="14,10", ours="12,10", count=18)
    assert answer(lines) == point(11, 10)


def test_without_another_stone_of_his_it_goes_towards_the_machines():
    lines = asked("10,10", ours="7,7", count=18)
    assert chain(lines)[-1] == "COUNTER5"
    assert answer(lines) == point(8, 8)


def test_without_any_other_stone_it_goes_towards_the_centre():
    assert answer(asked("3,10", count=18)) == point(5, 10)
    assert answer(asked("3,8", count=18, size=15)) == point(5, 8)
    assert chain(asked("3,10", count=18))[-1] == "COUNTER1"


def test_in_the_centre_it_goes_beside_him():
    lines = asked("10,10", count=18)
    assert chain(lines) == ["ANALYZE", "COUNTER"]
    assert answer(lines) == point(9, 9)


def test_a_stone_of_the_machine_is_built_upon():
    lines = asked("0,0", ours="4,10 8,10", last="4,10", count=18)
    assert chain(lines) == ["ANALYZE", "COUNTER", "BUILD"]
    assert said(lines)["MACHINE"] == [8, 10, 4]
    assert answer(lines) == point(6, 10)  # in the middle between them


@pytest.mark.parametrize("other", ["5,9", "4,11", "6,10", "6,12"])
def test_stones_up_to_two_lines_apart_are_extended_along_a_line(other):
    """By one point or two, from either stone."""
    lines = asked("0,0", ours=f"4,10 {other}", last="4,10", count=18)
    assert chain(lines)[-1] == "BUILD"
    steps = [step(each, answer(lines)) for each in places(f"4,10 {other}")]
    assert any(0 in each and max(map(abs, each)) <= 2 for each in steps)


@pytest.mark.parametrize(("other", "between"), [("7,13", "5,11"), ("8,11", "6,10"), ("4,7", "4,8"), ("1,6", "2,8")])
def test_stones_farther_apart_get_one_between_them(other, between):
    """In the middle, rounded to the left and upwards."""
    lines = asked("0,0", ours=f"4,10 {other}", last="4,10", count=18)
    assert [answer(lines)] == places(between)


def test_where_the_middle_is_taken_a_point_beside_it_serves():
    lines = asked("0,0", ours="4,10 8,10", theirs="6,10", last="4,10", count=18)
    assert chain(lines)[-1] == "BUILD"
    assert answer(lines) == point(5, 9)


def test_the_third_line_attracts():
    """From 10,5 alone, all areas being alike, a jump to the third line is better than one along the fifth."""
    assert answer(asked("0,0", ours="10,5", last="10,5", count=18)) == point(10, 3)


def test_a_vacant_vertex_is_taken():
    """The machine's last stone has been captured."""
    lines = asked("0,0", last="16,16", count=18)
    assert chain(lines) == ["ANALYZE", "COUNTER"]
    assert answer(lines) == point(16, 16)


def test_a_vacant_vertex_is_not_retaken_in_a_ko():
    """The opponent's stone has just taken the machine's last one on 5,5. Around it the machine is strong, so that the
    empty point is looked at; after a pass the machine does retake."""
    ours, theirs = "4,4 4,6 3,5 2,4 2,5 2,6", "5,4 6,5 5,6"
    lines = asked("4,5", f"{ours} 5,5", theirs, last="5,5", count=18)
    assert chain(lines) == ["ANALYZE", "INITIATE", "COUNTER"]
    lines = asked("0,0", ours, f"{theirs} 4,5", last="5,5", count=18)
    assert (chain(lines), lines[-2:]) == (["ANALYZE", "COUNTER"], ["CAPTURED 1", "MOVE 5 5"])


def test_a_block_is_made_where_the_machine_is_strong():
    """Two ways beside both stones: the one with a stone of the machine near it is taken."""
    for helper, expected in (("13,8", "11,9"), ("13,13", "11,11")):
        lines = asked("10,10", ours=helper, theirs="11,10", count=18)
        assert chain(lines)[-1] == "BLOCK"
        assert [answer(lines)] == places(expected)
