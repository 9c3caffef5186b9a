"""Eye spaces that every player knows, in the centre and at the edge, for both colours."""

from __future__ import annotations

import pytest

from host.games.go.armies import USUAL, Judge, Verdict
from host.games.go.diagrams import parse_rows
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


# In the corner the liberties of the wall outside count, and kos arise. Source: the usual tables of corner shapes.
CORNERS = {
    ("../..", 0): Verdict.LOST,
    (".../...", 0): Verdict.FIRST,
    (".../...", 1): Verdict.OPEN,  # a ko
    (".../...", 2): Verdict.HOLDS,
    (".../.##", 0): Verdict.OPEN,  # bent four, a ko
    ("....", 0): Verdict.HOLDS,
    ("../.#", 0): Verdict.FIRST,
}


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize(("shape", "liberties"), CORNERS)
def test_a_corner_is_right_or_not_decided(judge, shape, liberties, turns):
    position, stone = oracle.walled(shape, 1, Colour.BLACK, column=1, liberties=liberties)
    judge.place(oracle.turned(position, turns, False, False))
    army = judge.ask(oracle.moved(stone, position.size, turns, False))
    assert army.verdict is CORNERS[shape, liberties]
    assert army.verdict is not Verdict.OPEN or army.reason.startswith("safe if it moves first; ")


# J9 is captured by a stone that can be taken back at once; J8 and J9 by one that cannot.
KO = "7OX/6OX1/6OXX/6OX1/6OXX/6OX1/6OXX/6OOO/9"
NO_KO = "6OOX/6OOX/6OX1/6OXX/6OX1/6OXX/6OX1/6OXX/6OOO"


@pytest.mark.parametrize("turns", range(4))
def test_a_stone_that_is_captured_in_a_ko_is_not_decided(judge, turns):
    undecided = "safe if it moves first; the rest depends on a ko, a seki or a race outside"
    for rows, verdict, reason in ((KO, Verdict.OPEN, undecided), (NO_KO, Verdict.FIRST, "")):
        position = parse_rows(rows)
        judge.place(oracle.turned(position, turns, False, False))
        army = judge.ask(oracle.moved(19, position.size, turns, False))
        assert (army.verdict, army.reason) == (verdict, reason)


@pytest.mark.parametrize("column", [1, 5], ids=["corner", "edge"])
@pytest.mark.parametrize("name", ["three in a row", "bent three", "bent four", "square four", "pyramid four"])
def test_what_can_be_made_safe_is_what_the_rules_find_on_the_whole_board(judge, name, column):
    """Moves by the rules, Benson's theorem on sets at the end; 0 to 2 liberties outside."""
    for liberties in range(3):
        position, stone = oracle.walled(
            oracle.SHAPES[name][1], 1, Colour.WHITE, column=column, liberties=liberties, size=9
        )
        space = oracle.space_of(oracle.SHAPES[name][1], 1, column, 9)
        judge.place(position)
        assert (judge.ask(stone).verdict is Verdict.HOLDS) == oracle.holds(position, stone, space, 6)
