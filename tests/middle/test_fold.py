"""Value numbering: examples before and after, and programs that do the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.compilers.passes import dead, fold
from tests.middle.random_form import changed
from tests.middle.rewriting import body, lines, rewritten, running

HEAD = "escaped E.\nroutine SUB\nroutine NAME writes any"


def folded(text: str) -> str:
    return body(text, fold.run, head=HEAD)


def clean(text: str) -> str:
    return body(text, fold.run, dead.run, head=HEAD)


@given(st.integers(0, 10**6))
def test_programs_do_the_same(seed):
    assert changed(seed, running(fold.run), 30) == ""


@given(st.integers(0, 10**6))
def test_programs_do_the_same_after_several_runs(seed):
    assert changed(seed, running(fold.run, dead.run, fold.run, dead.run), 30) == ""


def test_the_example_of_the_header():
    assert folded("""
        v1:i = load slot [I.]
        v2:i = const 4
        v3:i = mul.i v1, v2
        store slot [J.], v3
        v4:i = load slot [J.]
        v5:i = load slot [I.]
        v6:i = const 4
        v7:i = mul.i v5, v6
        v8:i = add.i v4, v7
        v9:r = load elements [v8+A.+7]
        store slot [R.], v9
    """) == lines("""
        v1:i = load slot [I.]
        v2:i = const 4
        v3:i = shl v1, 2
        store slot [J.], v3
        v8:i = add.i v3, v3
        v9:r = load elements [v8+A.+7]
        store slot [R.], v9
    """)  # fmt: skip


@pytest.mark.parametrize(
    ("operation", "result"),
    [
        ("v8:i = add.i v1, v6", "v1"),
        ("v8:i = sub.i v1, v6", "v1"),
        ("v8:i = sub.i v1, v1", "v6"),
        ("v8:i = sub.i v6, v1", "neg.i v1"),
        ("v8:i = mul.i v1, v5", "v1"),
        ("v8:i = mul.i v1, v6", "v6"),
        ("v8:i = mul.i v1, v7", "shl v1, 3"),
        ("v8:i = diff.i v1, v6", "v1"),
        ("v8:i = and v1, v1", "v1"),
        ("v8:i = xor v1, v1", "v6"),
        ("v8:i = shl v1, 0", "v1"),
        ("v8:i = add.i v5, v7", "const 9"),
        ("v8:r = add.r v2, v2", "add.r v2, v2"),
        # What may be the negative zero is not what it is after 0 has been added.
        ("v8:i = add.i v3, v6", "add.i v3, v6"),
        ("v8:i = mul.i v3, v5", "mul.i v3, v5"),
    ],
)
def test_algebra(operation, result):
    made = folded(
        "  v1:i = load slot [I.]\n  v2:r = load slot [R.]\n  v4:i = load slot [K.]\n  v3:i = xor v1, v4\n"
        "  v5:i = const 1\n"
        f"  v6:i = const 0\n  v7:i = const 8\n  {operation}\n  store slot [Z.], v8"
    )
    last = made.split("\n")[-2:]
    assert last[1] == f"store slot [Z.], {result}" or last == [f"{operation[:7]}{result}", "store slot [Z.], v8"]


@pytest.mark.parametrize(
    ("factor", "made"),
    [
        (3, ["v4:i = shl v1, 1", "v3:i = add.i v1, v4"]),
        (7, ["v4:i = shl v1, 3", "v3:i = sub.i v4, v1"]),
        (10, ["v4:i = shl v1, 3", "v5:i = shl v1, 1", "v3:i = add.i v5, v4"]),
        (11, ["v3:i = mul.i v1, v2"]),
    ],
)
def test_products_become_shifts(factor, made):
    text = f"  v1:i = load slot [I.]\n  v2:i = const {factor}\n  v3:i = mul.i v1, v2\n  store slot [J.], v3"
    assert folded(text).split("\n")[2:-1] == made


def test_sums_with_constants_go_into_places():
    assert clean(
        "  v1:i = load slot [I.]\n  v2:i = const 5\n  v3:i = add.i v1, v2\n  v4:i = const 2\n  v5:i = sub.i v3, v4\n"
        "  v6:r = load elements [v5+A.+4]\n  store slot [R.], v6"
    ) == lines("v1:i = load slot [I.]\nv6:r = load elements [v1+A.+7]\nstore slot [R.], v6")  # fmt: skip


def test_constant_subscripts_make_places_direct():
    made = clean("  v1:i = const 3\n  v2:r = load elements [v1+A.+4]\n  store slot [R.], v2")
    assert made == "v2:r = load elements [A.+7]\nstore slot [R.], v2"


def test_a_store_to_an_element_changes_what_others_may_be():
    text = (
        "  v1:i = load slot [I.]\n  v2:i = load slot [J.]\n  v3:r = load elements [v1+A.]\n"
        "  v4:r = load elements [v2+A.+1]\n  store elements [v1+A.+1], v3\n  v5:r = load elements [v1+A.]\n"
        "  v6:r = load elements [v2+A.+1]\n  store slot [R.], v5\n  store slot [S.], v6\n  store slot [T.], v4"
    )
    made = folded(text)
    assert "v5:r" not in made
    assert "v6:r = load elements [v2+A.+1]" in made


def test_a_store_to_an_escaped_slot_changes_what_any_place_may_be():
    text = """
        v1:a = load slot [X.]
        v2:i = load any [v1]
        store slot [{}], v2
        v3:i = load any [v1]
        store slot [J.], v3
    """
    assert folded(text.format("E.")) == lines(text.format("E."))
    assert folded(text.format("I.")) == lines(
        text.format("I.").replace("v3:i = load any [v1]", "").replace("v3", "v2").replace("        \n", "")
    )


def test_a_call_changes_what_it_may_and_takes_the_registers_away():
    text = (
        "  v1:i = const 1\n  store slot [I.], v1\n  store slot [E.], v1\n  v2:i = load slot [J.]\n"
        "  store slot [K.], v2\n"
        "  call NAME\n  v3:i = load slot [I.]\n  store slot [L.], v3\n  v4:i = load slot [E.]\n"
        "  store slot [L.+1], v4\n"
        "  v5:i = load slot [J.]\n  store slot [L.+2], v5"
    )
    assert folded(text).split("\n")[6:] == [
        "v3:i = const 1",
        "store slot [L.], v3",
        "v4:i = load slot [E.]",
        "store slot [L.+1], v4",
        "v5:i = load slot [J.]",
        "store slot [L.+2], v5",
    ]


def test_checks_are_made_once():
    text = (
        "  v1:i = load slot [I.]\n  v2:i = const 1\n  v3:i = const 9\n  bound v1, v2, v3 {[A.] 0}\n"
        "  bound v1, v2, v3 {[B.] 0}\n  bound v2, v2, v3 {[A.] 0}\n  limit v1\n  limit v1\n  limit v3"
    )
    assert folded(text).split("\n")[3:] == ["bound v1, v2, v3 {[A.] 0}", "limit v1"]


def test_a_check_of_constants_that_fails_stays():
    text = "  v1:i = const 1\n  v2:i = const 5\n  bound v1, v2, v2 {[A.] 0}"
    assert folded(text).endswith("bound v1, v2, v2 {[A.] 0}")


def test_a_value_that_was_checked_or_computed_is_there():
    text = (
        "  v1:i = load? slot [I.]\n  v2:i = load? slot [I.]\n  v3:r = load slot [R.]\n  v4:r = load? slot [R.]\n"
        "  v5:r = add.r v4, v4\n  store slot [S.], v5\n  v6:r = load? slot [S.]\n  store slot [Z.], v6\n"
        "  store slot [Z.+1], v2"
    )
    assert folded(text).split("\n") == [
        "v1:i = load? slot [I.]",
        "v3:r = load slot [R.]",
        "v4:r = load? slot [R.]",
        "v5:r = add.r v4, v4",
        "store slot [S.], v5",
        "store slot [Z.], v5",
        "store slot [Z.+1], v1",
    ]


def test_known_branches_become_jumps_and_blocks_one():
    text = """
