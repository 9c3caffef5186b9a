"""What the window of the console can be told to do: buttons, their keys, and what they say. Code walks these tables."""

from __future__ import annotations

from host.desk.cdc6600.commands import LETTERS
from host.desk.cdc6600.keys import COMMANDS
from host.panel import buttons
from host.panel.buttons import GAP, Button

OWN = {
    "ctrl+k": ("keep", "keep this moment"),
    "ctrl+b": ("back", "go back to the moment kept"),
}  # PC key -> command of the window alone, what it does
BY_KEY = {key: name for key, (name, _) in (COMMANDS | OWN).items()}
HELP = {key: text for key, (_, text) in (COMMANDS | OWN).items()}

TOOLBAR = (
    *buttons.FILES,
    GAP,
    buttons.PAUSE,
    Button("step", "STEP", 58),
    GAP,
    *buttons.SPEED,
    GAP,
    buttons.HELP,
)
LEFT = tuple(Button(f"left {letter}", letter, 42) for letter in LETTERS)
RIGHT = tuple(Button(f"right {letter}", letter, 42) for letter in LETTERS)
TYPED = (
    Button("type GO.", "GO", 66),
    Button("type STOP.", "STOP", 66),
    Button("rerun", "RERUN", 72),
)
PAGES = (
    Button("page up", "PAGE UP", 102),
    Button("page down", "PAGE DOWN", 107),
)
SIDES = {"left": LEFT, "right": RIGHT}  # screen -> the buttons that choose its display
