"""The effects of the routines of the run-time library (asm/cdc6600/alg*.compass), for the passes.

None of them touches variables of the program, but by the words of parameters: by these some run code of the program.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from host.compilers.backends.cdc6600 import routines
from host.compilers.backends.cdc6600.routines import KEPT, pure
from host.compilers.ir.form import Effects

ALL_B = ("B2", "B3", "B4", "B5")


def _acts(reads: Iterable[str] = (), writes: Iterable[str] = (), keeps: Collection[str] = KEPT) -> Effects:
    return Effects(frozenset(reads), frozenset(writes), keeps=frozenset(keeps))


EVERYTHING = ("any", "elements", "slot", "description", "stack")
RUNS = Effects(frozenset(EVERYTHING), frozenset(EVERYTHING), runs=True)
PRINTS = _acts(keeps=())

EFFECTS: dict[str, Effects] = {
    **routines.EFFECTS,
    # algrun
    "ITOR": pure("X1", "X7", *ALL_B, stops=False),
    "SIGN": pure("X1", "X2", "X3", "X4", "X7", *ALL_B, stops=False),
    "ABS": pure("X1", "X2", "X3", "X4", "X7", *ALL_B, stops=False),
    "SUB1": _acts(["description"], keeps=(*KEPT, "X1", "X7", *ALL_B)),
    "SUB2": _acts(["description"], keeps=(*KEPT, *ALL_B)),
    "SUBN": _acts(["description", "stack"], keeps=(*KEPT, "B2", "B3")),
    "FAR1": _acts(["description"], keeps=(*KEPT, "X1", "X3", "X4", "X7", *ALL_B)),
    "FAR2": _acts(["description"], keeps=(*KEPT, "X7", *ALL_B)),
    "FARN": _acts(["description", "stack"], keeps=(*KEPT, "X4", "X7", "B2", "B3")),
    **dict.fromkeys(("NAMEV", "NAMEI", "NAMER", "NAMED", "NAMEA"), RUNS),
    **dict.fromkeys(("NAMESI", "NAMESR", "NAMESB"), _acts(writes=["any"])),
    "ARRAY": _acts(["stack"], ["description", "stack"], (*KEPT, "B2", "B3")),
    "UNFILL": _acts(["description"], ["elements"]),
    "SWITCH": _acts(keeps=(*KEPT, "X1", "X2", "X7", *ALL_B)),
    "STOP": PRINTS,
    # algcall, algcopy, algown
    **dict.fromkeys(("CALL", "BIND", "LABELV"), RUNS),
    "MATCH": _acts(keeps=(*KEPT, "X1", "X2", "X7", *ALL_B)),
    "ISARR": _acts(["description"], keeps=(*KEPT, "X1", *ALL_B)),
    "ARRCOPY": _acts(["description", "elements"], ["description", "elements", "stack"]),
    "OWNARR": _acts(["description", "elements", "stack"], ["description", "elements", "stack"]),
    # algany
    **dict.fromkeys(("DADD", "DSUB", "DMUL", "DPOW", "DCMP", "DINT", "DWHOLE", "DREAL", "DBOOL"), pure()),
    **dict.fromkeys(("POWX", "POWXI", "POWXR", "POWRI"), pure()),
    "DPUT": _acts(writes=["any"]),
    # algio and the following: X0 and X5 hold the parameters
    **dict.fromkeys(("OUTSYM", "OUTSTR", "OUTTERM", "OUTINTG", "OUTRL", "OUTBOOL", "LENGTH", "QUIT"), PRINTS),
    "OUTARR": _acts(["description", "elements"], keeps=()),
    "INARR": _acts(["description"], ["elements"], keeps=()),
    **dict.fromkeys(("INSYM", "ININTG", "INRL", "INBOOL", "INPUTF", "OUTPUTF"), RUNS),
}
