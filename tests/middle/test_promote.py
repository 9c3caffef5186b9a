"""Loop registers: which slots are kept, where they are loaded and stored."""

import pytest

from host.compilers.backends.cdc6600.target import CDC6600
from host.compilers.ir.text import format_block, parse_program
from host.compilers.passes import promote, versions
from tests.middle.random_form import changed
from tests.middle.rewriting import lines, running
from tests.shared import spread

LOOP = """
{head}
unit U main
U:
  jump L
L:{narrow}
  v1:i = load slot [I.]
  v2:i = const 1
  v3:i = add.i v1, v2
{body}
  store slot [I.], v3
  v4:i = load slot [N.]
  v5:i = diff.i v4, v3
  branch pl v5, L, X
X:
{after}  end
"""


def kept(body="", narrow="", head="", after=""):
    """What becomes of a loop: its blocks by their labels, as text."""
    made = parse_program(LOOP.format(body=body, narrow=narrow, head=head, after=after))
    promote.run(made, CDC6600)
    return {block.label: text(block) for block in made.units[0].blocks}


def text(block):
    return "\n".join(line.split("*")[0].strip() for line in format_block(block))


def test_slots_are_loaded_before_the_loop_and_stored_after_it():
    made = kept()
    assert [*made] == ["U", "Z.1", "L", "Z.2", "X"]
    assert made["Z.1"] == lines("""
      Z.1:
        v6:w = load slot [I.]
        set X0, v6
        v7:w = load slot [N.]
        set X5, v7
        jump L""")
    assert made["L"] == lines("""
      L: X0 = [I.], X5 = [N.]
        v1:i = get X0
        v2:i = const 1
        v3:i = add.i v1, v2
        set X0, v3
        v4:i = get X5
        v5:i = diff.i v4, v3
        branch pl v5, L, Z.2""")
    assert made["Z.2"] == lines("""
      Z.2: X0 = [I.]
        v8:w = get X0
        store slot [I.], v8
        jump X""")


def test_what_is_narrow_is_in_index_registers():
    made = kept(narrow=" narrow [I.]")
    assert made["L"] == lines("""
      L: B2 = [I.], X0 = [N.], narrow [I.]
        v1:i = get B2
        v2:i = const 1
        v3:i = add.i v1, v2
        set B2, v3
        v6:i = get B2
        v4:i = get X0
        v5:i = diff.i v4, v6
        branch pl v5, L, Z.2""")


def test_a_check_finds_variables_in_storage():
    made = kept("  limit v3")
    assert "set X0, v3\nstore slot [I.], v3" in made["L"]
    assert [*made] == ["U", "Z.1", "L", "X"]


def test_a_check_does_not_look_for_temporaries():
    made = kept("  limit v3", head="temporaries [I.]", after="  v8:i = load slot [I.]\n  store slot [K.], v8\n")
    assert "store" not in made["L"]
    assert "store" in made["Z.2"]


def test_a_temporary_that_is_not_loaded_afterwards_is_not_stored():
    made = kept(head="temporaries [I.]")
    assert "X0 = [I.]" in made["L"]
    assert not any("store" in each for each in made.values())


def test_a_temporary_that_the_loop_stores_first_is_not_loaded_before_it():
    """The loop begins without it in its register."""
    made = kept("  store slot [T.], v3\n  v8:i = load slot [T.]\n  store slot [N.], v8", head="temporaries [T.]")
    assert "load slot [I.]" in made["Z.1"]
    assert "slot [T.]" not in "".join(made.values())
    assert "[T.]" not in made["L"]


CALL = "routine R {}stops keeps {}"


@pytest.mark.parametrize(
    ("body", "head", "registers"),
    [
        ("  call R", CALL.format("", "X5"), ["X5"]),  # a routine keeps a register
        ("  call R", CALL.format("", "X7"), []),
        ("  call R X5=v3", CALL.format("", "X5"), []),  # the register is its argument's
        ("  v9:i = invoke U", "", []),
        ("  v9:i = load any [v3]", "escaped I.", ["X0"]),  # N only
        ("  store any [v3], v3", "escaped I. N.", []),
    ],
)
def test_what_is_not_kept(body, head, registers):
    first = kept(body, head=head)["L"].split("\n")[0]
    assert [each for each in ("X0", "X5", "X4", "B2") if f"{each} =" in first] == registers


FULL = """
unit U main
U:
  jump L
L: narrow [I.] [J.] [K.] [M.]
  v1:i = load slot [I.]
  v2:i = load slot [J.]
  v3:i = load slot [K.]
  v4:i = load slot [M.]
  {}
X:
  end
"""


def held(end):
    made = parse_program(FULL.format(end))
    promote.run(made, CDC6600)
    return {*made.units[0].block("L").held} & {*CDC6600.index_registers}


def test_a_jump_by_a_value_needs_an_index_register():
    assert len(held("branch pl v1, L, X")) == 4
    assert len(held("table v1, L, X")) == 3


NEST = """
unit U main
U:
  jump K
K:
  v1:i = const 7
  store slot [I.], v1
  jump L
L:
  v2:i = load slot [S.]
  v3:i = load slot [I.]
  v4:i = add.i v2, v3
  store slot [S.], v4
  branch pl v4, L, M
M:
  v5:i = load slot [J.]
  branch zr v5, K, X
X:
  end
"""


def test_a_loop_around_spares_loads_and_stores():
    """S stays in X0 in both loops: the inner one does nothing before or after it."""
    made = parse_program(NEST)
    promote.run(made, CDC6600)
    made = {block.label: text(block) for block in made.units[0].blocks}
    (end,) = [label for label, each in made.items() if "store slot [S.]" in each]
    assert end not in ("K", "L", "M")
    assert made[end].endswith("jump X")
    assert sum("load slot [S.]" in each for each in made.values()) == 1
    assert "X0 = [S.]" in made["M"]
    assert "X0 = [S.]" in made["K"]


@pytest.mark.parametrize("seed", spread(range(400), 20))
def test_programs_do_what_they_did(seed):
    assert changed(seed, running(promote.run)) == ""
    assert changed(seed, running(versions.run, promote.run)) == ""
