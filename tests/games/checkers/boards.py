"""Positions for the tests of everything that plays checkers: the stored ones, and random ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from host.games.boards import Colour
from host.games.checkers import notation
from host.games.checkers.notation import parse_position
from host.games.checkers.rules import FAR_ROW, KINGS, MEN, SQUARES, Position, place

STORED = Path(__file__).parents[2] / "data" / "checkers" / "positions.txt"


@cache
def stored_positions() -> list[notation.KnownPosition]:
    return notation.read_known_file(STORED)


def position(text):
    return parse_position(text)


@st.composite
def any_position(draw):
    """Any pieces anywhere, but no man on the row that would have crowned him."""
    pieces = {}
    for square in draw(st.sets(st.sampled_from(SQUARES), max_size=24)):
        colour = draw(st.sampled_from(Colour))
        king = draw(st.booleans()) or place(square)[0] == FAR_ROW[colour]
        pieces[square] = (KINGS if king else MEN)[colour]
    return Position(pieces, draw(st.sampled_from(Colour)))
