"""The machine does with random programs what the interpreter of the tree does; oracle.py compares any number of them.

One of ten does something wrong: the error, its line and what was written before are compared.
"""

from itertools import islice
from random import Random

import pytest

from tests.algol.loop_programs import Looping
from tests.algol.oracle import BATCH, Made, difference, known, program
from tests.algol.recursive_programs import Calling
from tests.shared import ALL_EXAMPLES, spread

pytestmark = pytest.mark.usefixtures("quick")

FAIL = {  # seeds of programs that fail, and why
    9: "a value is used that has never been given",
    39: "an integer is beyond 48 bits",
    69: "the integer of a real is too large",
    269: "division by zero",
    299: "a parameter is of the wrong kind",
    349: "div divides integers, this is a real number",
    409: "a procedure with a wrong number of parameters",
    1149: "a subscript is out of its bounds",
    1179: "a number became too large",
    2069: "reading past the end",
    2319: "an assignment to a parameter that is no variable",
    3739: "a switch has no such element",
}


@pytest.mark.parametrize("size", [8, 30])
def test_the_machine_does_what_the_interpreter_does(size):
    found = (program(seed, size) for seed in range(2 * BATCH))
    count = BATCH if ALL_EXAMPLES else BATCH // 3
    programs = list(islice((each for each in found if isinstance(each, Made) and not each.alone), count))
    assert len(programs) == count
    assert difference(programs) == ""


@pytest.mark.parametrize("seed", FAIL)
def test_the_machine_finds_the_error_that_the_interpreter_finds(seed):
    made = program(seed, 12)
    assert made.why == FAIL[seed]
    assert difference([made]) == ""


@pytest.mark.parametrize("maker", [Looping, Calling])
@pytest.mark.parametrize("first", spread(range(0, 16 * BATCH, BATCH), 2))
def test_loops_and_recursion_do_what_they_do_in_the_interpreter(first, maker):
    count = BATCH if ALL_EXAMPLES else BATCH // 3
    found = [known(maker(Random(seed))) for seed in range(first, first + count)]
    programs = [each for each in found if isinstance(each, Made)]
    assert len(programs) > count // 2
    assert difference(programs) == ""
