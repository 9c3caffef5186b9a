"""What is the same in all turns of a loop is computed before it."""

import pytest

from host.compilers.backends.cdc6600.target import CDC6600
from host.compilers.ir.text import format_block, parse_program
from host.compilers.passes import invariants, subscripts
from tests.middle.random_form import changed, program
from tests.middle.verify import verify
from tests.shared import spread

NEST = """
{routine}
unit U main
U:
  jump I
I:
  v1:i = const 1
  store slot [J.], v1
  jump J
J:
{body}
  v32:i = load slot [J.]
  v33:i = add.i v32, v30
  store slot [J.], v33
  branch pl v33, J, K
K:
  v40:i = load slot [I.]
  v41:i = const 1
  v42:i = add.i v40, v41
  store slot [I.], v42
  branch pl v42, I, E
E:
  end
"""


def blocks(body, routine="", more=""):
    """What becomes of the blocks before the loops, and of the body of the inner one, without remarks."""
    made = parse_program(NEST.format(body="\n".join(f"  {each}" for each in lines(body)), routine=routine) + more)
    made.labels = iter("123456")
    invariants.run(made, CDC6600)
    verify(made)
    found = {each.label: each for each in made.units[0].blocks}
    return [[line.split("*")[0].strip() for line in format_block(found[each])][1:-1] for each in "UIJ"]


def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


BODY = """
  v20:i = load slot [{}]
  v21:i = load slot [N.]
  v22:i = const 3
  v23:i = sub.i v20, v22
  v24:i = add.i v23, v21
  v30:i = shr v24, 2
"""
BEFORE = """
  v43:i = load slot [{}]
  v44:i = const 3
  v45:i = sub.i v43, v44
  v46:i = load slot [N.]
  v47:i = add.i v45, v46
  v48:i = shr v47, 2
  store slot [T1], v48
"""
AFTER = """
  v20:i = load slot [{}]
  v21:i = load slot [N.]
  v22:i = const 3
  v23:i = sub.i v20, v22
  v24:i = add.i v23, v21
  v30:i = load slot [T1]
"""


def test_before_the_outermost_loop():
    outer, inner, body = blocks(BODY.format("M."))
    assert outer == lines(BEFORE.format("M."))
    assert inner == ["v1:i = const 1", "store slot [J.], v1"]
    assert body[:6] == lines(AFTER.format("M."))  # what is not used any more is for another pass


def test_before_the_inner_loop_what_the_outer_one_changes():
    outer, inner, body = blocks(BODY.format("I."))
    assert outer == []
    assert inner[2:] == lines(BEFORE.format("I."))
    assert body[:6] == lines(AFTER.format("I."))


P = """
unit P. procedure
P.:
  v1:i = const 1
  store slot [M.], v1
  return v1
"""


@pytest.mark.parametrize(
    ("body", "routine", "more"),
    [
        (BODY.format("J."), "", ""),  # the inner loop changes it
        (BODY.format("M.") + "store slot [M.], v30", "", ""),
        (BODY.format("M.") + "call SUB", "escaped M.\nroutine SUB writes any", ""),
        (BODY.format("M.") + "call SUB", "routine SUB runs", P),
        (BODY.format("M.") + "v31:i = invoke P.", "", P),
        ("v20:i = load slot [M.]\nv21:i = sub.i v20, v20\nv30:i = add.i v20, v21", "", ""),  # short
        ("v20:r = load slot [M.]\nv21:r = mul.r v20, v20\nv30:i = count v21", "", ""),  # may stop
    ],
)
def test_what_stays(body, routine, more):
    outer, inner, found = blocks(body, routine, more)
    assert outer == []
    assert inner == ["v1:i = const 1", "store slot [J.], v1"]
    assert found[: len(lines(body))] == lines(body)


@pytest.mark.parametrize(
    ("routine", "more"),
    [("routine SUB writes any", ""), ("escaped M.\nroutine SUB reads any runs", P.replace("M.", "L."))],
)
def test_calls_that_change_something_else(routine, more):
    outer, _, _ = blocks(BODY.format("M.") + "call SUB", routine, more)
    assert outer == lines(BEFORE.format("M."))


@pytest.mark.parametrize("seed", spread(range(200), 34))
def test_random_programs_do_the_same(seed):
    def run(made):
        subscripts.run(made, CDC6600)
        invariants.run(made, CDC6600)

    assert changed(seed, run) == ""


def test_random_programs_have_invariants():
    found = [program(seed).program for seed in range(30)]
    for made in found:
        subscripts.run(made, CDC6600)
        invariants.run(made, CDC6600)
    assert sum(len(made.temporaries) for made in found) > 20


LIMIT = """
unit U main
U:
  v1:i = const 1
  store slot [I.], v1
  v2:i = load slot [N.]
  v3:i = sub.i v2, v1
  v4:i = diff.i v3, v1
  branch pl v4, L, E
L:{}
  v5:i = load slot [I.]
  v6:i = const 1
  v7:i = add.i v5, v6
  store slot [I.], v7
  v8:i = load slot [N.]
  v9:i = sub.i v8, v6
  v10:i = diff.i v9, v7
  branch pl v10, L, E
E:
  end
"""


def test_the_limit_of_a_narrow_slot_is_narrow():
    made = parse_program(LIMIT.format(" narrow [I.]"))
    made.labels = iter("123456")
    invariants.run(made, CDC6600)
    verify(made)
    before, loop = ([line.split("*")[0].strip() for line in format_block(made.units[0].block(each))] for each in "1L")
    assert before == lines("""
      1: narrow [I.] [T2]
      v11:i = load slot [N.]
      v12:i = const 1
      v13:i = sub.i v11, v12
      v14:a = address [v13]
      store slot [T2], v14
      jump L
    """)
    assert loop[0] == "L: narrow [I.] [T2]"
    assert loop[-3:] == ["v9:i = load slot [T2]", "v10:i = diff.i v9, v7", "branch pl v10, L, E"]


def test_the_limit_of_a_slot_that_may_be_any_word_stays():
    made = parse_program(LIMIT.format(""))
    invariants.run(made, CDC6600)
    assert not made.temporaries
