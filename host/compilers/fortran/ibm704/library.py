"""The run-time library of the 704: the effects of its routines, and which of its members a program takes in.

The members are SAP, for*.sap in asm/ibm704, a topic each; LIB takes one in, once, with the members that it needs. A
program takes those of the routines it calls and those of the conversions its formats ask for. For the other
conversions, the table that the format reader goes by has to name something: NOTHING, which stops the machine with a
fault.

    TSX ROUTINE,4     ->  LIB MEMBER
    a field of a format  ->  LIB MEMBER, or  CNV.OE SYN CNV.NO
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from host.compilers.ir.form import Effects

MEMBERS = {
    **dict.fromkeys(("ITEM", "ITEMR", "IOEND"), "FORIT"),
    "LINOUT": "FORPRT",
    "CRDOUT": "FORPCH",
    **dict.fromkeys(("CARDIN", "CARDEF"), "FORCRD"),
    **dict.fromkeys(("TAPEIN", "TAPOUT"), "FORTAP"),
    **dict.fromkeys(("BININ", "BINOUT"), "FORBIN"),
    **dict.fromkeys(("DRUMIN", "DRMOUT"), "FORDRM"),
    **dict.fromkeys(("WEFT", "REWT", "BSTT"), "FORMOV"),
    **dict.fromkeys(("FEND", "FSTOP", "FPAUSE"), "FORSTP"),
    **dict.fromkeys(("SWITCH", "LIGHT", "SETLIT", "ACOVER", "MQOVER", "DIVCHK"), "FORSNS"),
    "OUTSID": "FORCHK",
    "SQRT": "FORSQT",
    **dict.fromkeys(("SIN", "COS"), "FORSIN"),
    "EXP": "FOREXP",
    **dict.fromkeys(("LOG", "LOG10"), "FORLOG"),
    "ATAN": "FORATN",
    "ATAN2": "FORAT2",
    "TANH": "FORTNH",
    "POWII": "FORPII",
    "POWRI": "FORPRI",
    "POWRR": "FORPRR",
}  # routine -> member

FIELDS = "IFEAO"  # of formats
OUTPUT = {"LINOUT", "CRDOUT", "TAPOUT"}  # statements with a format
INPUT = {"CARDIN", "CARDEF", "TAPEIN"}
TAPES = {"TAPEIN", "TAPOUT"}
CONVERSIONS = {
    ("O", "I"): "FOROI",
    ("O", "F"): "FOROF",
    ("O", "E"): "FOROF",
    ("O", "A"): "FOROA",
    ("O", "O"): "FOROO",
    ("I", "I"): "FORII",
    ("I", "F"): "FORIF",
    ("I", "E"): "FORIF",
    ("I", "A"): "FORIA",
    ("I", "O"): "FORIO",
}  # direction and field -> member
NOTHING = "CNV.NO"

KEPT = frozenset(("XR1", "XR2"))  # the index registers that all routines keep
LISTED = frozenset(("any", "elements", "slot"))
FUNCTIONS = "POWII POWRI POWRR SQRT EXP LOG LOG10 SIN COS ATAN ATAN2 TANH".split()
ACTIONS = (
    "CARDIN CARDEF LINOUT CRDOUT TAPEIN TAPOUT BININ BINOUT DRUMIN DRMOUT WEFT REWT BSTT "
    "SWITCH LIGHT ACOVER MQOVER DIVCHK SETLIT FPAUSE"
).split()
EFFECTS: dict[str, Effects] = {
    **dict.fromkeys((*FUNCTIONS, *ACTIONS), Effects(keeps=KEPT)),
    **dict.fromkeys(("ITEM", "ITEMR", "IOEND"), Effects(LISTED, LISTED, keeps=KEPT)),
}  # for the passes


def cards(routines: Iterable[str], fields: Iterable[str] = FIELDS) -> Iterator[str]:
    """Yield the cards with which a program takes in the library, after its own, under no heading.

    `routines` are those it calls, `fields` the letters of its formats' fields; all if formats are read into arrays.
    """
    called, wanted = set(routines), set(fields)
    members = {MEMBERS[each] for each in called if each in MEMBERS}
    ways = {"O": called & (OUTPUT | TAPES), "I": called & (INPUT | TAPES)}  # the member of tapes has both
    used = {"O": called & OUTPUT, "I": called & INPUT}
    members |= {member for (way, field), member in CONVERSIONS.items() if used[way] and field in wanted}
    for (way, field), member in CONVERSIONS.items():
        if ways[way] and member not in members:
            yield f"CNV.{way}{field} SYN {NOTHING}"
    yield from (f"       LIB {each}" for each in sorted(members))
