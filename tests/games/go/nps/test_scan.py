"""SCAN of the thesis' program, looked at while it works: which points, in which order, how often.

Source: thesis, II.F.10 and II.F.12.
"""

import random
from itertools import pairwise

import pytest

from host.experiments.figures.measured.thesis import (
    LINE,
    SECTORS,
    distances,
    looks,
    pattern,
    picture,
    square,
    turned,
)
from host.games.go.program import MACHINE, OPPONENT, point, step

from .positions import program

FIGURE_5 = (2, 0, 2, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0)
AXES = ((1, 0), (0, 1), (0, 1), (-1, 0), (-1, 0), (0, -1), (0, -1), (1, 0))  # columns and rows of a step, by sector
DIAGONALS = ((1, 1), (1, 1), (-1, 1), (-1, 1), (-1, -1), (-1, -1), (1, -1), (1, -1))


def scanned(vertex, stones, size=19):
    """Let SCAN look around a vertex, without patterns."""
    nps = program(size)
    nps.put(stones, vertex=vertex, seeking=False)
    nps.call("scan")
    return nps


def test_a_sector_is_looked_at_in_20_points_and_all_of_them_in_160():
    assert [len(looks(each)) for each in SECTORS] == [20] * 8


def test_the_picture_is_121_different_points_in_a_square_of_11():
    assert len({each for sector in SECTORS for each in looks(sector)}) == 120  # without the vertex
    assert len(picture()) == 121
    assert square() == (11, 11)


def test_distances_go_from_one_to_five():
    assert distances() == [1] * 2 + [2] * 3 + [3] * 4 + [4] * 5 + [5] * 6
    assert all(distances(each) == distances(1) for each in SECTORS)


@pytest.mark.parametrize("sector", SECTORS)
def test_each_distance_is_looked_at_from_the_axis_to_the_diagonal(sector):
    seen = looks(sector)
    (across, down), (far, deep) = AXES[sector - 1], DIAGONALS[sector - 1]
    begin = 0
    for distance in range(1, 6):
        row = seen[begin : begin + distance + 1]
        assert row[0] == (distance * across, distance * down)
        assert row[-1] == (distance * far, distance * deep)
        steps = {(second[0] - first[0], second[1] - first[1]) for first, second in pairwise(row)}
        assert steps == {(far - across, deep - down)}
        begin += distance + 1


def test_figure_5_is_a_row_in_sector_1_and_a_column_in_sector_3():
    assert pattern(LINE, 1) == FIGURE_5
    assert pattern(turned(LINE), 3) == FIGURE_5


def test_machine_stones_are_ones_in_off_and_zeros_in_patt():
    nps = scanned(point(10, 10), {point(11, 10): MACHINE, point(12, 11): OPPONENT, point(15, 10): MACHINE})
    nps.call("scan1")
    assert nps.elements("off") == [1] + [0] * 13  # the distance of five is not kept
    assert nps.elements("patt") == [0, 0, 0, 2] + [0] * 10


def test_points_off_the_board_are_empty_and_are_not_read():
    nps = program()
    vertex = point(1, 1)
    nps.put({point(19, 1): OPPONENT, point(2, 2): OPPONENT}, vertex=vertex, seeking=False)
    read = {step(vertex, each) for each in nps.reads("scan") if each}
    assert read == {(column, row) for column in range(6) for row in range(6)} - {(0, 0)}
    nps.call("scan5")
    assert nps.elements("patt") == [0] * 14


@pytest.mark.parametrize("size", [9, 15, 19])
def test_strength_weakness_and_closest_stones_are_those_of_the_square(size):
    """STRENGTH adds 6 less its distance for each stone of the machine's, WEAKNESS for the opponent's; VAL is the
    difference. Of equally close stones the one in the first sector counts."""
    source = random.Random(size)
    for _ in range(40):
        points = [point(column, row) for column in range(1, size + 1) for row in range(1, size + 1)]
        vertex = source.choice(points)
        stones = {each: source.choice((MACHINE, OPPONENT)) for each in source.sample(points, source.randrange(40))}
        nps = scanned(vertex, stones, size)
        far = {each: max(map(abs, step(vertex, each))) for each in stones if each != vertex}
        sums = {
            colour: sum(6 - far[each] for each in far if stones[each] == colour and far[each] <= 5)
            for colour in (MACHINE, OPPONENT)
        }
        assert nps.get("strength") == sums[MACHINE]
        assert nps.get("weakness") == sums[OPPONENT]
        assert nps.get("val") == sums[MACHINE] - sums[OPPONENT]
        for colour in (MACHINE, OPPONENT):
            near = [each for each in far if stones[each] == colour and far[each] <= 5]
            closest, away = nps.elements("closest")[colour - 1], nps.elements("away")[colour - 1]
            if not near:
                assert (closest, away) == (0, 99)
                continue
            least = min(far[each] for each in near)
            order = [each for sector in SECTORS for each in looks(sector)]
            first = min((each for each in near if far[each] == least), key=lambda each: order.index(step(vertex, each)))
            assert (closest, away) == (first, least)
