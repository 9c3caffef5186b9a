"""Zobrist's program of 1972, compiled as the book prints it, for both machines."""

import importlib.util
import random

import pytest

from host.experiments.bench import fortran
from tests.fortran.running import MACHINES, Program
from tests.shared import shared, spread, zobrists_listing

NODES = [(row, column) for row in range(1, 20) for column in range(1, 20)]
CENTRE, CORNER, EDGE = [(10, 10)], [(1, 1)], [(1, 10)]
FIVE = [(3, 3), (16, 16)], [(3, 16), (16, 3), (10, 10)]
VALUES = [  # stones of both sides, a row, its values
    (CENTRE, [], 10, "0 0 0 0 0 1 2 6 10 62 10 6 2 1 0 0 0 0 0"),
    (CORNER, [], 1, "56 8 5 2 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0"),
    (CORNER, [], 2, "8 8 4 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"),
    (EDGE, [], 1, "0 0 0 0 0 1 2 5 8 59 8 5 2 1 0 0 0 0 0"),
    (*FIVE, 1, "2 4 5 4 2 0 0 0 0 0 0 0 0 -2 -4 -5 -4 -2 0"),
    (*FIVE, 3, "5 10 62 10 6 2 1 0 0 0 0 -1 -2 -6 -10 -62 -10 -6 -2"),
    (*FIVE, 10, "0 0 0 0 0 -1 -2 -6 -10 -62 -10 -6 -2 -1 0 0 0 0 0"),
]
BOARDS = {"6600": 1000, "704": 20}
SAMPLE = {"6600": 40, "704": 3}


@pytest.fixture(scope="module", params=MACHINES)
def program(request):
    return Program(zobrists_listing(), request.param)


@pytest.fixture(scope="module")
def model():
    """The reference port of the listing."""
    spec = importlib.util.spec_from_file_location("go_influence", shared("models/go_influence.py"))
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def values(program, black, white):
    """Return the rows that are printed: cards have row and column of a stone in two columns each."""
    cards = [f"{row:2}{column:2}" for side in (black, [(-1, 0)], white, [(-1, 0)]) for row, column in side]
    return [[int(each) for each in line.split()] for line in program.printed(cards)]


@pytest.mark.parametrize(("black", "white", "row", "expected"), VALUES)
def test_the_values_are_those_of_ibms_compiler_and_of_gfortran(program, black, white, row, expected):
    assert values(program, black, white)[row - 1] == [int(each) for each in expected.split()]


def test_a_number_has_four_columns_after_one_blank(program):
    line = program.printed(["1010", "-1 0", "-1 0"])[9]
    assert line == "    0   0   0   0   0   1   2   6  10  62  10   6   2   1   0   0   0   0   0"


def test_random_boards_have_the_values_of_the_model(program, model):
    machine = program.machine
    for seed in spread(range(BOARDS[machine]), SAMPLE[machine]):
        chance = random.Random(seed)
        stones = chance.sample(NODES, chance.choice([5, 20, 60, 120, 200, 300, 361]))
        black = chance.randint(0, len(stones))
        both = stones[:black], stones[black:]
        assert values(program, *both) == model.influence(*both), (machine, seed)


def test_on_the_704_the_listing_takes_no_more_than_what_ibms_compiler_made_of_it():
    """Words without arrays and library, and cycles from the last card to the first line."""
    for checks, words in ((True, 1.1 * fortran.IBM_WORDS), (False, fortran.IBM_WORDS)):
        found = fortran.zobrist_704(fortran.How(checks), zobrists_listing())
        assert found.words <= words
        assert found.cycles <= fortran.IBM_CYCLES
