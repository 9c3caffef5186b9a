"""The two sides of the games that are played here."""

from __future__ import annotations

from enum import Enum


class Colour(Enum):
    """The two sides."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> Colour:
        """The opponent."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK
