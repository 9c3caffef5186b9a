"""What the window can be told to do: the buttons, their keys, and what they say. Code walks these tables.

The commands that every view has, and their keys, come from host/desk/keys.py.
"""

from __future__ import annotations

from host.desk.kim1.keys import COMMANDS
from host.panel import buttons
from host.panel.buttons import GAP, Button

OWN = {
    "tab": ("focus", "keyboard to the keypad or to the Teletype"),
    "ctrl+l": ("log_on", "make the Teletype known to the monitor"),
    "ctrl+g": ("go_board", "show or hide the Go board"),
    "ctrl+k": ("keep", "keep this moment"),
    "ctrl+b": ("back", "go back to the moment kept"),
    "ctrl+i": ("insert", "put a tape (WAV) into the recorder"),
    "ctrl+p": ("play", "play the tape, stop"),
    "ctrl+w": ("rewind", "rewind the tape"),
    "ctrl+v": ("paste", "type the clipboard on the Teletype"),
}  # PC key -> command of the window alone, what it does
BY_KEY = {key: name for key, (name, _) in (COMMANDS | OWN).items()}
KEY_OF = {name: key for key, name in BY_KEY.items()}
HELP = {key: text for key, (_, text) in (COMMANDS | OWN).items()}


TOOLBAR = (
    *buttons.FILES,
    GAP,
    buttons.PAUSE,
    Button("instruction", "1 INSTRUCTION", 116),
    GAP,
    *buttons.SPEED,
    GAP,
    Button("reset", "RESET", 64),
    Button("sst", "SST", 46),
    GAP,
    Button("strap", "", 170),
    Button("log_on", "LOG ON", 70),
    GAP,
    Button("go_board", "GO BOARD", 88),
    buttons.HELP,
)
DECK = (
    Button("insert", "INSERT", 62),
    Button("rewind", "REW", 46),
    Button("play", "PLAY", 52),
    Button("record", "REC", 46),
    Button("stop", "STOP", 52),
    Button("save_tape", "SAVE", 52),
)

LEGEND = {
    "pause": "pause",
    "instruction": "1 instruction",
    "slower": "slower",
    "faster": "faster",
    "strap": "TTY / keypad",
    "log_on": "log on",
    "focus": "keypad / TTY",
    "open": "open",
    "save": "save",
    "keep": "keep moment",
    "back": "go back",
    "record": "record",
    "play": "play",
    "go_board": "Go board",
    "help": "help",
    "quit": "quit",
}  # the commands in the legend, in few words
