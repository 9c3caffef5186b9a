"""src/root.sap, on the 704."""

from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytestmark = pytest.mark.ibm704


@given(st.integers(0, 2**35 - 1))
def test_any_number_has_an_integer_square_root(fresh_rig, number):
    rig = fresh_rig()
    rig.load("../src/root.sap")
    root = rig.call("ROOT", AC=number).AC
    assert root == isqrt(number)


@pytest.mark.parametrize("number", [0, 1, 99, 100, 2**35 - 1])
def test_some_roots_whose_cycles_are_kept(load, call, number):
    load("../src/root.sap")
    root = call("ROOT", AC=number).AC
    assert root == isqrt(number)