unit M. main
M.:
  v1:i = const 5
  store slot [I.], v1
  v2:i = const 9
  v3:i = diff.i v2, v1
  branch pl v3, L1, L2
L1:
  v4:i = load slot [I.]
  store slot [J.], v4
  jump L3
L2:
  jump L2
L3:
  end
"""
    assert rewritten(text, fold.run, dead.run) == lines("unit M. main\nM.:") + (
        "\n  v1:i = const 5\n  store slot [I.], v1\n  v4:i = const 5\n  store slot [J.], v4\n  end\n"
    )


def test_signs_of_conditions_go_into_the_branch():
    text = """
unit M. main
M.:
  v1:i = load slot [I.]
  v2:b = sign v1
  v3:b = not v2
  branch ng v3, L1, L2
L1:
  end
L2:
  exit STOP
"""
    assert "  branch pl v1, L1, L2\n" in rewritten(text, fold.run)


def test_jumps_to_jumps_are_led_past_them_unless_a_statement_begins_there():
    text = """
unit M. main
M.:
  v1:i = load slot [I.]
  branch ng v1, L1, L2
L1:
  jump L3
L2:
  jump L3 * 7:
L3:
  v2:i = load slot [J.]
  branch zr v2, L3, L4
L4:
  end
"""
    made = rewritten(text, fold.run)
    assert "branch ng v1, L3, L2" in made
    assert "L1:" not in made


def test_a_statement_begins_at_what_is_left_of_it():
    text = (
        "  v1:i = load slot [I.]  * 1:\n  store slot [J.], v1\n  v2:i = load slot [I.]   * 2:\n  store slot [K.], v2\n"
        "  v3:i = load slot [I.]    * 3:\n  store slot [L.], v3  * 4:"
    )
    made = folded(text)
    assert [" ".join(line.split()) for line in made.split("\n")] == [
        "v1:i = load slot [I.] * 1:",
        "store slot [J.], v1",
        "store slot [K.], v1 * 2:",
        "v3:i = load slot [I.] * 3:",
        "store slot [L.], v1 * 4:",
    ]


def test_a_short_way_out_stands_where_it_is_jumped_to():
    text = """
unit M. main
M.:
  end

unit P. procedure frames P.
P.:
  v1:i = load slot [frame+3]
  branch ng v1, L1, L2
L1:
  v2:i = const 5
  store slot [frame+5], v2
  jump L3
L2:
  v4:i = load slot [I.]
  store slot [frame+5], v4
  jump L3
L3:
  v3:i = load slot [frame+5]
  return v3
"""
    made = rewritten(text, fold.run)
    assert "L3:" not in made
    assert made.count("  return v4") == 1
    assert rewritten(text, fold.run, dead.run).count("store") == 0
