"""What other passes have left before loops: values that are stored and loaded again, constants of blocks before."""

import pytest

from host.compilers.passes import dead, limits, promote
from tests.middle.random_form import changed
from tests.middle.rewriting import rewritten, running
from tests.shared import spread

STORED = """
temporaries [T.]

unit U main
U:
  v1:i = load slot [N.]
  v2:a = address [v1+3]
  store slot [T.], v2
  jump L
L:
  v3:w = load slot [T.]
  v4:w = load elements [v3+A.]
  store slot [I.], v4
  end
"""
CALLED = """
routine F

unit U main
U:
  v1:i = load slot [N.]
  store slot [I.], v1
  call F X1=v1
  v2:i = load slot [I.]
  store slot [J.], v2
  end
"""


def test_a_temporary_that_is_stored_and_at_once_loaded_is_not_needed():
    made = rewritten(
        STORED,
        limits.run,
        dead.run,
    )
    assert "T." not in made.replace("temporaries [T.]", "")
    assert "load elements [v2+A.]" in made


def test_a_constant_that_a_block_before_has_stored_is_not_loaded():
    made = rewritten(CONSTANT.format(between=""), limits.run)
    assert "v5:i = const 7" in made


def test_a_constant_is_loaded_where_it_may_have_been_changed():
    assert "store slot [K.], v3" in rewritten(CONSTANT.format(between="store slot [I.], v3"), limits.run)
    assert "v5:i = load slot [I.]" in rewritten(CONSTANT.format(between="v6:i = invoke V."), limits.run)


def test_a_value_that_a_call_does_not_keep_is_loaded_after_it():
    made = rewritten(
        CALLED,
        limits.run,
    )
    assert "v2:i = load slot [I.]" in made


CONSTANT = """
unit U main
U:
  v1:i = const 7
  v2:i = load slot [N.]
  store slot [I.], v1
  branch pl v2, L, M
L:
  v3:i = load slot [J.]
  {between}
  v5:i = load slot [I.]
  store slot [K.], v5
  jump M
M:
  end

unit V. main
V.:
  v1:i = const 1
  store slot [I.], v1
  end
"""


@pytest.mark.parametrize("seed", spread(range(400), 20))
def test_programs_do_what_they_did(seed):
    assert changed(seed, running(limits.run)) == ""
    assert changed(seed, running(promote.run, limits.run, dead.run)) == ""
