"""The functions of the language, by their names in both dialects.

`operation` is the function to compute, for arguments of these types. An argument is converted to its type. The names
of FORTRAN II end in F and are integer if they begin with X; those of FORTRAN IV have the type of their first letter,
or that of the table. AND, OR, XOR, COMPL, SHIFT, MASK, RANF are CDC's; their values are words as they are.

Sources: IBM, FORTRAN II for the 704; X3.9-1966, tables 3 and 4; for CDC's functions FTN's manuals.
"""

from __future__ import annotations

from dataclasses import dataclass

from host.compilers.fortran.syntax import Type


@dataclass(frozen=True)
class Intrinsic:
    """A function of the language."""

    name: str
    operation: str
    arguments: tuple[Type, ...]
    result: Type
    more: bool = False  # there may be more arguments, of the type of the last one

    @property
    def wanted(self) -> str:
        """Return the number of its arguments, in words."""
        number = len(self.arguments)
        if self.more:
            return f"at least {number} arguments"
        return "no arguments" if not number else "1 argument" if number == 1 else f"{number} arguments"


# name, operation, types of the arguments (I R D C L W, + any number more), type of the result
TABLE = """
ABS     abs     R    R     IABS    abs     I    I     DABS    abs     D    D     CABS    abs     C    R
ABSF    abs     R    R     XABSF   abs     I    I
AINT    aint    R    R     INT     ifix    R    I     IDINT   ifix    D    I     IFIX    ifix    R    I
INTF    aint    R    R     XINTF   ifix    R    I     XFIXF   ifix    R    I     FIXF    ifix    R    I
AMOD    mod     RR   R     MOD     mod     II   I     DMOD    mod     DD   D
MODF    mod     RR   R     XMODF   mod     II   I
AMAX0   max     II+  R     AMAX1   max     RR+  R     MAX0    max     II+  I     MAX1    max     RR+  I
AMIN0   min     II+  R     AMIN1   min     RR+  R     MIN0    min     II+  I     MIN1    min     RR+  I
DMAX1   max     DD+  D     DMIN1   min     DD+  D
MAX0F   max     II+  R     MAX1F   max     RR+  R     XMAX0F  max     II+  I     XMAX1F  max     RR+  I
MIN0F   min     II+  R     MIN1F   min     RR+  R     XMIN0F  min     II+  I     XMIN1F  min     RR+  I
FLOAT   float   I    R     FLOATF  float   I    R     DFLOAT  dble    I    D
SIGN    sign    RR   R     ISIGN   sign    II   I     DSIGN   sign    DD   D
SIGNF   sign    RR   R     XSIGNF  sign    II   I
DIM     dim     RR   R     IDIM    dim     II   I     DIMF    dim     RR   R     XDIMF   dim     II   I
SNGL    sngl    D    R     DBLE    dble    R    D     REAL    real    C    R     AIMAG   aimag   C    R
CMPLX   cmplx   RR   C     CONJG   conjg   C    C
SQRT    sqrt    R    R     DSQRT   sqrt    D    D     CSQRT   sqrt    C    C     SQRTF   sqrt    R    R
EXP     exp     R    R     DEXP    exp     D    D     CEXP    exp     C    C     EXPF    exp     R    R
ALOG    log     R    R     DLOG    log     D    D     CLOG    log     C    C     LOGF    log     R    R
ALOG10  log10   R    R     DLOG10  log10   D    D     LOG10F  log10   R    R
SIN     sin     R    R     DSIN    sin     D    D     CSIN    sin     C    C     SINF    sin     R    R
COS     cos     R    R     DCOS    cos     D    D     CCOS    cos     C    C     COSF    cos     R    R
ATAN    atan    R    R     DATAN   atan    D    D     ATANF   atan    R    R
ATAN2   atan2   RR   R     DATAN2  atan2   DD   D
TAN     tan     R    R     TANF    tan     R    R     ASIN    asin    R    R     ACOS    acos    R    R
TANH    tanh    R    R     TANHF   tanh    R    R
AND     and     WW+  W     OR      or      WW+  W     XOR     xor     WW+  W     COMPL   compl   W    W
SHIFT   shift   WI   W     MASK    mask    I    W     RANF    ranf    -    R
"""

_TYPES = {"I": Type.INTEGER, "R": Type.REAL, "D": Type.DOUBLE, "C": Type.COMPLEX, "L": Type.LOGICAL, "W": Type.WORD}


def _all() -> dict[str, Intrinsic]:
    words = TABLE.split()
    found = {}
    for name, operation, arguments, result in zip(*[iter(words)] * 4, strict=True):
        types = tuple(_TYPES[each] for each in arguments if each in _TYPES)
        found[name] = Intrinsic(name, operation, types, _TYPES[result], arguments.endswith("+"))
    return found


INTRINSICS = _all()
ANY_NUMBER = ("RANF",)  # CDC: RANF(0) and RANF(X), with an argument that means nothing

# Subroutines of the library, and how many arguments they have. Those that a machine lacks its lowering reports.
SUBROUTINES = {
    "EXIT": 0, "SLITE": 1, "SLITET": 2, "SSWTCH": 2, "OVERFL": 1, "DVCHK": 1, "RANSET": 1, "RANGET": 1, "SECOND": 1,
}  # fmt: skip
GIVES = {"SLITET": 1, "SSWTCH": 1, "OVERFL": 0, "DVCHK": 0, "RANGET": 0, "SECOND": 0}  # the argument that gets a value
