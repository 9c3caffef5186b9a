"""The interpreter of the tree prints what gfortran's programs print: it is the measure of what the machines do."""

import pytest

from tests.fortran.gfortran import needs_gfortran
from tests.fortran.oracle import STANDARD, Made, made, witness
from tests.shared import spread

FEW, MANY = 7, 399  # seeds


@needs_gfortran
@pytest.mark.parametrize("sort", STANDARD)
@pytest.mark.parametrize("first", spread(range(0, MANY, FEW), 1))
def test_the_interpreter_prints_what_gfortran_prints(sort, first):
    found = [made(sort, seed) for seed in range(first, first + FEW)]
    known = [each for each in found if isinstance(each, Made)]
    assert len(known) > len(found) // 2, found
    assert [why for each in known if each.modern and (why := witness(each))] == []
