"""The rig on a 6600: subroutines called as RJ calls them, in the machine's own language."""

from pathlib import Path

import pytest

from host.testing.calling import CallError
from host.testing.rig import Pool

TEST = Path(__file__)
ROUTINES = """
         IDENT  ROUTINE
SUM      PS
         IX6    X1+X2
         SA6    TOTAL
         EQ     SUM
STUCK    PS
         EQ     *
STOPS    PS
         PS
OUTER    PS
         RJ     SUM
         BX1    X6
         RJ     SUM
         EQ     OUTER
TOTAL    DATA   0
         END
"""


@pytest.fixture(scope="module")
def pool(tmp_path_factory):
    return Pool(tmp_path_factory.mktemp("texts"))


@pytest.fixture
def rig(pool):
    with pool.rig("6600", {"core": "python"}, TEST) as rig:
        rig.load(ROUTINES)
        yield rig


def test_a_call_sets_registers_and_returns_them(rig):
    result = rig.call("SUM", X1=2, X2=3)
    assert result.X6 == 5
    assert rig.memory["TOTAL"] == 5


def test_calls_within_are_counted(rig):
    assert rig.call("OUTER", X1=1, X2=1).X6 == 3
    assert rig.cycles.of("SUM") > 0


@pytest.mark.parametrize(
    ("name", "message"),
    [("STUCK", "has not returned within 1,000 cycles"), ("STOPS", "program stop")],
)
def test_a_subroutine_that_does_not_return_is_an_error(rig, name, message):
    with pytest.raises(CallError, match=message):
        rig.call(name, limit=1000)
