"""ANALYZE's order of priorities: for each rule a position that it decides, and what comes first of two.

Source: thesis, II.E; what it leaves open: docs/cdc6600/nps.md.
"""

import pytest

from host.games.go.program import answer, chain, point

from .positions import asked, said

FIRM = "5,5 4,5 5,4"  # of the machine, around 4,4: VAL is 15
OTHER_FIRM = "15,15 15,16 16,15 16,16"  # and around 16,16
EVERYWHERE = " ".join(f"{column},{row}" for column in range(2, 19, 2) for row in range(2, 19, 2))


def test_danger_comes_first_an_escape():
    lines = asked("3,4", "3,3", "2,3 3,2", count=0)
    assert chain(lines) == ["ANALYZE", "ESCAPE", "LOOK1"]
    assert answer(lines) == point(4, 3)


def test_without_an_escape_it_goes_on():
    """The stone in the corner has a liberty, but would have one still after a move there."""
    assert chain(asked("2,1", "1,1", "2,2", count=0)) == ["ANALYZE", "OPENING"]


@pytest.mark.parametrize(("count", "makes"), [(0, "OPENING"), (16, "OPENING"), (17, "COUNTER"), (18, "COUNTER")])
def test_the_book_is_used_before_the_18th_move(count, makes):
    assert chain(asked("5,15", theirs="5,16", count=count))[1] == makes


def test_a_dangerous_pattern_is_blocked():
    lines = asked("5,10", "", "6,10 7,10 8,10 9,10", count=18)
    assert chain(lines) == ["ANALYZE", "SCAN", "SCAN1", "COMPARE", "BLOCK"]
    assert said(lines) == {"VERTEX": [5, 10], "SECTOR": [1], "PATTERN": [1, 5, 10, 9, 10], "MOVE": [4, 10]}


def test_an_advantageous_pattern_is_built_upon():
    lines = asked("5,10", "6,10 7,10 8,10 9,10", count=18)
    assert chain(lines) == ["ANALYZE", "SCAN", "SCAN1", "CHECK", "BUILD"]
    assert said(lines)["PATTERN"] == [1, 6, 10, 9, 10]


def test_counter_answers_the_last_move():
    lines = asked("10,12", "", "10,10", count=18)
    assert chain(lines) == ["ANALYZE", "COUNTER", "BLOCK"]
    assert said(lines)["VERTEX"] == [10, 12]


def test_where_the_area_is_firm_the_machines_last_move_is_looked_at():
    lines = asked("4,4", f"{FIRM} 16,16", last="16,16", count=18)
    assert chain(lines) == ["ANALYZE", "COUNTER", "BUILD"]
    assert said(lines)["VERTEX"] == [16, 16]


def test_where_both_areas_are_firm_another_one_is_looked_for():
    lines = asked("4,4", f"{FIRM} {OTHER_FIRM}", last="16,16", count=18)
    assert chain(lines) == ["ANALYZE", "INITIATE", "COUNTER"]
    assert said(lines)["VERTEX"] == said(lines)["MOVE"]
    assert abs(said(lines)["VAL"][0]) < 12


def test_where_everything_is_firm_it_passes():
    lines = asked("1,1", EVERYWHERE, last="16,16", count=18)
    assert chain(lines) == ["ANALYZE", "INITIATE"]
    assert lines[1:] == ["MOVE 0 0"]


def test_the_machine_begins_by_the_book_without_an_analysis():
    assert asked("0,0") == ["BY GO OPENING", "MOVE 4 4"]


# ---------------------------------------------------------------- of two rules the first


def test_danger_before_the_book_and_patterns():
    position = ("3,4", "3,3", "2,3 3,2 3,5 3,6 3,7")
    assert chain(asked(*position, count=0))[1] == "ESCAPE"
    assert chain(asked("3,4", "", position[2], count=18))[-2:] == ["COMPARE", "BLOCK"]


def test_the_book_before_patterns():
    position = ("5,10", "", "6,10 7,10 8,10 9,10")
    assert chain(asked(*position, count=16)) == ["ANALYZE", "OPENING"]


def test_defence_before_attack_in_a_sector():
    """Three stones of each side in sector 1: along its axis the opponent's, along its diagonal the machine's."""
    lines = asked("5,5", "6,6 7,7 8,8", "6,5 7,5 8,5", count=18)
    assert chain(lines)[-2:] == ["COMPARE", "BLOCK"]


def test_an_earlier_sector_before_defence():
    lines = asked("5,10", "6,10 7,10 8,10 9,10", "4,10 3,10 2,10", count=18)
    assert chain(lines) == ["ANALYZE", "SCAN", "SCAN1", "CHECK", "BUILD"]


def test_patterns_before_counter_even_where_the_area_is_firm():
    lines = asked("5,10", "", "6,10 7,10 8,10 9,10 5,11 5,9", count=18)
    assert chain(lines)[-2:] == ["COMPARE", "BLOCK"]


@pytest.mark.parametrize(("move", "maker"), [("16,16", ["COUNTER", "BUILD"]), ("10,5", ["CHECK", "BUILD"])])
def test_an_advantageous_pattern_counts_if_the_last_move_is_near(move, maker):
    """Four stones beside the machine's last one. The opponent's area is firm, so that the machine's is looked at."""
    around = "15,15 15,16 16,15 11,4 11,5 11,6 10,6 9,6"
    lines = asked(move, f"4,4 5,4 6,4 7,4 8,4 {around}", "4,6", last="4,4", count=18)
    assert said(lines)["VERTEX"] == [4, 4]
    assert chain(lines)[-2:] == maker
