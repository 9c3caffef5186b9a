"""The verifier accepts programs of all sorts, and says what is wrong with others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.compilers.ir.text import parse_program
from tests.middle.random_form import program
from tests.middle.verify import FormError, verify

FRAME = """\
routine KEEP keeps B2
routine LOSE
unit M. main frames M.
M.:
{}
L1(v90:i):
  end
L2:
  end
"""


@given(st.integers(0, 10**6))
def test_random_programs_are_well_formed(seed):
    verify(program(seed).program)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("  v1:i = add.i v2, v2\n  end", "M.: M.: v1:i = add.i v2, v2: v2 is not defined before it here"),
        ("  v1:i = load slot [I.]\n  jump L2\nL3:\n  limit v1\n  end", "M.: L3: limit v1: v1 is not defined"),
        ("  v1:i = const 1\n  v1:i = const 2\n  end", "v1 is defined in M., too"),
        ("  v1:r = const 1\n  limit v1\n  end", "limit v1: v1 is of type r"),
        ("  v1:r = add.i v2, v2\n  end", "v2 is not defined"),
        ("  v1:i = const 1\n  v2:r = add.i v1, v1\n  end", "the result is of type i"),
        ("  v1:i = const 1", "an end of a block is the last operation"),
        ("  end\n  end", "an end of a block is the last operation"),
        ("  jump L9", "there is no block L9"),
        ("  jump L1", "the arguments are not those of L1"),
        ("  v1:b = const 1\n  jump L1(v1)", "the arguments are not those of L1"),
        ("  v1:i = const 1\n  branch pl v1, L1, L2", "L1 has parameters"),
        ("  v1:i = load [I.]\n  end", "a region is given, or is missing"),
        ("  v1:i = load slot [frame1+3]\n  end", "there is no such frame"),
        ("  v1:a = const 0\n  v2:i = load slot [v1+3]\n  end", "a slot has a direct place"),
        ("  call SUB\n  end", "the effects of SUB are not known"),
        ("  v1:i = get B2\n  end", "B2 is not set on all ways"),
        ("  jump L3\nL3: B2 = [I.]\n  end", "B2 is not set on all ways"),
        ("  v1:i = const 1\n  set B2, v1\n  call LOSE\n  v2:i = get B2\n  end", "B2 is not set on all ways"),
        ("  v1:i = const 1\n  branch ng v1, L3, L4\nL3:\n  v2:i = const 1\n  set B2, v2\n  jump L4\n"
         "L4:\n  v3:i = get B2\n  end", "B2 is not set on all ways"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(lines, message):
    with pytest.raises(FormError) as error:
        verify(parse_program(FRAME.format(lines)))
    assert message in str(error.value)


def test_a_register_that_is_set_on_all_ways_may_be_got():
    verify(parse_program(FRAME.format(
        "  v1:i = const 1\n  set B2, v1\n  jump L3\n"
        "L3: B2 = [I.]\n  call KEEP\n  v2:i = get B2\n  set B2, v2\n  branch ng v2, L3, L2"
    )))  # fmt: skip
