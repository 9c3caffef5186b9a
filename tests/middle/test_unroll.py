"""Unrolled loops: how many copies of a turn there are, and what they do."""

from functools import partial

import pytest

from host.compilers.backends.cdc6600.target import CDC6600
from host.compilers.ir.text import format_block, parse_program
from host.compilers.passes import PASSES, optimise, unroll
from tests.middle.random_form import changed
from tests.middle.verify import verify
from tests.shared import spread

LOOP = """
unit U main
U:
  v1:i = const {first}
  set B2, v1
  v9:i = const {last}
  set B3, v9
  jump L
L: B2 = [I.], B3 = const {last}
  v2:i = get B2
  v3:i = load elements [v2+A.]
{body}
  store elements [v2+B.], v3
  v4:i = const {step}
  v5:i = add.i v2, v4
  set B2, v5
  v6:i = get B2
  v7:i = get B3
  v8:i = diff.i v7, v6
  branch pl v8, L, E
E:
  end
"""


def stores(first, last, step=1, body=""):
    """The stores and jumps of the loop when it has been unrolled."""
    made = parse_program(LOOP.format(first=first, last=last, step=step, body=body))
    made.labels = iter("123")
    unroll.run(made, CDC6600)
    verify(made)
    lines = [line.strip() for block in made.units[0].blocks[1:-1] for line in format_block(block)]
    return sum("store" in each for each in lines), sum("branch" in each for each in lines)


@pytest.mark.parametrize(
    ("first", "last", "step", "copies"), [(1, 21, 1, 3), (1, 20, 1, 4), (2, 11, 1, 2), (1, 19, 1, 1), (1, 39, 2, 4)]
)
def test_a_turn_has_copies_without_a_test_if_they_divide_the_number_of_turns(first, last, step, copies):
    assert stores(first, last, step) == (copies, 1)


def test_a_loop_with_its_copies_is_no_longer_than_the_instruction_stack():
    for loads, copies in (1, 4), (2, 3), (4, 2), (6, 1):
        body = "".join(f"  v{number}:i = load elements [v2+C.]\n" for number in range(20, 20 + loads))
        assert stores(1, 12, body=body)[0] == copies


@pytest.mark.parametrize("seed", spread(range(300), 5))
def test_programs_do_what_they_did(seed):
    names = tuple({each.name for each in PASSES} - {"promote", "limits", "unroll", "dead", "strength"})
    assert changed(seed, partial(optimise, target=CDC6600, without=names)) == ""
