"""Black's moves as they are typed, and why one is no move.

    E5  KE5  Ke5  Kd5-e5  d5e5  Kxf4  1...Ke5

All mean a move of the only man he has.
"""

from __future__ import annotations

import re

from emulators.errors import IronboardError
from host.games.mates import rules
from host.games.mates.position import Men, Move, name, numbered
from host.games.rook.positions import NAMES, piece_of, steps, where

MOVE = re.compile(r"(?:\d*\s?\.+\s?)?k?(?:([a-h][1-8])?\s?[-x:]?\s?)?([a-h][1-8])\s?[+#!?]*", re.IGNORECASE)


class Refused(IronboardError):
    """A move that Black cannot make."""


def is_move(text: str) -> bool:
    """Return whether a line is meant to be a move of the king."""
    return MOVE.fullmatch(text) is not None


def parse(text: str, men: Men) -> int:
    """Return the square to which Black's king goes; raises Refused with the reason, and with what he can do."""
    match = MOVE.fullmatch(text)
    if match is None:
        raise Refused(f"'{text}' is no move: write E5, Ke5 or d5e5")
    start, target = where(men, "k"), numbered(match[2].lower())
    if match[1] and numbered(match[1].lower()) != start:
        raise Refused(f"{text}: the king is not on {match[1].lower()}, but on {name(start)}")
    why = reason(men, start, target)
    if why:
        raise Refused(f"{text}: {why}; {possible(men)}")
    return target


def reason(men: Men, start: int, target: int) -> str:
    """Return why the king cannot go there; nothing if he can."""
    king, piece = where(men, "K"), piece_of(men)
    if target == start:
        return "the king stands there, and has to move"
    if steps(start, target) > 1:
        return f"a king goes one square, and {name(target)} is {steps(start, target)} from {name(start)}"
    if target == where(men, piece) and steps(target, king) == 1:
        return f"the {NAMES[piece]} on {name(target)} is guarded by the white king"
    if steps(target, king) < 2:
        return f"{name(target)} is next to the white king on {name(king)}"
    if rules.in_check(rules.played(men, Move(start, target)), white=False):
        attacker = f"the {NAMES[piece]} on {name(where(men, piece))}"
        if rules.in_check(men, white=False):
            return f"the king is in check, and {attacker} attacks {name(target)}, too"
        return f"{attacker} attacks {name(target)}"
    return ""


def squares(men: Men) -> list[int]:
    """Return where Black's king can go."""
    return sorted(move.end for move in rules.legal(men, white=False))


def possible(men: Men) -> str:
    """Return the moves there are in words."""
    return f"possible: {', '.join(written(men, each) for each in squares(men)) or 'nothing'}"


def written(men: Men, target: int) -> str:
    """Return a move of Black's in algebraic notation."""
    return f"K{'x' if target in men else ''}{name(target)}"
