"""Which key of the PC does what at the 6600's console: letters, digits and signs are those of its keyboard."""

from __future__ import annotations

from host.desk.keys import HELP, QUIT, TIME

COMMANDS = {
    **TIME,
    "f8": ("step", "one instruction, then stand still"),
    **HELP,
    "ctrl+o": ("open", "open a job, a file, a state"),
    "ctrl+s": ("save", "save OUTPUT, dayfile, state"),
    "ctrl+r": ("rerun", "the job from its beginning"),
    **QUIT,
}  # PC key -> name of the command, what it does: the same in every view
PAGES = {"page up": 1, "page down": -1}  # PC key -> pages back on the left screen
ENTER, RUB_OUT, CLEAR = "enter", "backspace", "escape"
