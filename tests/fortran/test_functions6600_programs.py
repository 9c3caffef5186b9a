"""Programs call the library's functions by their names in FORTRAN: doubles, complex numbers, functions of reals."""

from __future__ import annotations

import cmath
import math
from decimal import Decimal, localcontext

import pytest

from host.compilers.fortran.compiler import compile_text
from host.machines.cdc6600.machine import Cdc6600
from tests.cdc6600.functions import CONTEXT, cosine, inverse_tangent, sine

with localcontext(CONTEXT):
    THIRD, TWO = Decimal(1) / 3, Decimal(2)
    DOUBLES = {  # A is a third, B two
        "A + B": THIRD + TWO,
        "A - B": THIRD - TWO,
        "A * A": THIRD * THIRD,
        "B / (3.D0 * A + 6)": TWO / 7,
        "-A": -THIRD,
        "DSQRT(B)": TWO.sqrt(),
        "DEXP(A)": THIRD.exp(),
        "DLOG(B)": TWO.ln(),
        "DLOG10(B)": TWO.log10(),
        "DSIN(A)": sine(THIRD),
        "DCOS(A)": cosine(THIRD),
        "DATAN(A)": inverse_tangent(THIRD),
        "DATAN2(A, B)": inverse_tangent(THIRD / 2),
        "B ** 10": Decimal(1024),
        "B ** (-2)": Decimal("0.25"),
        "B ** A": TWO**THIRD,
        "DMOD(7.5D0, B)": Decimal("1.5"),
        "DMAX1(A, B)": TWO,
        "DMIN1(A, B)": THIRD,
        "DABS(A - B)": TWO - THIRD,
        "DSIGN(B, -A)": -TWO,
        "DFLOAT(281474976710657)": Decimal((1 << 48) + 1),
        "DBLE(.5)": Decimal("0.5"),
    }
COMPLEX = {  # Z is 1 + 2i, W 3 - i
    "Z * W": (1 + 2j) * (3 - 1j),
    "Z / W": (1 + 2j) / (3 - 1j),
    "CSQRT(Z)": cmath.sqrt(1 + 2j),
    "CEXP(Z)": cmath.exp(1 + 2j),
    "CLOG(Z)": cmath.log(1 + 2j),
    "CSIN(Z)": cmath.sin(1 + 2j),
    "CCOS(Z)": cmath.cos(1 + 2j),
    "Z ** 3": (1 + 2j) ** 3,
    "CONJG(Z)": 1 - 2j,
    "CMPLX(CABS(Z), AIMAG(W))": complex(abs(1 + 2j), -1),
}
REALS = {
    "ALOG10(2.)": math.log10(2),
    "TANH(.5)": math.tanh(0.5),
    "ATAN2(1., -2.)": math.atan2(1, -2),
    "TAN(1.)": math.tan(1),
    "ASIN(.75)": math.asin(0.75),
    "ACOS(-.75)": math.acos(-0.75),
    "AMOD(-7.5, 2.)": -1.5,
    "AINT(-2.7)": -2,
    "FLOAT(IFIX(-2.7))": -2,
    "FLOAT(IDINT(2.7D0))": 2,
    "FLOAT(2 ** (-1) + 3 ** 4)": 81,
    "FLOAT(MOD(-7, 3))": -1,
    "SNGL(A)": 1 / 3,
    "RANF(0)": 0.5801136485795872,
}
HEAD = """
      DOUBLE PRECISION A, B, D
      COMPLEX Z, W, C
      A = 1.D0/3.D0
      B = 2.D0
      Z = (1., 2.)
      W = (3., -1.)
"""
TAIL = """
    1 FORMAT (1X, D36.28)
    2 FORMAT (1X, 2E22.14)
      STOP
      END
"""


def printed(expressions, variable, label):
    """The lines of numbers that a program prints which prints these expressions."""
    lines = [f"      {variable} = {each}\n      WRITE (6, {label}) {variable}" for each in expressions]
    text = "\n".join([HEAD.strip("\n"), *lines, TAIL.strip("\n"), ""])
    machine = Cdc6600(core="compiled")
    machine.load(compile_text(text, "functions.f").image)
    machine.run(seconds=10)
    assert machine.reason == "the program has ended"
    return [line.replace("D", "E").split() for line in machine.text("OUTPUT").splitlines()]


def test_double_precision():
    found = printed(DOUBLES, "D", 1)
    for (number,), (expression, wanted) in zip(found, DOUBLES.items(), strict=True):
        assert abs(Decimal(number) - wanted) < abs(wanted) * Decimal("1E-27"), expression


def test_complex_numbers():
    for parts, (expression, wanted) in zip(printed(COMPLEX, "C", 2), COMPLEX.items(), strict=True):
        assert complex(*map(float, parts)) == pytest.approx(wanted, rel=1e-13), expression


def test_reals():
    for (number,), (expression, wanted) in zip(printed(REALS, "R", 2), REALS.items(), strict=True):
        assert float(number) == pytest.approx(wanted, rel=1e-13), expression
