"""Addresses in loops: what stays the same before them, what grows stepped."""

import pytest

from host.compilers.backends.cdc6600.target import CDC6600
from host.compilers.ir.text import format_block, parse_program
from host.compilers.passes import strength, subscripts
from tests.middle.random_form import changed, program
from tests.shared import spread

LOOP = """
unit U main
U:
  v1:i = const 1
  store slot [I.], v1
  jump L
L:{narrow}
  v2:i = load slot [I.]
{body}
  jump M
M:
  v30:i = load slot [I.]
  v31:i = const 1
  v32:i = add.i v30, v31
  store slot [I.], v32
  v33:i = load slot [N.]
  v34:i = diff.i v33, v32
  branch pl v34, L, E
E:
  end
"""


def blocks(body, narrow=""):
    """What becomes of the first block, of the body of the loop, and of the store that steps, without remarks."""
    made = parse_program(LOOP.format(body=body, narrow=narrow))
    made.labels = iter("1234")  # temporaries are T1, T2
    strength.run(made, CDC6600)
    found = {each.label: each for each in made.units[0].blocks}
    first, body, end = ([line.split("*")[0].strip() for line in format_block(found[each])] for each in "ULM")
    return first[3:-1], body[2:-1], end[5:-3]


def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


ROWS = """
  v3:i = const 5
  v4:i = mul.i v2, v3
  v5:i = load slot [J.]
  v6:i = add.i v4, v5
  v7:r = load elements [v6+A.+8]
  store elements [v6+B.+9], v7
"""


def test_a_row_in_each_turn():
    first, body, step = blocks(ROWS)
    assert first == lines("""
      v35:i = load slot [I.]
      v36:i = const 5
      v37:i = mul.i v35, v36
      v38:i = load slot [J.]
      v39:i = add.i v37, v38
      v40:a = address [v39]
      store slot [T1], v40
    """)
    assert body[4:] == lines("""
      v43:a = load slot [T1]
      v7:r = load elements [v43+A.+8]
      v44:a = load slot [T1]
      store elements [v44+B.+9], v7
    """)
    assert step == lines("""
      v41:a = load slot [T1]
      v42:a = address [v41+5]
      store slot [T1], v42
    """)


COLUMN = """
  v3:i = load slot [J.]
  v4:i = const 5
  v5:i = mul.i v3, v4
  v6:i = add.i v5, v2
  v7:i = const 2
  v8:i = add.i v6, v7
  v9:r = load elements [v8+A.+8]
"""


def test_neighbours_in_a_row_where_the_slot_is_narrow():
    first, body, step = blocks(COLUMN, " narrow [I.]")
    assert first == lines("""
      v35:i = load slot [J.]
      v36:i = const 5
      v37:i = mul.i v35, v36
      v38:a = address [v37+A.+10]
      store slot [T1], v38
    """)
    assert body[-3:] == lines("""
      v40:a = load slot [T1]
      v39:a = add.i v40, v2
      v9:r = load elements [v39]
    """)
    assert step == []


def test_neighbours_in_a_row_where_it_may_be_any_word():
    first, body, step = blocks(COLUMN)
    assert first == lines("""
      v35:i = load slot [J.]
      v36:i = const 5
      v37:i = mul.i v35, v36
      store slot [T1], v37
    """)
    assert body[-2:] == ["v38:a = add.i v39, v2", "v9:r = load elements [v38+A.+10]"]
    assert step == []


def test_one_of_several_neighbours_is_stepped_and_the_others_are_beside_it():
    beside = "  v10:r = load elements [v6+A.+30]\n  store elements [v6+A.-4], v10\n"
    first, body, step = blocks(COLUMN + beside, " narrow [I.]")
    assert first[-1] == "store slot [T1], v40"
    assert [each for each in body if "elements" in each] == lines("""
      v9:r = load elements [v43+A.+10]
      v10:r = load elements [v44+A.+30]
      store elements [v45+A.-4], v10
    """)
    assert step == lines("""
      v41:a = load slot [T1]
      v42:a = address [v41+1]
      store slot [T1], v42
    """)


def test_what_stays_the_same_is_there_before():
    first, body, step = blocks(ROWS.replace("mul.i v2", "mul.i v5").replace("v5:i = load", "v8:i = load").replace(
        "const 5", "const 5\n  v5:i = load slot [K.]").replace("v4, v5", "v4, v8"))  # fmt: skip
    assert first[-2:] == ["v40:a = address [v39]", "store slot [T1], v40"]
    assert body[-4:] == lines("""
      v41:a = load slot [T1]
      v7:r = load elements [v41+A.+8]
      v42:a = load slot [T1]
      store elements [v42+B.+9], v7
    """)
    assert step == []


def test_slots_that_the_loop_changes_otherwise():
    text = ROWS + "\n  store slot [J.], v2\n  store slot [I.], v5"
    assert blocks(text) == ([], lines(text), [])


@pytest.mark.parametrize("seed", spread(range(300), 50))
def test_random_programs_do_the_same(seed):
    def run(made):
        subscripts.run(made, CDC6600)
        strength.run(made, CDC6600)

    assert changed(seed, run) == ""


def test_random_programs_have_such_addresses():
    found = [program(seed).program for seed in range(20)]
    for made in found:
        subscripts.run(made, CDC6600)
        strength.run(made, CDC6600)
    assert sum(len(made.temporaries) for made in found) > 40
