"""Programs of the form do what the tree says: as they are lowered, and after each pass."""

from random import Random

import pytest

from tests.algol.form_machine import differs, nothing
from tests.algol.loop_programs import Looping
from tests.algol.oracle import Made, known, program
from tests.shared import spread

pytestmark = pytest.mark.usefixtures("quick")


@pytest.mark.parametrize("seed", spread(range(60), 6))
def test_a_lowered_program_does_what_its_tree_does(seed):
    made = program(seed, 20)
    if isinstance(made, Made):
        assert differs(made, nothing) == ""


@pytest.mark.parametrize("seed", spread(range(40), 5))
def test_loops_do_what_their_tree_does_after_all_passes(seed):
    made = known(Looping(Random(seed)))
    if isinstance(made, Made):
        assert differs(made) == ""
