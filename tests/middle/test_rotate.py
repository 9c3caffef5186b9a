"""Tests of loops that are copied before them: examples before and after, and programs that do the same."""

from hypothesis import given
from hypothesis import strategies as st

from host.compilers.passes import rotate
from tests.middle.random_form import changed
from tests.middle.rewriting import rewritten, running


@given(st.integers(0, 10**6))
def test_programs_do_the_same(seed):
    assert changed(seed, running(rotate.run), 30) == ""


WHILE = """
unit M. main
M.:
  v1:i = const 9
  store slot [I.], v1
  jump L2
L1:
  v2:i = load slot [I.]
  v3:i = const 2
  v4:i = sub.i v2, v3
  store slot [I.], v4
  jump L2
L2:
  v5:i = load slot [I.]
  branch ng v5, L3, L1
L3:
  end
"""


def test_a_loop_that_begins_with_its_test_ends_with_it():
    assert (
        rewritten(WHILE, rotate.run)
        == """
unit M. main
M.:
  v1:i = const 9
  store slot [I.], v1
  jump Z.1
Z.1:
  v6:i = load slot [I.]
  branch ng v6, L3, L1
L1:
  v2:i = load slot [I.]
  v3:i = const 2
  v4:i = sub.i v2, v3
  store slot [I.], v4
  jump L2
L2:
  v5:i = load slot [I.]
  branch ng v5, L3, L1
L3:
  end
""".lstrip()
    )


def test_a_loop_that_ends_with_a_test_remains_whatever_else_leaves_it():
    text = WHILE.replace("  jump L2\nL1:", "  jump L1\nL1:").replace("L3, L1\nL3", "L3, L1\nL4:\n  end\nL3")
    counted = text.replace("sub.i v2, v3\n  store slot [I.], v4\n  jump L2", "sub.i v2, v3\n  branch zr v4, L4, L2")
    assert rewritten(counted, rotate.run) == rewritten(counted)


def test_a_test_that_calls_something_is_not_copied():
    text = "routine F\n" + WHILE.replace("  branch ng v5", "  v6:i = call F X1=v5\n  branch ng v6")
    assert rewritten(text, rotate.run) == rewritten(text)


def test_loops_in_loops_end_with_their_tests_both():
    text = """
unit M. main
M.:
  jump L1
L1:
  v1:i = load slot [I.]
  branch ng v1, L5, L2
L2:
  v2:i = load slot [J.]
  branch ng v2, L4, L3
L3:
  v3:i = const 3
  v4:i = load slot [J.]
  v5:i = sub.i v4, v3
  store slot [J.], v5
  jump L2
L4:
  v6:i = const 4
  v7:i = load slot [I.]
  v8:i = sub.i v7, v6
  store slot [I.], v8
  jump L1
L5:
  end
"""
    made = rewritten(text, rotate.run)
    assert made.count("branch") == 4
    assert "jump L1\n" in made
    assert rewritten(made, rotate.run) == made
