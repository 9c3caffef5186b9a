"""Eye spaces that every player knows, in the centre and at the edge, for both colours."""

from __future__ import annotations

import pytest

from host.games.go.armies import USUAL, Judge, Verdict
from host.games.go.rules import Colour
from tests.games.go.armies import oracle


@pytest.fixture(scope="module")
def judge():
    return Judge()


@pytest.mark.parametrize("row", [1, 5], ids=["edge", "centre"])
@pytest.mark.parametrize("name", oracle.SHAPES)
def test_an_eye_space_has_the_status_of_theory(judge, name, row):
    wanted, shape = oracle.SHAPES[name]
    for colour in Colour:
        position, stone = oracle.walled(shape, row, colour)
        judge.place(position)
        assert judge.ask(stone).verdict is wanted
        assert judge.ask(stone).positions < USUAL.positions


def test_a_limit_leaves_the_hardest_shape_undecided(judge):
    position, stone = oracle.walled(oracle.SHAPES["rabbity six"][1], 5, Colour.BLACK)
    judge.place(position)
    for limits in (USUAL._replace(depth=9), USUAL._replace(positions=1000)):
        army = judge.ask(stone, limits)
        assert (army.verdict, army.reason) == (Verdict.OPEN, "safe if it moves first; a limit was reached")
    assert judge.ask(stone, USUAL._replace(region=5)).reason == "it has no region of at most 5 points to live in"
