"""Numbers that IBM's own FORTRAN of 1958 printed on a 704: ours prints the same digits.

They show every rounding error, so they test the order of operations, constants and the floating arithmetic at once.
The 6600 has 48 bits, and prints what is right.
"""

import pytest

from host.assemblers.roms import CHECKOUT
from tests.fortran.running import Program

EXAMPLES = CHECKOUT / "docs/examples"
HILBERT = """
    25.0   -300.0   1050.1   -1400.2    630.1
  -300.0   4800.5 -18902.0   26883.0 -12601.5
  1050.1 -18902.0  79388.7 -117613.1  56706.4
 -1400.2  26883.1 -117613.1 179219.8 -88209.7
   630.1 -12601.5  56706.4  -88209.7  44104.7
"""
EXACT = """
    25.0   -300.0   1050.0   -1400.0    630.0
  -300.0   4800.0 -18900.0   26880.0 -12600.0
  1050.0 -18900.0  79380.0 -117600.0  56700.0
 -1400.0  26880.0 -117600.0 179200.0 -88200.0
   630.0 -12600.0  56700.0  -88200.0  44100.0
"""
ROOT = """
      A = 3.
      B = 1.7
      C = -31.92
      ROOT = (-B + SQRTF(B**2. - 4.*A*C))/(2.*A)
      PRINT 10, ROOT
   10 FORMAT (F14.5)
      STOP
      END
"""


def example(name, machine, **options):
    """Return what a program of the documents prints."""
    cards = EXAMPLES / f"{name}.txt"
    lines = cards.read_text(encoding="utf-8").splitlines() if cards.exists() else []
    return Program((EXAMPLES / f"{name}.f").read_text(encoding="utf-8"), machine, "ii", **options).printed(lines)


@pytest.mark.parametrize("level", "01")
@pytest.mark.parametrize(("machine", "expected"), [("704", HILBERT), ("6600", EXACT)])
def test_the_inverse_of_hilberts_matrix(machine, expected, level):
    assert [each.split() for each in example("hilbert", machine, level=level)] == [
        each.split() for each in expected.strip().splitlines()
    ]


@pytest.mark.parametrize("level", "01")
def test_the_root_of_a_quadratic_equation(level):
    assert Program(ROOT, "704", level=level).printed() == ["       2.99085"]


@pytest.mark.parametrize("level", "01")
def test_least_squares_find_the_parabola(level):
    assert example("squares", "704", level=level) == ["    0.100000E 01   0.200000E 01   0.300000E 01"]
    assert example("squares", "6600", level=level) == ["    0.100000E+01   0.200000E+01   0.300000E+01"]
