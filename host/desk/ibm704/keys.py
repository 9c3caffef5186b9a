"""Which key of the PC does what on the 704's console.

0-7  an octal digit into the panel keys, from the right      F1-F6  the sense switches
-    panel key S                                             space  AUTOMATIC - MANUAL
Backspace, Delete  the last digit away, all panel keys up    letters, Enter  the other keys: see console.KEYS
"""

from __future__ import annotations

from host.desk.ibm704.console import KEYS, SWITCHES
from host.desk.keys import HELP, QUIT, TIME

PC_KEYS = {key.pc_key: key.name for key in KEYS}
SWITCH_KEYS = {f"f{number}": number for number in range(1, SWITCHES + 1)}  # PC key -> sense switch
DIGITS = "01234567"  # of the panel keys
SIGN, RUB_OUT, KEYS_UP, AUTOMATIC = "-", "backspace", "delete", "space"

COMMANDS = {
    **TIME,
    **HELP,
    "ctrl+o": ("open", "open a deck, program, ..."),
    "ctrl+s": ("save", "save paper, cards, state"),
    "ctrl+e": ("take_cards", "empty the hopper"),
    "ctrl+r": ("tear_off", "tear off the paper"),
    **QUIT,
}  # PC key -> name of the command, what it does: the same in every view
