"""Which key of the PC does what at the console of the 6600.

Whatever can be printed is typed: commands, which end with a period, and lines for the program.
"""

from __future__ import annotations

from host.desk.keys import HELP, QUIT, TIME

KEYBOARD = {
    "enter": ("enter", "the line that has been typed"),
    "backspace": ("rub_out", "the last character away"),
    "escape": ("clear", "the whole line away"),
    "pageup": ("page_up", "a page back: older lines, lower addresses"),
    "pagedown": ("page_down", "a page forth"),
}  # PC key -> what it does with the line and the screens
COMMANDS = {
    **TIME,
    "f8": ("step", "one instruction"),
    **HELP,
    "ctrl+o": ("open", "a job, a file for it, a saved state"),
    "ctrl+s": ("save", "OUTPUT, the dayfile, a file, the state"),
    **QUIT,
}  # PC key -> name of the command, what it does: the same in every view
