"""What the routines of the 704's library do, for the passes. All of them keep the index registers 1 and 2."""

from __future__ import annotations

from host.middle.form import Effects

KEPT = frozenset(("XR1", "XR2"))
LISTED = frozenset(("any", "elements", "slot"))
FUNCTIONS = "POWII POWRI POWRR SQRT EXP LOG LOG10 SIN COS ATAN ATAN2 TANH".split()
ACTIONS = (
    "CARDIN LINOUT CRDOUT TAPEIN TAPOUT BININ BINOUT DRUMIN DRMOUT WEFT REWT BSTT "
    "SWITCH LIGHT ACOVER MQOVER DIVCHK SETLIT FPAUSE"
).split()

EFFECTS: dict[str, Effects] = {
    **dict.fromkeys(FUNCTIONS, Effects(keeps=KEPT)),
    **dict.fromkeys(ACTIONS, Effects(keeps=KEPT)),
    **dict.fromkeys(("ITEM", "ITEMR", "IOEND"), Effects(LISTED, LISTED, keeps=KEPT)),
}
