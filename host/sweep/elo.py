"""How much stronger one player is than another, from games won, drawn and lost.

By the logistic model a player D points of Elo stronger scores p = 1 / (1 + 10^(-D/400)) of the points, a win being one
and a draw a half. Here D is the one under which the score is the expected one, and its standard error is that of the
model, 400 / ln 10 / sqrt(n p (1 - p)). If all games are won, or all lost, no D is large enough: then there is the bound
that a side would have to keep to for such a result to happen in one of twenty matches.

Source: A. E. Elo, The Rating of Chessplayers, Past and Present, 1978, for the scale; R. A. Bradley and M. E. Terry,
Rank Analysis of Incomplete Block Designs, Biometrika 39, 1952, for the model.
"""

from __future__ import annotations

import math
from typing import NamedTuple

SCALE = 400 / math.log(10)
WIDTH = 1.959964  # standard errors on each side that leave 5 % outside
OUTSIDE = 0.05


class Elo(NamedTuple):
    """The difference between two players; positive if the first one is stronger. None: no finite one is known."""

    difference: float | None
    error: float | None  # standard error of the difference
    low: float | None  # the bounds of what it may be, 95 %
    high: float | None

    def __str__(self) -> str:
        if self.difference is not None and self.error is not None:
            return f"{self.difference:+.0f} ± {self.error:.0f}"
        if self.low is not None:
            return f"above {self.low:+.0f}"
        return "" if self.high is None else f"below {self.high:+.0f}"

    @property
    def interval(self) -> str:
        """Return the bounds in words."""
        if self.low is None and self.high is None:
            return ""
        low, high = ("all" if each is None else f"{each:+.0f}" for each in (self.low, self.high))
        return f"{low} to {high}" if self.low is not None and self.high is not None else str(self)


def elo(won: int, drawn: int, lost: int) -> Elo:
    """Return what games say of the difference."""
    games = won + drawn + lost
    if games == 0:
        return Elo(None, None, None, None)
    score = (won + drawn / 2) / games
    if score in (0, 1):
        bound = difference_of(OUTSIDE ** (1 / games))
        return Elo(None, None, bound, None) if score else Elo(None, None, None, -bound)
    difference, error = difference_of(score), SCALE / math.sqrt(games * score * (1 - score))
    return Elo(difference, error, difference - WIDTH * error, difference + WIDTH * error)


def difference_of(score: float) -> float:
    """Return the difference at which a score, above 0 and below 1, is to be expected."""
    return SCALE * math.log(score / (1 - score))
