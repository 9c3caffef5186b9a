"""The rig on a 704: subroutines called as TSX calls them, in the machine's own language."""

from pathlib import Path

import pytest

from emulators.errors import IronboardError
from host.testing.calling import CallError
from host.testing.rig import Pool

TEST = Path(__file__)
ROUTINES = """
       ORG  24
SUM    STQ  TERM      add MQ to AC
       ADD  TERM
       TRA  1,4
STUCK  TRA  *
STOPS  HPR
WRONG  OCT  055500000000
FAR    STZ  512
       TRA  1,4
LAMP   SLN  2
       TRA  1,4
OUTER  SXD  SAVE,4
       TSX  SUM,4
       TSX  SUM,4
       LXD  SAVE,4
       TRA  1,4
TERM   DEC  0
SAVE   DEC  0
       END
"""


@pytest.fixture(scope="module")
def pool(tmp_path_factory):
    return Pool(tmp_path_factory.mktemp("texts"))


@pytest.fixture
def rig(pool):
    with pool.rig("704", {"core": "python", "words": "4K"}, TEST) as rig:
        rig.load(ROUTINES)
        yield rig


def test_a_call_sets_registers_and_returns_them(rig):
    result = rig.call("SUM", AC=2, MQ=3)
    assert (result.AC, result.MQ, result.cycles) == (5, 3, 6)
    assert rig.memory["TERM"] == 3
    assert rig.machine.address_bits == 12


def test_flags_are_the_indicators(rig):
    result = rig.call("SUM", AC=(1 << 35) - 1, MQ=1)
    assert result.V
    assert not result.D
    assert not rig.call("SUM", AC=1, MQ=1, V=False).V
    assert rig.call("LAMP").LIGHTS == 2


def test_calls_within_are_counted(rig):
    assert rig.call("OUTER", AC=1, MQ=1).AC == 3
    assert rig.cycles.of("SUM") == 12


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("STUCK", "has not returned within 1,000 cycles"),
        ("STOPS", "has stopped the machine at .*: program stop: HPR"),
        ("WRONG", "has come to an illegal instruction .*055500000000 is not an instruction of the 704"),
    ],
)
def test_a_subroutine_that_does_not_return_is_a_failure(rig, name, message):
    with pytest.raises(CallError, match=message):
        rig.call(name, limit=1000)


def test_a_subroutine_may_write_only_where_it_is_allowed_to(rig):
    with pytest.raises(CallError, match="wrote 000000000000 to 1000"):
        rig.call("FAR", writes=["TERM"])
    assert rig.call("FAR", writes=[512]).memory[512] == 0


def test_what_led_to_a_failure_is_told(rig):
    rig.call("SUM", AC=2, MQ=3)
    story = rig.story()
    assert "ADD" in story
    assert "AC 0000000000005" in story


def test_options_of_another_machine_are_refused(pool):
    message = "no option 'expand_high': it has words, cards"
    with pytest.raises(IronboardError, match=message), pool.rig("704", {"expand_high": 1}, TEST):
        pass
