"""Dead code: examples before and after, and programs that do the same."""

from hypothesis import given
from hypothesis import strategies as st

from host.compilers.passes import dead
from tests.middle.random_form import changed
from tests.middle.rewriting import body, rewritten, running

HEAD = "temporaries [T.] [U.]\nroutine RUN runs"


@given(st.integers(0, 10**6))
def test_programs_do_the_same(seed):
    assert changed(seed, running(dead.run), 30) == ""


def test_what_is_not_used_goes():
    text = (
        "  v1:i = load slot [I.]\n  v2:i = const 1\n  v3:i = add.i v1, v2\n  store slot [T.], v3\n"
        "  store slot [J.], v1\n"
        "  v4:r = load slot [R.]\n  v5:r = neg.r v4"
    )
    assert body(text, dead.run, head=HEAD) == "v1:i = load slot [I.]\nstore slot [J.], v1"


def test_what_may_stop_the_program_stays():
    text = "  v1:r = load slot [R.]\n  v2:r = mul.r v1, v1\n  v3:r = div.r v1, v1\n  v4:i = load? slot [I.]\n  limit v4"
    assert body(text, dead.run, head=HEAD).count("\n") == 4


def test_a_temporary_is_stored_where_it_is_loaded_later():
    text = """
temporaries [T.] [U.]

unit M. main
M.:
  v1:i = load slot [I.]
  store slot [T.], v1
  store slot [U.], v1
  jump L1
L1:
  v2:i = load slot [I.]
  branch ng v2, L2, L3
L2:
  v3:i = load slot [T.]
  store slot [J.], v3
  store slot [T.], v3
  store slot [U.], v3
  jump L1
L3:
  end
"""
    made = rewritten(text, dead.run)
    assert made.count("store slot [T.]") == 2
    assert "store slot [U.]" not in made


def test_a_temporary_that_two_units_reach_stays():
    text = """
temporaries [T.]

unit M. main
M.:
  v1:i = load slot [I.]
  store slot [T.], v1
  invoke P.
  end

unit P. procedure
P.:
  v1:i = load slot [T.]
  return v1
"""
    assert "store slot [T.], v1" in rewritten(text, dead.run)


def test_code_elsewhere_may_go_on_where_a_temporary_is_loaded():
    text = """
temporaries [T.]
routine RUN runs

unit M. main
M.:
  v1:i = load slot [I.]
  store slot [T.], v1
  call RUN
  end
L1: open
  v2:i = load slot [T.]
  store slot [I.], v2
  end
"""
    assert "store slot [T.], v1" in rewritten(text, dead.run)
    assert "store slot [T.], v1" not in rewritten(text.replace("  call RUN\n", ""), dead.run)


def test_blocks_that_are_not_reached_go():
    text = """
unit M. main
M.:
  end
L1:
  jump L2
L2:
  jump L1
L3: open
  end
"""
    assert rewritten(text, dead.run) == "unit M. main\nM.:\n  end\nL3: open\n  end\n"


def leaving(operations: str) -> str:
    """Return what a procedure with a frame is made to do before it returns."""
    text = f"{HEAD}\nunit M. main\nM.:\n  end\n\nunit P. procedure frames P. Q.\nP.:\n{operations}  return v1\n"
    return rewritten(text, dead.run).split("P.:\n")[1]


def test_what_is_stored_last_in_the_own_frame_goes_with_it():
    store = "  v1:i = load slot [I.]\n  store slot [frame+3], v1\n"
    assert "store" not in leaving(store)
    assert "store" in leaving(store.replace("frame", "frame1"))
    assert "store" in leaving(store.replace("[frame+3]", "[J.]"))


def test_what_is_stored_in_the_own_frame_stays_as_long_as_something_may_look():
    store = "  v1:i = load slot [I.]\n  store slot [frame+3], v1\n"
    for looks in (
        "  call RUN\n",
        "  limit v1\n",
        "  v2:i = load slot [frame+3]\n  store slot [J.], v2\n",
        "  v2:a = load slot [X.]\n  v3:i = load any [v2]\n  store slot [J.], v3\n",
        "  v2:i = load slot [J.] * 7:\n  store slot [K.], v2\n",
    ):
        assert "store slot [frame+3]" in leaving(store + looks)
