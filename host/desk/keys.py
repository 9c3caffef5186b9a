"""The commands that the views of every machine have, and their keys on a PC.

PC keys have neutral names; a view that calls them otherwise ("return", "plus") translates.
"""

from __future__ import annotations

TIME = {
    "f7": ("pause", "pause, go on"),
    "f9": ("slower", "slower"),
    "f10": ("faster", "faster, up to turbo"),
}  # PC key -> name of the command, what it does
HELP = {"f12": ("help", "help")}
QUIT = {"ctrl+q": ("quit", "quit")}
