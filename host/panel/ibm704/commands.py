"""What the window of the 704 can be told to do: the buttons, their keys, and what they say. Code walks these tables."""

from __future__ import annotations

from host.desk.ibm704.keys import COMMANDS
from host.panel import buttons
from host.panel.buttons import GAP, Button

OWN = {
    "ctrl+k": ("keep", "keep this moment"),
    "ctrl+b": ("back", "go back to the moment kept"),
    "ctrl+p": ("save_cards", "save the cards punched"),
    "tab": ("side", "checkers board, display tube, or keys"),
}  # PC key -> command of the window alone, what it does
BY_KEY = {key: name for key, (name, _) in (COMMANDS | OWN).items()}
KEY_OF = {name: key for key, name in BY_KEY.items()}
HELP = {key: text for key, (_, text) in (COMMANDS | OWN).items()}

TOOLBAR = (
    *buttons.FILES,
    GAP,
    buttons.PAUSE,
    GAP,
    *buttons.SPEED,
    GAP,
    Button("checkers", "CHECKERS", 90),
    Button("tube", "DISPLAY TUBE", 112),
    Button("legend", "KEYS", 58),
    GAP,
    buttons.HELP,
)
PRINTER = (
    Button("save_paper", "SAVE PAPER", 96),
    Button("tear_off", "TEAR OFF", 82),
)
READER = (
    Button("put_cards", "PUT CARDS IN", 112),
    Button("take_cards", "TAKE THEM OUT", 122),
)
PUNCH = (
    Button("save_cards", "SAVE CARDS", 100),
    Button("take_punched", "TAKE THEM OUT", 122),
)
SIDES = ("checkers", "tube", "legend")  # what the pane in the lower right corner can show
