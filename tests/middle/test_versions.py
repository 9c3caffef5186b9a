"""Fast copies of loops: what the guard asks for, what goes from the loop, what stays."""

import pytest

from host.compilers.backends.cdc6600.target import CDC6600
from host.compilers.ir.text import format_block, parse_program
from host.compilers.passes import fold, subscripts, versions
from tests.middle.random_form import changed
from tests.middle.rewriting import running
from tests.shared import spread

LOOP = """
unit U main
U:
{first}
L:
  v10:i = load slot [I.]
  v11:i = const 1
  v12:i = const 100
  bound v10, v11, v12 {{[A.] 0}}
  v13:r = load elements [v10+A.+4]
  store slot [S.], v13
{step}
X:
  end
"""
FROM_1 = """
  v1:i = const 1
  store slot [I.], v1
  v2:i = {limit}
  v3:i = diff.i v2, v1
  branch pl v3, L, X
"""
BY_1 = """
  v20:i = add.i v10, v11
  limit v20
  store slot [I.], v20
  v21:i = {limit}
  v22:i = diff.i v21, v20
  branch pl v22, L, X
"""
BY_STEP = """
  v20:i = load slot [K.]
  v21:i = add.i v10, v20
  limit v21
  store slot [I.], v21
  v22:i = const 100
  v23:i = diff.i v22, v21
  v24:b = sign v20
  v25:i = xor v23, v24
  v26:i = sub.i v25, v24
  v27:i = neg.i v20
  v28:i = or v20, v27
  v29:i = and v26, v28
  branch pl v29, L, X
"""


def copied(text):
    """What becomes of a program: the blocks of its unit by their labels, as lines."""
    made = parse_program(text)
    versions.run(made, CDC6600)
    return {block.label: [line.split("*")[0].strip() for line in format_block(block)] for block in made.units[0].blocks}


def codes(block):
    return [line.split(" = ")[-1].split()[0] for line in block[1:]]


def test_a_limit_that_is_not_known_needs_a_guard():
    limit = "load slot [N.]"
    made = copied(LOOP.format(first=FROM_1.format(limit=limit), step=BY_1.format(limit=limit)))
    assert made["Z.1"] == [
        "Z.1:",
        "v30:i = const 100",
        "v31:i = load slot [N.]",
        "v32:i = sub.i v30, v31",
        "branch ng v32, Z.2, L",
    ]
    assert made["L"][0] == "L: narrow [I.] [N.]"
    assert codes(made["L"]) == "load const const load store add.i store load diff.i branch".split()
    slow = codes(made["Z.2"])
    assert slow == "load const const bound load store add.i limit store load diff.i branch".split()
    assert made["Z.2"][-1] == "branch pl v29, Z.2, X"


def test_numbers_alone_need_neither_guard_nor_copy():
    made = copied(LOOP.format(first=FROM_1.format(limit="const 50"), step=BY_1.format(limit="const 50")))
    assert [*made] == ["U", "Z.1", "L", "X"]
    assert made["Z.1"] == ["Z.1:", "jump L"]
    assert made["L"][0] == "L: narrow [I.]"
    assert codes(made["L"]) == "load const const load store add.i store const diff.i branch".split()


def test_a_check_that_fails_in_some_turn_stays():
    made = copied(LOOP.format(first=FROM_1.format(limit="const 101"), step=BY_1.format(limit="const 101")))
    assert [*made] == ["U", "Z.1", "L", "X"]
    assert "bound" in codes(made["L"])
    assert "limit" not in codes(made["L"])


def test_a_step_of_unknown_sign_is_positive_in_the_copy():
    first = "  v1:i = const 1\n  store slot [I.], v1\n  jump L\n"
    made = copied(LOOP.format(first=first, step=BY_STEP))
    assert made["L"][0] == "L: narrow [I.] [K.]"
    assert made["L"][-1] == "branch pl v23, L, X"
    assert made["U"][-1].startswith("branch ng")
    assert made["U"][3:-1] == [
        "v44:i = const 130971",  # I + K has to be narrow
        "v45:i = load slot [K.]",
        "v46:i = sub.i v44, v45",
        "v47:i = const 1",  # K has to be positive
        "v48:i = sub.i v45, v47",
        "v49:i = or v46, v48",
    ]


@pytest.mark.parametrize(
    "change",
    [
        ("  limit v20\n  store slot [I.], v20", "  store slot [I.], v20\n  store slot [N.], v10"),  # the limit
        ("store slot [S.], v13", "store slot [I.], v12"),  # the slot that counts
        ("store slot [S.], v13", "v14:i = invoke U"),  # anything
    ],
)
def test_a_loop_that_changes_how_it_counts_stays(change):
    limit = "load slot [N.]"
    text = LOOP.format(first=FROM_1.format(limit=limit), step=BY_1.format(limit=limit)).replace(*change)
    made = copied(text)
    assert [*made] == ["U", "Z.1", "L", "X"]
    assert "bound" in codes(made["L"])


NEST = """
unit U main
U:
  v1:i = const 1
  store slot [I.], v1
  jump L
L:
  v2:i = load slot [I.]
  v3:i = const 1
  v4:i = add.i v2, v3
  store slot [J.], v4
  v5:i = load slot [N.]
  v6:i = diff.i v5, v4
  branch pl v6, M, K
M:
  v10:i = load slot [J.]
  v11:i = load slot [I.]
  v12:i = sub.i v10, v11
  v13:i = const 1
  v14:i = const 100
  bound v12, v13, v14 {[A.] 0}
  v15:i = add.i v10, v13
  store slot [J.], v15
  v16:i = load slot [N.]
  v17:i = diff.i v16, v15
  branch pl v17, M, K
K:
  v20:i = load slot [I.]
  v21:i = const 1
  v22:i = add.i v20, v21
  store slot [I.], v22
  v23:i = const 50
  v24:i = diff.i v23, v22
  branch pl v24, L, X
X:
  end
"""


def test_a_nest_has_one_guard():
    """J - I lies between 1, in all rows, and N - 1, in the first."""
    made = copied(NEST)
    assert made["U"][3:] == [
        "v43:i = const 101",
        "v44:i = load slot [N.]",
        "v45:i = sub.i v43, v44",
        "branch ng v45, Z.2, L",
    ]
    assert made["M"][0] == "M: narrow [I.] [J.] [N.]"
    assert "bound" not in codes(made["M"])
    assert [label for label, block in made.items() if "bound" in codes(block)] == ["Z.4"]


@pytest.mark.parametrize("seed", spread(range(400), 20))
def test_programs_do_what_they_did(seed):
    assert changed(seed, running(versions.run)) == ""
    assert changed(seed, running(fold.run, subscripts.run, versions.run)) == ""
