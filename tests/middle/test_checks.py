"""Checks that cannot fail: examples before and after, and programs that do the same."""

from hypothesis import given
from hypothesis import strategies as st

from host.compilers.passes import checks, dead, fold
from tests.middle.random_form import changed
from tests.middle.rewriting import rewritten, running

HEAD = "escaped E.\nroutine LOOK\nroutine NAME writes any\nroutine RUN writes any runs\n"
NINE = "  v2:i = const 1\n  v3:i = const 9\n"


def checked(text: str) -> str:
    return rewritten(HEAD + "\nunit M. main\nM.:\n" + text, checks.run)


@given(st.integers(0, 10**6))
def test_programs_do_the_same(seed):
    assert changed(seed, running(checks.run), 30) == ""


@given(st.integers(0, 10**6))
def test_programs_do_the_same_with_what_comes_before_and_after(seed):
    assert changed(seed, running(fold.run, dead.run, checks.run, fold.run, dead.run), 30) == ""


def after_a_check(between: str, index: str = "I.") -> int:
    """Return how many of two equal checks of a slot, in two blocks, remain where something happens between them."""
    return checked(f"""  v1:i = load slot [{index}]
{NINE}  bound v1, v2, v3 {{[A.] 0}}
{between}
  jump L1
L1:
  v5:i = load slot [{index}]
  v6:i = const 1
  v7:i = const 9
  bound v5, v6, v7 {{[A.] 0}}
  end
""").count("bound")


def test_a_check_goes_after_an_equal_one():
    assert after_a_check("") == 1


def test_a_check_stays_where_the_slot_may_have_changed():
    assert after_a_check("  v4:i = load slot [J.]\n  store slot [I.], v4") == 2
    assert after_a_check("  call NAME", "E.") == 2
    assert after_a_check("  v4:a = load slot [X.]\n  store any [v4], v2", "E.") == 2


def test_a_check_goes_where_something_else_has_changed():
    assert after_a_check("  v4:i = load slot [J.]\n  store slot [K.], v4") == 1
    assert after_a_check("  call LOOK", "E.") == 1
    assert after_a_check("  call NAME") == 1


DESCRIBED = """  v1:i = load slot [I.]
  v2:a = load slot [F.]
  v3:i = load description [v2+2]
  v4:i = load description [v2+3]
  bound v1, v3, v4 {{formal [F.] 0}}
{}  v5:i = load slot [I.]
  v6:a = load slot [F.]
  v7:i = load description [v6+2]
  v8:i = load description [v6+3]
  bound v5, v7, v8 {{formal [F.] 0}}
  end
"""


def test_bounds_that_are_not_known_are_the_same_as_long_as_no_array_is_made():
    assert checked(DESCRIBED.format("")).count("bound") == 1
    assert checked(DESCRIBED.format("  call NAME\n")).count("bound") == 1
    assert checked(DESCRIBED.format("  call RUN\n")).count("bound") == 2


def test_a_sum_of_what_has_been_checked_is_within_limits():
    made = checked(f"""  v1:i = load slot [I.]
{NINE}  bound v1, v2, v3 {{[A.] 0}}
  v4:i = add.i v1, v2
  limit v4
  store slot [I.], v4
  v5:i = load slot [J.]
  v6:i = add.i v5, v2
  limit v6
  end
""")
    assert "limit v4" not in made
    assert "limit v6" in made


def test_where_ways_meet_only_what_both_know_remains():
    text = """  v1:i = load slot [C.]
  branch ng v1, L1, L2
L1:
  v2:i = const {}
  store slot [I.], v2
  jump L3
L2:
  v3:i = const {}
  store slot [I.], v3
  jump L3
L3:
  v4:i = load slot [I.]
  v5:i = const 1
  v6:i = const 9
  bound v4, v5, v6 {{[A.] 0}}
  end
"""
    assert "bound" not in checked(text.format(1, 9))
    assert "bound" in checked(text.format(1, 10))
    assert "bound" in checked(text.format(0, 9))


LOOP = """  v1:i = const 1
  store slot [I.], v1
  jump L1
L1:
  v2:i = load slot [I.]
  v3:i = const 1
  v4:i = const {}
  bound v2, v3, v4 {{[A.] 0}}
  v5:i = add.i v2, v3
  limit v5
  store slot [I.], v5
  v6:i = const 100
  v7:i = diff.i v6, v5
  branch pl v7, L1, L2
L2:
  v8:i = load slot [I.]
  limit v8
  end
"""


def test_a_loop_with_known_bounds_needs_no_checks():
    made = checked(LOOP.format(100))
    assert "bound" not in made
    assert "limit" not in made


def test_a_loop_that_leaves_the_bounds_needs_the_check():
    assert "bound" in checked(LOOP.format(99))


def test_a_condition_tells_something_on_both_of_its_ways():
    text = f"""  v1:i = load slot [I.]
{NINE}  bound v1, v2, v3 {{[A.] 0}}
  v4:i = const 5
  v5:i = diff.i v1, v4
  branch ng v5, L1, L2
L1:
  v11:i = load slot [I.]
  v12:i = const 1
  v13:i = const {{}}
  bound v11, v12, v13 {{{{[B.] 0}}}}
  end
L2:
  v21:i = load slot [I.]
  v22:i = const {{}}
  v23:i = const 9
  bound v21, v22, v23 {{{{[B.] 0}}}}
  end
""".replace("{[A.] 0}", "{{[A.] 0}}")
    assert checked(text.format(4, 5)).count("[B.]") == 0
    assert checked(text.format(3, 6)).count("[B.]") == 2


def test_a_variable_that_has_a_value_still_has_one():
    text = """  v1:i = load? slot [I.]
  v2:r = load slot [R.]
  v3:r = add.r v2, v2
  store slot [S.], v3
  v4:r = load slot [R.]
  store slot [T.], v4
  jump L1
L1:
  v5:i = load? slot [I.]
  v6:r = load? slot [S.]
  v7:r = load? slot [T.]
  end
"""
    made = checked(text)
    assert "v5:i = load slot [I.]" in made
    assert "v6:r = load slot [S.]" in made
    assert "v7:r = load? slot [T.]" in made


def test_a_loop_whose_step_is_not_checked_has_known_bounds_too():
    made = checked(LOOP.format(100).replace("  limit v5\n", ""))
    assert "bound" not in made
    assert "limit" not in made


def test_a_range_is_known_in_an_inner_loop_that_does_not_change_it():
    made = checked("""  v1:i = const 1
  store slot [I.], v1
  jump L1
L1:
  v2:i = const 5
  store slot [J.], v2
  jump L2
L2:
  v3:i = load slot [I.]
  v4:i = const 1
  v5:i = const 3
  bound v3, v4, v5 {[A.] 0}
  v6:i = load slot [J.]
  v7:i = sub.i v6, v4
  limit v7
  store slot [J.], v7
  branch pl v7, L2, L3
L3:
  v8:i = load slot [I.]
  v9:i = const 1
  v10:i = add.i v8, v9
  store slot [I.], v10
  v11:i = const 3
  v12:i = diff.i v11, v10
  branch pl v12, L1, L4
L4:
  end
""")
    assert "bound" not in made
