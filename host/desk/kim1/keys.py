"""Which key of the PC stands for which key of the KIM-1, and for which command of a view.

GO   ST   RS   SST       Enter F4   F5   F6        The pad is laid out as on the board; F6 is the
AD   DA   PC    +         F1   F2   F3    +        slide switch SST.
 C    D    E    F          C    D    E    F
 8    9    A    B          8    9    A    B
 4    5    6    7          4    5    6    7
 0    1    2    3          0    1    2    3
"""

from __future__ import annotations

from emulators.kim1 import Kim1
from host.desk.keys import HELP, QUIT, TIME

SST = "SST"  # the slide switch among the keys
PAD = (
    ("GO", "ST", "RS", SST),
    ("AD", "DA", "PC", "+"),
    ("C", "D", "E", "F"),
    ("8", "9", "A", "B"),
    ("4", "5", "6", "7"),
    ("0", "1", "2", "3"),
)  # fmt: skip

PC_KEYS = {digit.lower(): digit for digit in "0123456789ABCDEF"} | {
    "enter": "GO", "+": "+", "f1": "AD", "f2": "DA", "f3": "PC", "f4": "ST", "f5": "RS", "f6": SST,
}  # fmt: skip
PC_KEY_OF = {key: pc_key for pc_key, key in PC_KEYS.items()}

LEGENDS = {
    "AD": "address: digits go to the left four places",
    "DA": "data: digits go into the memory cell",
    "+": "next memory cell",
    "GO": "run from the address shown",
    "PC": "show where the program was stopped",
    "ST": "stop (when 17FA holds 00 1C)",
    "RS": "reset",
    SST: "switch: GO executes a single instruction",
}  # what a key does in the monitor; digits explain themselves

COMMANDS = {
    **TIME,
    "f8": ("instruction", "one instruction"),
    **HELP,
    "ctrl+o": ("open", "open a program, tape or state"),
    "ctrl+s": ("save", "save a program, tape or state"),
    "ctrl+r": ("record", "tape recorder: record, stop"),
    "ctrl+t": ("strap", "connect the monitor to the Teletype or to the keypad"),
    **QUIT,
}  # PC key -> name of the command, what it does: the same in every view

HOLD = 60_000  # cycles a pressed key stays down when nobody tells of its release, and waits behind it


def keys_down(kim: Kim1) -> set[str]:
    """Return the keys that are down now, and SST if the switch is on."""
    return set(kim.keys_down) | ({SST} if kim.single_stepping else set())
