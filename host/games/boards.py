"""What the games share: the two sides, places in what is typed, signs that a terminal can show."""

from __future__ import annotations

import sys
from enum import Enum


class Colour(Enum):
    """The two sides."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> Colour:
        """The opponent."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK


def can_show(text: str) -> bool:
    """Return whether all characters of a text are in the encoding of standard output."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
