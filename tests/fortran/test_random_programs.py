"""The machines do with random programs what the interpreter of the tree does; oracle.py compares any number of them."""

from itertools import product

import pytest

from tests.fortran.oracle import Made, machine, machine_704, made, ran
from tests.shared import ALL_EXAMPLES, in_turn, spread

FEW = 3  # programs of a case
SORTS, LEVELS = ["iv", "ii", "cdc", "wide"], ["0", "1"]


def some(sort, first):
    """Programs of a sort whose meaning is known."""
    found = [made(sort, seed) for seed in range(first, first + (5 * FEW if ALL_EXAMPLES else FEW))]
    known = [each for each in found if isinstance(each, Made)]
    assert len(known) > len(found) // 2, found
    return known


@pytest.mark.parametrize(("sort", "first", "level"), in_turn([*product(SORTS, spread(range(0, 200, 20), 2))], LEVELS))
def test_the_6600_prints_what_the_interpreter_prints(sort, level, first):
    assert [why for each in some(sort, first) if (why := machine(each, level=level))] == []


@pytest.mark.parametrize(("first", "level"), in_turn([*product(spread(range(0, 200, 20), 3))], LEVELS))
def test_the_6600_finds_the_error_that_the_interpreter_finds(level, first):
    assert [why for each in some("failing", first) if (why := machine(each, level=level))] == []


@pytest.mark.parametrize(("first", "level"), in_turn([*product(spread(range(0, 200, 20), 2))], LEVELS))
def test_the_704_prints_what_the_interpreter_prints(level, first):
    assert [why for each in some("ii", first) if (why := machine_704(each, level=level))] == []


# Programs that were compiled wrongly once, as short as they could be made.

TWO_REGISTERS = """
      COMMON Z(6), L, ME, L5W5(2,2,2)
      COMMON /BLK/ L3(5)
      LOGICAL YZ8S9
      COMPLEX A9, H18PY, EDEI(2,2)
      MXP(KS) = MOD(IABS(KS - L1), 1000)
      VDLG(P) = CIM
      DO 110 IB = 1, 2
      DO 110 KB = 1, 2
      DO 110 IA = 1, 2
110   L5W5(IA, KB, IB) = 4*IA + 4*KB + 8*IB - 8
      IF (YZ8S9) GO TO 149
      L3(2) = MOD((MXP(1) + (2 - L1))/(IABS(5*ISIGN(L1, 2*J + 1)) + 1),
     1 1000)
  149 CONTINUE
      KX4 = MOD(IABS(NP64), 3)
      J = MOD(-(L5W5(1+MOD(IABS(ME), 2), MOD(IABS(L1), 2)+1, KX3+1)*52
     1 - L1), 1000)
      KX3 = MOD(IABS(NP64), 6)
      A9 = CMPLX(VDLG(B), Z(KX3+1))
      H18PY = (-3.5,8.)
      EDEI(1,1) = (A9 + 2.)*(2.,-1.)
      EDEI(2,1) = ((-(0.,1.)) + 2.)
      EDEI(1,2) = ((H18PY + A9) + 2.5*(0.,1.))
      IF (REAL(EDEI(1,2)).LT.AIMAG(A9).OR.A9.NE.H18PY) A9 =
     1 CONJG(EDEI(2,1))
  209 FORMAT (1X,2F8.2)
      WRITE (6,209) EDEI(1,2)
      END
"""


@pytest.mark.parametrize("level", ["0", "1"])
def test_a_value_goes_into_two_registers_of_a_call(level):
    """What was in the first of them is still needed: it was taken for a register that the call leaves alone."""
    program = Made("iv", 0, TWO_REGISTERS, [], "", [])
    assert ran(program, level=level)[0] == ["    -3.50   10.50"]


FOUR_INDEX_REGISTERS = """
      COMMON L(3,1,3), G
      CALL S
      WRITE (6,1) L(3,1,2), G
    1 FORMAT (1X,I5,F8.2)
      END
      SUBROUTINE S
      COMMON L(3,1,3), G
      F(N) = AMOD(SIPKO - G, 512.)
      SIPKO = 7.5
      G = MAX1(SIPKO/2., F(3))
      DO 10 IA = 1, 3
      DO 10 IB = 1, 1
      DO 10 JB = 1, 3
   10 L(JB, IB, IA) = JB + IA
      RETURN
      END
"""


@pytest.mark.parametrize("level", ["0", "1"])
def test_an_integer_of_a_real_is_made_before_loops_that_take_all_index_registers(level):
    program = Made("iv", 0, FOUR_INDEX_REGISTERS, [], "", [])
    assert ran(program, level=level)[0] == ["     5    7.00"]
