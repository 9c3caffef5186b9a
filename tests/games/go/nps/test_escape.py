"""ESCAPE, LOOK1 to LOOK4, OPENING and INITIATE of the thesis' program.

Source: thesis, II.F.4 to 6; what it leaves open: docs/cdc6600/nps.md.
"""

import pytest

from host.games.go.program import STRIDE, answer, chain, point

from .positions import asked, places, program, stones

BOOK = (  # column and row on 19 by 19, in the order in which they are tried
    "4,4 16,4 4,16 16,16 4,10 10,4 16,10 10,16 10,10 7,3 17,7 13,17 3,13 13,3 17,13 7,17 3,7 3,6"
)
LINES = {19: (3, 5, 7, 10, 13, 15, 17), 15: (3, 5, 7, 8, 9, 11, 13)}  # that INITIATE's points are on


def moved(number, size):
    """Return a line of a smaller board with the same distance from the nearer edge."""
    return number if number < 10 else (size + 1) // 2 if number == 10 else number - 19 + size


@pytest.mark.parametrize(
    ("look", "theirs", "way"),
    [(1, "4,5 5,4 5,6", "6,5"), (2, "4,5 5,4 6,5", "5,6"), (3, "5,4 6,5 5,6", "4,5"), (4, "4,5 6,5 5,6", "5,4")],
)
def test_each_look_finds_an_opening_on_its_side(look, theirs, way):
    *others, last = theirs.split()
    lines = asked(last, "5,5", " ".join(others), count=18)
    assert chain(lines) == ["ANALYZE", "ESCAPE", f"LOOK{look}"]
    assert [answer(lines)] == places(way)


def test_the_larger_chain_escapes_first():
    lines = asked("3,4", "3,3 12,12 13,12", "2,3 3,2 12,11 13,11 12,13 13,13 11,12", count=18)
    assert [answer(lines)] == places("14,12")


def test_of_two_equal_chains_the_one_with_the_better_way_escapes():
    """3,3 would have two liberties after its way out, 12,12 three."""
    lines = asked("3,4", "3,3 12,12", "2,3 3,2 12,11 12,13 11,12 4,2", count=18)
    assert [answer(lines)] == places("13,12")


def test_a_capture_is_a_way_out():
    """The stone gets no second liberty by going on, but the one above it can be taken."""
    lines = asked("2,3", "1,2", "1,1 2,2", count=18)
    assert chain(lines) == ["ANALYZE", "ESCAPE", "LOOK4"]
    assert lines[-2:] == ["CAPTURED 1", "MOVE 2 1"]


def test_a_way_out_is_preferred_to_an_equal_capture():
    """Both leave two liberties."""
    lines = asked("2,2", "1,2", "1,1", count=18)
    assert chain(lines) == ["ANALYZE", "ESCAPE", "LOOK2"]
    assert [answer(lines)] == places("1,3")


@pytest.mark.parametrize(("size", "made"), [(19, 17), (15, 9)])
def test_the_book_is_in_this_order(size, made):
    """The machine against passes: every point that is three lines from its stones, up to 17."""
    nps, expected = program(size), []
    for pair in BOOK.split():
        place = point(*(moved(int(each), size) for each in pair.split(",")))
        if all(far(place, each) > 2 for each in expected):
            expected.append(place)
    nps.restart()
    lines = nps.move()
    moves = []
    while "OPENING" in chain(lines):
        moves.append(answer(lines))
        lines = nps.move()
    assert moves == expected[:17]
    assert len(moves) == made


def far(one, other):
    return max(abs(one % STRIDE - other % STRIDE), abs(one // STRIDE - other // STRIDE))


@pytest.mark.parametrize(
    ("column", "row", "used"), [(2, 4, False), (4, 2, False), (6, 6, False), (7, 4, True), (1, 7, True)]
)
def test_the_book_keeps_three_lines_away(column, row, used):
    assert (answer(asked(f"{column},{row}", count=3)) == point(4, 4)) == used


@pytest.mark.parametrize("size", [19, 15])
def test_initiate_takes_its_points_row_by_row(size):
    """After a pass, nothing else being there to look at."""
    nps = program(size)
    nps.restart()
    nps.put({}, count=18)
    lines = LINES[size]
    taken = {}
    for row in lines[:2]:
        for column in lines:
            nps.restart()
            nps.put(taken, count=18)
            made = answer(nps.move())
            assert made == point(column, row)
            taken = {**taken, made: 1 + len(taken) % 2}  # of both sides: no area is firm


def test_initiate_leaves_firm_areas():
    """Around 3,3 and 5,3 the machine is strong."""
    strong = stones("1,1 2,1 1,2 2,2 4,2 2,4 4,4")
    nps = program()
    nps.restart()
    nps.put(strong, count=18)
    lines = nps.move()
    assert chain(lines) == ["ANALYZE", "INITIATE", "COUNTER"]
    assert [answer(lines)] == places("7,3")
