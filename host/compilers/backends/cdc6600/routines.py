"""The effects of the routines of arith and reals (asm/cdc6600), for the passes. All languages' libraries use them.

A routine keeps X0 and X5, and the registers after its name. It may stop the program, and does nothing else
that the program could see.
"""

from __future__ import annotations

from host.compilers.ir.form import Effects

KEPT = ("X0", "X5")  # by all that run no code of the program, and are not input or output

TABLE = """
MPY      X7 B2 B3 B4 B5
DIV      B3 B4 B5
POW      B2 B3 B4 B5
SQRT     B5
EXP      B5
LN       B5
SIN
COS
ARCTAN   B5
ENTIER   X7 B5
ROUND    X7 B5
POWI     X7 B2 B3 B4 B5
POWR     B5
"""


def pure(*kept: str, stops: bool = True) -> Effects:
    """Return the effects of a routine that only computes."""
    return Effects(stops=stops, keeps=frozenset((*KEPT, *kept)))


def effects_of(table: str) -> dict[str, Effects]:
    """Return the effects of the routines of a table: names, and the registers that they keep."""
    return {name: pure(*kept) for name, *kept in map(str.split, table.strip().splitlines())}


EFFECTS: dict[str, Effects] = effects_of(TABLE)
