"""The KIM-1's 23 keys, the matrix of 21 of them, and the switches.

               PA6   PA5   PA4   PA3   PA2   PA1   PA0      a key pulls its column low
    row 0       0     1     2     3     4     5     6       while its row is selected
    row 1       7     8     9     A     B     C     D
    row 2       E     F     AD    DA    +     GO    PC
    row 3       -     -     -     -     -     -     TTY     the strap that selects the teletype

RS and ST are not in the matrix: RS pulls RES low, ST pulls NMI low.

Source: KIM-1 User Manual, figure 3-9 and schematic.
"""

from __future__ import annotations

from emulators.record import Fields, State

MATRIX = (
    ("0", "1", "2", "3", "4", "5", "6"),
    ("7", "8", "9", "A", "B", "C", "D"),
    ("E", "F", "AD", "DA", "+", "GO", "PC"),
)  # fmt: skip
POSITIONS = {key: (row, 6 - column) for row, keys in enumerate(MATRIX) for column, key in enumerate(keys)}
COLUMNS = len(MATRIX[0])
KEYS = (*POSITIONS, "RS", "ST")  # all 23 of them
STRAP_ROW = 3

FIELDS: Fields = {
    "keys": ("int", 4),  # per row, bit n: the key on PAn is down
    "sst": ("int", 1),  # 1: the single-step switch is on
    "reset_held": ("int", 1),  # 1: RS is down
    "stop_held": ("int", 1),  # 1: ST is down
}


def columns(m: State, row: int) -> int:
    """Return PA7-PA0 as the keypad leaves them: all ones but for the keys down in the selected row."""
    return 0xFF & ~m.keys[row] if row < 4 else 0xFF
