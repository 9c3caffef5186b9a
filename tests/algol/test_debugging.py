"""At each statement, the debugger shows what the interpreter of the tree has: for all names that can be used there."""

from pathlib import Path
from random import Random

import pytest

from tests.algol.debugging import compare, compare_steps
from tests.algol.random_programs import Maker
from tests.shared import ALL_EXAMPLES

DATA = Path(__file__).parents[1] / "data" / "algol"
PROGRAMS = ("jensen", "recursion", "own", "switches", *(("procedures", "loops") if ALL_EXAMPLES else ()))
STATEMENTS = 20 if ALL_EXAMPLES else 16  # of each program


@pytest.mark.parametrize("name", PROGRAMS)
def test_names_stand_for_what_they_do_in_the_interpreter(name):
    statements, names, _ = compare((DATA / f"{name}.alg").read_text(encoding="utf-8"), STATEMENTS)
    assert statements > STATEMENTS // 2
    assert names > 3 * statements


@pytest.mark.parametrize("seed", [2, 14])
def test_so_it_is_for_programs_made_at_random(seed):
    statements, names, unset = compare(Maker(Random(seed), 25).program(), STATEMENTS)
    assert statements > STATEMENTS // 2
    assert names > 3 * statements
    assert unset


@pytest.mark.parametrize("name", ["jensen", "labels"])
def test_steps_over_statements_back_over_them_and_out_follow_activations(name):
    """The statement behind a step is the next one of an activation that was open; behind a step back, the last one."""
    over, back, out = compare_steps((DATA / f"{name}.alg").read_text(encoding="utf-8"), STATEMENTS, every=2)
    assert min(over, back) > 3
    assert out
