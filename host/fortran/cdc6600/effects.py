"""What the routines of the library do, for the passes."""

from __future__ import annotations

from host.algol.lowering.effects import EFFECTS as ALGOLS
from host.middle.form import Effects

KEPT = frozenset(("X0", "X5"))
PURE = Effects(keeps=KEPT)
LISTED = frozenset(("any", "elements", "slot"))
ACTS = Effects()

EFFECTS: dict[str, Effects] = {
    **{name: ALGOLS[name] for name in "MPY DIV POW ENTIER ROUND POWI SQRT EXP LN SIN COS ARCTAN POWR ITOR".split()},
    **dict.fromkeys(("IFIX", "AINT", "IPOWI", "LOG10", "ATAN2", "TANH", "AMOD", "SHIFT", "MASK"), PURE),
    **dict.fromkeys(("RANF", "RANSET", "RANGET", "FSECOND"), Effects(keeps=KEPT)),
    **dict.fromkeys(
        "FREADF FWRITEF FREADB FWRITEB FEND FREWIND FBACKSP FENDFIL FEOF FUNIT FPAUSE FLITE FLITET FSWTCH".split(), ACTS
    ),
    **dict.fromkeys(("FITEM", "FENCODE", "FDECODE", "FEND"), Effects(LISTED, LISTED)),
}
