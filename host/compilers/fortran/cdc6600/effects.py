"""The effects of the routines of the library (asm/cdc6600/for*.compass), for the passes.

Those that compute keep X0 and X5, and the registers after their names; `tests/fortran` compares that with their
instructions. None of them touches a variable of the program, but RANF and RANSET the seed: calls keep their order.
"""

from __future__ import annotations

from host.compilers.backends.cdc6600 import routines
from host.compilers.backends.cdc6600.routines import KEPT, effects_of
from host.compilers.ir.form import Effects

FUNCTIONS = """
LOG10    B5
TANH     B5
ATAN2    B5
TAN
ASIN     B5
ACOS     B5
AINT     X1 X3 X4 X7 B2 B3 B4 B5
IFIX     X1 X7 B2 B3 B4 B5
ITORF    X1 X7 B2 B3 B4 B5
AMOD     X1 X2 B3 B4 B5
POWII    B2 B3 B4 B5
RANF     X3 X4 X7 B2 B3 B4 B5
RANGET   X2 X3 X4 X7 B2 B3 B4 B5
RANSET   X4 X7 B3 B4 B5
SHIFT    B3 B4 B5
MASK     X1 X4 X7 B3 B4 B5
"""
DOUBLE = """
DBADD    B3 B4 B5
DBSUB    B3 B4 B5
DBMUL    X1 X2 B2 B3 B4 B5
DBDIV    X3 B2 B3 B4 B5
DBCMP    X1 X2 X3 X4 X7 B2 B3 B4 B5
DBMAX    X1 X2 X3 X4 B2 B3 B4 B5
DBMIN    X1 X2 X3 X4 B2 B3 B4 B5
DBMOD    B4 B5
DBNEG    X1 X2 X3 B2 B3 B4 B5
DBABS    X1 X2 B2 B3 B4 B5
DBSIGN   X1 X2 B2 B3 B4 B5
DBFLT    X4 B3 B4 B5
DBFIX    X1 X2 X3 B3 B4 B5
DBREAL   X1 X2 X3 X4 X7 B2 B3 B4 B5
DBSQRT   B5
DBEXP    B5
DBLN     B5
DBLOG10  B5
DBSIN    B5
DBCOS    B5
DBATAN   B5
DBATAN2  B5
DBPOWI   B2 B3 B4 B5
DBPOW    B5
"""
COMPLEX = """
CPMUL    X1 X2 B2 B3 B4 B5
CPDIV    X1 X2 B2 B3 B4 B5
CPABS    B5
CPSQRT   B5
CPEXP
CPLN     B5
CPSIN
CPCOS
CPPOWI   B2 B3 B4 B5
"""
LISTED = frozenset(("any", "elements", "slot"))
ACTS = Effects()

EFFECTS: dict[str, Effects] = {
    **routines.EFFECTS,
    **effects_of(FUNCTIONS),
    **effects_of(DOUBLE),
    **effects_of(COMPLEX),
    "FSECOND": Effects(keeps=frozenset(KEPT)),
    # Input and output: nothing is kept, and X1 of FITEM is the address of variables.
    **dict.fromkeys(
        "FREADF FWRITEF FREADB FWRITEB FREWIND FBACKSP FENDFIL FEOF FUNIT FPAUSE FLITE FLITET FSWTCH".split(), ACTS
    ),
    **dict.fromkeys(("FITEM", "FENCODE", "FDECODE", "FEND"), Effects(LISTED, LISTED)),
}
