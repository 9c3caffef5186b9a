"""Positions of international draughts in one word, as PDN writes them: `W:W31-50:B1-20`, kings with a K."""

from __future__ import annotations

from emulators.errors import Place
from host.games.boards import Colour
from host.games.checkers.fen import Board, read, write
from host.games.draughts.rules import SQUARES, Position

__all__ = ["parse", "write"]

DRAUGHTS = Board(SQUARES, {Colour.BLACK: range(46, 51), Colour.WHITE: range(1, 6)}, "W:W31-50:B1-20")


def parse(text: str, place: Place | None = None) -> Position:
    """Return the position of a word; raises SourceError. `place` is where the text stands, for messages."""
    return Position(*read(text, DRAUGHTS, place))
