"""Elements in loops become operations."""

import pytest

from host.compilers.backends.cdc6600.target import CDC6600
from host.compilers.ir.text import format_program, parse_program
from host.compilers.passes import subscripts
from tests.middle.random_form import changed, program
from tests.shared import spread


def after(text):
    """The blocks of a unit after the pass."""
    made = parse_program(text)
    subscripts.run(made, CDC6600)
    return [line.strip() for line in format_program(made).splitlines()[1:]]


def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


LOOP = """
unit U main
U:
  jump L
L:
  v1:i = load slot [I.]
  v2:i = load slot [J.]
  {}
  jump L
"""


def test_known_bounds():
    element = "v3:a = element v1, v2 {[A.] 1:8 0:4 at [A.+3]}\n  v4:r = load elements [v3]"
    expected = """
      v5:i = const 1
      v6:i = const 8
      bound v1, v5, v6 {[A.] 0}
      v7:i = const 0
      v8:i = const 4
      bound v2, v7, v8 {[A.] 1}
      v9:i = const 5
      v10:i = mul.i v1, v9
      v11:i = add.i v10, v2
      v4:r = load elements [v11+A.+3]
    """
    assert after(LOOP.format(element))[5:-1] == lines(expected)


def test_bounds_in_a_description_of_a_parameter():
    element = "v3:a = element v1, v2 {formal [F.]}\n  store elements [v3], v1"
    expected = """
      v4:a = load slot [F.]
      v5:i = load description [v4+2]
      v6:i = load description [v4+3]
      bound v1, v5, v6 {formal [F.] 0}
      v7:i = load description [v4+5]
      v8:i = load description [v4+6]
      bound v2, v7, v8 {formal [F.] 1}
      v9:a = load description [v4+1]
      v10:i = load description [v4+4]
      v11:i = mul.i v1, v10
      v12:a = add.i v9, v11
      v13:a = add.i v12, v2
      store elements [v13], v1
    """
    assert after(LOOP.format(element))[5:-1] == lines(expected)


def test_three_subscripts_are_compared_from_the_last_one():
    element = "v3:a = element v1, v2, v1 {[A.] 1:2 1:3 1:4 at [A.+9]}\n  v4:a = call SUB X1=v3"
    found = after("routine SUB\n" + LOOP.format(element))
    checks = [line for line in found if line.startswith("bound")]
    assert checks == ["bound v1, v5, v6 {[A.] 2}", "bound v2, v7, v8 {[A.] 1}", "bound v1, v9, v10 {[A.] 0}"]
    assert found[-3:-1] == ["v17:a = address [v16+A.+9]", "v4:a = call SUB X1=v17"]


def test_outside_of_loops_they_stay():
    text = LOOP.format("v3:a = element v1, v2 {[A.]}\n  v4:r = load elements [v3]").replace("jump L\n", "end\n")
    assert not any(line.startswith("bound") for line in after(text))


@pytest.mark.parametrize("seed", spread(range(150), 25))
def test_random_programs_do_the_same(seed):
    assert changed(seed, lambda made: subscripts.run(made, CDC6600)) == ""


def test_random_programs_have_elements_in_loops():
    def count(made):
        return sum(op.code == "element" for unit in made.units for op in unit.ops())

    found = [program(seed).program for seed in range(20)]
    before = sum(map(count, found))
    for made in found:
        subscripts.run(made, CDC6600)
    assert sum(map(count, found)) < before / 2
