"""What stands for an actual parameter: a word that says what it is, and how it is reached.

| kind (6) | frame (18) | code (18) | address (18) |

kind       40B a piece of code gives the address; 20B it cannot be assigned to; the rest says what there is:
           0 integer, 1 real, 2 Boolean, 3 string, 4 label, 5 switch, 6 array, 7 a number or
               Boolean whose type the code gives, 10B-12B function, 13B procedure
frame      what B6 is in the code
address    of a variable, of an array's description, of a text; its code is then the number of its characters; of a
           constant; code that goes to the label of this number, if there is one, is beside it
"""

from __future__ import annotations

from host.algol.syntax import Type

BY_CODE, READ_ONLY = 0o40, 0o20
STRING, LABEL, SWITCH, ARRAY, ANY, FUNCTION, PROCEDURE = 3, 4, 5, 6, 7, 0o10, 0o13
TYPES = {Type.INTEGER: 0, Type.REAL: 1, Type.BOOLEAN: 2}


def of_procedure(kind: Type) -> int:
    """Return the kind of a procedure of this type."""
    return FUNCTION + TYPES[kind] if kind in TYPES else PROCEDURE


def fields(kind: int, code: str = "0", address: str = "0") -> str:
    """Return the fields of VFD, with no frame."""
    return f"6/{kind:o}B,18/0,18/{code},18/{address}"
